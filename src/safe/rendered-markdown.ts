/**
 * Renders agent Markdown readably and safely (contract 6.4 "Readable"): its elements as HTML for the report, or as Markdown for a summary or comment.
 * Markdown is written block by block and line by line, and every character that could be syntax becomes a character reference. Importing this
 * module loads the Markdown parser. Pure.
 */
import { htmlText, markupHtml, type MarkupElement, type MarkupNode } from './html.ts';
import {
  markdownCode,
  markdownEscaped,
  markdownFence,
  markdownLabel,
  markdownLineStart,
  markdownTaggedCode,
} from './markdown.ts';
import { READ_MAX, readMarkup, reportMarkup } from './markup.ts';
import { cut, head, visibleText } from './text.ts';
import type { RepositoryLinks } from './url.ts';

export interface MarkdownRenderOptions {
  /** Addresses that may be live links. Defaults to none. */
  readonly links?: Pick<RepositoryLinks, 'read'>;
  /** Maximum UTF-16 units of the text to render. Defaults to `READ_MAX`, which is also the upper limit. */
  readonly maxLength?: number;
}

/** Limit on the text that is processed. Sanitizing megabytes would block the event loop for too long (contract 6.5). */
const LOOKED_AT_MAX = 1_000_000;
const NO_LINKS: Pick<RepositoryLinks, 'read'> = { read: () => null };

export interface Rendered {
  readonly text: string;
  /** The visible part of the given text that was not rendered. Agent text. */
  readonly rest: string;
  /** UTF-16 units after `rest` that were not processed. */
  readonly beyond: number;
}

/** Agent Markdown as Markdown for a summary or comment, and the rest that did not fit. Place it between blank lines. */
export function renderMarkdown(
  text: string,
  { links = NO_LINKS, maxLength = READ_MAX }: MarkdownRenderOptions = {},
): Rendered {
  const { shown, rest, beyond } = startOf(text, maxLength);
  const markup = readMarkup(shown, links.read);
  return { text: markup === null ? markdownFence(shown, 'text') : blocksText(markup), rest, beyond };
}

/** Agent Markdown as HTML for a trace report. If more than `maxLength` units were given, a note at the end says so. */
export function renderMarkdownHtml(
  text: string,
  { links = NO_LINKS, maxLength = READ_MAX }: MarkdownRenderOptions = {},
): string {
  const { shown, rest, beyond } = startOf(text, maxLength);
  const markup = readMarkup(shown, links.read);
  if (markup === null) return `<pre><code>${htmlText(cut(shown + rest, Math.min(maxLength, READ_MAX)))}</code></pre>`;
  const missing = rest.length + beyond;
  return `${markupHtml(reportMarkup(markup))}${missing === 0 ? '' : `<p>… (${missing} more characters)</p>`}`;
}

function startOf(text: string, maxLength: number): Omit<Rendered, 'text'> & { readonly shown: string } {
  const start = head(text, LOOKED_AT_MAX);
  const visible = visibleText(start).trimEnd();
  const shown = beginning(visible, Math.min(maxLength, READ_MAX));
  return { shown, rest: visible.slice(shown.length), beyond: text.length - start.length };
}

/** The first `length` units or slightly fewer, to end with a paragraph, line or word if possible. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = head(text, length);
  const end = ['\n\n', '\n', ' '].map((gap) => start.lastIndexOf(gap)).find((at) => at > length * 0.7);
  return end === undefined ? start : start.slice(0, end);
}

const textOf = (nodes: readonly MarkupNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node[2]))).join('');
const tagOf = (node: MarkupNode | undefined): string | null => (typeof node === 'object' ? node[0] : null);
const BLOCKS: ReadonlySet<string | null> = new Set([
  'p',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'table',
  'hr',
]);
/** Blocks that end a paragraph without a blank line between them. */
const INTERRUPTING: ReadonlySet<string> = new Set(['ul', 'pre', 'blockquote']);

/** @param nodes blocks, or the content of a tight item, whose paragraphs are not elements */
function blocksText(nodes: readonly MarkupNode[]): string {
  const isTight = nodes.some((node) => !BLOCKS.has(tagOf(node)));
  let out = '';
  let before = '';
  let otherMark = false;
  for (const block of withParagraphs(nodes)) {
    const [tag] = block;
    // Two adjacent lists need different markers, or they would become one.
    otherMark = /^[uo]l$/.test(tag) && tag === before && !otherMark;
    const text = blockText(block, otherMark);
    if (text.trim() === '') continue;
    if (out !== '') out += isTight && before === 'p' && INTERRUPTING.has(tag) ? '\n' : '\n\n';
    out += text;
    before = tag;
  }
  return out;
}

/** Runs of inline nodes as paragraphs. */
function withParagraphs(nodes: readonly MarkupNode[]): readonly MarkupElement[] {
  const blocks: MarkupElement[] = [];
  let run: MarkupNode[] = [];
  const flush = (): void => {
    if (run.length > 0) blocks.push(['p', {}, run]);
    run = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCKS.has(node[0])) {
      run.push(node);
      continue;
    }
    flush();
    blocks.push(node);
  }
  flush();
  return blocks;
}

function blockText(block: MarkupElement, otherMark: boolean): string {
  const [tag, , children] = block;
  switch (tag) {
    case 'ul':
    case 'ol':
      return listText(block, otherMark);
    case 'blockquote':
      return prefixed(blocksText(children), '> ', '> ');
    case 'pre':
      return children.map(codeBlock).join('');
    case 'table':
      return tableText(block);
    case 'hr':
      return '___';
    case 'p':
      return paragraph(inlineText(children));
    default: {
      const text = inlineText(children, { oneLine: true, lineStart: false }).trim();
      // A `#` at the end would close the heading.
      return text === '' ? '' : `${'#'.repeat(Number(tag.slice(1)))} ${text.replace(/#$/, '&#35;')}`;
    }
  }
}

function codeBlock(code: MarkupNode): string {
  if (typeof code === 'string') return markdownFence(code);
  const [, { class: name = '' }, text] = code;
  return markdownFence(textOf(text), name.replace('language-', ''));
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

function listText([tag, { start = '1' }, items]: MarkupElement, otherMark: boolean): string {
  const contents = items.map((item) => (typeof item === 'string' ? [item] : item[2]));
  const isLoose = contents.some((nodes) => nodes.some((node) => tagOf(node) === 'p'));
  return contents
    .map((nodes, at) => {
      const number = Math.min(Number(start) + at, 999_999_999);
      const mark = tag === 'ul' ? (otherMark ? '*' : '-') : `${number}${otherMark ? ')' : '.'}`;
      return prefixed(blocksText(nodes), `${mark} `, ' '.repeat(mark.length + 1));
    })
    .join(isLoose ? '\n\n' : '\n');
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? `${first}${line}` : line === '' ? others.trimEnd() : `${others}${line}`))
    .join('\n');
}

const RULES: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

function tableText([, , parts]: MarkupElement): string {
  const inside = (nodes: readonly MarkupNode[]): readonly MarkupElement[] =>
    nodes.filter((node) => typeof node !== 'string');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = inside(parts)
    .flatMap(([, , children]) => inside(children))
    .map(([, , children]) => inside(children));
  const [first = '', ...body] = rows.map((cells) =>
    line(cells.map(([, , nodes]) => inlineText(nodes, { cell: true, oneLine: true, lineStart: false }).trim())),
  );
  const rules = rows[0]?.map(([, { class: side = '' }]) => RULES[side] ?? '---') ?? [];
  return [first, line(rules), ...body].join('\n');
}

interface Place {
  /** In a table cell, where `|` ends the cell. */
  readonly cell?: boolean;
  /** Line breaks become spaces (table cells, headings and links). */
  readonly oneLine?: boolean;
  /** Whether the content begins a line. */
  readonly lineStart?: boolean;
  /** Inside emphasis. Nested emphasis at an edge uses tags, because marks must not touch other marks. */
  readonly nested?: boolean;
  /** In a link, where GitHub's filters find nothing. */
  readonly inLink?: boolean;
}

const MARKS: Readonly<Record<string, string>> = { em: '*', strong: '**', del: '~~' };

function inlineText(nodes: readonly MarkupNode[], place: Place = {}): string {
  const { lineStart = true, nested = false } = place;
  let out = '';
  nodes.forEach((node, at) => {
    const here: Place = { ...place, lineStart: out === '' ? lineStart : out.endsWith('\n') };
    const before = out.at(-1) ?? (nested ? '>' : '');
    const text = isEmphasis(node)
      ? emphasis(node, { before, after: firstCharacter(nodes[at + 1], place), place })
      : leafText(node, here);
    // An exclamation mark before a link would make it an image.
    if (tagOf(node) === 'a' && out.endsWith('!')) out = `${out.slice(0, -1)}&#33;`;
    // Two adjacent code spans would merge into one.
    out += out.endsWith('`') && text.startsWith('`') ? ` ${text}` : text;
  });
  return out;
}

const isEmphasis = (node: MarkupNode): node is MarkupElement => typeof node !== 'string' && node[0] in MARKS;

function leafText(node: MarkupNode, place: Place): string {
  const { cell = false, oneLine = false, lineStart = true, inLink = false } = place;
  if (node === '\n') return oneLine ? ' ' : '\n';
  if (typeof node === 'string') {
    const text = inLink ? markdownLabel(node) : markdownEscaped(node);
    return lineStart ? markdownLineStart(text.trimStart()) : text;
  }
  const [tag, attributes, children] = node;
  switch (tag) {
    case 'br':
      return oneLine ? ' ' : '\\\n';
    case 'code': {
      const code = textOf(children);
      // Parsers disagree on the end of code in a cell that contains both `|` and a backslash.
      return cell && code.includes('|') ? markdownTaggedCode(code) : markdownCode(code);
    }
    case 'a': {
      const text = inlineText(children, { ...place, lineStart: false, oneLine: true, inLink: true });
      return `[${text}](${attributes['href'] ?? ''})`;
    }
    default:
      return children[0] === '☑ ' ? '[x] ' : '[ ] ';
  }
}

function firstCharacter(node: MarkupNode | undefined, place: Place): string {
  if (node === undefined) return place.nested === true ? '<' : '';
  return isEmphasis(node) ? '*' : leafText(node, { ...place, lineStart: false }).charAt(0);
}

/** Uses Markdown's marks if they are certain to work, otherwise the HTML element. */
function emphasis(
  [tag, , children]: MarkupElement,
  { before, after, place }: { readonly before: string; readonly after: string; readonly place: Place },
): string {
  const inner = inlineText(children, { ...place, lineStart: false, nested: true });
  const mark = MARKS[tag] ?? '';
  const [first = ''] = /^./su.exec(inner) ?? [];
  const [last = ''] = /.$/su.exec(inner) ?? [];
  return mayStand(first, before) && mayStand(last, after) ? `${mark}${inner}${mark}` : `<${tag}>${inner}</${tag}>`;
}

/** Whether `*` or `~` between the two characters opens or closes, and cannot do both. */
function mayStand(inner: string, outer: string): boolean {
  if (outer.trim() === '') return inner.trim() !== '' && !'*~_'.includes(inner);
  return /[(),.:;?/&<>-]/.test(outer) && /[\p{L}\p{N}]/u.test(inner);
}
