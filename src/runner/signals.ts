/** The end from outside: SIGINT and SIGTERM (contract 7.3). */
import type { Clock } from '../ports.ts';

/** How long an answer to a create is waited for, so that the id of a run just created is not lost. */
const LATE_MS = 1_000;

/** Why everything is being aborted. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor(signal: string) {
    super(`The step was cancelled (${signal}).`);
  }
}

/**
 * A signal that aborts a moment after `stop`, with the same reason; not any more once `done` has aborted, so that nothing keeps
 * the process alive for an answer that has come or was never on its way.
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
