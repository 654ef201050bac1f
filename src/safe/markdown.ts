/**
 * Agent text in GitHub-flavoured Markdown, for the summary and comments. Markdown syntax is written as character references, which have the
 * same meaning in Markdown, table cells and HTML and are never part of a construct. GitHub detects mentions, references, bare addresses and
 * emoji in the rendered text, after references are decoded, but not in code: words with one of these are written as code, so that they
 * are copied as they are seen.
 */
import {
  taskMark,
  textOf,
  writeBlocks,
  type BlockWriter,
  type MarkupElement,
  type MarkupNode,
} from './markdown-blocks.ts';
import { cut, shortLine, visibleLine, visibleText } from './text.ts';
import { percentEncode, safeHttpsUrl, safeRunnerUrl } from './url.ts';

const ZWSP = '\u200b';
const INLINE_MAX = 1000;
const FENCE_MAX = 60_000;

/**
 * Characters that are syntax anywhere. A `_` inside a word and a `#` are not included, so that plain text stays readable in the source.
 */
const SYNTAX = /[&<>`*~[\]|$\\^]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** Characters that are syntax only at the start of a line: headings, lists, setext underlines, table rules, chat commands. */
const LEADING = /^[-+=:/#]/;
const ORDERED = /^(\d+)([.)])/;

/** Text between white space, brackets, quotes, and the characters that may not stand in a code span or are found in the source. */
const WORD = /[^\s`|\\<>()[\]{}"$]+/g;
/** Punctuation at the end of a sentence or quotation. Code would only make it harder to read. */
const EDGES = /^([*~',;]*)(.*?)([.,;!?*~']*)$/su;

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
  // :emoji:, even if the second colon is in the surrounding text
  /:(?:[\w+-]+:|[\w+-]*[a-z_+-][\w+-]*$|(?:100|1234)$)/i,
  // Commit names: seven to forty hex digits as a word.
  /(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])/i,
];

function characterReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function isLive(word: string): boolean {
  return LIVE.some((pattern) => pattern.test(word));
}

/** A piece of a text, to be written as code or as text. */
export interface TextPiece {
  readonly text: string;
  readonly code: boolean;
}

/**
 * Splits visible text on one line into words that must be code, because GitHub's filters could make something live of them, and the text
 * between. The words contain no Markdown syntax.
 */
export function textPieces(line: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (!isLive(word)) continue;
    const [, before = '', core = word] = EDGES.exec(word) ?? [];
    const at = index + before.length;
    if (core === '') continue;
    if (at > end) pieces.push({ text: line.slice(end, at), code: false });
    pieces.push({ text: core, code: true });
    end = at + core.length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end), code: false });
  return pieces;
}

/**
 * Agent text as inline Markdown on one line, at most `maxLength` UTF-16 units of it (default 1,000, before escaping), with an ellipsis if
 * truncated. Nothing in it is active on GitHub. Also safe in table cells, but not between HTML tags.
 */
export function markdownText(text: string, maxLength = INLINE_MAX): string {
  return markdownLineStart(markdownEscaped(shortLine(text, maxLength)));
}

/**
 * Visible text on one line as inline Markdown, without truncation. Text at the start of a line also needs `markdownLineStart`.
 *
 * @param links addresses of ours for words that otherwise would be code
 */
function markdownEscaped(line: string, links?: ReadonlyMap<string, string>): string {
  return textPieces(line)
    .map(({ text, code }) => {
      if (!code) return withoutSyntax(text);
      const address = links?.get(text);
      return address === undefined ? wordAsCode(text) : `[${withoutSyntax(text)}](${destinationOf(address)})`;
    })
    .join('');
}

/** Parsers of Markdown find these also in an HTML element, which for them is text. */
const AUTOLINK = /:\/\/|www|[\w.+-]@/i;

/** Bots search the source of a comment for mentions and references, so that these are not in it as they are. */
function wordAsCode(word: string): string {
  return /[@#]/.test(word) && !AUTOLINK.test(word) ? markdownTaggedCode(word) : `\`${word}\``;
}

/** Visible text on one line, with syntax as character references. GitHub's filters still find what they look for. */
function withoutSyntax(line: string): string {
  return line.replace(SYNTAX, characterReference);
}

/**
 * Code on one line as an HTML element, where a code span is not possible: with a `|` in a table cell. Parsers of Markdown do not know that it
 * is code, so that an address is written in references and the `@` of a mail address is broken up.
 */
function markdownTaggedCode(text: string): string {
  const inert = text
    .replace(/(?<=[\w.+-])@/g, `@${ZWSP}`)
    .replace(/[&<>`*_~[\]|$\\^:@#]|www/gi, (match) => `${characterReference(match)}${match.slice(1)}`);
  return `<code>${inert}</code>`;
}

/** Escapes text at the start of a line: markers of lists, setext underlines, table rules and chat commands. */
function markdownLineStart(escaped: string): string {
  return escaped
    .replace(LEADING, characterReference)
    .replace(ORDERED, (_, number: string, mark: string) => `${number}${characterReference(mark)}`);
}

/** Info strings for which GitHub renders a diagram instead of code. */
const DRAWN: ReadonlySet<string> = new Set(['mermaid', 'math', 'geojson', 'topojson', 'stl', 'suggestion']);

function longestBacktickRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Not a regular expression, which would search again from each of many line breaks. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/**
 * Agent text in a fence longer than any run of backticks in it, at most `maxLength` UTF-16 units of text (default 60,000), cut with a mark.
 * Must start on a new line. `info` is kept if it is a plain word that GitHub would not detect as text either: readers disagree about some
 * nested fences, and where one sees no fence the word is text.
 */
export function markdownFence(text: string, info = '', maxLength = FENCE_MAX): string {
  const plain = /^[a-z0-9+-]{1,20}$/.test(info) && !DRAWN.has(info) && !isLive(info);
  return fenced(cut(withoutLastBreaks(visibleText(text)), maxLength), plain ? info : '');
}

/** Code in a fence, as it is. */
export function fenced(code: string, info: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1));
  return `${fence}${info}\n${code}\n${fence}`;
}

/** Text as an inline code span on one line. Nothing in it is active. Not for table cells, where a `|` would end it. */
export function markdownCode(text: string, maxLength = INLINE_MAX): string {
  const line = shortLine(text, maxLength).trim();
  return line === '' ? '' : codeSpan(line);
}

/** Code on one line in a span, as it is. */
export function codeSpan(line: string): string {
  const fence = '`'.repeat(longestBacktickRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/**
 * A message of ours, on one line of at most `maxLength` UTF-16 units, that may quote others: its code spans stay, everything else is as in
 * `markdownText`. Quoted backticks can only move where a span begins. Not for table cells.
 */
export function markdownMessage(message: string, maxLength = INLINE_MAX): string {
  return messageLine(shortLine(message, maxLength));
}

/** The same in full length, with links for what it names: `#7`, the run's address. The addresses are ours. */
export function markdownLinkedMessage(message: string, links: ReadonlyMap<string, string>): string {
  return messageLine(visibleLine(message), links);
}

function messageLine(line: string, links?: ReadonlyMap<string, string>): string {
  const written = messagePieces(line).map(({ text, code }) =>
    code ? markdownCode(text) : markdownEscaped(text, links),
  );
  return markdownLineStart(written.reduce((out, piece) => followedBy(out, piece)));
}

/** Splits a message on one line into its code spans, without their backticks, and the text between. */
export function messagePieces(line: string): readonly TextPiece[] {
  return line.split(/`([^`]+)`/).map((text, at) => ({ text, code: at % 2 === 1 }));
}

/** Two adjacent code spans would merge into one, so they are set apart. */
function followedBy(out: string, text: string): string {
  return out.endsWith('`') && text.startsWith('`') ? `${out} ${text}` : out + text;
}

/** A link if `url` is plain https (see `safeHttpsUrl`), otherwise only the label. The label is agent text. */
export function markdownLink(label: string, url: string | null): string {
  return link(label, safeHttpsUrl(url));
}

/** The same for an address from the runner's environment, where http is also allowed (see `safeRunnerUrl`). */
export function markdownRunnerLink(label: string, url: string | null): string {
  return link(label, safeRunnerUrl(url));
}

function link(label: string, address: string | null): string {
  const text = markdownText(label);
  if (address === null) return text;
  return `[${text === '' ? 'link' : text}](${destinationOf(address)})`;
}

/** All other characters of an address have no special meaning between the parentheses of a link. */
function destinationOf(address: string): string {
  return address.replace(/[()*$\[\]]/g, percentEncode).replaceAll('&', '&amp;');
}

/** Elements of agent Markdown as Markdown. Place it between blank lines. */
export function markdownOf(markup: readonly MarkupNode[]): string {
  return writeBlocks(markup, WRITER);
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
    out = followedBy(out, text);
  });
  return out;
}

const isEmphasis = (node: MarkupNode): node is MarkupElement => typeof node !== 'string' && node[0] in MARKS;

function leafText(node: MarkupNode, place: Place): string {
  const { cell = false, oneLine = false, lineStart = true, inLink = false } = place;
  if (node === '\n') return oneLine ? ' ' : '\n';
  if (typeof node === 'string') {
    const text = inLink ? withoutSyntax(node) : markdownEscaped(node);
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
