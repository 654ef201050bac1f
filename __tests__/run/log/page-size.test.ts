/** Whether a page is as long as it can be, with services that cap their pages (contract 4.7). */
import { expect, it } from '@jest/globals';
import { PageSize } from '../../../src/run/log/page-size.ts';

const first = { skip: 0, limit: 100 };

it('is 100 by default', () => {
  const size = new PageSize();
  expect(size.most).toBe(100);
  expect([size.isFull(first, 100, null), size.isFull(first, 120, null), size.isFull(first, 99, null)]).toEqual([
    ...[true, true, false],
  ]);
  expect(size.most).toBe(100);
});

it('is the requested number if that is smaller', () => {
  const size = new PageSize();
  expect([size.isFull({ skip: 0, limit: 40 }, 40, null), size.most]).toEqual([true, 100]);
});

it.each([10, 20, 25, 50])('is a cap of %i if more entries follow such a page', (cap) => {
  const size = new PageSize();
  expect([size.isFull(first, cap, cap + 1), size.most]).toEqual([true, cap]);
  // Known once, the cap needs no total.
  expect([size.isFull(first, cap, null), size.most]).toEqual([true, cap]);
});

it.each([
  ['nothing is behind it', 50, { skip: 0, total: 50 }],
  ['nothing is behind it, as it begins later', 50, { skip: 30, total: 80 }],
  ['nobody knows what is behind it', 50, { skip: 0, total: null }],
  ['its size is none that services cap pages at', 49, { skip: 0, total: 90 }],
] as const)('is no cap if %s', (_, length, { skip, total }) => {
  const size = new PageSize();
  expect([size.isFull({ skip, limit: 100 }, length, total), size.most]).toEqual([false, 100]);
});

it('is a cap that a longer page refutes', () => {
  const size = new PageSize();
  size.isFull(first, 50, 90);
  expect([size.isFull(first, 49, 90), size.most]).toEqual([false, 50]);
  expect([size.isFull(first, 60, 90), size.most]).toEqual([false, 100]);
});

it('is a smaller cap once one is seen', () => {
  const size = new PageSize();
  size.isFull(first, 50, 90);
  expect([size.isFull(first, 20, 90), size.most]).toEqual([true, 20]);
});
