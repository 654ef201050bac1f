/** What of a suggestion is offered, and what is shown as code (contract 17.4). */
import { describe, expect, it } from '@jest/globals';
import { readSuggestion, type Surroundings } from '../../src/review/suggestion.ts';

const AROUND: Surroundings = { replaced: ['two', 'three'], above: 'one', below: 'four' };
const offered = (written: string, around: Partial<Surroundings> = {}): readonly string[] | null =>
  readSuggestion(written, { ...AROUND, ...around }).offered;

describe('is offered byte for byte', () => {
  it.each([
    ['as it is', 'TWO\n\tthree', ['TWO', '\tthree']],
    ['without its final line end', 'TWO\n', ['TWO']],
    ['with an empty line at its end', 'TWO\n\n', ['TWO', '']],
    ['one empty line', '\n', ['']],
    ['nothing, which removes the lines', '', []],
    ['with CRLF', 'TWO\r\nthree\r\n', ['TWO', 'three']],
    ['out of a fence', '```ts\n  TWO\n```', ['  TWO']],
    ['out of a fence with a line end', '\n~~~\nTWO\n\n~~~\n', ['TWO', '']],
    ['out of an empty fence', '```\n```', []],
    ['with fences in it', 'a\n```\nb\n```', ['a', '```', 'b', '```']],
    ['with two fences', '```\na\n```\n```\nb\n```', ['```', 'a', '```', '```', 'b', '```']],
    ['out of a longer fence', '````md\n```\na\n```\n````', ['```', 'a', '```']],
  ])('%s', (_what, written, lines) => {
    expect(offered(written)).toEqual(lines);
  });

  it('with a fence around it where the replaced lines begin with one', () => {
    expect(offered('```ts\nb\n```', { replaced: ['```js', 'b', '```'] })).toEqual([
      '```ts',
      'b',
      '```',
    ]);
  });
});

describe('is shown as code', () => {
  it.each([
    ['with a soft hyphen', 'a\u00adb'],
    ['with a joiner', '"👩\u200d💻"'],
    ['with a variation selector', '"❤\ufe0f"'],
    ['with an escape', 'a\u001b[1mb'],
    ['with a form feed', 'a\fb'],
    ['with a carriage return', 'a\rb'],
    ['with half a character', 'a\ud800'],
    ['with two blanks at the end of a line', 'a  \nb'],
    ['with a tab at the end', 'a\t'],
    ['equal to what it replaces', 'two\nthree'],
    ['equal but for the line ends', 'two\r\nthree\r\n'],
    ['too long to be shown whole', 'x'.repeat(8_001)],
    ['beginning with the line above', 'one\nTWO'],
    ['ending with the line below', 'TWO\nfour'],
  ])('%s', (_what, written) => {
    expect(offered(written)).toBeNull();
  });

  it.each<[string, string, Partial<Surroundings>]>([
    ['equal in a file with CRLF', 'two\nthree', { replaced: ['two\r', 'three\r'] }],
    ['repeating a line in a file with CRLF', 'one\nTWO', { above: 'one\r' }],
  ])('%s', (_what, written, around) => {
    expect(offered(written, around)).toBeNull();
  });

  it('where it replaces no lines of the head', () => {
    expect(readSuggestion('TWO', null)).toEqual({ text: 'TWO', offered: null });
  });
});

it('is offered where the replaced lines repeat their neighbours already', () => {
  expect(offered('}\nTWO\n}', { replaced: ['}', 'two', '}'], above: '}', below: '}' })).toEqual([
    '}',
    'TWO',
    '}',
  ]);
  expect(offered('TWO', { above: null, below: null })).toEqual(['TWO']);
});
