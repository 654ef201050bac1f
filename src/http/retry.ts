/** The one loop that sends a request to the service again (contract 3.2, 4.1, 5). */
import type { Clock, Random } from '../runner/port.ts';
import { ServiceError } from './errors.ts';
import type { CallOptions } from './limits.ts';
import { backoff, connectingWait } from './backoff.ts';
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
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly random: Random;
  /**
   * Whether the request may be sent again after this failure. Default: `isTemporary`, for requests
   * that change nothing.
   */
  readonly passes?: (error: ServiceError) => boolean;
  /** Told of each failure, before `passes` is asked about it, and also once the call is aborted. */
  readonly onFailure?: ((error: ServiceError) => void) | undefined;
  /**
   * How long to go on while the service fails. Waits for a rate limit do not count. Default: as
   * long as the error says while nothing connects, otherwise until the deadline.
   */
  readonly patienceMs?: (error: ServiceError) => number;
  /**
   * The request changes nothing, so that an earlier failure may be told in the place of one that
   * the deadline has caused. Default: false.
   */
  readonly isRead?: boolean;
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

type Patience = Required<Pick<RetryOptions, 'isRead' | 'patienceMs'>>;

/** No time is left. Clocks return fractions, so less than a millisecond counts as none. */
export function isOver({ deadline, now }: Record<'deadline' | 'now', number>): boolean {
  return deadline - now < 1;
}

/** Whether a read has failed because its time was up: what it failed with before explains more. */
export function isCutOff(
  { kind, timedOut }: ServiceError,
  { deadline, now }: Record<'deadline' | 'now', number>,
): boolean {
  return kind === 'no_time' || (timedOut && isOver({ deadline, now }));
}

/** Failures in a row, and for how long they are put up with. */
class FailuresInARow {
  readonly #patienceMs: (error: ServiceError) => number;
  readonly #deadline: number;
  readonly #isRead: boolean;
  #last: ServiceError | null = null;
  /** Since when the service fails, on the clock's `now`. Null: it only limits the rate. */
  #since: number | null = null;
  /** The longest that a failure in this row allows: perhaps not all of them refused to connect. */
  #allowedMs = 0;

  constructor({ patienceMs, isRead }: Patience, deadline: number) {
    this.#patienceMs = patienceMs;
    this.#deadline = deadline;
    this.#isRead = isRead;
  }

  /** @param times when the request was sent, and when it failed, on the clock's `now` */
  add(error: ServiceError, { sentAt, now }: Record<'now' | 'sentAt', number>): void {
    const isCut = this.#isRead && isCutOff(error, { deadline: this.#deadline, now });
    if (error.kind !== 'no_time' && !isCut) {
      this.#last = error;
    }
    if (error.throttled) {
      this.#since = null;
      this.#allowedMs = 0;
    } else {
      this.#since ??= sentAt;
      this.#allowedMs = Math.max(this.#allowedMs, this.#patienceMs(error));
    }
  }

  /** Until when the request is sent again after this failure, on the clock's `now`. */
  until({ kind }: ServiceError): number {
    const allowedMs = kind === 'no_time' ? Infinity : this.#allowedMs;
    return Math.min(this.#deadline, (this.#since ?? Infinity) + allowedMs);
  }

  /** What is told once the request is not sent again after this failure. */
  reason(error: ServiceError): ServiceError {
    return this.#last ?? error;
  }
}

/** From one time that a wait is told to the next. */
const BETWEEN_WORDS_MS = 10_000;

/** Whether to say now that a wait follows, given when that was said last. */
export function isDue(
  toldAt: number | null,
  { now, waitMs }: { readonly now: number; readonly waitMs: number },
): boolean {
  return toldAt === null || now + waitMs - toldAt >= BETWEEN_WORDS_MS;
}

/** Says what is being waited for, not at every failure. */
class WaitWords {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onWait: RetryOptions['onWait'];
  #toldFirst: number | null = null;
  #toldLast: number | null = null;

  constructor({ clock, onWait }: Pick<RetryOptions, 'clock' | 'onWait'>) {
    this.#clock = clock;
    this.#onWait = onWait;
  }

  tell(error: ServiceError, waitMs: number): void {
    const now = this.#clock.now();
    if (!isDue(this.#toldLast, { now, waitMs })) {
      return;
    }
    this.#toldFirst ??= now;
    this.#toldLast = now;
    const what = error.throttled ? 'Rate limited' : `No answer yet: ${error.message}`;
    const text = `${what}; trying again ${inTime(waitMs)}.`;
    this.#onWait?.({ text, error, waitMs, sinceMs: now - this.#toldFirst });
  }
}

/**
 * Sends a request until it is answered or fails for good. Rejects with the last `ServiceError`: at
 * once if that does not pass, otherwise when the patience is over or the call's deadline has come.
 * A rate limit alone is waited for until the deadline.
 */
export async function persistently<T>(
  send: () => Promise<T>,
  options: RetryOptions,
  call: CallOptions,
): Promise<T> {
  const { clock, onFailure, passes = isTemporary } = options;
  const { isRead = false, patienceMs = unlessUnreachable } = options;
  const failures = new FailuresInARow({ patienceMs, isRead }, call.deadline);
  const words = new WaitWords(options);
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = clock.now();
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      // Whoever is told of it may abort what would come next, not what has happened.
      const wasAborted = call.signal.aborted;
      onFailure?.(error);
      if (wasAborted) {
        call.signal.throwIfAborted();
      }
      failures.add(error, { sentAt, now: clock.now() });
      const until = failures.until(error);
      const remainingMs = until - clock.now();
      if (!passes(error) || remainingMs <= 0) {
        throw failures.reason(error);
      }
      const waitMs = waitAfter(error, { attempt, remainingMs }, options);
      words.tell(error, waitMs);
      await clock.sleep(waitMs, call.signal);
      if (isOver({ deadline: until, now: clock.now() })) {
        throw failures.reason(error);
      }
    }
  }
}

function waitAfter(
  error: ServiceError,
  { attempt, remainingMs }: Record<'attempt' | 'remainingMs', number>,
  { random, throttledMs = backoff }: RetryOptions,
): number {
  const retry = { attempt, floorMs: error.retryAfterMs, random, remainingMs };
  const usualMs = error.throttled ? throttledMs(retry) : connectingWait(backoff(retry), error);
  return Math.min(remainingMs, usualMs);
}

/** Between two answers that something is not there that was. */
const MISSING_PAUSE_MS = 3_000;

/**
 * Looks for something that was there, and once more where it is missing: the first answer may come
 * of a replica that lags (contract 4.1). Rejects as `look`, and with the signal's reason on abort.
 */
export async function lookTwice<T>(
  look: () => Promise<T>,
  {
    isAbsent,
    clock,
    signal,
  }: {
    readonly isAbsent: (found: T) => boolean;
    readonly clock: Pick<Clock, 'sleep'>;
    readonly signal: AbortSignal;
  },
): Promise<T> {
  const first = await look();
  if (!isAbsent(first)) {
    return first;
  }
  await clock.sleep(MISSING_PAUSE_MS, signal);
  return look();
}
