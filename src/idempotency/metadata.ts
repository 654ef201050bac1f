/** The identity as the service keeps it: three flat text fields in a run's `metadata`, beside the author's own (contract 4.9). Pure. */
import { integerOf } from '../shared/integer.ts';
import { isRecord } from '../shared/json.ts';
import type { Identity } from './key.ts';

const KEY = 'agent_run_action_key';
const GENERATION = 'agent_run_action_generation';
const ASKED = 'agent_run_action_request';
const HASH = /^[0-9a-f]{32}$/;

/** Whether `request_fields` leave room for an identity: metadata that is no object cannot be merged. */
export function canCarryIdentity(requestFields: Readonly<Record<string, unknown>>): boolean {
  const { metadata } = requestFields;
  return metadata === undefined || metadata === null || isRecord(metadata);
}

/** The body's fields with the identity in their metadata. The author's fields stay, but for those of the same names. */
export function withIdentity<T extends Readonly<Record<string, unknown>>>(fields: T, identity: Identity): T {
  const own = isRecord(fields['metadata']) ? fields['metadata'] : {};
  // Text only: services that keep metadata often take nothing else in it.
  const ours = { [KEY]: identity.key, [GENERATION]: String(identity.generation), [ASKED]: identity.asked };
  return { ...fields, metadata: { ...own, ...ours } };
}

/** The identity in a run's metadata; null when there is none, or one that this action did not write. */
export function identityIn(metadata: unknown): Identity | null {
  if (!isRecord(metadata)) return null;
  const { [KEY]: key, [GENERATION]: attempt, [ASKED]: asked } = metadata;
  const generation = integerOf(String(attempt));
  if (typeof key !== 'string' || typeof asked !== 'string' || !HASH.test(key) || !HASH.test(asked)) return null;
  return generation >= 1 ? { key, generation, asked } : null;
}

/** Whether metadata that came back carry this very identity. */
export function carriesIdentity(metadata: unknown, identity: Identity): boolean {
  const found = identityIn(metadata);
  return (
    found !== null &&
    found.key === identity.key &&
    found.generation === identity.generation &&
    found.asked === identity.asked
  );
}
