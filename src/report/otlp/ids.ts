/** Deterministic trace and span IDs of a run. Pure. */
import { createHash } from 'node:crypto';

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
}

function digits(text: string, length: number): string {
  const hex = createHash('sha256').update(`agent-run-action ${text}`).digest('hex').slice(0, length);
  // An ID of only zeros is invalid.
  return /[^0]/.test(hex) ? hex : `${'0'.repeat(length - 1)}1`;
}

export function traceIdOf(runId: number): string {
  return digits(`trace ${runId}`, 32);
}

/** @param entry position of the entry in the run, or the turn's own span with the position it begins at */
export function spanIdOf(runId: number, entry: number | `turn ${number}`): string {
  return digits(`span ${runId} ${entry}`, 16);
}

/** Parses `TRACEPARENT` (W3C Trace Context). Null if invalid. */
export function readTraceParent(value: string | undefined): TraceParent | null {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec((value ?? '').trim());
  const [, version = '', traceId = '', spanId = '', more = ''] = match ?? [];
  const odd = version === 'ff' || (version === '00' && more !== '') || /^0+$/.test(traceId) || /^0+$/.test(spanId);
  return match === null || odd ? null : { traceId, spanId };
}
