/** How long to wait before a request is sent again: what the answer asks for, else exponential backoff (contract 3.2). */
import type { Random } from '../ports.ts';

const DAY_MS = 86_400_000;

/**
 * The longest wait that the answer asks for, in milliseconds, or null when it asks for none it can be held to.
 *
 * Read are `retry-after-ms`, `retry-after` (seconds or an HTTP date) and `x-ratelimit-reset` (seconds from now, or
 * the Unix time in seconds or milliseconds). Points in time are judged by the answer's own `date`, because the
 * machine's clock may be off; without it by `wall`. Garbage and what lies in the past is ignored; a day is the most.
 */
export function retryFloor(headers: Readonly<Record<string, string>>, wall: number): number | null {
  const date = Date.parse(headers['date'] ?? '');
  const now = Number.isNaN(date) ? wall : date;
  const floors = [
    plainNumber(headers['retry-after-ms']),
    retryAfter(headers['retry-after'], now),
    reset(headers['x-ratelimit-reset'], now),
  ].filter((ms) => ms !== null && ms > 0) as number[];
  return floors.length === 0 ? null : Math.min(DAY_MS, Math.max(...floors));
}

function plainNumber(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}

function retryAfter(text: string | undefined, now: number): number | null {
  const seconds = plainNumber(text);
  if (seconds !== null) return seconds * 1000;
  // Only a real HTTP date: Date.parse alone takes "-5" and "5 minutes" for dates.
  if (text === undefined || !/^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at - now;
}

function reset(text: string | undefined, now: number): number | null {
  const value = plainNumber(text);
  if (value === null) return null;
  if (value >= 1e12) return value - now;
  if (value >= 1e9) return value * 1000 - now;
  return value * 1000;
}

const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_CAP_MS = 30_000;

/** Exponential backoff with full jitter above the floor, for requests that met a fault; `attempt` counts from 1. */
export function backoff(retry: {
  readonly attempt: number;
  readonly floorMs: number | null;
  readonly random: Random;
}): number {
  const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_FIRST_MS * 2 ** Math.min(10, retry.attempt - 1));
  return (retry.floorMs ?? 0) + retry.random() * ceiling;
}
