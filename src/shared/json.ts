/** JSON that comes back out as it went in, also where JavaScript's numbers cannot hold it. */

interface SourceContext {
  readonly source?: string;
}

type RawJson = (text: string) => unknown;

/** A number with more digits or a greater exponent than a double surely holds, where a value may stand. */
const LONG_NUMBER = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE]\+?\d{3})/;

/** UTF-16 units up to which the slow way is taken: it costs a call for each value, and a signal is to be heard within two seconds. */
const SLOW_MAX = 4_000_000;

/**
 * Parses JSON. Numbers that a double cannot hold are kept as raw JSON, so that `logs_file` holds entries as
 * received. The slow way is taken only where the text has such a number, and is neither huge nor nested in thousands of
 * levels: there such a number becomes the nearest double.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
  const rawJson = (JSON as { rawJSON?: RawJson }).rawJSON;
  if (rawJson === undefined || text.length > SLOW_MAX || !LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
  const keep = (_key: string, value: unknown, context?: SourceContext): unknown =>
    typeof value === 'number' &&
    context?.source !== undefined &&
    (context.source.length >= 16 || !Number.isFinite(value)) &&
    String(value) !== context.source
      ? rawJson(context.source)
      : value;
  try {
    return JSON.parse(text, keep) as unknown;
  } catch (error) {
    // With a function to call for each value, parsing recurses; without one it takes any depth.
    if (error instanceof RangeError) return JSON.parse(text) as unknown;
    throw error;
  }
}

/** A JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
