/** What a run is told of checks that failed: 20 kB in all (contract 19.4). */
import { describe, expect, it } from '@jest/globals';
import type { Section } from '../../src/github/event-sections.ts';
import { checksContext } from '../../src/run/untrusted-text.ts';

const fence = '5b5abd52-30ff-44ad-9dac-9a65a2886030';
const toldOf = (text: string, most = Infinity): string =>
  checksContext([{ title: 'Details of build', facts: [], text, isPlain: true }], { fence, most });
/** The line that frames the text, so that nothing was cut behind it. */
const END = `----- end of failed checks ${fence} -----`;

describe('what the checks say', () => {
  it.each([
    ['a letter', 'a'],
    ['a letter of two bytes', 'ü'],
    ['a sign of three bytes', '語'],
    ['a sign of four bytes', '🙂'],
  ])('takes at most 20,000 bytes, and most of them, whatever it consists of: %s', (_, sign) => {
    const told = toldOf(sign.repeat(30_000));
    expect(Buffer.byteLength(told)).toBeLessThanOrEqual(20_000);
    expect(Buffer.byteLength(told)).toBeGreaterThan(18_000);
    expect(told.isWellFormed()).toBe(true);
    expect(told).toMatch(/ more characters\)\n/);
    expect(told.endsWith(END)).toBe(true);
  });

  it('is told whole where it fits', () => {
    const text = '語'.repeat(5_000);
    expect(toldOf(text)).toContain(text);
  });

  it('is left out where the prompt has no room for it', () => {
    expect(toldOf('red', 400)).toBe('');
  });
});

describe('what several checks say', () => {
  const plain = (title: string, text: string): Section => ({
    title,
    facts: [],
    text,
    isPlain: true,
  });
  const told = (sections: readonly Section[]): string =>
    checksContext(sections, { fence, most: Infinity });

  it.each([6, 8, 30])('is told whole where all of it fits: %i of them', (count) => {
    const sections = Array.from({ length: count }, (_, nth) =>
      plain(`Check ${nth}`, `It failed ${nth}.`),
    );
    const text = told(sections);
    expect(text).not.toContain('more characters');
    expect(sections.filter((section) => !text.includes(section.text))).toEqual([]);
  });

  it('takes all of the room, and of each a part, where it does not fit', () => {
    const sections = [...'abcdefgh'].map((letter) => plain(letter, letter.repeat(5_000)));
    const text = told(sections);
    expect(Buffer.byteLength(text)).toBeGreaterThan(19_800);
    for (const { title } of sections) {
      expect(text).toContain(title.repeat(2_300));
    }
  });

  it('leaves to one what the others do not need', () => {
    const text = told([plain('a', 'a'.repeat(9_000)), plain('b', 'b'), plain('c', 'c')]);
    expect(text).toContain('a'.repeat(9_000));
  });

  it('of a log tells the end, in whole lines', () => {
    const log = Array.from({ length: 5_000 }, (_, nth) => `line ${nth}`).join('\n');
    const sections = Array.from({ length: 8 }, (_, nth): readonly Section[] => [
      plain(`Check ${nth}`, 's'.repeat(2_000)),
      plain(`Details ${nth}`, 'd'.repeat(5_000)),
      { ...plain(`The end of the log ${nth}`, `${log}\nTHE END ${nth}`), isEnd: true },
    ]).flat();
    const text = told(sections);
    for (const nth of Array(8).keys()) {
      expect(text).toMatch(
        new RegExp(
          `log ${nth}\n\n… \\(\\d+ characters before\\)\nline \\d{4}\n[^…]+THE END ${nth}\n`,
        ),
      );
    }
  });
});
