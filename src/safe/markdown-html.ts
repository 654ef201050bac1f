/**
 * Blocks as a tree of elements for the trace report, which is written as HTML or built in the browser: a fixed list of elements with only the
 * attributes `href`, `rel`, `start` and `class`, and text. Pure.
 */
import { htmlText } from './html.ts';
import { textPieces } from './markdown.ts';
import { safeHttpsUrl } from './url.ts';
import type { Block, Inline, Link, ListItem } from './markdown-document.ts';

/** Text, or an element. */
export type MarkupNode =
  string | readonly [tag: string, attributes: Readonly<Record<string, string>>, children: readonly MarkupNode[]];

/** The report's own headings use the first three levels. */
const DEMOTED_BY = 3;
const TAGS = { em: 'em', strong: 'strong', strike: 'del' } as const;
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr']);

function inlineNodes(nodes: readonly Inline[]): readonly MarkupNode[] {
  return nodes.flatMap((node): readonly MarkupNode[] => {
    switch (node.kind) {
      case 'text':
        // With the same words in code as on GitHub, so that both read alike.
        return textPieces(node.text).map(({ text, code }) => (code ? ['code', {}, [text]] : text));
      case 'code':
        return [['code', {}, [node.text]]];
      case 'break':
        return [node.hard ? ['br', {}, []] : '\n'];
      case 'link':
        return linkNodes(node);
      default:
        return [[TAGS[node.kind], {}, inlineNodes(node.children)]];
    }
  });
}

function linkNodes({ children, target }: Link): readonly MarkupNode[] {
  const text = children.length > 0 ? inlineNodes(children) : [target.label];
  const address = safeHttpsUrl(target.url);
  return address === null ? text : [['a', { href: address, rel: 'noreferrer' }, text]];
}

/** The elements of a document. */
export function markupOf(blocks: readonly Block[], tight = false): readonly MarkupNode[] {
  return blocks.flatMap((block): readonly MarkupNode[] => {
    switch (block.kind) {
      case 'paragraph':
        return tight ? inlineNodes(block.children) : [['p', {}, inlineNodes(block.children)]];
      case 'heading':
        return [[`h${Math.min(6, block.level + DEMOTED_BY)}`, {}, inlineNodes(block.children)]];
      case 'list': {
        const items = block.items.map((item) => itemNode(item, block.tight));
        if (block.start === null) return [['ul', {}, items]];
        return [['ol', block.start === 1 ? {} : { start: String(block.start) }, items]];
      }
      case 'quote':
        return [['blockquote', {}, markupOf(block.blocks)]];
      case 'code':
        return [['pre', {}, [['code', {}, [block.text]]]]];
      case 'table':
        return [tableNode(block)];
      case 'rule':
        return [['hr', {}, []]];
    }
  });
}

function itemNode({ checked, blocks }: ListItem, tight: boolean): MarkupNode {
  // A read-only checkbox needs no form control.
  const mark = checked === null ? [] : [checked ? '☑ ' : '☐ '];
  return ['li', {}, [...mark, ...markupOf(blocks, tight)]];
}

function tableNode({ align, rows }: Extract<Block, { kind: 'table' }>): MarkupNode {
  const row = (cells: readonly (readonly Inline[])[], tag: 'th' | 'td'): MarkupNode => {
    const inner = cells.map((cell, at): MarkupNode => {
      const side = align[at] ?? null;
      return [tag, side === null ? {} : { class: side }, inlineNodes(cell)];
    });
    return ['tr', {}, inner];
  };
  const [head = [], ...body] = rows;
  const rest: readonly MarkupNode[] = body.length === 0 ? [] : [['tbody', {}, body.map((cells) => row(cells, 'td'))]];
  return ['table', {}, [['thead', {}, [row(head, 'th')]], ...rest]];
}

export function markupHtml(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return htmlText(node);
      const [tag, attributes, children] = node;
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${htmlText(value)}"`);
      const start = `<${tag}${written.join('')}>`;
      return EMPTY.has(tag) ? start : `${start}${markupHtml(children)}</${tag}>`;
    })
    .join('');
}
