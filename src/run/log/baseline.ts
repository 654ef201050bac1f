/** The state of a log before a turn begins. */
import { add } from '../../shared/multiset.ts';
import type { Order, RawEntry } from './entry.ts';

/** The part of the log that precedes this turn; none of its entries are emitted. */
export interface Baseline {
  readonly count: number;
  /** The newest entry, if it was read. While the order is unknown, the last entry of the list. */
  readonly last: RawEntry | null;
  /** The first entry of the list, if it was read. */
  readonly first?: RawEntry | null;
  /** The last entry of the list, if it was read. */
  readonly end?: RawEntry | null;
  readonly order: Order | null;
  /** Occurrences of each entry, by fingerprint. For a long log, only its first and last pages are counted. */
  readonly seen?: ReadonlyMap<string, number>;
  /**
   * Set only if the log could not be read completely before the turn. Entries dated before this time (epoch, ms) belong to earlier turns,
   * provided the clocks agree. `seen` holds what was read; the first full scan replaces this baseline with an exact one.
   */
  readonly since?: number;
  /** With `since`, the number of entries the service reported, or null if it reported none that can be used. */
  readonly stated?: number | null;
}

export const NO_BASELINE: Baseline = { count: 0, last: null, order: null };

/** Counts entries by fingerprint. */
export function countsOf(entries: readonly RawEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fingerprint } of entries) add(counts, fingerprint);
  return counts;
}

/** The baseline of a log found to be descending: its newest entry is the first of the list, not the last as assumed. */
export function asDescending(baseline: Baseline): Baseline {
  if (baseline.order !== null || baseline.first === undefined) return baseline;
  return { ...baseline, last: baseline.first, order: 'desc' };
}

/** The baseline with its newest entry, when the page read before the turn did not include it. */
export function withLast(baseline: Baseline, last: RawEntry): Baseline {
  return baseline.count === 0 ? baseline : { ...baseline, last };
}

/** Limit on remembered entries of earlier turns, if the log was read only after the turn had begun. */
const REMEMBERED = 1_000;

/** The baseline of a turn that begins at position `at` of a complete log, given oldest first. */
export function baselineWithin(
  rising: readonly RawEntry[],
  { at, order }: { readonly at: number; readonly order: Order | null },
): Baseline {
  const old = rising.slice(0, at);
  const [oldest, last] = [old[0] ?? null, old.at(-1) ?? null];
  const ends = order === 'desc' ? { first: last, end: oldest } : { first: oldest, end: last };
  return { count: at, last, ...ends, order, seen: countsOf(old.slice(-REMEMBERED)) };
}
