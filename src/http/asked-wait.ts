/**
 * How long a response asks to wait before a request is sent again (contract 3.2): the one place
 * that reads the headers for it. Everybody else reads `retryAfterMs` of the error.
 */
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** GitHub wants this pause after a limit for which it names no time (contract 6.1, 17.2). */
export const GITHUB_LIMIT_PAUSE_MS = 60_000;

/** What a response says of the time at which to send again. Waits are in milliseconds. */
export interface WaitTold {
  /** `retry-after-ms` or `retry-after` (seconds or an HTTP date), the longer one; null: neither. */
  readonly retryAfterMs: number | null;
  /**
   * Until the limit begins anew: `x-ratelimit-reset` (seconds from now, or the Unix time in seconds
   * or milliseconds). Null: not told. Services send it with every response.
   */
  readonly resetMs: number | null;
  /** The limit is used up (`x-ratelimit-remaining`). */
  readonly isSpent: boolean;
  /** The time at the service, in milliseconds since the epoch, for a time that the body names. */
  readonly now: number;
}

/**
 * Times are compared with the response's own `date`, because this machine's clock may be off, or
 * with `wall` if there is none. Invalid values and past times are ignored. "Now" is 0, and so is a
 * time less than a second ago, because these times have a resolution of one second. The maximum is
 * a day.
 */
export function waitTold(headers: Readonly<Record<string, string>>, wall: number): WaitTold {
  const text = (name: string): string => headers[name]?.trim() ?? '';
  const date = httpDate(text('date'));
  const now = Number.isNaN(date) ? wall : date;
  return {
    retryAfterMs: longest([
      plainNumber(text('retry-after-ms')),
      retryAfter(text('retry-after'), now),
    ]),
    resetMs: longest([reset(plainNumber(text('x-ratelimit-reset')), now)]),
    isSpent: text('x-ratelimit-remaining') === '0',
    now,
  };
}

/** The longest of these waits that is one, or null. */
export function longest(waits: readonly (number | null)[]): number | null {
  const known = waits.filter((ms): ms is number => ms !== null && ms > -SECOND_MS);
  return known.length === 0 ? null : Math.min(DAY_MS, Math.max(0, ...known));
}

/** The wait that a refusal asks for by HTTP's own rules: a reset counts with a 429 alone. */
export function usualWait(status: number, { retryAfterMs, resetMs }: WaitTold): number | null {
  return status === 429 ? longest([retryAfterMs, resetMs]) : retryAfterMs;
}

/**
 * The same where every response names the reset of its limit, as at GitHub: it counts once that is
 * used up. 0: the limit has begun anew already.
 */
export function waitWhenSpent({ retryAfterMs, resetMs, isSpent }: WaitTold): number | null {
  return isSpent ? longest([retryAfterMs, resetMs ?? 0]) : retryAfterMs;
}

/** Returns NaN for anything else, like the functions below. */
function plainNumber(text: string): number {
  return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

/** An HTTP date (RFC 9110, 5.6.7) as milliseconds since the epoch. */
function httpDate(text: string): number {
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
