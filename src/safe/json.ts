/** JSON parsing and writing that preserves numbers beyond the precision of JavaScript. */

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

/** Whether a value is a JSON object (not null and not an array). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The source of a pattern for a JSON string. */
export const JSON_STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/.source;
const TOKEN = new RegExp(`(${JSON_STRING})\\s*:|${JSON_STRING}|[{}[\\]]`, 'g');

/**
 * The first name that one object has twice, or null. Which of the two values counts depends on the
 * reader. @param source valid JSON
 */
export function nameGivenTwice(source: string): string | null {
  const open: Set<string>[] = [];
  // A string before a colon is a name.
  for (const [token, name] of source.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
    } else if (token === '}' || token === ']') {
      open.pop();
    }
    if (name === undefined) {
      continue;
    }
    const known = open.at(-1);
    const text = JSON.parse(name) as string;
    if (known?.has(text) === true) {
      return text;
    }
    known?.add(text);
  }
  return null;
}

/**
 * Levels of arrays and objects. What reads and writes JSON recurses, and fails at some thousand;
 * nobody means this many.
 */
export const JSON_LEVELS_MAX = 500;

/**
 * Parses decimal digits as an integer. Returns NaN for anything else and for numbers that a double
 * cannot represent exactly.
 */
export function integerOf(digits: string): number {
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : NaN;
  return Number.isSafeInteger(value) ? value : NaN;
}
