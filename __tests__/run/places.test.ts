/** Entries handed out in an assumed order are put into the one that became known (contract 4.7). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placesIn } from '../../src/run/places.ts';

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
