/** When the rest of a log is read: pure decisions over what the last looks brought (contract 4.4). */

/** Draining ends after so long without progress. */
const NO_PROGRESS_MS = 30_000;
/** So many refusals (429) in a row do not count as that. */
const REFUSALS = 5;
/** Where no final answer was seen, late entries get so long, as far as it leaves so much for the final read. */
const LATE_GRACE_MS = 2_000;
const FINAL_READ_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

export interface DrainState {
  /** On the clock's `now`: nothing is read after this. */
  readonly deadline: number;
  /** Until then late entries may come, where no final answer was seen. */
  readonly graceUntil: number;
  /** More entries can be read right now. */
  readonly more: boolean;
  /** Nothing is missing, as far as the service tells. */
  readonly agrees: boolean;
  readonly lastProgress: number;
  readonly pauseMs: number;
  /** Refusals since the last progress. */
  readonly refusals: number;
  /** The log had been given up before the run ended, and was not read since. */
  readonly leftBefore: boolean;
  /** The log was given up before the end and is still not there: one more try was all it gets. */
  readonly hopeless: boolean;
}

export interface Circumstances {
  readonly now: number;
  /** A `FINAL_ANSWER` of this turn was seen. */
  readonly finalAnswer: boolean;
  /** A full reading has begun and was not disturbed since. */
  readonly midway: boolean;
  /** No request before this, on the clock's `now`. */
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
    // A log that was given up before is tried once more at once.
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
  // Only late entries were waited for.
  const done: DrainStep = { kind: 'done', incomplete: !agrees || more };
  if (state.hopeless) return done;
  const left = Math.min(deadline - now, state.lastProgress + NO_PROGRESS_MS - now);
  // A full reading that goes on is finished; one that is disturbed is not begun anew.
  if (left <= 0 && !(more && midway)) return done;
  const floorMs = Math.max(0, notBefore - now);
  // The floor of a refusal is kept, also where it leaves no time for another look.
  if (floorMs >= deadline - now) return done;
  const usualMs = more ? 0 : Math.min(left, agrees ? Math.min(late, LATE_GRACE_MS / 2) : state.pauseMs);
  const waitMs = Math.max(floorMs, usualMs);
  // A last look exactly when the time is up would begin a request that outlives it.
  return now + waitMs >= deadline ? done : { kind: 'look', waitMs };
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
  // Being told to wait says nothing about the log: the patience begins anew behind the floor, a few times.
  const refusals = state.refusals + 1;
  return { ...failed, refusals, lastProgress: refusals <= REFUSALS ? Math.max(now, notBefore) : state.lastProgress };
}
