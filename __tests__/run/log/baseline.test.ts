/** What is known of a log before a turn begins (contract 4.5). */
import { describe, expect, it } from '@jest/globals';
import { asDescending, countsOf, NO_BASELINE, withLast, type Baseline } from '../../../src/run/log/baseline.ts';
import { log } from './letters.ts';

const [a = null, b = null, c = null] = log('abc');
const read: Baseline = { count: 3, first: a, last: c, end: c, order: null };

it('counts each entry as often as it is there', () => {
  expect([...countsOf(log('aba'))]).toEqual([
    [a?.fingerprint, 2],
    [b?.fingerprint, 1],
  ]);
});

describe('a log that turns out to be descending', () => {
  it('has its newest entry at the start of the list', () => {
    expect(asDescending(read)).toEqual({ ...read, last: a, order: 'desc' });
  });

  it.each<[string, Baseline]>([
    ['whose order was known', { ...read, order: 'desc' }],
    ['of which the start of the list was not seen', { count: 3, last: c, order: null }],
  ])('%s keeps what is known', (_, baseline) => {
    expect(asDescending(baseline)).toBe(baseline);
  });
});

it('learns the newest entry of the turns before, if there were any', () => {
  expect(b === null ? null : withLast({ count: 3, last: null, order: null }, b)).toEqual({
    count: 3,
    last: b,
    order: null,
  });
  expect(b === null ? null : withLast(NO_BASELINE, b)).toEqual(NO_BASELINE);
  expect(NO_BASELINE).toEqual({ count: 0, last: null, order: null });
});
