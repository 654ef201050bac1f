/**
 * How long to wait before a request is sent again: as long as the response asks for, otherwise
 * exponential backoff (contract 3.2).
 */
import type { Random } from '../runner/port.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** GitHub wants this pause after a limit for which it names no time (contract 6.1, 17.2). */
export const GITHUB_LIMIT_PAUSE_MS = 60_000;

/**
 * The longest wait that the response asks for, in milliseconds, or null if it asks for none.
 *
 * Reads `retry-after-ms`, `retry-after` (seconds or an HTTP date) and `x-ratelimit-reset` (seconds
 * from now, or the Unix time in seconds or milliseconds). Times are compared with the response's
 * own `date`, because this machine's clock may be off, or with `wall` if there is none. Invalid
 * values and past times are ignored. "Now" is 0, and so is a time less than a second ago, because
 * these times have a resolution of one second. The maximum is a day.
 */
export function retryFloor(headers: Readonly<Record<string, string>>, wall: number): number | null {
  const text = (name: string): string => headers[name]?.trim() ?? '';
  const date = httpDate(text('date'));
  const now = Number.isNaN(date) ? wall : date;
  const floors = [
    plainNumber(text('retry-after-ms')),
    retryAfter(text('retry-after'), now),
    reset(plainNumber(text('x-ratelimit-reset')), now),
  ].filter((ms) => ms > -SECOND_MS);
  return floors.length === 0 ? null : Math.min(DAY_MS, Math.max(0, ...floors));
}

/**
 * The minimum wait that a failed response asks for. Services send `x-ratelimit-reset` with every
 * response, so it only counts with a 429.
 */
export function responseFloor(
  response: { readonly status: number | null; readonly headers: Readonly<Record<string, string>> },
  wall: number,
): number | null {
  const { status, headers } = response;
  return retryFloor(status === 429 ? headers : { ...headers, 'x-ratelimit-reset': '' }, wall);
}

/** Returns NaN for anything else, like the functions below. */
function plainNumber(text: string): number {
  return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

/** An HTTP date (RFC 9110, 5.6.7) as milliseconds since the epoch. */
export function httpDate(text: string): number {
  // Date.parse alone accepts "-5" and "5 minutes" as dates.
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) {
    return NaN;
  }
  // The asctime form (RFC 9110, 5.6.7) ends with the year and has no time zone, but is in UTC as
  // well.
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
}

function retryAfter(text: string, now: number): number {
  const seconds = plainNumber(text);
  return Number.isNaN(seconds) ? httpDate(text) - now : seconds * 1000;
}

function reset(value: number, now: number): number {
  if (value >= 1e12) {
    return value - now;
  }
  if (value >= 1e9) {
    return value * 1000 - now;
  }
  return value * 1000;
}

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

/** An attempt to connect takes up to ten seconds. */
const AFTER_CONNECTING_MS = 4_500;
const LONGEST_SILENCE_MS = 14_000;
const BETWEEN_WORDS_MS = 10_000;

/**
 * The wait after a failure, short enough to say every 15 seconds what is being waited for while
 * nothing connects (contract 5).
 */
export function connectingWait(
  waitMs: number,
  { kind, proof }: { readonly kind: string; readonly proof: string },
): number {
  if (proof !== 'unsent' || kind === 'status') {
    return waitMs;
  }
  return Math.min(waitMs, kind === 'connect_timeout' ? AFTER_CONNECTING_MS : LONGEST_SILENCE_MS);
}

/** Whether to say now that a wait follows, given when that was said last. */
export function isDue(
  toldAt: number | null,
  { now, waitMs }: { readonly now: number; readonly waitMs: number },
): boolean {
  return toldAt === null || now + waitMs - toldAt >= BETWEEN_WORDS_MS;
}
