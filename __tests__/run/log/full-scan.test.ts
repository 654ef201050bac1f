/** How the pages of a whole log join (contract 4.7). */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, type Order, type RawEntry } from '../../../src/run/log/entry.ts';
import { EntryStore } from '../../../src/run/log/entry-store.ts';
import { continuation, FullScan, type ScanHints } from '../../../src/run/log/full-scan.ts';
import { MemoryScratch } from '../../support/memory-scratch.ts';
import { actions } from '../../support/memory-client.ts';
import { lettersOf, log, timeless } from './letters.ts';

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

  it('of an ascending log behind more where entries came late, before what was read', () => {
    expect(known('abc', 'bcd', { growth: 1 })).toBe(2);
    expect(known('abc', 'bcd', { growth: 3 })).toBe(2);
    expect(known('abc', 'abc', { growth: 2 })).toBe(3);
    expect(known('abc', 'abc', { growth: 1 })).toBeNull();
    expect([null, -1].map((growth) => known('abc', 'bcd', { growth }))).toEqual([null, null]);
    expect([null, -1].map((growth) => known('abc', 'cde', { growth }))).toEqual([1, 1]);
    expect([null, -1].map((growth) => known('cba', 'ba', { growth }))).toEqual([2, 2]);
    expect(known('abcc', 'ccd', { growth: 1, order: 'asc' })).toBe(1);
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
    expect(known('9333', '33d', { growth: 1, order: 'desc' })).toBe(2);
    expect(known('333', '33d', { growth: 1, order: 'asc' })).toBe(1);
    expect(known('333', '33d', { growth: 1, order: 'desc' })).toBe(2);
    expect(known('333', '33d', { growth: 1, order: null })).toBe(1);
    expect(known('abcc', 'ccd', { growth: 1, order: 'desc' })).toBe(1);
  });
});

describe('a full scan', () => {
  const scan = (attempt = 2): FullScan =>
    new FullScan(
      attempt,
      new EntryStore(null).open(() => false),
    );
  const NOTHING: ScanHints = { total: null, promised: false, order: null, known: { count: 0, last: null } };
  const read = (
    made: FullScan,
    letters: string,
    { full = true, skip = 0, ...hints }: Partial<ScanHints & { full: boolean; skip: number }> = {},
  ): string => {
    const seen = made.read({ skip, entries: log(letters), full }, { ...NOTHING, ...hints });
    return typeof seen === 'string' ? seen : lettersOf(seen);
  };
  const last = (letter: string): string => log(letter)[0]?.fingerprint ?? '';

  it('begins with the first page, and asks for the last entry of each once more', () => {
    const made = scan();
    expect([made.hasBegun, made.next()]).toEqual([false, { skip: 0, limit: 100 }]);
    expect(read(made, 'abc')).toBe('more');
    expect([made.hasBegun, made.next()]).toEqual([true, { skip: 2, limit: 100 }]);
    expect(read(made, 'cde', { skip: 2 })).toBe('more');
    expect(made.next()).toEqual({ skip: 4, limit: 100 });
    expect(read(made, 'ef', { skip: 4, full: false })).toBe('abcdef');
  });

  it('of an empty log is over at once', () => {
    const made = scan();
    expect([read(made, '', { full: false }), made.next().skip]).toEqual(['', 0]);
  });

  it('is disturbed by a page that does not continue the one before', () => {
    const made = scan();
    expect([read(made, 'abc'), read(made, 'def', { skip: 2 })]).toEqual(['more', 'disturbed']);
  });

  it.each([
    ['an earlier date', 'abc', 'cab', 'disturbed'],
    ['the date of an earlier one', 'abc', 'cb', 'disturbed'],
    ['a later date', 'cba', 'abc', 'disturbed'],
    ['the same date', '321', '132', '32132'],
    ['an earlier date, but is another one', 'bcd', 'da', 'bcda'],
  ])('is disturbed by an entry that it just read only if it follows with %s', (...[, first, second, expected]) => {
    const made = scan();
    expect(read(made, first)).toBe('more');
    expect(read(made, second, { skip: first.length - 1, full: false })).toBe(expected);
  });

  it('is not disturbed by an entry without a date, or by one that it read long before', () => {
    const [undated] = timeless('x');
    const [a, b] = log('ab');
    const entries = [undated, b].flatMap((entry) => entry ?? []);
    const made = scan();
    made.read({ skip: 0, entries, full: true }, NOTHING);
    expect(made.read({ skip: 1, entries: entries.toReversed(), full: false }, NOTHING)).toHaveLength(3);
    const long = scan();
    const many = [a, ...Array.from({ length: 100 }, () => b)].flatMap((entry) => entry ?? []);
    long.read({ skip: 0, entries: many, full: true }, NOTHING);
    expect(long.read({ skip: 100, entries: many.slice(0, 2).toReversed(), full: false }, NOTHING)).toHaveLength(102);
  });

  it('believes an entry that it just read at the third attempt', () => {
    const made = scan(3);
    read(made, 'abc');
    expect(read(made, 'cab', { skip: 2, full: false })).toBe('abcab');
  });

  it.each([
    ['which was heard before and now', 4, 6, 'fedcba'],
    ['which was not heard before', null, 6, 'fedcba'],
    ['which is not heard any more', 4, null, 'fedcba'],
    ['by which the log did not grow', 4, 4, 'disturbed'],
  ])('of a descending log that grew meanwhile goes by a total %s', (...[, before, now, expected]) => {
    const made = scan();
    read(made, 'fedc', { total: before });
    expect(read(made, 'edcba', { skip: 3, full: false, total: now })).toBe(expected);
  });

  it.each([
    ['is known', 4, 6, 'ffffe'],
    ['is not known', null, 6, 'ffffffe'],
  ])('takes as many equal entries for known ones as the log grew by, if that %s', (...[, before, now, expected]) => {
    const made = scan();
    read(made, 'ffff', { total: before, order: 'desc' });
    expect(read(made, 'fffe', { skip: 3, full: false, total: now, order: 'desc' })).toBe(expected);
  });

  it('does not count from a total that is not heard any more', () => {
    const made = scan();
    read(made, 'fedc', { total: 0 });
    expect(read(made, 'edcba', { skip: 3, full: false })).toBe('fedcba');
  });

  it.each([
    ['that is the count of what was read', { total: 3, known: { count: 3, last: last('c') } }, 'abc'],
    ['where less was known', { total: 3, known: { count: 2, last: last('b') } }, 'abc'],
    ['where more was known', { total: 3, known: { count: 4, last: last('c') } }, 'more'],
    ['where the end was known', { total: 3, known: { count: 2, last: last('b'), bottom: last('c') } }, 'abc'],
    ['where another end was known', { total: 3, known: { count: 2, last: last('b'), bottom: last('x') } }, 'more'],
    ['where another entry was known', { total: 3, known: { count: 2, last: last('x') } }, 'more'],
    ['where nothing was known', { total: 3, known: { count: 0, last: null } }, 'more'],
    ['that promises more', { total: 4, known: { count: 2, last: last('b') } }, 'more'],
  ])('ends with a full page by a total %s', (_, hints, expected) => {
    expect(read(scan(), 'abc', hints)).toBe(expected);
  });

  it('keeps its entries on its shelf', () => {
    const open: MemoryScratch[] = [];
    const store = new EntryStore(() => new MemoryScratch(open), { memory: 0 });
    const made = new FullScan(
      1,
      store.open(() => false),
    );
    read(made, 'abc');
    expect(read(made, 'cd', { skip: 2, full: false })).toBe('abcd');
    expect(open[0]?.size).toBe(4);
    made.shelf.release();
    expect(open).toEqual([]);
  });
});

describe('a page that is not full although the total promises more', () => {
  const entries = actions(120).map(rawEntry);
  /** Reads pages given as [skip, from, to] of the log. The service may show other entries than asked for. */
  function scanned(pages: readonly (readonly [skip: number, from: number, to: number])[], { full = false } = {}) {
    const scan = new FullScan(
      1,
      new EntryStore(null).open(() => false),
    );
    const read = pages.map(([skip, from, to]) => {
      const seen = scan.read(
        { skip, entries: entries.slice(from, to), full },
        { total: 120, promised: true, order: null, known: { count: 0, last: null } },
      );
      return typeof seen === 'string' ? seen : seen.length;
    });
    return { read, cap: scan.cap };
  }

  it('is continued, which shows where pages are cut', () => {
    const pages = [[0, 0, 30] as const, [29, 29, 59] as const, [58, 58, 88] as const];
    expect(scanned(pages.slice(0, 1))).toEqual({ read: ['more'], cap: null });
    expect(scanned(pages.slice(0, 2))).toEqual({ read: ['more', 'more'], cap: 30 });
    expect(scanned(pages)).toEqual({ read: ['more', 'more', 'more'], cap: 30 });
  });

  it('shows no cut if it is full', () => {
    expect(
      scanned(
        [
          [0, 0, 100],
          [99, 99, 119],
        ],
        { full: true },
      ),
    ).toEqual({ read: ['more', 'more'], cap: null });
  });

  it('is the last one if it is repeated, at the start of the log or later', () => {
    expect(
      scanned([
        [0, 0, 30],
        [29, 0, 30],
      ]),
    ).toEqual({ read: ['more', 30], cap: null });
    expect(
      scanned([
        [0, 0, 30],
        [29, 29, 59],
        [58, 29, 59],
      ]),
    ).toEqual({ read: ['more', 'more', 59], cap: 30 });
  });

  it('must be continued by its last entry, and a full page must not be repeated', () => {
    expect(
      scanned([
        [0, 0, 30],
        [29, 60, 90],
      ]).read,
    ).toEqual(['more', 'disturbed']);
    expect(
      scanned(
        [
          [0, 0, 100],
          [99, 0, 100],
        ],
        { full: true },
      ).read,
    ).toEqual(['more', 'disturbed']);
  });

  it.each([
    [1, 'disturbed'],
    [3, 'more'],
  ])('may have a gap if an equal entry follows its last one (scan %i)', (attempt, expected) => {
    const scan = new FullScan(
      attempt,
      new EntryStore(null).open(() => false),
    );
    const hints = { total: 120, promised: true, order: null, known: { count: 0, last: null } };
    const page = (skip: number, shown: readonly RawEntry[]) => scan.read({ skip, entries: shown, full: false }, hints);
    expect(page(0, entries.slice(0, 30))).toBe('more');
    expect(page(29, [entries[29]!, ...entries.slice(29, 59)])).toBe(expected);
  });

  it.each([
    [9, 9],
    [10, 'more'],
  ])('is suspected only from ten entries on: %i', (length, expected) => {
    expect(scanned([[0, 0, length]]).read).toEqual([expected]);
  });
});
