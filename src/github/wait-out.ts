/**
 * The one rule for waiting on GitHub (contract 6.1, 7.2): which failures pass, how long they are
 * waited out, and what to do about the others.
 */
import { GITHUB_LIMIT_PAUSE_MS } from '../http/asked-wait.ts';
import { isFaultStatus, refusalAdvice } from '../http/github-refusal.ts';
import type { Clock } from '../runner/port.ts';
import { within } from '../runner/within.ts';
import { joined, messageOf } from '../safe/text.ts';
import { GitHubError } from './port.ts';

/**
 * How long a permission, a verification, a review, the last commit status and the last edit of a
 * comment are waited for, as far as a signal or the timeout leaves it (contract 6.1).
 */
export const GITHUB_PATIENCE_MS = 120_000;
/** What the last try may take beyond that. */
export const LAST_TRY_MS = 3_000;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** Prevents retries without pause if the limit has already been reset. */
const SHORTEST_PAUSE_MS = 1_000;

export interface Patience {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
  /** When this is over, the last try begins. */
  readonly budgetMs: number;
  /** Whether an error is temporary. Default: `isPassing`. */
  readonly passes?: (error: GitHubError) => boolean;
  /** What the request met before, whose pause is still to be kept. */
  readonly met?: GitHubError | null;
}

/**
 * Whether the request may have been carried out although GitHub did not say so: a fault, or no
 * response.
 */
export function isAmbiguous(error: unknown): boolean {
  const { status } = error instanceof GitHubError ? error : { status: null };
  return status === null || isFaultStatus(status);
}

/** Rate limits, faults, missing and unreadable responses: the same request may succeed later. */
export function isPassing(error: GitHubError): boolean {
  return error.isRateLimit || isAmbiguous(error);
}

/** What was asked about was deleted, or is switched off in this repository. */
export function isGoneAtGitHub(error: unknown): boolean {
  return error instanceof GitHubError && error.status === 410;
}

/** Milliseconds to wait after the failure: as GitHub asks, else longer with each one. */
export function pauseAfter({ isRateLimit, retryAfterMs }: GitHubError, failures = 1): number {
  if (retryAfterMs !== null) {
    return Math.max(SHORTEST_PAUSE_MS, retryAfterMs);
  }
  if (isRateLimit) {
    return GITHUB_LIMIT_PAUSE_MS;
  }
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

/**
 * Retries `ask` at the times that GitHub wants, or after growing pauses. The last try begins when
 * the budget is used up, even if it is sooner; only a time that GitHub names and that is longer
 * than the whole budget is not waited for. Each try gets a signal that also ends it `LAST_TRY_MS`
 * after the budget. Rejects with the last error if that is permanent or there is no more try, and
 * with `signal.reason` on abort.
 */
export async function waitOut<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { clock, signal, budgetMs, passes = isPassing, met = null }: Patience,
): Promise<T> {
  const until = clock.now() + Math.max(0, budgetMs);
  let failure = met;
  let isLast = false;
  for (let failures = met === null ? 0 : 1; ; failures += 1) {
    if (failure !== null) {
      const remainingMs = until - clock.now();
      if (isLast || remainingMs <= 0 || (failure.retryAfterMs ?? 0) > budgetMs) {
        throw failure;
      }
      const pauseMs = pauseAfter(failure, failures);
      isLast = pauseMs >= remainingMs;
      await clock.sleep(Math.min(pauseMs, remainingMs), signal);
    }
    const ms = until + LAST_TRY_MS - clock.now();
    try {
      return await within({ clock, ms, signal }, (ends) => tried(ask, { signal, ends }));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GitHubError) || !passes(error)) {
        throw error;
      }
      failure = error;
    }
  }
}

/** @param limits.ends aborts with `signal`, and when the try has taken too long */
async function tried<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { signal, ends }: { readonly signal: AbortSignal; readonly ends: AbortSignal },
): Promise<T> {
  try {
    return await ask(ends);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GitHubError || !ends.aborted) {
      throw error;
    }
    throw new OutOfTime({ cause: error });
  }
}

/** The time for the last try was over. It may not have been sent yet, but have waited its turn. */
export class OutOfTime extends GitHubError {
  constructor(options: ErrorOptions) {
    const message = 'GitHub did not answer in time';
    super({ status: null, message, retryAfterMs: null }, options);
  }
}

/** `HTTP 403: Resource not accessible`, or what happened instead of an answer. */
export function responseText({ status, message, hasWords }: GitHubError): string {
  return status === null || !hasWords ? message : `HTTP ${status}: ${message}`;
}

/** ` (403): Resource not accessible`, to follow what could not be done. */
export function githubFailure(error: unknown): string {
  const { status, hasWords } =
    error instanceof GitHubError ? error : { status: null, hasWords: true };
  const told = hasWords ? `: ${messageOf(error)}` : '';
  return `${status === null ? '' : ` (${status})`}${told}`;
}

/**
 * What was asked for. `read`: GitHub answers 404, too, where the token may not see it. `guard`: a
 * read on which a decision hangs, so that the permission is named also where GitHub does not say
 * what is missing (contract 6.1, 19.2).
 */
type Asked = 'change' | 'guard' | 'read';

/**
 * What to do about a failed call, as sentences, or nothing where the cause is not known.
 *
 * @param permission what to do if a permission is missing
 */
export function remedy(
  error: unknown,
  permission: string,
  { asked = 'change' }: { readonly asked?: Asked } = {},
): string {
  if (!(error instanceof GitHubError)) {
    return '';
  }
  const advice = refusalAdvice(error.kind, permission);
  const isHidden = error.kind === 'hidden';
  switch (asked) {
    case 'change':
      return advice;
    case 'read':
      return isHidden ? joined([advice, permission], ' ') : advice;
    case 'guard':
      return isHidden || error.kind === 'unknown' ? permission : advice;
  }
}
