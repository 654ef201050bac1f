/** Comments in code fences, which GitHub shows. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutFencedComments } from '../../src/prompt/fences.ts';
import { withoutHidden } from '../../src/prompt/strip-hidden.ts';
import { render } from '../support/markdown-oracle.ts';

const LEFT_OUT = '(Left out: an HTML comment that is not closed, and all behind it.)';

describe('a comment in a code fence', () => {
  it.each([
    ['see\n\n```html\n<!-- header\n```\n\nseen', 'see\n\n```html\n<! -- header\n```\n\nseen'],
    ['~~~\r\n<!-- a -->\r\n~~~\r\nseen', '~~~\n<! -- a -->\n~~~\nseen'],
    ['````\n```\n<!-- a\n````\nseen', '````\n```\n<! -- a\n````\nseen'],
    ['<details>\n\n```\n<!-- a\n```\n</details>', '<details>\n\n```\n<! -- a\n```\n</details>'],
    ['<!-- template -->\n```\n<!-- a\n```\n<!-- b\n-->\nseen', '```\n<! -- a\n```\n\nseen'],
    ['```\n<!-- a', '```\n<! -- a'],
  ])('is shown: %j', (text, expected) => {
    expect(withoutHidden(text)).toBe(expected);
  });

  it.each([
    ['```\ncode\n```\n<!-- hidden', `\`\`\`\ncode\n\`\`\`\n${LEFT_OUT}`],
    ['<!--\n```\n<!-- hidden\n-->\nseen', 'seen'],
    ['<div>\n```\n<!-- hidden', `<div>\n\`\`\`\n${LEFT_OUT}`],
    ['<pre>\n\n```\n<!-- hidden', `<pre>\n\n\`\`\`\n${LEFT_OUT}`],
    ['- a\n  ```\n<!-- hidden', `- a\n  \`\`\`\n${LEFT_OUT}`],
    ['> ```\n<!-- hidden', `> \`\`\`\n${LEFT_OUT}`],
    ['\u200b```\n<!-- hidden', `\`\`\`\n${LEFT_OUT}`],
    ['x\u2028```\n<!-- hidden', `x\n\`\`\`\n${LEFT_OUT}`],
    ['``` a`b\n<!-- hidden', `\`\`\` a\`b\n${LEFT_OUT}`],
    [' ```\na\n```\n<!-- hidden', `\`\`\`\na\n\`\`\`\n${LEFT_OUT}`],
    ['```\na\n\u00a0```\n```\n<!-- hidden', `\`\`\`\na\n\u00a0\`\`\`\n\`\`\`\n${LEFT_OUT}`],
    ['<!-- a --><!-- b\n```\n<!-- hidden', LEFT_OUT],
    ['<!-->\n```\n-->\n```\n<!-- hidden', `\`\`\`\n${LEFT_OUT}`],
  ])('is left out where GitHub does not show it, or who knows: %j', (text, expected) => {
    expect(withoutHidden(text)).toBe(expected);
  });

  it.each([
    '> <!-- hidden',
    '- <!-- hidden',
    '1. > <!-- hidden',
    '<div> a <!-- hidden',
    '<div>\na <!-- hidden',
    '[^1]: <!-- hidden',
    '> <b> <!-- hidden',
  ])('is left out in quotes, lists and behind tags: %j', (text) => {
    const cut = text.slice(0, text.indexOf('<!--'));
    expect(withoutHidden(`a\n\n${text}\n\nhidden`)).toBe(`a\n\n${cut}${LEFT_OUT}`);
  });

  it.each(['use `<!--` to begin', 'a <!-- b'])('is shown in the middle of a line: %j', (text) => {
    expect(withoutHidden(`${text}\nseen`)).toBe(`${text.replace('<!--', '<! --')}\nseen`);
  });

  it('counts as shown only where a renderer shows it as code', () => {
    const unit = fc.constantFrom(
      ...[
        '<!--',
        '\n<!--',
        '-->',
        '\n-->\n',
        '```',
        '\n```\n',
        '\n```html\n',
        '~~~',
        '\n~~~\n',
        '\n````\n',
        '`',
        '\n\n',
      ],
      ...[
        '\n',
        '\r',
        '\r\n',
        ' ',
        '    ',
        '\t',
        'x',
        '> ',
        '\n> ',
        '- ',
        '\n- ',
        '\n1. ',
        '<div>',
        '\n<div>\n',
        '</div>',
      ],
      ...[
        '\n<pre>',
        '</pre>',
        '<b>',
        '<?',
        '?>',
        '<!X',
        '>',
        '\u2028',
        '\u00a0',
        '\u200b',
        '\f',
        '\n# ',
        '[x]: <',
        '"',
        '---\n',
        '\\',
      ],
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 14 }), (parts) => {
        let count = 0;
        const text = parts.join('').replaceAll('<!--', () => `<!--${++count}.`);
        const left = withoutHidden(text);
        const shown = Array.from(withoutFencedComments(text).matchAll(/<! --(\d+\.)/g), ([, number = '']) => number);
        const { text: seen } = render(text);
        for (const number of shown)
          if (left.includes(`<! --${number}`)) expect([text, seen.includes(`<!--${number}`)]).toEqual([text, true]);
      }),
      { numRuns: 5000, seed: 7 },
    );
  });
});
