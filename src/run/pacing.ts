/**
 * Decides when to send: the next poll of a run, and a create that has to wait (contract 3.1 to 3.3). Pure: computes a delay from what was
 * seen, the time and a random number.
 *
 * A job polls every ten seconds. A refusal (429) shows that other jobs use the token: each one makes the interval longer, and each answer
 * brings it closer to ten seconds again. Jobs of a matrix know how many they are and begin with their share of the limit.
 */
import type { Random } from '../ports.ts';
import { LIMITS } from '../service/limits.ts';

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
  /** How many times as long as on its own the job waits between polls, because of refusals. */
  readonly slower: number;
  /** Consecutive refusals. */
  readonly refusals: number;
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

/** Between two polls of a job that is alone, and before its first one (contract 3.3). */
const POLL_MS = 10_000;
const FIRST_MS = 4_000;
/** Of an interval, so that jobs that began together do not stay together. */
const JITTER = 0.06;
/**
 * A refusal makes the interval half as long again, further ones in a row a tenth, and an answer takes off a tenth of what it is longer: a
 * job that was refused by coincidence is soon back. The most is two minutes.
 */
const REFUSED = 1.5;
const REFUSED_AGAIN = 1.1;
const ANSWERED = 0.1;
const SLOWEST = 12;
/** Further refusals spread the attempts, because a service that counts them answers nobody until all try more rarely. */
const RARER = 1.2;
/** A job that waited long for its create has as many others beside it as are active at once (`ACTIVE_MOST`), less those that end. */
const QUEUED_MOST = 7;
/** Milliseconds per job between two polls: the shared limit allows one request a second, of which a tenth is left to others. */
const SHARE_MS = (LIMITS.shared.windowMs / LIMITS.shared.requests) * 1.1;
/** At ten creations a minute and eight minutes a run, no more runs than this are active at once. */
const ACTIVE_MOST = 80;
/** Consecutive faults, with full jitter. */
const FAULT = { baseMs: 1_000, mostMs: 60_000 };
/** Polls that only confirm an end. */
const SETTLE = { firstMs: 1_000, growth: 1.6 };

export function paceStart(options: PaceOptions): PaceState {
  return { options, startedAt: null, slower: 1, refusals: 0, settled: 0, unsettled: 0 };
}

export function paceNext(state: PaceState, seen: PaceSeen, context: PaceContext): PaceStep {
  const here = { ...state, startedAt: state.startedAt ?? context.now };
  switch (seen.kind) {
    case 'started':
      return poll({ ...here, slower: Math.max(1, Math.min(QUEUED_MOST, seen.refusedMs / POLL_MS)) }, context, FIRST_MS);
    case 'ok':
      return answered(here, seen, context);
    case 'refused':
      return refused(here, seen.floorMs, context);
    case 'fault':
      return { state: here, delayMs: context.random() * Math.min(FAULT.mostMs, FAULT.baseMs * 2 ** seen.attempt) };
  }
}

/** Milliseconds until the next poll of a run of this age that does not share its token. */
export function aloneInterval(ageMs: number): number {
  return ageMs < FIRST_MS / 2 ? FIRST_MS : POLL_MS;
}

function answered(state: PaceState, seen: Extract<PaceSeen, { kind: 'ok' }>, context: PaceContext): PaceStep {
  // Closer than a tenth counts as ten seconds.
  const slower = 1 + (state.slower - 1) * (1 - ANSWERED);
  const next: PaceState = { ...state, slower: slower < 1 + ANSWERED ? 1 : slower, refusals: 0 };
  if (seen.full) return { state: next, delayMs: 0 };
  if (seen.finalAnswer) return { state: { ...next, settled: 1 }, delayMs: 500 + 500 * context.random() };
  if (!seen.settling && state.settled === 0)
    return seen.active ? poll(next, context) : { state: next, delayMs: regularWait(next, context) };
  // News set the count back, each time less: a run that goes on after an apparent end would be polled every second.
  const unsettled = state.unsettled + (seen.news ? 1 : 0);
  const settled = seen.news ? unsettled : state.settled + 1;
  const soonMs = SETTLE.firstMs * SETTLE.growth ** (settled - 1) * Math.min(3, next.slower);
  return {
    state: { ...next, settled, unsettled },
    delayMs: Math.min(regularWait(next, context), soonMs * jitter(context)),
  };
}

function refused(state: PaceState, floorMs: number | null, context: PaceContext): PaceStep {
  const { fixedMs } = state.options;
  const next: PaceState = {
    ...state,
    slower: Math.min(SLOWEST, state.slower * (state.refusals === 0 ? REFUSED : REFUSED_AGAIN)),
    refusals: state.refusals + 1,
  };
  const rarer = RARER ** state.refusals;
  // All refused jobs are told the same time, so that they spread above it.
  if (floorMs !== null)
    return { state: next, delayMs: floorMs + context.random() * Math.max(1_000, floorMs / 2) * rarer };
  const waitMs = fixedMs === null ? context.random() * interval(next, context) : fixedMs * (0.5 + context.random());
  return { state: next, delayMs: waitMs * rarer };
}

/** The next regular poll, which the client of a fleet spaces itself. */
function poll(state: PaceState, context: PaceContext, mostMs = Infinity): PaceStep {
  const { scheduled = false, fixedMs, siblings } = state.options;
  if (scheduled && fixedMs === null) return { state, delayMs: 0 };
  const first = siblings === 1 && state.slower === 1 && fixedMs === null ? mostMs : Infinity;
  return { state, delayMs: Math.min(first, regularWait(state, context)) };
}

function regularWait(state: PaceState, context: PaceContext): number {
  const { fixedMs } = state.options;
  if (fixedMs !== null) return fixedMs * (0.9 + 0.2 * context.random());
  return interval(state, context) * jitter(context);
}

function interval({ options, startedAt, slower }: PaceState, { now }: PaceContext): number {
  const { siblings, index } = options;
  const active = siblings === 1 ? 1 : Math.min(siblings, startedBy(index, now - (startedAt ?? now)), ACTIVE_MOST);
  return Math.max(POLL_MS, SHARE_MS * active) * slower;
}

function jitter({ random }: PaceContext): number {
  return 1 + JITTER * (2 * random() - 1);
}

/** The limit per minute (`LIMITS.creation`) allows one creation every 6 s. Slightly more tolerates clock differences. */
const START_SPACING_MS = 6_800;
const START_BURST = LIMITS.creation.requests;
/** The first ten are sent immediately. By this time the window of 60 s has passed for all of them. */
const START_AFTER_BURST_MS = 64_000;

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

/** How many siblings have started when the run of this one is `ageMs` old, if each started in its slot. */
function startedBy(index: number, ageMs: number): number {
  return START_BURST + (startSlot(index) + ageMs) / START_SPACING_MS;
}

/** When the sibling with this index sends its create, in ms from the start of the matrix. */
function startSlot(index: number): number {
  return index < START_BURST ? 0 : START_AFTER_BURST_MS + (index - START_BURST) * START_SPACING_MS;
}

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
