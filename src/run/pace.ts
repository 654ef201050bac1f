/**
 * When to look at a run next (contract 3.2 and 3.3). Pure: what was seen, the time and the dice go in, a delay comes out.
 */
import type { Random } from '../ports.ts';

export interface PaceOptions {
  /** Jobs that share this matrix, this one included; 1 when alone or unknown. */
  readonly siblings: number;
  /** Which of them this one is, from 0. */
  readonly index: number;
  /** `poll_interval_seconds` in milliseconds; null for `auto`. */
  readonly fixedMs: number | null;
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
  /** When the run was started, on the monotonic clock; null before `started`. */
  readonly startedAt: number | null;
  /** The share of the token this job believes to have, as the time between two looks, in milliseconds; 0 is alone. */
  readonly shareMs: number;
  /** Refusals in a row. */
  readonly refusals: number;
  /** Looks in a row that were answered. */
  readonly answers: number;
  /** Looks since the end came into sight. */
  readonly settled: number;
}

export interface PaceStep {
  readonly state: PaceState;
  /** Milliseconds to wait before the next look. */
  readonly delayMs: number;
}

const CAP_MS = 10_000;

export function paceStart(options: PaceOptions): PaceState {
  return { options, startedAt: null, shareMs: options.siblings * 1000, refusals: 0, answers: 0, settled: 0 };
}

export function paceNext(state: PaceState, seen: PaceSeen, context: PaceContext): PaceStep {
  const jitter = 0.9 + 0.2 * context.random();
  const delayMs = seen.kind === 'refused' ? (seen.floorMs ?? 0) + CAP_MS * context.random() : CAP_MS * jitter;
  return { state: { ...state, startedAt: state.startedAt ?? context.now }, delayMs };
}

/**
 * Milliseconds to wait before create or resume is sent again after it was refused (429) or never connected.
 * Full jitter above the floor; `attempt` counts such attempts, from 1.
 */
export function createRetryDelay(retry: {
  readonly attempt: number;
  readonly floorMs: number | null;
  readonly random: Random;
}): number {
  return (retry.floorMs ?? 0) + retry.random() * 60_000 * 2 ** retry.attempt;
}

/** Milliseconds to wait before create is sent at all, so that a matrix does not queue at the creation limit. */
export function startDelay(place: {
  readonly siblings: number;
  readonly index: number;
  readonly random: Random;
}): number {
  if (place.siblings <= 10 || place.index < 10) return 0;
  return 60_000 + (place.index - 10 + place.random() * 0.15) * 6100;
}
