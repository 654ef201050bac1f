/** Writes blocks as Markdown for GitHub, line by line. Pure. */
import { markdownFence } from '../../safe/markdown.ts';
import { gitHubInline } from './github-inline.ts';
import type { Block, ListItem } from './model.ts';

/** The action's own headings use levels 2 and 3. */
const DEMOTED_BY = 3;

type List = Extract<Block, { kind: 'list' }>;

export function gitHubBlocks(blocks: readonly Block[], tight = false): string {
  let out = '';
  let before: Block | null = null;
  // Two adjacent lists need different markers, or they would become one.
  let otherMark = false;
  for (const block of blocks) {
    otherMark = isSameList(before, block) && !otherMark;
    const text = blockText(block, otherMark);
    if (text.trim() === '') continue;
    if (out !== '') out += tight && mayFollow(before, block) ? '\n' : '\n\n';
    out += text;
    before = block;
  }
  return out;
}

function isSameList(before: Block | null, block: Block): boolean {
  return before?.kind === 'list' && block.kind === 'list' && (before.start === null) === (block.start === null);
}

/** Whether a block ends a paragraph without a blank line between them. */
function mayFollow(before: Block | null, block: Block): boolean {
  if (before?.kind !== 'paragraph') return false;
  if (block.kind === 'list') return block.start === null && itemText(block.items[0], block.tight) !== '';
  return block.kind === 'code' || block.kind === 'quote';
}

function blockText(block: Block, otherMark: boolean): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(gitHubInline(block.children));
    case 'heading': {
      const text = gitHubInline(block.children, { oneLine: true, lineStart: false }).trim();
      // A `#` at the end would close the heading.
      return text === '' ? '' : `${'#'.repeat(Math.min(6, block.level + DEMOTED_BY))} ${text.replace(/#$/, '&#35;')}`;
    }
    case 'list':
      return list(block, otherMark);
    case 'quote':
      return prefixed(gitHubBlocks(block.blocks), '> ', '> ');
    case 'code':
      return markdownFence(block.text, block.language.toLowerCase());
    case 'table':
      return table(block);
    case 'rule':
      return '___';
  }
}

/** No line of a paragraph may be blank or end in a hard break. */
function paragraph(text: string): string {
  // Other white space is kept, because without it the following text would start the line.
  const lines = text.split('\n').map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''));
  return lines
    .filter((line) => line !== '' && line !== '\\')
    .join('\n')
    .replace(/\\$/, '');
}

function list({ items, start, tight }: List, otherMark: boolean): string {
  return items
    .map((item, at) => {
      const mark =
        start === null ? (otherMark ? '*' : '-') : `${Math.min(start + at, 999_999_999)}${otherMark ? ')' : '.'}`;
      return prefixed(itemText(item, tight), `${mark} `, ' '.repeat(mark.length + 1));
    })
    .join(tight ? '\n' : '\n\n');
}

function itemText(item: ListItem | undefined, tight: boolean): string {
  if (item === undefined) return '';
  const text = gitHubBlocks(item.blocks, tight);
  return item.checked === null ? text : `[${item.checked ? 'x' : ' '}] ${text}`;
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? `${first}${line}` : line === '' ? others.trimEnd() : `${others}${line}`))
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n')
    .trimEnd();
}

const RULES = { left: ':--', center: ':-:', right: '--:' } as const;

function table({ align, rows }: Extract<Block, { kind: 'table' }>): string {
  const cellsLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [head = '', ...body] = rows.map((row) =>
    cellsLine(row.map((cell) => gitHubInline(cell, { cell: true, oneLine: true, lineStart: false }).trim())),
  );
  return [head, cellsLine(align.map((side) => (side === null ? '---' : RULES[side]))), ...body].join('\n');
}
