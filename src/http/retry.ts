/** The one loop that sends a request to the service again (contract 3.2, 4.1, 5). */
import type { Clock, Random } from '../runner/port.ts';
import { ServiceError } from './errors.ts';
import type { CallOptions } from './request.ts';
import { responseFloor, backoff, connectingWait, isDue } from './retry-after.ts';
import { inTime } from '../safe/text.ts';

export interface Wait {
  /** What is being waited for, as a sentence. May quote the service. */
  readonly text: string;
  readonly error: ServiceError;
  readonly waitMs: number;
  /** Since the failure that was told first; 0 for that one. */
  readonly sinceMs: number;
}

export interface RetryOptions {
  readonly clock: Pick<Clock, 'now' | 'wall' | 'sleep'>;
  readonly random: Random;
  /**
   * Whether the request may be sent again. Default: for reads of endpoints that not all services
   * have.
   */
  readonly passes?: (error: ServiceError) => boolean;
  /** Told of each failure, before `passes` is asked about it. */
  readonly onFailure?: ((error: ServiceError) => void) | undefined;
  /**
   * How long to go on while the service fails. Waits for a rate limit do not count. Default: as
   * long as the error says while nothing connects, otherwise until the deadline.
   */
  readonly patienceMs?: (error: ServiceError) => number;
  /** The wait after a 429. Default: as after other failures. */
  readonly throttledMs?: typeof backoff;
  /**
   * Told what is being waited for, at least every 15 seconds while nothing connects (contract 5).
   */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/**
 * Conflict and "too early" pass by themselves. Any other refusal is final, and so is a missing
 * endpoint.
 */
export function isTemporary(error: ServiceError): boolean {
  return (
    error.status === 409 || error.status === 425 || (error.proof !== 'permanent' && error.passing)
  );
}

function unlessUnreachable({ proof, patienceMs }: ServiceError): number {
  return proof === 'unsent' ? patienceMs : Infinity;
}

/**
 * Sends a request until it is answered or fails for good. Rejects with the last `ServiceError`: at
 * once if that does not pass, otherwise when the patience is over or the call's deadline has come.
 * A rate limit alone is waited for until the deadline.
 */
export async function persistently<T>(
  send: () => Promise<T>,
  {
    clock,
    random,
    onFailure,
    onWait,
    passes = isTemporary,
    patienceMs = unlessUnreachable,
    throttledMs = backoff,
  }: RetryOptions,
  call: CallOptions,
): Promise<T> {
  let met: ServiceError | null = null;
  let failingSince: number | null = null;
  /** The longest that a failure in this row allows: perhaps not all of them refused to connect. */
  let patience = 0;
  let toldFirst: number | null = null;
  let toldLast: number | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = clock.now();
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      call.signal.throwIfAborted();
      // The service's last error explains more than the lack of time for another attempt.
      if (error.kind !== 'no_time' || met === null) {
        met = error;
      }
      if (error.throttled) {
        failingSince = null;
        patience = 0;
      } else {
        failingSince ??= sentAt;
        patience = Math.max(patience, patienceMs(error));
      }
      const allowed = error.kind === 'no_time' ? Infinity : patience;
      const until = Math.min(call.deadline, (failingSince ?? Infinity) + allowed);
      const remainingMs = until - clock.now();
      onFailure?.(error);
      if (!passes(error) || remainingMs <= 0) {
        throw met;
      }
      const retry = { attempt, floorMs: responseFloor(error, clock.wall()), random, remainingMs };
      const usualMs = error.throttled ? throttledMs(retry) : connectingWait(backoff(retry), error);
      const waitMs = Math.min(remainingMs, usualMs);
      const now = clock.now();
      if (isDue(toldLast, { now, waitMs })) {
        toldFirst ??= now;
        toldLast = now;
        const what = error.throttled ? 'Rate limited' : `No answer yet: ${error.message}`;
        onWait?.({
          text: `${what}; trying again ${inTime(waitMs)}.`,
          error,
          waitMs,
          sinceMs: now - toldFirst,
        });
      }
      await clock.sleep(waitMs, call.signal);
      // Clocks return fractions, so less than a millisecond counts as none.
      if (until - clock.now() < 1) {
        throw met;
      }
    }
  }
}
