/**
 * One look at a pull request and all that is checked of its head (contract 19.1), at the pace that
 * GitHub asks for: limits and outages are waited out until the step's time is over (19.3).
 */
import type { Context } from '../context.ts';
import type { HeadReading, LeftOut } from '../github/head-checks.ts';
import {
  GitHubError,
  type CheckReads,
  type CommitPlace,
  type GitHubPullRequest,
  type PullRequestPlace,
} from '../github/port.ts';
import type { PullRequestReads } from '../github/pull-requests.ts';
import { isPassing, OutOfTime, waitOut } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock } from '../runner/port.ts';
import { NONE_MS, type HeadWatch } from './check-pace.ts';

/** What a look asks for; each needs a permission of its own. */
export type LookedFor = 'checks' | 'pull_request' | 'statuses';

export type HeadLook =
  /** `reading`: null where the pull request is closed, and its checks may not be read. */
  | {
      readonly kind: 'read';
      readonly pull: GitHubPullRequest;
      readonly reading: HeadReading | null;
    }
  /** GitHub refuses it for good. */
  | { readonly kind: 'refused'; readonly what: LookedFor; readonly error: GitHubError }
  /** The time was over before GitHub gave an answer, or the read had its turn. */
  | { readonly kind: 'late'; readonly error: GitHubError };

export interface HeadLookPorts {
  readonly pulls: Pick<PullRequestReads, 'pullRequest'>;
  readonly checks: CheckReads;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** The head that was seen last, and since when it has been known. */
  readonly watch: Pick<HeadWatch, 'headSha' | 'since'>;
  /** Told of each failure that is waited out. */
  readonly onTrouble: (error: GitHubError) => void;
}

/** Rejects with the signal's reason on abort. */
export function lookAtHead(place: PullRequestPlace, ports: HeadLookPorts): Promise<HeadLook> {
  const { pulls, checks } = ports;
  return patiently(ports, async (signal, { asks, sees }) => {
    asks('pull_request');
    const pull = await pulls.pullRequest(place, signal);
    const head = { repository: pull.repository, sha: pull.headSha };
    sees(pull.headSha);
    try {
      return { kind: 'read', pull, reading: await readHead(head, { checks, signal, asks }) };
    } catch (error) {
      // What became of the pull request is known without its checks.
      if (pull.closed && error instanceof GitHubError) {
        return { kind: 'read', pull, reading: null };
      }
      throw error;
    }
  });
}

/** Reads all that is checked of a head, one after the other. Rejects with `GitHubError`. */
export async function readHead(
  head: CommitPlace,
  {
    checks,
    signal,
    asks,
  }: Pick<HeadLookPorts, 'checks' | 'signal'> & Partial<Pick<LookTold, 'asks'>>,
): Promise<HeadReading> {
  asks?.('checks');
  const suites = await checks.checkSuites(head, signal);
  const runs = await checks.checkRuns(head, signal);
  asks?.('statuses');
  const statuses = await checks.commitStatuses(head, signal);
  return { suites, runs, statuses };
}

/** The checks that do not count for a step (contract 19.1). */
export function leftOutOf(
  { event }: Pick<Context, 'event'>,
  { commitStatus, ignoreChecks }: Pick<Inputs, 'commitStatus' | 'ignoreChecks'>,
): LeftOut {
  return { workflowRunId: event.workflowRunId, commitStatus, ignored: ignoreChecks };
}

/** Looks at the pull request alone. Rejects as `lookAtHead`. */
export function lookAtPull(place: PullRequestPlace, ports: HeadLookPorts): Promise<HeadLook> {
  return patiently(ports, async (signal) => {
    const pull = await ports.pulls.pullRequest(place, signal);
    return { kind: 'read', pull, reading: null };
  });
}

/** What a look tells of itself on its way. */
interface LookTold {
  readonly asks: (what: LookedFor) => void;
  readonly sees: (headSha: string) => void;
}

async function patiently(
  { clock, signal, deadline, watch, onTrouble }: HeadLookPorts,
  look: (signal: AbortSignal, told: LookTold) => Promise<HeadLook>,
): Promise<HeadLook> {
  let what: LookedFor = 'pull_request';
  let head = watch;
  const told: LookTold = {
    asks: (next) => {
      what = next;
    },
    sees: (headSha) => {
      if (headSha !== head.headSha) {
        head = { headSha, since: clock.now() };
      }
    },
  };
  // A head that was pushed a moment ago is not known everywhere.
  const isNotThereYet = ({ status }: GitHubError): boolean =>
    (status === 404 || status === 422) && clock.now() < head.since + NONE_MS;
  const mayPass = (error: GitHubError): boolean => isPassing(error) || isNotThereYet(error);
  const passes = (error: GitHubError): boolean => {
    if (mayPass(error) && !(error instanceof OutOfTime)) {
      onTrouble(error);
    }
    return mayPass(error);
  };
  const budgetMs = deadline - clock.now();
  try {
    return await waitOut((ends) => look(ends, told), { clock, signal, budgetMs, passes });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    return mayPass(error) ? { kind: 'late', error } : { kind: 'refused', what, error };
  }
}
