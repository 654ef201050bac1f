/**
 * Which runs count under a key (contract 4.9), whatever carries it: metadata, tags, a line of the
 * prompt. Generations are counted by what is found: the newest one that has a run counts, and what
 * follows from how it ended is decided in `run/once`.
 */
import type { CarriedKey, Match, RequestIdentity, RunShown, Search } from '../port.ts';

/** A run that carries a key of this action. */
export interface Carrier {
  readonly identity: RequestIdentity;
}

/** What a run shows of the identity that it carries. */
export function carriedKey(identity: RequestIdentity | null): CarriedKey | null {
  return identity === null ? null : { key: identity.key, generation: identity.generation };
}

/** Whether a run with this identity is looked for. Of a lost create the generation is known. */
export function isSought(
  { key, generation }: RequestIdentity,
  { identity: sought, kind }: Pick<Search, 'identity' | 'kind'>,
): boolean {
  return key === sought.key && (kind === 'earlier' || generation === sought.generation);
}

/** Those of the newest generation, in their order. */
export function newestOf<T extends Carrier>(carriers: readonly T[]): readonly T[] {
  const newest = Math.max(...carriers.map(({ identity }) => identity.generation));
  return carriers.filter(({ identity }) => identity.generation === newest);
}

export function matchOf(
  run: RunShown,
  { identity }: Carrier,
  { identity: sought }: Pick<Search, 'identity'>,
): Match {
  const asks = identity.asked === sought.asked ? 'same' : 'other';
  return { run, generation: identity.generation, asks };
}
