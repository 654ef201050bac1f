/** The service's words for the state of a run, and what they mean (sheet, section 4). */
import { statusWords } from '../kit/words.ts';
import { isSameStatus, isTerminal } from '../status-word.ts';

/** Words of runs alone: the state of an agent never tells how a run went. */
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

/** Whether it is the state of an agent that takes no prompt: archived, or expired. */
export function isArchived(agentStatus: string | null): boolean {
  return isSameStatus(agentStatus ?? '', 'ARCHIVED');
}
