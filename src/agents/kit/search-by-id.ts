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

/** The run that counts, as it was read. */
interface RunOfId<Item> {
  readonly kind: 'found';
  readonly item: Item;
  /** Under which it was made. */
  readonly identity: RequestIdentity;
}

/**
 * One look. Before a create the generations 1, 2, … are read until one is not there: the last that
 * is there counts. How the earlier ones stand is not asked.
 *
 * @param read the run with the id of this identity, or null where there is none
 */
export async function searchById<Item>(
  read: (identity: RequestIdentity) => Promise<Item | null>,
  { identity, kind }: Pick<Search, 'identity' | 'kind'>,
): Promise<RunOfId<Item> | Exclude<Found, { readonly kind: 'found' }>> {
  if (kind === 'lost') {
    const item = await read(identity);
    return item === null ? { kind: 'none' } : { kind: 'found', item, identity };
  }
  let newest: RunOfId<Item> | null = null;
  for (let generation = 1; generation <= GENERATIONS_MAX; generation += 1) {
    const earlier = { ...identity, generation };
    const item = await read(earlier);
    if (item === null) {
      return newest ?? { kind: 'none' };
    }
    newest = { kind: 'found', item, identity: earlier };
  }
  return { kind: 'open', why: `the service shows more than ${GENERATIONS_MAX} runs of this key` };
}

/** Its id says that it was asked the same. */
export function foundById(run: RunShown, { generation }: RequestIdentity): Found {
  return { kind: 'found', matches: [{ run, generation, asks: 'same' }] };
}
