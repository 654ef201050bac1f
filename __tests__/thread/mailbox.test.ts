/**
 * The record of a thread and its marker (contract 7.2), and the key that tells several comments
 * apart (contract 1.1).
 */
import { commentKeyOf, writeSignedMarker } from '../../src/github/marker.ts';
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import {
  delivered,
  EMPTY_MAILBOX,
  isSettled,
  type MarkerContent,
  type RequestComment,
  readMarker,
  settle,
  SETTLED_MAX,
  type ThreadRecord,
  waitingRequests,
  withThreadMarker,
  writeMarker,
} from '../../src/thread/mailbox.ts';
import fc from '../support/fast-check.ts';

const mark = 'ara-0123456789abcdef';
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const message = (id: number, author = 'mona'): RequestComment => ({
  id,
  body: '',
  author,
  authorIsBot: false,
  htmlUrl: '',
});

describe('an accepted request', () => {
  const intended = { ids: [5, 7], mark };

  it('settles its comments, and counts as a turn if it was a follow-up', () => {
    const mailbox = { ...EMPTY_MAILBOX, intended };
    expect(isSettled(mailbox, 5)).toBe(false);
    expect(delivered(mailbox, { mark, isTurn: true })).toEqual({
      ...EMPTY_MAILBOX,
      turns: 1,
      settled: [5, 7],
    });
    expect(delivered(mailbox, { mark, isTurn: false })).toEqual({
      ...EMPTY_MAILBOX,
      settled: [5, 7],
    });
    expect(delivered(EMPTY_MAILBOX, { mark, isTurn: true })).toEqual({
      ...EMPTY_MAILBOX,
      turns: 1,
    });
  });

  it.each(['ara-of-another-one', null])('leaves what is intended for another one: %s', (other) => {
    const mailbox = { ...EMPTY_MAILBOX, intended };
    expect(delivered(mailbox, { mark: other, isTurn: true })).toEqual({ ...mailbox, turns: 1 });
  });
});

describe('settled comments', () => {
  it('are listed in ascending order', () => {
    const mailbox = settle(
      { ...EMPTY_MAILBOX, since: 10, high: 20, settled: [30] },
      [15, 40, 25, 5],
    );
    expect(mailbox).toMatchObject({ since: 10, high: 20, settled: [5, 25, 30, 40] });
    expect([5, 6, 10, 11, 20, 21, 25].map((id) => isSettled(mailbox, id))).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('are folded into the mark if there are more than 100, up to a request that waits', () => {
    const all = range(1, SETTLED_MAX + 1);
    expect(settle(EMPTY_MAILBOX, all)).toMatchObject({ high: 51, settled: range(52, 101) });
    const waiting = settle(EMPTY_MAILBOX, all.filter((id) => id !== 10).concat(102), [10]);
    expect(waiting).toMatchObject({ high: 9 });
    expect(isSettled(waiting, 10)).toBe(false);
  });

  it('are never forgotten, and nothing that waits is settled by them', () => {
    const id = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(id, { maxLength: 60 }), { maxLength: 8 }),
        fc.uniqueArray(id, { maxLength: 5 }),
        (steps, waiting) => {
          const open = waiting.filter((one) => !steps.flat().includes(one));
          const mailbox = steps.reduce((known, ids) => settle(known, ids, open), EMPTY_MAILBOX);
          expect(steps.flat().filter((one) => !isSettled(mailbox, one))).toEqual([]);
          expect(open.filter((one) => isSettled(mailbox, one))).toEqual([]);
        },
      ),
    );
  });
});

describe('the requests that wait', () => {
  const requests = [3, 12, 14, 15, 18].map((id) => message(id));
  const mailbox = { ...EMPTY_MAILBOX, since: 10, high: 12, settled: [14] };

  it.each([
    [
      'with a new comment, even if the thread does not show it yet',
      message(20),
      false,
      [15, 18, 20],
    ],
    ['with a new comment that the thread shows', message(18), false, [15, 18]],
    [
      'with a comment from before the first turn, which only its own job brings',
      message(3),
      false,
      [3, 15, 18],
    ],
    ['with a comment that was delivered', message(14), false, [15, 18]],
    ['with a comment that is to be delivered again', message(14), true, [14, 15, 18]],
  ])('are told oldest first, %s', (...[, own, again, ids]) => {
    expect(waitingRequests(requests, { mailbox, own, again }).map(({ id }) => id)).toEqual(ids);
  });
});

const content: MarkerContent = {
  secret: 'api-token',
  repository: 'Octo/Repo',
  thread: 7,
  commentKey: 'ci/agent/0',
  runId: '4711',
};
const record: ThreadRecord = {
  runId: '4711',
  writer: { key: 'a'.repeat(32), attempt: 2, mode: 'resumed' },
  mailbox: {
    turns: 3,
    since: 90,
    high: 100,
    settled: [120, 130],
    intended: { ids: [140, 150], mark: 'ara-0123456789abcdef' },
  },
};

describe('the marker', () => {
  it('of an earlier edition, with the run ID as a number, is still understood', () => {
    const { secret, repository, thread, commentKey } = content;
    const place = { kind: 'thread', secret, repository, scope: [thread, commentKey] };
    const marker = writeSignedMarker(place, JSON.stringify({ ...record, runId: 4711 }));
    expect(readMarker(marker, content)).toEqual(record);
  });

  it.each<Partial<ThreadRecord>>([
    {},
    record,
    { ...record, writer: { key: 'f'.repeat(32), attempt: 123, mode: 'created' } },
    { ...record, mailbox: { ...record.mailbox, intended: null } },
  ])('is read back as written (%#)', (given) => {
    const marker = writeMarker({ ...content, ...given });
    expect(marker).toMatch(/^<!-- [^>\n]*-->$/);
    const expected = { runId: '4711', writer: null, mailbox: EMPTY_MAILBOX, ...given };
    expect(readMarker(`${marker}\ntext`, content)).toEqual(expected);
  });

  it.each<Partial<MarkerContent>>([{ thread: 8 }, { commentKey: 'ci/agent/1' }])(
    'counts for its own thread and key alone: %j',
    (change) => {
      expect(readMarker(writeMarker(content), { ...content, ...change })).toBeNull();
      expect(readMarker(writeMarker({ ...content, ...change }), content)).toBeNull();
    },
  );

  it('is put in front of a comment, and changed without touching the rest of it', () => {
    const before = withThreadMarker('**Done**\n\ntext', writeMarker(content));
    expect(before).toBe(`${writeMarker(content)}\n**Done**\n\ntext`);
    const after = withThreadMarker(before, writeMarker({ ...content, ...record }));
    expect(after).toBe(`${writeMarker({ ...content, ...record })}\n**Done**\n\ntext`);
  });
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
