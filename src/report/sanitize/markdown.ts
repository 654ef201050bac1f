/**
 * Summary and comments: agent text in GitHub-flavoured Markdown. Markdown's own syntax is written as character
 * references, which mean the same in Markdown, in table cells and in HTML, and can never be part of a construct. What
 * GitHub finds afterwards in the rendered text (mentions, references, bare addresses, emoji) is broken with a zero-width
 * space, since a reference would be decoded before GitHub looks.
 */
import { cut, shortLine, visibleText } from './text.ts';
import { percentEncode, safeHttpsUrl, safeRunnerUrl } from './url.ts';

const ZWSP = '\u200b';
const INLINE_MAX = 1000;
const FENCE_MAX = 60_000;

/**
 * Characters that are or begin syntax wherever they stand. A `_` inside a word is not among them, nor a `#`, so that plain text stays
 * legible in the source.
 */
const SYNTAX = /[&<>`*~[\]|$\\^]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** Characters that are syntax only at the start of a line: headings, lists, setext underlines, table rules, chat commands. */
const LEADING = /^[-+=:/#]/;
const ORDERED = /^(\d+)([.)])/;

/** Where GitHub's own filters look, and the place for the break: behind the first group. */
const GITHUB_SYNTAX: readonly RegExp[] = [
  // @user, @org/team, owner/repo@sha, mail addresses (whatever follows: a renderer may take a dot)
  /(@)/g,
  // #1, owner/repo#1
  /(#)(?=\d)/g,
  // GH-1, GHSA-…, CVE-…
  /\b(GH|GHSA|CVE|CWE)(?=-\w)/gi,
  // http://, ftp://, any scheme; mailto: and xmpp: need the @ that is broken above
  /(:)(?=\/\/)/g,
  // www.
  /(www)(?=\.|$)/gi,
  // :emoji:, also when the second colon would be ours
  /(:)(?=[\w+-]+:|[\w+-]*[a-z_+-][\w+-]*$|(?:100|1234)$)/gi,
];
/** Commit names: seven to forty hex digits as a word. */
const HEX_WORD = /(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])/gi;

function characterReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function breakGitHubSyntax(text: string): string {
  const broken = GITHUB_SYNTAX.reduce((line, pattern) => line.replace(pattern, `$1${ZWSP}`), text);
  return broken.replace(HEX_WORD, (word) => word.replace(/.{6}(?=.)/g, `$&${ZWSP}`));
}

/**
 * Agent text as inline Markdown on one line, at most `maxLength` UTF-16 units of it (default 1,000, before escaping),
 * with an ellipsis when cut. Nothing in it comes alive on GitHub; safe in table cells and between HTML tags as well.
 */
export function markdownText(text: string, maxLength = INLINE_MAX): string {
  return markdownLineStart(markdownEscaped(shortLine(text, maxLength)));
}

/** Visible text on one line as inline Markdown, whole. What begins a line also goes through `markdownLineStart`. */
export function markdownEscaped(line: string): string {
  return breakGitHubSyntax(line).replace(SYNTAX, characterReference);
}

/** An escaped text that begins a line: lists, underlines of headings, rules of tables and chat commands lose their mark. */
export function markdownLineStart(escaped: string): string {
  return escaped
    .replace(LEADING, characterReference)
    .replace(ORDERED, (_, number: string, mark: string) => `${number}${characterReference(mark)}`);
}

/** Info words GitHub draws instead of showing. */
const DRAWN: ReadonlySet<string> = new Set(['mermaid', 'math', 'geojson', 'topojson', 'stl', 'suggestion']);

function longestBacktickRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Not a pattern: many breaks with something behind them would be searched again from each. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/**
 * Agent text in a fence longer than any run of backticks in it, at most `maxLength` UTF-16 units of text (default
 * 60,000), cut with a mark. Stands at the start of a line of its own; `info` is ours and only a plain word is taken.
 */
export function markdownFence(text: string, info = '', maxLength = FENCE_MAX): string {
  const body = cut(withoutLastBreaks(visibleText(text)), maxLength);
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(body) + 1));
  const word = /^[a-z0-9+-]{1,20}$/.test(info) && !DRAWN.has(info) ? info : '';
  return `${fence}${word}\n${body}\n${fence}`;
}

/**
 * Text as an inline code span on one line: nothing in it comes alive, and it can be copied as it is (a path or an address
 * with zero-width spaces in it cannot). Not for table cells, where a `|` would end it.
 */
export function markdownCode(text: string, maxLength = INLINE_MAX): string {
  const line = shortLine(text, maxLength).trim();
  if (line === '') return '';
  const fence = '`'.repeat(longestBacktickRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A link when `url` is plain https (see `safeHttpsUrl`), otherwise the label alone; the label is agent text. */
export function markdownLink(label: string, url: string | null): string {
  return link(label, safeHttpsUrl(url));
}

/** The same for an address made of the runner's environment, where plain http will do (see `safeRunnerUrl`). */
export function markdownRunnerLink(label: string, url: string | null): string {
  return link(label, safeRunnerUrl(url));
}

function link(label: string, address: string | null): string {
  const text = markdownText(label);
  if (address === null) return text;
  // The rest of an address means nothing between the parentheses of a link.
  const destination = address.replace(/[()*$\[\]]/g, percentEncode).replaceAll('&', '&amp;');
  return `[${text === '' ? 'link' : text}](${destination})`;
}
