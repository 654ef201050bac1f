/** Reading on at the end of a log: what is asked for, and what a page tells (contract 4.5, 4.7). */
import { describe, expect, it } from '@jest/globals';
import type { Order, RawEntry } from '../../../src/run/log/entry.ts';
import { Ledger } from '../../../src/run/log/ledger.ts';
import type { Finding, IsDescending } from '../../../src/run/log/page.ts';
import { nextAscending, nextDescending, readAscending, readDescending } from '../../../src/run/log/tail.ts';
import { actions, entry } from '../../support/memory-client.ts';
import { rawEntry } from '../../../src/run/log/entry.ts';
import { lettersOf, log, timeless } from './letters.ts';

/** A ledger that has read `entries`, as one turn without anything before it. */
function after(entries: readonly RawEntry[], order: Order | null = null): Ledger {
  const ledger = new Ledger({ count: 0, last: null, order }, () => false);
  ledger.extend(entries);
  return ledger;
}

const knowing = (count: number, order: Order | null = null): Ledger =>
  new Ledger({ count, last: null, order }, () => false);

const told = (finding: Finding | IsDescending): string =>
  finding.kind === 'new'
    ? `${lettersOf(finding.entries)}${finding.full ? ' full' : ''}${finding.placed ? '' : ' by content'}`
    : finding.kind;

const page = (entries: readonly RawEntry[], { skip = 0, full = false } = {}) => ({ skip, entries, full });

describe('an ascending log', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [130, 129],
  ])('of %i entries is read on from %i', (count, skip) => {
    expect(nextAscending(knowing(count), { pageSize: 100, isFirst: true })).toEqual({ skip, limit: 100 });
  });

  it.each([
    [60, 100, 55],
    [60, 20, 55],
    [60, 8, 56],
    [60, 5, 58],
    [150, 100, 145],
  ])('of %i entries, in pages of %i, is read on from those that may be filled in: %i', (count, size, skip) => {
    const values = actions(count).map((value, index) =>
      index === count - 5 ? { ...value, tool_output: null } : value,
    );
    const ledger = after(values.map(rawEntry));
    expect(nextAscending(ledger, { pageSize: size, isFirst: true })).toEqual({ skip, limit: 100 });
    expect(nextAscending(ledger, { pageSize: size, isFirst: false })).toEqual({ skip: count - 1, limit: 100 });
  });

  it('that is empty gives what comes', () => {
    expect(told(readAscending(after([]), page(log('abc'))))).toBe('abc');
    expect(told(readAscending(after([]), page(log('abc'), { full: true })))).toBe('abc full');
    expect(told(readAscending(after([]), page([])))).toBe('');
  });

  it.each([
    ['cd', 2, 'd'],
    ['bcde', 1, 'de'],
    ['c', 2, ''],
    ['xd', 2, 'doubt'],
    ['', 2, 'shorter'],
    ['b', 1, 'shorter'],
    ['dcb', 2, 'doubt'],
    ['cba', 2, 'doubt'],
  ])('of `abc` that shows %j from %i on: %s', (letters, skip, expected) => {
    expect(told(readAscending(after(log('abc')), page(log(letters), { skip })))).toBe(expected);
  });

  it('is known to be one as soon as times rise', () => {
    const ledger = after([]);
    readAscending(ledger, page(log('a')));
    expect(ledger.order).toBeNull();
    readAscending(ledger, page(log('ab')));
    expect(ledger.order).toBe('asc');
  });

  it('turns out to be descending', () => {
    expect(told(readAscending(after([]), page(log('cba'))))).toBe('descending');
  });

  it('of which the count alone is known gets to know its last entry', () => {
    const ledger = knowing(3);
    expect(told(readAscending(ledger, page(timeless('cd'), { skip: 2 })))).toBe('d');
    expect(ledger.last).toBe(timeless('c')[0]?.fingerprint);
    expect(told(readAscending(ledger, page(timeless('xd'), { skip: 2 })))).toBe('doubt');
  });
});

describe('a descending log', () => {
  it.each([
    ['without a total', 30, null, 100, 0],
    ['that has nothing new', 30, 30, 100, 0],
    ['whose known end is the last on the newest page', 30, 129, 100, 0],
    ['whose known end is behind the newest page', 30, 130, 100, 2],
    ['that grew a lot', 300, 1_000, 100, 602],
    ['that is read for the first time', 0, 250, 100, 150],
    ['that is read for the first time, in pages of 20', 0, 250, 20, 230],
    ['in pages of 20', 30, 60, 20, 12],
    ['in pages of 20 that shows the known end', 30, 49, 20, 0],
    ['that is shorter than it was', 300, 40, 100, 0],
  ])('%s (%i known of %j, pages of %i) is read from %i', (...[, count, total, pageSize, skip]) => {
    expect(nextDescending(knowing(count, 'desc'), { total, pageSize })).toEqual({ skip, limit: 100 });
  });

  it.each([
    // What the page shows, where it begins, whether it is full, the total, and what is made of it.
    ['dcba', 0, false, 4, 'd'],
    ['cba', 0, false, 3, ''],
    ['edcba', 0, false, null, 'de'],
    ['dc', 0, true, 4, 'd'],
    ['dc', 1, true, 5, 'd full'],
    ['ed', 0, true, 5, 'not_reached'],
    ['ba', 0, false, 2, 'shorter'],
    ['ba', 0, false, null, 'shorter'],
    // More than the total, or less than it without being full.
    ['edcba', 0, false, 4, 'doubt'],
    ['dcb', 0, false, 4, 'doubt'],
    ['cbax', 0, true, 3, 'doubt'],
    ['dxba', 0, false, 4, 'doubt'],
    ['cedba', 0, false, 5, 'doubt'],
  ])('of `abc` that shows %j from %i on (full: %j) of %j: %s', (...[letters, skip, full, total, expected]) => {
    const ledger = after(log('abc'), 'desc');
    expect(told(readDescending(ledger, page(log(letters), { skip, full }), total))).toBe(expected);
  });

  it('that is read for the first time gives its oldest page first', () => {
    expect(told(readDescending(after([], 'desc'), page(log('cba'), { skip: 2, full: true }), 5))).toBe('abc full');
    expect(told(readDescending(after([], 'desc'), page(log('edc'), { full: true }), 5))).toBe('not_reached');
  });

  it('of times that rise is read as it is for the first time, and doubted later', () => {
    expect(told(readDescending(after([], 'desc'), page(log('ab')), 2))).toBe('ba');
    const ledger = after(timeless('x'), 'desc');
    expect(told(readDescending(ledger, page([...log('ab'), ...timeless('x')]), 3))).toBe('doubt');
  });

  it('may show the known end alone, whichever way its time stamps run', () => {
    const entries = [entry(1, { thought: 'b' }), entry(2, { thought: 'a' })].map(rawEntry);
    expect(told(readDescending(after(entries.toReversed(), 'desc'), page(entries), 2))).toBe('');
  });

  it.each([
    ['edcba', 'de by content'],
    ['cba', ' by content'],
    ['edc', 'de by content'],
    ['edba', 'doubt'],
    ['edcca', 'doubt'],
    ['edcxb', 'doubt'],
    ['xedcba', 'dex by content'],
  ])('without a total, of `abc` that shows a full page %j: %s', (letters, expected) => {
    const ledger = after(timeless('abc'), 'desc');
    expect(told(readDescending(ledger, page(timeless(letters), { full: true }), null))).toBe(expected);
  });
});
