/**
 * JSON parsing and writing that preserves numbers beyond the precision of JavaScript, and what is
 * not parsed at all (contract 6.5).
 */

/** Matches a number in a value position whose digits or exponent may exceed a double. */
const LONG_NUMBER = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE]\+?\d{3})/;

/**
 * Maximum UTF-16 length for the slow path, which calls a function per value, so that it does not
 * hold up a signal (contract 6.5).
 */
const SLOW_MAX = 4_000_000;

/**
 * Parses JSON. Numbers that a double cannot represent are kept as raw JSON, so `logs_file` contains
 * entries as received. In a very large text they become the nearest double.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const { rawJSON: rawJson } = JSON as { rawJSON?: (text: string) => unknown };
  if (rawJson === undefined || text.length > SLOW_MAX || !LONG_NUMBER.test(text)) {
    return JSON.parse(text) as unknown;
  }
  const keep = (
    _key: string,
    value: unknown,
    { source = '' }: { readonly source?: string } = {},
  ): unknown => {
    if (
      typeof value === 'number' &&
      (source.length >= 16 || !Number.isFinite(value)) &&
      String(value) !== source
    ) {
      return rawJson(source);
    }
    return value;
  };
  return JSON.parse(text, keep) as unknown;
}

/** Null for what is no JSON, or is refused for its size. Long numbers become the nearest double. */
export function jsonOrNull(text: string): unknown {
  if (sizeRefusal(text) !== null) {
    return null;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Whether a value is a JSON object (not null and not an array). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface StringRead {
  /** The position after its closing quotation mark, or where it breaks off. */
  readonly end: number;
  readonly isClosed: boolean;
}

/**
 * The JSON string that begins at the quotation mark at `from`: it holds no line break. One that is
 * not closed holds none from any quotation mark before its `end` either, because all of these are
 * escaped: whoever looks for more strings goes on from there, in linear time (contract 6.5).
 */
export function readString(text: string, from: number): StringRead {
  let at = from + 1;
  for (; at < text.length && text.charAt(at) !== '\n'; at += 1) {
    if (text.charAt(at) === '"') {
      return { end: at + 1, isClosed: true };
    }
    if (text.charAt(at) === '\\' && text.charAt(at + 1) !== '\n') {
      at += 1;
    }
  }
  return { end: Math.min(at, text.length), isClosed: false };
}

/** A string or a bracket. */
export interface JsonToken {
  readonly begin: number;
  readonly end: number;
  /** As it is written. */
  readonly source: string;
  /** False for a string that is not closed, as in no JSON. */
  readonly isClosed: boolean;
}

const STRING_OR_BRACKET = /["{}[\]]/g;

/** The strings and brackets of JSON, in order. Where a string is not closed, it is the last one. */
export function* jsonTokens(text: string, from = 0): Generator<JsonToken> {
  const pattern = new RegExp(STRING_OR_BRACKET);
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const begin = found.index;
    const isBracket = found[0] !== '"';
    const { end, isClosed } = isBracket
      ? { end: begin + 1, isClosed: true }
      : readString(text, begin);
    yield { begin, end, source: text.slice(begin, end), isClosed };
    if (!isClosed) {
      return;
    }
    pattern.lastIndex = end;
  }
}

const COLON_HERE = /\s*:/y;

/**
 * The first name that one object has twice, or null. Which of the two values counts depends on the
 * reader. @param source valid JSON
 */
export function nameGivenTwice(source: string): string | null {
  const open: Set<string>[] = [];
  for (const { source: token, end } of jsonTokens(source)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
    } else if (token === '}' || token === ']') {
      open.pop();
    }
    COLON_HERE.lastIndex = end;
    // A string before a colon is a name.
    if (!token.startsWith('"') || !COLON_HERE.test(source)) {
      continue;
    }
    const known = open.at(-1);
    const text = JSON.parse(token) as string;
    if (known?.has(text) === true) {
      return text;
    }
    known?.add(text);
  }
  return null;
}

/**
 * Parses decimal digits as an integer. Returns NaN for anything else and for numbers that a double
 * cannot represent exactly.
 */
export function integerOf(digits: string): number {
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : NaN;
  return Number.isSafeInteger(value) ? value : NaN;
}

/**
 * Levels of arrays and objects. What reads and writes JSON recurses, and fails at some thousand;
 * nobody means this many.
 */
const LEVELS_MAX = 500;

/**
 * Commas and opening brackets outside strings: about one for each value. A full page of ordinary
 * entries has some thousand.
 */
const VALUES_MAX = 1_000_000;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Why JSON is refused before it is parsed (contract 6.5), as a clause without its subject; null: it
 * is not.
 *
 * @param given.levels the most levels of arrays and objects. Default: what code that recurses can
 *   read and write; `JSON.parse` itself takes any number
 */
export function sizeRefusal(
  text: string,
  { levels: levelsMax = LEVELS_MAX }: { readonly levels?: number } = {},
): string | null {
  let values = 0;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values += 1;
        level += 1;
        if (level > levelsMax) {
          return `has more than ${levelsMax} levels`;
        }
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        level -= 1;
        break;
      case COMMA:
        values += 1;
    }
    if (values > VALUES_MAX) {
      return 'has more than a million values';
    }
  }
  return null;
}

/** The closing quote of the string that opens at `quote`, or the end of the text. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slash = end;
    while (text.charCodeAt(slash - 1) === BACKSLASH) {
      slash -= 1;
    }
    if ((end - slash) % 2 === 0) {
      return end;
    }
  }
  return text.length;
}
