/** What the states of tasks and sessions mean (sheet, section 4). */
import type { Meaning } from '../port.ts';

/**
 * `idle` is not clear: remote sessions of the command line rest there, and clients disagree. It is
 * followed, and asks for a person where nothing changes (`IDLE_MS`).
 */
const WORDS: Readonly<Record<string, Meaning>> = {
  queued: 'active',
  in_progress: 'active',
  idle: 'active',
  completed: 'succeeded',
  failed: 'failed',
  timed_out: 'failed',
  cancelled: 'cancelled',
  waiting_for_user: 'needs_input',
};

/** So long `idle` may stay as it is before it counts as waiting for a person. */
export const IDLE_MS = 10 * 60_000;

/** Words are compared as those of the other services are (contract 4.2). */
function plain(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '_');
}

/** A word that the table lacks keeps the task followed. */
export function meaningOf(word: string | null): Meaning {
  if (word === null) {
    return 'unknown';
  }
  return WORDS[plain(word)] ?? 'unknown';
}

export function isIdle(word: string | null): boolean {
  return word !== null && plain(word) === 'idle';
}

export function isTimedOut(word: string | null): boolean {
  return word !== null && plain(word) === 'timed_out';
}
