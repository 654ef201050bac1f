/**
 * Renders agent Markdown readably and safely (contract 6.4 "Readable"). It is read into elements that contain only what is shown of it: HTML is
 * text, an image is its alternative text, a link is its text and host, unless it points into a repository of this step. The report shows the
 * elements as they are, for summary and comment they are written as Markdown. They are `p h4 h5 h6 ul ol li blockquote pre code table thead tbody
 * tr th td em strong del br hr span a` with only the attributes `href`, `rel`, `start` and `class`; a line break in a paragraph is the text `\n`.
 * Importing this module loads the Markdown parser. Pure.
 */
import { htmlText, markupHtml } from './html.ts';
import { isBlank, readBlocks, type MarkupElement, type MarkupNode } from './markdown-blocks.ts';
import { isDeep, resultTree, type MarkdownNode } from './markdown-tree.ts';
import { markdownFence, markdownOf, textPieces } from './markdown.ts';
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
  return { text: markup === null ? markdownFence(shown, 'text') : markdownOf(markup), rest, beyond };
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

/** Text that the parser is slow with or does not parse to the end is shown as code. */
const HOSTILE: readonly RegExp[] = [
  /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){20}/m,
  /^(?:[^|\n]*\|){100}/m,
  /(?:\[[^\n[]{0,3}){300}/,
];
/** The action's own headings use levels 1 to 3. */
const DEMOTED_BY = 3;

/** The elements of a text of at most `READ_MAX` units, or null if it should be shown as code. */
export function readMarkup(text: string, readLink: ReadLink): readonly MarkupNode[] | null {
  const visible = visibleText(text);
  if (visible.length > READ_MAX || HOSTILE.some((pattern) => pattern.test(visible))) return null;
  const tree = resultTree(visible);
  if (isDeep(tree)) return null;
  return readBlocks(tree, { inline: (nodes) => inline(nodes, readLink), demotedBy: DEMOTED_BY });
}

/** For the report: the same words in code as on GitHub, so that both read alike, and no language of code, which only GitHub colours. */
export function reportMarkup(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  return nodes.flatMap((node): readonly MarkupNode[] => {
    if (typeof node === 'string') return textPieces(node).map(({ text, code }) => (code ? ['code', {}, [text]] : text));
    const [tag, attributes, children] = node;
    if (tag === 'code') return [[tag, {}, children]];
    return [tag === 'a' ? node : [tag, attributes, reportMarkup(children)]];
  });
}

const WRAPPERS: Readonly<Record<string, string>> = { em: 'em', strong: 'strong', s: 'del' };

function inline(nodes: readonly MarkdownNode[], readLink: ReadLink, inLink = false): readonly MarkupNode[] {
  const found: MarkupNode[] = [];
  let text = '';
  // Merges pieces of text, because an address may stand in several.
  const flush = (): void => {
    if (text !== '') found.push(...(inLink ? [text] : withAddresses(text, readLink)));
    text = '';
  };
  for (const node of nodes) {
    const { type, children } = node;
    if (type === 'text' || type === 'image') {
      text += oneLine(type === 'image' ? plain(children).trim() || 'image' : node.text);
      continue;
    }
    flush();
    const tag = WRAPPERS[type];
    if (tag !== undefined) found.push(...wrapped(tag, inline(children, readLink, inLink)));
    else if (type === 'link') found.push(...link(node, readLink));
    else if (type === 'softbreak') found.push('\n');
    else if (type === 'hardbreak') found.push(['br', {}, []]);
    else if (type === 'code_inline' && oneLine(node.text).trim() !== '') found.push(['code', {}, [oneLine(node.text)]]);
  }
  flush();
  return merged(found);
}

/** The element around what is not blank at both ends. */
function wrapped(tag: string, nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  const from = nodes.findIndex((node) => !isBlank([node]));
  const to = nodes.findLastIndex((node) => !isBlank([node])) + 1;
  if (from === -1) return nodes;
  return [...nodes.slice(0, from), [tag, {}, nodes.slice(from, to)], ...nodes.slice(to)];
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
  return visibleText(text).replaceAll('\n', ' ');
}

function plain(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map(({ text, children, type }) => {
      if (type.endsWith('break')) return ' ';
      return children.length > 0 ? plain(children) : text;
    })
    .join('');
}

function link({ token, children }: MarkdownNode, readLink: ReadLink): readonly MarkupNode[] {
  if (token.info === 'auto') return withAddresses(oneLine(plain(children)), readLink);
  const href = String(token.attrGet('href') ?? '');
  const words = inline(children, readLink, true);
  const own = repositoryLink(href, { readLink, words });
  if (own !== null) return [own];
  const parsed = /^(?:https?:)?\/\//i.test(href) ? URL.parse(href, 'https://unknown.invalid') : null;
  if (parsed === null) return words;
  // Separate nodes, so that the surrounding text is processed with them.
  return [...words, words.length > 0 ? ' (' : '(', ['code', {}, [oneLine(parsed.host).slice(0, 255)]], ')'];
}

function repositoryLink(
  address: string,
  { readLink, words = [] }: { readonly readLink: ReadLink; readonly words?: readonly MarkupNode[] },
): MarkupElement | null {
  const target = readLink(address);
  if (target === null) return null;
  return ['a', { href: target.url, rel: 'noreferrer' }, isBlank(words) ? [target.label] : words];
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi;
/** Punctuation that ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]*_~]+$/;

/**
 * Addresses that point into a repository of this step become links, others become code, which is inactive and can be copied.
 *
 * @param text on one line, without invisible characters
 */
function withAddresses(text: string, readLink: ReadLink): readonly MarkupNode[] {
  const found: MarkupNode[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = match.replace(TRAILING, '');
    if (!/:\/\/[^/]/.test(address)) continue;
    if (index > end) found.push(text.slice(end, index));
    found.push(repositoryLink(address, { readLink }) ?? ['code', {}, [address]]);
    end = index + address.length;
  }
  if (end < text.length) found.push(text.slice(end));
  return found;
}
