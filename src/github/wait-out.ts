/**
 * Failed GitHub calls: which pass, how long they are retried (contract 6.1, 7.2), and what to do
 * about the others.
 */
import type { Clock } from '../runner/port.ts';
import { messageOf } from '../safe/text.ts';
import { GitHubError } from './port.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** Prevents retries without pause if the limit has already been reset. */
const SHORTEST_PAUSE_MS = 1_000;

export interface Patience {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
  /** Total time for all waits. */
  readonly budgetMs: number;
  /** Whether an error is temporary. */
  readonly passes: (error: GitHubError) => boolean;
}

/** The port has already distinguished it from a missing permission, which is a 403 as well. */
export function isRateLimit({ status, retryAfterMs }: GitHubError): boolean {
  return retryAfterMs !== null || status === 429;
}

/**
 * Whether the request may have been carried out although GitHub did not say so: a fault, or no
 * response.
 */
export function isAmbiguous(error: unknown): boolean {
  const { status } = error instanceof GitHubError ? error : { status: null };
  return status === null || status >= 500 || status === 408;
}

/** Rate limits, faults and missing responses: the same request may succeed later. */
export function isPassing(error: GitHubError): boolean {
  return isRateLimit(error) || isAmbiguous(error);
}

/**
 * Retries `ask` at the times that GitHub names, or after growing pauses. Rejects like `ask` if the
 * error is permanent or the budget is used up, and with `signal.reason` on abort.
 */
export async function waitOut<T>(
  ask: () => Promise<T>,
  { clock, signal, budgetMs, passes }: Patience,
): Promise<T> {
  const until = clock.now() + budgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GitHubError) || !passes(error)) {
        throw error;
      }
      const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      const pauseMs = Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? growing);
      if (clock.now() + pauseMs > until) {
        throw error;
      }
      await clock.sleep(pauseMs, signal);
    }
  }
}

/** `HTTP 403: Resource not accessible`, or what happened instead of an answer. */
export function answerText({ status, message }: GitHubError): string {
  return status === null ? message : `HTTP ${status}: ${message}`;
}

/** ` (403): Resource not accessible`, to follow what could not be done. */
export function failureText(error: unknown): string {
  const status = error instanceof GitHubError ? error.status : null;
  return `${status === null ? '' : ` (${status})`}: ${messageOf(error)}`;
}

/** GitHub answers 401 without a token, too. */
const TOKEN_REFUSED =
  'The input `github_token` is empty, or GitHub does not accept it: ' +
  'leave it out to use the token of the job, or give a valid one.';

/**
 * What to do about a failed call, as a sentence. A rate limit and a wrong token are never told as a
 * missing permission.
 *
 * @param permission what to do if a permission is missing
 */
export function remedy(error: unknown, permission: string): string {
  if (!(error instanceof GitHubError)) {
    return permission;
  }
  const { status } = error;
  if (isRateLimit(error)) {
    return "GitHub's rate limit for this token is used up: run the step again later.";
  }
  if (isPassing(error)) {
    return 'GitHub did not answer: run the step again later.';
  }
  return status === 401 ? TOKEN_REFUSED : permission;
}
