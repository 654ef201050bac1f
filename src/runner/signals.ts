/** Cancellation by SIGINT and SIGTERM (contract 7.3). */
import type { Clock } from '../ports.ts';

/** How long to wait for the response to a create after a signal, so that the ID of a new run is not lost. */
const LATE_MS = 1_000;

/** The reason for aborting all work. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor(signal: string) {
    super(`The step was cancelled (${signal}).`);
  }
}

/**
 * Returns a signal that aborts a moment after `stop`, with the same reason. Once `done` has aborted it no longer does, so no timer keeps
 * the process alive.
 */
export function lateSignal(
  clock: Clock,
  {
    stop,
    done,
    lateMs = LATE_MS,
  }: { readonly stop: AbortSignal; readonly done: AbortSignal; readonly lateMs?: number },
): AbortSignal {
  const late = new AbortController();
  const follow = (): void => {
    if (done.aborted) return;
    void clock.sleep(lateMs, done).then(
      () => late.abort(stop.reason),
      () => undefined,
    );
  };
  if (stop.aborted) follow();
  else stop.addEventListener('abort', follow, { once: true });
  return late.signal;
}
