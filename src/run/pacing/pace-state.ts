/** What the poll interval is decided from: what the last request brought, and what is remembered of those before. */
import type { Random } from '../../ports.ts';

export interface PaceOptions {
  /** Jobs that share this matrix, this one included; 1 when alone or unknown. */
  readonly siblings: number;
  /** Which of them this one is, from 0. */
  readonly index: number;
  /** `poll_interval_seconds` in milliseconds; null for `auto`. */
  readonly fixedMs: number | null;
  /** The client spaces the looks at many runs (a fleet): regular looks are asked for at once. */
  readonly scheduled?: boolean;
}

/** What the last request brought. */
export type PaceSeen =
  /**
   * The run was just created, resumed or attached to: when is the first look? `refusedMs` is the time from the first
   * refusal (429) of that call to its acceptance, 0 when it was never refused: a long queue means a crowd.
   */
  | { readonly kind: 'started'; readonly refusedMs: number }
  | {
      readonly kind: 'ok';
      /** New entries, or the status changed. */
      readonly news: boolean;
      /** The page was full: more entries are waiting. */
      readonly full: boolean;
      /** A `FINAL_ANSWER` of this turn was seen for the first time. */
      readonly finalAnswer: boolean;
      /** The status is terminal, or quiet polls are being counted: the end is being made sure of. */
      readonly settling: boolean;
    }
  /** 429. `floorMs` is what the answer asked to wait at least (`retryFloor`), null when it said nothing. */
  | { readonly kind: 'refused'; readonly floorMs: number | null }
  /** Network fault or 5xx. `attempt` counts such faults in a row, from 1. */
  | { readonly kind: 'fault'; readonly attempt: number };

export interface PaceContext {
  /** Monotonic, in milliseconds. */
  readonly now: number;
  readonly random: Random;
}

/** Opaque to callers: plain data, never changed in place. */
export interface PaceState {
  readonly options: PaceOptions;
  /** When the run was started, on the monotonic clock; null before the first step. */
  readonly startedAt: number | null;
  /** The time between two looks that this job believes to be its share, in milliseconds; 0 while it feels nobody. */
  readonly shareMs: number;
  /** What the matrix alone makes of the share (`matrixShare`) at the last step. */
  readonly matrixMs: number;
  /** Whether the share was known from the start (a matrix, a long queue): then feedback corrects it gently. */
  readonly informed: boolean;
  /** Refusals in a row. */
  readonly refusals: number;
  /** Refusals so far. */
  readonly felt: number;
  /** Answers in a row. */
  readonly answers: number;
  /** Looks since the end came into sight; 0 before. */
  readonly settled: number;
}

export interface PaceStep {
  readonly state: PaceState;
  /** Milliseconds to wait before the next look. */
  readonly delayMs: number;
}
