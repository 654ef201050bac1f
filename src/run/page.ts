/** What the cursor asks for, and what it makes of the answer. */
import type { RawEntry } from './entries.ts';

export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

export interface Taken {
  /** New entries of this turn, oldest first. */
  readonly fresh: readonly RawEntry[];
  /** More entries can be read right now. */
  readonly more: boolean;
  /** Nothing more is to be had, and the count agrees with `total_logs` (or the service sends none). */
  readonly agrees: boolean;
  /** The answers contradict each other for good; reading the log makes no sense at the moment. */
  readonly nonsense: boolean;
}
