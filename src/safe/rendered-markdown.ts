/**
 * Renders agent Markdown readably and safely (contract 6.4 "Readable"): its elements as HTML for the report, or as Markdown for a summary or comment.
 * In Markdown, every character that could be syntax becomes a character reference. Importing this module loads the Markdown parser. Pure.
 */
import { htmlText, markupHtml, type MarkupElement, type MarkupNode } from './html.ts';
import { taskMark, textOf, writeBlocks, type BlockWriter } from './markdown-blocks.ts';
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
  return { text: markup === null ? markdownFence(shown, 'text') : writeBlocks(markup, WRITER), rest, beyond };
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

const WRITER: BlockWriter = {
  code: markdownFence,
  inline: (nodes, place) => {
    if (place === 'paragraph') return paragraph(inlineText(nodes));
    const text = inlineText(nodes, { cell: place === 'cell', oneLine: true, lineStart: false }).trim();
    // A `#` at the end would close the heading.
    return place === 'heading' ? text.replace(/#$/, '&#35;') : text;
  },
};

/** No line of a paragraph may be blank or end in a hard break. */
function paragraph(text: string): string {
  // Other white space is kept, because without it the following text would start the line.
  const lines = text.split('\n').map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''));
  return lines
    .filter((line) => line !== '' && line !== '\\')
    .join('\n')
    .replace(/\\$/, '');
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
    if (typeof node !== 'string' && node[0] === 'a' && out.endsWith('!')) out = `${out.slice(0, -1)}&#33;`;
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
      return taskMark(node);
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
