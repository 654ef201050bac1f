/** How long the log is by the service's own account (contract 4.4, 4.7). */
import { describe, expect, it } from '@jest/globals';
import { LogTotal } from '../../../src/run/log/total.ts';

function heard(...totals: readonly (number | null | undefined)[]): LogTotal {
  const total = new LogTotal();
  for (const said of totals) total.hear(said);
  return total;
}

describe('the total', () => {
  it.each([
    [[], null],
    [[7], 7],
    [[7, 9], 9],
    [[7, null], 7],
    [[7, undefined], 7],
    [[7, 0], 0],
  ])('after %j is %j', (totals, said) => {
    expect([heard(...totals).said, heard(...totals).usable]).toEqual([said, said]);
  });

  it('tells how many entries should exist beyond a count', () => {
    expect([heard(7).beyond(5), heard(7).beyond(7), heard(7).beyond(9)]).toEqual([2, 0, -2]);
    expect(heard().beyond(9)).toBe(0);
  });

  it('agrees with its own count alone', () => {
    expect([heard(7).agrees(7, false), heard(7).agrees(7, true)]).toEqual([true, true]);
    expect([heard(7).agrees(6, false), heard(7).agrees(8, false)]).toEqual([false, false]);
  });

  it('that is absent agrees with a page that is not full', () => {
    expect([heard().agrees(7, false), heard().agrees(7, true)]).toEqual([true, false]);
  });
});

describe('a total that was wrong', () => {
  it('is not used for positions until it agrees again', () => {
    const total = heard(9);
    total.measured(7);
    expect([total.usable, total.said, total.beyond(7)]).toEqual([null, 9, 2]);
    total.agrees(7, false);
    expect(total.usable).toBeNull();
    total.hear(7);
    expect(total.usable).toBeNull();
    total.agrees(7, false);
    expect(total.usable).toBe(7);
    // A disagreement that was not measured changes nothing.
    total.agrees(6, false);
    expect(total.usable).toBe(7);
  });

  it('may be told for the first time after the log was measured', () => {
    const total = heard();
    total.measured(7);
    total.hear(9);
    expect(total.usable).toBe(9);
  });

  it.each([
    ['too high', 9],
    ['too low', 5],
  ])('by being %s is a reason to read the whole log less and less often', (_, said) => {
    const total = heard(said);
    const worth = Array.from({ length: 300 }, () => total.isWorthARescan(7));
    expect(worth.flatMap((is, index) => (is ? [index + 1] : []))).toEqual([1, 4, 16, 64, 256]);
  });

  it('is one again if it is too high by another number', () => {
    const total = heard(9);
    expect([total.isWorthARescan(7), total.isWorthARescan(7), total.isWorthARescan(8)]).toEqual([true, false, true]);
  });

  it('is not one again if it is too low by another number', () => {
    const total = heard(5);
    expect([total.isWorthARescan(7), total.isWorthARescan(9)]).toEqual([true, false]);
  });

  it('is one again after it was right', () => {
    const total = heard(9);
    expect([7, 7, 9, 7].map((count) => total.isWorthARescan(count))).toEqual([true, false, false, true]);
  });

  it('is none if it is right', () => {
    const total = heard(9);
    expect(Array.from({ length: 20 }, () => total.isWorthARescan(9))).not.toContain(true);
  });

  it('is told from the difference that was measured', () => {
    const total = heard(9);
    total.isWorthARescan(8);
    total.measured(7);
    // By two as measured, so this is the second time and not the first.
    expect([total.isWorthARescan(7), total.isWorthARescan(7), total.isWorthARescan(7)]).toEqual([false, false, true]);
  });
});
