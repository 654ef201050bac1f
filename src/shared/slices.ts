/** Runs long work in slices, so that signals and deadlines are handled in between (contract 6.5). */
import type { Clock } from '../ports.ts';

export interface SliceOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
}

/** Milliseconds of work before the event loop gets a turn. */
const SLICE_MS = 20;

/** Runs `work` to its end. At its yields, lets the event loop run from time to time. Rejects with `signal.reason` on abort. */
export async function inSlices<T>(work: Generator<undefined, T>, { clock, signal }: SliceOptions): Promise<T> {
  let since = clock.now();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (clock.now() - since < SLICE_MS) continue;
    await clock.sleep(1, signal);
    since = clock.now();
  }
}
