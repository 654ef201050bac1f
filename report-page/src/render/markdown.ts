/**
 * Renders Markdown as elements, from the blocks that the rest of the action uses too. Links are text followed by their
 * host, images are their alternative text, and HTML is text: nothing that the agent wrote becomes live (contract 6.4).
 */
import { readDocument } from '../../../src/safe/markdown-document.ts';
import type { Block, Inline, ListItem } from '../../../src/safe/markdown-document.ts';
import { h } from './dom.ts';
import type { Child } from './dom.ts';

/** Maximum UTF-16 units to render. Longer texts are shown as they are. */
const LENGTH_MAX = 60_000;

const MARKS = { em: 'em', strong: 'strong', strike: 's' } as const;

function inline(nodes: readonly Inline[]): readonly Child[] {
  return nodes.flatMap((node): readonly Child[] => {
    switch (node.kind) {
      case 'text':
        return [node.text];
      case 'code':
        return [h('code', {}, node.text)];
      case 'break':
        return [node.hard ? h('br') : '\n'];
      case 'link':
        // The tree only has links into the repository, which are not resolved here.
        return node.children.length > 0 ? inline(node.children) : [node.target.label];
      default:
        return [h(MARKS[node.kind], {}, ...inline(node.children))];
    }
  });
}

function item({ checked, blocks }: ListItem, tight: boolean): HTMLElement {
  const mark = checked === null ? [] : [`${checked ? '☑' : '☐'} `];
  return h('li', {}, ...mark, ...blocks.flatMap((block) => render(block, tight)));
}

function table({ rows }: Extract<Block, { kind: 'table' }>): HTMLElement {
  const row = (cells: readonly (readonly Inline[])[], tag: 'th' | 'td'): HTMLElement =>
    h('tr', {}, ...cells.map((cell) => h(tag, {}, ...inline(cell))));
  const [head = [], ...body] = rows;
  const inner = h(
    'table',
    {},
    h('thead', {}, row(head, 'th')),
    h('tbody', {}, ...body.map((cells) => row(cells, 'td'))),
  );
  return h('div', { class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Table' }, inner);
}

function render(block: Block, tight: boolean): readonly Child[] {
  switch (block.kind) {
    case 'paragraph':
      return tight ? inline(block.children) : [h('p', {}, ...inline(block.children))];
    case 'heading':
      // The agent's headings are one level below those of the report.
      return [
        h(
          'div',
          { class: 'heading', role: 'heading', 'aria-level': String(Math.min(6, block.level + 3)) },
          ...inline(block.children),
        ),
      ];
    case 'list':
      return [
        h(
          block.start === null ? 'ul' : 'ol',
          block.start === null ? {} : { start: String(block.start) },
          ...block.items.map((one) => item(one, block.tight)),
        ),
      ];
    case 'quote':
      return [h('blockquote', {}, ...block.blocks.flatMap((one) => render(one, false)))];
    case 'code':
      return [h('pre', { tabindex: '0', role: 'group', 'aria-label': 'Code' }, block.text)];
    case 'table':
      return [table(block)];
    case 'rule':
      return [h('hr')];
  }
}

/** The text as elements, or as plain text if it is too long or too deeply nested. */
export function markdown(text: string): HTMLElement {
  const blocks = text.length > LENGTH_MAX ? null : readDocument(text, () => null);
  return blocks === null
    ? h('pre', {}, text)
    : h('div', { class: 'markdown' }, ...blocks.flatMap((block) => render(block, false)));
}
