/**
 * The service's words of two levels, `status` and `status_detail` (sheet, section 4). What they
 * mean by themselves; what a session's answer means as a whole is decided in `shown`.
 */
import type { Meaning } from '../port.ts';
import { normalizeStatus } from '../status-word.ts';
import type { Session } from './schema.ts';

/**
 * `waits`: for its user. `sleeps`: because nobody came. Done or a question, neither tells.
 * `put_to_sleep`: by somebody. `unknown`: a word of the first level that is not known.
 */
export type SessionState =
  | 'queued'
  | 'working'
  | 'approval'
  | 'finished'
  | 'waits'
  | 'sleeps'
  | 'put_to_sleep'
  | 'failed'
  | 'out_of_money'
  | 'exited'
  | 'cancelled'
  | 'unknown';

type Words = Pick<Session, 'detail' | 'status'>;

/** `running/waiting_for_user`, or `running` where there is no detail; null without a status. */
export function wordOf({ status, detail }: Words): string | null {
  return status === null || detail === null || detail === '' ? status : `${status}/${detail}`;
}

export function wordsIn(word: string): Words {
  const [status = '', detail = null] = word.split('/');
  return { status, detail };
}

/** For comparison: without case, `-` and space as `_` (contract 4.2). */
function plain(word: string | null): string {
  return word === null ? '' : normalizeStatus(word).toLowerCase();
}

const MONEY =
  /^(?:usage_limit_exceeded|out_of_\w+|no_quota_allocation|payment_declined|\w+_limit_exceeded|contract_expired)$/;

export function stateOf(words: Words): SessionState {
  const detail = plain(words.detail);
  switch (plain(words.status)) {
    case 'new':
    case 'claimed':
      return 'queued';
    case 'resuming':
      return 'working';
    case 'running':
      return runningState(detail);
    case 'suspended':
      return suspendedState(detail);
    case 'exit':
      return detail === 'user_request' ? 'cancelled' : 'exited';
    case 'error':
      return 'failed';
    default:
      return 'unknown';
  }
}

/** A detail that is not known means work. */
function runningState(detail: string): SessionState {
  switch (detail) {
    case 'waiting_for_user':
      return 'waits';
    case 'waiting_for_approval':
      return 'approval';
    case 'finished':
      return 'finished';
    default:
      return 'working';
  }
}

/** A detail that is not known means sleep. */
function suspendedState(detail: string): SessionState {
  if (detail === 'error') {
    return 'failed';
  }
  if (detail === 'user_request') {
    return 'put_to_sleep';
  }
  return MONEY.test(detail) ? 'out_of_money' : 'sleeps';
}

/** What each state means where nothing but the word is known. */
const MEANINGS: Readonly<Record<SessionState, Meaning>> = {
  queued: 'active',
  working: 'active',
  approval: 'needs_input',
  finished: 'succeeded',
  waits: 'needs_input',
  sleeps: 'needs_input',
  put_to_sleep: 'cancelled',
  failed: 'failed',
  out_of_money: 'failed',
  exited: 'succeeded',
  cancelled: 'cancelled',
  unknown: 'unknown',
};

export function wordMeaning(word: string | null): Meaning {
  return word === null ? 'unknown' : MEANINGS[stateOf(wordsIn(word))];
}

/** It has reached the limit of ACUs that its create has set (sheet, section 4). */
export function isAtLimit(words: Words): boolean {
  return isAsleep(words) && plain(words.detail) === 'usage_limit_exceeded';
}

/** A message wakes it. */
export function isAsleep(words: Words): boolean {
  return plain(words.status) === 'suspended';
}

/** No message will ever wake it again (sheet, section 4). */
export function isGone(words: Words): boolean {
  const status = plain(words.status);
  return status === 'exit' || status === 'error';
}

/** What is said of a session that has failed, or stopped for want of money. */
export function failureText(words: Words): string {
  if (stateOf(words) === 'failed') {
    return `The session ended with an error (${String(wordOf(words))}), and Devin gives no reason.`;
  }
  switch (plain(words.detail)) {
    case 'usage_limit_exceeded':
      return (
        'The session stopped at its own limit of ACUs (`max_acu_limit`), which was set when it ' +
        'was created. Start another with a higher one, or give it less to do.'
      );
    case 'total_session_limit_exceeded':
      return 'The session stopped at a limit on sessions. Raise it at Devin, then go on.';
    default:
      return 'The session stopped for want of credit. Raise it at Devin, then go on.';
  }
}
