/** What is known of a log before a turn begins. */
import { add } from '../../shared/multiset.ts';
import type { Order, RawEntry } from './entry.ts';

/** What is known of the log before this turn; all of it is left out. */
export interface Baseline {
  readonly count: number;
  /** The newest entry, where it was seen; without an order, the one at the end of the list. */
  readonly last: RawEntry | null;
  /** The entry at the start of the list, where it was seen. */
  readonly first?: RawEntry | null;
  /** The entry at the end of the list, where it was seen. */
  readonly end?: RawEntry | null;
  readonly order: Order | null;
  /** How often each entry was seen that was there, by fingerprint; of a long log the first and the last pages alone. */
  readonly seen?: ReadonlyMap<string, number>;
  /**
   * Only where the log could not be read to its end before the turn: entries dated before this (epoch, ms) belong to earlier turns, as far
   * as the clocks agree. The first full scan finds out the rest; what was read is in `seen`.
   */
  readonly since?: number;
  /** Beside `since`: how many entries the service said there were; null when it said nothing that can be used. */
  readonly stated?: number | null;
}

export const NO_BASELINE: Baseline = { count: 0, last: null, order: null };

/** Counts entries by fingerprint. */
export function countsOf(entries: readonly RawEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fingerprint } of entries) add(counts, fingerprint);
  return counts;
}

/** Once the order is known to be descending: what was taken for the newest entry because it ended the list was the oldest. */
export function asDescending(baseline: Baseline): Baseline {
  if (baseline.order !== null || baseline.first === undefined) return baseline;
  return { ...baseline, last: baseline.first, order: 'desc' };
}

/** The baseline once its newest entry is seen, where the page read before the turn did not show it. */
export function withLast(baseline: Baseline, last: RawEntry): Baseline {
  return baseline.count === 0 ? baseline : { ...baseline, last };
}

/** Entries of the turns before that are remembered, where the log was read only after the turn had begun. */
const REMEMBERED = 1_000;

/** The baseline of a turn that begins `at` a place of a log, given whole and oldest first. */
export function baselineWithin(
  rising: readonly RawEntry[],
  { at, order }: { readonly at: number; readonly order: Order | null },
): Baseline {
  const old = rising.slice(0, at);
  const [oldest, last] = [old[0] ?? null, old.at(-1) ?? null];
  const ends = order === 'desc' ? { first: last, end: oldest } : { first: oldest, end: last };
  return { count: at, last, ...ends, order, seen: countsOf(old.slice(-REMEMBERED)) };
}
