/** How long is waited after a failure (contract 3.2, 5). */
import { describe, expect, it } from '@jest/globals';
import { backoff, connectingWait } from '../../src/http/backoff.ts';
import { isDue } from '../../src/http/retry.ts';

describe('backoff', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [5, 16_000],
    [6, 30_000],
    [5_000, 30_000],
  ])('attempt %i spreads over %i ms above the floor', (attempt, ceiling) => {
    expect(backoff({ attempt, floorMs: null, random: () => 0, remainingMs: 1e6 })).toBe(0);
    expect(backoff({ attempt, floorMs: 7, random: () => 0, remainingMs: 1e6 })).toBe(7);
    expect(backoff({ attempt, floorMs: 7, random: () => 0.5, remainingMs: 1e6 })).toBe(
      7 + ceiling / 2,
    );
  });

  it.each([
    [null, 12_000, 12_000],
    [5_000, 12_000, 12_000],
    [5_000, 5_500, 6_000],
    [5_000, 1_000, 6_000],
  ])('with a minimum wait of %s and %i ms left ends within %i ms', (floorMs, remainingMs, most) => {
    expect(backoff({ attempt: 9, floorMs, remainingMs, random: () => 1 })).toBe(most);
  });
});

describe('while nothing connects', () => {
  it.each([
    ['status', 'unsent', 30_000],
    ['reset', 'ambiguous', 30_000],
    ['connect_timeout', 'unsent', 4_500],
    ['refused', 'unsent', 14_000],
  ] as const)('a wait of half a minute after %s (%s) takes %i ms', (kind, proof, ms) => {
    expect(connectingWait(30_000, { kind, proof })).toBe(ms);
    expect(connectingWait(1_000, { kind, proof })).toBe(1_000);
  });

  it('the next word is due where the wait would end ten seconds after the last', () => {
    expect([5_999, 6_000].map((waitMs) => isDue(1_000, { now: 5_000, waitMs }))).toEqual([
      false,
      true,
    ]);
    expect(isDue(null, { now: 5_000, waitMs: 0 })).toBe(true);
  });
});
