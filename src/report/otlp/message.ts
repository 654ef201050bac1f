/** OTLP/JSON messages: IDs in hexadecimal, 64-bit integers as text, enums as numbers. Pure. */

export type AttributeValue = string | number | boolean | null | undefined;

export interface KeyValue {
  readonly key: string;
  readonly value:
    | { readonly stringValue: string }
    | { readonly boolValue: boolean }
    | { readonly intValue: string }
    | { readonly doubleValue: number };
}

export interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly KeyValue[];
}

export const SPAN_KIND = { internal: 1, client: 3 } as const;
export const STATUS_ERROR = 2;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events?: readonly SpanEvent[];
  readonly droppedEventsCount?: number;
  readonly status?: { readonly code: number };
}

/** Leaves out null, undefined and empty strings. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): readonly KeyValue[] {
  return Object.entries(values).flatMap(([key, value]): readonly KeyValue[] => {
    if (value === null || value === undefined || value === '') return [];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    if (typeof value === 'string') return [{ key, value: { stringValue: value.toWellFormed() } }];
    if (!Number.isFinite(value)) return [];
    return [{ key, value: Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });
}

/** Milliseconds since the epoch, microseconds as a fraction, as nanoseconds in decimal digits. */
export function nanoseconds(ms: number): string {
  return `${BigInt(Math.max(0, Math.round(ms * 1000))) * 1000n}`;
}

interface Origin {
  readonly resource: readonly KeyValue[];
  readonly scope: { readonly name: string; readonly version: string };
  readonly schemaUrl: string;
}

/** One line of the file, and the body of one request: a TracesData message. */
export function tracesLine(spans: readonly Span[], { resource, scope, schemaUrl }: Origin): string {
  const scopeSpans = [{ scope, spans, schemaUrl }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans, schemaUrl }] });
}

const [LINE_START, LINE_END] = ['{"resourceSpans":[', ']}'];

/** Merges lines of a trace file into messages of at most `most` UTF-16 units. Longer lines are kept as they are. */
export async function* joinedLines(
  lines: AsyncIterable<string> | Iterable<string>,
  most: number,
): AsyncGenerator<string, void> {
  let parts: string[] = [];
  let size = 0;
  const message = (): string => `${LINE_START}${parts.join(',')}${LINE_END}`;
  for await (const line of lines) {
    if (!line.startsWith(LINE_START) || !line.endsWith(LINE_END)) continue;
    if (parts.length > 0 && size + line.length > most) {
      yield message();
      [parts, size] = [[], 0];
    }
    parts.push(line.slice(LINE_START.length, -LINE_END.length));
    size += line.length;
  }
  if (parts.length > 0) yield message();
}
