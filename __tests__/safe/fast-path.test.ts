/** The cheap questions may only save work, never change what comes out. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isCalm, isClean } from '../../src/safe/fast-path.ts';
import { defuse, defuseInline } from '../../src/safe/job-log.ts';
import { scrub, visibleLine } from '../../src/safe/text.ts';
import { seeded } from '../support/random.ts';
import { TRICKS, trickyText } from '../support/tricks.ts';

const UNITS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

/** What plain words, numbers and punctuation can be put together to, with a rare odd character. */
const word = fc.constantFrom(
  ...[
    'error',
    'Warning',
    'note',
    'a',
    'go',
    '.go',
    'line',
    'x',
    '7',
    '12',
    '1234567890123456789012345',
    ' ',
    '  ',
    '\t',
  ],
  ...[
    ':',
    ',',
    '(',
    ')',
    '[',
    ']',
    '#',
    '-',
    '>',
    '|',
    ';',
    '"',
    '.',
    '/',
    '\n',
    '“',
    'ä',
    '漢',
    '\u00a0',
    '：',
    '::',
    '##[',
  ],
);
const text = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
  fc.integer().map((seed) => trickyText(seeded(seed))),
  fc.string({ unit: 'binary' }),
);

describe('clean text', () => {
  it('has only characters that the slow path keeps, and no line break but the line feed', () => {
    const clean = UNITS.filter(isClean);
    expect(clean.length).toBeGreaterThan(40_000);
    expect(clean.filter((unit) => scrub(unit) !== unit)).toEqual([]);
    expect(clean.filter((unit) => unit !== '\n' && /[\r\v\f\u0085\u2028\u2029]/.test(unit))).toEqual([]);
    expect(clean.filter((unit) => /[：﹕︓＃﹟［﹇\ud800-\udfff]/.test(unit))).toEqual([]);
  });

  it('is decided character by character', () => {
    const odd = UNITS.filter((unit) => !isClean(unit));
    expect(odd.filter((unit) => isClean(`ab${unit}c`))).toEqual([]);
    expect(isClean(UNITS.filter(isClean).join(''))).toBe(true);
  });
});

describe('calm text', () => {
  it("is unchanged by the log's slow path", () => {
    let calm = 0;
    fc.assert(
      fc.property(text, (given) => {
        if (!isCalm(given)) return;
        calm += 1;
        for (const line of given.split('\n')) expect(defuse(line)).toBe(line);
        const inline = visibleLine(given);
        expect(defuseInline(inline)).toBe(inline);
      }),
      { numRuns: 20_000 },
    );
    expect(calm).toBeGreaterThan(2_000);
  });

  it.each(TRICKS)('does not include %j', (trick) => {
    for (const line of trick.split(/[\r\n]/)) if (isCalm(line)) expect(defuse(line)).toBe(line);
  });

  it('does not include a file position with a severity', () => {
    for (const line of [
      'a.js:1:2: x',
      'a(3,4): error x',
      'main.go: x',
      '  3:5  error  x',
      '# #',
      'a:: b',
      ':ä:',
      'x:\t:',
    ])
      expect(isCalm(line)).toBe(false);
    for (const line of ['step 7: read “it”', 'see http://a.example/b', '{"a": 12, "b": [1, 2]}', '', 'a:\nb'])
      expect(isCalm(line)).toBe(true);
  });
});

describe('one line', () => {
  it('is unchanged where white space is already single spaces', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(visibleLine(given)).toBe(
          scrub(given.replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\n'))
            .replace(/\s+/g, ' ')
            .trim(),
        );
      }),
      { numRuns: 5_000 },
    );
  });
});
