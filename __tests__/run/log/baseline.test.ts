/** What is known of a log before a turn begins (contract 4.5). */
import { describe, expect, it } from '@jest/globals';
import {
  asDescending,
  baselineWithin,
  countsOf,
  NO_BASELINE,
  withLast,
  type Baseline,
} from '../../../src/run/log/baseline.ts';
import { rawEntry } from '../../../src/run/log/entry.ts';
import { log } from './letters.ts';

const [a = null, b = null, c = null] = log('abc');
const read: Baseline = { count: 3, first: a, last: c, end: c, order: null };

it('counts duplicates of entries', () => {
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

describe('a log first read after the turn has begun', () => {
  const rising = log('abcd');

  it.each([
    ['asc', { first: a, end: c }],
    ['desc', { first: c, end: a }],
    [null, { first: a, end: c }],
  ] as const)('in order %s is known up to the turn', (order, ends) => {
    expect(baselineWithin(rising, { at: 3, order })).toEqual({
      ...{ count: 3, last: c, order, seen: countsOf(log('abc')) },
      ...ends,
    });
  });

  it('may begin with the turn', () => {
    const nothing = { count: 0, last: null, first: null, end: null, order: 'asc', seen: new Map() };
    expect(baselineWithin(rising, { at: 0, order: 'asc' })).toEqual(nothing);
  });

  it('keeps the last 1,000 entries', () => {
    const long = Array.from({ length: 1_001 }, (_, index) => rawEntry({ observation: index }));
    const { seen } = baselineWithin(long, { at: 1_001, order: 'asc' });
    expect([seen?.size, seen?.has(long[0]?.fingerprint ?? ''), seen?.has(long[1]?.fingerprint ?? '')]).toEqual([
      ...[1_000, false, true],
    ]);
  });
});

it('sets the newest entry of the earlier turns, if there were any', () => {
  expect(b === null ? null : withLast({ count: 3, last: null, order: null }, b)).toEqual({
    count: 3,
    last: b,
    order: null,
  });
  expect(b === null ? null : withLast(NO_BASELINE, b)).toEqual(NO_BASELINE);
  expect(NO_BASELINE).toEqual({ count: 0, last: null, order: null });
});
