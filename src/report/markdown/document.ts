/** Parses agent Markdown into the blocks of `model.ts` (contract 6.4 "Readable"). Pure. */
import { markdownTree, NESTING_MAX, taskState, type MarkdownNode } from '../../shared/markdown.ts';
import { visibleText } from '../../safe/text.ts';
import { inlineText } from './inline-text.ts';
import type { Alignment, Block, Inline, ListItem, ReadLink } from './model.ts';

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
