/**
 * What to do next while a turn is followed: one pure function of where following stands, what was
 * seen last, and what is known at this moment (contract 2.3, 4.3 to 4.7, 18.3, 18.5). It sends and
 * says nothing itself: `follow` takes the steps.
 *
 * A turn is read until it has ended (`reading`; when that is, `turn-end` decides), then the rest of
 * its log (`draining`), its result (`final`), and a pull request that was asked for and is not
 * named yet (`pull_request`).
 */
import { LIMITS } from '../http/limits.ts';
import { isOver } from '../http/retry.ts';
import type { Inputs } from '../inputs/parse.ts';
import { OUTCOME_TABLE, type RunEnd } from '../outcomes.ts';
import type { Random } from '../runner/port.ts';
import { LAST_POLL_MS, paceNext, waitForPoll, type PaceSeen } from './pacing.ts';
import { isLogComplete, isLogNotOffered, isLogRefused, isLogWhole, type Reads } from './reads.ts';
import { tellsResult, type TurnRecord } from './state.ts';
import { isTerminal } from '../agents/status-word.ts';
import type { StopReading } from './stop-request.ts';
import { judgeTurn, observe, type Observation, type TurnState } from './turn-end.ts';

/** Where following stands. Times are on the clock's `now`. */
export type Following = AwaitingPullRequest | Draining | Final | Reading;

/** The run is polled until the turn has ended. */
export interface Reading {
  readonly name: 'reading';
  readonly turn: TurnState;
  /** When something moved last. */
  readonly movedAt: number;
  /** See `paceNext`. */
  readonly slower: number;
  /** Poll this soon, see `TurnVerdict`. */
  readonly confirmMs: number;
  /** The run itself was read before the time is up. */
  readonly hasReadLast: boolean;
  /** The request to stop the run at its budget (contract 20); null before it. */
  readonly stop: BudgetStop | null;
}

/** This step has asked the service to stop the run at its budget. */
interface BudgetStop extends StopReading {
  /** When it was answered. */
  readonly at: number;
  /** How often it was asked. */
  readonly asked: number;
}

interface Ended {
  readonly outcome: RunEnd;
  /** When the end was seen. */
  readonly endedAt: number;
  /** The request that has ended the run at its budget; null: the run ended by itself. */
  readonly stop: BudgetStop | null;
}

/** The end was seen, and the rest of the log is read (contract 4.4). */
interface Draining extends Ended {
  readonly name: 'draining';
  /** Until then an answer may come late. */
  readonly lateUntil: number;
  /** Reading ends then without anything new. */
  readonly until: number;
  /** How much longer than that a rate limit may make it take. */
  readonly heldLeftMs: number;
  /** Between two reads. */
  readonly pauseMs: number;
  /** No page could be read since the log began to fail. */
  readonly isFailing: boolean;
}

/** The log was read, and the run is read a last time, for its final result (contract 2.3). */
interface Final extends Ended {
  readonly name: 'final';
  /** When the first of these reads was answered, null before. */
  readonly readFirst: number | null;
  /** Reading ends then. */
  readonly until: number;
  /** For how long a result is waited for that an answer does not tell. */
  readonly resultMs: number;
  /** For how long a service may ask to wait. */
  readonly heldMs: number;
}

/** A pull request that was asked for is looked for again (contract 18.5). */
interface AwaitingPullRequest extends Ended {
  readonly name: 'pull_request';
  /** When the run is read again. */
  readonly times: readonly number[];
  /** The time of the step allows all of these reads. */
  readonly isWhole: boolean;
}

/** What the step before brought. */
export type Seen =
  | { readonly kind: 'begun' }
  | { readonly kind: 'waited' }
  | { readonly kind: 'polled'; readonly observation: Observation }
  /** Null: the log could not be read. */
  | { readonly kind: 'log'; readonly observation: Observation | null }
  /** `lags`: nothing of the answer counts. `unread`: there was none. */
  | { readonly kind: 'run'; readonly taken: 'changed' | 'lags' | 'same' | 'unread' }
  | { readonly kind: 'stop'; readonly reading: StopReading }
  | { readonly kind: 'closed' };

export type NextStep =
  /** `forPoll`: entries that come by themselves end this wait. */
  | { readonly do: 'wait'; readonly ms: number; readonly forPoll: boolean }
  /** Reads the log or the run, again and again until one is answered. */
  | { readonly do: 'poll' }
  /** Reads the log once. */
  | { readonly do: 'read_log' }
  /** Reads the run once. `isTooLate`: what it shows of an end counts no more. */
  | { readonly do: 'read_run'; readonly until: number; readonly isTooLate: boolean }
  /** Reads the run, again and again until it is answered. `heldMs`: as in `Final`. */
  | { readonly do: 'read_final'; readonly until: number; readonly heldMs: number }
  /** Asks the service to stop the run (contract 20). */
  | { readonly do: 'stop' }
  /** Nothing more is read of the log. */
  | { readonly do: 'close' }
  | { readonly do: 'end'; readonly end: TurnEnd };

export type TurnEnd =
  | { readonly kind: 'ended'; readonly outcome: RunEnd }
  /** The run has used up its budget, and the service was asked to stop it (contract 20). */
  | { readonly kind: 'over_budget'; readonly stop: BudgetStop; readonly isSeen: boolean }
  /** The run shows no sign of work (contract 4.5, 18.5). */
  | { readonly kind: 'not_taken_up' }
  | { readonly kind: 'out_of_time' };

/** What people are told before the step is taken. */
export type Tell =
  | { readonly kind: 'finished' }
  | { readonly kind: 'forgotten_status' | 'unknown_status'; readonly status: string | null }
  | { readonly kind: 'log_incomplete' | 'result_unread' | 'stop_sent' }
  | { readonly kind: 'pull_request_awaited' | 'pull_request_missing'; readonly isWhole: boolean };

interface Move {
  readonly state: Following;
  readonly tells: readonly Tell[];
  readonly step: NextStep;
}

/** What is known when the next step is decided. */
export interface Moment {
  readonly now: number;
  /** When the step must end, on the clock's `now`. */
  readonly deadline: number;
  readonly random: Random;
  readonly reads: Reads;
  readonly record: TurnRecord;
  /** As `Agent.spacing` and `Agent.readDelay` tell it; one more read is kept for the run itself. */
  readonly spacingMs: number;
  readonly readDelayMs: number;
  /** As `Agent.askedDelay` tells it. */
  readonly askedMs: number;
  readonly service: FollowedService;
  readonly inputs: Pick<Inputs, 'pollIntervalMs' | 'siblings'>;
  /** The run has used up a budget that this step watches (contract 20). */
  readonly isOverBudget: boolean;
  /** The step expects a pull request, and so asks for one also of a run that it only follows. */
  readonly expectsPullRequest: boolean;
}

interface FollowedService {
  /** As in `Agent`. */
  readonly pollMs: number;
  /** It gives a text as result. */
  readonly givesText: boolean;
}

/** Kept free before the deadline for the last read of a run. */
export const LAST_READ_MS = 1_000;
/** Between two reads after the end of a run, of which the first brought nothing new. */
const READ_PAUSE_MS = 2_000;

export function next(state: Following, seen: Seen, moment: Moment): Move {
  switch (state.name) {
    case 'reading':
      return nextOfReading(state, seen, moment);
    case 'draining':
      return nextOfDraining(state, seen, moment);
    case 'final':
      return nextOfFinal(state, seen, moment);
    case 'pull_request':
      return nextOfPullRequest(state, seen, moment);
  }
}

function move(state: Following, step: NextStep, tells: readonly Tell[] = []): Move {
  return { state, tells, step };
}

/** @param tells what is told before what the new state begins with */
function beginning(state: Following, moment: Moment, tells: readonly Tell[]): Move {
  const begun = next(state, { kind: 'begun' }, moment);
  return { ...begun, tells: [...tells, ...begun.tells] };
}

function ending(state: Following, end: TurnEnd, tells: readonly Tell[] = []): Move {
  return move(state, { do: 'end', end }, tells);
}

/* Reading (contract 3.3, 4.3, 4.5) */

export function reading(turn: TurnState): Reading {
  return {
    name: 'reading',
    turn,
    movedAt: turn.turn.startedAt,
    slower: 1,
    confirmMs: Infinity,
    hasReadLast: false,
    stop: null,
  };
}

function nextOfReading(state: Reading, seen: Seen, moment: Moment): Move {
  switch (seen.kind) {
    case 'begun':
      return firstPoll(state, moment);
    case 'polled':
      return judged(state, seen.observation, moment);
    case 'run':
      return laterPoll(state, moment);
    case 'stop':
      return stopAnswered(state, seen.reading, moment);
    default:
      return isOver(moment) ? ending(state, timeIsUp(state)) : move(state, { do: 'poll' });
  }
}

/** What ends a turn whose end was not seen. */
export function timeIsUp({ stop }: Reading): TurnEnd {
  return stop === null ? { kind: 'out_of_time' } : { kind: 'over_budget', stop, isSeen: false };
}

function firstPoll(state: Reading, moment: Moment): Move {
  if (state.turn.turn.mode === 'attached') {
    return waitingForPoll(state, 0, moment);
  }
  const { state: paced, delayMs } = paceOf(state, { kind: 'started' }, moment);
  return waitingForPoll(paced, delayMs, moment);
}

function judged(state: Reading, seen: Observation, moment: Moment): Move {
  const turn = observe(state.turn, seen);
  const { status, meaning, more } = turn.last;
  const movedAt = seen.moved ? moment.now : state.movedAt;
  const isUnknown = meaning === 'unknown' && !more && seen.tellsRun;
  const tells: readonly Tell[] = isUnknown ? [{ kind: 'unknown_status', status }] : [];
  const verdict = judgeTurn(turn, moment.now);
  const read: Reading = { ...state, turn, movedAt };
  switch (verdict.kind) {
    case 'not_taken_up':
      return ending(read, { kind: 'not_taken_up' }, tells);
    case 'ended':
      return turnEnded(read, verdict.outcome, { moment, tells });
    case 'continue':
      return turnGoesOn({ ...read, confirmMs: verdict.confirmMs }, { moment, tells });
  }
}

interface Told {
  readonly moment: Moment;
  /** What the poll itself gives rise to tell. */
  readonly tells: readonly Tell[];
}

function turnEnded(state: Reading, outcome: RunEnd, { moment, tells }: Told): Move {
  const { meaning, status } = state.turn.last;
  // The record still says that the run is at work (contract 4.3).
  const forgotten: readonly Tell[] =
    meaning === 'active' ? [{ kind: 'forgotten_status', status }] : [];
  const told: readonly Tell[] = [...tells, ...forgotten, { kind: 'finished' }];
  const stop = hasStopped(state.stop, outcome) ? state.stop : null;
  return beginning({ ...draining(outcome, moment), stop }, moment, told);
}

function turnGoesOn(state: Reading, { moment, tells }: Told): Move {
  // An end may stand in what is read next, and wins.
  const isToStop = moment.isOverBudget && !state.turn.last.more;
  if (state.stop === null && isToStop) {
    return move(state, { do: 'stop' }, tells);
  }
  const onwards =
    state.stop === null ? goingOn(state, moment) : stopping(state, state.stop, moment);
  return { ...onwards, tells };
}

/* The budget (contract 20) */

/** After the service accepted to stop the run, its end is waited for so long. */
const READ_BACK_MS = 60_000;
/** Between two of these reads. */
const READ_BACK_PAUSE_MS = 2_000;
/** A request to stop the run that had no clear answer is sent so often. */
const STOP_TRIES = 3;

/** Whether an end is that of the request, and none that the run came to by itself. */
function hasStopped(stop: BudgetStop | null, outcome: RunEnd): stop is BudgetStop {
  return stop !== null && OUTCOME_TABLE[outcome].ending === 'cut';
}

/** What became of the run is what the next poll shows. */
function stopAnswered(state: Reading, answer: StopReading, moment: Moment): Move {
  const stop = { ...answer, at: moment.now, asked: (state.stop?.asked ?? 0) + 1 };
  const isFirst = isSent(stop) && (state.stop === null || !isSent(state.stop));
  return move({ ...state, stop }, { do: 'poll' }, isFirst ? [{ kind: 'stop_sent' }] : []);
}

/** Whether the service was asked: a run that has ended by itself meanwhile needs no request. */
function isSent({ result }: StopReading): boolean {
  return result === 'accepted' || result === 'refused' || result === 'unknown';
}

/** The run was to be stopped, and goes on as far as the last poll showed. */
function stopping(state: Reading, stop: BudgetStop, moment: Moment): Move {
  const { result, at } = stop;
  const sinceMs = moment.now - at;
  const isUnclear = result === 'unknown' || result === 'unsent';
  const isAskedAgain = isUnclear && stop.asked < STOP_TRIES;
  if (isAskedAgain && sinceMs >= READ_BACK_PAUSE_MS) {
    return move(state, { do: 'stop' });
  }
  const isToEnd = result === 'accepted' || result === 'over';
  if (!isAskedAgain && (!isToEnd || sinceMs >= READ_BACK_MS)) {
    return ending(state, { kind: 'over_budget', stop, isSeen: false });
  }
  return laterPoll({ ...state, confirmMs: READ_BACK_PAUSE_MS }, moment);
}

function goingOn(state: Reading, moment: Moment): Move {
  const isLast = moment.deadline - moment.now <= LAST_POLL_MS;
  if (!isLast || state.hasReadLast) {
    return laterPoll(state, moment);
  }
  // For what its log does not tell (contract 1.2, `pull_requests`). An end that is shown only now
  // cannot be judged any more.
  const step = { do: 'read_run', until: Infinity, isTooLate: true } as const;
  return move({ ...state, hasReadLast: true }, step);
}

/** Every ten seconds, sooner to confirm an end, at once where there is more (contract 3.3). */
function laterPoll(state: Reading, moment: Moment): Move {
  const { confirmMs, turn } = state;
  const { state: paced, delayMs } = paceOf(state, { kind: 'ok', confirmMs }, moment);
  const usualMs = turn.last.more ? 0 : Math.max(delayMs, moment.spacingMs);
  return waitingForPoll(paced, Math.max(usualMs, moment.askedMs), moment);
}

function waitingForPoll(state: Reading, usualMs: number, moment: Moment): Move {
  return move(state, { do: 'wait', ms: pollWait(usualMs, moment), forPoll: true });
}

/** A wait before a poll, as the time that is left allows it. */
export function pollWait(
  usualMs: number,
  { now, deadline, askedMs }: Pick<Moment, 'askedMs' | 'deadline' | 'now'>,
): number {
  return waitForPoll(usualMs, { remainingMs: deadline - now, askedMs });
}

/** The delay before the next poll, and the pace from then on (contract 3.3). */
export function paceOf(
  state: Reading,
  seen: PaceSeen,
  { random, service, inputs }: Pick<Moment, 'inputs' | 'random' | 'service'>,
): { readonly state: Reading; readonly delayMs: number } {
  const { pollIntervalMs, siblings } = inputs;
  const { pollMs } = service;
  const given = { pollIntervalMs, siblings, pollMs, slower: state.slower, random };
  const { slower, delayMs } = paceNext(seen, given);
  return { state: { ...state, slower }, delayMs };
}

/* Draining (contract 4.4, 4.7) */

/** From the last thing that was new, or else from the end of the run, reading goes on (4.4). */
const NOTHING_NEW_MS = 30_000;
/**
 * From the end of the run, or from when its log can be read again, late entries may arrive if no
 * final answer was seen (contract 4.4).
 */
const LATE_ENTRIES_MS = 2_000;
/**
 * To be made to wait by a rate limit, whose window is a minute (contract 3.1), takes nothing of the
 * time in which something new may come. Longer waits hold up no end: what is left of the log only
 * adds to it.
 */
export const HELD_MS = LIMITS.shared.windowMs;

export function draining(
  outcome: RunEnd,
  moment: Pick<Moment, 'now' | 'reads' | 'service'>,
): Draining {
  const { now, reads } = moment;
  const { failure } = reads.log;
  return {
    name: 'draining',
    outcome,
    endedAt: now,
    stop: null,
    lateUntil: lateUntil(moment),
    // A log that failed for long is tried once more (contract 2.3).
    until: Math.max((failure?.since ?? now) + NOTHING_NEW_MS, now + 1),
    heldLeftMs: heldMost(reads),
    pauseMs: 0,
    isFailing: failure !== null,
  };
}

/** Where reads ask for the run itself, 30 seconds are all (contract 18.3). */
function heldMost(reads: Reads): number {
  return reads.isLogOfRun ? 0 : HELD_MS;
}

function nextOfDraining(state: Draining, seen: Seen, moment: Moment): Move {
  switch (seen.kind) {
    case 'log':
      return drained(state, seen.observation, moment);
    case 'begun':
      // Without a log the end is reported at once (contract 2.3).
      return isLogNotOffered(moment.reads) ? closing(state) : readingOn(state, moment);
    case 'closed':
      return closed(state, moment);
    default:
      return move(state, { do: 'read_log' });
  }
}

/** A service that gives no text has no answer to come late. */
function lateUntil({ now, service }: Pick<Moment, 'now' | 'service'>): number {
  return now + (service.givesText ? LATE_ENTRIES_MS : 0);
}

function closed(state: Draining, moment: Moment): Move {
  const tells: readonly Tell[] = isLogWhole(moment.reads) ? [] : [{ kind: 'log_incomplete' }];
  return beginning(final(state, moment), moment, tells);
}

function drained(state: Draining, seen: Observation | null, moment: Moment): Move {
  if (isLogRefused(moment.reads)) {
    return closing(state);
  }
  const pauseMs = seen?.more === true ? 0 : READ_PAUSE_MS;
  if (seen === null) {
    return readingOn({ ...state, pauseMs }, moment);
  }
  const read: Draining = {
    ...state,
    pauseMs,
    isFailing: false,
    lateUntil: state.isFailing ? lateUntil(moment) : state.lateUntil,
  };
  // A log that can be read again may have more, though its first page has nothing new.
  if (!seen.moved && !state.isFailing) {
    return readingOn(read, moment);
  }
  const until = moment.now + NOTHING_NEW_MS;
  return readingOn({ ...read, until, heldLeftMs: heldMost(moment.reads) }, moment);
}

function readingOn(state: Draining, moment: Moment): Move {
  const { now, deadline, reads } = moment;
  const isRead = isLogComplete(reads);
  const lateMs = isAnswered(moment) ? 0 : state.lateUntil - now;
  if (isRead && lateMs <= 0) {
    return closing(state);
  }
  const heldMs = Math.max(moment.readDelayMs, moment.askedMs);
  const held = heldFor(state, heldMs);
  const waitMs = Math.max(isRead ? lateMs : state.pauseMs, heldMs);
  if (now + waitMs >= Math.min(held.until, deadline - LAST_READ_MS)) {
    return closing(held);
  }
  return move(held, waitMs > 0 ? waiting(waitMs) : { do: 'read_log' });
}

function heldFor(state: Draining, heldMs: number): Draining {
  if (heldMs > state.heldLeftMs) {
    return state;
  }
  return { ...state, heldLeftMs: state.heldLeftMs - heldMs, until: state.until + heldMs };
}

/** Whether the answer has come. */
function isAnswered({ record, reads }: Moment): boolean {
  return record.finalAnswer !== null || reads.log.last?.holdsAnswer === true;
}

function closing(state: Draining): Move {
  return move(state, { do: 'close' });
}

function waiting(ms: number): NextStep {
  return { do: 'wait', ms, forPoll: false };
}

/* The final result (contract 2.3) */

/** How long reads may fail, from when the result is first asked for. */
export const FINAL_FAILING_MS = 30_000;
/** From its first answer, a read is repeated that a replica gives which lags (contract 2.3). */
const LAGGING_MS = 10_000;
/** From its first answer, one is repeated that lacks a result which is expected (contract 2.3). */
const RESULT_MS = 10_000;
/** The same for a run that need not have one. */
const NO_RESULT_MS = 2_000;

export function final(
  { outcome, endedAt, stop }: Ended,
  { now, record, service }: Pick<Moment, 'now' | 'record' | 'service'>,
): Final {
  const isExpected = service.givesText && OUTCOME_TABLE[outcome].hasAnswer;
  const resultMs = isExpected ? RESULT_MS : NO_RESULT_MS;
  // An end is not held up for what only adds to it (contract 18.3).
  const heldMs = isExpected && !tellsResult(record) ? Infinity : FINAL_FAILING_MS;
  return {
    name: 'final',
    outcome,
    endedAt,
    stop,
    readFirst: null,
    until: now + heldMs,
    // A service that gives no text is not waited for.
    resultMs: service.givesText ? resultMs : 0,
    heldMs,
  };
}

function finalRead(state: Final, moment: Moment): Move {
  const { until, heldMs } = state;
  if (moment.askedMs > heldMs) {
    return unreadResult(state, moment);
  }
  return move(state, { do: 'read_final', until, heldMs });
}

function nextOfFinal(state: Final, seen: Seen, moment: Moment): Move {
  if (seen.kind !== 'run') {
    return finalRead(state, moment);
  }
  if (seen.taken === 'unread') {
    return unreadResult(state, moment);
  }
  const { now, deadline, record } = moment;
  const isLagging = seen.taken === 'lags';
  if (!isLagging && tellsResult(record)) {
    return beginning(awaitingPullRequest(state, moment), moment, []);
  }
  const readFirst = state.readFirst ?? now;
  const patienceMs = isLagging ? LAGGING_MS : state.resultMs;
  const until = Math.min(readFirst + patienceMs, deadline - LAST_READ_MS);
  if (now >= until) {
    return beginning(awaitingPullRequest(state, moment), moment, []);
  }
  return move({ ...state, readFirst, until }, waiting(Math.min(READ_PAUSE_MS, until - now)));
}

function unreadResult(state: Final, moment: Moment): Move {
  const { reads, record } = moment;
  // Where a read of the log is one of the run, it has told the result already.
  const isRead = state.readFirst !== null || (reads.isLogOfRun && tellsResult(record));
  const tells: readonly Tell[] = isRead ? [] : [{ kind: 'result_unread' }];
  return beginning(awaitingPullRequest(state, moment), moment, tells);
}

/* A late pull request (contract 18.5) */

/** When the run is read again, from its end. */
const PULL_REQUEST_READS_MS = [5_000, 15_000, 30_000];
/** For each of these reads: what a service asks to wait longer for holds up no end. */
const PULL_REQUEST_READ_MS = 10_000;

export function awaitingPullRequest(
  { outcome, endedAt, stop }: Ended,
  { deadline }: Pick<Moment, 'deadline'>,
): AwaitingPullRequest {
  const all = PULL_REQUEST_READS_MS.map((afterMs) => endedAt + afterMs);
  const times = all.filter((at) => at < deadline - LAST_READ_MS);
  const isWhole = times.length === all.length;
  return { name: 'pull_request', outcome, endedAt, stop, times, isWhole };
}

/**
 * A step that expects one asks for it, also of a run that it only follows. It has one already where
 * the run only corrects its answer or mends its work.
 */
function isAwaited({ record, expectsPullRequest }: Moment): boolean {
  const { awaitsPullRequest, pullRequests } = record;
  const isWanted = expectsPullRequest && pullRequests.length === 0;
  return awaitsPullRequest === 'yes' || (awaitsPullRequest === 'perhaps' && isWanted);
}

function nextOfPullRequest(state: AwaitingPullRequest, seen: Seen, moment: Moment): Move {
  switch (seen.kind) {
    case 'begun':
      return firstLook(state, moment);
    case 'run':
      return lookingForPullRequest({ ...state, times: state.times.slice(1) }, moment);
    default: {
      const until = moment.now + PULL_REQUEST_READ_MS;
      return move(state, { do: 'read_run', until, isTooLate: false });
    }
  }
}

function firstLook(state: AwaitingPullRequest, moment: Moment): Move {
  const { times, isWhole } = state;
  const looking = lookingForPullRequest(state, moment);
  if (times.length === 0 || !isAwaited(moment)) {
    return looking;
  }
  return { ...looking, tells: [{ kind: 'pull_request_awaited', isWhole }, ...looking.tells] };
}

function lookingForPullRequest(state: AwaitingPullRequest, moment: Moment): Move {
  const [at] = state.times;
  if (at !== undefined && isAwaited(moment)) {
    return move(state, waiting(Math.max(0, at - moment.now)));
  }
  const { outcome, isWhole, stop } = state;
  if (stop !== null) {
    return ending(state, { kind: 'over_budget', stop, isSeen: true });
  }
  // Where one is expected, the outcome says that it is missing.
  const { meaning } = moment.record;
  const isSuccess = isTerminal(meaning) && OUTCOME_TABLE[meaning].ending === 'good';
  const isMissing = isAwaited(moment) && isSuccess && !moment.expectsPullRequest;
  const tells: readonly Tell[] = isMissing ? [{ kind: 'pull_request_missing', isWhole }] : [];
  return ending(state, { kind: 'ended', outcome }, tells);
}
