/**
 * Writes blocks as HTML for the trace report, with a fixed list of elements and only the attributes `href`, `start`, `class` and `align`.
 * Pure.
 */
import { htmlText } from './html.ts';
import { textPieces } from './markdown.ts';
import { safeHttpsUrl } from './url.ts';
import type { Block, Inline, Link, ListItem } from './markdown-document.ts';

/** The report's own headings use the first three levels. */
const DEMOTED_BY = 3;
const TAGS = { em: 'em', strong: 'strong', strike: 'del' } as const;

function inlineHtml(nodes: readonly Inline[]): string {
  return nodes
    .map((node): string => {
      switch (node.kind) {
        case 'text':
          return textHtml(node.text);
        case 'code':
          return `<code>${htmlText(node.text)}</code>`;
        case 'break':
          return node.hard ? '<br>' : '\n';
        case 'link':
          return linkHtml(node);
        default:
          return `<${TAGS[node.kind]}>${inlineHtml(node.children)}</${TAGS[node.kind]}>`;
      }
    })
    .join('');
}

/** With the same words in code as on GitHub, so that both read alike. */
function textHtml(text: string): string {
  return textPieces(text)
    .map((piece) => (piece.code ? `<code>${htmlText(piece.text)}</code>` : htmlText(piece.text)))
    .join('');
}

function linkHtml({ children, target }: Link): string {
  const text = children.length > 0 ? inlineHtml(children) : htmlText(target.label);
  const address = safeHttpsUrl(target.url);
  return address === null ? text : `<a href="${htmlText(address)}" rel="noreferrer">${text}</a>`;
}

export function htmlBlocks(blocks: readonly Block[], tight = false): string {
  return blocks.map((block) => blockHtml(block, tight)).join('\n');
}

function blockHtml(block: Block, tight: boolean): string {
  switch (block.kind) {
    case 'paragraph': {
      const text = inlineHtml(block.children);
      return tight ? text : `<p>${text}</p>`;
    }
    case 'heading': {
      const tag = `h${Math.min(6, block.level + DEMOTED_BY)}`;
      return `<${tag}>${inlineHtml(block.children)}</${tag}>`;
    }
    case 'list': {
      const items = block.items.map((item) => itemHtml(item, block.tight)).join('\n');
      if (block.start === null) return `<ul>\n${items}\n</ul>`;
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>\n${items}\n</ol>`;
    }
    case 'quote':
      return `<blockquote>\n${htmlBlocks(block.blocks)}\n</blockquote>`;
    case 'code':
      return `<pre><code>${htmlText(block.text)}</code></pre>`;
    case 'table':
      return tableHtml(block);
    case 'rule':
      return '<hr>';
  }
}

function itemHtml({ checked, blocks }: ListItem, tight: boolean): string {
  // A read-only checkbox needs no form control.
  const mark = checked === null ? '' : `<span class="task">${checked ? '☑' : '☐'}</span> `;
  return `<li>${mark}${htmlBlocks(blocks, tight)}</li>`;
}

function tableHtml({ align, rows }: Extract<Block, { kind: 'table' }>): string {
  const row = (cells: readonly (readonly Inline[])[], tag: 'th' | 'td'): string => {
    const inner = cells.map((cell, at) => {
      const side = align[at] ?? null;
      return `<${tag}${side === null ? '' : ` class="${side}"`}>${inlineHtml(cell)}</${tag}>`;
    });
    return `<tr>${inner.join('')}</tr>`;
  };
  const [head = [], ...body] = rows;
  const rest = body.length === 0 ? '' : `<tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody>`;
  return `<table><thead>${row(head, 'th')}</thead>${rest}</table>`;
}
