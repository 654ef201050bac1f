/** What the cursor asks for, and what it makes of the answer. */
import type { RawEntry } from './entry.ts';
import type { Amendment } from './watched.ts';

export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

export interface Taken {
  /** New entries of this turn, oldest first. Who hands them out takes them out, so that they are let go one by one. */
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
