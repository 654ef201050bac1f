/** How long hostile comments may take (contract 6.5). */
import { describe, expect, it } from '@jest/globals';
import { eventText } from '../../src/safe/event-text.ts';
import { processorMs } from '../support/processor-time.ts';

/** As long as a comment on GitHub may be. */
const LENGTH = 65_536;
const filled = (piece: string): string =>
  piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
const EASY = filled('Hello **you**, see [link](https://x.example) and `code`.\n\n- a\n- b\n\n');

const PIECES = [
  ...[
    '- ',
    '* > ',
    '- a\n  ',
    '- \n',
    '> a\n',
    '- [x]:\n',
    '    a\n',
    'a\n=\n',
    '\t- ',
    '[',
    '![',
    '](',
    '[a](<',
    '[a][',
    '\f\\[',
    '[[]()',
    '](a "',
  ],
  ...[
    '[x]: u "\n',
    '[^1]',
    '[^a]:\n',
    '*_',
    '**a ',
    '~~a',
    '`a ',
    '\\` ',
    '&amp;',
    '$a',
    '$$a ',
    '|-|\n',
    '|a\n|-\n',
    'a\n-|\n',
  ],
  ...[
    'https://a.b/(',
    '<!--',
    '<!-<!-- -->',
    '<a "',
    '<?',
    '<b><p>',
    '<div>\n\n',
    '<pre>\n\n',
    '<table><td>',
    '<b></p>',
  ],
  ...['<ruby><rp>', '<font a=1><p>', '<select><option>', '```mermaid\n%%{\n'],
  ...[
    '[^',
    '[^a',
    '[^\n',
    '[^a] [^a]: b\n',
    '[^a]\n\n[^a]: b\n\n',
    '[x]: /u\n',
    '- [ ] [x]: /u\n',
    'a\n:-\n',
    '<!-- a ',
    '<![CDATA[',
    '<!X ',
    '<title>',
    '</title>',
    '<template>',
    '<svg><b>',
    '<p hidden>',
    '<a b="',
    "<a b='c",
    '</p>',
    '<a>',
    '<table><tr><td>\n\n',
    `${'`'.repeat(81)}a`,
    '<button>',
    '</b>',
    '<li>',
  ],
  ...['>***\na\n', '>a\n>=\na\n', 'a\n>#\n', '[x]: u\n=\n'],
  ...['www.a` ', '_www.', '![ www.a<b>', '[x](u\f "', '](\f', '[x]: u(\n', '- [x] \n', '[\f]: u\n'],
];
const OTHERS: readonly (readonly [string, string])[] = [
  [
    'many elements reopened',
    Array.from({ length: 2500 }, (_, at) => `<b a=${at}>`).join('') + '<p>x'.repeat(8000),
  ],
  ['a label that is long', `[^${'a'.repeat(30_000)}]: b\n\n${'[^'.repeat(17_000)}`],
  ['a line without its bracket', `${'[^'.repeat(30_000)}\n${']'.repeat(5_000)}`],
  ['elements under a table', `<table>${filled('<b>x')}`],
  ['a deep list with lazy lines', '- '.repeat(85) + filled('x\n')],
  ['a deep quote with lazy lines', '> '.repeat(85) + filled('x\n')],
  ['a wide table', `${'|'.repeat(5000)}\n${'|-'.repeat(5000)}|\n${'|\n'.repeat(20_000)}`],
  ['nested arrays as a map', `\`\`\`geojson\n${'['.repeat(30_000)}${']'.repeat(30_000)}\n\`\`\``],
  ['a comment within a comment', `<div><!--${filled('--!')}`],
  ['a long name of a tag', `<div>\n<${'b'.repeat(LENGTH)}`],
  ['spaces behind a tag', `<a${' '.repeat(LENGTH)}`],
  ['spaces behind a definition', `[x]:${' '.repeat(LENGTH)}`],
];

const timed = (body: string): number => processorMs(() => eventText(body));

describe('a body made to be slow', () => {
  it('takes at most fifteen times as long as any other of its length', () => {
    timed(EASY);
    const easy = Math.max(timed(EASY), timed(EASY));
    const bodies = [...PIECES.map((piece) => [piece, filled(piece)] as const), ...OTHERS];
    const slow: [string, number][] = [];
    for (const [name, body] of bodies) {
      // A collection of garbage in between counts too, so the best of three attempts is compared.
      let ratio = Infinity;
      for (let attempt = 0; attempt < 3 && ratio > 15; attempt += 1) {
        ratio = Math.min(ratio, timed(body) / easy);
      }
      if (ratio > 15) {
        slow.push([name, ratio]);
      }
    }
    expect(slow).toEqual([]);
  }, 300_000);

  it.each(['# a', '|a|\n|-|\n|b'])('with many blanks behind %j is read fast', (start) => {
    // A pattern in quadratic time takes five seconds.
    expect(timed(`${start}${'\t'.repeat(65_000)}b`)).toBeLessThan(1_500);
  });

  it.each([
    ['short items of a list', '- a\n'.repeat(32_000)],
    ['headings without a space between them', 'a\n=\n'.repeat(16_000)],
    ['definitions over underlines', '[x]: u\n=\n'.repeat(7_000)],
    ['quotes that end with their line', '>***\na\n'.repeat(9_000)],
    ['addresses in each other in a bracket', `[${'(www.a'.repeat(21_000)}`],
  ])('that is %s is read in linear time', (_, body) => {
    // Quadratic time would be ten seconds.
    expect(timed(body)).toBeLessThan(5_000);
  });
});
