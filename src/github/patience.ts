/** Waiting for GitHub's rate limits (contract 6.1). */
import type { Clock } from '../ports.ts';
import { GitHubError } from './port.ts';

/**
 * What `ask` resolves to, called again after each rate limit of GitHub's as long as all waits together fit into `budgetMs`. Rejects as
 * `ask` does, and with `signal.reason` on abort.
 */
export async function waitOutRateLimits<T>(
  ask: () => Promise<T>,
  {
    clock,
    signal,
    budgetMs,
  }: { readonly clock: Pick<Clock, 'now' | 'sleep'>; readonly signal: AbortSignal; readonly budgetMs: number },
): Promise<T> {
  const until = clock.now() + budgetMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const waitMs = error instanceof GitHubError ? error.retryAfterMs : null;
      if (waitMs === null || clock.now() + waitMs > until) throw error;
      // At least a second, so that a limit of no length is not asked about without pause.
      await clock.sleep(Math.max(waitMs, 1_000), signal);
    }
  }
}
