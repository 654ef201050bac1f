/**
 * The blocks of a Markdown document: read into elements, and written as Markdown again, line by line. What stands within blocks is up to the
 * caller: results of the agent become inert (`rendered-markdown.ts`), texts of an event stay as they are (`event-text.ts`). Pure.
 */
import type { MarkdownNode } from './markdown-tree.ts';

/** Text, or an element. */
export type MarkupNode = string | MarkupElement;
export type MarkupElement = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly MarkupNode[],
];

export interface BlockReader {
  /** The content of a paragraph, a heading or a cell. */
  readonly inline: (nodes: readonly MarkdownNode[]) => readonly MarkupNode[];
  /** Levels by which headings are demoted. */
  readonly demotedBy: number;
}

/** The elements of blocks. Blank ones are dropped: an empty item would be parsed as a thematic break or a setext underline. */
export function readBlocks(nodes: readonly MarkdownNode[], reader: BlockReader): readonly MarkupNode[] {
  return nodes.flatMap((node) => readBlock(node, reader));
}

function readBlock({ type, token, children, text }: MarkdownNode, reader: BlockReader): readonly MarkupNode[] {
  switch (type) {
    case 'hr':
      return [['hr', {}, []]];
    case 'fence':
    case 'code_block':
      return text.trim() === '' ? [] : [['pre', {}, [['code', languageOf(token.info), [text]]]]];
    case 'heading':
    case 'paragraph': {
      const inside = reader.inline(children);
      if (isBlank(inside)) return [];
      if (type === 'heading') return [[`h${Math.min(6, Number(token.tag.slice(1)) + reader.demotedBy)}`, {}, inside]];
      return token.hidden ? inside : [['p', {}, inside]];
    }
    case 'th':
    case 'td': {
      const [, side] = /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
      return [[type, side === undefined ? {} : { class: side }, reader.inline(children)]];
    }
    default: {
      const inside = readBlocks(children, reader);
      if (inside.length === 0) return [];
      const start = String(token.attrGet('start') ?? 1);
      return [[token.tag, start === '1' ? {} : { start }, type === 'list_item' ? asTask(inside) : inside]];
    }
  }
}

function languageOf(info: string): Readonly<Record<string, string>> {
  const language = info.trim().split(/\s/)[0]?.toLowerCase() ?? '';
  return /^[\w+#.-]{1,20}$/.test(language) ? { class: `language-${language}` } : {};
}

/** With a checkbox, if the item begins with `[ ]` or `[x]` and text. It needs no form control, because it is read-only. */
function asTask([first = '', ...rest]: readonly MarkupNode[]): readonly MarkupNode[] {
  if (typeof first !== 'string') {
    const [tag, attributes, children] = first;
    return tag === 'p' ? [[tag, attributes, asTask(children)], ...rest] : [first, ...rest];
  }
  const [, box, text] = /^\[([ \txX])\][ \t](.*)$/.exec(first) ?? [];
  if (box === undefined || text === undefined || isBlank([text, ...rest])) return [first, ...rest];
  return [['span', { class: 'task' }, [/x/i.test(box) ? '☑ ' : '☐ ']], text, ...rest];
}

/** A checkbox in Markdown. */
export function taskMark([, , [box]]: MarkupElement): string {
  return box === '☑ ' ? '[x] ' : '[ ] ';
}

/** Whether nodes within a block show nothing. */
export function isBlank(nodes: readonly MarkupNode[]): boolean {
  return nodes.every((node) => (typeof node === 'string' ? node.trim() === '' : node[0] === 'br'));
}

export interface BlockWriter {
  /** One line for a heading or a cell. */
  readonly inline: (nodes: readonly MarkupNode[], place: 'paragraph' | 'heading' | 'cell') => string;
  readonly code: (text: string, language: string) => string;
}

const tagOf = (node: MarkupNode): string => (typeof node === 'string' ? '' : node[0]);
const isBlock = (node: MarkupNode): node is MarkupElement =>
  typeof node !== 'string' && /^(?:p|h\d|[uo]l|blockquote|pre|table|hr)$/.test(node[0]);
const elementsOf = (nodes: readonly MarkupNode[]): readonly MarkupElement[] =>
  nodes.filter((node) => typeof node !== 'string');
/** Whether a block ends a paragraph without a blank line between them. An ordered list does only if it begins with 1. */
const isInterrupting = ([tag, { start }]: MarkupElement): boolean =>
  ['ul', 'pre', 'blockquote'].includes(tag) || (tag === 'ol' && start === undefined);

/** @param nodes blocks, or the content of a tight item, whose paragraphs are not elements */
export function writeBlocks(nodes: readonly MarkupNode[], writer: BlockWriter): string {
  const isTight = !nodes.every(isBlock);
  let out = '';
  let before = '';
  let otherMark = false;
  for (const block of withParagraphs(nodes)) {
    const [tag] = block;
    // Two adjacent lists need different markers, or they would become one.
    otherMark = /^[uo]l$/.test(tag) && tag === before && !otherMark;
    const text = blockText(block, { writer, otherMark });
    if (text.trim() === '') continue;
    if (out !== '') out += isTight && before === 'p' && isInterrupting(block) ? '\n' : '\n\n';
    out += text;
    before = tag;
  }
  return out;
}

/** Runs of inline nodes as paragraphs. */
function withParagraphs(nodes: readonly MarkupNode[]): readonly MarkupElement[] {
  return nodes.reduce<MarkupElement[]>((blocks, node, at) => {
    const before = nodes[at - 1];
    if (isBlock(node)) blocks.push(node);
    else if (before === undefined || isBlock(before)) blocks.push(['p', {}, [node]]);
    else blocks.push(['p', {}, [...(blocks.pop()?.[2] ?? []), node]]);
    return blocks;
  }, []);
}

interface BlockContext {
  readonly writer: BlockWriter;
  readonly otherMark: boolean;
}

function blockText(block: MarkupElement, { writer, otherMark }: BlockContext): string {
  const [tag, , children] = block;
  switch (tag) {
    case 'ul':
    case 'ol':
      return listText(block, { writer, otherMark });
    case 'blockquote':
      return prefixed(writeBlocks(children, writer), '> ', '> ');
    case 'pre': {
      const [code] = elementsOf(children);
      return writer.code(textOf(children), code?.[1]['class']?.replace('language-', '') ?? '');
    }
    case 'table':
      return tableText(block, writer);
    case 'hr':
      return '___';
    case 'p':
      return writer.inline(children, 'paragraph');
    default: {
      const text = writer.inline(children, 'heading');
      return text === '' ? '' : `${'#'.repeat(Number(tag.slice(1)))} ${text}`;
    }
  }
}

/** The text of nodes without elements around it. */
export function textOf(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node[2]))).join('');
}

function listText([tag, { start = '1' }, items]: MarkupElement, { writer, otherMark }: BlockContext): string {
  const isLoose = elementsOf(items).some(([, , nodes]) => nodes.some((node) => tagOf(node) === 'p'));
  return elementsOf(items)
    .map(([, , nodes], at) => {
      const number = Math.min(Number(start) + at, 999_999_999);
      const mark = tag === 'ul' ? (otherMark ? '*' : '-') : `${number}${otherMark ? ')' : '.'}`;
      return prefixed(writeBlocks(nodes, writer), `${mark} `, ' '.repeat(mark.length + 1));
    })
    .join(isLoose ? '\n\n' : '\n');
}

function prefixed(text: string, first: string, others: string): string {
  const [start = '', ...lines] = text.split('\n');
  return [first + start, ...lines.map((line) => (line === '' ? others.trimEnd() : others + line))].join('\n');
}

const RULES: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

function tableText([, , parts]: MarkupElement, writer: BlockWriter): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = elementsOf(parts).flatMap(([, , children]) => elementsOf(children));
  const [first = '', ...body] = rows.map(([, , cells]) =>
    line(elementsOf(cells).map(([, , nodes]) => writer.inline(nodes, 'cell'))),
  );
  const rules = elementsOf(rows[0]?.[2] ?? []).map(([, { class: side = '' }]) => RULES[side] ?? '---');
  return [first, line(rules), ...body].join('\n');
}
