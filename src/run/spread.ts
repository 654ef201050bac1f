/** How a matrix spreads its creations, and what a refused create waits (contract 3.1 to 3.3). Pure. */
import type { Random } from '../ports.ts';

/** Creations let through a minute (`LIMITS.creation`) make one every 6 s; a little more, so that clocks may differ. */
const START_SPACING_MS = 6800;
const START_BURST = 10;
/** The first ten are sent at once; the window of 60 s has passed for all of them by then. */
const START_AFTER_BURST_MS = 64_000;

/**
 * The bounds of the waits after refusals that say nothing: `firstMs`, then `baseMs` × `growth` for each refusal; an hour is
 * the most. One refusal may be bad luck, a second one is a queue.
 */
const CREATE = { firstMs: 10_000, baseMs: 52_000, growth: 2.4, mostMs: 3_600_000 };
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
 * Milliseconds to wait before create or resume is sent again after it was refused (429). Full jitter above the floor;
 * `attempt` counts such attempts, from 1.
 */
export function createRetryDelay(retry: {
  readonly attempt: number;
  readonly floorMs: number | null;
  readonly random: Random;
}): number {
  const { attempt, floorMs, random } = retry;
  if (floorMs !== null) {
    const scatter = Math.max(TOLD.leastMs, floorMs * TOLD.part) * TOLD.growth ** (attempt - 1);
    return floorMs + random() * Math.min(TOLD.mostMs, scatter);
  }
  if (attempt === 1) return random() * CREATE.firstMs;
  return random() * Math.min(CREATE.mostMs, CREATE.baseMs * CREATE.growth ** attempt);
}

/** How many siblings have started when the run of this one is `ageMs` old, if each started in its slot. */
export function startedBy(index: number, ageMs: number): number {
  return START_BURST + (startSlot(index) + ageMs) / START_SPACING_MS;
}

/** When the sibling with this index sends its create, in ms from the start of the matrix. */
function startSlot(index: number): number {
  return index < START_BURST ? 0 : START_AFTER_BURST_MS + (index - START_BURST) * START_SPACING_MS;
}
