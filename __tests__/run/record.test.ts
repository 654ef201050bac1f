/** The known state of a run: contract 1.2 `pull_requests`, 4.6 `result`. */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, toEntry } from '../../src/run/log/entry.ts';
import {
  changedAnswer,
  changedFacts,
  factsOf,
  hasFinalAnswer,
  hasOldResult,
  recordOf,
  reduceRun,
  resultSource,
  type RunRecord,
} from '../../src/run/record.ts';
import { attachTo, type Started } from '../../src/run/start.ts';
import { parseRun, type AgentRun } from '../../src/service/schema.ts';
import { entry, finalAnswer } from '../support/memory-client.ts';

const run = (fields: object): AgentRun => parseRun(fields)!;
const take = (record: RunRecord, value: unknown): RunRecord =>
  reduceRun(record, { type: 'entry', entry: toEntry(rawEntry(value), record.entries) });

function begun(fields: Partial<Started>): RunRecord {
  return recordOf({ ...attachTo(77), ...fields });
}

/** The record after a response of the service. */
function takeRun(record: RunRecord, fields: object): RunRecord {
  const answer = changedAnswer(record, run(fields));
  const answered = answer === null ? record : reduceRun(record, { type: 'answer', ...answer });
  const facts = changedFacts(record, run(fields));
  return facts === null ? answered : reduceRun(answered, { type: 'status', ...facts });
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
    ['the last answer’s when the run has none', { mode: 'created', result: null, answers: ['A', 'B'], expected: 'B' }],
    ['the run’s also when it is empty', { mode: 'created', result: '', answers: ['A'], expected: '' }],
    ['an object when the answer is one', { mode: 'created', answers: [{ text: 'A' }], expected: { text: 'A' } }],
    ['nothing', { mode: 'created', expected: null }],
    [
      'the answer’s when the run’s is from before',
      { mode: 'resumed', before: 'R', result: 'R', answers: ['A'], expected: 'A' },
    ],
    ['the run’s when it changed', { mode: 'resumed', before: 'R', result: 'S', answers: ['A'], expected: 'S' }],
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
    const record = answers.reduce<RunRecord>((made, answer, index) => take(made, finalAnswer(index, answer)), shown);
    expect(resultSource(record)).toEqual(expected);
    expect(hasOldResult(record)).toBe(old);
  });
});

describe('a summary where the one before the follow-up is unknown', () => {
  it.each([
    ['is that of the turn once it differs from the first one shown', [null, 'New.'], 'New.'],
    ['is that of the turn once it replaces another one', ['Old.', 'New.'], 'New.'],
    ['may be from before as long as it is the first one shown', ['Old.', 'Old.'], null],
  ])('%s', (_, summaries, expected) => {
    const shown = summaries.map((summary) => ({ result: null, summary }));
    const record = [{ result: null }, ...shown].reduce(takeRun, begun({ mode: 'resumed' }));
    expect(resultSource(record)).toBe(expected);
    expect(record.summary).toBe(summaries.at(-1));
  });
});

it('is the answer of the last entry once the order is known', () => {
  const assumed = [finalAnswer(3, 'new'), entry(2), finalAnswer(1, 'old'), entry(0)].reduce(take, begun({}));
  expect(resultSource(assumed)).toBe('old');
  const ordered = reduceRun(assumed, { type: 'order', places: [3, 2, 1, 0] });
  expect(resultSource(ordered)).toBe('new');
  expect(resultSource(take(ordered, finalAnswer(4, 'newest')))).toBe('newest');
});

it('is found among any number of answers', () => {
  let record = begun({ mode: 'created' });
  for (let index = 0; index < 50_000; index += 1)
    record = take(record, { message_type: 'FINAL_ANSWER', observation: `A${index}` });
  expect(resultSource(record)).toBe('A49999');
});

describe('the run’s own fields', () => {
  it('keep their last value if a response lacks them', () => {
    const record = begun({ webUrl: 'https://a.example/1', status: 'ACTIVE' });
    expect(changedFacts(record, run({}))).toBeNull();
    expect(factsOf(takeRun(record, {}))).toEqual({ runId: 77, webUrl: 'https://a.example/1', status: 'ACTIVE' });
    const done = takeRun(record, { status: 'DONE' });
    expect(done.status).toBe('DONE');
    expect(changedFacts(done, run({ status: 'DONE', result: 'R' }))).toBeNull();
    const moved = takeRun(takeRun(done, { result: 'R' }), { web_url: 'https://a.example/2' });
    expect(moved).toMatchObject({ status: 'DONE', webUrl: 'https://a.example/2', result: 'R' });
  });

  it('collect unique pull requests', () => {
    const [a, b] = ['https://github.com/o/r/pull/1', 'https://github.com/o/r/pull/2'];
    const shown = [
      { github_pull_requests: [{ url: a }, { url: null }, 'odd'] },
      { github_pull_requests: [{ url: a }, { url: b, id: 9 }] },
      { github_pull_requests: null },
    ];
    expect(shown.reduce(takeRun, begun({})).pullRequests).toEqual([a, b]);
  });
});

it('counts entries and knows whether there is an answer', () => {
  const one = take(begun({}), entry(1));
  expect([one.entries, hasFinalAnswer(one)]).toEqual([1, false]);
  const two = take(one, finalAnswer(2, null));
  expect([two.entries, hasFinalAnswer(two), resultSource(two)]).toEqual([2, true, null]);
});
