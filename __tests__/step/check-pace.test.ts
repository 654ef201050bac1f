/** When checks are asked for again, and when what they say counts (contract 19.2, 19.3). */
import { expect, it } from '@jest/globals';
import type { HeadState } from '../../src/github/head-checks.ts';
import { afterReading, watchOf } from '../../src/step/check-pace.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The times at which a head is read that is always in this state, until that counts. */
function readsOf(
  state: HeadState,
  most = 60,
): { readonly reads: number[]; readonly settled: boolean } {
  let watch = watchOf('a'.repeat(40), 0);
  let now = 0;
  const reads: number[] = [];
  while (reads.length < most) {
    reads.push(now / SECOND);
    const after = afterReading(watch, { state, now });
    ({ watch } = after);
    if (after.verdict.kind === 'settled') {
      return { reads, settled: true };
    }
    now += after.verdict.waitMs;
  }
  return { reads, settled: false };
}

it('is asked every 15 seconds for ten minutes, then every 60', () => {
  const { reads, settled } = readsOf({ kind: 'running', waitsFor: ['build'] }, 45);
  expect(settled).toBe(false);
  expect(reads.slice(0, 3)).toEqual([0, 15, 30]);
  expect(reads.slice(39, 44)).toEqual([585, 600, 660, 720, 780]);
});

it('counts as green when it is read twice, 30 seconds apart', () => {
  expect(readsOf({ kind: 'green' })).toEqual({ reads: [0, 30], settled: true });
});

it('begins anew where it was not green in between', () => {
  let { watch } = afterReading(watchOf('a', 0), { state: { kind: 'green' }, now: 0 });
  const state: HeadState = { kind: 'running', waitsFor: ['deploy'] };
  ({ watch } = afterReading(watch, { state, now: 30 * SECOND }));
  const { verdict } = afterReading(watch, { state: { kind: 'green' }, now: 45 * SECOND });
  expect(verdict).toEqual({ kind: 'wait', waitMs: 30 * SECOND });
});

it.each<HeadState>([
  { kind: 'red', failed: [] },
  { kind: 'person', waitsFor: ['deploy'] },
])('counts at once: $kind', (state) => {
  expect(readsOf(state)).toEqual({ reads: [0], settled: true });
});

it('waits two minutes for a first check', () => {
  const { reads, settled } = readsOf({ kind: 'none', hasOthers: false });
  expect([reads.at(-1), settled]).toEqual([(2 * MINUTE) / SECOND, true]);
});

it('waits ten minutes for a suite that is queued', () => {
  const { reads, settled } = readsOf({ kind: 'queued' });
  expect([reads.at(-1), settled]).toEqual([(10 * MINUTE) / SECOND, true]);
});

it('counts the ten minutes from when the head was first seen', () => {
  const watch = watchOf('a', 60 * MINUTE);
  const state: HeadState = { kind: 'running', waitsFor: ['build'] };
  const { verdict } = afterReading(watch, { state, now: 60 * MINUTE + 15 * SECOND });
  expect(verdict).toEqual({ kind: 'wait', waitMs: 15 * SECOND });
});

it('waits anew for a suite that was not queued in between', () => {
  const queued: HeadState = { kind: 'queued' };
  const running: HeadState = { kind: 'running', waitsFor: ['build'] };
  const first = afterReading(watchOf('a', 0), { state: queued, now: 0 });
  const begun = afterReading(first.watch, { state: running, now: 5 * MINUTE });
  const again = afterReading(begun.watch, { state: queued, now: 6 * MINUTE });
  const { verdict } = afterReading(again.watch, { state: queued, now: 11 * MINUTE });
  expect(verdict.kind).toBe('wait');
});
