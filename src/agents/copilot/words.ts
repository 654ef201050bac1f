/** What the states of tasks and sessions mean (sheet, section 4). */
import { statusWords } from '../kit/words.ts';

const WORDS = statusWords({
  QUEUED: 'active',
  IN_PROGRESS: 'active',
  // Not clear: remote sessions of the command line rest there, and clients disagree. It is
  // followed, and asks for a person where nothing changes (`IDLE_MS`).
  IDLE: 'active',
  COMPLETED: 'succeeded',
  FAILED: 'failed',
  TIMED_OUT: 'failed',
  CANCELLED: 'cancelled',
  WAITING_FOR_USER: 'needs_input',
});

/** So long `idle` may stay as it is before it counts as waiting for a person. */
export const IDLE_MS = 10 * 60_000;

export const { meaningOf } = WORDS;

export function isIdle(word: string | null): boolean {
  return WORDS.is(word, 'IDLE');
}

export function isTimedOut(word: string | null): boolean {
  return WORDS.is(word, 'TIMED_OUT');
}
