/** Stores the identity as three flat text fields in a run's `metadata`, beside the user's own fields (contract 4.9). Pure. */
import { integerOf } from '../shared/integer.ts';
import { isRecord } from '../shared/json.ts';
import type { Identity } from './key.ts';

const KEY = 'agent_run_action_key';
const GENERATION = 'agent_run_action_generation';
const ASKED = 'agent_run_action_request';
const HASH = /^[0-9a-f]{32}$/;

/** The request fields with the identity in their metadata. The user's fields are kept, except those with the same names. */
export function withIdentity<T extends Readonly<Record<string, unknown>>>(fields: T, identity: Identity): T {
  const own = isRecord(fields['metadata']) ? fields['metadata'] : {};
  // Only text, because services often accept nothing else in metadata.
  const ours = { [KEY]: identity.key, [GENERATION]: String(identity.generation), [ASKED]: identity.asked };
  return { ...fields, metadata: { ...own, ...ours } };
}

/** The identity in a run's metadata. Null if there is none or it was not written by this action. */
export function identityIn(metadata: unknown): Identity | null {
  if (!isRecord(metadata)) return null;
  const { [KEY]: key, [GENERATION]: attempt, [ASKED]: asked } = metadata;
  const generation = integerOf(String(attempt));
  if (typeof key !== 'string' || typeof asked !== 'string' || !HASH.test(key) || !HASH.test(asked)) return null;
  return generation >= 1 ? { key, generation, asked } : null;
}

/** Whether returned metadata contains this identity. */
export function carriesIdentity(metadata: unknown, identity: Identity): boolean {
  const found = identityIn(metadata);
  return (
    found !== null &&
    found.key === identity.key &&
    found.generation === identity.generation &&
    found.asked === identity.asked
  );
}
