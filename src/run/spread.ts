/** How a matrix spreads its creations, and what a refused create waits (contract 3.1 to 3.3). Pure. */
import type { Random } from '../ports.ts';

/** Creations let through a minute (`LIMITS.creation`) make one every 6 s; a little more, so that clocks may differ. */
const START_SPACING_MS = 6800;
const START_BURST = 10;
/** The first ten are sent at once; the window of 60 s has passed for all of them by then. */
const START_AFTER_BURST_MS = 64_000;

/**
 * The bounds of the waits after refusals that say nothing: `firstMs`, then `queueMs`, growing by `growth` with each refusal.
 * One refusal may be bad luck, a second one is a queue. Where refused calls count, a queue of a thousand jobs gets
 * through only once each of them tries less often than every two hours; so the bound grows beyond that, and fast.
 */
const CREATE = { leastMs: 2_000, firstMs: 10_000, queueMs: 300_000, growth: 4, mostMs: 14_400_000 };
/** Where the service says when to come back, it knows better: only a little above that, growing slowly. */
const TOLD = { part: 0.5, leastMs: 1000, growth: 1.5, mostMs: 60_000 };

/** Milliseconds to wait before create is sent at all, so that a matrix does not queue at the creation limit. */
export function startDelay(place: {
  readonly siblings: number;
  readonly index: number;
  readonly random: Random;
}): number {
  // Up to ten fit into one minute: they need not wait.
  return place.siblings <= START_BURST || place.index < START_BURST
    ? 0
    : startSlot(place.index) + place.random() * 1000;
}

/**
 * Milliseconds to wait before create or resume is sent again after it was refused (429). Full jitter above the floor,
 * within what is left, so that one more try is always made, unless that is less than a second or two. `attempt` counts such
 * attempts, from 1.
 */
export function createRetryDelay(retry: {
  readonly attempt: number;
  readonly floorMs: number | null;
  readonly random: Random;
  /** Until the deadline. */
  readonly leftMs?: number;
}): number {
  const { attempt, floorMs, random, leftMs = Infinity } = retry;
  if (floorMs !== null) {
    const scatter = Math.max(TOLD.leastMs, floorMs * TOLD.part) * TOLD.growth ** (attempt - 1);
    return floorMs + random() * Math.min(TOLD.mostMs, scatter, Math.max(TOLD.leastMs, leftMs - floorMs));
  }
  const bound = attempt === 1 ? CREATE.firstMs : CREATE.queueMs * CREATE.growth ** (attempt - 2);
  return random() * Math.min(CREATE.mostMs, bound, Math.max(CREATE.leastMs, leftMs));
}

/** How many siblings have started when the run of this one is `ageMs` old, if each started in its slot. */
export function startedBy(index: number, ageMs: number): number {
  return START_BURST + (startSlot(index) + ageMs) / START_SPACING_MS;
}

/** When the sibling with this index sends its create, in ms from the start of the matrix. */
function startSlot(index: number): number {
  return index < START_BURST ? 0 : START_AFTER_BURST_MS + (index - START_BURST) * START_SPACING_MS;
}
