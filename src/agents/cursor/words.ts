/** The service's words for the state of a run, and what they mean (sheet, section 4). */
import { statusWords } from '../kit/words.ts';
import { isTerminal } from '../status-word.ts';

/** Agents have states too, which never tell how a run went; these words are of runs alone. */
const WORDS = statusWords({
  CREATING: 'active',
  RUNNING: 'active',
  FINISHED: 'succeeded',
  ERROR: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'failed',
});

export const { meaningOf } = WORDS;

export function isExpired(status: string | null): boolean {
  return WORDS.is(status, 'EXPIRED');
}

export function isFinal(status: string | null): boolean {
  return isTerminal(meaningOf(status));
}
