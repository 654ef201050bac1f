/**
 * Agent text in GitHub-flavoured Markdown, for the summary and comments. Markdown syntax is written as character references, which have the
 * same meaning in Markdown, table cells and HTML and are never part of a construct. GitHub detects mentions, references, bare addresses and
 * emoji in the rendered text, after references are decoded, but not in code: words with one of these are written as code, so that they
 * are copied as they are seen.
 */
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
      return address === undefined ? agentCode(text) : `[${withoutSyntax(text)}](${destinationOf(address)})`;
    })
    .join('');
}

/** Visible text on one line, with syntax as character references. GitHub's filters still find what they look for. */
export function withoutSyntax(line: string): string {
  return line.replace(SYNTAX, characterReference);
}

/**
 * Code on one line as an HTML element. Parsers of Markdown do not know that it is code, so that an address is written in references and the `@`
 * of a mail address is broken up.
 */
function taggedCode(text: string): string {
  const inert = text
    .replace(/(?<=[\w.+-])@/g, `@${ZWSP}`)
    .replace(/[&<>`*_~[\]|$\\^:@#]|www/gi, (match) => `${characterReference(match)}${match.slice(1)}`);
  return `<code>${inert}</code>`;
}

/** Escapes text at the start of a line: markers of lists, setext underlines, table rules and chat commands. */
export function markdownLineStart(escaped: string): string {
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

/** Text as inline code on one line. Nothing in it is active, also in table cells. */
export function markdownCode(text: string, maxLength = INLINE_MAX): string {
  const line = shortLine(text, maxLength);
  if (line === '') return '';
  // A `|` would end the cell, and parsers disagree on the end of a span that contains both `|` and a backslash.
  return line.includes('|') ? taggedCode(line) : codeSpan(line);
}

/** Parsers of Markdown find these also in an HTML element, which for them is text. */
const AUTOLINK = /:\/\/|www|[\w.+-]@/i;

/** Code of the agent. Bots search the source of a comment for mentions and references, so that these are not in it as they are. */
export function agentCode(line: string): string {
  return /[@#]/.test(line) && !AUTOLINK.test(line) ? taggedCode(line) : markdownCode(line, Infinity);
}

/** Code on one line in a span, as it is. */
export function codeSpan(line: string): string {
  const fence = '`'.repeat(longestBacktickRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/**
 * A message of ours, on one line of at most `maxLength` UTF-16 units, that may quote others: its code spans stay, everything else is as in
 * `markdownText`. Quoted backticks can only move where a span begins.
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
export function followedBy(out: string, text: string): string {
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
