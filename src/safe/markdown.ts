/**
 * Agent text in GitHub-flavoured Markdown, for the summary and comments. Markdown syntax is written
 * as character references, which have the same meaning in Markdown, table cells and HTML and are
 * never part of a construct. GitHub detects mentions, references, bare addresses and emoji in the
 * rendered text, after references are decoded, but not in code: words with one of these are written
 * as code, so that they are copied as they are seen.
 */
import {
  codeSpan,
  fenced,
  INLINE_MARKS,
  isBlank,
  parseResultMarkdown,
  textOf,
  withContent,
  writeBlocks,
} from './markdown-document.ts';
import type { BlockWriter, MarkupElement, MarkupNode } from './markdown-document.ts';
import { cut, head, shortLine, visibleLine, visibleText } from './text.ts';
import { percentEncode, safeHttpsUrl, type ReadLink, type UrlOptions } from './url.ts';

const ZWSP = '\u200b';
const INLINE_MAX = 1000;

/**
 * Characters that are syntax anywhere. A `_` inside a word and a `#` are not included, so that
 * plain text stays readable in the source.
 */
const SYNTAX = /[&<>`*~[\]|$\\^]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/**
 * What is syntax only at the start of a line: headings, lists, setext underlines, table rules, chat
 * commands.
 */
const LEADING = /^[-+=:/#]|(?<=^\d+)[.)]/;

/**
 * Text between white space, brackets, quotes, and the characters that may not stand in a code span
 * or are found in the source.
 */
const WORD = /([^\s`|\\<>()[\]{}"$]+)/;
/** Punctuation at the end of a sentence or quotation. Code would only make it harder to read. */
const EDGES = /^([*~',;]*)(.*?)([.,:;!?*~']*)$/su;

/** Patterns that GitHub's filters detect. */
const LIVE: readonly RegExp[] = [
  // @user, @org/team, owner/repo@sha, mail addresses
  /@./u,
  /.@/u,
  // #1, owner/repo#1
  /#\d/,
  // GH-1, GHSA-…, CVE-…
  /\b(?:GH|GHSA|CVE|CWE)-\w/i,
  // http://, ftp://, any scheme. mailto: and xmpp: need the @
  /:\/\//,
  // www.
  /www(?:\.|$)/i,
  // :emoji:
  /:[\w+-]+:/,
  // Commit names: seven to forty hex digits as a word.
  /(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])/i,
];

/** An emoji whose second colon may be in the text that follows ours. */
const OPEN_EMOJI = /:(?:[\w+-]*[a-z_+-][\w+-]*|100|1234)$/i;

/** `&#60;` for `<`. */
export function characterReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** @param isLast whether nothing stands behind it that could not be part of an emoji */
function isLive(word: string, isLast = true): boolean {
  return LIVE.some((pattern) => pattern.test(word)) || (isLast && OPEN_EMOJI.test(word));
}

/**
 * Outside of links and code, which GitHub's filters skip, words that they could make something live
 * of are code.
 */
function withWordsAsCode(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  const written = nodes.flatMap((node): readonly MarkupNode[] => {
    if (typeof node !== 'string') {
      const [tag, attributes, children] = node;
      return [tag === 'a' || tag === 'code' ? node : [tag, attributes, withWordsAsCode(children)]];
    }
    return node.split(WORD).flatMap((part, at, parts): readonly MarkupNode[] => {
      if (at % 2 === 0 || !isLive(part, parts[at + 1] === '')) {
        return [part];
      }
      const [, before = '', core = '', after = ''] = EDGES.exec(part) ?? [];
      return [before, ['code', {}, [core]], after];
    });
  });
  return merged(written);
}

/** What a message of ours names → its address, which is ours. */
type NamedLinks = ReadonlyMap<string, string>;

/**
 * A message of ours on one line as elements: its code spans, without their backticks, and links for
 * what it names.
 */
export function messageMarkup(message: string, links: NamedLinks): readonly MarkupNode[] {
  const named = (node: MarkupNode): MarkupNode => {
    const text = textOf([node]);
    const href = links.get(text);
    if (href === undefined) {
      return text;
    }
    return ['a', { href, target: '_blank', rel: 'noopener noreferrer' }, [text]];
  };
  const parts = visibleLine(message).split(/`([^`]+)`/);
  return merged(
    parts.flatMap((text, at) => {
      if (at % 2 === 1) {
        return [['code', { class: 'ours' }, [text]] as const];
      }
      return withWordsAsCode([text]).map(named);
    }),
  );
}

/** The elements of one line as Markdown. */
function markdownLine(nodes: readonly MarkupNode[]): string {
  return inlineText(withWordsAsCode(nodes)).replace(LEADING, characterReference);
}

/**
 * Agent text as inline Markdown on one line, at most `maxLength` UTF-16 units of it (default 1,000,
 * before escaping), with an ellipsis if truncated. Nothing in it is active on GitHub. Also safe in
 * table cells, but not between HTML tags.
 */
export function markdownText(text: string, maxLength = INLINE_MAX): string {
  return markdownLine([shortLine(text, maxLength)]);
}

/** As `markdownText`, but what stands between backticks is code. */
export function markdownTitle(text: string, maxLength = INLINE_MAX): string {
  const parts = shortLine(text, maxLength).split(/`([^`]+)`/);
  return markdownLine(parts.map((part, at) => (at % 2 === 1 ? ['code', {}, [part]] : part)));
}

/**
 * A message of ours, on one line of at most `maxLength` UTF-16 units, that may quote others: its
 * code spans stay, and what it names (`#7`, the run's address) is linked. Everything else is as in
 * `markdownText`. Quoted backticks can only move where a span begins.
 */
export function markdownMessage(
  message: string,
  {
    maxLength = INLINE_MAX,
    links = new Map(),
  }: { readonly maxLength?: number; readonly links?: NamedLinks } = {},
): string {
  return markdownLine(messageMarkup(shortLine(message, maxLength), links));
}

/** Info strings for which GitHub renders a diagram instead of code. */
const DRAWN: ReadonlySet<string> = new Set([
  'mermaid',
  'math',
  'geojson',
  'topojson',
  'stl',
  'suggestion',
]);

/**
 * Agent text in a fence longer than any run of backticks in it, at most `maxLength` UTF-16 units of
 * text (default: all), cut with a mark. Must start on a new line. `info` is kept if it is a plain
 * word that GitHub would not detect as text either: readers disagree about some nested fences, and
 * where one sees no fence the word is text.
 */
export function markdownFence(text: string, info = '', maxLength = Infinity): string {
  const plain = /^[a-z0-9+-]{1,20}$/.test(info) && !DRAWN.has(info) && !isLive(info);
  return fenced(cut(visibleText(text).trimEnd(), maxLength), plain ? info : '');
}

/** Parsers of Markdown find these also in an HTML element, which for them is text. */
const AUTOLINK = /:\/\/|www|[\w.+-]@/i;

/**
 * Text as inline code on one line. Nothing in it is active, also in table cells. `isOurs`: it says
 * `@agent` as people type it.
 */
export function markdownCode(
  text: string,
  { maxLength = INLINE_MAX, isOurs = false } = {},
): string {
  const line = shortLine(text, maxLength);
  if (line === '') {
    return '';
  }
  // Bots search the source of a comment for mentions and references, so that those of others are
  // not in it as they are.
  const isFound = !isOurs && /[@#]/.test(line) && !AUTOLINK.test(line);
  // A `|` would end the cell, and parsers disagree on the end of a span that contains both `|` and
  // a backslash.
  return isFound || line.includes('|') ? taggedCode(line) : codeSpan(line);
}

/**
 * Code on one line as an HTML element. Parsers of Markdown do not know that it is code, so that an
 * address is written in references and the `@` of a mail address is broken up.
 */
function taggedCode(text: string): string {
  const inert = text
    .replace(/(?<=[\w.+-])@/g, `@${ZWSP}`)
    .replace(
      /[&<>`*_~[\]|$\\^:@#]|www/gi,
      (match) => `${characterReference(match)}${match.slice(1)}`,
    );
  return `<code>${inert}</code>`;
}

/**
 * A link if the address may be live (see `safeHttpsUrl`), otherwise only the label. The label is
 * agent text.
 */
export function markdownLink(label: string, url: string | null, options?: UrlOptions): string {
  const address = safeHttpsUrl(url, options);
  if (address === null) {
    return markdownText(label);
  }
  return nodeText([
    'a',
    { href: address },
    withWordsAsCode([shortLine(label, INLINE_MAX) || 'link']),
  ]);
}

export interface AgentMarkdownOptions {
  /** Addresses that may be live links. Defaults to none. */
  readonly links?: ReadLink;
  /** Maximum UTF-16 units of the text to read. Default and upper limit: `READ_MAX`. */
  readonly maxLength?: number;
}

/**
 * Maximum UTF-16 length that is parsed as Markdown. A hostile text of this size takes less than
 * half a second (contract 6.5).
 */
const READ_MAX = 20_000;

interface RenderedMarkdown {
  readonly text: string;
  /** What of the given text did not fit. */
  readonly rest: string;
}

/** Agent Markdown as Markdown. Place it between blank lines. */
export function renderMarkdown(text: string, options?: AgentMarkdownOptions): RenderedMarkdown {
  const { markup, rest } = readAgentMarkdown(text, options);
  return { text: writeBlocks(markup, WRITER), rest };
}

interface ReadMarkdown {
  readonly markup: readonly MarkupNode[];
  /** What of the given text did not fit. */
  readonly rest: string;
}

/** The start of agent Markdown as elements. What cannot be read is in a block of code. */
export function readAgentMarkdown(
  text: string,
  { links = () => null, maxLength = READ_MAX }: AgentMarkdownOptions = {},
): ReadMarkdown {
  const given = text.trimEnd();
  const start = beginning(given, Math.min(maxLength, READ_MAX));
  const markup = readMarkup(start, links);
  return {
    markup: markup ?? [['pre', {}, [['code', { class: 'language-text' }, [start]]]]],
    rest: given.slice(start.length),
  };
}

/**
 * The first `length` units or slightly fewer, to end with a paragraph, line or word if possible.
 */
function beginning(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const start = head(text, length);
  const end = ['\n\n', '\n', ' ']
    .map((gap) => start.lastIndexOf(gap))
    .find((at) => at > length * 0.7);
  return end === undefined ? start : start.slice(0, end);
}

/**
 * The elements of a text of at most `READ_MAX` units, or null if it should be shown as code: it is
 * longer, nested very deep, or has too many quotes in a row.
 */
export function readMarkup(text: string, readLink: ReadLink): readonly MarkupNode[] | null {
  const visible = visibleText(text);
  if (visible.length > READ_MAX) {
    return null;
  }
  const { nodes, isTangled } = parseResultMarkdown(visible);
  return isTangled
    ? null
    : withContent(nodes, (content) => withWordsAsCode(inert(content, readLink)));
}

/** The content of a block with nothing live but links into the repositories. */
function inert(nodes: readonly MarkupNode[], readLink: ReadLink): readonly MarkupNode[] {
  return merged(
    nodes.flatMap((node) =>
      typeof node === 'string' ? [oneLine(node)] : inertElement(node, readLink),
    ),
  );
}

function inertElement(element: MarkupElement, readLink: ReadLink): readonly MarkupNode[] {
  const [tag, , children] = element;
  switch (tag) {
    case 'br':
      return [element];
    case 'code':
      return isBlank(children) ? [] : [element];
    case 'img':
      return [oneLine(textOf(children)).trim() || 'image'];
    case 'a':
      return inertLink(element, readLink);
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
    if (node === '') {
      return all;
    }
    if (
      typeof node !== 'string' ||
      typeof before !== 'string' ||
      node === '\n' ||
      before === '\n'
    ) {
      all.push(node);
    } else {
      all.splice(-1, 1, before + node);
    }
    return all;
  }, []);
}

/** Character references may produce line breaks and invisible characters. */
function oneLine(text: string): string {
  return text === '\n' ? text : visibleText(text).replaceAll('\n', ' ');
}

/** A link into a repository, an address as code, or the text of a link and its host. */
function inertLink(
  [, { href = '' }, children]: MarkupElement,
  readLink: ReadLink,
): readonly MarkupNode[] {
  const target = readLink(href);
  const isBare = children.length === 1 && children[0] === href;
  if (target === null && isBare) {
    return [['code', {}, [oneLine(href)]]];
  }
  const words = isBare ? [] : inert(children, readLink);
  if (target !== null) {
    return [
      ['a', { href: target.url, rel: 'noreferrer' }, isBlank(words) ? [target.label] : words],
    ];
  }
  if (!/^(?:https?:)?\/\//i.test(href)) {
    return words;
  }
  const parsed = URL.parse(href, 'https://unknown.invalid');
  if (parsed === null) {
    return words;
  }
  // Separate nodes, so that the surrounding text is processed with them.
  return [
    ...words,
    words.length > 0 ? ' (' : '(',
    ['code', {}, [oneLine(parsed.host).slice(0, 255)]],
    ')',
  ];
}

const WRITER: BlockWriter = {
  code: markdownFence,
  inline: (nodes, block) => {
    const text = inlineText(nodes);
    if (block === 'paragraph') {
      return paragraph(text);
    }
    const line = onOneLine(text).trim();
    // A `#` at the end would close the heading.
    return block === 'heading' ? line.replace(/#$/, '&#35;') : line;
  },
};

/**
 * No line of a paragraph may be blank or end in a hard break, or start with what is syntax there.
 */
function paragraph(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && line !== '\\')
    .map((line) => line.replace(LEADING, characterReference))
    .join('\n')
    .replace(/\\$/, '');
}

/** Text with its line breaks as spaces. */
function onOneLine(text: string): string {
  return text.replace(/\\?\n/g, ' ');
}

function inlineText(nodes: readonly MarkupNode[]): string {
  return nodes.reduce<string>((out, node, at) => {
    const text = nodeText(node, [out.slice(-1), textOf(nodes.slice(at + 1, at + 2)).charAt(0)]);
    // An exclamation mark before a link would make it an image.
    if (text.startsWith('[')) {
      return out.replace(/!$/, '&#33;') + text;
    }
    // Two adjacent code spans would merge into one.
    return out.endsWith('`') && text.startsWith('`') ? `${out} ${text}` : out + text;
  }, '');
}

/**
 * @param outer the characters before and after the node, which decide whether marks such as `*`
 * open and close
 */
function nodeText(node: MarkupNode, outer: readonly [string, string] = ['', '']): string {
  if (typeof node === 'string') {
    return node.replace(SYNTAX, characterReference);
  }
  const [tag, { href = '', class: by }, children] = node;
  switch (tag) {
    case 'br':
      return '\\\n';
    case 'code':
      return markdownCode(textOf(children), { maxLength: Infinity, isOurs: by === 'ours' });
    case 'a': {
      // All other characters of an address have no special meaning between the parentheses of a
      // link.
      const destination = href.replace(/[()*$\[\]]/g, percentEncode).replaceAll('&', '&amp;');
      return `[${onOneLine(inlineText(children))}](${destination})`;
    }
    default: {
      const inner = inlineText(children);
      const isCertain =
        /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su.test(inner) &&
        /^[\s(]?[\s).,:;?]?$/.test(outer.join(''));
      const mark = isCertain ? INLINE_MARKS[tag] : undefined;
      return mark === undefined ? `<${tag}>${inner}</${tag}>` : `${mark}${inner}${mark}`;
    }
  }
}
