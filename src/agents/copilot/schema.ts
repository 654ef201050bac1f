/**
 * Schemas of tasks and sessions (sheet, section 3), tolerant (contract 2.2): unknown fields are
 * allowed, a field of the wrong type counts as absent. Only a task without an id is refused.
 */
import * as z from 'zod/mini';
import { integerOf, isRecord } from '../../safe/json.ts';
import { orNull, text } from '../kit/fields.ts';
import { safeId } from '../kit/ids.ts';
import { fittingItems, listOf } from '../kit/lists.ts';

/** `{id}`, or the bare number, which one client has seen. */
const reference = z.pipe(
  z.transform((value: unknown): unknown => (isRecord(value) ? value['id'] : value)),
  orNull(z.int()),
);

/** `{message}`, or a bare text, which some clients read. */
const failure = z.pipe(
  z.transform((value: unknown): unknown => (isRecord(value) ? value['message'] : value)),
  text,
);

/** Sessions until July 2026 had `credits` in the place of `amount`, which counts as not told. */
const usage = orNull(z.object({ type: z.string(), amount: z.number() }));

const sessionSchema = z.object({
  id: text,
  state: text,
  prompt: text,
  head_ref: text,
  created_at: text,
  updated_at: text,
  completed_at: text,
  usage: z.catch(z.optional(usage), null),
  error: z.optional(failure),
});
export type Session = z.infer<typeof sessionSchema>;

const artifactSchema = z.object({
  type: text,
  data: z.catch(
    z.object({
      id: orNull(z.union([z.int(), z.pipe(z.string(), z.transform(integerOf))])),
      global_id: text,
      head_ref: text,
    }),
    { id: null, global_id: null, head_ref: null },
  ),
});
type Artifact = z.infer<typeof artifactSchema>;

/** What is no list counts as absent. */
function listIfAny<T>(schema: z.ZodMiniType<T>) {
  return z.pipe(
    z.transform((value: unknown) => fittingItems(schema, value)),
    z.optional(z.custom<readonly T[]>()),
  );
}

const taskSchema = z.object({
  id: safeId,
  url: text,
  html_url: text,
  state: text,
  creator: z.optional(reference),
  creator_type: text,
  session_count: orNull(z.int()),
  artifacts: z.optional(listIfAny<Artifact>(artifactSchema)),
  created_at: text,
  updated_at: text,
  /** Absent in lists and in the answer of a create. */
  sessions: z.optional(listIfAny<Session>(sessionSchema)),
});
export type Task = z.infer<typeof taskSchema>;

/** A task, or null if the body is none. */
export function parseTask(body: unknown): Task | null {
  return taskSchema.safeParse(body).data ?? null;
}

const pageSchema = z.object({ tasks: z.array(z.unknown()) });

/** The tasks of a page, or null if the body is none. Malformed ones are left out. */
export function parseTasks(body: unknown): readonly Task[] | null {
  const page = pageSchema.safeParse(body).data;
  return page?.tasks.flatMap((item) => parseTask(item) ?? []) ?? null;
}

const personSchema = z.object({ id: z.int() });

/** The number of the person behind the token. */
export function parsePerson(body: unknown): number | null {
  return personSchema.safeParse(body).data?.id ?? null;
}

/** An object with a message or a code alone, or a bare text. */
const detail = z.union([
  z.string(),
  z.pipe(
    z.object({ code: text, message: text }),
    z.transform(({ message, code }) => message ?? code),
  ),
]);
const errorsSchema = z.object({ message: text, errors: listOf<string>(detail) });

/**
 * GitHub's message with what its `errors` add to it, which come with 422 alone, or null if there
 * are none.
 */
export function detailedMessage(body: unknown): string | null {
  const parsed = errorsSchema.safeParse(body).data;
  const details = parsed?.errors ?? [];
  if (parsed === undefined || details.length === 0) {
    return null;
  }
  return [parsed.message ?? 'Refused', details.join('; ')].join(': ');
}
