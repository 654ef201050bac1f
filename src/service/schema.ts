/**
 * The shapes of the spec (sections 2.1 to 2.4), read tolerantly (contract 2.2): unknown fields pass, optional ones
 * may be absent or null, and a field of the wrong type counts as absent. Only a body that is no JSON object at all
 * makes no sense; the run's id on create is checked where it is needed.
 */
import * as z from 'zod/mini';
import { integerOf } from '../shared/integer.ts';

export const text = z.catch(z.nullable(z.string()), null);
/** Absent and null are told apart: a page without the field says nothing, null says that there is none (any more). */
const mayBeAbsent = z.catch(z.optional(z.nullable(z.string())), undefined);
export const count = z.catch(z.nullable(z.int().check(z.nonnegative())), null);
/** A positive integer, also when the service writes it as a string of digits. */
export const id = z.catch(
  z.nullable(z.pipe(z.union([z.int(), z.pipe(z.string(), z.transform(integerOf))]), z.int().check(z.positive()))),
  null,
);

const runFields = {
  id,
  status: text,
  web_url: text,
  result: mayBeAbsent,
  created_at: text,
  organization_id: id,
  /** Published beyond the spec: a short text, also where the result is null. */
  summary: mayBeAbsent,
  /** Published beyond the spec: as the create request had it. */
  metadata: z.catch(z.nullable(z.record(z.string(), z.unknown())), null),
  /** Beyond the spec: what the run cost, where a service tells (see `usage.ts`). */
  usage: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  github_pull_requests: z.catch(z.array(z.catch(z.object({ url: text }), { url: null })), []),
};

const runSchema = z.object(runFields);
/** An agent run (spec 2.1); every field may be null. */
export type AgentRun = z.infer<typeof runSchema>;
/** A run that told its id. */
export type IdentifiedRun = AgentRun & { readonly id: number };

const logsPageSchema = z.object({ ...runFields, logs: z.array(z.unknown()), total_logs: count });
/** One page of the log with the run's own fields (spec 2.2). Entries are as received. */
export type LogsPage = z.infer<typeof logsPageSchema> & {
  /** Entries beyond the `limit` that was asked for, which were left out of `logs`; absent when there were none. */
  readonly beyond_limit?: number;
};

/** Reads a run from a response body, or gives null when it is no JSON object. */
export function parseRun(body: unknown): AgentRun | null {
  const parsed = runSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/**
 * Reads a page of logs, or gives null when its shape makes no sense: no object, or no `logs` array. Null for an array makes
 * sense where the total says that there is nothing to list.
 */
export function parseLogsPage(body: unknown): LogsPage | null {
  const parsed = logsPageSchema.safeParse(isEmptyLog(body) ? { ...body, logs: [] } : body);
  return parsed.success ? parsed.data : null;
}

/** By hand: a schema that mostly fails would make an error of each page, and those hold the page until the next full collection. */
function isEmptyLog(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  return 'logs' in body && body.logs === null && 'total_logs' in body && body.total_logs === 0;
}
