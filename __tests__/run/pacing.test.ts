/** When to poll, and when to send a create again (contract 3.1 to 3.3). Bounds for many jobs: `npm run bench:fleet`. */
import { describe, expect, it } from '@jest/globals';
import {
  createRetryDelay,
  paceNext,
  paceStart,
  startDelay,
  type PaceOptions,
  type PaceSeen,
  type PaceState,
} from '../../src/run/pacing.ts';

const ALONE: PaceOptions = { siblings: 1, index: 0, fixedMs: null };
const STARTED: PaceSeen = { kind: 'started', refusedMs: 0 };
const OK = { kind: 'ok', news: false, active: true, full: false, finalAnswer: false, settling: false } as const;
const REFUSED: PaceSeen = { kind: 'refused', floorMs: null };

/** The delays after each of these, with time passing in between. */
function delays(options: PaceOptions, seen: readonly PaceSeen[], dice = 0.5): number[] {
  let state: PaceState = paceStart(options);
  let now = 1_000_000;
  return seen.map((each) => {
    const step = paceNext(state, each, { now, random: () => dice });
    state = step.state;
    now += step.delayMs;
    return Math.round(step.delayMs);
  });
}

const times = (count: number, seen: PaceSeen): PaceSeen[] => Array.from({ length: count }, () => seen);

describe('a job that is alone', () => {
  it('polls after four seconds, then every ten', () => {
    expect(delays(ALONE, [STARTED, ...times(5, OK)])).toEqual([4_000, 10_000, 10_000, 10_000, 10_000, 10_000]);
    expect(delays(ALONE, [OK], 0)).toEqual([9_400]);
    expect(delays(ALONE, [OK], 1)).toEqual([10_600]);
  });

  it('goes on at once while a page was full', () => {
    expect(delays(ALONE, [STARTED, { ...OK, full: true }, { ...OK, full: true }, OK])).toEqual([4_000, 0, 0, 10_000]);
  });

  it('polls soon after the final answer, and then ever more rarely until the end is confirmed', () => {
    const settling = { ...OK, settling: true, active: false };
    expect(delays(ALONE, [{ ...OK, finalAnswer: true }, ...times(6, settling)])).toEqual([
      750, 1_600, 2_560, 4_096, 6_554, 10_000, 10_000,
    ]);
    // News set that back, each time less.
    const news = { ...settling, news: true };
    expect(delays(ALONE, [settling, settling, news, news, news])).toEqual([1_000, 1_600, 1_000, 1_600, 2_560]);
  });

  it('polls more rarely after each refusal, and is back after some answers', () => {
    const slower = delays(ALONE, [REFUSED, OK]);
    expect(slower).toEqual([7_500, 14_500]);
    expect(delays(ALONE, [REFUSED, REFUSED, OK])).toEqual([7_500, 9_900, 15_850]);
    expect(delays(ALONE, [REFUSED, ...times(30, OK)]).at(-1)).toBe(10_000);
    expect(Math.max(...delays(ALONE, [...times(60, REFUSED), OK]).slice(-1))).toBeLessThanOrEqual(120_000);
  });

  it.each([0, 500, 20_000, 3_600_000])('keeps a floor of %i ms, above which it spreads', (floorMs) => {
    const refused: PaceSeen = { kind: 'refused', floorMs };
    for (const dice of [0, 0.5, 0.999])
      for (const delay of delays(ALONE, times(8, refused), dice)) expect(delay).toBeGreaterThanOrEqual(floorMs);
    expect(delays(ALONE, [refused], 0.5)).toEqual([floorMs + Math.max(1_000, floorMs / 2) / 2]);
  });

  it('backs off after faults, up to a minute', () => {
    expect([1, 2, 3, 10].map((attempt) => delays(ALONE, [{ kind: 'fault', attempt }])[0])).toEqual([
      1_000, 2_000, 4_000, 30_000,
    ]);
  });
});

describe('a job that knows of others', () => {
  it.each([
    [2, 0, 10_000],
    [10, 0, 11_000],
    [64, 0, 11_000],
    [64, 40, 47_000],
    [1_000, 999, 88_000],
  ])('of a matrix of %i polls by its share: index %i, about every %i ms', (siblings, index, expected) => {
    const [first = 0, second = 0] = delays({ siblings, index, fixedMs: null }, [STARTED, OK]);
    expect([first, second].every((delay) => delay >= expected * 0.9 && delay <= expected * 1.35)).toBe(true);
  });

  it('that waited long for its create begins with long intervals', () => {
    expect(delays(ALONE, [{ kind: 'started', refusedMs: 5_000 }])).toEqual([4_000]);
    expect(delays(ALONE, [{ kind: 'started', refusedMs: 30_000 }])).toEqual([30_000]);
    expect(delays(ALONE, [{ kind: 'started', refusedMs: 600_000 }])).toEqual([70_000]);
  });
});

describe('a fixed interval', () => {
  const FIXED = { ...ALONE, fixedMs: 2_000 };

  it('is kept, with jitter, also after refusals', () => {
    expect(delays(FIXED, [STARTED, OK, REFUSED, OK])).toEqual([2_000, 2_000, 2_000, 2_000]);
    expect([delays(FIXED, [OK], 0), delays(FIXED, [OK], 1)]).toEqual([[1_800], [2_200]]);
  });

  it('is longer after refusals in a row', () => {
    expect(delays(FIXED, times(3, REFUSED))).toEqual([2_000, 2_400, 2_880]);
  });
});

it('leaves regular polls to the client of a fleet', () => {
  expect(delays({ ...ALONE, scheduled: true }, [STARTED, OK, { ...OK, active: false }])).toEqual([0, 0, 10_000]);
});

describe('the creations of a matrix', () => {
  it.each([
    [10, 9, 0],
    [64, 9, 0],
    [64, 10, 64_500],
    [64, 40, 268_500],
  ])('are spread by their index: %i siblings, index %i', (siblings, index, expected) => {
    expect(startDelay({ siblings, index, random: () => 0.5 })).toBe(expected);
  });

  it('are never more than ten a minute', () => {
    const at = Array.from({ length: 200 }, (_, index) =>
      startDelay({ siblings: 200, index, random: () => (index % 7) / 7 }),
    ).sort((a, b) => a - b);
    for (const [index, time] of at.entries())
      expect(at.filter((other, place) => place >= index && other < time + 60_000).length).toBeLessThanOrEqual(10);
  });
});

describe('a create that was refused', () => {
  const retry = { random: () => 0.5, floorMs: null };

  it('is sent again ever later', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => createRetryDelay({ ...retry, attempt }))).toEqual([
      10_000, 60_000, 175_000, 1_000_000, 4_000_000, 7_200_000,
    ]);
  });

  it('is sent once more within the time left, but not ever faster', () => {
    expect(createRetryDelay({ ...retry, attempt: 4, leftMs: 60_000 })).toBe(30_000);
    expect(createRetryDelay({ ...retry, attempt: 4, leftMs: 100 })).toBe(1_000);
    expect(createRetryDelay({ ...retry, attempt: 4, leftMs: 100, waitedMs: 1_000_000 })).toBe(15_000);
  });

  it.each([1, 5, 12])('keeps what the service asks to wait, at attempt %i', (attempt) => {
    const waits = [0, 0.5, 0.999].map((dice) => createRetryDelay({ attempt, floorMs: 30_000, random: () => dice }));
    expect(waits[0]).toBe(30_000);
    expect(waits[1]).toBeGreaterThan(30_000);
    expect(waits[2]).toBeGreaterThan(waits[1] ?? 0);
  });
});
