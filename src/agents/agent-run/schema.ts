/**
 * Schemas of the spec (sections 2.1 to 2.4), deliberately tolerant (contract 2.2): unknown fields
 * are allowed, optional ones may be absent or null, and a field of the wrong type counts as absent.
 * Only a body that is not a JSON object is rejected. The run ID on create is checked by the caller.
 */
import * as z from 'zod/mini';
import { integerOf } from '../../safe/json.ts';
import { orNull, text } from '../kit/fields.ts';
import type { RunId } from '../port.ts';

/**
 * Absent and null differ: a page without the field says nothing, while null means that the run has
 * no value (any more).
 */
const mayBeAbsent = z.catch(z.optional(z.nullable(z.string())), undefined);
/**
 * The spec has a text. Some services return the structured answer itself, which counts as its JSON.
 */
const result = z.catch(
  z.optional(z.pipe(z.transform(answerText), z.nullable(z.string()))),
  undefined,
);
export const count = orNull(z.int().check(z.nonnegative()));
/** A positive integer, or the same as a string of digits. */
export const id = orNull(
  z.pipe(
    z.union([z.int(), z.pipe(z.string(), z.transform(integerOf))]),
    z.int().check(z.positive()),
  ),
);

/** The ID of a run as text: a positive integer on the wire, or the same as a string of digits. */
export const runId = z.pipe(
  id,
  z.transform((value: number | null): RunId | null => (value === null ? null : String(value))),
);

const runFields = {
  /** The ID as text, as everything above the adapters has it. */
  id: runId,
  status: text,
  web_url: text,
  result,
  created_at: text,
  /** Published beyond the spec: a short text that may exist even if the result is null. */
  summary: mayBeAbsent,
  /** Published beyond the spec: the metadata of the create request. */
  metadata: orNull(z.record(z.string(), z.unknown())),
  /** Published beyond the spec: where the run was started, such as `API`. */
  source_type: mayBeAbsent,
  github_pull_requests: z.catch(z.array(z.catch(z.object({ url: text }), { url: null })), []),
};

const runSchema = z.object(runFields);
/** An agent run (spec 2.1). Every field may be null. */
export type AgentRun = z.infer<typeof runSchema>;
/** A run with a known ID. */
export type IdentifiedRun = AgentRun & { readonly id: RunId };

const logsPageSchema = z.object({ ...runFields, logs: z.array(z.unknown()), total_logs: count });
/** One page of the log together with the run's own fields (spec 2.2). Entries are as received. */
export type LogsPage = z.infer<typeof logsPageSchema>;

function answerText(value: unknown): unknown {
  return typeof value !== 'object' || value === null ? value : JSON.stringify(value);
}

/** Reads a run from a response body. Returns null if it is not a JSON object. */
export function parseRun(body: unknown): AgentRun | null {
  return runSchema.safeParse(body).data ?? null;
}

/** As `parseRun`, but null without a readable ID as well. */
export function parseIdentifiedRun(body: unknown): IdentifiedRun | null {
  const run = parseRun(body);
  return run === null || run.id === null ? null : { ...run, id: run.id };
}

/**
 * Reads a page of logs. Returns null if the body is not an object or has no `logs` array. `logs:
 * null` is accepted if the total is 0.
 */
export function parseLogsPage(body: unknown): LogsPage | null {
  return logsPageSchema.safeParse(isEmptyLog(body) ? { ...body, logs: [] } : body).data ?? null;
}

/**
 * Checked by hand, because a schema that usually fails creates an error per page, which keeps the
 * page in memory until the next full garbage collection.
 */
function isEmptyLog(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) {
    return false;
  }
  return 'logs' in body && body.logs === null && 'total_logs' in body && body.total_logs === 0;
}
