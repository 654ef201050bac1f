/** A run of the spec (2.1) in the action's own words. */
import { entryMeaning } from '../../message-types.ts';
import { parseTime, type EntryView } from '../entry.ts';
import type { LogSigns } from '../kit/found-turn.ts';
import { carriedKey } from '../kit/generations.ts';
import type { RunId, RunShown } from '../port.ts';
import { identityIn } from './key.ts';
import type { AgentRun } from './schema.ts';
import { statusMeaning } from './words.ts';

/** @param runId of the run that was asked for: an answer need not repeat it */
export function shownRun(run: AgentRun, runId: RunId): RunShown {
  const identity = identityIn(run.metadata);
  return {
    id: run.id ?? runId,
    webUrl: run.web_url,
    status: run.status,
    meaning: statusMeaning(run.status),
    result: run.result,
    summary: run.summary,
    cause: null,
    isOutOfMoney: false,
    pullRequests: run.github_pull_requests.flatMap(({ url }) =>
      url === null ? [] : [{ kind: 'address' as const, url, isEarlier: false }],
    ),
    awaitsPullRequest: 'no',
    usage: null,
    createdAt: parseTime(run.created_at),
    key: carriedKey(identity),
  };
}

export interface LoggedEntry {
  readonly line: string;
  readonly view: EntryView;
}

/**
 * A mark stands in the line as it is, in whichever field a message has its text (spec 2.5). An
 * error may be that of one tool, with which the agent goes on: it says of no turn that it is over.
 */
export const TURN_SIGNS: LogSigns<LoggedEntry> = {
  promptOf: ({ line, view }) => (entryMeaning(view.message_type) === 'prompt' ? line : null),
  signOf: ({ view }) => (entryMeaning(view.message_type) === 'answer' ? 'answered' : 'works'),
};

/**
 * A run as a turn has left it before a later one began: its log tells alone how it ended, which is
 * with an answer. The status word is told where it means the same.
 *
 * @param isRead the log was read to where the later turn begins
 */
export function pastRun(run: RunShown, { isRead }: { readonly isRead: boolean }): RunShown {
  const meaning = isRead ? 'succeeded' : 'unknown';
  const status = isRead && run.meaning === meaning ? run.status : null;
  return { ...run, status, meaning, result: null, summary: null };
}
