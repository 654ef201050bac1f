/**
 * Which pull requests a run claims, and what GitHub's responses about them mean (contract 14).
 * Pure.
 */
import { asSentence, counted, joined, sameName } from '../safe/text.ts';
import type { GitHubError, GitHubPullRequest, PullRequestPlace } from './port.ts';
import { githubFailure, remedy } from './wait-out.ts';

/**
 * What looking up a claimed pull request told. `url` is the address as the run reported it: agent
 * text.
 */
export type PullRequestCheck =
  | FoundPullRequest
  | UncheckedPullRequest
  /** It does not exist in this repository. */
  | { readonly state: 'not_found'; readonly url: string }
  /** It exists, but anyone may have made it, or it was given up. `why` is a clause. */
  | { readonly state: 'not_counted'; readonly url: string; readonly why: string };

/** It exists. Whether the run has made it is another question: `byRun`. */
export interface FoundPullRequest {
  readonly state: 'exists';
  readonly url: string;
  readonly pullRequest: ExistingPullRequest;
  /**
   * Why it is not known when its head was committed, as the end of a sentence: `: GitHub does not
   * say when`. May quote GitHub. Null: it is known, or nothing depends on it.
   */
  readonly timeUnread: string | null;
}

/** It could not be looked up, or is not. */
export interface UncheckedPullRequest {
  readonly state: 'unchecked';
  readonly url: string;
  /** A clause, which may quote GitHub. */
  readonly why: string;
  /** It is in a repository that is none of this step's. */
  readonly isElsewhere: boolean;
}

type PullRequestField = 'repository' | 'number' | 'author' | 'title' | 'headBranch' | 'headSha';
/** Branch and login are untrusted text: sanitize them for the destination. */
export interface ExistingPullRequest extends Pick<GitHubPullRequest, PullRequestField> {
  /** Whether it is in the repository of this workflow. */
  readonly here: boolean;
  /** Whether it was opened, or its head committed, after the run began. */
  readonly byRun: boolean;
  /** Whether it changes no file, so that it proves nothing. */
  readonly isEmpty: boolean;
  /** The later of the two known times, in milliseconds since the epoch, or null. */
  readonly changedAt: number | null;
}

export interface Claim extends PullRequestPlace {
  /** The address as the run reported it. */
  readonly url: string;
  /**
   * It was there before the turn, so that only a commit since then makes it the turn's (contract
   * 18.1). Default: false.
   */
  readonly isEarlier?: boolean;
}

const PULL_REQUEST = /^\/([\w.-]{1,100})\/([\w.-]{1,100})\/pull\/([1-9]\d{0,9})(?:\/|$)/;

/** @param serverUrl `GITHUB_SERVER_URL`. Pull requests on other hosts cannot be looked up */
export function readClaim(url: string, serverUrl: string): Claim | UncheckedPullRequest {
  // Others are no output of the run either.
  const address = /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (address === null || address.host !== URL.parse(serverUrl)?.host) {
    return unaskedClaim(url, 'it is not on this GitHub server');
  }
  const [, owner = '', name = '', number = ''] = PULL_REQUEST.exec(address.pathname) ?? [];
  const dots = /^\.+$/;
  if (owner === '' || dots.test(owner) || dots.test(name)) {
    return unaskedClaim(url, 'it is not the address of a pull request');
  }
  return { url, repository: `${owner}/${name}`, number: Number(number) };
}

/**
 * The one address of a pull request, without what stands behind its number: services and agents
 * write it in several ways. Any other text stays as it is.
 */
export function pullRequestAddress(url: string, serverUrl: string): string {
  const claim = readClaim(url, serverUrl);
  return isClaim(claim) ? `${serverUrl}/${claim.repository}/pull/${claim.number}` : url;
}

/** The same of several, each once as first written: the case of owners and names is ignored. */
export function pullRequestAddresses(
  urls: readonly string[],
  serverUrl: string,
): readonly string[] {
  const known = new Map<string, string>();
  for (const address of urls.map((url) => pullRequestAddress(url, serverUrl))) {
    const key = address.toLowerCase();
    known.set(key, known.get(key) ?? address);
  }
  return [...known.values()];
}

function unaskedClaim(url: string, why: string): UncheckedPullRequest {
  return { state: 'unchecked', url, why, isElsewhere: false };
}

/** More would be a list, and no work of one run. */
const MENTIONS_MAX = 3;
const ADDRESS = /https?:\/\/[^\s<>()[\]"'`]+/gi;
/** Tried once for each run of marks, so that many within do not take quadratic time. */
const SENTENCE_END = /(?<![.,;:!?*_])[.,;:!?*_]+$/;
/** `#404` is as often an issue: words before it say that a pull request is meant. */
const NUMBER = /\b(?:pull requests?|PRs?|opened|created)\s+\**\[?`?#([1-9]\d{0,9})\b/gi;

/** Whether the agent's text names a pull request by its number alone. */
export function hasBareNumber(text: string): boolean {
  return text.search(NUMBER) !== -1;
}

/**
 * Addresses of the pull requests that the agent's text names, of any repository of the server
 * (contract 14).
 */
export function mentionedIn(
  text: string,
  {
    repository,
    serverUrl,
  }: {
    /** `owner/name` of the repository that the run works in: a bare number is one of its own. */
    readonly repository: string;
    readonly serverUrl: string;
  },
): string[] {
  const addresses = (text.match(ADDRESS) ?? []).flatMap((address) => {
    // A sentence may end behind it.
    const claim = readClaim(address.replace(SENTENCE_END, ''), serverUrl);
    if (!('number' in claim)) {
      return [];
    }
    const isOwn = isIn(claim, repository);
    return [`${isOwn ? repository : claim.repository}/pull/${claim.number}`];
  });
  const numbers = [...text.matchAll(NUMBER)].map(([, number]) => `${repository}/pull/${number}`);
  return [...new Set([...addresses, ...numbers])]
    .slice(0, MENTIONS_MAX)
    .map((path) => `${serverUrl}/${path}`);
}

export interface Scope {
  /** `owner/name` of this workflow's repository. */
  readonly repository: string;
  /**
   * `owner/name` of the repository that the step's inputs name, or null. Resolved only if a claim
   * lies elsewhere.
   */
  readonly named: () => Promise<string | null>;
}

const ELSEWHERE =
  'it is neither in the repository of this workflow nor in the one that the inputs name';

interface ClaimScope extends Scope {
  readonly serverUrl: string;
  readonly most: number;
  /** Addresses of pull requests that were there before the turn. */
  readonly earlier?: readonly string[];
}

interface SortedClaims {
  readonly asked: readonly Claim[];
  readonly unasked: readonly UncheckedPullRequest[];
}

/**
 * The claims to look up, each pull request once: those of this repository first, and the latest
 * claim first.
 */
export async function claimsOf(
  urls: readonly string[],
  { serverUrl, most, earlier = [], repository, named }: ClaimScope,
): Promise<SortedClaims> {
  const latestFirst = urls.map((url) => readClaim(url, serverUrl)).toReversed();
  const unreadable = latestFirst.filter(isUnchecked);
  const claims = eachOnce(latestFirst.filter(isClaim));

  const here = claims.filter((claim) => isIn(claim, repository));
  const others = claims.filter((claim) => !isIn(claim, repository));
  const other = others.length === 0 ? null : await named();
  const elsewhere = others.filter((claim) => !isIn(claim, other));

  const ordered = [...here, ...others.filter((claim) => isIn(claim, other))];
  const asked = ordered
    .slice(0, most)
    .map((claim) => (earlier.includes(claim.url) ? { ...claim, isEarlier: true } : claim));
  return {
    asked,
    unasked: [
      ...unreadable,
      ...elsewhere.map(({ url }) => ({ ...unaskedClaim(url, ELSEWHERE), isElsewhere: true })),
      ...ordered
        .slice(most)
        .map(({ url }) => unaskedClaim(url, `only ${most} pull requests are checked`)),
    ],
  };
}

function isClaim(claim: Claim | UncheckedPullRequest): claim is Claim {
  return 'number' in claim;
}

function isUnchecked(claim: Claim | UncheckedPullRequest): claim is UncheckedPullRequest {
  return !isClaim(claim);
}

/** The first of those that mean the same pull request. */
function eachOnce(claims: readonly Claim[]): readonly Claim[] {
  const known = new Map<string, Claim>();
  for (const claim of claims) {
    const key = `${claim.repository}#${claim.number}`.toLowerCase();
    if (!known.has(key)) {
      known.set(key, claim);
    }
  }
  return [...known.values()];
}

function isIn({ repository }: Claim, name: string | null): boolean {
  return name !== null && sameName(repository, name);
}

/** Tolerated clock skew between GitHub, the runner and the service (contract 14). */
const COMMIT_SKEW_MS = 5 * 60_000;

/** Whether a time is after the start of the run, with tolerance for clock skew. */
export function isSince(time: number | null, since: number): boolean {
  return time !== null && time >= since - COMMIT_SKEW_MS;
}

interface ReadLookUp {
  readonly pull: GitHubPullRequest;
  /** Commit time of the head in ms since the epoch, or null if not requested or unreadable. */
  readonly committedAt: number | null;
  /** Why that time is unknown although it is needed. */
  readonly failure: GitHubError | null;
}

interface FailedLookUp {
  readonly pull: null;
  readonly failure: GitHubError;
}

export type PullRequestLookUp = ReadLookUp | FailedLookUp;

export interface CheckScope {
  /** `owner/name` of this workflow's repository. */
  readonly repository: string;
  /** When the run began, ms since the epoch. */
  readonly since: number;
  /** When its turn began, ms since the epoch: later than the run where it is a follow-up's. */
  readonly sinceTurn: number;
}

/**
 * Why a pull request never counts, or null. Anyone can open one from a fork, and an agent that was
 * misled claims it.
 */
function flawOf({ headRepository, repository, abandoned }: GitHubPullRequest): string | null {
  if (headRepository === null || !sameName(headRepository, repository)) {
    return 'it comes from a fork';
  }
  return abandoned ? 'it was closed without a merge' : null;
}

/** A claim that GitHub was asked about, with its answer. */
interface AskedClaim<Answer> extends CheckScope {
  readonly claim: Claim;
  readonly lookUp: Answer;
}

export function checkOf({
  claim,
  lookUp,
  ...scope
}: AskedClaim<PullRequestLookUp>): PullRequestCheck {
  return lookUp.pull === null
    ? unreadCheck({ claim, lookUp, ...scope })
    : readCheck({ claim, lookUp, ...scope });
}

function unreadCheck({
  claim: { url, repository: claimed },
  lookUp: { failure },
  repository,
}: AskedClaim<FailedLookUp>): PullRequestCheck {
  if (!isNotFound(failure)) {
    return unaskedClaim(url, `the look-up on GitHub failed${githubFailure(failure)}`);
  }
  if (sameName(claimed, repository)) {
    return { state: 'not_found', url };
  }
  return unaskedClaim(url, 'it does not exist, or the token cannot read that repository');
}

function readCheck({
  claim: { url, isEarlier = false },
  lookUp: { pull, committedAt, failure },
  repository,
  since,
  sinceTurn,
}: AskedClaim<ReadLookUp>): PullRequestCheck {
  const flaw = flawOf(pull);
  if (flaw !== null) {
    return { state: 'not_counted', url, why: flaw };
  }
  const times = [pull.openedAt, committedAt].filter((time) => time !== null);
  // One that was there before the turn is the turn's by a commit since then alone.
  const byRun = isEarlier
    ? isSince(committedAt, sinceTurn)
    : times.some((time) => isSince(time, since));
  const isTimeMissing = !byRun && committedAt === null;
  const untold = isTimeMissing ? ': GitHub does not say when' : null;
  return {
    state: 'exists',
    url,
    timeUnread: failure === null ? untold : githubFailure(failure),
    pullRequest: {
      repository: pull.repository,
      number: pull.number,
      author: pull.author,
      title: pull.title ?? '',
      headBranch: pull.headBranch,
      headSha: pull.headSha,
      here: sameName(pull.repository, repository),
      byRun,
      isEmpty: pull.changedFiles === 0,
      changedAt: times.length === 0 ? null : Math.max(...times),
    },
  };
}

const NEEDED =
  'The job needs `permissions: pull-requests: read`, and `contents: read` for pull ' +
  'requests that existed before the run.';

/**
 * The warning about failed look-ups, or null if there is nothing to change. A 404 is not a failed
 * look-up.
 */
export function troubleOf(lookUps: readonly PullRequestLookUp[]): string | null {
  const failures = lookUps.flatMap(({ pull, failure }) =>
    failure !== null && (pull !== null || !isNotFound(failure)) ? [failure] : [],
  );
  const [failure] = failures;
  if (failure === undefined) {
    return null;
  }
  const what =
    `${counted(failures.length, 'pull request')} could not be checked ` +
    `on GitHub${githubFailure(failure)}`;
  return joined([asSentence(what), remedy(failure, NEEDED)], ' ');
}

function isNotFound({ status }: GitHubError): boolean {
  return status === 404 || status === 410;
}
