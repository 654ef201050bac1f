/** What makes a request of a step recognizable: its key, its identity in the run's metadata, and the mark of a follow-up (contract 4.8, 4.9, 7.2). */
import { createHash, createHmac } from 'node:crypto';
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Env } from '../ports.ts';
import type { EntryView } from '../service/entry.ts';
import { integerOf } from '../service/schema.ts';
import { isRecord } from '../safe/json.ts';
import { commentKeyOf } from '../github/mark.ts';
import type { RequestIdentity } from '../runner/saved-state.ts';
import { askedText } from './prompt.ts';

export interface KeySources {
  readonly inputs: Pick<
    Inputs,
    'commentKey' | 'context' | 'idempotencyKey' | 'outputSchema' | 'prompt' | 'siblingIndex' | 'token'
  >;
  readonly event: EventContext;
  readonly env: Env;
  /** The task's `key` with `tasks`. */
  readonly task?: string | null;
}

/**
 * 32 hex digits for the step or one of its tasks, as an HMAC under the API token, so that nobody else can give a run this key. `turn` counts
 * its requests to one run.
 */
export function stepKey({ inputs, event, task = null }: Omit<KeySources, 'env'>, turn = 0): string {
  const { idempotencyKey, siblingIndex, token } = inputs;
  const { repository, workflowRunId, job, step } = event;
  const scope = idempotencyKey === null ? ['run', workflowRunId] : ['own', idempotencyKey];
  const place = [repository.toLowerCase(), ...scope, job, siblingIndex, step, commentKeyOf(inputs, event)];
  const text = JSON.stringify(['key/2', ...place, turn, task]);
  return createHmac('sha256', token).update(text).digest('hex').slice(0, 32);
}

/** `GITHUB_RUN_ATTEMPT`, from 1; 1 outside GitHub. */
export function attemptOf(env: Env): number {
  return integerOf(env['GITHUB_RUN_ATTEMPT']?.trim() ?? '') || 1;
}

/** The identity of a request of the step. `turn` is 0 for the create, 1 for a follow-up, 2 for a repair. */
export function identityOf(sources: KeySources, turn = 0): RequestIdentity {
  const { inputs, event, env } = sources;
  const eventText = askedText({ inputs, event });
  const asked = digest(['asked/1', inputs.prompt ?? '', inputs.outputSchema, eventText]).slice(0, 32);
  return { key: stepKey(sources, turn), generation: attemptOf(env), asked };
}

/** The mark of the turn for a comment, 0 for none. It differs for each comment, even with the same key. */
export function commentMark(sources: KeySources, commentId: number): string {
  const { asked, ...identity } = identityOf(sources, 1);
  return followUpMark({ ...identity, asked: `${asked} ${commentId} ${sources.event.workflowRunId}` });
}

/** `ara-` and 16 hex digits, different for each key, generation and request of the step. */
export function followUpMark({ key, generation, asked }: RequestIdentity): string {
  return `ara-${digest(['mark/1', key, generation, asked]).slice(0, 16)}`;
}

/** Appends the mark, if any, to the prompt on a line of its own. */
export function withMark(prompt: string, mark: string | null): string {
  return mark === null ? prompt : `${prompt}\n\n(Reference of this message: ${mark})`;
}

/** Whether the entry is the echo of the follow-up with this mark, which proves that it arrived. */
export function isEcho({ view, line }: { readonly view: EntryView; readonly line: string }, mark: string): boolean {
  return view.message_type === 'USER_MESSAGE' && line.includes(mark);
}

const KEY = 'agent_run_action_key';
const GENERATION = 'agent_run_action_generation';
const ASKED = 'agent_run_action_request';

/** The request fields with the identity in their metadata. The user's fields are kept, except those with the same names. */
export function withIdentity<T extends Readonly<Record<string, unknown>>>(fields: T, identity: RequestIdentity): T {
  const own = isRecord(fields['metadata']) ? fields['metadata'] : {};
  // Only text, because services often accept nothing else in metadata.
  const ours = { [KEY]: identity.key, [GENERATION]: String(identity.generation), [ASKED]: identity.asked };
  return { ...fields, metadata: { ...own, ...ours } };
}

/** The identity in a run's metadata. Null if there is none or it was not written by this action. */
export function identityIn(metadata: unknown): RequestIdentity | null {
  if (!isRecord(metadata)) return null;
  const { [KEY]: key, [GENERATION]: attempt, [ASKED]: asked } = metadata;
  const generation = integerOf(String(attempt));
  if (typeof key !== 'string' || typeof asked !== 'string') return null;
  return generation >= 1 ? { key, generation, asked } : null;
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
