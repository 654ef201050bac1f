/** The known state of a run: contract 1.2 `pull_requests`, 4.6 `result`. */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';
import {
  answeredTurn,
  changedBy,
  foldTurn,
  hasOldResult,
  recordOf,
  reduceTurn,
  resultSource,
  showsNewAnswer,
  type TurnRecord,
} from '../../src/run/state.ts';
import { attachTo, type Started } from '../../src/run/started.ts';
import type { RunShown } from '../../src/agents/port.ts';
import { parseRun } from '../../src/agents/agent-run/schema.ts';
import { shownRun } from '../../src/agents/agent-run/shown.ts';
import { entry, finalAnswer } from '../support/memory-client.ts';

const run = (fields: object): RunShown => shownRun(parseRun(fields)!, '77');
const take = (record: TurnRecord, value: unknown): TurnRecord =>
  reduceTurn(record, { type: 'entry', entry: toEntry(rawEntry(value), record.entries) });

function begun(fields: Partial<Started>): TurnRecord {
  return recordOf({ ...attachTo('77'), ...fields });
}

/** The record after a response of the service. */
function takeRun(record: TurnRecord, fields: object): TurnRecord {
  const changed = changedBy(run(fields), record);
  return changed === null ? record : reduceTurn(record, { type: 'status', ...changed });
}

describe('the result (4.6)', () => {
  interface Case {
    readonly mode: Started['mode'];
    readonly before?: string | null;
    readonly result?: string | null;
    readonly answers?: readonly unknown[];
    readonly expected: unknown;
    readonly old?: boolean;
  }
  it.each<[string, Case]>([
    ['the run’s', { mode: 'created', result: 'R', answers: ['A'], expected: 'R' }],
    [
      'the last answer’s when the run has none',
      { mode: 'created', result: null, answers: ['A', 'B'], expected: 'B' },
    ],
    [
      'the run’s also when it is empty',
      { mode: 'created', result: '', answers: ['A'], expected: '' },
    ],
    [
      'an object when the answer is one',
      { mode: 'created', answers: [{ text: 'A' }], expected: { text: 'A' } },
    ],
    ['nothing', { mode: 'created', expected: null }],
    [
      'the answer’s when the run’s is from before',
      { mode: 'resumed', before: 'R', result: 'R', answers: ['A'], expected: 'A' },
    ],
    [
      'the run’s when it changed',
      { mode: 'resumed', before: 'R', result: 'S', answers: ['A'], expected: 'S' },
    ],
    ['nothing when there was nothing before', { mode: 'resumed', expected: null }],
    [
      'the run’s from before when there is no answer',
      { mode: 'resumed', before: 'R', result: 'R', expected: 'R', old: true },
    ],
    [
      'the run’s when the same run is attached to',
      { mode: 'attached', before: 'R', result: 'R', answers: ['A'], expected: 'R' },
    ],
  ])('is %s', (_, { mode, before = null, result = null, answers = [], expected, old = false }) => {
    const shown = takeRun(begun({ mode, resultBefore: before }), { result });
    const record = answers.reduce<TurnRecord>(
      (made, answer, index) => take(made, finalAnswer(index, answer)),
      shown,
    );
    expect(resultSource(record)).toEqual(expected);
    expect(hasOldResult(record)).toBe(old);
  });
});

it('is none from before the echo of the follow-up (4.5)', () => {
  const old = take(begun({ mode: 'resumed' }), finalAnswer(0, 'old'));
  const echo = {
    type: 'entry',
    entry: toEntry(rawEntry(entry(1, { message_type: 'USER_MESSAGE' })), 1),
    echo: true,
  } as const;
  expect([resultSource(old), resultSource(reduceTurn(old, echo))]).toEqual(['old', null]);
});

it('is the final answer where the result before the follow-up is not known (4.6)', () => {
  const record = takeRun(begun({ mode: 'resumed', resultBefore: undefined }), { result: 'shown' });
  expect([resultSource(record), hasOldResult(record)]).toEqual(['shown', true]);
  expect(resultSource(take(record, finalAnswer(0, 'said')))).toBe('said');
});

describe('an entry that the service completed', () => {
  const amended = (value: unknown, index: number) =>
    ({ type: 'amended', entry: toEntry(rawEntry(value), index) }) as const;
  const record = [finalAnswer(0, 'A'), entry(1), finalAnswer(2, null)].reduce(take, begun({}));

  it('is the answer at its place', () => {
    expect(resultSource(reduceTurn(record, amended(finalAnswer(2, 'B'), 2)))).toBe('B');
    // An earlier answer is none.
    expect(reduceTurn(record, amended(finalAnswer(0, 'C'), 0))).toBe(record);
  });

  it('is the answer where it was a thought before, but not one from before the follow-up', () => {
    const thoughts = [entry(0), entry(1)].reduce(take, begun({ mode: 'resumed' }));
    expect(resultSource(reduceTurn(thoughts, amended(finalAnswer(1, 'B'), 1)))).toBe('B');
    const prompt = toEntry(rawEntry(entry(2, { message_type: 'USER_MESSAGE' })), 2);
    const asked = reduceTurn(thoughts, { type: 'entry', entry: prompt, echo: true });
    expect(reduceTurn(asked, amended(finalAnswer(1, 'B'), 1))).toBe(asked);
  });

  it('changes nothing if it is no answer', () => {
    expect(reduceTurn(record, amended(entry(1, { observation: 'B' }), 1))).toBe(record);
  });
});

it('ends when that was seen, and no other event changes it', () => {
  const record = begun({});
  expect(record.ended).toBe(false);
  expect(reduceTurn(record, { type: 'finished' })).toEqual({ ...record, ended: true });
  expect(reduceTurn(record, { type: 'throttled', waitMs: 1 })).toBe(record);
});

describe('a turn of a resumed run', () => {
  const turn = (fields: Partial<TurnRecord>): TurnRecord => ({
    ...begun({ mode: 'resumed', resultBefore: 'old', summaryBefore: 'Old.' }),
    ...fields,
  });

  it.each<[string, Partial<TurnRecord>, boolean]>([
    ['nothing', {}, false],
    ['the result from before', { result: 'old' }, false],
    ['another result', { result: 'new' }, true],
    ['an empty result', { result: '' }, true],
    ['the summary from before', { summary: 'Old.' }, false],
    ['another summary', { summary: 'New.' }, true],
    ['an empty summary', { summary: '' }, false],
    ['a summary with the result from before', { result: 'old', summary: 'New.' }, true],
  ])('that shows %s has a new answer: %j', (_, fields, isNew) => {
    expect(showsNewAnswer(turn(fields))).toBe(isNew);
  });

  const first = turn({ result: 'first' });
  it.each<[string, Partial<TurnRecord>, boolean]>([
    ['no result', {}, false],
    ['an empty result', { result: '' }, false],
    ['the result from before', { result: 'old' }, false],
    ['a result of its own', { result: 'new' }, true],
  ])('that corrects another one and has %s counts itself: %j', (_, fields, counts) => {
    const repair = turn(fields);
    expect(answeredTurn(repair, first)).toBe(counts ? repair : first);
    expect(answeredTurn(repair, null)).toBe(repair);
  });
});

describe('the run’s own fields', () => {
  it('keep their last value if a response lacks them', () => {
    const record = begun({ webUrl: 'https://a.example/1', status: 'ACTIVE' });
    expect(changedBy(run({}), record)).toBeNull();
    expect(takeRun(record, {})).toBe(record);
    const done = takeRun(record, { status: 'DONE' });
    expect(done.status).toBe('DONE');
    expect(changedBy(run({ status: 'DONE' }), done)).toBeNull();
    const moved = takeRun(takeRun(done, { result: 'R' }), { web_url: 'https://a.example/2' });
    expect(moved).toMatchObject({ status: 'DONE', webUrl: 'https://a.example/2', result: 'R' });
  });

  it('hold the summary, which is the result of a run that has no other', () => {
    expect(changedBy(run({ summary: null }), begun({ mode: 'created' }))).toBeNull();
    const record = takeRun(begun({ mode: 'created' }), { summary: 'Done.' });
    expect(resultSource(record)).toBe('Done.');
    expect(changedBy(run({ summary: 'Done.' }), record)).toBeNull();
  });

  it.each(['result', 'summary'] as const)(
    'keep a %s that a response lacks, and lose one that is null (4.6)',
    (name) => {
      const record = takeRun(begun({ mode: 'created' }), { [name]: 'R' });
      expect(takeRun(record, { status: 'DONE' })[name]).toBe('R');
      expect(takeRun(record, { [name]: null })[name]).toBeNull();
    },
  );

  it('hold the time of its creation as it was shown first, so that another one is no news', () => {
    const record = takeRun(begun({ mode: 'created' }), { result: 'R' });
    const shown = takeRun(record, { result: 'R', created_at: '2026-01-02T03:04:05Z' });
    expect(shown).toMatchObject({ result: 'R', createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) });
    for (const createdAt of ['2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z', null]) {
      expect(changedBy(run({ result: 'R', created_at: createdAt }), shown)).toBeNull();
    }
    expect(changedBy(run({ result: 'S' }), shown)).toMatchObject({
      result: 'S',
      createdAt: shown.createdAt,
    });
  });

  it('collect unique pull requests', () => {
    const [a, b] = ['https://github.com/o/r/pull/1', 'https://github.com/o/r/pull/2'];
    const shown = [
      { github_pull_requests: [{ url: a }, { url: null }, 'odd'] },
      { github_pull_requests: [{ url: a }, { url: b, id: 9 }, { url: b }] },
      { github_pull_requests: null },
    ];
    expect(shown.reduce(takeRun, begun({})).pullRequests).toEqual([a, b]);
  });
});

it('counts entries', () => {
  const two = [entry(1), finalAnswer(2, null)].reduce(take, begun({}));
  expect([two.entries, resultSource(two)]).toEqual([2, null]);
});

describe('a repair of the answer (8)', () => {
  it('keeps the pull requests of the turn whose answer it corrects (1.2)', () => {
    const opened = takeRun(begun({ mode: 'created' }), {
      github_pull_requests: [{ url: 'https://github.com/octo/widgets/pull/41' }],
    });
    const repaired = foldTurn(opened, { type: 'started', ...attachTo('77'), repair: true });
    expect(repaired?.pullRequests).toEqual(['https://github.com/octo/widgets/pull/41']);
    expect(repaired?.ended).toBe(false);
    const other = foldTurn(opened, { type: 'started', ...attachTo('77') });
    expect(other?.pullRequests).toEqual([]);
  });
});
