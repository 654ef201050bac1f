/** The decisions of contract 4.4 one by one: when the rest of a log is read next, and when reading ends. */
import { describe, expect, it } from '@jest/globals';
import { drainNext, drainSaw, drainStart, type Circumstances, type DrainState } from '../../src/run/drain.ts';

const DEADLINE = 1_000_000;
const given = (fields: Partial<Circumstances> = {}): Circumstances => ({
  ...{ now: 0, finalAnswer: true, midway: false, notBefore: 0 },
  ...fields,
});
const state = (fields: Partial<DrainState> = {}): DrainState => ({
  ...drainStart({ now: 0, deadline: DEADLINE, more: false, agrees: false, left: false }),
  ...fields,
});
const look = (waitMs: number) => ({ kind: 'look', waitMs });
const done = (incomplete: boolean) => ({ kind: 'done', incomplete });

describe('the next look at the rest of a log', () => {
  it.each([
    ['comes at once while there is more', state({ more: true }), given(), look(0)],
    ['comes after a pause where entries are missing', state(), given(), look(500)],
    ['comes after the pause that grew', state({ pauseMs: 4_000 }), given(), look(4_000)],
    ['comes before the time without progress is over', state({ pauseMs: 4_000 }), given({ now: 29_000 }), look(1_000)],
    ['comes within a second for late entries', state({ agrees: true }), given({ finalAnswer: false }), look(1_000)],
    [
      'comes when late entries are no longer waited for',
      state({ agrees: true }),
      given({ now: 1_700, finalAnswer: false }),
      look(300),
    ],
    ['keeps the minimum wait', state({ more: true }), given({ now: 5_000, notBefore: 12_000 }), look(7_000)],
    ['continues a full scan in progress', state({ more: true }), given({ now: 31_000, midway: true }), look(0)],
  ])('%s', (...[, drain, circumstances, expected]) => {
    expect(drainNext(drain, circumstances)).toEqual(expected);
  });
});

describe('reading the rest of a log', () => {
  it.each([
    ['ends where nothing is missing', state({ agrees: true }), given(), done(false)],
    [
      'ends after the time for late entries',
      state({ agrees: true }),
      given({ now: 2_000, finalAnswer: false }),
      done(false),
    ],
    ['ends after 30 seconds without progress', state(), given({ now: 30_000 }), done(true)],
    ['ends then even if there is more', state({ more: true }), given({ now: 30_000 }), done(true)],
    ['ends then even in a full scan that has no more', state(), given({ now: 30_000, midway: true }), done(true)],
    ['ends if the log was given up again', state({ hopeless: true }), given(), done(true)],
    [
      'ends before a look at the deadline',
      state({ lastProgress: DEADLINE - 500 }),
      given({ now: DEADLINE - 500 }),
      done(true),
    ],
    [
      'ends at the deadline in a full scan',
      state({ more: true, lastProgress: DEADLINE }),
      given({ now: DEADLINE, midway: true }),
      done(true),
    ],
    ['ends if the minimum wait is too long', state({ more: true }), given({ notBefore: DEADLINE }), done(true)],
  ])('%s', (...[, drain, circumstances, expected]) => {
    expect(drainNext(drain, circumstances)).toEqual(expected);
  });

  it('has made progress with each new entry', () => {
    const page = { kind: 'page', more: false, agrees: false } as const;
    const slower = drainSaw(state(), { ...page, fresh: 0 }, { now: 3_000, notBefore: 0 });
    expect(slower).toMatchObject({ pauseMs: 1_000, lastProgress: 0 });
    expect(drainSaw(slower, { ...page, fresh: 1 }, { now: 4_000, notBefore: 0 })).toMatchObject({
      ...{ pauseMs: 500, lastProgress: 4_000 },
    });
  });
});
