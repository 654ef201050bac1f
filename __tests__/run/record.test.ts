/** What is known of a run: contract 1.2 `pull_requests`, 4.6 `result`. */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, toEntry } from '../../src/run/log/entry.ts';
import { RunRecord } from '../../src/run/record.ts';
import { attachTo, type Started } from '../../src/run/start.ts';
import { parseRun, type AgentRun } from '../../src/service/schema.ts';
import { entry, finalAnswer } from '../support/memory-client.ts';

const run = (fields: object): AgentRun => parseRun(fields)!;
const take = (record: RunRecord, value: unknown): void => record.takeEntry(toEntry(rawEntry(value), 0));

function recordOf(fields: Partial<Started>): RunRecord {
  return new RunRecord({ ...attachTo(77), ...fields });
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
    const record = recordOf({ mode, resultBefore: before });
    record.takeRun(run({ result }));
    answers.forEach((answer, index) => take(record, finalAnswer(index, answer)));
    expect(record.resultSource()).toEqual(expected);
    expect(record.hasOldResult).toBe(old);
  });
});

it('is the answer of the entry that is last once the order is known', () => {
  const record = recordOf({ mode: 'attached' });
  [finalAnswer(3, 'new'), entry(2), finalAnswer(1, 'old'), entry(0)].forEach((value) => take(record, value));
  expect(record.resultSource()).toBe('old');
  record.reorder([3, 2, 1, 0]);
  expect(record.resultSource()).toBe('new');
  take(record, finalAnswer(4, 'newest'));
  expect(record.resultSource()).toBe('newest');
});

it('is found among any number of answers', () => {
  const record = recordOf({ mode: 'created' });
  for (let index = 0; index < 200_000; index += 1)
    take(record, { message_type: 'FINAL_ANSWER', observation: `A${index}` });
  expect(record.resultSource()).toBe('A199999');
});

describe('the run’s own fields', () => {
  it('keep their last value when an answer lacks them', () => {
    const record = recordOf({ webUrl: 'https://a.example/1', status: 'ACTIVE' });
    expect(record.takeRun(run({}))).toBe(false);
    expect(record.facts()).toEqual({ runId: 77, webUrl: 'https://a.example/1', status: 'ACTIVE' });
    expect(record.takeRun(run({ status: 'DONE' }))).toBe(true);
    expect(record.takeRun(run({ status: 'DONE', result: 'R' }))).toBe(false);
    expect(record.takeRun(run({ web_url: 'https://a.example/2' }))).toBe(true);
    expect([record.status, record.webUrl, record.resultSource()]).toEqual(['DONE', 'https://a.example/2', 'R']);
  });

  it('gather pull requests, each once', () => {
    const record = recordOf({});
    const [a, b] = ['https://github.com/o/r/pull/1', 'https://github.com/o/r/pull/2'];
    record.takeRun(run({ github_pull_requests: [{ url: a }, { url: null }, 'odd'] }));
    record.takeRun(run({ github_pull_requests: [{ url: a }, { url: b, id: 9 }] }));
    record.takeRun(run({ github_pull_requests: null }));
    expect(record.pullRequests).toEqual([a, b]);
  });
});

it('counts entries and knows whether the answer is there', () => {
  const record = recordOf({});
  take(record, entry(1));
  expect([record.entries, record.hasFinalAnswer]).toEqual([1, false]);
  take(record, finalAnswer(2, null));
  expect([record.entries, record.hasFinalAnswer, record.resultSource()]).toEqual([2, true, null]);
});
