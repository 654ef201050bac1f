/** What is known of a log before a turn begins. */
import type { Order, RawEntry } from './entry.ts';

/** What is known of the log before this turn; all of it is left out. */
export interface Baseline {
  readonly count: number;
  /** The newest entry, where it was seen; without an order, the one at the end of the list. */
  readonly last: RawEntry | null;
  /** The entry at the start of the list, where it was seen. */
  readonly first?: RawEntry | null;
  readonly order: Order | null;
  /**
   * Only where the log could not be read before the turn: entries dated before this (epoch, ms) belong to earlier turns, as far as the
   * clocks agree. The first full scan finds out the rest.
   */
  readonly since?: number;
}

export const NO_BASELINE: Baseline = { count: 0, last: null, order: null };

/** Once the order is known to be descending: what was taken for the newest entry because it ended the list was the oldest. */
export function asDescending(baseline: Baseline): Baseline {
  if (baseline.order !== null || baseline.first === undefined) return baseline;
  return { ...baseline, last: baseline.first, order: 'desc' };
}

/** The baseline once its newest entry is seen, where the page read before the turn did not show it. */
export function withLast(baseline: Baseline, last: RawEntry): Baseline {
  return baseline.count === 0 ? baseline : { ...baseline, last };
}
