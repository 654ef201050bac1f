/** Spreads the creations of a matrix, and computes the wait after a refused create (contract 3.1 to 3.3). Pure. */
import type { Random } from '../../ports.ts';

/** The limit per minute (`LIMITS.creation`) allows one creation every 6 s. Slightly more tolerates clock differences. */
const START_SPACING_MS = 6800;
const START_BURST = 10;
/** The first ten are sent immediately. By this time the window of 60 s has passed for all of them. */
const START_AFTER_BURST_MS = 64_000;

/**
 * Maximum waits after successive refusals without a retry time. The last one repeats. One refusal may be a coincidence, a second one
 * indicates a queue, and a fourth one a long queue. If the service counts refused requests, a thousand jobs advance only if each tries less
 * often than every two hours, so the waits grow beyond that.
 */
const BOUNDS_MS = [20_000, 120_000, 350_000, 2_000_000, 8_000_000];
const LAST_BOUND_MS = 14_400_000;
/**
 * Waits also stay within the time left before the deadline, but not below this minimum and not below this part of the
 * time waited so far. Otherwise jobs that started together would all retry ever faster towards their common deadline.
 */
const HURRY = { leastMs: 2_000, ofWaited: 0.03 };
/**
 * If the service says when to retry, the wait is only slightly longer at first. After some refusals it grows fast, without a low maximum: all
 * waiting jobs are told the same time, and if the service counts refused requests, none of them succeeds until they try less often.
 */
const TOLD = { part: 0.5, leastMs: 1000, slow: 1.5, slowFor: 5, fast: 2.5 };

/** Milliseconds to wait before the first create, so that a matrix does not exceed the creation limit. */
export function startDelay(place: {
  readonly siblings: number;
  readonly index: number;
  readonly random: Random;
}): number {
  // Up to ten fit into one minute and need not wait.
  return place.siblings <= START_BURST || place.index < START_BURST
    ? 0
    : startSlot(place.index) + place.random() * 1000;
}

/**
 * Milliseconds to wait before a create or resume that was refused (429) is sent again. Full jitter above the floor,
 * within the time left so that one more attempt is made, unless that time is negligible compared with the time waited.
 * `attempt` counts such attempts, from 1.
 */
export function createRetryDelay(retry: {
  readonly attempt: number;
  readonly floorMs: number | null;
  readonly random: Random;
  /** Until the deadline. */
  readonly leftMs?: number;
  /** Since the first refusal. */
  readonly waitedMs?: number;
}): number {
  const { attempt, floorMs, random, leftMs = Infinity, waitedMs = 0 } = retry;
  if (floorMs !== null) {
    const slow = TOLD.slow ** Math.min(attempt - 1, TOLD.slowFor);
    const fast = TOLD.fast ** Math.max(0, attempt - 1 - TOLD.slowFor);
    const scatter = Math.max(TOLD.leastMs, floorMs * TOLD.part) * slow * fast;
    return floorMs + random() * Math.min(LAST_BOUND_MS, scatter, Math.max(TOLD.leastMs, leftMs - floorMs));
  }
  return (
    random() *
    Math.min(BOUNDS_MS[attempt - 1] ?? LAST_BOUND_MS, Math.max(HURRY.leastMs, leftMs, HURRY.ofWaited * waitedMs))
  );
}

/** How many siblings have started when the run of this one is `ageMs` old, if each started in its slot. */
export function startedBy(index: number, ageMs: number): number {
  return START_BURST + (startSlot(index) + ageMs) / START_SPACING_MS;
}

/** When the sibling with this index sends its create, in ms from the start of the matrix. */
function startSlot(index: number): number {
  return index < START_BURST ? 0 : START_AFTER_BURST_MS + (index - START_BURST) * START_SPACING_MS;
}
