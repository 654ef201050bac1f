/**
 * A TracesData message in protobuf's binary form, for receivers that do not accept JSON. Field numbers as in `opentelemetry/proto/trace/v1`,
 * stable since version 1.0 of the protocol. Pure.
 */
import type { KeyValue, Span, SpanEvent, TracesData } from './encode.ts';

const [VARINT, FIXED64, LENGTH] = [0, 1, 2] as const;

export function tracesBytes({ resourceSpans }: TracesData): Uint8Array {
  return Buffer.concat(
    resourceSpans.map(({ resource, scopeSpans, schemaUrl }) =>
      message(1, [
        message(1, resource.attributes.map(attribute(1))),
        ...scopeSpans.map(({ scope, spans, schemaUrl: url }) =>
          message(2, [
            message(1, [text(1, scope.name), text(2, scope.version)]),
            ...spans.map((span) => message(2, spanFields(span))),
            text(3, url),
          ]),
        ),
        text(3, schemaUrl),
      ]),
    ),
  );
}

function spanFields(span: Span): readonly Buffer[] {
  const { parentSpanId, events = [], droppedEventsCount = 0, status } = span;
  return [
    bytes(1, Buffer.from(span.traceId, 'hex')),
    bytes(2, Buffer.from(span.spanId, 'hex')),
    ...(parentSpanId === undefined ? [] : [bytes(4, Buffer.from(parentSpanId, 'hex'))]),
    text(5, span.name),
    integer(6, span.kind),
    time(7, span.startTimeUnixNano),
    time(8, span.endTimeUnixNano),
    ...span.attributes.map(attribute(9)),
    ...events.map((event) => message(11, eventFields(event))),
    ...(droppedEventsCount === 0 ? [] : [integer(12, droppedEventsCount)]),
    ...(status === undefined ? [] : [message(15, [integer(3, status.code)])]),
  ];
}

function eventFields({ timeUnixNano, name, attributes }: SpanEvent): readonly Buffer[] {
  return [time(1, timeUnixNano), text(2, name), ...attributes.map(attribute(3))];
}

const attribute =
  (field: number) =>
  ({ key, value }: KeyValue): Buffer =>
    message(field, [text(1, key), message(2, [anyValue(value)])]);

function anyValue(value: KeyValue['value']): Buffer {
  if ('stringValue' in value) return text(1, value.stringValue);
  if ('boolValue' in value) return integer(2, value.boolValue ? 1 : 0);
  if ('intValue' in value) return integer(3, value.intValue);
  const eight = Buffer.alloc(8);
  eight.writeDoubleLE(value.doubleValue);
  return Buffer.concat([tag(4, FIXED64), eight]);
}

const tag = (field: number, type: number): Buffer => varint((field << 3) | type);
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
const message = (field: number, parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));
const integer = (field: number, value: number | string): Buffer => Buffer.concat([tag(field, VARINT), varint(value)]);

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([tag(field, LENGTH), varint(value.length), value]);
}

function time(field: number, nanoseconds: string): Buffer {
  const eight = Buffer.alloc(8);
  eight.writeBigUInt64LE(BigInt(nanoseconds));
  return Buffer.concat([tag(field, FIXED64), eight]);
}

/** Encodes seven bits per byte, lowest first. Negative numbers use 64-bit two's complement. */
function varint(value: number | string): Buffer {
  const parts: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 0x7fn; left >>= 7n) parts.push(Number(left & 0x7fn) | 0x80);
  parts.push(Number(left));
  return Buffer.from(parts);
}
