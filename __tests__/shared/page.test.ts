/** The page that GitHub makes of a Markdown text. What is read of it is tested with its readers: trigger-phrase and shown-text. */
import { describe, expect, it } from '@jest/globals';
import { type PageNode, readPage } from '../../src/shared/page/index.ts';

/** `p(a em(b))` */
const outline = (nodes: readonly PageNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node.trim() : `${node.name}(${outline(node.children)})`))
    .filter((text) => text !== '')
    .join(' ');

describe('the page', () => {
  it.each([
    ['a *b*', 'p(a em(b))'],
    ['<div>\n\n*a*\n\n</div>', 'div(p(em(a)))'],
    ['a\n\n<!-- *b*\n\nc -->d', 'p(a) d'],
    ['a \\* &amp;', 'p(a x-escaped(*) x-escaped(&))'],
    ['$x$ a$b$ $c $ `$d$`', 'p(x-formula($x$) a$b$ $c $ code($d$))'],
    ['$$\nx\n$$ $`y`$ $<b>z</b>$', 'p(x-formula($$\nx\n$$) x-formula($`y`$) $ b(z) $)'],
    ['[^A] b\n\n[^a]: c\n    d\n\n    e\n\n[^a]: f\n\n[^g]: h', 'p([^A] b) x-footnote(p(c\nd) p(e))'],
    ['[^a](b) `[^c]`\n\n[^a]: d\n\n[^c]: e', 'p(a(^a) code([^c]))'],
    ['a\n-|\n    b', 'p(a) pre(code(b))'],
    ['|a|\n|-|\n<b>\nc', 'table(thead(tr(th(a)))) b(c)'],
    ['<script>a</script>', '<script>a</script>'],
  ])('of %j', (markdown, expected) => {
    expect(outline(readPage(markdown).nodes)).toBe(expected);
  });
});
