/** Decides when the rest of a log has been read, based on the last polls (contract 4.4). Pure. */

/** Draining ends after this time without progress. */
const NO_PROGRESS_MS = 30_000;
/** This many consecutive 429 responses do not count as lack of progress. */
const REFUSALS = 5;
/** If no final answer was seen, how long to wait for late entries, and the time to reserve for the final read. */
const LATE_GRACE_MS = 2_000;
const FINAL_READ_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

export interface DrainState {
  /** On the clock's `now`. Nothing is read after this time. */
  readonly deadline: number;
  /** How long late entries may arrive if no final answer was seen. */
  readonly graceUntil: number;
  /** More entries can be read immediately. */
  readonly more: boolean;
  /** Nothing is missing according to the service. */
  readonly agrees: boolean;
  readonly lastProgress: number;
  readonly pauseMs: number;
  /** 429 responses since the last progress. */
  readonly refusals: number;
  /** The log was given up before the run ended and has not been read since. */
  readonly leftBefore: boolean;
  /** The log was given up before the end, and the one additional attempt failed. */
  readonly hopeless: boolean;
}

export interface Circumstances {
  readonly now: number;
  /** A `FINAL_ANSWER` of this turn was seen. */
  readonly finalAnswer: boolean;
  /** A full scan is in progress, or begins again because it was disturbed. */
  readonly midway: boolean;
  /** Earliest time of the next request, on the clock's `now`. */
  readonly notBefore: number;
}

export type DrainStep =
  | { readonly kind: 'look'; readonly waitMs: number }
  /** `incomplete`: entries may be missing. */
  | { readonly kind: 'done'; readonly incomplete: boolean };

export function drainStart(given: {
  readonly now: number;
  readonly deadline: number;
  readonly more: boolean;
  readonly agrees: boolean;
  readonly left: boolean;
}): DrainState {
  const { now, deadline, more, agrees, left } = given;
  return {
    ...{ deadline, more, agrees },
    graceUntil: Math.min(now + LATE_GRACE_MS, deadline - FINAL_READ_MS),
    lastProgress: now,
    // A suspended log is retried immediately, once.
    pauseMs: left ? 0 : FIRST_PAUSE_MS,
    refusals: 0,
    leftBefore: left,
    hopeless: false,
  };
}

export function drainNext(state: DrainState, { now, finalAnswer, midway, notBefore }: Circumstances): DrainStep {
  const { deadline, more, agrees } = state;
  const late = finalAnswer ? 0 : Math.max(0, state.graceUntil - now);
  if (!more && agrees && late === 0) return { kind: 'done', incomplete: false };
  // The step was only waiting for late entries.
  const done: DrainStep = { kind: 'done', incomplete: !agrees || more };
  if (state.hopeless) return done;
  const left = state.lastProgress + NO_PROGRESS_MS - now;
  // A full scan in progress is finished. The cursor limits how often it begins again.
  if (left <= 0 && !(more && midway)) return done;
  const usualMs = more ? 0 : Math.min(left, agrees ? Math.min(late, LATE_GRACE_MS / 2) : state.pauseMs);
  // The minimum wait after a 429 is kept even if it leaves no time for another poll.
  const waitMs = Math.max(0, notBefore - now, usualMs);
  // A poll exactly at the deadline would start a request that exceeds it.
  return now + waitMs >= deadline ? done : { kind: 'look', waitMs };
}

/** Waiting for this client's own rate limit is no lack of progress. */
export function drainHeld(state: DrainState, heldMs: number): DrainState {
  return { ...state, lastProgress: state.lastProgress + heldMs };
}

export type DrainSeen =
  | { readonly kind: 'page'; readonly fresh: number; readonly more: boolean; readonly agrees: boolean }
  /** The log could not be read. `left`: it was given up. */
  | { readonly kind: 'trouble'; readonly throttled: boolean; readonly left: boolean };

export function drainSaw(
  state: DrainState,
  seen: DrainSeen,
  { now, notBefore }: Pick<Circumstances, 'now' | 'notBefore'>,
): DrainState {
  const slower = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, state.pauseMs * 2));
  if (seen.kind === 'page') {
    const { more, agrees } = seen;
    const read = { ...state, more, agrees, leftBefore: false };
    if (seen.fresh === 0) return { ...read, pauseMs: slower };
    return { ...read, pauseMs: FIRST_PAUSE_MS, lastProgress: now, refusals: 0 };
  }
  const failed = { ...state, more: false, agrees: false, pauseMs: slower };
  if (!seen.throttled) return { ...failed, hopeless: state.leftBefore && seen.left };
  // A 429 says nothing about the log, so the time limit restarts after the wait, a few times.
  const refusals = state.refusals + 1;
  return { ...failed, refusals, lastProgress: refusals <= REFUSALS ? Math.max(now, notBefore) : state.lastProgress };
}
