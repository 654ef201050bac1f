import { describe, expect, it } from '@jest/globals';
import { eventTree, resultTree, type MarkdownNode } from '../../src/safe/markdown-tree.ts';
import { processorMs } from '../support/processor-time.ts';

/** `paragraph(text"a" em(text"b"))` */
const outline = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map(({ type, text, children }) =>
      children.length > 0 ? `${type}(${outline(children)})` : `${type}${text === '' ? '' : JSON.stringify(text)}`,
    )
    .join(' ');

describe('the tree of a Markdown text', () => {
  it.each([
    ['a *b*', 'paragraph(text"a " em(text"b"))'],
    ['# A\n\n> b', 'heading(text"A") blockquote(paragraph(text"b"))'],
    ['- a\n  - b', 'bullet_list(list_item(paragraph(text"a") bullet_list(list_item(paragraph(text"b")))))'],
    ['```js\nlet a;\n```', 'fence"let a;\\n"'],
    ['|a|\n|-|\n|b|', 'table(thead(tr(th(text"a"))) tbody(tr(td(text"b"))))'],
    ['~~a~~ `b`', 'paragraph(s(text"a") text" " code_inline"b")'],
    ['[a](javascript:b)', 'paragraph(link(text"a"))'],
    ['![a *b*](c)', 'paragraph(image(text"a " em(text"b")))'],
    [
      '(https://a.example/__b__). www.b.example',
      'paragraph(text"(" link(text"https://a.example/__b") text"__). www.b.example")',
    ],
    ['**https://a.example** a@b.example', 'paragraph(text strong(link(text"https://a.example")) text" a@b.example")'],
    ['[https://a.example](b) `https://c`', 'paragraph(link(text"https://a.example") text" " code_inline"https://c")'],
    ['a <b>c</b>', 'paragraph(text"a <b>c</b>")'],
  ])('of %j', (markdown, expected) => {
    expect(outline(resultTree(markdown)).replaceAll(' text""', '')).toBe(expected);
  });

  it('contains raw HTML as nodes on request', () => {
    expect(outline(eventTree('a <!-- b -->\n\n<div>\nc'))).toBe(
      'paragraph(text"a " html_inline"<!-- b -->") html_block"<div>\\nc"',
    );
  });

  it('contains the address of a link as written, whatever its scheme', () => {
    const [paragraph] = resultTree('[a](JavaScript:b "c")');
    expect(paragraph?.children[0]?.token.attrGet('href')).toBe('JavaScript:b');
  });

  it('is built from hostile nesting in bounded time and depth', () => {
    for (const text of ['> '.repeat(30_000), '- '.repeat(30_000), '['.repeat(60_000), '*_'.repeat(30_000)])
      expect(processorMs(() => resultTree(text))).toBeLessThan(5_000);
  });
});
