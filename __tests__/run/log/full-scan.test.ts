/** How the pages of a whole log join (contract 4.7). */
import { describe, expect, it } from '@jest/globals';
import type { Order } from '../../../src/run/log/entry.ts';
import { continuation } from '../../../src/run/log/full-scan.ts';
import { log } from './letters.ts';

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
