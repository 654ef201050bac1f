/** How long to wait after a failure, beside what the response asks for (contract 3.2, 5). */
import type { Random } from '../runner/port.ts';
import type { ServiceError } from './errors.ts';

const SECOND_MS = 1_000;

interface FailedAttempt {
  /** From 1. */
  readonly attempt: number;
  readonly floorMs: number | null;
  readonly random: Random;
  /** Until the deadline. */
  readonly remainingMs?: number;
  /** The most after the first attempt, twice as much after each further one, up to `capMs`. */
  readonly firstMs?: number;
  readonly capMs?: number;
}

/**
 * Exponential backoff with full jitter above the floor, for requests that failed. Stays within the
 * time left, so that one more attempt is made, unless less than a second is left.
 */
export function backoff(retry: FailedAttempt): number {
  const {
    attempt,
    random,
    remainingMs = Infinity,
    firstMs = SECOND_MS,
    capMs = 30 * SECOND_MS,
  } = retry;
  const floorMs = retry.floorMs ?? 0;
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.min(10, attempt - 1));
  return floorMs + random() * Math.min(ceiling, Math.max(SECOND_MS, remainingMs - floorMs));
}

/** The wait after an attempt to connect, which has taken up to ten seconds itself. */
const AFTER_CONNECTING_MS = 4_500;
/** The wait after any other failure that shows at once. */
const LONGEST_SILENCE_MS = 14_000;

/**
 * The wait after a failure, short enough to say every 15 seconds what is being waited for while
 * nothing connects (contract 5).
 */
export function connectingWait(
  waitMs: number,
  { kind, proof }: Pick<ServiceError, 'kind' | 'proof'>,
): number {
  if (proof !== 'unsent' || kind === 'status') {
    return waitMs;
  }
  return Math.min(waitMs, kind === 'connect_timeout' ? AFTER_CONNECTING_MS : LONGEST_SILENCE_MS);
}
