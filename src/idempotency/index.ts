/** Makes a step create exactly one run (contract 4.8, 4.9). */
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Env } from '../ports.ts';
import { askedText } from '../prompt/prompt.ts';
import type { Published } from '../service/published.ts';
import { commentKeyOf } from '../thread/own-comment.ts';
import { askedHash, attemptOf, keyOf, keyPartsOf, type Identity } from './key.ts';
import { followUpMark as markFrom } from './mark.ts';

export interface ExactlyOnce {
  /** The identity of the create. */
  readonly identity: Identity;
  /** An earlier request with this key may have created a run, so the list is read first. */
  readonly lookFirst: boolean;
  /** The marks of a follow-up and of a repair (contract 8). */
  readonly followUpMark: string;
  readonly repairMark: string;
  /** The list of runs. */
  readonly published: () => Promise<Pick<Published, 'runs'>>;
}

type KeyInputs = Pick<Inputs, 'commentKey' | 'idempotencyKey' | 'siblingIndex'>;

export interface KeySources {
  readonly inputs: KeyInputs;
  readonly event: EventContext;
  readonly env: Env;
  /** The task's `key` with `tasks`. */
  readonly task?: string | null;
}

/** The key of the step or of one of its tasks. `turn` counts its requests to one run. */
export function stepKey({ inputs, event, env, task = null }: KeySources, turn = 0): string {
  const { idempotencyKey: ownKey, siblingIndex: matrixIndex } = inputs;
  return keyOf({ ...keyPartsOf(event, env), ownKey, matrixIndex, commentKey: commentKeyOf(inputs, event), turn, task });
}

export interface AskedInputs extends KeyInputs, Pick<Inputs, 'context' | 'outputSchema' | 'prompt'> {}

/** The identity of a request of the step. `turn` is 0 for the create, 1 for a follow-up, 2 for a repair. */
export async function identityOf(sources: KeySources & { readonly inputs: AskedInputs }, turn = 0): Promise<Identity> {
  const { inputs, event, env } = sources;
  const eventText = await askedText({ inputs, event });
  const asked = askedHash({ prompt: inputs.prompt ?? '', schema: inputs.outputSchema, eventText });
  return { key: stepKey(sources, turn), generation: attemptOf(env), asked };
}

/** Null without `idempotency: metadata`. */
export async function exactlyOnceOf(
  sources: KeySources & { readonly inputs: AskedInputs & Pick<Inputs, 'idempotency'> },
  published: ExactlyOnce['published'],
): Promise<ExactlyOnce | null> {
  const { inputs, env } = sources;
  if (inputs.idempotency !== 'metadata' || inputs.prompt === null) return null;
  // Another workflow run may have used the same custom key.
  const lookFirst = attemptOf(env) > 1 || inputs.idempotencyKey !== null;
  const identity = await identityOf(sources);
  const [followUpMark, repairMark] = [await markOf(sources, 1), await markOf(sources, 2)];
  return { identity, lookFirst, followUpMark, repairMark, published };
}

/** The mark of the turn for a comment. It differs for each comment, even with the same key. */
export async function commentMark(
  sources: KeySources & { readonly inputs: AskedInputs },
  commentId: number,
): Promise<string> {
  const { asked, ...identity } = await identityOf(sources, 1);
  return markFrom({ ...identity, asked: `${asked} ${commentId} ${sources.event.workflowRunId}` });
}

/** The mark appended to a follow-up of the step. */
async function markOf(sources: KeySources & { readonly inputs: AskedInputs }, turn: 1 | 2): Promise<string> {
  return markFrom(await identityOf(sources, turn));
}
