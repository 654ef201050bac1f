/** Identifies equal requests of steps: the key, its generation and a hash of the request (contract 4.8, 4.9). Pure. */
import { createHash } from 'node:crypto';
import type { Env } from '../ports.ts';
import type { EventContext } from '../github/event.ts';
import type { RequestIdentity } from '../run/events.ts';
import { integerOf } from '../shared/integer.ts';

/** The parts of a key. Two steps have the same key only if all parts are equal. */
export interface KeyParts {
  /** `owner/name`, case-insensitive as on GitHub. */
  readonly repository: string;
  /** The input `idempotency_key`. Null: the key belongs to one workflow run. */
  readonly ownKey: string | null;
  readonly workflowRunId: string;
  readonly job: string;
  /** Index in the matrix, from 0. */
  readonly matrixIndex: number;
  /** `GITHUB_ACTION`: the step's ID within its job. */
  readonly action: string;
  readonly commentKey: string;
  /** Number of the request in the step: 0 for a create, then one for each follow-up. */
  readonly turn: number;
  /** The task's `key` with `tasks`, otherwise null. */
  readonly task: string | null;
}

/** The identity in the run's metadata. */
export type Identity = RequestIdentity;

export interface Asked {
  readonly prompt: string;
  /** The text of the JSON Schema, or null. */
  readonly schema: string | null;
  /** The event's text, before fencing and without the random marker. Empty if it is not sent. */
  readonly eventText: string;
}

/** 32 hex digits. A JSON array keeps the parts apart. */
export function keyOf(parts: KeyParts): string {
  const { repository, ownKey, workflowRunId, job, matrixIndex, action, commentKey, turn, task } = parts;
  const scope = ownKey === null ? ['run', workflowRunId] : ['own', ownKey];
  return digest(['key/1', repository.toLowerCase(), ...scope, job, matrixIndex, action, commentKey, turn, task]);
}

/** 32 hex digits that identify the request among others with the same key. */
export function askedHash({ prompt, schema, eventText }: Asked): string {
  return digest(['asked/1', prompt, schema, eventText]);
}

/** The parts of a step's key that the runner provides. */
export function keyPartsOf(
  event: Pick<EventContext, 'repository' | 'workflowRunId' | 'job'>,
  env: Env,
): Pick<KeyParts, 'repository' | 'workflowRunId' | 'job' | 'action'> {
  const { repository, workflowRunId, job } = event;
  return { repository, workflowRunId, job, action: env['GITHUB_ACTION']?.trim() ?? '' };
}

/** `GITHUB_RUN_ATTEMPT`, from 1; 1 outside GitHub. */
export function attemptOf(env: Env): number {
  return integerOf(env['GITHUB_RUN_ATTEMPT']?.trim() ?? '') || 1;
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
