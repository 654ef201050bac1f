/**
 * The pull requests of a run as reporters show them: what looking them up on GitHub told (contract
 * 14), and links to those of this repository and of the ones that the inputs name, built from
 * validated parts (contract 6.4). Pure.
 */
import type {
  ExistingPullRequest,
  FoundPullRequest,
  PullRequestCheck,
} from '../github/pull-request-check.ts';
import type { LookedUpPullRequest } from '../github/pull-requests.ts';
import { sameName } from '../safe/text.ts';
import type { StepView } from './step-view.ts';
import {
  repositoryLinks,
  safeHttpsUrl,
  type RepositoryLink,
  type RepositoryPlace,
} from '../safe/url.ts';

const CONFIRMED_TITLE = 'GitHub confirms this pull request';
const MARKS: Readonly<Record<PullRequestCheck['state'], string>> = {
  exists: ' ✓',
  not_found: ' (claimed, not found)',
  not_counted: ' (does not count)',
  unchecked: ' (could not be checked)',
};

/** The pull request of this repository that the run opened or changed last, with changes in it. */
export function lastPullRequest({ claims }: Pick<StepView, 'claims'>): ExistingPullRequest | null {
  return provingPullRequests(claims).findLast(({ here }) => here) ?? null;
}

/**
 * The same as far as it is known: of a step that was cancelled, the last one that GitHub has shown
 * before (contract 7.3), whose head may have moved since.
 */
export function lastKnownPullRequest(
  view: Pick<StepView, 'claims' | 'lookedUp' | 'provenance'>,
): KnownPullRequest | null {
  if (view.claims !== null) {
    return lastPullRequest(view);
  }
  const { repository: own } = view.provenance;
  const shown = view.lookedUp.findLast(({ repository }) => sameName(repository, own));
  return shown === undefined ? null : { ...shown, headSha: null };
}

interface KnownPullRequest extends LookedUpPullRequest {
  readonly headSha: string | null;
}

/** Those that prove the run's work, the one that was changed last at the end. */
function provingPullRequests(claims: StepView['claims']): readonly ExistingPullRequest[] {
  return (claims ?? [])
    .flatMap((check) => (check.state === 'exists' ? [check.pullRequest] : []))
    .filter(({ byRun, isEmpty }) => byRun && !isEmpty)
    .sort((a, b) => (a.changedAt ?? 0) - (b.changedAt ?? 0));
}

/** The repository that the run works in, as far as the inputs tell, `owner/name`. */
function repositoryOfRun({ repository, repositories = [] }: StepView['provenance']): string {
  return repositories[0] ?? repository;
}

/** The same where it is another one than the workflow's, otherwise null. */
export function otherRepository(provenance: StepView['provenance']): string | null {
  const ofRun = repositoryOfRun(provenance);
  return sameName(ofRun, provenance.repository) ? null : ofRun;
}

/**
 * The last branch of this repository that the service names for the run's work and that has no
 * pull request (contract 1.2). Untrusted, and nobody has looked it up. Null: there is none.
 */
export function bareBranch({
  pullRequests,
  provenance,
  turn,
}: Pick<StepView, 'provenance' | 'pullRequests' | 'turn'>): string | null {
  if (pullRequests.length > 0) {
    return null;
  }
  const here = (turn?.branches ?? []).filter((branch) =>
    sameName(branch.repository ?? repositoryOfRun(provenance), provenance.repository),
  );
  return here.at(-1)?.name ?? null;
}

/**
 * The pull request that proves the run's work (contract 14, 19): that of this repository which it
 * opened or changed last, else of the one that the inputs name. Null: there is none.
 */
export function provenPullRequest({
  claims,
}: Pick<StepView, 'claims'>): ExistingPullRequest | null {
  return lastPullRequest({ claims }) ?? provingPullRequests(claims).at(-1) ?? null;
}

/** Whether nothing that could be looked up says that a pull request is missing (contract 6.1). */
export function isUnseen({ claims, earlier = [] }: Pick<LookedUp, 'claims' | 'earlier'>): boolean {
  const told = [...(claims ?? []), ...earlier];
  return claims === null || (told.length > 0 && told.every(couldNotBeRead));
}

/** A pull request, or when its head was committed. */
function couldNotBeRead(check: PullRequestCheck): boolean {
  return check.state === 'unchecked' || (check.state === 'exists' && check.timeUnread !== null);
}

/**
 * Why a success is `unverified`, in one or two sentences. Quotes addresses by the agent.
 *
 * @param found `claims` is null if nothing was looked up
 */
export function whyUnverified(
  { claims, earlier = [], mentions = [], provenance }: LookedUp,
  expected: 'checks' | 'pull_request' = 'pull_request',
): string {
  const success = 'The agent reported success, but';
  const unseen = `${success} what \`expect: ${expected}\` asks for could not be checked`;
  const missing = `${success} \`expect: ${expected}\` found no pull request of this run`;
  if (claims === null) {
    return `${unseen}: the input \`github_token\` is empty, so GitHub could not be asked.`;
  }
  const told = [...claims.map(claimText), ...earlier.map(earlierClaimText)];
  const inText = `the agent's text names ${mentionsText(mentions, provenance)}`;
  if (told.length === 0) {
    const text = `neither the service nor the log names one, and ${inText}`;
    return `${missing}: ${mentions.length === 0 ? 'the run names none' : text}.`;
  }
  const beside = mentions.length === 0 ? '' : `; ${inText}`;
  const what = isUnseen({ claims, earlier }) ? unseen : missing;
  return `${what}. ${told.join('; ')}${beside}.`;
}

/** What was looked up of the pull requests that a run names. */
type LookedUp = Pick<StepView, 'claims'> &
  Partial<Pick<StepView, 'earlier' | 'mentions'>> & {
    readonly provenance: Pick<StepView['provenance'], 'repository'>;
  };

function mentionsText(
  mentions: readonly PullRequestCheck[],
  { repository }: LookedUp['provenance'],
): string {
  return mentions.map((mention) => mentionText(mention, repository)).join('; ');
}

/**
 * `#404, which does not exist in this repository`.
 *
 * @param own `owner/name` of this workflow's repository: the names of others say where they are
 */
function mentionText(mention: PullRequestCheck, own: string): string {
  const [owner = '', repository = '', , number = ''] = mention.url.split('/').slice(-4);
  const name = shortLabel(`${owner}/${repository}#${number}`, own);
  switch (mention.state) {
    case 'not_found':
      return `${name}, which does not exist in this repository`;
    case 'not_counted':
      return `${name}, which does not count, because ${mention.why}`;
    case 'unchecked':
      return mention.isElsewhere
        ? `${name}, which does not count, because ${mention.why}`
        : `${name}, which could not be checked, ${mention.why}`;
    case 'exists':
      return mention.pullRequest.byRun
        ? `${name}, which nothing but that text says to be this run's`
        : `${name}, which was neither opened nor changed since the run began`;
  }
}

/** The same in a few words, without addresses: of the first that says why. */
export function claimsInShort({
  claims,
  earlier = [],
  mentions = [],
  provenance,
}: LookedUp): string {
  if (claims === null) {
    return 'GitHub could not be asked: the input `github_token` is empty.';
  }
  const [first = earlier[0]] = claims;
  switch (first?.state) {
    case undefined:
      return mentions.length === 0
        ? 'The run names no pull request.'
        : `Its text names ${mentionsText(mentions, provenance)}.`;
    case 'not_found':
      return 'Its pull request is claimed, not found.';
    case 'not_counted':
      return `Its pull request does not count: ${first.why}.`;
    case 'unchecked':
      return 'Its pull request could not be checked.';
    case 'exists':
      return claims.length === 0
        ? `Its pull request ${AS_BEFORE}.`
        : 'Its pull request was neither opened nor changed since the run began.';
  }
}

/** The address stands apart from the words, so that it can be copied. */
function claimText(check: PullRequestCheck): string {
  const { url } = check;
  switch (check.state) {
    case 'not_found':
      return `${url} (claimed, not found)`;
    case 'not_counted':
      return `${url} (does not count, because ${check.why})`;
    case 'unchecked':
      return `${url} (could not be checked, ${check.why})`;
    case 'exists':
      return `${url} (exists, but ${whyNoProof(check)})`;
  }
}

const AS_BEFORE = 'is from before this turn, and was not committed to since';

function earlierClaimText(check: PullRequestCheck): string {
  return check.state === 'exists' && check.timeUnread === null
    ? `${check.url} (exists, but ${AS_BEFORE})`
    : claimText(check);
}

function whyNoProof({ pullRequest, timeUnread }: FoundPullRequest): string {
  if (pullRequest.isEmpty) {
    return 'changes no file';
  }
  if (timeUnread !== null) {
    return `whether its head was committed since the run began could not be read${timeUnread}`;
  }
  return (
    'was neither opened nor changed since the run began; ' +
    `its head is ${pullRequest.headSha.slice(0, 7)}`
  );
}

/** The part of a view that tells of pull requests. */
export type Claims = Pick<StepView, 'pullRequests' | 'claims' | 'isSandbox'> & {
  readonly provenance: RepositoryPlace;
};

/** A pull request that a run names, as every place shows it. */
export interface ShownPullRequest {
  /** Agent text. */
  readonly address: string;
  /** Null: it is in none of the step's repositories. */
  readonly link: RepositoryLink | null;
  /** The link, but not to what GitHub does not know, nor to what the sandbox made up. */
  readonly live: RepositoryLink | null;
  /** GitHub does not know it. */
  readonly isMissing: boolean;
  /** Agent text; empty where it is not known. */
  readonly title: string;
  /** A tick if it exists, a note if not, with a space before it; empty: it was not looked up. */
  readonly mark: string;
  /** What the tick means, which says nothing by itself. Empty without one. */
  readonly explanation: string;
}

/**
 * Unique pull requests, those of the step's repositories first. Two spellings of an address are one
 * pull request.
 */
export function shownPullRequests({
  pullRequests,
  provenance,
  claims,
  isSandbox,
}: Claims): readonly ShownPullRequest[] {
  const read = repositoryLinks(provenance);
  const addressOf = (url: string): string | null => read(url)?.url ?? safeHttpsUrl(url);
  const known = new Map(claims?.map((check) => [addressOf(check.url), check]));
  const addresses = [...new Set(pullRequests.map(addressOf))].filter((address) => address !== null);
  const all = addresses.map((address) => {
    const check = known.get(address);
    const link = read(address);
    const isMissing = check?.state === 'not_found';
    const isConfirmed = check?.state === 'exists';
    const isMadeUp = isSandbox && !isConfirmed;
    return {
      address,
      link,
      live: isMissing || isMadeUp ? null : link,
      isMissing,
      title: isConfirmed ? (check.pullRequest.title ?? '') : '',
      mark: check === undefined ? '' : MARKS[check.state],
      explanation: isConfirmed ? CONFIRMED_TITLE : '',
    };
  });
  return [...all.filter(({ link }) => link !== null), ...all.filter(({ link }) => link === null)];
}

/**
 * `#31` for `octo/shop#31` where `own` is `octo/shop`: what a row of that repository need not say.
 */
export function shortLabel(label: string, own: string | null): string {
  const isOwn = own !== null && label.toLowerCase().startsWith(`${own.toLowerCase()}#`);
  return isOwn ? label.slice(own.length) : label;
}

/** Whether a run ended without the pull request that it was asked for. */
export function lacksPullRequest({ standing, turn }: Pick<StepView, 'standing' | 'turn'>): boolean {
  return turn?.awaitsPullRequest === 'yes' && standing === 'ended';
}
