/**
 * The shapes of the spec (sections 2.1 to 2.4), read tolerantly (contract 2.2): unknown fields pass, optional ones
 * may be absent or null, and a field of the wrong type counts as absent. Only a body that is no JSON object at all
 * makes no sense; the run's id on create is checked where it is needed.
 */
import * as z from 'zod/mini';

/** One page may hold at most this many entries (spec 4.5). */
export const PAGE_LIMIT = 100;

/** Log types (spec 2.4). Others may come and are kept as they are. */
export const MESSAGE_TYPES = [
  'ACTION',
  'PLAN_EVALUATION',
  'FINAL_ANSWER',
  'ERROR',
  'USER_MESSAGE',
  'USER_GITHUB_ISSUE_COMMENT',
  'INITIAL_PR_GENERATION',
  'DETECT_PR_ERRORS',
  'FIX_PR_ERRORS',
  'PR_CREATION_FAILED',
  'PR_EVALUATION',
  'COMMIT_EVALUATION',
  'AGENT_RUN_LINK',
] as const;

const text = z.catch(z.nullable(z.string()), null);
const count = z.catch(z.nullable(z.int().check(z.nonnegative())), null);
/** A positive integer, also when the service writes it as a string of digits. */
const id = z.catch(
  z.nullable(
    z.pipe(
      z.union([z.int(), z.pipe(z.string().check(z.regex(/^[0-9]{1,15}$/)), z.transform(Number))]),
      z.int().check(z.positive()),
    ),
  ),
  null,
);

const runFields = {
  id,
  status: text,
  web_url: text,
  result: text,
  created_at: text,
  organization_id: id,
  github_pull_requests: z.catch(z.array(z.catch(z.object({ url: text }), { url: null })), []),
};

const runSchema = z.object(runFields);
/** An agent run (spec 2.1); every field may be null. */
export type AgentRun = z.infer<typeof runSchema>;

const logsPageSchema = z.object({ ...runFields, logs: z.array(z.unknown()), total_logs: count });
/** One page of the log with the run's own fields (spec 2.2). Entries are as received. */
export type LogsPage = z.infer<typeof logsPageSchema>;

const entrySchema = z.object({
  created_at: text,
  message_type: text,
  thought: text,
  tool_name: text,
  tool_input: z.optional(z.unknown()),
  tool_output: z.optional(z.unknown()),
  observation: z.optional(z.unknown()),
});
/** What the action looks at in a log entry (spec 2.3); absent or odd fields are null. */
export type EntryView = z.infer<typeof entrySchema>;

/** Reads a run from a response body, or gives null when it is no JSON object. */
export function parseRun(body: unknown): AgentRun | null {
  const parsed = runSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/** Reads a page of logs, or gives null when its shape makes no sense (no object, or no `logs` array). */
export function parseLogsPage(body: unknown): LogsPage | null {
  const parsed = logsPageSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}

const ODD: EntryView = { created_at: null, message_type: null, thought: null, tool_name: null };

/** A view of one entry; an entry of odd shape gives a view with nothing in it, never an error. */
export function viewEntry(entry: unknown): EntryView {
  const parsed = entrySchema.safeParse(entry);
  return parsed.success ? parsed.data : ODD;
}
