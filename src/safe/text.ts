/**
 * Plain text. For every sanitizer: what makes text well formed, splits it and removes invisible
 * characters. Decoding and splitting come first, then stripping. Each sanitizer breaks up the
 * active syntax of its destination last, so that stripping cannot restore it (contract 6.4). For
 * step outputs and files, where text is data: only what readers cannot handle is changed. For
 * messages: counts, durations, joined parts. For names: whether two are the same one. For patterns:
 * what makes a text mean itself.
 */

/**
 * All line breaks that any reader recognizes. The runner splits at `\r\n`, `\n` and a bare `\r`.
 * .NET white space, terminals and JavaScript recognize the others.
 */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/**
 * Terminal escape sequences (ECMA-48): string sequences (OSC, DCS, SOS, PM, APC) up to their
 * terminator, control sequences, and two-character escapes, introduced by ESC or by the C1
 * character. Of a string that does not end on its line only the introducer is removed, so that it
 * cannot hide the text after it. A string also ends at the next introducer, because otherwise each
 * of many unterminated strings would be searched to the end.
 */
const ESCAPES =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\n\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;

/**
 * Control, format (bidirectional ones included) and default ignorable characters, noncharacters,
 * and other marks that collation ignores. Tab and line feed are kept.
 */
const INVISIBLE =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Me}]--[\t\n]]/gv;

/**
 * The text as well-formed UTF-16, without escape sequences and invisible characters, with `\n` as
 * the only line break.
 *
 * @param mark stands where one was: a noncharacter, because no other is left in the text
 */
export function visibleText(text: string, mark = ''): string {
  const lines = text.toWellFormed().replace(LINE_BREAK, '\n');
  return lines.replace(ESCAPES, mark).replace(INVISIBLE, mark);
}

/** The visible text on one line, trimmed, with white space collapsed to single spaces. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim();
}

/** The first `length` UTF-16 units, or one fewer to avoid splitting a surrogate pair. */
export function head(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** As `head`, of the end. */
function tail(text: string, length: number): string {
  const from = Math.max(0, text.length - length);
  const first = text.charCodeAt(from);
  const isSplit = from > 0 && first >= 0xdc00 && first <= 0xdfff;
  return text.slice(isSplit ? from + 1 : from);
}

/** Truncates `text` to at most `maxLength` UTF-16 units, with an ellipsis. */
export function ellipsis(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${head(text, Math.max(0, maxLength - 1))}…`;
}

/** As `ellipsis`, but the end of the text is kept. */
export function ellipsisBefore(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `…${tail(text, Math.max(0, maxLength - 1))}`;
}

/**
 * The visible text on one line of at most `maxLength` UTF-16 units, with an ellipsis if truncated.
 */
export function shortLine(text: string, maxLength: number): string {
  // Slices first to avoid processing megabytes for one line.
  return ellipsis(visibleLine(head(text, maxLength * 8)), maxLength);
}

/**
 * Truncates `text` to at most `maxLength` UTF-16 units. The last line then says how much is
 * missing.
 */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const mark = (missing: number): string => `\n… (${missing} more characters)`;
  const room = Math.max(0, maxLength - mark(text.length).length);
  const kept = head(text, room);
  return `${kept}${mark(text.length - kept.length)}`;
}

/**
 * As `cut`, but the end of the text is kept, from the beginning of a line where it has several. The
 * first line then says how much is missing.
 */
export function cutBefore(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const mark = (missing: number): string => `… (${missing} characters before)\n`;
  const room = Math.max(0, maxLength - mark(text.length).length);
  const kept = lastLines(text, room);
  return `${mark(text.length - kept.length)}${kept}`;
}

/**
 * The last lines that have at most `length` UTF-16 units together; of one long line its end,
 * without splitting a surrogate pair.
 */
export function lastLines(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const line = text.indexOf('\n', text.length - length - 1) + 1;
  return line > 0 ? text.slice(line) : tail(text, length);
}

/** Makes text well-formed UTF-16 without NUL, for a step output or a file. Changes nothing else. */
export function outputValue(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** Enough for the longest ID of a run, that of an agent with that of a run of it. */
const NAME_MAX = 100;

/**
 * Text as part of a file name: ASCII letters, digits, `-`, `_` and `.`, 1 to 100 characters,
 * without a dot at either end.
 */
export function fileNamePart(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, NAME_MAX)
    .replace(/^[.-]+|[.-]+$/g, '');
  return name === '' ? 'unnamed' : name;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A duration in short form: `8s`, `4m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) {
    return `${seconds}s`;
  }
  if (seconds < 3600) {
    return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  }
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
}

/** When something happens: `in 5s`, or `now` rather than `in 0s`. */
export function inTime(ms: number): string {
  return ms < 500 ? 'now' : `in ${duration(ms)}`;
}

/** A count with its noun: `1 step`, `2 steps`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Joins the non-empty parts, as paragraphs by default. */
export function joined(parts: readonly string[], separator = '\n\n'): string {
  return parts.filter((part) => part !== '').join(separator);
}

/**
 * Adds a full stop unless the text ends with one, also before a closing quotation mark: it may
 * quote a sentence of others.
 */
export function asSentence(text: string): string {
  return /[.!?]"?$/.test(text) ? text : `${text}.`;
}

/** A clause as the beginning of a sentence. */
export function capitalized(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`;
}

const LONG_ID = 20;

/** An ID as people read it: of a long one the first eight hex digits (contract 18.2). */
export function shortId(id: string): string {
  return id.length <= LONG_ID ? id : (/[0-9a-f]{8}/i.exec(id)?.[0] ?? id);
}

/** Two IDs as people read them. Of two runs of one agent the parts that tell them apart. */
export function shortIds(one: string, other: string): readonly [string, string] {
  if (shortId(one) !== shortId(other)) {
    return [shortId(one), shortId(other)];
  }
  return [shortId(lastPart(one)), shortId(lastPart(other))];
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Compares logins and repository names case-insensitively, as GitHub does. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The message of an error, or any other thrown value as text. It may contain untrusted text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Groups digits by thousands: `5,500`, or `5,500 steps` for a text with one number. Unlike
 * `toLocaleString`, loads no locale data.
 */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}

/**
 * Escapes text for use in a regular expression with any flags. `RegExp.escape` is not in Node 22,
 * the oldest that runs the bundle.
 */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
