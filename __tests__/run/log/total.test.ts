/** The length of the log as reported by the service (contract 4.4, 4.7). */
import { describe, expect, it } from '@jest/globals';
import { LogTotal } from '../../../src/run/log/total.ts';

function totalAfter(...totals: readonly (number | null | undefined)[]): LogTotal {
  const total = new LogTotal();
  for (const reported of totals) total.update(reported);
  return total;
}

describe('LogTotal', () => {
  it.each([
    [[], null],
    [[7], 7],
    [[7, 9], 9],
    [[7, null], 7],
    [[7, undefined], 7],
    [[7, 0], 0],
  ])('after the totals %j reports %j', (totals, reported) => {
    expect([totalAfter(...totals).reported, totalAfter(...totals).usable]).toEqual([reported, reported]);
  });

  it('returns how many entries are promised beyond a count', () => {
    expect([totalAfter(7).beyond(5), totalAfter(7).beyond(7), totalAfter(7).beyond(9)]).toEqual([2, 0, -2]);
    expect(totalAfter().beyond(9)).toBe(0);
  });

  it('promises more than the last full scan failed to find', () => {
    const total = totalAfter(33);
    expect([33, 30].map((count) => total.promisesBeyond(count))).toEqual([false, true]);
    total.measured(30);
    total.update(40);
    expect([41, 40, 37, 30].map((count) => total.promisesBeyond(count))).toEqual([false, false, false, true]);
  });

  it('agrees only with its own count', () => {
    expect([totalAfter(7).agrees(7, false), totalAfter(7).agrees(7, true)]).toEqual([true, true]);
    expect([totalAfter(7).agrees(6, false), totalAfter(7).agrees(8, false)]).toEqual([false, false]);
  });

  it('without a total agrees with a page that is not full', () => {
    expect([totalAfter().agrees(7, false), totalAfter().agrees(7, true)]).toEqual([true, false]);
  });
});

describe('LogTotal with a wrong total', () => {
  it('is not used for positions until it agrees again', () => {
    const total = totalAfter(9);
    total.measured(7);
    expect([total.usable, total.reported, total.beyond(7)]).toEqual([null, 9, 2]);
    total.agrees(7, false);
    expect(total.usable).toBeNull();
    total.update(7);
    expect(total.usable).toBeNull();
    total.agrees(7, false);
    expect(total.usable).toBe(7);
    // Without a full scan, a mismatch changes nothing.
    total.agrees(6, false);
    expect(total.usable).toBe(7);
  });

  it('trusts a total that is first reported after a full scan', () => {
    const total = totalAfter();
    total.measured(7);
    total.update(9);
    expect(total.usable).toBe(9);
  });

  it.each([
    ['too high', 9],
    ['too low', 5],
  ])('that is %s suggests full scans less and less often', (_, reported) => {
    const total = totalAfter(reported);
    const worth = Array.from({ length: 300 }, () => total.isWorthARescan(7));
    expect(worth.flatMap((is, index) => (is ? [index + 1] : []))).toEqual([1, 4, 16, 64, 256]);
  });

  it('suggests another full scan if the total is too high by another number', () => {
    const total = totalAfter(9);
    expect([total.isWorthARescan(7), total.isWorthARescan(7), total.isWorthARescan(8)]).toEqual([true, false, true]);
  });

  it('suggests full scans less and less often if the total is too high by another number each time', () => {
    const total = totalAfter(9);
    const worth = Array.from({ length: 20 }, (_, index) => {
      total.update(9 + index);
      return total.isWorthARescan(7);
    });
    expect(worth.flatMap((is, index) => (is ? [index + 1] : []))).toEqual([1, 2, 4, 8, 16]);
    // Once the number stays the same, a few mismatches are enough.
    expect([1, 2, 3].map(() => total.isWorthARescan(7))).toEqual([false, false, true]);
  });

  it('suggests a full scan for each of several late entries if each scan finds them', () => {
    const total = totalAfter(7);
    const worth = [8, 9, 10, 11].map((length) => {
      total.update(length);
      const is = total.isWorthARescan(length - 1);
      total.measured(length);
      return is;
    });
    expect(worth).toEqual([true, true, true, true]);
  });

  it('suggests no other full scan if the total is too low by another number', () => {
    const total = totalAfter(5);
    expect([total.isWorthARescan(7), total.isWorthARescan(9)]).toEqual([true, false]);
  });

  it('suggests another full scan if the total was right in between', () => {
    const total = totalAfter(9);
    expect([7, 7, 9, 7].map((count) => total.isWorthARescan(count))).toEqual([true, false, false, true]);
  });

  it('suggests no full scan if the total is right', () => {
    const total = totalAfter(9);
    expect(Array.from({ length: 20 }, () => total.isWorthARescan(9))).not.toContain(true);
  });

  it('continues from the difference found by a full scan', () => {
    const total = totalAfter(9);
    total.isWorthARescan(8);
    total.measured(7);
    // The full scan found a difference of two, so the next one is the second.
    expect([total.isWorthARescan(7), total.isWorthARescan(7), total.isWorthARescan(7)]).toEqual([false, false, true]);
  });
});
