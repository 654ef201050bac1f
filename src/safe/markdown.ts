/**
 * Agent text in GitHub-flavoured Markdown, for the summary and comments. Markdown syntax is written as character references, which have the
 * same meaning in Markdown, table cells and HTML and are never part of a construct. GitHub detects mentions, references, bare addresses and
 * emoji in the rendered text, after references are decoded. These are broken up with a zero-width space.
 */
import { cut, shortLine, visibleText } from './text.ts';
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

/** Patterns that GitHub's filters detect. The break is inserted after the first group. */
const GITHUB_SYNTAX: readonly RegExp[] = [
  // @user, @org/team, owner/repo@sha, mail addresses (with anything after the @, because a renderer may accept a dot)
  /(@)/g,
  // #1, owner/repo#1
  /(#)(?=\d)/g,
  // GH-1, GHSA-…, CVE-…
  /\b(GH|GHSA|CVE|CWE)(?=-\w)/gi,
  // http://, ftp://, any scheme. mailto: and xmpp: need the @, which is broken up above
  /(:)(?=\/\/)/g,
  // www.
  /(www)(?=\.|$)/gi,
  // :emoji:, even if the second colon is in the surrounding text
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
 * Agent text as inline Markdown on one line, at most `maxLength` UTF-16 units of it (default 1,000, before escaping), with an ellipsis if
 * truncated. Nothing in it is active on GitHub. Also safe in table cells and between HTML tags.
 */
export function markdownText(text: string, maxLength = INLINE_MAX): string {
  return markdownLineStart(markdownEscaped(shortLine(text, maxLength)));
}

/** Visible text on one line as inline Markdown, without truncation. Text at the start of a line also needs `markdownLineStart`. */
export function markdownEscaped(line: string): string {
  return breakGitHubSyntax(line).replace(SYNTAX, characterReference);
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
  const body = cut(withoutLastBreaks(visibleText(text)), maxLength);
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(body) + 1));
  const plain = /^[a-z0-9+-]{1,20}$/.test(info) && !DRAWN.has(info) && breakGitHubSyntax(info) === info;
  return `${fence}${plain ? info : ''}\n${body}\n${fence}`;
}

/**
 * Text as an inline code span on one line. Nothing in it is active, and unlike text with zero-width spaces it can be copied unchanged (a
 * path or an address). Not for table cells, where a `|` would end it.
 */
export function markdownCode(text: string, maxLength = INLINE_MAX): string {
  const line = shortLine(text, maxLength).trim();
  if (line === '') return '';
  const fence = '`'.repeat(longestBacktickRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/**
 * A message of ours, on one line of at most `maxLength` UTF-16 units, that may quote others: its code spans stay, everything else is as in
 * `markdownText`. Quoted backticks can only move where a span begins. Not for table cells.
 */
export function markdownMessage(message: string, maxLength = INLINE_MAX): string {
  const pieces = shortLine(message, maxLength).split(/`([^`]+)`/);
  const written = pieces.map((piece, at) => (at % 2 === 0 ? markdownEscaped(piece) : markdownCode(piece)));
  return markdownLineStart(written.join(''));
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
  // All other characters of an address have no special meaning between the parentheses of a link.
  const destination = address.replace(/[()*$\[\]]/g, percentEncode).replaceAll('&', '&amp;');
  return `[${text === '' ? 'link' : text}](${destination})`;
}
