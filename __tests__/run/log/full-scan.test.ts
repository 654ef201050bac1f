/** A whole log: how its pages join, which of its entries are of this turn, and in which order (contract 4.5, 4.7). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rawEntry, type Order, type RawEntry } from '../../../src/run/log/entry.ts';
import {
  asDescending,
  continuation,
  entriesOfTurn,
  isBefore,
  NO_BASELINE,
  orderByBaseline,
  placesIn,
  withLast,
  type Baseline,
} from '../../../src/run/log/full-scan.ts';

/** An entry for each letter, its time is its place in the alphabet; all digits have one time, between `m` and `n`. */
function log(letters: string): RawEntry[] {
  return Array.from(letters, (letter) => {
    const seconds = /\d/.test(letter) ? 12.5 : letter.charCodeAt(0) - 97;
    return rawEntry({ created_at: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(), thought: letter });
  });
}

/** Entries without a time that can be read. */
function timeless(letters: string): RawEntry[] {
  return Array.from(letters, (letter) => rawEntry({ created_at: 'once', thought: letter }));
}

const lettersOf = (entries: readonly RawEntry[]): string =>
  entries.map(({ value }) => (value as { readonly thought: string }).thought).join('');

const last = (entries: readonly RawEntry[]): RawEntry | null => entries.at(-1) ?? null;

describe('a page joins what was read', () => {
  const known = (
    seen: string,
    page: string,
    { growth = 0, order = null }: { readonly growth?: number | null; readonly order?: Order | null } = {},
  ): number | null => continuation(log(seen), { page: log(page), growth, order });

  it('that begins the log holds nothing known', () => {
    expect(known('', 'abc')).toBe(0);
    expect(known('', '')).toBe(0);
  });

  it('of an ascending log behind the one entry read again, whatever came meanwhile', () => {
    expect(known('abc', 'cde')).toBe(1);
    expect(known('abc', 'cde', { growth: 2 })).toBe(1);
    expect(known('abc', 'c', { growth: null })).toBe(1);
  });

  it('not when another entry stands there', () => {
    expect(known('abc', 'def')).toBeNull();
    expect(known('abc', '')).toBeNull();
    expect(known('abc', 'bcd')).toBeNull();
    expect(known('abc', 'bad', { growth: null })).toBeNull();
  });

  it('of a descending log behind as many more as it grew', () => {
    expect(known('fed', 'dcb')).toBe(1);
    expect(known('fed', 'edc', { growth: 1 })).toBe(2);
    expect(known('fed', 'fed', { growth: 2 })).toBe(3);
  });

  it('behind less where entries came late, in front of what was read', () => {
    expect(known('fed', 'edc', { growth: 2 })).toBe(2);
    expect(known('fed', 'dcb', { growth: 1 })).toBe(1);
    expect(known('fed', 'dcb', { growth: 5 })).toBe(1);
  });

  it('behind the largest overlap that the growth allows where entries are equal', () => {
    expect(known('9333', '33d', { growth: 1, order: 'desc' })).toBe(2);
    expect(known('9333', '333', { growth: 2, order: 'desc' })).toBe(3);
    expect(known('333', '333', { growth: 1, order: 'desc' })).toBe(2);
    expect(known('333', '333', { growth: 0, order: 'desc' })).toBe(1);
  });

  it('never behind more than the growth explains', () => {
    expect(known('fed', 'edc', { growth: 0 })).toBeNull();
    expect(known('hgfed', 'fed', { growth: 1 })).toBeNull();
    expect(known('fed', 'exb', { growth: 1 })).toBeNull();
    expect(known('fed', 'e', { growth: 1 })).toBeNull();
  });

  it('never behind more than was read', () => {
    expect(known('fe', 'fed', { growth: 5 })).toBe(2);
  });

  it('by the smallest that fits where nobody says how much it grew', () => {
    expect(known('fed', 'edc', { growth: null })).toBe(2);
    expect(known('9333', '333', { growth: null, order: 'desc' })).toBe(1);
    expect(known('fed', 'cba', { growth: null })).toBeNull();
    expect(known('fed', 'fed', { growth: null })).toBe(3);
    expect(known('ed', 'hgfed', { growth: null })).toBeNull();
  });

  it('so too where the log is said to have become shorter', () => {
    expect(known('fed', 'edc', { growth: -1 })).toBe(2);
    expect(known('fed', 'dcb', { growth: -3 })).toBe(1);
  });

  it('of an order that the time stamps tell, else of the one known before', () => {
    expect(known('fed', 'edc', { growth: 1, order: 'asc' })).toBe(2);
    expect(known('123', '234', { growth: 1, order: 'asc' })).toBeNull();
    expect(known('321', '210', { growth: 1, order: 'desc' })).toBe(2);
    expect(known('321', '210', { growth: 1, order: null })).toBeNull();
    expect(known('abc', 'bcd', { growth: 1, order: 'desc' })).toBeNull();
  });
});

describe('the entries of this turn', () => {
  const before = (letters: string, fields: Partial<Baseline> = {}): Baseline => ({
    count: letters.length,
    last: last(log(letters)),
    order: null,
    ...fields,
  });
  const turn = (letters: string, baseline: Baseline): string => lettersOf(entriesOfTurn(log(letters), baseline));

  it('are all of them where there was nothing before', () => {
    expect(turn('abc', NO_BASELINE)).toBe('abc');
  });

  it('are those behind the count where only that is known', () => {
    expect(turn('abcd', before('ab', { last: null }))).toBe('cd');
    expect(turn('ab', before('ab', { last: null }))).toBe('');
    expect(turn('a', before('ab', { last: null }))).toBe('');
  });

  it('are those behind the newest one before', () => {
    expect(turn('abcd', before('ab'))).toBe('cd');
    expect(turn('ab', before('ab'))).toBe('');
  });

  it('are not an entry of the turn before that came late', () => {
    expect(turn('abcdz', before('abd'))).toBe('z');
    expect(turn('a12z', before('a2'))).toBe('z');
    expect(turn('abdcz', before('abd'))).toBe('z');
  });

  it('are found by place from where the clock of the service was set back', () => {
    expect(turn('mnoabc', before('mno'))).toBe('abc');
    expect(turn('mnoabcnz', before('mno'))).toBe('abcnz');
    expect(turn('mnonabz', before('mno'))).toBe('abz');
    expect(turn('mnabo', before('mno'))).toBe('');
    // A page out of order.
    expect(turn('mznab', before('mabn', { count: 3 }))).toBe('z');
  });

  it('are found by place where the time is the same: behind the newest one before, even moved back', () => {
    expect(turn('1234', before('12'))).toBe('34');
    expect(turn('13245', before('12'))).toBe('45');
    expect(turn('2134', before('12'))).toBe('34');
    expect(turn('1224', before('12'))).toBe('24');
  });

  it('are found by place where no time can be read', () => {
    const baseline = { count: 2, last: last(timeless('ab')), order: null };
    expect(lettersOf(entriesOfTurn(timeless('abcd'), baseline))).toBe('cd');
    expect(lettersOf(entriesOfTurn(timeless('acbd'), baseline))).toBe('d');
    expect(lettersOf(entriesOfTurn([...log('ab'), ...timeless('c')], before('ab')))).toBe('c');
    expect(lettersOf(entriesOfTurn(log('abc'), { count: 2, last: last(timeless('x')), order: null }))).toBe('c');
  });

  it('are those behind the count where the newest one before is gone', () => {
    expect(turn('134', before('12'))).toBe('4');
    expect(turn('13', before('12'))).toBe('');
  });

  it('are all of a log begun anew, and none from before a hole', () => {
    expect(turn('34', before('012'))).toBe('34');
    expect(turn('24', before('0123', { last: last(log('2')) }))).toBe('4');
    expect(turn('224', before('01232', { last: last(log('2')) }))).toBe('4');
    expect(turn('cd', before('aaab'))).toBe('cd');
  });
});

describe('an entry is of an earlier time', () => {
  const baseline: Baseline = { count: 3, last: last(log('c')), order: null };

  it.each([
    ['b', true],
    ['c', true],
    ['d', false],
  ])('%s: %s', (letter, expected) => {
    expect(log(letter).map((entry) => isBefore(entry, baseline))).toEqual([expected]);
  });

  it('only where both times can be read', () => {
    const [entry] = log('a');
    const [odd] = timeless('a');
    expect([isBefore(entry!, NO_BASELINE), isBefore(odd!, baseline)]).toEqual([false, false]);
    expect(isBefore(entry!, { ...baseline, last: odd! })).toBe(false);
    // A time of 0 is one as well.
    const epoch = rawEntry({ created_at: '1970-01-01T00:00:00Z' });
    expect(isBefore(epoch, NO_BASELINE)).toBe(false);
    expect(isBefore(epoch, { ...baseline, last: epoch })).toBe(true);
  });
});

describe('the order of equal time stamps', () => {
  const order = (seen: string, before: string): Order | null =>
    orderByBaseline(log(seen), { count: before.length, last: last(log(before)), order: null });

  it.each([
    ['4321', '12', 'desc'],
    ['1234', '12', null],
    ['21', '12', 'desc'],
    ['34', '12', null],
    ['2332', '12', null],
    ['432', '12', null],
    ['1', '1', null],
    ['21', '1', 'desc'],
    ['', '1', null],
  ])('of %s after %s is %s', (seen, before, expected) => {
    expect(order(seen, before)).toBe(expected);
  });

  it.each([
    ['4321', '21', 'desc'],
    ['2143', '21', null],
    ['54321', '321', 'desc'],
    ['5432', '321', null],
    ['54322', '222', null],
    ['4329', '321', null],
    ['9321', '321', 'desc'],
    ['932', '321', null],
    ['1111', '11', null],
  ])('of %s after the list %s, both of whose ends are known, is %s', (seen, before, expected) => {
    const [first] = log(before);
    expect(
      orderByBaseline(log(seen), { count: before.length, first: first!, last: last(log(before)), order: null }),
    ).toBe(expected);
  });

  it('makes the start of the list before the newest entry, where it is descending', () => {
    const [first, second] = log('21');
    const baseline = { count: 2, first: first!, last: second!, order: null };
    expect(asDescending(baseline)).toEqual({ ...baseline, last: first, order: 'desc' });
    for (const settled of [
      { ...baseline, order: 'asc' as const },
      NO_BASELINE,
      { count: 2, last: second!, order: null },
    ])
      expect(asDescending(settled)).toBe(settled);
  });

  it('cannot be told by the place where the newest one before, or the count, is not known', () => {
    expect(orderByBaseline(log('21'), { count: 2, last: null, order: null })).toBeNull();
    expect(orderByBaseline(log('21'), { count: 0, last: last(log('1')), order: null })).toBeNull();
  });
});

describe('the newest entry before the turn', () => {
  it('is kept once it is seen, and what else is known stays', () => {
    const [entry] = log('b');
    expect(withLast({ count: 2, last: null, order: 'asc' }, entry!)).toEqual({ count: 2, last: entry, order: 'asc' });
  });

  it('does not exist where there was nothing', () => {
    expect(withLast(NO_BASELINE, log('b')[0]!)).toBe(NO_BASELINE);
  });
});

describe('placesIn', () => {
  it.each([
    ['as handed out', ['a', 'b'], ['a', 'b'], [0, 1]],
    ['the other way round', ['c', 'b', 'a'], ['a', 'b', 'c'], [2, 1, 0]],
    ['with equal ones', ['a', 'b', 'a'], ['a', 'a', 'b'], [0, 2, 1]],
    ['without one that is gone', ['b', 'a'], ['a', 'gone', 'b'], [1, 2, 0]],
    ['without two that are gone', ['b', 'a'], ['lost', 'a', 'gone', 'b'], [2, 1, 3, 0]],
    ['of nothing', [], [], []],
  ])('gives the places of a log %s', (...[, order, sequence, places]) => {
    expect(placesIn(order, sequence)).toEqual(places);
  });

  it('puts every sequence into the order, whatever is in it how often', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('a', 'b', 'c', 'd'))
          .chain((order) => fc.tuple(fc.constant(order), fc.shuffledSubarray(order, { minLength: order.length }))),
        ([order, sequence]) => {
          const sorted: string[] = [];
          placesIn(order, sequence).forEach((place, index) => (sorted[place] = sequence[index] ?? ''));
          expect(sorted).toEqual(order);
        },
      ),
    );
  });
});
