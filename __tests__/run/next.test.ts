/** What is done next while a turn is followed, each rule as a row (contract 2.3, 3.3, 4.3, 4.7). */
import { describe, expect, it } from '@jest/globals';
import { rawEntry } from '../../src/agents/agent-run/log/entry.ts';
import { NotOffered } from '../../src/http/errors.ts';
import {
  awaitingPullRequest,
  draining,
  final,
  next,
  reading,
  type Following,
  type Moment,
  type Reading,
  type Seen,
} from '../../src/run/next.ts';
import { noReads, withLog, withoutLog, type Reads } from '../../src/run/reads.ts';
import { recordOf, type TurnRecord } from '../../src/run/state.ts';
import { attachTo } from '../../src/run/started-turn.ts';
import { turnStart, type Observation } from '../../src/run/turn-end.ts';
import type { RunMode, StopResult } from '../../src/runner/saved-state.ts';
import { httpError } from '../support/memory-client.ts';

/** The clock may start at any value. */
const START = 500_000;
const MINUTE = 60_000;
const NO_READS = noReads({
  startedAt: START,
  mode: 'created',
  isLogCounted: true,
  isLogOfRun: false,
});
const RECORD = recordOf({ ...attachTo('7'), mode: 'created' });
const PART = { entries: [], untold: [], run: null, moved: true, more: false, missing: 0 };
const COMPLETE = withLog(NO_READS, { ...PART, complete: true });
const INCOMPLETE = withLog(NO_READS, { ...PART, complete: false, missing: 2 });
const viewOf = (fields: object) => rawEntry(fields).view;
const ANSWER = viewOf({ message_type: 'FINAL_ANSWER', observation: 'A.' });
const THOUGHT = viewOf({ message_type: 'PLAN_EVALUATION', thought: 'T.' });
const ANSWERED: TurnRecord = { ...RECORD, finalAnswer: { observation: 'A.' } };
const TOLD: TurnRecord = { ...RECORD, result: 'A.' };

/** @param fields `now` in milliseconds since the turn was accepted */
function at(now: number, fields: Partial<Moment> = {}): Moment {
  return {
    now: START + now,
    deadline: START + 60 * MINUTE,
    random: () => 0.5,
    reads: NO_READS,
    record: RECORD,
    spacingMs: 0,
    readDelayMs: 0,
    askedMs: 0,
    service: { pollMs: 10_000, givesText: true },
    inputs: { pollIntervalMs: null, siblings: 1 },
    isOverBudget: false,
    expectsPullRequest: false,
    ...fields,
  };
}

const turnOf = (mode: RunMode) =>
  turnStart(
    { mode, meaning: 'active', statusBefore: null, busyBefore: false },
    { startedAt: START, isOwnRun: false },
  );
const READING = reading(turnOf('created'));
const OBSERVED: Observation = {
  now: START,
  status: 'ACTIVE',
  meaning: 'active',
  entryMeanings: [],
  echo: null,
  more: false,
  moved: false,
  newAnswer: false,
  withoutLog: false,
  logless: false,
  isUnbegun: false,
  isOwnEnd: false,
  tellsRun: true,
};
const polled = (fields: Partial<Observation>): Seen => ({
  kind: 'polled',
  observation: { ...OBSERVED, ...fields },
});
const BEGUN: Seen = { kind: 'begun' };
const WAITED: Seen = { kind: 'waited' };
const NOT_FOUND = httpError(404, { body: '{}' });
/** The log was refused, with a time to wait for. */
const refused = (reads: Reads, seconds: number): Pick<Moment, 'askedMs' | 'reads'> => ({
  reads: withoutLog(reads, httpError(429, { headers: { 'retry-after': `${seconds}` } }), START),
  askedMs: seconds * 1_000,
});

/** A move as one word: the state, the step with its time, and what is told. */
function wordsOf(state: Following, seen: Seen, moment: Moment): string {
  const { state: then, step, tells } = next(state, seen, moment);
  let words: string = step.do;
  if (step.do === 'wait') {
    words += ` ${step.ms}`;
  }
  if (step.do === 'end') {
    words += ` ${step.end.kind}`;
  }
  return [then.name, words, ...tells.map(({ kind }) => kind)].join(', ');
}

type Row = readonly [rule: string, state: Following, seen: Seen, moment: Moment, follows: string];

describe('reading', () => {
  const throttled = refused(NO_READS, 30);
  const answered = turnOf('created');
  const answeredLongAgo = reading({
    ...answered,
    last: { ...answered.last, status: 'ACTIVE' },
    signs: { ...answered.signs, answerStands: true },
    quiet: { polls: 3, since: START },
  });

  it.each<Row>([
    ['3.3: the first poll after 4 s', READING, BEGUN, at(0), 'reading, wait 4000'],
    [
      '3.3: a run that is only followed is read at once',
      reading(turnOf('attached')),
      BEGUN,
      at(0),
      'reading, wait 0',
    ],
    ['after a wait comes a poll', READING, WAITED, at(4_000), 'reading, poll'],
    ['3.3: then every 10 s', READING, polled({}), at(4_100), 'reading, wait 10000'],
    ['3.3: at once while there is more', READING, polled({ more: true }), at(1), 'reading, wait 0'],
    [
      '3.1: not before the budget allows it',
      READING,
      polled({}),
      at(1, { spacingMs: 25_000 }),
      'reading, wait 25000',
    ],
    [
      '3.2: not before the service allows it, also where there is more',
      READING,
      polled({ more: true }),
      at(0, throttled),
      'reading, wait 30000',
    ],
    [
      '4.2: a word that nobody knows is told',
      READING,
      polled({ status: 'ODD', meaning: 'unknown' }),
      at(1),
      'reading, wait 10000, unknown_status',
    ],
    [
      '4.3: the first end of a created run counts, and the rest of the log is read',
      READING,
      polled({ status: 'COMPLETE', meaning: 'succeeded' }),
      at(1),
      'draining, read_log, finished',
    ],
    [
      '1.2: just before the timeout the run itself is read',
      READING,
      polled({}),
      at(0, { deadline: START + 1_500 }),
      'reading, read_run',
    ],
    [
      '1.2: once',
      { ...READING, hasReadLast: true },
      polled({}),
      at(0, { deadline: START + 1_500 }),
      'reading, wait 1500',
    ],
    [
      'the time is up',
      READING,
      WAITED,
      at(1_000, { deadline: START + 1_000.5 }),
      'reading, end out_of_time',
    ],
    [
      'which it is not while a millisecond is left',
      READING,
      WAITED,
      at(1_000, { deadline: START + 1_001 }),
      'reading, poll',
    ],
    [
      '4.3: an end after an answer that stands, of which the record knows nothing',
      answeredLongAgo,
      polled({}),
      at(10 * MINUTE),
      'draining, read_log, forgotten_status, finished',
    ],
    [
      '4.5: a follow-up that nothing came of for ten minutes',
      reading(
        turnStart(
          { mode: 'resumed', meaning: 'succeeded', statusBefore: 'COMPLETE', busyBefore: false },
          { startedAt: START, isOwnRun: false },
        ),
      ),
      polled({ status: 'COMPLETE', meaning: 'succeeded' }),
      at(10 * MINUTE),
      'reading, end not_taken_up',
    ],
  ])('%s', (...[, state, seen, moment, follows]) => {
    expect(wordsOf(state, seen, moment)).toBe(follows);
  });
});

describe('draining', () => {
  const begun = draining('succeeded', at(0));
  const log = (fields: Partial<Observation> | null): Seen => ({
    kind: 'log',
    observation: fields === null ? null : { ...OBSERVED, ...fields },
  });
  const failed = withoutLog(NO_READS, httpError(500), START);
  const gone = withoutLog(NO_READS, new NotOffered(httpError(404), { advice: '' }), START);
  const complete = { reads: COMPLETE, record: ANSWERED };

  it.each<Row>([
    ['4.4: nothing is left', begun, BEGUN, at(0, complete), 'draining, close'],
    ['2.3: there is no log', begun, BEGUN, at(0, { reads: gone }), 'draining, close'],
    [
      '4.4: without an answer, 2 s for late entries',
      begun,
      BEGUN,
      at(0, { reads: COMPLETE }),
      'draining, wait 2000',
    ],
    [
      '4.4: an answer that is held until the end is one',
      begun,
      BEGUN,
      at(0, { reads: withLog(NO_READS, { ...PART, complete: true, untold: [ANSWER] }) }),
      'draining, close',
    ],
    [
      '4.4: words that are held are none',
      begun,
      BEGUN,
      at(0, { reads: withLog(NO_READS, { ...PART, complete: true, untold: [THOUGHT] }) }),
      'draining, wait 2000',
    ],
    ['4.4: which are over', begun, log({}), at(2_000, { reads: COMPLETE }), 'draining, close'],
    [
      '4.4: from when a log that failed can be read again',
      draining('succeeded', at(0, { reads: failed })),
      log({ moved: true }),
      at(9_000, { reads: COMPLETE }),
      'draining, wait 2000',
    ],
    [
      '4.7: a page that brought something is followed at once',
      begun,
      log({ moved: true, more: true }),
      at(0, { reads: INCOMPLETE }),
      'draining, read_log',
    ],
    [
      '4.7: one that brought nothing is not',
      begun,
      log({}),
      at(0, { reads: INCOMPLETE }),
      'draining, wait 2000',
    ],
    ['after a wait comes a read', begun, WAITED, at(2_000), 'draining, read_log'],
    [
      '4.4: 30 s without anything new',
      begun,
      log(null),
      at(28_000, { reads: failed }),
      'draining, close',
    ],
    [
      '4.7: in which a 404 passes',
      draining('succeeded', at(40_000)),
      log(null),
      at(41_000, { reads: withoutLog(COMPLETE, NOT_FOUND, START + 41_000) }),
      'draining, wait 2000',
    ],
    [
      '4.1: a refusal does not',
      begun,
      log(null),
      at(0, { reads: withoutLog(COMPLETE, httpError(403, { body: '{}' }), START) }),
      'draining, close',
    ],
    [
      '3.2: a rate limit is waited out',
      begun,
      log(null),
      at(0, refused(NO_READS, 50)),
      'draining, wait 50000',
    ],
    [
      '4.7: but for longer than its minute no end is held up',
      begun,
      log(null),
      at(0, refused(NO_READS, 70)),
      'draining, close',
    ],
    [
      '18.3: nor at all where reads ask for the run itself',
      draining('succeeded', at(0, { reads: { ...NO_READS, isLogOfRun: true } })),
      log(null),
      at(0, refused({ ...NO_READS, isLogOfRun: true }, 50)),
      'draining, close',
    ],
    [
      'a second is kept for the last read',
      begun,
      log({}),
      at(0, { reads: INCOMPLETE, deadline: START + 3_000 }),
      'draining, close',
    ],
    ['2.3: then the run is read', begun, { kind: 'closed' }, at(0, complete), 'final, read_final'],
    [
      '4.7: what is missing is told',
      begun,
      { kind: 'closed' },
      at(0, { reads: INCOMPLETE }),
      'final, read_final, log_incomplete',
    ],
    [
      '4.7: also what no time was left for',
      begun,
      { kind: 'closed' },
      at(0, { reads: withLog(NO_READS, { ...PART, complete: true, lacksEnd: true }) }),
      'final, read_final, log_incomplete',
    ],
  ])('%s', (...[, state, seen, moment, follows]) => {
    expect(wordsOf(state, seen, moment)).toBe(follows);
  });
});

describe('draining begins', () => {
  const failed = withoutLog(NO_READS, httpError(403, { body: '{}' }), START);

  it('with what is known of the log', () => {
    expect(draining('succeeded', at(0))).toMatchObject({ isFailing: false });
    expect(draining('succeeded', at(0, { reads: failed }))).toMatchObject({ isFailing: true });
  });

  it('with a minute for rate limits, which each of them takes from', () => {
    const limited = at(0, refused(NO_READS, 50));
    const begun = draining('succeeded', at(0));
    const { state, step } = next(begun, { kind: 'log', observation: null }, limited);
    expect(state).toMatchObject({ heldLeftMs: 10_000, until: begun.until + 50_000 });
    expect(step).toEqual({ do: 'wait', ms: 50_000, forPoll: false });
  });
});

describe('a budget that is used up (20)', () => {
  const over = (now: number, fields: Partial<Moment> = {}): Moment =>
    at(now, { isOverBudget: true, ...fields });
  const stopped = (result: StopResult, asked = 1): Reading => ({
    ...READING,
    stop: { result, why: '', at: START, asked },
  });
  const answered = (result: StopResult): Seen => ({ kind: 'stop', reading: { result, why: '' } });
  const cancelled = polled({ status: 'STOPPED', meaning: 'cancelled' });
  const done = polled({ status: 'COMPLETE', meaning: 'succeeded' });

  it.each<Row>([
    ['the run is stopped in mid-turn', READING, polled({}), over(1), 'reading, stop'],
    [
      'but not before all is read that there is',
      READING,
      polled({ more: true }),
      over(1),
      'reading, wait 0',
    ],
    ['20.4: an end of its own wins', READING, done, over(1), 'draining, read_log, finished'],
    [
      'it is told, and read back at once',
      READING,
      answered('accepted'),
      over(1),
      'reading, poll, stop_sent',
    ],
    ['not where it has ended meanwhile', READING, answered('over'), over(1), 'reading, poll'],
    ['told once', stopped('unknown'), answered('accepted'), over(1), 'reading, poll'],
    [
      'not before the service was asked',
      stopped('unsent'),
      answered('refused'),
      over(1),
      'reading, poll, stop_sent',
    ],
    [
      'and again until it shows that',
      stopped('accepted'),
      polled({}),
      over(1),
      'reading, wait 2000',
    ],
    ['also where it had ended by then', stopped('over'), polled({}), over(1), 'reading, wait 2000'],
    ['for a minute', stopped('accepted'), polled({}), over(60_000), 'reading, end over_budget'],
    [
      'then the rest is read',
      stopped('accepted'),
      cancelled,
      over(1),
      'draining, read_log, finished',
    ],
    [
      'a refusal ends the step',
      stopped('refused'),
      polled({}),
      over(1),
      'reading, end over_budget',
    ],
    ['without an answer it waits', stopped('unknown'), polled({}), over(1), 'reading, wait 2000'],
    ['and is asked again', stopped('unknown'), polled({}), over(2_000), 'reading, stop'],
    ['as one that was not sent', stopped('unsent'), polled({}), over(2_000), 'reading, stop'],
    ['three times', stopped('unknown', 3), polled({}), over(2_000), 'reading, end over_budget'],
    [
      'the time of the step is over meanwhile',
      stopped('unknown'),
      WAITED,
      over(0, { deadline: START }),
      'reading, end over_budget',
    ],
  ])('%s', (...[, state, seen, moment, follows]) => {
    expect(wordsOf(state, seen, moment)).toBe(follows);
  });

  it('each answer to the request is kept, and how often it was asked', () => {
    const first = next(READING, answered('unknown'), over(5)).state;
    const kept = { result: 'unknown', why: '', at: START + 5 };
    expect(first).toMatchObject({ stop: { ...kept, asked: 1 } });
    expect(next(first, answered('unknown'), over(5)).state).toMatchObject({ stop: { asked: 2 } });
  });

  it('the end says whether the run was seen to stop', () => {
    const ended = { outcome: 'cancelled', endedAt: START, stop: stopped('accepted').stop } as const;
    const seen = next(awaitingPullRequest(ended, at(0)), BEGUN, over(0)).step;
    expect(seen).toMatchObject({ do: 'end', end: { kind: 'over_budget', isSeen: true } });
    const refusal = next(stopped('refused'), polled({}), over(1)).step;
    expect(refusal).toMatchObject({ do: 'end', end: { kind: 'over_budget', isSeen: false } });
    const late = next(stopped('unknown'), WAITED, over(0, { deadline: START })).step;
    expect(late).toMatchObject({ do: 'end', end: { kind: 'over_budget', isSeen: false } });
  });

  it('an end of its own wins also after the request to stop it', () => {
    const own = next(stopped('accepted'), done, over(1));
    expect(own.state).toMatchObject({ name: 'draining', stop: null });
    const ours = next(stopped('accepted'), cancelled, over(1));
    expect(ours.state).toMatchObject({ name: 'draining', stop: { result: 'accepted' } });
  });
});

describe('the final result', () => {
  const ended = { outcome: 'succeeded', endedAt: START, stop: null } as const;
  const begun = final(ended, at(0));
  const run = (taken: 'lags' | 'same' | 'unread'): Seen => ({ kind: 'run', taken });

  it.each<Row>([
    ['2.3: the run is read', begun, BEGUN, at(0), 'final, read_final'],
    ['that told it', begun, run('same'), at(0, { record: TOLD }), 'pull_request, end ended'],
    ['2.3: one that is null is read again', begun, run('same'), at(0), 'final, wait 2000'],
    [
      '2.3: for 10 s',
      { ...begun, readFirst: START },
      run('same'),
      at(10_000),
      'pull_request, end ended',
    ],
    [
      'for 2 s of a run that failed',
      final({ ...ended, outcome: 'failed' }, at(0)),
      run('same'),
      at(0),
      'final, wait 2000',
    ],
    [
      '2.3: an answer of a replica that lags is read again',
      begun,
      run('lags'),
      at(0, { record: TOLD }),
      'final, wait 2000',
    ],
    ['it could not be read', begun, run('unread'), at(0), 'pull_request, end ended, result_unread'],
    [
      'it could not be read a second time',
      { ...begun, readFirst: START },
      run('unread'),
      at(2_000),
      'pull_request, end ended',
    ],
    [
      '18.3: no end is held up for what only adds to it',
      final(ended, at(0, { record: TOLD })),
      BEGUN,
      at(0, { record: TOLD, ...refused(NO_READS, 40) }),
      'pull_request, end ended, result_unread',
    ],
    [
      'nothing is missing where a read of the log is one of the run',
      final(ended, at(0, { record: TOLD })),
      BEGUN,
      at(0, { record: TOLD, ...refused({ ...NO_READS, isLogOfRun: true }, 40) }),
      'pull_request, end ended',
    ],
    [
      'but for the 30 s that a service may ask for',
      final(ended, at(0, { record: TOLD })),
      BEGUN,
      at(0, { record: TOLD, ...refused(NO_READS, 30) }),
      'final, read_final',
    ],
    [
      'a result that nothing tells is waited for',
      begun,
      BEGUN,
      at(0, refused(NO_READS, 40)),
      'final, read_final',
    ],
  ])('%s', (...[, state, seen, moment, follows]) => {
    expect(wordsOf(state, seen, moment)).toBe(follows);
  });
});

describe('a late pull request (18.5)', () => {
  const ended = { outcome: 'succeeded', endedAt: START, stop: null } as const;
  const begun = awaitingPullRequest(ended, at(0));
  const last = { ...begun, times: begun.times.slice(-1) };
  const asked: TurnRecord = { ...RECORD, meaning: 'succeeded', awaitsPullRequest: 'yes' };
  const perhaps: TurnRecord = { ...asked, awaitsPullRequest: 'perhaps' };
  const run: Seen = { kind: 'run', taken: 'same' };
  const soon = at(0, { deadline: START + 6_000 });

  it.each<Row>([
    ['none was asked for', begun, BEGUN, at(0), 'pull_request, end ended'],
    [
      'one was: after 5 s',
      begun,
      BEGUN,
      at(0, { record: asked }),
      'pull_request, wait 5000, pull_request_awaited',
    ],
    ['the run is read', begun, WAITED, at(5_000, { record: asked }), 'pull_request, read_run'],
    ['after 15 s', begun, run, at(5_000, { record: asked }), 'pull_request, wait 10000'],
    ['it is named', begun, run, at(5_000), 'pull_request, end ended'],
    [
      'after 30 s it is missing',
      last,
      run,
      at(30_000, { record: asked }),
      'pull_request, end ended, pull_request_missing',
    ],
    [
      'which the outcome says where one is expected',
      last,
      run,
      at(30_000, { record: asked, expectsPullRequest: true }),
      'pull_request, end ended',
    ],
    ['perhaps one was', begun, BEGUN, at(0, { record: perhaps }), 'pull_request, end ended'],
    [
      'none was, and one is expected',
      begun,
      BEGUN,
      at(0, { expectsPullRequest: true }),
      'pull_request, end ended',
    ],
    [
      'a run that failed misses none',
      last,
      run,
      at(30_000, { record: { ...asked, meaning: 'failed' } }),
      'pull_request, end ended',
    ],
    [
      'without time for it, it is not waited for',
      awaitingPullRequest(ended, soon),
      BEGUN,
      at(0, { record: asked }),
      'pull_request, end ended, pull_request_missing',
    ],
    [
      'perhaps one was, and one is expected',
      begun,
      BEGUN,
      at(0, { record: perhaps, expectsPullRequest: true }),
      'pull_request, wait 5000, pull_request_awaited',
    ],
    [
      'the run corrects its answer, and has named one',
      begun,
      BEGUN,
      at(0, {
        record: { ...perhaps, pullRequests: ['https://github.com/octo/widgets/pull/1'] },
        expectsPullRequest: true,
      }),
      'pull_request, end ended',
    ],
  ])('%s', (...[, state, seen, moment, follows]) => {
    expect(wordsOf(state, seen, moment)).toBe(follows);
  });

  it('is looked for as long as the time of the step allows, less a second for the last read', () => {
    const times = [START + 5_000, START + 15_000, START + 30_000];
    expect(begun).toMatchObject({ isWhole: true, times });
    const cut = awaitingPullRequest(ended, at(0, { deadline: START + 16_000 }));
    expect(cut).toMatchObject({ isWhole: false, times: [START + 5_000] });
  });

  it('is looked for by one read, which is not waited for longer than ten seconds', () => {
    const { step } = next(begun, WAITED, at(5_000, { record: asked }));
    expect(step).toEqual({ do: 'read_run', until: START + 15_000, isTooLate: false });
  });
});
