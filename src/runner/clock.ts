/** The real clock, and cancellation by SIGINT and SIGTERM (contract 7.3). */
import { setTimeout } from 'node:timers/promises';
import type { Clock } from './port.ts';

/** Node's timers are limited to 32 bits, so longer waits use several. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  async sleep(ms, signal) {
    const until = performance.now() + ms;
    // A sleep of 0 lets the event loop run once.
    let remainingMs = ms;
    do {
      const pauseMs = Math.max(0, Math.ceil(Math.min(remainingMs, TIMER_MAX_MS)));
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
      signal?.throwIfAborted();
      remainingMs = until - performance.now();
    } while (remainingMs > 0);
  },
};

/**
 * How long to wait for the response to a create after a signal, so that the ID of a new run is not
 * lost (contract 7.3).
 */
const RESPONSE_AFTER_SIGNAL_MS = 1_000;

/** The reason for aborting all work. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor(signal: string) {
    super(`The step was cancelled (${signal}).`);
  }
}

/**
 * Returns a signal that aborts `graceMs` after `stop`, with the same reason. Once `done` has
 * aborted it no longer does, so no timer keeps the process alive.
 */
export function delayedStop(
  clock: Clock,
  {
    stop,
    done,
    graceMs = RESPONSE_AFTER_SIGNAL_MS,
  }: { readonly stop: AbortSignal; readonly done: AbortSignal; readonly graceMs?: number },
): AbortSignal {
  const delayed = new AbortController();
  const follow = (): void => {
    if (done.aborted) {
      return;
    }
    void clock.sleep(graceMs, done).then(
      () => delayed.abort(stop.reason),
      () => undefined,
    );
  };
  if (stop.aborted) {
    follow();
  } else {
    stop.addEventListener('abort', follow, { once: true });
  }
  return delayed.signal;
}

/** Lets one pass every `everyMs`, in the order in which they come. Rejects on abort. */
export function pacing(
  clock: Pick<Clock, 'now' | 'sleep'>,
  everyMs: number,
): (signal: AbortSignal) => Promise<void> {
  let next = -Infinity;
  return async (signal) => {
    const due = Math.max(next, clock.now());
    next = due + everyMs;
    await clock.sleep(Math.max(0, due - clock.now()), signal);
  };
}
