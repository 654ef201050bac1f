/**
 * The search for the run of a create whose id is its key (contract 4.9, 18.4): the id is made from
 * key, generation and what was asked, so that it is read, and nothing is compared.
 */
import { hash } from 'node:crypto';
import type { Found, RequestIdentity, RunShown, Search } from '../port.ts';
import { GENERATIONS_MAX } from '../values.ts';

/** A UUID that is made from these parts: the same for the same, in every job. */
export function uuidOf(parts: readonly (number | string)[]): string {
  const digest = hash('sha256', JSON.stringify(parts), 'hex');
  // A version and a variant as RFC 9562 has them for ids that are made from a hash.
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/**
 * One look. Before a create the generations 1, 2, … are read until one is not there: the last that
 * is there counts.
 *
 * @param read the run with the id of this identity, or null where there is none
 */
export async function searchById(
  read: (identity: RequestIdentity) => Promise<RunShown | null>,
  { identity, kind }: Pick<Search, 'identity' | 'kind'>,
): Promise<Found> {
  if (kind === 'lost') {
    const run = await read(identity);
    return run === null ? { kind: 'none' } : foundAs(run, identity.generation);
  }
  let found: Found = { kind: 'none' };
  for (let generation = 1; generation <= GENERATIONS_MAX; generation += 1) {
    const run = await read({ ...identity, generation });
    if (run === null) {
      return found;
    }
    found = foundAs(run, generation);
  }
  return { kind: 'open', why: `the service shows more than ${GENERATIONS_MAX} runs of this key` };
}

function foundAs(run: RunShown, generation: number): Found {
  return { kind: 'found', matches: [{ run, generation, asks: 'same' }] };
}
