/** The text of a Markdown document that readers see on GitHub, and nothing else (contract 6.2). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shownLine, shownPlain, shownText } from '../../src/prompt/shown-text.ts';
import { render } from '../support/markdown-oracle.ts';

const OPEN_COMMENT = '(Left out: an HTML comment that is not closed, and all behind it.)';

describe('text that is visible to readers', () => {
  it.each([
    'Hello **you**, *dear* ~~friend~~ 😀',
    '# Title\n\n1. a\n2. b\n   - c\n   - d\n\n> q\n>\n> r\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n---\n\n- [x] done\n- [ ] not',
    '3. a\n\n4. b',
    '```js\nif (a < b && c > d) x = [1](2);\n```\n\n[link](https://x.example) and `code`',
    '```\n[webpack]: compiled (3 warnings)\n[error]: cannot "open file"\nhandlers[name](arg1 (x))\n```',
    '````\n```\n````',
    'https://x.example/a_b_ and ``a`b``',
    'one line\nthe next',
    'std::vector & a < b, $HOME and $5',
    '![ one\n\ntwo ](u)',
    '[Steps]:\n\nClick "Save"\nthen crash',
    'a $x_1 * y_2 * \\frac{a}{b}$ b',
    '<b>seen</b> <kbd>Ctrl</kbd> <span>seen</span>',
  ])('is unchanged: %j', async (text) => {
    expect(await shownText(text)).toBe(text);
  });

  it.each([
    ['a  \nb\\\nc', 'a\nb\nc'],
    [
      '[Expected]:\n## It works\n[Actual]:\n## It does not',
      '[Expected]:\n\n## It works\n\n[Actual]:\n\n## It does not',
    ],
    ['&amp; &#39; &lt;b&gt; \\*', "& ' <b> *"],
    ['<https://x.example>', 'https://x.example'],
    ['<h2>T</h2><p>a<br>b</p><a href="/u">l</a>', '## T\n\na\nb\n\n[l](/u)'],
    ['<table><tr><th>a|b<td>c<tr><td>1</table>', '| a\\|b | c |\n| - | - |\n| 1 |'],
    ['std::vector<int> v', 'std::vector v'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['a[^1]\n\n[^1]: note\n\nb', 'a[^1]\n\nb\n\n[^1]: note'],
    ['<details open><summary>S</summary>\n\ntext\n\n</details>', 'S\n\ntext'],
    ['```a b c\nx\n```', '```a\nx\n```'],
    ['x\n-|\nrow', 'x\n\nrow'],
  ])('is normalized: %j becomes %j', async (text, expected) => {
    expect(await shownText(text)).toBe(expected);
  });

  it('is marked if it was truncated', async () => {
    const shown = await shownText('x'.repeat(200_000));
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
    ['<img src="i.png" alt="hidden" title=hidden>', '![](i.png)'],
    ['<span data-x="hidden" aria-label=\'hidden\'>seen</span>', '<span>seen</span>'],
    ['<b title="> hidden">seen</b> <b alt="< hidden">seen</b>', '<b>seen</b> <b>seen</b>'],
    ['<hidden-words>seen</hidden-words>', 'seen'],
    ['<?php hidden ?>seen<!DOCTYPE hidden>', 'seen'],
    ['<ruby>seen<rp>hidden</rp><rt>seen</ruby>', '<ruby>seen<rt>seen</rt></ruby>'],
    ['<video src=v>hidden</video><audio>hidden</audio><template>hidden</template>', ''],
    ['<input value="hidden" placeholder="hidden"> seen', 'seen'],
    ['```sh hidden\nseen\n```', '```sh\nseen\n```'],
    ['| a |\n|---|\n| b | hidden |', '| a |\n| - |\n| b |'],
    ['seen\n\n[^1]: hidden', 'seen'],
    ['<!-- a | b\n--|--\nhidden -->\nseen | s\n--|--', '| seen | s |\n| - | - |'],
    ['<!-- a\n-|\nhidden -->\nseen', 'seen'],
    ['<div title="hidden\n\nhidden', '(Left out: an HTML tag that is not closed, and all behind it.)'],
  ])('is removed: %j becomes %j', async (text, expected) => {
    expect(await shownText(text)).toBe(expected);
  });

  it.each([
    ['$a \\phantom{hidden} b$', '(Left out: a formula with commands that can hide text.)'],
    ['$$\na\\color{white}{hidden}\n$$', '(Left out: a formula with commands that can hide text.)'],
    ['$`\\hphantom{hidden}`$', '(Left out: a formula with commands that can hide text.)'],
    ['```math\n\\def\\a{hidden}\n```', '(Left out: a formula with commands that can hide text.)'],
    ['$$\na % hidden\nb\\%\n$$', '$$\na \nb\\%\n$$ (Left out: comments in the formula.)'],
    ['```math\na % hidden\n```', '```math\na \n```\n(Left out: comments in the formula.)'],
    [
      '```mermaid\n%%{init: {"x":\n"hidden"}}%%\ngraph TD\n%% hidden\nA-->B; click A "hidden"\nstyle A color:#fff\naccDescr {\nhidden }\n```',
      "```mermaid\ngraph TD\nA-->B;\n```\n(Left out: the diagram's comments, settings, descriptions, styles and links.)",
    ],
    [
      '<pre lang="mermaid"><code>graph TD\n%% hidden\n</code></pre>',
      "```mermaid\ngraph TD\n```\n(Left out: the diagram's comments, settings, descriptions, styles and links.)",
    ],
    [
      '```geojson\n{"type":"Feature","id":"hidden","properties":{"hidden":"hidden"},"geometry":{"type":"Point","coordinates":[1,2,"hidden"],"hidden":1}}\n```',
      '```geojson\n{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,null]}}\n```\n(Left out: all of the map\'s data but shapes and coordinates.)',
    ],
    ['```geojson\nhidden\n```', '(Left out: a map that cannot be read.)'],
    ['```TopoJSON\n{"hidden":1}\n```', '(Left out: a map, whose source readers do not see.)'],
    ['```stl\nsolid hidden\n```', '(Left out: a 3D model, whose source readers do not see.)'],
  ])('is removed from drawings with a note: %j becomes %j', async (text, expected) => {
    expect(await shownText(text)).toBe(expected);
  });

  it('is marked if readers see it after a click', async () => {
    const text = '<details>\n<summary>Log</summary>\n\nline\n\n</details>\n\nseen';
    expect(await shownText(text)).toBe(
      '(Collapsed on the page, under "Log":)\n\nline\n\n(End of the collapsed part.)\n\nseen',
    );
    expect(await shownText('<details>hidden')).toBe(
      '(Collapsed on the page:)\n\nhidden\n\n(End of the collapsed part.)',
    );
  });

  it.each([
    [`${'> '.repeat(95)}x`, '(Left out: what is nested too deep to be read.)'],
    [`x${'<b>'.repeat(300)}hidden`, '(Left out: what is nested too deep to be read.)'],
    [
      `x${Array.from({ length: 200 }, (_, at) => `<b a=${at}>`).join('')}${'<p>y'.repeat(400)}`,
      '(Left out: a text with too many HTML elements to be read.)',
    ],
  ])('is mentioned if it could not be parsed (%#)', async (text, note) => {
    expect(await shownText(text)).toContain(note);
  });
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
    ['> <b> <!-- a\n\nseen', '> <b> <! -- a</b>\n\nseen'],
  ])('is shown if the page shows it: %j becomes %j', async (text, expected) => {
    expect(await shownText(text)).toBe(expected);
  });

  it.each([
    ['```\ncode\n```\n<!-- hidden', '```\ncode\n```\n\n'],
    ['<div>\n```\n<!-- hidden', '```\n\n'],
    ['<pre>\n\n```\n<!-- hidden', '````\n\n```\n````\n\n'],
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
    ['a\n\n- <!-- hidden\n\nhidden', 'a\n\n'],
    ['a\n\n1. > <!-- hidden\n\nhidden', 'a\n\n'],
    ['a\n\n<div> a <!-- hidden\n\nhidden', 'a\n\na\n\n'],
    ['a\n\n<div>\na <!-- hidden\n\nhidden', 'a\n\na\n\n'],
    ['a[^1]\n\n[^1]: <!-- hidden\n\nb', 'a[^1]\n\nb\n\n'],
  ])('that is not closed hides everything after it, with a note: %j becomes %j', async (text, expected) => {
    expect(await shownText(text)).toBe(expected + OPEN_COMMENT);
  });

  it('neither begins nor ends in a footnote that the page does not show', async () => {
    // GitHub removes the footnote before a browser looks for comments.
    expect(await shownText('a\n\n[^1]: <!-- hidden\n\nseen')).toBe('a\n\nseen');
    expect(await shownText('<div><!--\n\n[^1]: <b>-->\n\n[^2]:\n    <!-- -->\n\nhidden')).toBe(OPEN_COMMENT);
  });
});

describe('lines and plain text', () => {
  it('are unchanged except for invisible characters', () => {
    expect(shownLine(' a\n<!-- b -->\u200b `c` ')).toBe('a <! -- b --> `c`');
    expect(shownPlain('@@ -1 +1 @@\n-*a*\n+<!-- b\u202e -->')).toBe('@@ -1 +1 @@\n-*a*\n+<! -- b -->');
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
    ...[
      '[^1]',
      '\n[^1]: ',
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

  it('never results in anything that a renderer does not show', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 16 }), async (parts) => {
        let count = 0;
        const text = parts.join('').replaceAll('#', () => `#w${String(++count)}.`);
        const shown = await shownText(text);
        const { html, text: seen } = render(text);
        // Addresses and the language of code are invisible, but passed on.
        const known = [
          seen,
          ...Array.from(html.matchAll(/(?:href="|src="|class="language-)([^"]*)/g), ([, target = '']) => target),
        ].join(' ');
        for (const [word] of shown.matchAll(/w\d+\./g)) expect([text, known.includes(word)]).toEqual([text, true]);
      }),
      { numRuns: 4000, seed: 13 },
    );
  });
});
