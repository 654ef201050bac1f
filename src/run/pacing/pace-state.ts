/** The state and observations from which the poll interval is computed. */
import type { Random } from '../../ports.ts';

export interface PaceOptions {
  /** Jobs of this matrix, including this one. 1 if alone or unknown. */
  readonly siblings: number;
  /** The index of this job, from 0. */
  readonly index: number;
  /** `poll_interval_seconds` in milliseconds, or null for `auto`. */
  readonly fixedMs: number | null;
  /** The client spaces the polls of many runs (a fleet), so regular polls of an active run are requested immediately. */
  readonly scheduled?: boolean;
}

/** The result of the last request. */
export type PaceSeen =
  /**
   * The run was just created, resumed or attached to. `refusedMs` is the time from the first 429 for that request to
   * its acceptance, 0 if it was never refused. A long wait indicates many other jobs.
   */
  | { readonly kind: 'started'; readonly refusedMs: number }
  | {
      readonly kind: 'ok';
      /** There are new entries, or the status changed. */
      readonly news: boolean;
      /** The status means that the run is active. */
      readonly active: boolean;
      /** The page was full, so more entries are waiting. */
      readonly full: boolean;
      /** A `FINAL_ANSWER` of this turn was seen for the first time. */
      readonly finalAnswer: boolean;
      /** The status is terminal, or quiet polls are being counted to confirm the end. */
      readonly settling: boolean;
    }
  /** 429. `floorMs` is the minimum wait that the response asked for (`retryFloor`), or null if none. */
  | { readonly kind: 'refused'; readonly floorMs: number | null }
  /** A network fault or 5xx. `attempt` counts consecutive faults, from 1. */
  | { readonly kind: 'fault'; readonly attempt: number };

export interface PaceContext {
  /** Monotonic, in milliseconds. */
  readonly now: number;
  readonly random: Random;
}

/** Opaque to callers. Plain, immutable data. */
export interface PaceState {
  readonly options: PaceOptions;
  /** When the run was started, on the monotonic clock. Null before the first step. */
  readonly startedAt: number | null;
  /**
   * The interval between polls that this job considers its share, in milliseconds. 0 while there is no sign of other
   * jobs.
   */
  readonly shareMs: number;
  /** The share according to the matrix alone (`matrixShare`) at the last step. */
  readonly matrixMs: number;
  /** Whether the share was known from the start (a matrix, a long queue). If so, feedback corrects it more gently. */
  readonly informed: boolean;
  /** Consecutive refusals. */
  readonly refusals: number;
  /** Total refusals. */
  readonly felt: number;
  /** Consecutive responses. */
  readonly answers: number;
  /** Polls since the end came into sight, 0 before that. News set it back. */
  readonly settled: number;
  /** How many of them brought news. */
  readonly unsettled: number;
}

export interface PaceStep {
  readonly state: PaceState;
  /** Milliseconds to wait before the next poll. */
  readonly delayMs: number;
}
