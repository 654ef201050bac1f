/**
 * What every sink shares: making text well formed, splitting it, and taking out what nobody can see. Decoding and
 * splitting come first, stripping next; each sink breaks its own live syntax last, so that nothing stripped later can
 * bring a broken form together again (contract 6.4).
 */

import { isClean } from './fast-path.ts';

/**
 * Every line break some reader knows: the runner splits at `\r\n`, `\n` and a bare `\r`; .NET white space, terminals and
 * JavaScript know the others.
 */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const LINE_BREAKS = new RegExp(LINE_BREAK.source, 'g');

/**
 * Terminal escape sequences (ECMA-48): string sequences (OSC, DCS, SOS, PM, APC) up to their terminator, control
 * sequences, and two-character escapes, introduced by ESC or by the C1 character. An unterminated string loses only its
 * introducer, so that it cannot hide the text behind it. A string ends at the next introducer as well: many of them without
 * an end would each be searched to the end.
 */
const ESCAPES =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;

/**
 * Control, format (bidirectional ones included) and default ignorable characters, noncharacters, and the marks that
 * collation ignores although they are no format characters. The tab and line feed stay.
 */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Me}]--[\t\n]]/gv;

/** White space that is more than one blank, or another one. */
const UNEVEN = / {2}|[^\S ]/;

/** The lines of a text, whatever breaks them; at least one. */
export function splitLines(text: string): string[] {
  return text.split(LINE_BREAK);
}

/** The same text with `\n` as its only line break. */
export function normalizeBreaks(text: string): string {
  return text.replace(LINE_BREAKS, '\n');
}

/** Well-formed UTF-16 without escape sequences and invisible characters; tab and `\n` stay. */
export function stripInvisible(text: string): string {
  return isClean(text) ? text : scrub(text);
}

/** What `stripInvisible` does where it does anything. */
export function scrub(text: string): string {
  return text.toWellFormed().replace(ESCAPES, '').replace(INVISIBLE, '');
}

/** Text as a person sees it, with `\n` as its only line break. */
export function visibleText(text: string): string {
  return isClean(text) ? text : scrub(normalizeBreaks(text));
}

/** Text as a person sees it, on one line: every run of white space is one space, none at the ends. */
export function visibleLine(text: string): string {
  const visible = visibleText(text);
  return (UNEVEN.test(visible) ? visible.replace(/\s+/g, ' ') : visible).trim();
}

/** The first `length` UTF-16 units, or one fewer where that would cut a surrogate pair. */
export function head(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** `text` in at most `maxLength` UTF-16 units, with an ellipsis when cut. */
export function ellipsis(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${head(text, Math.max(0, maxLength - 1))}…`;
}

/** Text as a person sees it, on one line of at most `maxLength` UTF-16 units, with an ellipsis when cut. */
export function shortLine(text: string, maxLength: number): string {
  // A slice before the work: nobody reads megabytes in one line.
  return ellipsis(visibleLine(head(text, maxLength * 8)), maxLength);
}

/** `text` in at most `maxLength` UTF-16 units, ending in a line that says how much is missing when cut. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const mark = (missing: number): string => `\n… (${missing} more characters)`;
  const room = Math.max(0, maxLength - mark(text.length).length);
  const kept = head(text, room);
  return `${kept}${mark(text.length - kept.length)}`;
}
