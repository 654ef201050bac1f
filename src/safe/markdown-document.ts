/**
 * Parses agent Markdown into a small tree that contains only what is shown of it (contract 6.4 "Readable"). HTML is text, an image is its
 * alternative text, and a link is its text and host. Pure.
 */
import { markdownTree, NESTING_MAX, taskState, type MarkdownNode } from './markdown-tree.ts';
import type { RepositoryLink } from './links.ts';
import { visibleText } from './text.ts';

export interface Emphasis {
  readonly kind: 'em' | 'strong' | 'strike';
  readonly children: readonly Inline[];
}

/** A link into this repository. Other links become their text and, as code, their host. */
export interface Link {
  readonly kind: 'link';
  /** Empty: the target's label. */
  readonly children: readonly Inline[];
  readonly target: RepositoryLink;
}

export type Leaf =
  { readonly kind: 'text' | 'code'; readonly text: string } | { readonly kind: 'break'; readonly hard: boolean };

export type Inline = Leaf | Link | Emphasis;

export interface ListItem {
  /** Null: not a task. */
  readonly checked: boolean | null;
  readonly blocks: readonly Block[];
}

export type Alignment = 'left' | 'center' | 'right' | null;

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list';
      /** The first number; null: bullets. */
      readonly start: number | null;
      readonly tight: boolean;
      readonly items: readonly ListItem[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | {
      readonly kind: 'table';
      readonly align: readonly Alignment[];
      /** The header row first. All rows have the length of `align`. */
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

/** Parses an address by the agent. Null unless it points into this repository. */
export type ReadLink = (address: string) => RepositoryLink | null;

/** Maximum UTF-16 length that is parsed as Markdown. The parser needs less than 200 ms for a hostile text of this size (contract 6.5). */
export const READ_MAX = 20_000;

/** Text that the parser is slow with or does not parse to the end is shown as code. */
const HOSTILE: readonly RegExp[] = [
  /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){20}/m,
  /^(?:[^|\n]*\|){100}/m,
  /(?:\[[^\n[]{0,3}){300}/,
];

/** The blocks of a text of at most `READ_MAX` units, or null if it should be shown as code. */
export function readDocument(text: string, readLink: ReadLink): readonly Block[] | null {
  const visible = visibleText(text);
  if (visible.length > READ_MAX || HOSTILE.some((pattern) => pattern.test(visible))) return null;
  const tree = markdownTree(visible);
  return isDeep(tree) ? null : blocksOf(tree, readLink);
}

function isDeep(nodes: readonly MarkdownNode[]): boolean {
  return nodes.some(({ token, children }) => token.block && (token.level > NESTING_MAX - 10 || isDeep(children)));
}

function blocksOf(nodes: readonly MarkdownNode[], readLink: ReadLink): Block[] {
  const blocks = nodes.map((node): Block => {
    const inline = (): readonly Inline[] => inlineOf(node.children, readLink);
    switch (node.type) {
      case 'heading':
        return { kind: 'heading', level: Number(node.token.tag.slice(1)), children: inline() };
      case 'bullet_list':
      case 'ordered_list':
        return listOf(node, readLink);
      case 'blockquote':
        return { kind: 'quote', blocks: blocksOf(node.children, readLink) };
      case 'fence':
      case 'code_block':
        return { kind: 'code', text: node.text, language: node.token.info.trim().split(/\s/)[0] ?? '' };
      case 'table':
        return tableOf(node, readLink);
      case 'hr':
        return { kind: 'rule' };
      default:
        return { kind: 'paragraph', children: inline() };
    }
  });
  return blocks.filter((block) => !isBlank(block));
}

/** Empty items are dropped, because they would be parsed as a thematic break or a setext underline. */
function isBlank(block: Block): boolean {
  if (block.kind === 'heading' || block.kind === 'paragraph') return isEmpty(block.children);
  return (block.kind === 'list' && block.items.length === 0) || (block.kind === 'quote' && block.blocks.length === 0);
}

function isEmpty(nodes: readonly Inline[]): boolean {
  return nodes.every((node) => (node.kind === 'text' ? node.text.trim() === '' : node.kind === 'break'));
}

function listOf(list: MarkdownNode, readLink: ReadLink): Block {
  const all = list.children.map((item): ListItem => {
    const checked = taskState(item);
    const task = checked === null ? [] : blocksOf(withoutMark(item.children), readLink);
    // A checkbox without text after it is not a task.
    return task[0]?.kind === 'paragraph'
      ? { checked, blocks: task }
      : { checked: null, blocks: blocksOf(item.children, readLink) };
  });
  const items = all.filter(({ blocks }) => blocks.length > 0);
  const paragraphs = list.children.flatMap(({ children }) => children.filter(({ type }) => type === 'paragraph'));
  const start = Number(list.token.attrGet('start') ?? 1);
  return {
    kind: 'list',
    start: list.type === 'ordered_list' ? start : null,
    tight: paragraphs.every(({ token }) => token.hidden),
    items,
  };
}

/** The item's content after `[x] `. */
function withoutMark([paragraph, ...rest]: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const [first, ...others] = paragraph?.children ?? [];
  if (paragraph === undefined || first === undefined) return rest;
  return [{ ...paragraph, children: [{ ...first, text: first.text.slice(4) }, ...others] }, ...rest];
}

function tableOf(table: MarkdownNode, readLink: ReadLink): Block {
  const rows = table.children.flatMap(({ children }) => children);
  const align = (rows[0]?.children ?? []).map(({ token }): Alignment => {
    const [, side] = /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
    return (side as Alignment | undefined) ?? null;
  });
  return {
    kind: 'table',
    align,
    rows: rows.map(({ children }) => align.map((_, at) => inlineOf(children[at]?.children ?? [], readLink))),
  };
}

const WRAPPERS = { em: 'em', strong: 'strong', s: 'strike' } as const;

function inlineOf(nodes: readonly MarkdownNode[], readLink: ReadLink, inLink = false): Inline[] {
  const found: Inline[] = [];
  let text = '';
  // Merges pieces of text, because GitHub's filters see the whole text.
  const flush = (): void => {
    if (text !== '') found.push(...(inLink ? [{ kind: 'text', text } as const] : inlineText(text, readLink)));
    text = '';
  };
  for (const node of nodes) {
    if (node.type === 'text' || node.type === 'text_special' || node.type === 'image') {
      text += oneLine(node.type === 'image' ? alternative(node) : node.text);
      continue;
    }
    flush();
    if (node.type in WRAPPERS) {
      const children = inlineOf(node.children, readLink, inLink);
      if (isEmpty(children)) found.push(...children);
      else found.push({ kind: WRAPPERS[node.type as keyof typeof WRAPPERS], children });
    } else if (node.type === 'link') found.push(...linkOf(node, readLink));
    else if (node.type === 'code_inline') {
      const code = oneLine(node.text);
      if (code.trim() !== '') found.push({ kind: 'code', text: code });
    } else if (node.type === 'softbreak' || node.type === 'hardbreak')
      found.push({ kind: 'break', hard: node.type === 'hardbreak' });
  }
  flush();
  return merged(found);
}

/** Merges adjacent texts, because GitHub's filters also match across them. */
function merged(nodes: readonly Inline[]): Inline[] {
  return nodes.reduce<Inline[]>((all, node) => {
    const before = all.at(-1);
    if (node.kind === 'text' && before?.kind === 'text')
      all.splice(-1, 1, { kind: 'text', text: before.text + node.text });
    else all.push(node);
    return all;
  }, []);
}

/** Character references may produce line breaks and invisible characters. */
function oneLine(text: string): string {
  return visibleText(text).replaceAll('\n', ' ');
}

function plain(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map(({ text, children, type }) =>
      type.endsWith('break') ? ' ' : text === '' || children.length > 0 ? plain(children) : text,
    )
    .join('');
}

function alternative(image: MarkdownNode): string {
  return plain(image.children).trim() || 'image';
}

function linkOf(node: MarkdownNode, readLink: ReadLink): readonly Inline[] {
  const href = String(node.token.attrGet('href') ?? '');
  if (node.token.info === 'auto') return inlineText(oneLine(plain(node.children)), readLink);
  const children = inlineOf(node.children, readLink, true);
  const target = readLink(href);
  if (target !== null) return [{ kind: 'link', children, target }];
  const parsed = /^(?:https?:)?\/\//i.test(href) ? URL.parse(href, 'https://unknown.invalid') : null;
  if (parsed === null) return children;
  const host = oneLine(parsed.host).slice(0, 255);
  // Separate text and code nodes, so that the surrounding text is processed with them.
  return [
    ...children,
    { kind: 'text', text: children.length > 0 ? ' (' : '(' },
    { kind: 'code', text: host },
    { kind: 'text', text: ')' },
  ];
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi;
/** Punctuation that ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]*_~]+$/;

/**
 * Addresses that point into a repository of this step become links, others become code, which is inactive and can be copied.
 *
 * @param text on one line, without invisible characters
 */
function inlineText(text: string, readLink: ReadLink): readonly Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = match.replace(TRAILING, '');
    if (!/:\/\/[^/]/.test(address)) continue;
    if (index > end) found.push({ kind: 'text', text: text.slice(end, index) });
    const target = readLink(address);
    found.push(target === null ? { kind: 'code', text: address } : { kind: 'link', children: [], target });
    end = index + address.length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}
