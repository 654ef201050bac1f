/** What the cursor asks for, what an answer says about the log, and what the cursor makes of it. */
import type { RawEntry } from './entry.ts';
import type { Amendment } from './watched.ts';

export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

/** An answer of the service. */
export interface Page {
  /** Entries left out before the first. */
  readonly skip: number;
  /** In the order in which the service sent them. */
  readonly entries: readonly RawEntry[];
  /** As long as it can be, so that more may follow. */
  readonly full: boolean;
}

/** What a page read at the end of a log says. */
export type Finding =
  /** `entries` stand behind those known, oldest first. `full`: more may stand behind them. `placed`: found by their place in the log. */
  | { readonly kind: 'new'; readonly entries: readonly RawEntry[]; readonly full: boolean; readonly placed: boolean }
  /** The place reached before lies on another page, which the next request asks for. */
  | { readonly kind: 'not_reached' }
  /** The log ends before the place reached before: a stale answer, or a log that was shortened. */
  | { readonly kind: 'shorter' }
  /** What was read before does not stand where it was left: only the whole log tells what is new. */
  | { readonly kind: 'doubt' };

/** The page was read as one of an ascending log, but the newest entries come first. */
export interface IsDescending {
  readonly kind: 'descending';
}

export interface Taken {
  /**
   * New entries of this turn, oldest first, readable until the cursor is asked for the next request. Who hands them out takes them out, so
   * that they are let go one by one.
   */
  readonly fresh: RawEntry[];
  /** More entries can be read right now. */
  readonly more: boolean;
  /** Nothing more is to be had, and the count agrees with `total_logs` (or the service sends none). */
  readonly agrees: boolean;
  /** Entries handed out before that the service has filled in since. */
  readonly amended?: readonly Amendment[];
  /**
   * Fingerprints of this turn's entries, oldest first; only where the order of the log became known after entries had been
   * handed out in the assumed one (contract 4.7).
   */
  readonly order?: readonly string[];
  /** The answers contradict each other for good; reading the log makes no sense at the moment. */
  readonly nonsense: boolean;
}
