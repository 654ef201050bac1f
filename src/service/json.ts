/** JSON that comes back out as it went in, also where JavaScript's numbers cannot hold it. */

interface SourceContext {
  readonly source?: string;
}

type RawJson = (text: string) => unknown;

/** A number with more digits or a greater exponent than a double surely holds, where a value may stand. */
const LONG_NUMBER = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE]\+?\d{3})/;

/**
 * Parses JSON. Numbers that a double cannot hold are kept as raw JSON, so that `logs_file` holds entries as
 * received. The slow way is taken only where the text has such a number.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
  const rawJson = (JSON as { rawJSON?: RawJson }).rawJSON;
  if (rawJson === undefined || !LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
  const keep = (_key: string, value: unknown, context?: SourceContext): unknown =>
    typeof value === 'number' &&
    context?.source !== undefined &&
    (context.source.length >= 16 || !Number.isFinite(value)) &&
    String(value) !== context.source
      ? rawJson(context.source)
      : value;
  return JSON.parse(text, keep) as unknown;
}

/** A JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
