/** Waits out trouble of GitHub that passes (contract 6.1, 7.2). */
import type { Clock } from '../ports.ts';
import { GitHubError } from './port.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** So that a limit of no length is not asked about without pause. */
const SHORTEST_PAUSE_MS = 1_000;

export interface Patience {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
  /** All waits together. */
  readonly budgetMs: number;
  /** What is waited out. */
  readonly passes: (error: GitHubError) => boolean;
}

/** The port has told it from a missing permission, which is a 403 as well. */
export function isRateLimit({ status, retryAfterMs }: GitHubError): boolean {
  return retryAfterMs !== null || status === 429;
}

/** Rate limits, faults, and no answer at all: the same request may succeed later. */
export function isPassing(error: GitHubError): boolean {
  const { status } = error;
  return isRateLimit(error) || status === null || status >= 500 || status === 408;
}

/**
 * What `ask` resolves to, called again at the times that GitHub names, else after growing pauses. Rejects as `ask` did with what does
 * not pass, or not within the budget; with `signal.reason` when aborted.
 */
export async function waitOut<T>(ask: () => Promise<T>, { clock, signal, budgetMs, passes }: Patience): Promise<T> {
  const until = clock.now() + budgetMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GitHubError) || !passes(error)) throw error;
      const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      const pauseMs = Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? growing);
      if (clock.now() + pauseMs > until) throw error;
      await clock.sleep(pauseMs, signal);
    }
  }
}
