/** The mark of a request to mend what failed (contract 19.4): made, found in a text and read. */
import { describe, expect, it } from '@jest/globals';
import {
  isOfHead,
  mendMark,
  mendMarksIn,
  mendMarkStart,
  mendsOf,
} from '../../src/run/once/mend-mark.ts';

const KEY = '0123456789abcdef'.repeat(2);
const OTHER_KEY = 'fedcba9876543210'.repeat(2);
const HEAD = 'c0ffee012345'.padEnd(40, '6');

const markOf = (number: number, key = KEY): string => mendMark(key, { number, head: HEAD });

describe('the mark of a mend', () => {
  it('says for which step, which number and which head it is', () => {
    expect(markOf(2)).toBe('ara-0123456789abcdef-fix2-c0ffee012345');
    expect(mendMarkStart(KEY, 12)).toBe('ara-0123456789abcdef-fix12-');
  });

  it('is found in a text, whosever it is', () => {
    const text = `Mend it.\n\n(Reference of this message: ${markOf(1)})\n${markOf(12, OTHER_KEY)}.`;
    expect(mendMarksIn(text)).toEqual([markOf(1), markOf(12, OTHER_KEY)]);
  });

  it.each([
    ['the key has other digits', markOf(1).replace('0123456789abcdef', '0123456789abcdeX')],
    ['the key is shorter', markOf(1).replace('0123456789abcdef', '0123456789')],
    ['the number is none', markOf(1).replace('-fix1-', '-fixX-')],
    ['the number is too long', markOf(1000)],
    ['the head is shorter', markOf(1).slice(0, -1)],
    ['the head has other digits', markOf(1).replace('c0ffee', 'coffee')],
    ['it is within a word', `x${markOf(1)}`],
  ])('is none where %s', (_, text) => {
    expect(mendMarksIn(text)).toEqual([]);
    expect(mendsOf(KEY, [text])).toEqual([]);
  });

  it('is read as the mend of its step, the first one first', () => {
    const marks = [markOf(11), markOf(2), markOf(3, OTHER_KEY), markOf(1)];
    expect(mendsOf(KEY, marks)).toEqual(
      [1, 2, 11].map((number) => ({ number, head: 'c0ffee012345' })),
    );
  });

  it('is of the head whose first digits it has', () => {
    const mend = { number: 1, head: HEAD.slice(0, 12) };
    expect(isOfHead(mend, HEAD)).toBe(true);
    expect(isOfHead(mend, `${'0'.repeat(28)}${mend.head}`)).toBe(false);
  });
});
