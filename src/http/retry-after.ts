/** How long a response asks to wait before a request is sent again (contract 3.2). */
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
