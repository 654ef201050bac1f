/**
 * Shared by all sanitizers: makes text well formed, splits it and removes invisible characters. Decoding and splitting come first, then
 * stripping. Each sanitizer breaks up the active syntax of its destination last, so that stripping cannot restore it (contract 6.4).
 */

/**
 * All line breaks that any reader recognizes. The runner splits at `\r\n`, `\n` and a bare `\r`. .NET white space, terminals and JavaScript
 * recognize the others.
 */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const LINE_BREAKS = new RegExp(LINE_BREAK.source, 'g');

/**
 * Terminal escape sequences (ECMA-48): string sequences (OSC, DCS, SOS, PM, APC) up to their terminator, control sequences, and
 * two-character escapes, introduced by ESC or by the C1 character. Of an unterminated string only the introducer is removed, so that it
 * cannot hide the text after it. A string also ends at the next introducer, because otherwise each of many unterminated strings would be
 * searched to the end.
 */
const ESCAPES =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;

/**
 * Control, format (bidirectional ones included) and default ignorable characters, noncharacters, and other marks that collation ignores.
 * Tab and line feed are kept.
 */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Me}]--[\t\n]]/gv;

/** Splits a text at all kinds of line breaks into at least one line. */
export function splitLines(text: string): string[] {
  return text.split(LINE_BREAK);
}

/** Normalizes all line breaks to `\n`. */
export function normalizeBreaks(text: string): string {
  return text.replace(LINE_BREAKS, '\n');
}

/** Makes text well-formed UTF-16 and removes escape sequences and invisible characters. Tab and `\n` are kept. */
export function stripInvisible(text: string): string {
  return text.toWellFormed().replace(ESCAPES, '').replace(INVISIBLE, '');
}

/** The visible text, with `\n` as the only line break. */
export function visibleText(text: string): string {
  return stripInvisible(normalizeBreaks(text));
}

/** The visible text on one line, trimmed, with white space collapsed to single spaces. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim();
}

/** The first `length` UTF-16 units, or one fewer to avoid splitting a surrogate pair. */
export function head(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Truncates `text` to at most `maxLength` UTF-16 units, with an ellipsis. */
export function ellipsis(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${head(text, Math.max(0, maxLength - 1))}…`;
}

/** The visible text on one line of at most `maxLength` UTF-16 units, with an ellipsis if truncated. */
export function shortLine(text: string, maxLength: number): string {
  // Slices first to avoid processing megabytes for one line.
  return ellipsis(visibleLine(head(text, maxLength * 8)), maxLength);
}

/** Truncates `text` to at most `maxLength` UTF-16 units. The last line then says how much is missing. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const mark = (missing: number): string => `\n… (${missing} more characters)`;
  const room = Math.max(0, maxLength - mark(text.length).length);
  const kept = head(text, room);
  return `${kept}${mark(text.length - kept.length)}`;
}
