/**
 * Answers of the service (sheet, section 3), deliberately tolerant (contract 2.2): unknown fields
 * pass, optional ones may be absent or null, and a field of the wrong type counts as absent. Only
 * ids cannot be done without.
 */
import * as z from 'zod/mini';
import { orNull, text } from '../kit/fields.ts';
import { safeId, safeIdOrNull } from '../kit/ids.ts';
import { tokenPage, type Page } from '../kit/pages.ts';

const flag = orNull(z.boolean());
const count = orNull(z.number().check(z.nonnegative()));

const branch = z.catch(z.object({ repoUrl: text, branch: text, prUrl: text }), {
  repoUrl: null,
  branch: null,
  prUrl: null,
});
const git = orNull(z.object({ branches: z.catch(z.array(branch), []) }));
/** A branch of the agent, which may have a pull request (sheet, section 5). */
export type Branch = z.infer<typeof branch>;

/** `{code, message}`, or a bare text, as errors of the service have it too (sheet, section 1). */
const failure = z.pipe(
  z.transform((value: unknown): unknown =>
    typeof value === 'string' ? { code: null, message: value } : value,
  ),
  orNull(z.object({ code: text, message: text })),
);
const run = z.object({
  id: safeId,
  status: text,
  createdAt: text,
  result: text,
  error: failure,
  message: text,
  git,
});
/** A run (sheet, section 3.3). */
export type Run = z.infer<typeof run>;

const agent = z.object({
  id: safeId,
  url: text,
  status: text,
  latestRunId: safeIdOrNull,
  autoCreatePR: flag,
});
/** An agent (sheet, section 3.2). */
export type CursorAgent = z.infer<typeof agent>;

const created = z.object({ agent, run: orNull(run) });
export type Created = z.infer<typeof created>;

const cost = orNull(z.object({ chargedCents: count }));
const usage = z.object({
  runs: z.catch(
    z.array(
      z.catch(
        z.object({
          id: safeIdOrNull,
          usage: z.catch(z.object({ totalTokens: count, cost }), { totalTokens: null, cost: null }),
          cost,
        }),
        { id: null, usage: { totalTokens: null, cost: null }, cost: null },
      ),
    ),
    [],
  ),
});
export interface RunUsage {
  readonly tokens: number | null;
  readonly chargedCents: number | null;
}

const conversation = z.object({
  messages: z.array(z.catch(z.object({ type: text, text }), { type: null, text: null })),
});

const result = z.object({
  runId: safeIdOrNull,
  status: text,
  text,
  error: failure,
  message: text,
  git,
});
/** The data of a `result` event (sheet, section 6). */
export type ResultEvent = z.infer<typeof result>;

export function parseRun(body: unknown): Run | null {
  return run.safeParse(body).data ?? null;
}

/** `{run}`, or a bare run (sheet, section 3.3). */
export function parseFollowUp(body: unknown): Run | null {
  return z.object({ run }).safeParse(body).data?.run ?? parseRun(body);
}

export function parseAgent(body: unknown): CursorAgent | null {
  return agent.safeParse(body).data ?? null;
}

export function parseCreated(body: unknown): Created | null {
  return created.safeParse(body).data ?? null;
}

/** Newest first. */
export function parseRunPage(body: unknown): Page<Run> | null {
  return tokenPage(body, { list: 'items', next: 'nextCursor', read: parseRun });
}

/** What is told of one run; of a run that is not in the list nothing. */
export function parseUsage(body: unknown, runId: string): RunUsage | null {
  const read = usage.safeParse(body).data;
  if (read === undefined) {
    return null;
  }
  const own = read.runs.find((one) => one.id === runId);
  const told = own?.usage.cost ?? own?.cost ?? null;
  return { tokens: own?.usage.totalTokens ?? null, chargedCents: told?.chargedCents ?? null };
}

/** What the user said, oldest first. */
export function parseUserMessages(body: unknown): readonly string[] | null {
  const read = conversation.safeParse(body).data;
  return (
    read?.messages.flatMap((message) =>
      message.type === 'user_message' && message.text !== null ? [message.text] : [],
    ) ?? null
  );
}

/** Whether a key belongs to a person; null where the answer is no JSON object. */
export function parseKeyOwner(body: unknown): 'person' | 'service' | null {
  const me = z.object({ userId: z.optional(z.unknown()) }).safeParse(body).data;
  if (me === undefined) {
    return null;
  }
  return (me.userId ?? null) === null ? 'service' : 'person';
}

export function parseResult(data: unknown): ResultEvent | null {
  return result.safeParse(data).data ?? null;
}
