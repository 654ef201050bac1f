/**
 * The state of one turn of a run as plain data. Computed only from events, so that every ending is
 * reported consistently.
 */
import { entryMeaning } from '../message-types.ts';
import { outputValue } from '../safe/text.ts';
import { entryText } from '../agents/entry.ts';
import { isSameStatus, isTerminal } from '../agents/status-word.ts';
import type { PullRequestLead, RunId, RunShown, Usage, WorkBranch } from '../agents/port.ts';
import type { RunEvent, RunSeen } from './events.ts';
import type { RunMode } from '../runner/saved-state.ts';
import { mendMarksIn } from './once/mend-mark.ts';

/** The observation of a `FINAL_ANSWER`. */
interface FinalAnswer {
  readonly observation: unknown;
}

export interface TurnRecord extends RunSeen {
  /** The run that works in this turn: a repair may be another one than the run of the step. */
  readonly followed: RunId;
  readonly mode: RunMode;
  /** An earlier attempt of the step has sent its follow-up. */
  readonly isFound: boolean;
  /** The run's result before this turn, or undefined if unknown. */
  readonly resultBefore: string | null | undefined;
  readonly summaryBefore: string | null;
  /** What the run had used before the first turn of this step, as `usage`. */
  readonly usageBeforeStep: Usage | null;
  /** The last one of this turn. */
  readonly finalAnswer: FinalAnswer | null;
  /** Entries of this turn so far. */
  readonly entries: number;
  /** How many of these are notes of the action's own. */
  readonly notes: number;
  /** The marks of requests to mend that its messages carry (contract 19.4), whosever they are. */
  readonly mendMarks: readonly string[];
  /** The end of the run was seen in this turn. */
  readonly ended: boolean;
  /** Not all could be read that came with the end, so that there may be a result nobody knows. */
  readonly isUnread: boolean;
}

type StartedEvent = Extract<RunEvent, { type: 'started' }>;

export function recordOf(started: Omit<StartedEvent, 'type'>): TurnRecord {
  const { runId, webUrl, status, mode, resultBefore } = started;
  const { summaryBefore = null, usageBefore = null, isFound = false } = started;
  return {
    runId,
    followed: started.followed ?? runId,
    webUrl,
    status,
    meaning: started.meaning ?? 'unknown',
    mode,
    isFound,
    resultBefore,
    summaryBefore,
    result: null,
    isOwnResult: false,
    summary: null,
    structured: null,
    lastWords: null,
    cause: null,
    waitsFor: null,
    takesNoMessage: false,
    isOutOfMoney: false,
    isAtLimit: false,
    pullRequests: [],
    branches: [],
    leads: [],
    awaitsPullRequest: 'no',
    usage: null,
    createdAt: null,
    usageBeforeStep: usageBefore,
    finalAnswer: null,
    entries: 0,
    notes: 0,
    mendMarks: [],
    ended: false,
    isUnread: false,
  };
}

/** The record after an event: `started` begins one, before which there is none. */
export function foldTurn(record: TurnRecord | null, event: RunEvent): TurnRecord | null {
  if (event.type === 'started') {
    const begun = recordOf(event);
    return event.again !== undefined && record !== null ? withOpened(begun, record) : begun;
  }
  return record === null ? null : reduceTurn(record, event);
}

/** What the turn has opened stays its own, whichever run goes on with it (contract 8, 19). */
function withOpened(
  further: TurnRecord,
  { pullRequests, branches, leads, mendMarks, usageBeforeStep }: TurnRecord,
): TurnRecord {
  return { ...further, pullRequests, branches, leads, mendMarks, usageBeforeStep };
}

/** Receives each event with the record of the turn after it. Null before there is a run. */
export type EmitFolded = (event: RunEvent, record: TurnRecord | null) => void;

/** Reduces one event of the turn. */
export function reduceTurn(record: TurnRecord, event: RunEvent): TurnRecord {
  switch (event.type) {
    case 'status': {
      const { type: _, ...shown } = event;
      return { ...record, ...shown };
    }
    case 'entry': {
      if (event.isUncertain === true) {
        return { ...record, entries: record.entries + 1 };
      }
      const { message_type: kind, observation } = event.entry.view;
      // An answer from before the follow-up is none of this turn.
      const before = event.echo === true ? null : record.finalAnswer;
      const finalAnswer = entryMeaning(kind) === 'answer' ? { observation } : before;
      const notes = record.notes + (event.entry.isNote === true ? 1 : 0);
      const mendMarks = entryMeaning(kind) === 'prompt' ? mendMarksIn(entryText(observation)) : [];
      return {
        ...record,
        entries: record.entries + 1,
        notes,
        finalAnswer,
        mendMarks: withNew(record.mendMarks, mendMarks),
      };
    }
    case 'finished':
      return { ...record, ended: true };
    case 'unread':
      return { ...record, isUnread: true };
    default:
      return record;
  }
}

/**
 * What the service has shown of the run after this answer, or null if nothing changed. A missing
 * field changes nothing, and a null result or summary clears the value (contract 4.6). Pull
 * requests are collected. The first time of creation counts.
 *
 * @param run its `meaning` by the inputs' words
 */
export function changedBy(run: RunShown, record: TurnRecord): RunSeen | null {
  const { result, isOwnResult, summary, structured, lastWords, pullRequests, leads } = record;
  const shown: RunSeen = {
    runId: record.runId,
    webUrl: run.webUrl ?? record.webUrl,
    status: run.status ?? record.status,
    meaning: run.status === null && run.meaning === 'unknown' ? record.meaning : run.meaning,
    result: run.result === undefined ? result : run.result,
    isOwnResult: run.result === undefined ? isOwnResult : (run.isOwnResult ?? false),
    summary: run.summary === undefined ? summary : run.summary,
    structured: run.structured === undefined ? structured : run.structured,
    lastWords: run.lastWords === undefined ? lastWords : run.lastWords,
    cause: run.cause ?? record.cause,
    waitsFor: run.waitsFor ?? null,
    takesNoMessage: run.takesNoMessage ?? record.takesNoMessage,
    isOutOfMoney: run.isOutOfMoney,
    isAtLimit: run.isAtLimit ?? false,
    pullRequests: withNew(pullRequests, run.pullRequests.flatMap(leadAddresses)),
    branches: laterBranches(record.branches, run.branches ?? record.branches),
    leads: withNewLeads(
      leads,
      run.pullRequests.filter((lead) => leadAddresses(lead).length === 0),
    ),
    awaitsPullRequest: run.awaitsPullRequest,
    usage: laterUsage(record.usage, run.usage),
    createdAt: record.createdAt ?? run.createdAt,
  };
  const names = Object.keys(shown) as (keyof RunSeen)[];
  return names.every((name) => shown[name] === record[name]) ? null : shown;
}

/** The address of a pull request of this turn, if the service tells it. */
function leadAddresses(lead: PullRequestLead): readonly string[] {
  return lead.kind === 'address' && !lead.isEarlier ? [lead.url] : [];
}

function withNew(known: readonly string[], shown: readonly string[]): readonly string[] {
  const added = [...new Set(shown)].filter((url) => !known.includes(url));
  return added.length === 0 ? known : [...known, ...added];
}

function withNewLeads(
  known: readonly PullRequestLead[],
  shown: readonly PullRequestLead[],
): readonly PullRequestLead[] {
  const all = new Map([...known, ...shown].map((lead) => [keyOf(lead), lead]));
  const leads = [...all.values()];
  return JSON.stringify(leads) === JSON.stringify(known) ? known : leads;
}

/** What names a pull request; what else leads to it may be told later. */
function keyOf(lead: PullRequestLead): string {
  return lead.kind === 'database_id' ? `#${lead.id}` : JSON.stringify(lead);
}

/** The same list where nothing has changed. */
function laterBranches(
  known: readonly WorkBranch[],
  shown: readonly WorkBranch[],
): readonly WorkBranch[] {
  return JSON.stringify(shown) === JSON.stringify(known) ? known : shown;
}

function laterUsage(known: Usage | null, shown: Usage | null): Usage | null {
  const isSame = JSON.stringify(shown) === JSON.stringify(known);
  return shown === null || isSame ? known : shown;
}

/**
 * The source of the result (contract 4.6): the run's `result`; the observation of the last
 * `FINAL_ANSWER` of this turn if `result` is null (an empty text is a result) or a resumed run
 * still shows the previous result; then a new summary; otherwise null.
 */
export function resultSource(record: TurnRecord): unknown {
  const { result } = record;
  if (result !== null && !(isStale(record) && record.finalAnswer !== null)) {
    return result;
  }
  return record.finalAnswer?.observation ?? newSummary(record);
}

/**
 * The service's result as text: null gives an empty text, a string is unchanged, and an observation
 * object gives its text or its JSON. Nothing is sanitized here.
 */
export function resultText(source: unknown): string {
  return outputValue(entryText(source));
}

/** The run's summary, if it belongs to this turn. */
function newSummary({ summary, summaryBefore }: TurnRecord): string | null {
  return summary === summaryBefore ? null : summary;
}

/** The run shows a result or summary that differs from the one before the follow-up. */
export function showsNewAnswer(record: TurnRecord): boolean {
  const { result, resultBefore } = record;
  return (
    (result !== null && resultBefore !== undefined && result !== resultBefore) ||
    (newSummary(record) ?? '') !== ''
  );
}

/** The result existed before the follow-up, because this turn produced none. */
export function hasOldResult(record: TurnRecord): boolean {
  return isStale(record) && (record.result ?? '') !== '' && record.finalAnswer === null;
}

function isStale({ mode, result, isOwnResult, resultBefore }: TurnRecord): boolean {
  const isAsBefore = resultBefore === undefined || result === resultBefore;
  return mode === 'resumed' && !isOwnResult && isAsBefore;
}

/** A result from before the follow-up may come from a replica that lags behind. */
export function tellsResult(record: TurnRecord): boolean {
  return resultSource(record) !== null && !hasOldResult(record);
}

interface EndedTurn {
  readonly record: TurnRecord;
  /** The status word before the follow-up, or null if there was none. */
  readonly statusBefore: string | null;
}

/**
 * Whether a response is older than the end of the turn that was seen, so that nothing of it counts:
 * it shows the run as not ended, or the end or result from before the follow-up again, and the log
 * does not say that the end is this turn's.
 *
 * @param shown its `meaning` by the inputs' words
 */
export function isFromBeforeTheEnd(
  {
    status,
    meaning,
    result,
    isOwnEnd = false,
  }: Pick<RunShown, 'isOwnEnd' | 'meaning' | 'result' | 'status'>,
  { record, statusBefore }: EndedTurn,
): boolean {
  if (!record.ended || isOwnEnd) {
    return false;
  }
  const isAnotherWord = status !== null && !isSameWord(status, record.status);
  if (isAnotherWord && !isTerminal(meaning)) {
    return true;
  }
  if (record.mode !== 'resumed') {
    return false;
  }
  const isOldEnd = isAnotherWord && isSameWord(status, statusBefore);
  return isOldEnd || isOldResult(result ?? null, record);
}

function isSameWord(word: string, other: string | null): boolean {
  return other !== null && isSameStatus(word, other);
}

/** The turn has shown a result of its own, and this is the one from before. */
function isOldResult(result: string | null, { result: own, resultBefore }: TurnRecord): boolean {
  return result !== null && result === resultBefore && own !== null && own !== resultBefore;
}

/** The turn whose result is used: the corrected turn if the repair produced no result. */
export function answeredTurn(turn: TurnRecord, corrected: TurnRecord | null): TurnRecord {
  return hasAnswered(turn) ? turn : (corrected ?? turn);
}

/** The turn has brought an answer of its own. */
export function hasAnswered(turn: TurnRecord): boolean {
  return (resultSource(turn) ?? '') !== '' && !hasOldResult(turn);
}
