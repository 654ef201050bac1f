/**
 * The record of a thread and its marker (contract 7.2), and the key that tells several comments
 * apart (contract 1.1).
 */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { commentKeyOf } from '../../src/github/marker.ts';
import {
  hasCounted,
  isAsCreated,
  type MarkerContent,
  NEW_TURN,
  readMarker,
  type ThreadRecord,
  withTurn,
  type Writer,
  writeMarker,
} from '../../src/thread/record.ts';

const content: MarkerContent = {
  secret: 'api-token',
  repository: 'Octo/Repo',
  thread: 7,
  commentKey: 'ci/agent/0',
  runId: '4711',
};
const creator: Writer = { key: 'b'.repeat(32), workflowRun: '899', attempt: 1 };
const record: ThreadRecord = {
  runId: '4711',
  creator,
  createdRunId: '4710',
  writer: { key: 'a'.repeat(32), workflowRun: '900', attempt: 2 },
  turns: 3,
  counted: ['aaaaaaaaaaaa/900/2'],
  isStopped: true,
};

describe('the marker', () => {
  it.each<Partial<ThreadRecord>>([
    {},
    record,
    {
      ...record,
      writer: { key: 'f'.repeat(32), workflowRun: '1', attempt: 123 },
    },
    { ...record, isStopped: false },
    { ...record, creator: { ...creator, asked: 'c'.repeat(32) } },
  ])('is read back as written (%#)', (given) => {
    const marker = writeMarker({ ...content, ...given });
    expect(marker).toMatch(/^<!-- [^>\n]*-->$/);
    const expected = { runId: '4711', ...NEW_TURN, ...given };
    expect(readMarker(`${marker}\ntext`, content)).toEqual(expected);
  });

  it.each<Partial<MarkerContent>>([{ thread: 8 }, { commentKey: 'ci/agent/1' }])(
    'counts for its own thread and key alone: %j',
    (change) => {
      expect(readMarker(writeMarker(content), { ...content, ...change })).toBeNull();
      expect(readMarker(writeMarker({ ...content, ...change }), content)).toBeNull();
    },
  );
});

it.each<[string, Partial<ThreadRecord>, boolean]>([
  ['created', { writer: creator }, true],
  ['resumed by another step', {}, false],
  ['resumed by a later attempt of the step', { writer: { ...creator, attempt: 2 } }, false],
  ['not created for this thread', { creator: null, writer: null }, false],
])('a run is as it was created: %s', (_, change, expected) => {
  expect(isAsCreated({ ...record, ...change })).toBe(expected);
});

it('names the last forty follow-ups, however many count', () => {
  const steps = Array.from({ length: 50 }, (_, at) => ({ ...creator, workflowRun: `${at}` }));
  const last = steps.reduce<Pick<ThreadRecord, 'counted' | 'turns'>>(withTurn, NEW_TURN);
  expect([last.turns, last.counted.length]).toEqual([50, 40]);
  expect([steps[9]!, steps[10]!].map((step) => hasCounted(last, step))).toEqual([false, true]);
});

describe('the key', () => {
  it.each([
    ['the only step of the action', '__octo_agent-run-action', 'Agent/fix/3'],
    ['the only step of a local action', '__self', 'Agent/fix/3'],
    ['no name', '', 'Agent/fix/3'],
    ['a second step', '__self_2', 'Agent/fix/3/__self_2'],
    ['a step with an ID', 'review', 'Agent/fix/3/review'],
  ])(
    'is by default workflow, job, matrix index and what tells the step from others: %s',
    (_, step, key) => {
      const event = readEvent(
        { GITHUB_WORKFLOW: 'Agent', GITHUB_JOB: 'fix', GITHUB_ACTION: step },
        {},
      );
      expect(commentKeyOf({ commentKey: null, siblingIndex: 3 }, event)).toBe(key);
      expect(commentKeyOf({ commentKey: 'mine', siblingIndex: 3 }, event)).toBe('mine');
    },
  );
});
