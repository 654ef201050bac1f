/**
 * Renders agent Markdown readably and safely (contract 6.4 "Readable"). It is read into elements that contain only what is shown of it: HTML is
 * text, an image is its alternative text, a link is its text and host, unless it points into a repository of this step. The report shows the
 * elements as they are, for summary and comment they are written as Markdown. They are `p h4 h5 h6 ul ol li blockquote pre code table thead tbody
 * tr th td em strong del br hr span a` with only the attributes `href`, `rel`, `start` and `class`; a line break in a paragraph is the text `\n`.
 * Importing this module loads the Markdown parser. Pure.
 */
import { htmlText, markupHtml } from './html.ts';
import { isBlank, parseResult, taskMark, textOf, withContent, writeBlocks } from './markdown-document.ts';
import type { BlockWriter, MarkupElement, MarkupNode } from './markdown-document.ts';
import { agentCode, followedBy, markdownFence, markdownLineStart, textPieces, withoutSyntax } from './markdown.ts';
import { cut, head, visibleText } from './text.ts';
import type { RepositoryLinks } from './url.ts';

/** Parses an address by the agent. Null unless it points into a repository of this step. */
type ReadLink = RepositoryLinks['read'];

export interface MarkdownRenderOptions {
  /** Addresses that may be live links. Defaults to none. */
  readonly links?: Pick<RepositoryLinks, 'read'>;
  /** Maximum UTF-16 units of the text to render. Default and upper limit: `READ_MAX`. */
  readonly maxLength?: number;
}

/** Limit on the text that is processed. Sanitizing megabytes would block the event loop for too long (contract 6.5). */
const LOOKED_AT_MAX = 1_000_000;
/** Maximum UTF-16 length that is parsed as Markdown. The parser needs less than 200 ms for a hostile text of this size (contract 6.5). */
const READ_MAX = 20_000;
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
  return `${markupHtml(markup)}${missing === 0 ? '' : `<p>… (${missing} more characters)</p>`}`;
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

/** The elements of a text of at most `READ_MAX` units, or null if it should be shown as code: it is longer, or nested very deep. */
export function readMarkup(text: string, readLink: ReadLink): readonly MarkupNode[] | null {
  const visible = visibleText(text);
  if (visible.length > READ_MAX) return null;
  const { nodes, isDeep } = parseResult(visible);
  return isDeep ? null : withContent(nodes, (content) => withWordsAsCode(inert(content, readLink)));
}

/** Outside of links and code, which GitHub's filters skip, words that they could make something live of are code. */
function withWordsAsCode(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  return nodes.flatMap((node): readonly MarkupNode[] => {
    if (typeof node === 'string') return textPieces(node).map(({ text, code }) => (code ? ['code', {}, [text]] : text));
    const [tag, attributes, children] = node;
    return [tag === 'a' || tag === 'code' ? node : [tag, attributes, withWordsAsCode(children)]];
  });
}

/** The content of a block with nothing live but links into the repositories. */
function inert(nodes: readonly MarkupNode[], readLink: ReadLink): readonly MarkupNode[] {
  return merged(nodes.flatMap((node) => (typeof node === 'string' ? [oneLine(node)] : inertElement(node, readLink))));
}

function inertElement(element: MarkupElement, readLink: ReadLink): readonly MarkupNode[] {
  const [tag, , children] = element;
  switch (tag) {
    case 'br':
      return [element];
    case 'code': {
      const code = oneLine(textOf(children));
      return code.trim() === '' ? [] : [[tag, {}, [code]]];
    }
    case 'img':
      return [oneLine(textOf(children)).trim() || 'image'];
    case 'a':
      return link(element, readLink);
    default: {
      const inside = inert(children, readLink);
      // A tag alone on its line would begin a block of HTML.
      const from = inside.findIndex((node) => !isBlank([node]));
      const to = inside.findLastIndex((node) => !isBlank([node])) + 1;
      return from === -1 ? inside : [[tag, {}, inside.slice(from, to)]];
    }
  }
}

/** Merges adjacent texts, because GitHub's filters also match across them. */
function merged(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  return nodes.reduce<MarkupNode[]>((all, node) => {
    const before = all.at(-1);
    if (typeof node !== 'string' || typeof before !== 'string' || node === '\n' || before === '\n') all.push(node);
    else all.splice(-1, 1, before + node);
    return all;
  }, []);
}

/** Character references may produce line breaks and invisible characters. */
function oneLine(text: string): string {
  return text === '\n' ? text : visibleText(text).replaceAll('\n', ' ');
}

/** A link into a repository, an address as code, or the text of a link and its host. */
function link([, { href = '' }, children]: MarkupElement, readLink: ReadLink): readonly MarkupNode[] {
  const target = readLink(href);
  const isBare = children.length === 1 && children[0] === href;
  if (target === null && isBare) return [['code', {}, [oneLine(href)]]];
  const words = isBare ? [] : inert(children, readLink);
  if (target !== null) return [['a', { href: target.url, rel: 'noreferrer' }, isBlank(words) ? [target.label] : words]];
  const parsed = /^(?:https?:)?\/\//i.test(href) ? URL.parse(href, 'https://unknown.invalid') : null;
  if (parsed === null) return words;
  // Separate nodes, so that the surrounding text is processed with them.
  return [...words, words.length > 0 ? ' (' : '(', ['code', {}, [oneLine(parsed.host).slice(0, 255)]], ')'];
}

const WRITER: BlockWriter = {
  code: markdownFence,
  inline: (nodes, place) => {
    const text = inlineText(nodes);
    if (place === 'paragraph') return paragraph(text);
    const line = onOneLine(text).trim();
    // A `#` at the end would close the heading.
    return place === 'heading' ? line.replace(/#$/, '&#35;') : line;
  },
};

/** No line of a paragraph may be blank or end in a hard break, or start with what is syntax there. */
function paragraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && line !== '\\')
    .map(markdownLineStart)
    .join('\n')
    .replace(/\\$/, '');
}

/** Text with its line breaks as spaces. */
function onOneLine(text: string): string {
  return text.replace(/\\?\n/g, ' ');
}

const MARKS: Readonly<Record<string, string>> = { em: '*', strong: '**', del: '~~' };
const isEmphasis = (node: MarkupNode): node is MarkupElement => typeof node !== 'string' && node[0] in MARKS;

/** @param edges the characters of a tag around the content, which marks of emphasis must not touch */
function inlineText(nodes: readonly MarkupNode[], [start, end] = ['', '']): string {
  return nodes.reduce<string>((out, node, at) => {
    // An exclamation mark before a link would make it an image.
    if (typeof node !== 'string' && node[0] === 'a') out = out.replace(/!$/, '&#33;');
    if (!isEmphasis(node)) return followedBy(out, leafText(node));
    const next = nodes[at + 1];
    const after = next === undefined ? end : isEmphasis(next) ? '*' : leafText(next).charAt(0);
    return followedBy(out, emphasis(node, [out.at(-1) ?? start, after]));
  }, '');
}

function leafText(node: MarkupNode): string {
  if (typeof node === 'string') return node === '\n' ? node : withoutSyntax(node);
  const [tag, { href = '' }, children] = node;
  switch (tag) {
    case 'br':
      return '\\\n';
    case 'code':
      return agentCode(textOf(children));
    case 'a':
      return `[${onOneLine(inlineText(children))}](${href})`;
    default:
      return taskMark(node);
  }
}

/** Uses Markdown's marks if they are certain to work, otherwise the HTML element. */
function emphasis([tag, , children]: MarkupElement, [before, after]: readonly [string, string]): string {
  const inner = inlineText(children, ['>', '<']);
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
