/** How long to wait before a request is sent again: what the answer asks for, else exponential backoff (contract 3.2). */
import type { Random } from '../ports.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * The longest wait that the answer asks for, in milliseconds, or null when it asks for none it can be held to.
 *
 * Read are `retry-after-ms`, `retry-after` (seconds or an HTTP date) and `x-ratelimit-reset` (seconds from now, or
 * the Unix time in seconds or milliseconds). Points in time are judged by the answer's own `date`, because the
 * machine's clock may be off; without it by `wall`. Garbage and what lies in the past is ignored; "now" is 0, and so is a
 * point in time less than a second ago, because these come in whole seconds. A day is the most.
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
 * The floor that a failed answer of the service sets. Services send `x-ratelimit-reset` with whatever they answer: only
 * with a refusal (429) is it a time to wait for.
 */
export function answerFloor(
  answer: { readonly status: number | null; readonly headers: Readonly<Record<string, string>> },
  wall: number,
): number | null {
  const { status, headers } = answer;
  return retryFloor(status === 429 ? headers : { ...headers, 'x-ratelimit-reset': '' }, wall);
}

/** NaN for anything else, as from the functions below. */
function plainNumber(text: string): number {
  return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

/** An HTTP date (RFC 9110, 5.6.7) as milliseconds since the epoch. */
export function httpDate(text: string): number {
  // Date.parse alone takes "-5" and "5 minutes" for dates.
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return NaN;
  // Of the forms of RFC 9110, 5.6.7 asctime's ends with the year and names no zone: it is UTC like the others.
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
}

function retryAfter(text: string, now: number): number {
  const seconds = plainNumber(text);
  return Number.isNaN(seconds) ? httpDate(text) - now : seconds * 1000;
}

function reset(value: number, now: number): number {
  if (value >= 1e12) return value - now;
  if (value >= 1e9) return value * 1000 - now;
  return value * 1000;
}

const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_CAP_MS = 30_000;

/**
 * Exponential backoff with full jitter above the floor, for requests that met a fault; `attempt` counts from 1. Within what
 * is left until the deadline (`leftMs`), so that one more try is made, unless that is less than a second.
 */
export function backoff(retry: {
  readonly attempt: number;
  readonly floorMs: number | null;
  readonly random: Random;
  readonly leftMs: number;
}): number {
  const floorMs = retry.floorMs ?? 0;
  const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_FIRST_MS * 2 ** Math.min(10, retry.attempt - 1));
  return floorMs + retry.random() * Math.min(ceiling, Math.max(BACKOFF_FIRST_MS, retry.leftMs - floorMs));
}
