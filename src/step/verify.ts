/**
 * Looks up the pull requests that a run claims on GitHub after it has ended, and walks the proof of
 * what `expect` asks for (contract 1.1, 14, 19). Sends a limited number of read requests within a
 * limited time, one after the other as GitHub recommends. A signal ends it at once.
 */
import type { Context } from '../context.ts';
import type { Clock } from '../runner/port.ts';
import type { PullRequestCheck, UncheckedPullRequest } from '../github/pull-request-check.ts';
import type { EndedRun, ProvenEnd } from '../run/session.ts';
import { wantsPullRequest } from '../inputs/expect.ts';
import { repositoryName } from '../run/repository.ts';
import { mendCount, mendsOf } from '../run/once/mend-mark.ts';
import { OUTCOME_TABLE } from '../outcomes.ts';
import { within } from '../runner/within.ts';
import { followLeads, type LedClaims } from './pull-request-leads.ts';
import type { PullRequestLead } from '../agents/port.ts';
import { ServiceError } from '../http/errors.ts';
import {
  checkOf,
  claimsOf,
  hasBareNumber,
  isSince,
  mentionedIn,
  troubleOf,
  type PullRequestLookUp,
  type Claim,
  type CheckScope,
  type Scope,
} from '../github/pull-request-check.ts';
import { GitHubError } from '../github/port.ts';
import type { PullRequestReads } from '../github/pull-requests.ts';
import { GITHUB_PATIENCE_MS, LAST_TRY_MS, waitOut } from '../github/wait-out.ts';
import { mayRead, openReads } from './github-reads.ts';
import type { OpenedProof, ProofPorts } from './proof.ts';
import { PROOFS } from './proofs.ts';
import { showChecks } from './show-checks.ts';

/** For the name of the repository whose ID was sent. */
const NAME_MS = 5_000;
/** Near the timeout and after it, so that it holds within ten seconds (contract 6.5). */
const SHORT_BUDGET_MS = 1_000;

type VerifyOrder = Omit<ProofPorts, 'context' | 'withheld'>;

/** The last look begins so long before the time is up. */
const LAST_LOOK_MS = 2_000;

/**
 * How the session ends, once its run has. Without a token, without a claim, or after a signal no
 * request is made. Rejects with the signal's reason while it waits for checks, otherwise only
 * because of bugs.
 */
export async function verify(
  context: Context,
  order: VerifyOrder,
  ended: EndedRun,
): Promise<ProvenEnd> {
  const { clock, step } = context;
  const { expect, wait } = order.inputs;
  const { turn } = step.state;
  if (!wait || turn === null) {
    return ended;
  }
  if (expect === 'checks') {
    // The log may show mends of earlier attempts, and the run may end in another way than well.
    const fixes = mendCount(mendsOf(order.mendKey, turn.mendMarks));
    step.dispatch({ type: 'known', fixes });
  }
  await verifyClaims(context, order);
  const hasSucceeded = OUTCOME_TABLE[ended.end.outcome].ending === 'good';
  if (expect === 'none' || !hasSucceeded) {
    await showChecks(context, order);
    return ended;
  }
  const proof = await PROOFS[expect]({ ...order, context, withheld: ended.withheld });
  const end = await walk(proof, { context, order, ended });
  if (step.state.headChecks === null) {
    await showChecks(context, order);
  }
  // The time that is told of a run is its own, unless it was waited for what came after it.
  return { end, at: expect === 'checks' ? clock.now() : ended.at };
}

interface Walked {
  readonly context: Context;
  readonly order: VerifyOrder;
  readonly ended: EndedRun;
}

async function walk(
  proof: OpenedProof,
  { context: { clock, stop }, order: { deadline }, ended }: Walked,
): Promise<ProvenEnd['end']> {
  let { end } = ended;
  for (;;) {
    const look = await proof.look();
    switch (look.kind) {
      case 'proven':
        return end;
      case 'lacking':
        return { ...look.end, resultJson: end.resultJson };
      case 'open': {
        const remainingMs = deadline - LAST_LOOK_MS - clock.now();
        if (remainingMs <= 0) {
          return { ...proof.timedOut(), resultJson: end.resultJson };
        }
        await clock.sleep(Math.min(look.waitMs, remainingMs), stop);
        break;
      }
      case 'ask': {
        const asked = await ended.mend(look.request);
        const answered = proof.answered(asked);
        const resultJson = 'end' in asked ? asked.end.resultJson : null;
        end = { ...end, resultJson: resultJson ?? end.resultJson };
        if (answered.kind === 'lacking') {
          return { ...answered.end, resultJson: end.resultJson };
        }
      }
    }
  }
}

/** Makes no request without a token, without a claim, or after a signal. */
async function verifyClaims(context: Context, order: VerifyOrder): Promise<void> {
  const { event, step, stop } = context;
  const urls = step.view().pullRequests;
  const leads = step.state.turn?.leads ?? [];
  if (!mayRead(order) || event.repository === '') {
    // Nobody can say which of those that tools have shown are the run's.
    const seen = leads.flatMap((lead) => (lead.kind === 'seen' ? [lead.url] : []));
    step.dispatch({ type: 'known', led: [...step.state.led, ...seen] });
    return;
  }
  if (stop.aborted) {
    return;
  }
  const mentions = (await mentionsOf(context, order)).filter((url) => !urls.includes(url));
  if (urls.length === 0 && leads.length === 0 && mentions.length === 0) {
    step.dispatch({ type: 'known', claims: [] });
    return;
  }
  await checkClaims(context, { ...order, urls, leads, mentions });
}

/** What the agent's text names, where it must be said why it does not count (contract 14). */
async function mentionsOf(context: Context, order: VerifyOrder): Promise<readonly string[]> {
  const { event, step } = context;
  const { inputs } = order;
  if (!wantsPullRequest(inputs.expect)) {
    return [];
  }
  const text = step.view().result;
  // The service is asked for the name of a repository only where a number is of it.
  const named = hasBareNumber(text) ? await namedRepository(context, order) : null;
  const repository = named ?? workRepository(inputs, event);
  return mentionedIn(text, { repository, serverUrl: event.serverUrl });
}

/** The repository that the run works in, as far as the inputs tell, `owner/name`. */
export function workRepository(
  { repo }: Pick<VerifyOrder['inputs'], 'repo'>,
  { repository }: Pick<Context['event'], 'repository'>,
): string {
  return repo ?? repository;
}

async function checkClaims(
  context: Context,
  order: VerifyOrder & Pick<LookUpOrder, 'leads' | 'mentions' | 'urls'>,
): Promise<void> {
  const { clock, step, stop } = context;
  const remainingMs = order.deadline - clock.now() - LAST_TRY_MS;
  const { led, warning, ...looked } = await lookUpClaims(context, {
    ...order,
    // Not at the pace of those that wait: each looks once, and has little time for it.
    pace: undefined,
    signal: stop,
    budgetMs: Math.max(SHORT_BUDGET_MS, Math.min(GITHUB_PATIENCE_MS, remainingMs)),
  });
  step.dispatch({ type: 'known', ...looked, led });
  if (warning !== null) {
    step.warn(warning);
  }
}

interface LookUpOrder extends Pick<VerifyOrder, 'agent' | 'inputs' | 'pace'> {
  readonly urls: readonly string[];
  readonly leads: readonly PullRequestLead[];
  readonly mentions: readonly string[];
  readonly signal: AbortSignal;
  /** When this is over, the last try of all look-ups begins. */
  readonly budgetMs: number;
}

/** What GitHub tells of pull requests that a run names. Never rejects because of GitHub. */
export async function lookUpClaims(context: Context, order: LookUpOrder): Promise<Verification> {
  const { clock, event } = context;
  const { inputs, urls, leads, mentions, signal, budgetMs } = order;
  const { pulls } = await openReads(context, order);
  return verifyPullRequests(urls, {
    ...event,
    github: pulls,
    clock,
    stop: signal,
    ...beginOf(context),
    named: () => namedRepository(context, order),
    budgetMs,
    leads,
    mentions,
    worksIn: workRepository(inputs, event),
  });
}

/**
 * The repository that the inputs name, by its ID if need be. Null if there is none, or if its name
 * cannot be read.
 */
async function namedRepository(
  { clock, random, stop }: Context,
  { agent, inputs }: Pick<VerifyOrder, 'agent' | 'inputs'>,
): Promise<string | null> {
  if (inputs.repo !== null || inputs.repoId === null) {
    return inputs.repo;
  }
  try {
    const call = { signal: stop, deadline: clock.now() + NAME_MS };
    return await repositoryName(inputs.repoId, { agent, clock, random }, call);
  } catch (error) {
    if (error instanceof ServiceError || stop.aborted) {
      return null;
    }
    throw error;
  }
}

/**
 * When the run and its turn began, in ms since the epoch: what this step has created or sent, at
 * the time of its request. Otherwise the service reports it of the run, but a service clock that is
 * ahead must not move it after this step's request.
 */
function beginOf({ clock, step }: Context): Pick<CheckScope, 'since' | 'sinceTurn'> {
  const { mode, callAt, turn } = step.state;
  const calledAt = clock.wall() - (clock.now() - (callAt ?? clock.now()));
  const since = mode === 'created' ? calledAt : Math.min(turn?.createdAt ?? calledAt, calledAt);
  // A follow-up that an earlier attempt has sent may have begun at any time since the run did.
  const isSentNow = mode === 'resumed' && turn?.isFound !== true;
  return { since, sinceTurn: isSentNow ? calledAt : since };
}

/** Pull requests that are looked up. */
const CHECKED_MOST = 10;

interface VerificationOptions extends CheckScope, Scope {
  readonly github: PullRequestReads;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  /** When this is over, the last try of all look-ups begins. */
  readonly budgetMs: number;
  /** Aborts if the step is cancelled. */
  readonly stop: AbortSignal;
  /** What the service tells of pull requests without their address. Default: none. */
  readonly leads?: readonly PullRequestLead[];
  /** Addresses that the agent's text names, and that prove nothing. Default: none. */
  readonly mentions?: readonly string[];
  /** `owner/name` of the repository in which the run works. Default: that of the workflow. */
  readonly worksIn?: string;
}

interface Verification {
  /** Addresses to which the leads have led, if they count. */
  readonly led: readonly string[];
  /** Unique pull requests, in the order in which they are claimed. */
  readonly claims: readonly PullRequestCheck[];
  /** The results for those from before the turn that do not count. */
  readonly earlier: readonly PullRequestCheck[];
  /** The results for what the agent's text names beside them. */
  readonly mentions: readonly PullRequestCheck[];
  /** A warning about claims that could not be looked up. May quote GitHub. */
  readonly warning: string | null;
}

/** Never rejects because of GitHub. Claims without a result when the time is up are `unchecked`. */
export async function verifyPullRequests(
  urls: readonly string[],
  options: VerificationOptions,
): Promise<Verification> {
  const { clock, budgetMs, stop } = options;
  const until = clock.now() + budgetMs;
  return within({ clock, ms: budgetMs + LAST_TRY_MS, signal: stop }, async (signal) => {
    const asking = { ...options, signal, until };
    const led = await followLeads(options.leads ?? [], {
      repository: options.worksIn ?? options.repository,
      serverUrl: options.serverUrl,
      reads: options.github,
      retried: (read) => retried(read, asking),
    });
    // Where there are too many, the first ones are not looked up.
    const claimed = [...new Set([...led.seen, ...urls, ...led.urls, ...led.earlier])];
    const named = new Set([...urls, ...led.urls]);
    const earlier = led.earlier.filter((url) => !named.has(url));
    const seen = led.seen.filter((url) => !named.has(url));
    const { asked, unasked } = await claimsOf(claimed, {
      ...options,
      earlier,
      most: CHECKED_MOST,
    });
    const lookUps: LookedUp[] = [];
    for (const claim of asked) {
      const lookUp = await ask(claim, { ...asking, several: asked.length > 1 });
      lookUps.push({ claim, lookUp });
    }
    const { unconfirmed, ...found } = verification(
      { claimed, earlier, seen, led, unasked, lookUps },
      options,
    );
    const others = (options.mentions ?? []).filter((url) => !claimed.includes(url));
    const mentioned = await claimsOf(others, { ...options, most: CHECKED_MOST });
    const mentions = unconfirmed.filter(({ url }) => options.mentions?.includes(url) ?? false);
    mentions.push(...mentioned.unasked);
    for (const claim of mentioned.asked) {
      const lookUp = await ask(claim, { ...asking, several: false });
      mentions.push(checkOf({ ...options, claim, lookUp }));
    }
    return { ...found, mentions };
  });
}

interface LookedUp {
  readonly claim: Claim;
  readonly lookUp: PullRequestLookUp;
}

interface VerifiedClaims {
  /** Addresses, in order. */
  readonly claimed: readonly string[];
  readonly earlier: readonly string[];
  readonly seen: readonly string[];
  readonly led: LedClaims;
  readonly unasked: readonly UncheckedPullRequest[];
  readonly lookUps: readonly LookedUp[];
}

function verification(
  { claimed, earlier, seen, led, unasked, lookUps }: VerifiedClaims,
  options: VerificationOptions,
): Omit<Verification, 'mentions'> & { readonly unconfirmed: readonly PullRequestCheck[] } {
  const checked = lookUps.map(({ claim, lookUp }) => checkOf({ ...options, claim, lookUp }));
  // Tools may have shown very many.
  const [wereEarlier, wereSeen] = [new Set(earlier), new Set(seen)];
  const counts = (check: PullRequestCheck): boolean => {
    const { url } = check;
    // What was there before and has not changed is no work of this turn.
    if (wereEarlier.has(url)) {
      return check.state === 'exists' && check.pullRequest.byRun;
    }
    // What tools have shown may be anybody's, and counts only if GitHub was asked about it.
    return !wereSeen.has(url) || (checked.includes(check) && mayBeOfRun(check));
  };
  const places = new Map(claimed.map((url, at) => [url, at]));
  const place = ({ url }: PullRequestCheck): number => places.get(url) ?? -1;
  const all = [...checked, ...unasked].sort((a, b) => place(a) - place(b));
  const claims = all.filter(counts);
  const dropped = all.filter((check) => !counts(check));
  const wereLed = new Set([...led.earlier, ...led.seen]);
  const counted = claims.map(({ url }) => url);
  const failed = led.failures.map((failure): PullRequestLookUp => ({ pull: null, failure }));
  const trouble = troubleOf([...failed, ...lookUps.map(({ lookUp }) => lookUp)]);
  return {
    led: [...new Set([...led.urls, ...counted.filter((url) => wereLed.has(url))])],
    claims: [...claims, ...led.lost],
    earlier: dropped.filter(({ url }) => wereEarlier.has(url)),
    unconfirmed: dropped.filter(({ url }) => !wereEarlier.has(url)),
    warning: options.stop.aborted ? null : trouble,
  };
}

/** Whether GitHub confirms it, or could not be asked: that is told as such (contract 6.1). */
function mayBeOfRun(check: PullRequestCheck): boolean {
  return check.state === 'exists'
    ? check.pullRequest.byRun || check.timeUnread !== null
    : check.state === 'unchecked';
}

interface Asking extends VerificationOptions {
  /** Aborts with the step, and at the time limit. */
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly until: number;
  /** With several pull requests, the commit times decide which one changed last. */
  readonly several: boolean;
}

async function ask(
  { repository, number, isEarlier = false }: Claim,
  asking: Asking,
): Promise<PullRequestLookUp> {
  const { github, since, several } = asking;
  const pull = await retried((ends) => github.pullRequest({ repository, number }, ends), asking);
  if (pull instanceof GitHubError) {
    return { pull: null, failure: pull };
  }
  const opened = isSince(pull.openedAt, since);
  if (opened && !several && !isEarlier) {
    return { pull, committedAt: null, failure: null };
  }
  const head = { repository: pull.repository, sha: pull.headSha };
  const committedAt = await retried((ends) => github.committedAt(head, ends), asking);
  if (!(committedAt instanceof GitHubError)) {
    return { pull, committedAt, failure: null };
  }
  // A new pull request is confirmed without the commit time of its head, which requires another
  // permission.
  return { pull, committedAt: null, failure: opened && !isEarlier ? null : committedAt };
}

/**
 * Waits out faults and rate limits. Returns the last failure, or that there is no time for another
 * attempt.
 */
async function retried<T>(
  read: (signal: AbortSignal) => Promise<T>,
  { clock, signal, stop, until }: Omit<Asking, 'several'>,
): Promise<T | GitHubError> {
  try {
    signal.throwIfAborted();
    return await waitOut(read, { clock, signal, budgetMs: until - clock.now() });
  } catch (error) {
    if (!signal.aborted && error instanceof GitHubError) {
      return error;
    }
    if (!signal.aborted) {
      throw error;
    }
    const message = stop.aborted ? 'the step was cancelled first' : 'there was no time left';
    return new GitHubError({ status: null, message, retryAfterMs: null }, { cause: error });
  }
}
