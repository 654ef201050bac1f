/** What the states of a session mean (sheet, section 4). */
import { statusWords } from '../kit/words.ts';

const WORDS = statusWords({
  STATE_UNSPECIFIED: 'active',
  QUEUED: 'active',
  PLANNING: 'active',
  IN_PROGRESS: 'active',
  // Followed, and asks for a person where nothing changes (`PAUSED_MS`).
  PAUSED: 'active',
  AWAITING_PLAN_APPROVAL: 'needs_input',
  AWAITING_USER_FEEDBACK: 'needs_input',
  COMPLETED: 'succeeded',
  FAILED: 'failed',
});

export const { meaningOf } = WORDS;

/** The state in which a session stands after a turn that ended so. */
export const STATE_OF_END = {
  succeeded: 'COMPLETED',
  failed: 'FAILED',
  asks: 'AWAITING_USER_FEEDBACK',
} as const;

/** A person has paused it. */
export function isPaused(state: string | null): boolean {
  return WORDS.is(state, 'PAUSED');
}

export function awaitsApproval(state: string | null): boolean {
  return WORDS.is(state, 'AWAITING_PLAN_APPROVAL');
}

/** So long a session may stay paused before it counts as waiting for a person. */
export const PAUSED_MS = 10 * 60_000;
