/** The key of a create in the metadata of its run (contract 4.9). */
import { integerOf, isRecord } from '../../safe/json.ts';
import type { KeyRules, RequestIdentity } from '../port.ts';

export const AGENT_RUN_KEYS: Omit<KeyRules, 'runList'> = {
  always: false,
  pausesMs: [0, 1_000, 2_000, 4_000, 8_000, 15_000],
  settleMs: 120_000,
  resends: false,
  shown: { where: 'in_answer', holder: 'metadata' },
  lookedFor: 'in the list',
  searched: 'the list of runs',
};

const KEY = 'agent_run_action_key';
const GENERATION = 'agent_run_action_generation';
const ASKED = 'agent_run_action_request';

/**
 * The request fields with the identity in their metadata. The user's fields are kept, except those
 * with the same names.
 */
export function withIdentity<T extends Readonly<Record<string, unknown>>>(
  fields: T,
  identity: RequestIdentity,
): T {
  const own = isRecord(fields['metadata']) ? fields['metadata'] : {};
  // Only text, because services often accept nothing else in metadata.
  const ours = {
    [KEY]: identity.key,
    [GENERATION]: String(identity.generation),
    [ASKED]: identity.asked,
  };
  return { ...fields, metadata: { ...own, ...ours } };
}

/** The identity in a run's metadata. Null if there is none or it was not written by this action. */
export function identityIn(metadata: unknown): RequestIdentity | null {
  if (!isRecord(metadata)) {
    return null;
  }
  const { [KEY]: key, [GENERATION]: counted, [ASKED]: asked } = metadata;
  const generation = integerOf(String(counted));
  if (typeof key !== 'string' || typeof asked !== 'string') {
    return null;
  }
  return generation >= 1 ? { key, generation, asked } : null;
}
