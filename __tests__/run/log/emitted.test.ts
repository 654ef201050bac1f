/** How whole logs compare with the emitted entries, and when one is doubtful (contract 4.7). */
import { describe, expect, it } from '@jest/globals';
import { Emitted, type Comparison } from '../../../src/run/log/emitted.ts';
import { Watched } from '../../../src/run/log/watched.ts';
import { lettersOf, log } from './letters.ts';

function emitted(letters: string): { readonly emitted: Emitted; readonly compare: (seen: string) => Comparison } {
  const made = new Emitted(new Watched());
  made.accept(made.compare(log(letters), new Map()));
  return { emitted: made, compare: (seen) => made.compare(log(seen), made.times) };
}

const freshIn = ({ fresh }: Comparison): string => lettersOf(fresh);
const goneIn = ({ gone }: Comparison): number => [...gone.values()].reduce((sum, times) => sum + times, 0);

describe('a comparison', () => {
  it.each([
    ['abc', 'abc', '', 0],
    ['abc', 'abcd', 'd', 0],
    ['abc', 'acc', 'c', 1],
    ['aab', 'ab', '', 1],
    ['', 'ab', 'ab', 0],
  ])('of %j with the log %j: new %j, gone %i', (...[known, seen, fresh, gone]) => {
    const compared = emitted(known).compare(seen);
    expect([freshIn(compared), goneIn(compared)]).toEqual([fresh, gone]);
  });

  it('changes nothing until it is accepted', () => {
    const { emitted: made, compare } = emitted('ab');
    expect([freshIn(compare('abc')), freshIn(compare('abc'))]).toEqual(['c', 'c']);
    expect(lettersOf(made.accept(compare('abc')))).toBe('c');
    expect(freshIn(compare('abc'))).toBe('');
  });
});

describe('a whole log', () => {
  it.each([
    ['that has nothing new', 'ac'],
    ['that lacks nothing', 'abcd'],
  ])('%s is not doubtful', (_, seen) => {
    const { emitted: made, compare } = emitted('abc');
    expect(made.isDoubtful(compare(seen))).toBe(false);
  });

  it('is believed when it is the third in a row that lacks the same entries', () => {
    const { emitted: made, compare } = emitted('abc');
    const doubts = ['acd', 'acd', 'ace', 'ace'].map((seen) => made.isDoubtful(compare(seen)));
    expect(doubts).toEqual([true, true, false, false]);
  });

  it('counts anew after one that lacks nothing', () => {
    const { emitted: made, compare } = emitted('abc');
    const doubts = ['acd', 'acd', 'abcd', 'acd', 'acd', 'acd'].map((seen) => made.isDoubtful(compare(seen)));
    expect(doubts).toEqual([true, true, false, true, true, false]);
  });

  it('stays doubtful while each lacks another entry, or another number of it', () => {
    const { emitted: made, compare } = emitted('abbc');
    const doubts = ['abbd', 'bbcd', 'acd', 'abcd', 'acd', 'abcd'].map((seen) => made.isDoubtful(compare(seen)));
    expect(doubts).toEqual([true, true, true, true, true, true]);
  });
});
