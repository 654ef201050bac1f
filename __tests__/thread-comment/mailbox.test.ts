import { describe, expect, it } from '@jest/globals';
import {
  acknowledged,
  delivered,
  doubted,
  EMPTY_MAILBOX,
  intend,
  isSettled,
  merge,
  proven,
  reminded,
  settle,
  SETTLED_MAX,
  withdrawn,
  type Mailbox,
} from '../../src/thread-comment/mailbox.ts';
import fc from '../support/fast-check.ts';

const mark = 'ara-0123456789abcdef';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('an empty mailbox holds nothing', () => {
  expect(EMPTY_MAILBOX).toEqual({ turns: 0, high: 0, settled: [], intended: null, doubtful: [] });
});

describe('a follow-up', () => {
  it('settles its comments once it was accepted, and only then', () => {
    const intended = intend(EMPTY_MAILBOX, { ids: [5, 7], mark, at: 1 });
    expect(isSettled(intended, 5)).toBe(false);
    expect(delivered(intended)).toEqual({ ...EMPTY_MAILBOX, turns: 1, settled: [5, 7] });
    expect(withdrawn(intended)).toEqual(EMPTY_MAILBOX);
    expect(delivered(EMPTY_MAILBOX)).toEqual({ ...EMPTY_MAILBOX, turns: 1 });
  });

  it('keeps what another writer knows', () => {
    const ours = intend(EMPTY_MAILBOX, { ids: [5], mark, at: 1 });
    const theirs: Mailbox = { ...EMPTY_MAILBOX, turns: 2, high: 3, settled: [4] };
    expect(merge(ours, theirs)).toEqual({ ...theirs, intended: ours.intended });
    expect(merge(ours, { ...theirs, settled: [4, 5] }).intended).toBeNull();
  });

  it('leaves the announcement of the next step when another step has settled its own', () => {
    const ours = intend(EMPTY_MAILBOX, { ids: [5], mark, at: 1 });
    const next = { ids: [7], mark: 'ara-fedcba9876543210', at: 2 };
    const theirs: Mailbox = { ...EMPTY_MAILBOX, settled: [5], intended: next };
    expect(merge(ours, theirs).intended).toEqual(next);
    expect(merge(ours, { ...theirs, settled: [5, 7] }).intended).toBeNull();
  });

  it('is remembered as doubtful when another step takes it over, until its comments are settled', () => {
    const taken = doubted(intend(EMPTY_MAILBOX, { ids: [5], mark, at: 1 }));
    expect(taken).toEqual({ ...EMPTY_MAILBOX, doubtful: [{ ids: [5], mark }] });
    expect(isSettled(taken, 5)).toBe(false);
    expect(proven(taken, mark)).toEqual({ ...EMPTY_MAILBOX, turns: 1, settled: [5] });
    expect(merge(EMPTY_MAILBOX, taken).doubtful).toEqual(taken.doubtful);
    expect(merge(taken, taken).doubtful).toEqual(taken.doubtful);
    expect(settle(taken, [5]).doubtful).toEqual([]);
    let many = EMPTY_MAILBOX;
    for (let id = 1; id <= 9; id += 1) many = doubted(intend(many, { ids: [id], mark: `${mark}${id}`, at: id }));
    expect(many.doubtful.map((sent) => sent.ids)).toEqual([[7], [8], [9]]);
  });

  it('is remembered as doubtful if another step has overwritten it and its request may have been sent', () => {
    const sent = { ids: [5, 7], mark };
    const next = { ids: [5, 7], mark: 'ara-fedcba9876543210', at: 2 };
    const overwritten: Mailbox = { ...EMPTY_MAILBOX, settled: [5], intended: next };
    const known = reminded(overwritten, sent);
    expect(known).toEqual({ ...overwritten, doubtful: [sent] });
    expect(reminded(known, sent)).toBe(known);
    const announcement = intend(EMPTY_MAILBOX, { ...sent, at: 1 });
    expect(reminded(announcement, sent)).toBe(announcement);
    const settled: Mailbox = { ...EMPTY_MAILBOX, high: 7 };
    expect(reminded(settled, sent)).toBe(settled);
    let many = overwritten;
    for (let nth = 1; nth <= 4; nth += 1) many = reminded(many, { ids: [7], mark: `${mark}${nth}` });
    expect(many.doubtful.map((doubt) => doubt.mark)).toEqual([2, 3, 4].map((nth) => `${mark}${nth}`));
  });
});

describe('an accepted request', () => {
  const sent = { ids: [5], mark, isTurn: true };
  const announcedIds = intend(EMPTY_MAILBOX, { ids: [5, 7], mark, at: 1 });
  const others = { ids: [9], mark: 'ara-fedcba9876543210', at: 2 };

  it('settles what was announced with it', () => {
    expect(acknowledged(announcedIds, sent)).toEqual({ ...EMPTY_MAILBOX, turns: 1, settled: [5, 7] });
    expect(acknowledged(announcedIds, { ...sent, isTurn: false })).toEqual({ ...EMPTY_MAILBOX, settled: [5, 7] });
  });

  it('settles its comments even if its announcement was overwritten, and leaves that of another step', () => {
    expect(acknowledged(EMPTY_MAILBOX, sent)).toEqual({ ...EMPTY_MAILBOX, turns: 1, settled: [5] });
    const overwritten = intend(EMPTY_MAILBOX, others);
    expect(acknowledged(overwritten, sent)).toEqual({ ...overwritten, turns: 1, settled: [5] });
  });

  it('changes nothing if it is recorded', () => {
    const recorded: Mailbox = { ...intend(EMPTY_MAILBOX, others), settled: [5], turns: 3 };
    expect(acknowledged(recorded, sent)).toBe(recorded);
  });
});

describe('settled comments', () => {
  it('are listed in ascending order above the mark', () => {
    expect(settle(EMPTY_MAILBOX, [100, 20, 9]).settled).toEqual([9, 20, 100]);
    const mailbox = settle({ ...EMPTY_MAILBOX, high: 10, settled: [12] }, [20, 15, 5, 10]);
    expect(mailbox).toEqual({ ...EMPTY_MAILBOX, high: 10, settled: [12, 15, 20] });
    expect([10, 11, 12].map((id) => isSettled(mailbox, id))).toEqual([true, false, true]);
    expect(merge(mailbox, { ...EMPTY_MAILBOX, high: 12, settled: [30] })).toMatchObject({
      high: 12,
      settled: [15, 20, 30],
    });
  });

  it('are folded into the mark if there are more than 100', () => {
    expect(settle(EMPTY_MAILBOX, range(1, 100))).toEqual({ ...EMPTY_MAILBOX, settled: range(1, 100) });
    const folded = { ...EMPTY_MAILBOX, high: 51, settled: range(52, 101) };
    expect(settle(EMPTY_MAILBOX, range(1, 101))).toEqual(folded);
    // A request that is settled does not wait.
    expect(settle(EMPTY_MAILBOX, range(1, 101), [10])).toEqual(folded);
    expect(delivered(intend(EMPTY_MAILBOX, { ids: range(1, 101), mark, at: 1 }))).toEqual({ ...folded, turns: 1 });
  });

  it('are folded up to a request that waits, and over it if there are more than 200', () => {
    const some = range(1, 120).filter((id) => id !== 30);
    expect(settle(EMPTY_MAILBOX, some, [30])).toEqual({ ...EMPTY_MAILBOX, high: 29, settled: range(31, 120) });
    expect(settle(EMPTY_MAILBOX, range(2, 201), [1])).toEqual({ ...EMPTY_MAILBOX, settled: range(2, 201) });
    expect(settle(EMPTY_MAILBOX, range(2, 202), [1])).toEqual({
      ...EMPTY_MAILBOX,
      high: 152,
      settled: range(153, 202),
    });
  });

  it('end a doubt once all of its comments are among them', () => {
    const other = 'ara-fedcba9876543210';
    const taken = doubted(intend(EMPTY_MAILBOX, { ids: [5, 7], mark, at: 1 }));
    expect(settle(taken, [5]).doubtful).toEqual(taken.doubtful);
    const both = doubted(intend(taken, { ids: [9], mark: other, at: 2 }));
    expect(proven(both, mark)).toEqual({
      ...EMPTY_MAILBOX,
      turns: 1,
      settled: [5, 7],
      doubtful: [{ ids: [9], mark: other }],
    });
    expect(doubted(EMPTY_MAILBOX)).toBe(EMPTY_MAILBOX);
  });

  it('three doubts are remembered of two records', () => {
    const doubting = (...numbers: readonly number[]): Mailbox => ({
      ...EMPTY_MAILBOX,
      doubtful: numbers.map((id) => ({ ids: [id], mark: `${mark}${id}` })),
    });
    const merged = merge(doubting(3, 4), doubting(1, 2));
    expect(merged.doubtful.map((sent) => sent.ids)).toEqual([[2], [3], [4]]);
  });
});

describe('the memory of a long thread', () => {
  it('stays small, and forgets nothing that was settled', () => {
    let mailbox = EMPTY_MAILBOX;
    for (let id = 1; id <= 1000; id += 1) mailbox = settle(mailbox, [id]);
    expect(mailbox.settled.length).toBeLessThanOrEqual(SETTLED_MAX);
    expect([1, 500, 1000].every((id) => isSettled(mailbox, id))).toBe(true);
    expect(isSettled(mailbox, 1001)).toBe(false);
  });

  it('keeps its high mark below a request that waits', () => {
    let mailbox = EMPTY_MAILBOX;
    for (let id = 1; id <= 150; id += 1) if (id !== 30) mailbox = settle(mailbox, [id], [30]);
    expect(isSettled(mailbox, 30)).toBe(false);
    expect(mailbox.high).toBe(29);
  });

  it('never loses a settled comment in any order of settling and merging', () => {
    const operation = fc.record({
      ids: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 }),
      merged: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
        let mailbox = EMPTY_MAILBOX;
        const known = new Set<number>();
        for (const { ids: some, merged } of operations) {
          for (const id of some) known.add(id);
          mailbox = merged ? merge(mailbox, settle(EMPTY_MAILBOX, some)) : settle(mailbox, some);
          expect(mailbox.settled.length).toBeLessThanOrEqual(2 * SETTLED_MAX);
        }
        for (const id of known) expect(isSettled(mailbox, id)).toBe(true);
      }),
    );
  });
});
