/** How a matrix spreads its creations, and how long a refused create waits (contract 3.1 to 3.3). */
import { describe, expect, it } from '@jest/globals';
import { createRetryDelay, startDelay, startedBy } from '../../../src/run/pacing/matrix-start.ts';

describe('a retried create', () => {
  const longest = (attempt: number, leftMs?: number): number =>
    createRetryDelay({ attempt, floorMs: null, random: () => 1, ...(leftMs === undefined ? {} : { leftMs }) });

  it('waits a random time up to a growing bound', () => {
    const most = [1, 2, 3, 4, 5].map((attempt) => longest(attempt));
    for (const [index, bound] of most.entries()) expect(bound).toBeGreaterThan(most[index - 1] ?? 0);
    expect(createRetryDelay({ attempt: 5, floorMs: null, random: () => 0 })).toBe(0);
    expect(most[0]).toBeLessThanOrEqual(20_000);
  });

  it('becomes infrequent enough for a queue of a thousand refused jobs to fit into ten per minute', () => {
    const tries = (1000 * 60_000) / (longest(6) / 2);
    expect(tries).toBeLessThan(10);
  });

  it('keeps an attempt within the time left, without a burst at the end', () => {
    for (const leftMs of [5_000, 1_000_000])
      for (const attempt of [1, 3, 6, 50]) expect(longest(attempt, leftMs)).toBeLessThanOrEqual(leftMs);
    expect(longest(6, 1_800_000)).toBeGreaterThan(1_000_000);
    expect(longest(6, 100)).toBe(2_000);
    const waited = { attempt: 9, floorMs: null, random: () => 1, waitedMs: 3_600_000 };
    expect(createRetryDelay({ ...waited, leftMs: 5_000 })).toBe(108_000);
    expect(createRetryDelay({ ...waited, leftMs: 200_000 })).toBe(200_000);
  });

  it("also keeps an attempt within the time left after the service's retry time", () => {
    const told = (floorMs: number, leftMs: number): number =>
      createRetryDelay({ attempt: 9, floorMs, leftMs, random: () => 1 });
    expect(told(20_000, 27_000)).toBe(27_000);
    expect(told(20_000, 20_100)).toBe(21_000);
    expect(told(20_000, 5_000)).toBe(21_000);
  });

  it("follows soon after the service's retry time", () => {
    const most = createRetryDelay({ attempt: 1, floorMs: 1000, random: () => 1 });
    expect(most).toBeLessThanOrEqual(2000);
    expect(createRetryDelay({ attempt: 1, floorMs: 60_000, random: () => 1 })).toBeLessThanOrEqual(90_000);
  });

  it('has a maximum wait for any number of attempts', () => {
    expect(createRetryDelay({ attempt: 5000, floorMs: null, random: () => 1 })).toBeLessThanOrEqual(14_400_000);
  });

  it("respects the service's retry time, with jitter above it", () => {
    const told = (floorMs: number, dice: number): number =>
      createRetryDelay({ attempt: 1, floorMs, random: () => dice });
    for (const floorMs of [0, 700, 60_000]) expect(told(floorMs, 0)).toBe(floorMs);
    expect([told(0, 1), told(700, 1), told(10_000, 1)]).toEqual([1_000, 1_700, 15_000]);
    const again = (attempt: number): number => createRetryDelay({ attempt, floorMs: 10_000, random: () => 1 });
    expect([again(2), again(3), again(5000)]).toEqual([17_500, 21_250, 14_410_000]);
    // A few refusals may be a coincidence. More of them show a queue.
    expect(again(6)).toBeCloseTo(10_000 + 5_000 * 1.5 ** 5);
    expect(again(8)).toBeCloseTo(10_000 + 5_000 * 1.5 ** 5 * 2.5 ** 2);
  });
});

describe('the start of a matrix', () => {
  it('lets up to ten jobs start immediately', () => {
    for (let index = 0; index < 10; index += 1) {
      for (const siblings of [1, 10, 100]) expect(startDelay({ siblings, index, random: () => 0.5 })).toBe(0);
    }
  });

  it('keeps a matrix within ten creations a minute, even when jobs start two seconds apart', () => {
    const starts = Array.from({ length: 256 }, (_, index) => {
      const dice = (index * 0.618) % 1;
      return startDelay({ siblings: 256, index, random: () => dice }) + 2000 * ((index * 0.414) % 1);
    }).sort((a, b) => a - b);
    for (const [index, start] of starts.entries()) {
      const eleventh = starts[index + 10];
      if (eleventh !== undefined) expect(eleventh - start).toBeGreaterThanOrEqual(60_000);
    }
    expect(starts.at(-1)).toBeLessThan(256 * 7500);
  });

  it('does not delay the first ten jobs, regardless of the number of siblings', () => {
    expect(startDelay({ siblings: 10, index: 9, random: () => 1 })).toBe(0);
    // An index beyond the matrix does not cause a wait.
    expect(startDelay({ siblings: 10, index: 12, random: () => 1 })).toBe(0);
    expect(startDelay({ siblings: 11, index: 10, random: () => 0 })).toBe(64_000);
    expect(startDelay({ siblings: 99, index: 12, random: () => 0.5 })).toBe(64_000 + 2 * 6_800 + 500);
  });

  it('computes how many have started by the age of a job', () => {
    expect(startedBy(0, 0)).toBe(10);
    expect(startedBy(3, 6_800)).toBe(11);
    expect(startedBy(11, 0)).toBe(10 + (64_000 + 6_800) / 6_800);
  });
});
