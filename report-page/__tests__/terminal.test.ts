import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasControls, linesAtOnce, terminalLines } from '../src/data/terminal.ts';
import { visible } from '../src/data/visible.ts';

const ESC = '\u001b';
const plain = (text: string): readonly string[] =>
  terminalLines(text).map((spans) => spans.map((span) => span.text).join(''));
const styled = (text: string): readonly unknown[] =>
  terminalLines(text).flatMap((spans) =>
    spans.map(({ text: words, style, colour }) => [words, style, colour]),
  );

describe('terminal output', () => {
  it.each([
    ['plain lines', 'a\nb\r\nc\n', ['a', 'b', 'c']],
    ['a progress bar', '10%\r55%\r100%', ['100%']],
    ['a shorter line over a longer one', 'downloading\rdone', ['done']],
    ['an erased line', `downloading\r${ESC}[Kdone`, ['done']],
    ['movements of the cursor', `one\n${ESC}[2A${ESC}[2Gtwo${ESC}[1K`, ['one', 'two']],
    ['tabs', 'a\tb', ['a\tb']],
    [
      'a window title and a link',
      `${ESC}]0;title\u0007a${ESC}]8;;https://evil.example\u001b\\b${ESC}]8;;\u0007`,
      ['ab'],
    ],
    ['an unknown sequence', `a${ESC}[?25lb${ESC}(Bc`, ['abc']],
    ['nothing', '', ['']],
  ])('resolves %s', (_, text, lines) => expect(plain(text)).toEqual(lines));

  it('maps 256 and true colours to the nearest of eight', () => {
    expect(
      styled(`${ESC}[1;31mred${ESC}[0m ${ESC}[38;5;46mgreen${ESC}[39m ${ESC}[38;2;20;20;250mblue`),
    ).toEqual([
      ['red', 'bold', 1],
      [' ', '', null],
      ['green', '', 2],
      [' ', '', null],
      ['blue', '', 4],
    ]);
  });

  it('reads decorations as a set, and of a sequence as much as a terminal does', () => {
    expect(styled(`${ESC}[1ma${ESC}[3mb${ESC}[1mc${ESC}[22md${ESC}[me`)).toEqual([
      ['a', 'bold', null],
      ['bc', 'bold italic', null],
      ['d', 'italic', null],
      ['e', '', null],
    ]);
    expect(styled(`${ESC}[${'1;'.repeat(100_000)}mx`)).toEqual([['x', 'bold', null]]);
    expect(plain(`${ESC}[4:3ma${ESC}[38:2::1:2:3mb`)).toEqual(['ab']);
  });

  // What is never taken back adds up in a library, and in the number of elements.
  it.each([
    ['bold', `${ESC}[1mx`],
    ['nothing to colour', `${ESC}[1m`],
    ['several', `${ESC}[1;3;4mx${ESC}[2mx`],
    ['colours in turn', `${ESC}[31mx${ESC}[32mx`],
    ['256 colours', `${ESC}[38;5;46mx${ESC}[48;5;9mx`],
    ['true colours', `${ESC}[38;2;1;2;200mx${ESC}[38;2;200;2;1mx`],
    ['both ways round', `${ESC}[7;1mx${ESC}[31mx`],
    ['the C1 introducer', '\u009b1mx\u009b3mx'],
    ['links', `${ESC}]8;;https://a.example${ESC}\\x`],
    ['links without an end', `${ESC}]8;;https://a.example`],
    ['titles without an end', '\u009d'],
    ['movements', `${ESC}[2Ax`],
    ['a line drawn anew', `${ESC}[1mx\r${ESC}[3m`],
    ['unfinished sequences', `${ESC}[1`],
  ])('200 kB of %s, never reset, make few elements', (_, sequence) => {
    const text = `${ESC}[4m${sequence.repeat(200_000 / sequence.length)}`;
    const spans = terminalLines(text).flat();
    expect(spans.length).toBeLessThan(250);
    for (const { style } of spans) {
      expect(style.length).toBeLessThan(60);
    }
  });

  it('costs as much as plain text if nothing changes', () => {
    expect(terminalLines(`${ESC}[1mx`.repeat(40_000))).toEqual([
      [{ text: 'x'.repeat(40_000), style: 'bold', colour: null }],
    ]);
  });

  it('shows fewer lines at once where they have many colours', () => {
    const lines = terminalLines(`${`${ESC}[31mx${ESC}[32mx`.repeat(25)}\n`.repeat(700));
    expect(linesAtOnce(lines)).toBe(80);
    expect(linesAtOnce(terminalLines('x\n'.repeat(700)))).toBe(600);
    expect(linesAtOnce(terminalLines('x\ny'))).toBe(2);
  });

  it('detects which text needs it', () => {
    expect(hasControls('plain\r\ntext')).toBe(false);
    expect(hasControls('10%\r20%')).toBe(true);
  });

  it('returns only text and known classes for any input', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom('\n', '\r', '\b', '\t', `${ESC}[`, `${ESC}]`, ESC, '\u009b'),
      fc
        .tuple(
          fc.array(fc.integer({ min: 0, max: 99_999_999 }), { maxLength: 6 }),
          fc.constantFrom(...'ABCDEFGHJKSTfmnu'.split('')),
        )
        .map(([numbers, final]) => `${ESC}[${numbers.join(';')}${final}`),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const lines = terminalLines(parts.join(''));
        expect(lines.length).toBeLessThan(25_000);
        for (const { text, style, colour } of lines.flat()) {
          expect(visible(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
          expect(style).toMatch(/^(?:(?:bold|faint|italic|underline|inverse|strike)(?: |$))*$/);
          expect([null, 0, 1, 2, 3, 4, 5, 6, 7]).toContain(colour);
        }
      }),
      { numRuns: 300 },
    );
  });
});
