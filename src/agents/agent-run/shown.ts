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

/** A mark stands in the line as it is, in whichever field a message has its text (spec 2.5). */
export const TURN_SIGNS: LogSigns<LoggedEntry> = {
  promptOf: ({ line, view }) => (entryMeaning(view.message_type) === 'prompt' ? line : null),
  signOf: (entry) => (endIn(entry) === null ? 'works' : 'answered'),
};

/** How a turn ends of which this is the last word. */
type LoggedEnd = 'failed' | 'succeeded';

function endIn({ view }: LoggedEntry): LoggedEnd | null {
  switch (entryMeaning(view.message_type)) {
    case 'answer':
      return 'succeeded';
    case 'error':
      return 'failed';
    default:
      return null;
  }
}

/** Null where none of the entries says how it ends. */
export function lastEndIn(entries: readonly LoggedEntry[]): LoggedEnd | null {
  return entries.flatMap((entry) => endIn(entry) ?? []).at(-1) ?? null;
}

/**
 * A run as a turn has left it before a later one began: how it ended its log tells alone, as it
 * does its answer. The status word is told where it means the same.
 */
export function pastRun(run: RunShown, end: LoggedEnd | null): RunShown {
  const status = run.meaning === end ? run.status : null;
  return { ...run, status, meaning: end ?? 'unknown', result: null, summary: null };
}
