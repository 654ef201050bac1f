/**
 * Decides when to send: the next poll of a run, and a create that has to wait (contract 3.1 to
 * 3.3). Pure: computes a delay from what was seen, the time and a random number.
 *
 * A job polls every ten seconds. A refusal (429) shows that other jobs use the token: each one
 * makes the interval longer, and each response brings it closer to ten seconds again. Jobs of a
 * matrix know how many they are and begin with their share of the limit.
 */
import type { Inputs } from '../inputs/parse.ts';
import type { Random } from '../runner/port.ts';
import { LIMITS } from '../http/limits.ts';
import type { Secretless } from '../safe/redaction.ts';
import { backoff } from '../http/backoff.ts';

/** The result of the last request. */
export type PaceSeen =
  /** The run was just created or resumed. */
  | { readonly kind: 'started' }
  /** `confirmMs`: poll this soon to confirm an end (`judgeTurn`). */
  | { readonly kind: 'ok'; readonly confirmMs: number }
  /**
   * 429. `floorMs` is the minimum wait that the response asked for, or null if none.
   */
  | { readonly kind: 'refused'; readonly floorMs: number | null };

interface PaceStep {
  /** Milliseconds to wait before the next poll. */
  readonly delayMs: number;
  /**
   * How many times as long as on its own the job waits between polls from now on, because of
   * refusals. 1 at first.
   */
  readonly slower: number;
}

/** The step before, and what the pace depends on besides. */
interface Pace
  extends Secretless, Pick<PaceStep, 'slower'>, Pick<Inputs, 'pollIntervalMs' | 'siblings'> {
  readonly random: Random;
  /** Milliseconds between two polls of a job that is alone. */
  readonly pollMs: number;
}

/** Before the first poll of a job that is alone (contract 3.3). */
const FIRST_MS = 4_000;
/** A part of an interval, so that jobs that began together do not stay together. */
const JITTER = 0.1;
/**
 * A refusal makes the interval half as long again, and a response takes off a tenth of it, so that
 * some responses make up for a refusal.
 */
const REFUSED = 1.5;
const SERVED = 0.9;
/**
 * Two minutes between the polls of a job that is alone, so that it notices the end within some
 * minutes even if it is refused all the time.
 */
const SLOWEST = 12;
/**
 * Milliseconds per job between two polls: the shared limit allows one request a second, of which a
 * tenth is left to others.
 */
const SHARE_MS = (LIMITS.shared.windowMs / LIMITS.shared.requests) * 1.1;
/** With runs of eight windows of the creation limit, no more than this are active at once. */
const ACTIVE_MOST = LIMITS.creation.requests * 8;

export function paceNext(
  seen: PaceSeen,
  { siblings, pollIntervalMs: fixedMs, pollMs, slower, random }: Pace,
): PaceStep {
  const intervalMs = fixedMs ?? Math.max(pollMs, SHARE_MS * Math.min(siblings, ACTIVE_MOST));
  switch (seen.kind) {
    case 'started': {
      const isAlone = siblings === 1 && fixedMs === null;
      return { slower, delayMs: isAlone ? FIRST_MS : jittered(intervalMs, random) };
    }
    case 'ok': {
      const less = Math.max(1, slower * SERVED);
      const waitMs = Math.min(seen.confirmMs, fixedMs ?? intervalMs * less);
      return { slower: less, delayMs: jittered(waitMs, random) };
    }
    case 'refused': {
      const more = Math.min(SLOWEST, slower * REFUSED);
      // All refused jobs may be told the same time, so that they spread above it.
      return { slower: more, delayMs: (seen.floorMs ?? 0) + random() * intervalMs * more };
    }
  }
}

/**
 * The last poll is sent this long before the deadline, so that an end just before it is still
 * noticed.
 */
export const LAST_POLL_MS = 1_500;

/**
 * Milliseconds to wait for the next poll, never longer than the time that is left. If the usual
 * wait takes all of that, the last poll is sent early. A wait that the service asked for is kept
 * even if it leaves no time for a last poll; added jitter and backoff are not.
 *
 * @param usualMs 0 or more
 */
export function waitForPoll(
  usualMs: number,
  { remainingMs, askedMs }: { readonly remainingMs: number; readonly askedMs: number },
): number {
  if (usualMs < remainingMs) {
    return usualMs;
  }
  const lastPollMs = Math.max(remainingMs - LAST_POLL_MS, askedMs);
  // The last poll was sent already, or would be at once: nothing comes before the end.
  return lastPollMs > 0 ? Math.min(lastPollMs, remainingMs) : remainingMs;
}

function jittered(ms: number, random: Random): number {
  return ms * (1 + JITTER * (2 * random() - 1));
}

/** So many creates of a matrix are sent at once, and those after them evenly spaced. */
const START_BURST = LIMITS.creation.requests;
/** Slightly more than the limit asks for, which tolerates clock differences (contract 3.3). */
const START_SPACING_MS = LIMITS.creation.windowMs / LIMITS.creation.requests + 800;
/** From the first creates: the window of the limit has passed for all of them by then. */
const START_AFTER_BURST_MS = LIMITS.creation.windowMs + 4_000;

/**
 * Milliseconds to wait before the first create, so that a matrix does not exceed the creation
 * limit.
 */
export function startDelay(
  { siblings, siblingIndex: index }: Pick<Inputs, 'siblings' | 'siblingIndex'>,
  random: Random,
): number {
  // Those fit into one window of the limit and need not wait.
  if (siblings <= START_BURST || index < START_BURST) {
    return 0;
  }
  return START_AFTER_BURST_MS + (index - START_BURST) * START_SPACING_MS + random() * 1000;
}

/**
 * Milliseconds to wait before a create or resume that was refused (429) is sent again: what the
 * service asks for, if anything, and a random time. That is at first up to half a window of the
 * creation limit, because a refusal may be a coincidence, but no longer than what the service asks
 * for (at least a second). It grows to `mostMs`, which is the service's (`Agent.refusedMostMs`).
 */
export function createRetryDelay(
  retry: Parameters<typeof backoff>[0],
  { mostMs }: { readonly mostMs: number },
): number {
  const { windowMs } = LIMITS.creation;
  const firstMs = Math.min(windowMs / 2, Math.max(1_000, retry.floorMs ?? Infinity));
  return backoff({ ...retry, firstMs, capMs: mostMs });
}
