/** Results as Markdown (contract 6.4 "Readable"), judged by parsers that are not ours. */
import { describe, expect, it } from '@jest/globals';
import { repositoryLinks } from '../../src/safe/url.ts';
import { renderMarkdownHtml } from '../../src/safe/html.ts';
import { renderMarkdown } from '../../src/safe/markdown.ts';
import { cmark, complaintOf, hasCmark, shownBy } from '../support/markdown-judge.ts';
import { render } from '../support/markdown-oracle.ts';
import { trickyMarkdown } from '../support/markdown-tricks.ts';
import { seeded } from '../support/random.ts';

const links = repositoryLinks({ serverUrl: 'https://github.com', repository: 'octo/shop' });
const markdown = (text: string): string => renderMarkdown(text, { links }).text;
const html = (text: string): string => renderMarkdownHtml(text, { links });

describe('what reads as it was written', () => {
  it.each<readonly [string, string, string?]>([
    ['# Title', '#### Title', '<h4>Title</h4>'],
    ['### Deep', '#### Deep', '<h4>Deep</h4>'],
    ['a **b** _c_ `d_e` ~~f~~', 'a **b** *c* `d_e` ~~f~~'],
    ['a\\\nb  \nc\nd', 'a\\\nb\\\nc\nd', '<p>a<br>b<br>c\nd</p>'],
    ['- a\n- b\n  1. c', '- a\n- b\n  1. c'],
    ['3) a\n4) b', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['- [ ] a\n- [x] b', '- [ ] a\n- [x] b', '<ul><li>☐ a</li><li>☑ b</li></ul>'],
    [
      '- [X] a\n\n- [y] b\n- `[x] c`\n- [ ] ',
      '- [x] a\n\n- &#91;y&#93; b\n\n- `[x] c`\n\n- &#91; &#93;',
    ],
    ['- [x] &#x200b;\n- ☑ b', '- &#91;x&#93;\n- [x] b', '<ul><li>[x] </li><li>☑ b</li></ul>'],
    [
      '- a\n  ```\n  ```\n  2. b',
      '- a\n\n  2. b',
      '<ul><li>a<ol start="2"><li>b</li></ol></li></ul>',
    ],
    ['999999999. a\n1. b', '999999999. a\n999999999. b'],
    ['|`a\\|b`|\n|-|', '| <code>a&#124;b</code> |\n| --- |'],
    ['> a\n> > b', '> a\n>\n> > b'],
    [
      '```ts\n`x` ```\n```',
      '````ts\n`x` ```\n````',
      '<pre><code>&#96;x&#96; &#96;&#96;&#96;\n</code></pre>',
    ],
    ['|a|b|\n|:-|-:|\n|`x`|**y**|', '| a | b |\n| :-- | --: |\n| `x` | **y** |'],
    ['a\n\n---\n\nb', 'a\n\n___\n\nb'],
    ['x **a\\\n&#x200b;** y', 'x **a** y'],
    ['x ***\\\n&#x200b;a*** y', 'x <em>**a**</em> y'],
    ['- a\n\n\n* b', '- a\n\n* b'],
    ['1. a\n   ```C#\n   b\n   ```\n2. c', '1. a\n   ```\n   b\n   ```\n2. c'],
    ['```js\n\n```\n- \n\na', 'a', '<p>a</p>'],
  ])('%j', (...[given, expected, asHtml]) => {
    expect(markdown(given)).toBe(expected);
    if (typeof asHtml === 'string') {
      expect(html(given)).toBe(asHtml);
    }
    expect(shownBy(render(expected).html)).toBe(shownBy(html(given)));
  });
});

describe('what is live', () => {
  it.each([
    ['https://github.com/octo/shop/pull/128.', '[#128](https://github.com/octo/shop/pull/128).'],
    [
      '[the fix](https://github.com/Octo/Shop/pull/128)',
      '[the fix](https://github.com/octo/shop/pull/128)',
    ],
    ['<https://github.com/octo/shop/issues/7>', '[#7](https://github.com/octo/shop/issues/7)'],
    [
      '(https://evil.example/__b__). www.b.example',
      '(`https://evil.example/__b__`). `www.b.example`',
    ],
    ['[https://evil.example](b) `https://c`', '`https://evil.example` `https://c`'],
    ['wow![x](https://github.com/octo/shop/issues/7)', 'wowx'],
    [
      'wow!<https://github.com/octo/shop/issues/7>',
      'wow&#33;[#7](https://github.com/octo/shop/issues/7)',
    ],
    [
      'https://github.com/octo/shop/blob/main/__init__.py#L3',
      '[&#95;&#95;init&#95;&#95;.py](https://github.com/octo/shop/blob/main/__init__.py#L3)',
    ],
    ['[docs](https://evil.example/x)', 'docs (`evil.example`)'],
    ['[docs](javascript:alert(1))', 'docs'],
    // A tag alone on its line would begin a block of HTML.
    ['*&#10;\n<https://evil.example/>漢***42', '<em>`https://evil.example/`漢</em>&#42;&#42;42'],
    // Together a commit's name.
    ['cccc42[a](https://evil.example/x)', '`cccc42a` (`evil.example`)'],
    ['[](//evil.example)', '(`evil.example`)'],
    // In an HTML element GitHub finds mail addresses.
    ['|`a_@b.c\\|`|\n|-|', '| <code>a&#95;&#64;\u200bb.c&#124;</code> |\n| --- |'],
    ['![a *cat*](https://evil.example/x.png)', 'a cat'],
    ['![](x)', 'image'],
    ['https://evil.example/a_b_c', '`https://evil.example/a_b_c`'],
    ['<b>x</b>', '&#60;b&#62;x&#60;/b&#62;'],
    [
      '@octocat #12 octo/shop#12',
      '<code>&#64;octocat</code> <code>&#35;12</code> <code>octo/shop&#35;12</code>',
    ],
    ['&#64;octocat `@octocat`', '<code>&#64;octocat</code> <code>&#64;octocat</code>'],
    [
      'https://github.com/octo/shop/pull/1/../../settings',
      '`https://github.com/octo/shop/pull/1/../../settings`',
    ],
  ])('%j', (given, expected) => {
    expect(markdown(given)).toBe(expected);
    expect(complaintOf(html(given).replace(' rel="noreferrer"', ''), '') ?? '').not.toMatch(
      /^(?:<|a link)/,
    );
  });

  it('is nothing without a repository', () => {
    expect(renderMarkdown('https://github.com/octo/shop/pull/1').text).toBe(
      '`https://github.com/octo/shop/pull/1`',
    );
  });

  it('is nothing in hostile mixtures, and nothing is lost', () => {
    const random = seeded(7);
    const texts = Array.from({ length: 300 }, () => trickyMarkdown(random));
    const rendered = texts.map(markdown);
    const parsers = [
      rendered.map((text) => render(text).html),
      ...(hasCmark() ? [cmark(rendered)] : []),
    ];
    for (const parsed of parsers) {
      parsed.forEach((found, at) => {
        expect([texts[at], complaintOf(found, rendered[at] ?? '')]).toEqual([texts[at], null]);
        if (parsed !== parsers[0]) {
          expect([texts[at], shownBy(found)]).toEqual([texts[at], shownBy(html(texts[at] ?? ''))]);
        }
      });
    }
  });
});

describe('large and hostile texts', () => {
  it('are cut at a paragraph, and the rest is counted', () => {
    const text = 'word\n\n'.repeat(10_000);
    const { text: shown, rest } = renderMarkdown(text, { maxLength: 1_000 });
    expect(shown).toMatch(/^(?:word\n\n)*word$/);
    expect(shown.length + rest.length).toBe(text.trimEnd().length);
    expect(renderMarkdownHtml(text, { maxLength: 1_000 })).toContain(
      `<p>… (${rest.length} more characters)</p>`,
    );
  });

  it('name a file that is no plain path', () => {
    const address = `https://github.com/octo/shop/blob/main/${'a'.repeat(35)}%20(1).ts`;
    expect(markdown(`see ${address}`)).toBe(`see \`${address}\``);
  });

  it('are shown as they are if very many quotes in a row end with their line', () => {
    const text = '>***\na\n'.repeat(2_000).trimEnd();
    expect(markdown(text)).toBe(`\`\`\`text\n${text}\n\`\`\``);
    expect(markdown('>***\na\n'.repeat(100))).not.toContain('```');
  });

  it('are shown as they are if they are nested very deep', () => {
    const text = Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}- b`).join('\n');
    expect(markdown(text)).toBe(`\`\`\`text\n${text}\n\`\`\``);
    expect(html('> '.repeat(50) + 'a')).toMatch(/^<pre><code>(?:&#62; ){50}a<\/code><\/pre>$/);
  });
});
