/** What people are told while a turn is followed (`Tell`), in words. */
import { counted, joined } from '../safe/text.ts';
import { note, notice, warning, type RunEvent } from './events.ts';
import type { Tell } from './next.ts';
import { isLogComplete, type Reads } from './reads.ts';
import type { TurnRecord } from './state.ts';

interface Known {
  readonly reads: Reads;
  readonly record: TurnRecord;
}

export function eventOf(tell: Tell, known: Known): RunEvent {
  switch (tell.kind) {
    case 'finished':
      return { type: 'finished' };
    case 'unknown_status':
      return warning(unknownStatus(tell.status));
    case 'forgotten_status':
      return warning(forgottenStatus(tell.status));
    case 'log_incomplete':
      return warning(incomplete(known));
    case 'result_unread':
      return warning(RESULT_UNREAD);
    case 'stop_sent':
      return note(STOP_SENT);
    case 'pull_request_awaited':
      return note(pullRequestAwaited(tell.isWhole));
    case 'pull_request_missing':
      return notice(tell.isWhole ? MISSING : TOO_LATE);
  }
}

const NO_STATUS = 'The service sends no status';

/** The status never changed, although the answer arrived long ago. */
function forgottenStatus(word: string | null): string {
  const what = word === null ? NO_STATUS : `The status stays "${word}"`;
  const since = 'the final answer came ten minutes ago and nothing has moved since';
  return withAdvice(`${what}, but ${since}: taken as succeeded.`, word);
}

function unknownStatus(word: string | null): string {
  const what = word === null ? NO_STATUS : `Unrecognized status "${word}"`;
  return withAdvice(`${what}; still waiting for the run.`, word);
}

/** Without a word there is none to name. */
function withAdvice(message: string, word: string | null): string {
  const advice =
    'If the word means the end, name it in the input `success_statuses` or `failure_statuses`.';
  return joined([message, word === null ? '' : advice], ' ');
}

const RESULT_UNREAD =
  'The final result could not be read from the service; ' +
  'the log has everything that was received.';

const STOP_SENT =
  'The run has used up what `budget` allows, so this step has asked the service to stop it.';

function pullRequestAwaited(isWhole: boolean): string {
  const howLong = isWhole ? 'for 30 seconds' : 'until the time of the step is up';
  return `The run has ended, and names no pull request yet: it is read again ${howLong}.`;
}

const MISSING =
  'The run succeeded without a pull request, although one was asked for. What it did is on its ' +
  'page; with `expect: pull_request` such a run is `unverified`.';
/** What could not be looked up is told as that, not as missing (contract 6.1). */
const TOO_LATE =
  'The run succeeded and names no pull request yet, although one was asked for. The time of the ' +
  'step was up before it could be waited for: look at the page of the run, or raise ' +
  '`timeout_minutes`.';

function incomplete({ reads, record }: Known): string {
  const missing = reads.log.last?.missing ?? 0;
  const entries = (count: number): string => counted(count, 'entry', 'entries');
  const received = entries(record.entries);
  if (missing > 0) {
    return `The log is incomplete: ${received} of this turn received, ${missing} more announced.`;
  }
  if (missing < 0) {
    return (
      `The log has ${entries(-missing)} more than the service announced; ` +
      `what was received (${received}) is kept.`
    );
  }
  if (isLogComplete(reads)) {
    return (
      'The end of the log is missing: it did not come while this step could wait for it; ' +
      `${received} of this turn received.`
    );
  }
  return `The end of the log could not be read; ${received} of this turn received.`;
}
