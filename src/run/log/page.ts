/** Types for page requests, the pages answered, and how the cursor interprets them. */
import type { RawEntry } from './entry.ts';
import type { Amendment } from './watched.ts';

export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

/** One page of the log. */
export interface Page {
  /** Entries skipped before the first. */
  readonly skip: number;
  /** In the order in which the service sent them. */
  readonly entries: readonly RawEntry[];
  /** Whether the page has the full size, so that more entries may follow. */
  readonly full: boolean;
}

/** Result of reading a page at the end of the log. */
export type Finding =
  /** `entries` follow the known ones, oldest first. `full`: more may follow. `placed`: identified by position, not content. */
  | { readonly kind: 'new'; readonly entries: readonly RawEntry[]; readonly full: boolean; readonly placed: boolean }
  /** The last known position is on another page, which the next request fetches. */
  | { readonly kind: 'not_reached' }
  /** The log ends before the last known position: a stale answer, or a log that was shortened. */
  | { readonly kind: 'shorter' }
  /** Known entries are not at their positions; a full scan is needed. */
  | { readonly kind: 'doubt' };

/** The page was read as part of an ascending log, but lists its newest entries first. */
export interface IsDescending {
  readonly kind: 'descending';
}

/** Result of comparing the whole log with the entries emitted so far. */
export interface Reconciled extends Pick<Taken, 'fresh'> {
  /** The log differs from what was known. */
  readonly moved: boolean;
  /** As in `Taken`; null if it is not set. */
  readonly order: readonly string[] | null;
}

export interface Taken {
  /**
   * New entries of this turn, oldest first, valid until the next call of `LogCursor.next`. The consumer removes each one as it is emitted, so
   * that its memory is freed.
   */
  readonly fresh: RawEntry[];
  /** Whether more entries can be read at once. */
  readonly more: boolean;
  /** Whether everything was read and the count agrees with `total_logs` (or the service sends none). */
  readonly agrees: boolean;
  /** Emitted entries that the service has filled in since. */
  readonly amended?: readonly Amendment[];
  /**
   * Fingerprints of this turn's entries, oldest first. Set only if the order turned out to be another one than that in which entries had
   * been emitted (contract 4.7).
   */
  readonly order?: readonly string[];
  /** The pages keep contradicting each other; reading the log is suspended. */
  readonly nonsense: boolean;
}
