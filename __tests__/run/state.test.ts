/** The known state of a run: contract 1.2 `pull_requests`, 4.6 `result`. */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';
import {
  answeredTurn,
  changedBy,
  foldTurn,
  hasOldResult,
  isFromBeforeTheEnd,
  recordOf,
  reduceTurn,
  resultSource,
  resultText,
  showsNewAnswer,
  type TurnRecord,
} from '../../src/run/state.ts';
import { mendMark } from '../../src/run/once/mend-mark.ts';
import { attachTo, type Started } from '../../src/run/started-turn.ts';
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

it('is the last answer, whatever comes after it (4.6)', () => {
  const entries = [finalAnswer(0, 'A'), entry(1, { observation: 'Seen.' })];
  expect(resultSource(entries.reduce(take, begun({})))).toBe('A');
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

it('is the run’s where it is said to be of this turn, though it says the same as before (18.5)', () => {
  const changed = changedBy({ ...run({ result: 'R' }), isOwnResult: true }, begun({}))!;
  const resumed = begun({ mode: 'resumed', resultBefore: 'R' });
  const record = reduceTurn(resumed, { type: 'status', ...changed });
  expect(hasOldResult(record)).toBe(false);
  expect(resultSource(take(record, finalAnswer(0, 'A closing remark.')))).toBe('R');
  expect(changedBy(run({}), record)).toBeNull();
});

describe('the marks of requests to mend (19.4)', () => {
  const mark = mendMark('a'.repeat(32), { number: 1, head: 'b'.repeat(40) });

  it('are those that messages to the run carry', () => {
    const asked = take(begun({}), entry(0, { message_type: 'USER_MESSAGE', observation: mark }));
    expect(asked.mendMarks).toEqual([mark]);
    expect(take(asked, entry(1, { observation: `I saw ${mark}.` })).mendMarks).toEqual([mark]);
    expect(take(begun({}), finalAnswer(0, mark)).mendMarks).toEqual([]);
  });
});

it('begins with nothing', () => {
  expect(begun({})).toMatchObject({ takesNoMessage: false, branches: [], mendMarks: [] });
});

it('keeps the last words until others come', () => {
  const said = reduceTurn(begun({}), {
    type: 'status',
    ...changedBy({ ...run({ id: 77 }), lastWords: 'A.' }, begun({}))!,
  });
  expect(said.lastWords).toBe('A.');
  expect(changedBy({ ...run({ id: 77 }), lastWords: undefined }, said)).toBeNull();
});

it('ends when that was seen, and no other event changes it', () => {
  const record = begun({});
  expect(record.ended).toBe(false);
  expect(reduceTurn(record, { type: 'finished' })).toEqual({ ...record, ended: true });
  expect(reduceTurn(record, { type: 'unread' })).toEqual({ ...record, isUnread: true });
  expect(reduceTurn(record, { type: 'throttled', waitMs: 1 })).toBe(record);
});

describe('an answer after the end of a resumed turn', () => {
  const ended = { ...begun({ mode: 'resumed' }), ended: true, status: 'IN_PROGRESS' };
  const turn = { record: ended, statusBefore: 'COMPLETED' };
  const shown = { status: 'COMPLETED', meaning: 'succeeded', result: undefined } as const;

  it.each([
    { what: 'is of before where its word is that of before', isOwnEnd: false, expected: true },
    { what: 'counts where the log says that the end is its own', isOwnEnd: true, expected: false },
  ])('$what (2.3)', ({ isOwnEnd, expected }) => {
    expect(isFromBeforeTheEnd({ ...shown, isOwnEnd }, turn)).toBe(expected);
  });

  interface Shown {
    readonly shown?: string | null;
    readonly own?: string | null;
    readonly mode?: Started['mode'];
  }
  it.each<[string, boolean, Shown]>([
    ['the result from before, once the turn has shown its own', true, { shown: 'old', own: 'new' }],
    ['the turn’s own result again', false, { shown: 'new', own: 'new' }],
    ['a third result', false, { shown: 'newer', own: 'new' }],
    ['no result', false, { shown: null, own: 'new' }],
    ['the result from before, and the turn has shown none', false, { shown: 'old', own: null }],
    ['the result from before, which the turn showed too', false, { shown: 'old', own: 'old' }],
    [
      'a result of another turn than a follow-up',
      false,
      { shown: 'old', own: 'new', mode: 'attached' },
    ],
  ])('that shows %s is of before: %j (2.3)', (_, expected, { shown: result, own, mode }) => {
    const started = begun({ mode: mode ?? 'resumed', resultBefore: 'old', status: 'COMPLETED' });
    const record = { ...started, ended: true, result: own ?? null };
    const answer = { status: 'COMPLETED', meaning: 'succeeded', result: result ?? null } as const;
    expect(isFromBeforeTheEnd(answer, { record, statusBefore: 'COMPLETED' })).toBe(expected);
  });

  it('that shows no result is not of before where there was none before either (2.3)', () => {
    const record = {
      ...begun({ mode: 'resumed', resultBefore: null }),
      ended: true,
      result: 'new',
    };
    const turnOfNone = { record, statusBefore: null };
    expect(isFromBeforeTheEnd({ ...shown, result: null }, turnOfNone)).toBe(false);
    expect(isFromBeforeTheEnd(shown, turnOfNone)).toBe(false);
  });
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

  it('shows no new answer by a result where that of before is not known', () => {
    expect(showsNewAnswer(turn({ result: 'R', resultBefore: undefined }))).toBe(false);
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

describe('what an answer shows, by service', () => {
  const shown = (fields: Partial<RunShown>): RunShown => ({ ...run({}), ...fields });
  const taken = (record: TurnRecord, fields: Partial<RunShown>): TurnRecord =>
    reduceTurn(record, { type: 'status', ...changedBy(shown(fields), record)! });
  const atWork = begun({ status: 'RUNNING', meaning: 'active' });

  it.each<[Partial<RunShown>, TurnRecord['meaning']]>([
    [{ status: null, meaning: 'unknown' }, 'active'],
    [{ status: null, meaning: 'failed' }, 'failed'],
    [{ status: 'PONDERING', meaning: 'unknown' }, 'unknown'],
    [{ status: 'DONE', meaning: 'succeeded' }, 'succeeded'],
  ])('%j means %s after a status that was shown', (fields, meaning) => {
    const changed = changedBy(shown(fields), atWork);
    expect((changed ?? atWork).meaning).toBe(meaning);
  });

  it('keeps the structured answer and the cause until others are told', () => {
    const told = taken(atWork, { structured: '{"a":1}', cause: 'Out of tokens.' });
    expect(told).toMatchObject({ structured: '{"a":1}', cause: 'Out of tokens.' });
    const later = { structured: undefined, cause: null, result: 'R' };
    expect(taken(told, later)).toMatchObject({ structured: '{"a":1}', cause: 'Out of tokens.' });
    const other = { structured: null, cause: 'Stopped.' };
    expect(taken(told, other)).toMatchObject({ structured: null, cause: 'Stopped.' });
  });

  it('keeps the usage until another is told, and the same is no news', () => {
    const usage = { unit: 'acu', amount: 1.5, costUsd: null } as const;
    const told = taken(atWork, { usage });
    expect(told.usage).toEqual(usage);
    expect(changedBy(shown({ status: null, meaning: 'unknown', usage: null }), told)).toBeNull();
    const same = { status: null, meaning: 'unknown', usage: { ...usage } } as const;
    expect(changedBy(shown(same), told)).toBeNull();
    expect(taken(told, { usage: { ...usage, amount: 2 } }).usage?.amount).toBe(2);
  });

  it('keeps apart addresses of this turn and what leads to other pull requests', () => {
    const own = {
      kind: 'address',
      url: 'https://github.com/o/r/pull/1',
      isEarlier: false,
    } as const;
    const earlier = { ...own, url: 'https://github.com/o/r/pull/2', isEarlier: true } as const;
    const byId = {
      kind: 'database_id',
      id: 7,
      repository: null,
      nodeId: null,
      branch: null,
    } as const;
    const told = taken(atWork, { pullRequests: [own, earlier, byId] });
    expect(told.pullRequests).toEqual([own.url]);
    expect(told.leads).toEqual([earlier, byId]);
    const again = {
      status: null,
      meaning: 'unknown',
      pullRequests: [earlier, { ...byId }],
    } as const;
    expect(changedBy(shown(again), told)).toBeNull();
    const other = { ...byId, id: 8 };
    expect(taken(told, { pullRequests: [other] }).leads).toEqual([earlier, byId, other]);
    // What else leads to it may be told later.
    const located = { ...byId, branch: 'agent/fix' };
    expect(taken(told, { pullRequests: [located] }).leads).toEqual([earlier, located]);
    const third = { ...earlier, url: 'https://github.com/o/r/pull/3' };
    expect(taken(told, { pullRequests: [third] }).leads).toEqual([earlier, byId, third]);
  });

  it('takes the branches that are told last, and the same are no news', () => {
    const first = [{ repository: null, name: 'agent/one' }];
    const told = taken(atWork, { branches: first });
    expect(told.branches).toEqual(first);
    const unknown = { status: null, meaning: 'unknown' } as const;
    expect(changedBy(shown({ ...unknown, branches: [{ ...first[0]! }] }), told)).toBeNull();
    expect(changedBy(shown(unknown), told)).toBeNull();
    const second = [{ repository: 'o/r', name: 'agent/two' }];
    expect(taken(told, { branches: second }).branches).toEqual(second);
  });
});

it('begins without anything of the run but what its start told', () => {
  const { meaning: _, ...started } = attachTo('77');
  expect(recordOf(started)).toMatchObject({
    followed: '77',
    meaning: 'unknown',
    leads: [],
    notes: 0,
  });
  expect(recordOf({ ...started, followed: '78', meaning: 'active' })).toMatchObject({
    followed: '78',
    meaning: 'active',
  });
});

it('counts entries, and of these the notes of the action', () => {
  const two = [entry(1), finalAnswer(2, null)].reduce(take, begun({}));
  expect([two.entries, two.notes, resultSource(two)]).toEqual([2, 0, null]);
  const noted = { ...toEntry(rawEntry(entry(3)), 2), isNote: true } as const;
  const three = reduceTurn(two, { type: 'entry', entry: noted });
  expect([three.entries, three.notes]).toEqual([3, 1]);
});

it('counts an entry that may be of an earlier turn, and takes no answer from it (4.5)', () => {
  const old = toEntry(rawEntry(finalAnswer(0, 'Old.')), 0);
  const record = reduceTurn(begun({ mode: 'resumed' }), {
    type: 'entry',
    entry: old,
    isUncertain: true,
  });
  expect([record.entries, resultSource(record)]).toEqual([1, null]);
});

it('has no record before it starts', () => {
  expect(foldTurn(null, { type: 'finished' })).toBeNull();
  const first = { type: 'started', ...attachTo('77'), again: 'mend' } as const;
  expect(foldTurn(null, first)).toEqual(begun({}));
  const record = begun({ mode: 'resumed' });
  const thought = { type: 'entry', entry: toEntry(rawEntry(entry(0)), 0) } as const;
  expect(resultSource(foldTurn(record, thought)!)).toBeNull();
});

it.each([
  ['nothing', null, ''],
  ['a text', ' R\n', ' R\n'],
  ['the text of an object', { text: 'A' }, 'A'],
  ['the JSON of another', { n: 1 }, '{\n  "n": 1\n}'],
])('as text is %s', (_, source, text) => {
  expect(resultText(source)).toBe(text);
});

describe('a repair of the answer (8)', () => {
  it('keeps the pull requests of the turn whose answer it corrects (1.2)', () => {
    const opened = takeRun(begun({ mode: 'created' }), {
      github_pull_requests: [{ url: 'https://github.com/octo/widgets/pull/41' }],
    });
    const repaired = foldTurn(opened, { type: 'started', ...attachTo('77'), again: 'repair' });
    expect(repaired?.pullRequests).toEqual(['https://github.com/octo/widgets/pull/41']);
    expect(repaired?.ended).toBe(false);
    const other = foldTurn(opened, { type: 'started', ...attachTo('77') });
    expect(other?.pullRequests).toEqual([]);
  });
});
