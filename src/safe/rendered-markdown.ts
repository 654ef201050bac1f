/**
 * Renders agent Markdown readably and safely (contract 6.4 "Readable"): parses it and rebuilds it for GitHub or as HTML. For GitHub it is
 * written block by block and line by line, and every character that could be syntax becomes a character reference. Importing this module
 * loads the Markdown parser. Pure.
 */
import { repositoryLinks, type RepositoryLinks } from './links.ts';
import { htmlText } from './html.ts';
import {
  markdownCode,
  markdownEscaped,
  markdownFence,
  markdownLabel,
  markdownLineStart,
  markdownTaggedCode,
} from './markdown.ts';
import { cut, head, visibleText } from './text.ts';
import {
  READ_MAX,
  readDocument,
  type Block,
  type Emphasis,
  type Inline,
  type Leaf,
  type Link,
  type ListItem,
} from './markdown-document.ts';
import { markupHtml, markupOf } from './markdown-html.ts';

export interface MarkdownRenderOptions {
  /** Addresses that may be live links. Defaults to none. */
  readonly links?: RepositoryLinks;
  /** Maximum UTF-16 units of the text to render. Defaults to `READ_MAX`, which is also the upper limit. */
  readonly maxLength?: number;
}

/** Limit on the text that is processed. Sanitizing megabytes would block the event loop for too long (contract 6.5). */
const LOOKED_AT_MAX = 1_000_000;
const NO_LINKS = repositoryLinks({ serverUrl: '', repository: '' });

export interface Rendered {
  readonly text: string;
  /** The visible part of the given text that was not rendered. Agent text. */
  readonly rest: string;
  /** UTF-16 units after `rest` that were not processed. */
  readonly beyond: number;
}

/** Agent Markdown as Markdown for a summary or comment, and the rest that did not fit. Place it between blank lines. */
export function renderMarkdown(text: string, options: MarkdownRenderOptions = {}): Rendered {
  const { visible, beyond } = startOf(text);
  const shown = beginning(visible, Math.min(options.maxLength ?? READ_MAX, READ_MAX));
  const blocks = readDocument(shown, (options.links ?? NO_LINKS).read);
  return {
    text: blocks === null ? markdownFence(shown, 'text') : gitHubBlocks(blocks),
    rest: visible.slice(shown.length),
    beyond,
  };
}

/**
 * Agent Markdown as HTML for a trace report, with only the elements `p h4 h5 h6 ul ol li blockquote pre code table thead tbody tr th td em
 * strong del br hr span a`. Links lead only into this repository. If more than `maxLength` units were given, a note at the end says so.
 */
export function renderMarkdownHtml(text: string, options: MarkdownRenderOptions = {}): string {
  const { visible, beyond } = startOf(text);
  const max = Math.min(options.maxLength ?? READ_MAX, READ_MAX);
  const shown = beginning(visible, max);
  const blocks = readDocument(shown, (options.links ?? NO_LINKS).read);
  if (blocks === null) return `<pre><code>${htmlText(cut(visible, max))}</code></pre>`;
  const missing = visible.length - shown.length + beyond;
  return `${markupHtml(markupOf(blocks))}${missing === 0 ? '' : `<p>… (${missing} more characters)</p>`}`;
}

function startOf(text: string): { readonly visible: string; readonly beyond: number } {
  const start = head(text, LOOKED_AT_MAX);
  return { visible: visibleText(start).trimEnd(), beyond: text.length - start.length };
}

/** The first `length` units or slightly fewer, to end with a paragraph, line or word if possible. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = head(text, length);
  const end = ['\n\n', '\n', ' '].map((gap) => start.lastIndexOf(gap)).find((at) => at > length * 0.7);
  return end === undefined ? start : start.slice(0, end);
}

/** The action's own headings use levels 2 and 3. */
const DEMOTED_BY = 3;

type List = Extract<Block, { kind: 'list' }>;

function gitHubBlocks(blocks: readonly Block[], tight = false): string {
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
  const [first = '', ...body] = rows.map((row) =>
    cellsLine(row.map((cell) => gitHubInline(cell, { cell: true, oneLine: true, lineStart: false }).trim())),
  );
  return [first, cellsLine(align.map((side) => (side === null ? '---' : RULES[side]))), ...body].join('\n');
}

interface InlineOptions {
  /** In a table cell, where `|` ends the cell and line breaks are not possible. */
  readonly cell?: boolean;
  /** Line breaks become spaces (table cells and headings). */
  readonly oneLine?: boolean;
  /** Whether the content begins a line. */
  readonly lineStart?: boolean;
  /** Inside emphasis. Nested emphasis at an edge uses tags, because marks must not touch other marks. */
  readonly nested?: boolean;
}

const MARKS = { em: '*', strong: '**', strike: '~~' } as const;
const TAGS = { em: 'em', strong: 'strong', strike: 'del' } as const;

const isEmphasis = (node: Inline): node is Emphasis => node.kind in MARKS;
const isSpace = (character: string): boolean => character === '' || /\s/u.test(character);
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
/** Punctuation beside which `*` and `~` keep their meaning. */
const isPunctuation = (character: string): boolean => /[(),.:;?/&<>-]/.test(character);

function gitHubInline(nodes: readonly Inline[], options: InlineOptions = {}): string {
  const { lineStart = true, nested = false } = options;
  let out = '';
  nodes.forEach((node, at) => {
    if (isEmphasis(node)) {
      const inner = gitHubInline(node.children, { ...options, lineStart: false, nested: true });
      out += emphasis(inner, {
        kind: node.kind,
        before: out.at(-1) ?? (nested ? '>' : ''),
        after: nextCharacter(nodes[at + 1], options),
      });
      return;
    }
    const atLineStart = out === '' ? lineStart : out.endsWith('\n');
    // An exclamation mark before a link would make it an image.
    if (node.kind === 'link' && out.endsWith('!')) out = `${out.slice(0, -1)}&#33;`;
    // Two adjacent code spans would merge into one.
    const afterCode = out.endsWith('`');
    const text = node.kind === 'code' && afterCode ? markdownTaggedCode(node.text) : leaf(node, options, atLineStart);
    out += afterCode && text.startsWith('`') ? ` ${text}` : text;
  });
  return out;
}

function leaf(node: Leaf | Link, options: InlineOptions, atLineStart: boolean): string {
  switch (node.kind) {
    case 'text': {
      const text = markdownEscaped(node.text);
      return atLineStart ? markdownLineStart(text.trimStart()) : text;
    }
    case 'code':
      return codeSpan(node.text, options);
    case 'break':
      if (options.oneLine === true) return ' ';
      return node.hard ? '\\\n' : '\n';
    case 'link': {
      const text = gitHubInline(node.children, { ...options, lineStart: false, oneLine: true });
      return `[${text === '' ? markdownLabel(node.target.label) : text}](${node.target.url})`;
    }
  }
}

/** In a table cell, parsers disagree on the end of code that contains both `|` and a backslash. */
function codeSpan(text: string, { cell = false }: InlineOptions): string {
  if (!cell || !text.includes('|')) return markdownCode(text);
  return text.includes('\\') ? markdownTaggedCode(text) : markdownCode(text).replaceAll('|', '\\|');
}

function nextCharacter(node: Inline | undefined, options: InlineOptions): string {
  if (node === undefined) return options.nested === true ? '<' : '';
  return isEmphasis(node) ? '*' : leaf(node, options, false).charAt(0);
}

/** Without the spaces and breaks at both ends. The backslash of a hard break would escape the mark beside it. */
function withoutEdges(inner: string): string {
  let text = inner.trim();
  while (text.startsWith('\\\n')) text = text.slice(1).trimStart();
  while (text.endsWith('\\')) text = text.slice(0, -1).trimEnd();
  return text;
}

/**
 * Uses Markdown's marks if they are certain to work (`*` depends on the characters on both sides of it), otherwise the equivalent HTML
 * tag.
 */
function emphasis(
  inner: string,
  { kind, before, after }: { readonly kind: Emphasis['kind']; readonly before: string; readonly after: string },
): string {
  const trimmed = withoutEdges(inner);
  if (trimmed !== inner) {
    // A tag alone on its line would start an HTML block.
    const at = inner.indexOf(trimmed);
    const [start, end] = [inner.slice(0, at), inner.slice(at + trimmed.length)];
    const within = { kind, before: start.at(-1) ?? before, after: end.charAt(0) || after };
    return trimmed === '' ? inner : `${start}${emphasis(trimmed, within)}${end}`;
  }
  const [first = ''] = /^./su.exec(inner) ?? [];
  const [last = ''] = /.$/su.exec(inner) ?? [];
  const outside = [before, after];
  const edges = [first, last];
  const apart = outside.every(isSpace) && !edges.some(isSpace);
  const words = outside.every((character) => isSpace(character) || isPunctuation(character)) && edges.every(isWord);
  const marked = (apart && !edges.some((edge) => '*~_'.includes(edge))) || words;
  return marked ? `${MARKS[kind]}${inner}${MARKS[kind]}` : `<${TAGS[kind]}>${inner}</${TAGS[kind]}>`;
}
