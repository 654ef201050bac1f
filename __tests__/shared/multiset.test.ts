/** The multiset that equal entries are counted with (contract 4.7). */
import { expect, it } from '@jest/globals';
import { add, take, type Bag } from '../../src/shared/multiset.ts';

it('returns each item as often as it was added, and no other', () => {
  const bag: Bag = new Map();
  for (const item of ['a', 'b', 'a']) add(bag, item);
  expect(['a', 'c', 'a', 'a', 'b', 'b'].map((item) => take(bag, item))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  add(bag, 'a');
  expect([take(bag, 'a'), take(bag, 'a')]).toEqual([true, false]);
});

it('is unchanged by removing an item that it does not contain', () => {
  const bag: Bag = new Map();
  expect(take(bag, 'a')).toBe(false);
  add(bag, 'a');
  expect([...bag]).toEqual([['a', 1]]);
});
