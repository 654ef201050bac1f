/** A time limit for a piece of work. */
import type { Clock } from '../ports.ts';

export interface Limit {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly ms: number;
  /** Ends the work early. */
  readonly signal: AbortSignal;
}

/** Passes the work a signal that aborts after `ms` or with `signal`, whichever comes first. The timer ends with the work. */
export async function within<T>(
  { clock, ms, signal }: Limit,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const done = new AbortController();
  clock.sleep(Math.max(0, ms), done.signal).then(
    () => over.abort(new Error('there was no time left')),
    () => undefined,
  );
  try {
    return await work(AbortSignal.any([signal, over.signal]));
  } finally {
    done.abort();
  }
}
