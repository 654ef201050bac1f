/** The text of a Markdown document that readers see on GitHub, and nothing else (contract 6.2). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eventLine, eventText, plainEventText } from '../../src/safe/event-text.ts';
import { render } from '../support/markdown-oracle.ts';

const OPEN_COMMENT = '(Left out: an HTML comment or tag that is not closed, and all behind it.)';

describe('text that is visible to readers', () => {
  it.each([
    'Hello **you**, *dear* ~~friend~~ 😀',
    '# Title\n\n1. a\n2. b\n   - c\n   - d\n\n> q\n>\n> r\n\n| a | b |\n| --- | :-: |\n| 1 | 2 |\n\n___\n\n- [x] done\n- [ ] not',
    '3. a\n\n4. b',
    '```js\nif (a < b && c > d) x = [1](2);\n```\n\n[link](https://x.example) and `code`',
    '```\n[webpack]: compiled (3 warnings)\n[error]: cannot "open file"\nhandlers[name](arg1 (x))\n```',
    '````\n```\n````',
    'https://x.example/a_b_ and ``a`b``',
    'one line\nthe next',
    'std::vector & a < b, $HOME and $5',
    '![ one\n\ntwo ](u)',
    '[Steps]:\n\nClick "Save"\nthen crash',
    'a <!Xb> c',
    'a $x_1 * y_2 * \\frac{a}{b}$ b',
    'a formula $\\phantom{x}$ and\n\n```mermaid\n%% a diagram\n```',
  ])('is unchanged: %j', (text) => {
    expect(eventText(text)).toBe(text);
  });

  it.each([
    ['a  \nb\\\nc', 'a\nb\nc'],
    ['\ufeff- [ ] a\n- ☑ b', '- [ ] a\n- [x] b'],
    [
      '[Expected]:\n## It works\n[Actual]:\n## It does not',
      '[Expected]:\n\n## It works\n\n[Actual]:\n\n## It does not',
    ],
    ['&amp; &#39; &lt;b&gt; \\*', "& ' <b> *"],
    ['<https://x.example>', 'https://x.example'],
    ['<h2>T</h2><p>a<br>b</p><a href="/u">l</a>', 'T\n\na\nb\nl'],
    ['<details><summary>Log</summary>\n\nline\n\n</details>', 'Log\n\nline'],
    ['std::vector<int> v', 'std::vector v'],
    ['a[^1]\n\n[^1]: a note\n\nb', 'a[^1]\n\nb\n\n[^1]: a note'],
    ['b[^2] [^a]\n\n[^a]: A\n[^2]: 2\n\n    more', 'b[^2] [^a]\n\n[^2]: 2\n\n    more\n\n[^a]: A'],
    ['<xmp>a</xmp><textarea>b</textarea>', 'ab'],
    ['```C# b c\nx\n```', '```c#\nx\n```'],
    ['| a \\| b | c |\n|:-|-:|\n| x |', '| a \\| b | c |\n| :-- | --: |\n| x |  |'],
    ['- [X] a\n\n  b\n- [ ]', '- [x] a\n\n  b\n\n- [ ]'],
  ])('is normalized: %j becomes %j', (text, expected) => {
    expect(eventText(text)).toBe(expected);
  });

  it('is marked if it was truncated', () => {
    const shown = eventText('x'.repeat(200_000));
    expect(shown).toMatch(/^x+\n\n… \(68928 more characters\)$/);
  });
});

describe('text that is invisible to readers', () => {
  it.each([
    ['a <!-- hidden --> b', 'a  b'],
    ['a\n<!--\nhidden\n\nhidden -->\nb', 'a\n\nb'],
    ['a\n<!-- hidden\nto the end', `a\n\n${OPEN_COMMENT}`],
    ['a <!-<!-- x -->- seen -->', 'a <! -- seen -->'],
    ['a\u200bb\u202ec\u{e0041}d', 'abcd'],
    // A character reference is shown as what it stands for.
    ['a&#8203;b&#x200B;c&zwnj;d&#65;', 'abcdA'],
    ['[//]: # (hidden)\nseen', 'seen'],
    ['[x]: <> "hidden"\nseen', 'seen'],
    // Unused definitions, and titles in parentheses, are invisible.
    ['[docs]: https://x.example/hidden\n\n(Seen.)', '(Seen.)'],
    ['[seen](/u (hidden))', '[seen](/u)'],
    ['[a]\n\n[a]: /u "hidden"', '[a](/u)'],
    // White space that GitHub takes for a character like others keeps two labels apart.
    ['[\u00a0]: hidden\n[x][\f] seen', '[x][\n] seen'],
    ['[a\u00a0b]: hidden\n\n[x][a b]', '[x][a b]'],
    ['[x][hidden\fa]\n\n[hidden\fa]: /u', '[x](/u)'],
    ['\u{f0040}agent \u{f003c}b', '\u{f0040}agent \u{f003c}b'],
    ['[x\u00a0y]\n\n[x\u00a0y]: /u', '[x\u00a0y](/u)'],
    // The head of a table ends a paragraph, also where it looks like what does not.
    ['x\n2. \n-|\n     y\n[a]: hidden', 'x\n\n| 2. |\n| --- |\n\n```\n y\n```'],
    ['x\n* \n-|\n     y\n[a]: hidden', 'x\n\n| * |\n| --- |\n\n```\n y\n```'],
    ['x\n2. a|b\n-|-\n     y\n[a]: hidden', 'x\n\n| 2. a | b |\n| --- | --- |\n\n```\n y\n```'],
    // A head of two cells, the second a byte order mark, over a rule of one is no head.
    ['x |\ufeff\n:-\nseen', 'x |\n:-\nseen'],
    // A table begins at the first head that can be one.
    ['x\n|h\n-|\n<rp>\n:-\nhidden', 'x\n\n| h |\n| --- |'],
    ['x\n<b>\n-|\n     y\n[a]: hidden', 'x\n\n|  |\n| --- |\n\n```\n y\n```'],
    ['![hidden](https://x.example/i.png)', '![](https://x.example/i.png)'],
    ['![hid [d] en](u) ![a \\] b](u) ![a\nb](u)', '![](u) ![](u) ![](u)'],
    ['![hidden]\n\n[hidden]: u', '![](u)'],
    ['![hidden][]\n\n[hidden]: u', '![](u)'],
    ['![hidden][a]\n\n[a]: u "hidden"', '![](u)'],
    ['[](/hidden) seen', 'seen'],
    ['[seen](https://x.example "hidden")', '[seen](https://x.example)'],
    [
      '[seen](/u "a \\" hidden") [seen](u(b) "hid\nden") [seen](<u v> \'hidden\')',
      '[seen](/u) [seen](u(b)) [seen](u%20v)',
    ],
    ['![](data:image/png;base64,hidden)', '![](data:…)'],
    ['<img src="i.png" alt="hidden" title=hidden>', ''],
    ['<span data-x="hidden" aria-label=\'hidden\'>seen</span>', 'seen'],
    ['<b title="> hidden">seen</b> <b alt="< hidden">seen</b>', 'seen seen'],
    ['<hidden-words>seen</hidden-words>', 'seen'],
    ['<?php hidden ?>seen<!DOCTYPE hidden>', 'seen'],
    ['<input value="hidden" placeholder="hidden"> seen', 'seen'],
    ['```sh hidden\nseen\n```', '```sh\nseen\n```'],
    ['| a |\n|---|\n| b | hidden |', '| a |\n| --- |\n| b |'],
    ['<!-- a | b\n--|--\nhidden -->\nseen | s\n--|--', '| seen | s |\n| --- | --- |'],
    ['<!-- a\n-|\nhidden -->\nseen', 'seen'],
    ['<div title="hidden\n\nhidden', OPEN_COMMENT],
    [
      'The build fails with a <? in the log. <!-- hidden -->',
      'The build fails with a <? in the log.',
    ],
    ['a <![CDATA[ b <!-- hidden --> c', 'a <![CDATA[ b  c'],
    ['a <!X b <!-- hidden --> c', 'a  c'],
    ['<![CDATA[ a <!-- hidden --> b', 'b'],
    ['<div></ hidden>seen</div>', 'seen'],
    ['<ruby>seen<rp>hidden</rp><rt>seen</rt></ruby>', 'seenseen'],
    ['<div><rp><div></rp>hidden</div></rp>seen</div>', 'seen'],
    ['<template><p>hidden</template>seen', 'seen'],
    ['<p><title></p>hidden</title>seen', 'seen'],
    ['<title><!--</title> hidden --> hidden', OPEN_COMMENT],
    ['<script>hidden</script><style>hidden</style>seen', 'seen'],
    ['<noscript>hidden</noscript><iframe>hidden</iframe>seen', 'seen'],
    ['<datalist><option>hidden</datalist><b hidden>hidden</b>seen', 'seen'],
    ['<svg><text>hidden</text></svg><textarea><!-- hidden --></textarea>seen', 'seen'],
    ['seen\n\n[^a]: hidden', 'seen'],
    ['a[^hidden,hidden]\n\n[^hidden,hidden]: seen', 'a[^1]\n\n[^1]: seen'],
    ['[^\nhidden\n] seen', '[^] seen'],
    ['a\n:-\nb | hidden', '| a |\n| :-- |\n| b |'],
    ['- [ ] [x]: /u "hidden"', ''],
    [`${'`'.repeat(81)}<!-- hidden -->${'`'.repeat(81)}`, '`'.repeat(162)],
    ['seen<template>|b\n-|-\n\nhidden', `| seen |\n| --- |\n\n${OPEN_COMMENT}`],
    // The address of a link ends at white space, and a form feed is none.
    ['[x]: hidden\f \n---\n', '___'],
    ['[x]: hidden\v"hidden"\nseen', 'seen'],
    ['[x]: hidden\x01\nseen', 'seen'],
    ['[x]: hidden( "hidden"\nseen', 'seen'],
    ['[x]: <hidden\\\nhidden>\nseen', 'seen'],
    ['[\f]: hidden\n[\u00a0]: hidden\n[\u2028]: hidden\nseen', 'seen'],
    [`[${'x'.repeat(1_000)}]: hidden\nseen`, 'seen'],
    ['[seen](/u( "hidden")', '[seen](/u()'],
    ['[seen](\f/u\f \v"hidden"\f)', '[seen](/u)'],
    ['[seen](</u>\f"hidden")', '[seen](/u)'],
    ['![hidden](u\x7f\v)', '![](u)'],
    // Up to the next space or tag, everything is part of an address.
    ['www.a.b\\<!-- hidden -->', 'www.a.b\\'],
    ['see https://a.b/`<!-- hidden -->`', 'see https://a.b/``'],
    ['[ www.a.b] www.a.b`?<!-- hidden -->`', '[ www.a.b] www.a.b`?`'],
    ['www.a.b[^1]\n\n[^1]: hidden', 'www.a.b[^1]'],
    // Nor does the box of a task belong to what stands behind it.
    // HTML may interrupt a lazy line, an indented line may head a table.
    ['> a\n<b>\n`<!-- hidden -->`', '> a\n\n``'],
    ['- a\n<b>\n`<!-- hidden -->`', '- a\n\n``'],
    ['seen\n    a\n|-|\n|b|hidden', 'seen\n\n| a |\n| --- |\n| b |'],
    ['seen\n===\nb\n    a\n|-|\n|b|hidden', '# seen\n\nb\n\n| a |\n| --- |\n| b |'],
    ['[^a [ ] hidden\nhidden]', '[^]'],
    ['- \n  \n    <!-- hidden -->', ''],
    ['> 1.\n>    \n>      <!-- hidden -->', ''],
    ['- [x] \n[y]: hidden\nseen', '- [x]\n\nseen'],
    ['- [x] seen\n\n[x]: /hidden', '- [x] seen'],
    ['[^1]: - [ ] \n|-|\nhidden', ''],
    ['- [x] |seen|\n  |-|\n  |seen|hidden|', '- | seen |\n  | --- |\n  | seen |'],
    ['<table><tr><td><template><tr></table>hidden</template>seen</table>', 'seen'],
    ['seen <template> hidden\n\nhidden', `seen\n\n${OPEN_COMMENT}`],
  ])('is removed: %j becomes %j', (text, expected) => {
    expect(eventText(text)).toBe(expected);
  });

  it.each([[`${'> '.repeat(95)}x`, '(Left out: what is nested too deep to be read.)']])(
    'is mentioned if it could not be parsed (%#)',
    (text, note) => {
      expect(eventText(text)).toContain(note);
    },
  );
});

describe('an HTML comment', () => {
  it.each([
    ['see\n\n```html\n<!-- header\n```\n\nseen', 'see\n\n```html\n<! -- header\n```\n\nseen'],
    ['~~~\r\n<!-- a -->\r\n~~~\r\nseen', '```\n<! -- a -->\n```\n\nseen'],
    ['````\n```\n<!-- a\n````\nseen', '````\n```\n<! -- a\n````\n\nseen'],
    ['<!-- template -->\n```\n<!-- a\n```\n<!-- b\n-->\nseen', '```\n<! -- a\n```\n\nseen'],
    ['```\n<!-- a', '```\n<! -- a\n```'],
    ['- ```\n  <!-- a\n  ```', '- ```\n  <! -- a\n  ```'],
    ['use `<!--` to begin\nseen', 'use `<! --` to begin\nseen'],
    ['a <!-- b\nseen', 'a <! -- b\nseen'],
    // GitHub shows this one, too, because inline HTML must end in its paragraph.
    ['> <b> <!-- a\n\nseen', '> <! -- a\n\nseen'],
  ])('is shown if the page shows it: %j becomes %j', (text, expected) => {
    expect(eventText(text)).toBe(expected);
  });

  it.each([
    ['```\ncode\n```\n<!-- hidden', '```\ncode\n```\n\n'],
    ['<div>\n```\n<!-- hidden', '```\n\n'],
    ['<pre>\n\n```\n<!-- hidden', '```\n\n'],
    ['- a\n  ```\n<!-- hidden', '- a\n\n'],
    ['> ```\n<!-- hidden', ''],
    ['\u200b```\n<!-- hidden', '```\n\n'],
    ['x\u2028```\n<!-- hidden', 'x\n```\n\n'],
    ['``` a`b\n<!-- hidden', '``` a`b\n\n'],
    [' ```\na\n```\n<!-- hidden', '```\na\n```\n\n'],
    ['```\na\n\u00a0```\n```\n<!-- hidden', '````\na\n\u00a0```\n````\n\n'],
    ['<!-- a --><!-- b\n```\n<!-- hidden', ''],
    ['<!-->\n```\n-->\n```\n<!-- hidden', '```\n-->\n```\n\n'],
    ['a\n\n> <!-- hidden\n\nhidden', 'a\n\n'],
    ['a\n\n<div><!--\n\n|h|\n|-|\n|h|\n\n---\n\n- `h`', 'a\n\n'],
    ['a\n\n- <!-- hidden\n\nhidden', 'a\n\n'],
    ['a\n\n1. > <!-- hidden\n\nhidden', 'a\n\n'],
    ['a\n\n<div> a <!-- hidden\n\nhidden', 'a\n\na\n\n'],
    ['a\n\n<div>\na <!-- hidden\n\nhidden', 'a\n\na\n\n'],
  ])(
    'that is not closed hides everything after it, with a note: %j becomes %j',
    (text, expected) => {
      expect(eventText(text)).toBe(expected + OPEN_COMMENT);
    },
  );
});

describe('lines and plain text', () => {
  it('are unchanged except for invisible characters', () => {
    expect(eventLine(' a\n<!-- b -->\u200b `c` ')).toBe('a <! -- b --> `c`');
    expect(plainEventText('@@ -1 +1 @@\n-*a*\n+<!-- b\u202e -->')).toBe(
      '@@ -1 +1 @@\n-*a*\n+<! -- b -->',
    );
  });

  it.each([
    ['>***\na\n'.repeat(9_000), '(Left out: all, because so many quotes take too long to read.)'],
    ['>***\na\n'.repeat(100), Array<string>(100).fill('> ___\n\na').join('\n\n')],
    ['> a\nb\n'.repeat(9_000), Array<string>(9_000).fill('> a\n> b').join('\n')],
  ])('are left out only where very many quotes end with their line', (text, expected) => {
    expect(eventText(text)).toBe(expected);
  });

  it('are on one line where they are a heading or a cell', () => {
    expect(eventText('a \n\tb\n---\n\n|x|\n|-|\n|c  d|')).toBe(
      '## a b\n\n| x |\n| --- |\n| c  d |',
    );
  });
});

describe('any text', () => {
  const unit = fc.constantFrom(
    ...[
      '#',
      '\n#',
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
      '<!--',
      '\n<!--',
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
      '![',
      '](u "',
    ],
    ...[
      '\n<pre>',
      '</pre>',
      '<b>',
      '<?',
      '?>',
      // Without the space it is text on GitHub, and hidden in the newer CommonMark of the oracle.
      '<!X ',
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
    ...[
      '|',
      '\n|-|\n',
      'a|b\n-|-\n',
      '\n-|\n',
      '|-\n',
      '\n[x]: ',
      '[x]',
      '](',
      ')',
      '<a title="',
      '&lt;',
      '<p>',
    ],
  );

  it('never results in anything that a renderer does not show', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 16 }), (parts) => {
        let count = 0;
        const text = parts.join('').replaceAll('#', () => `#w${String(++count)}.`);
        const shown = eventText(text);
        const { html, text: seen } = render(text);
        // Addresses and the language of code are invisible, but passed on.
        const known = [
          seen,
          ...Array.from(
            html.matchAll(/(?:href="|src="|class="language-)([^"]*)/g),
            ([, target = '']) => target,
          ),
        ].join(' ');
        for (const [word] of shown.matchAll(/w\d+\./g)) {
          expect([text, known.includes(word)]).toEqual([text, true]);
        }
      }),
      { numRuns: 4_000 },
    );
  });
});
