/** The policies to compare. Each `Pacer` belongs to one job and sees only what that job sees. */
import type { Random } from '../../src/ports.ts';
import type { PaceSeen } from '../../src/run/pacing.ts';
import { aloneInterval, paceNext, paceStart } from '../../src/run/pacing.ts';
import { createRetryDelay, startDelay } from '../../src/run/pacing.ts';
import { LIMITS, limiterDelay, limiterSent, limiterStart } from '../../src/service/rate-limit.ts';
import type { Call } from './limiter.ts';

export interface Pacer {
  /** Milliseconds to wait before the create call. */
  start(): number;
  /** Milliseconds until the create call is sent again after its `attempt`-th refusal. */
  createRefused(
    attempt: number,
    refusal: { readonly floorMs: number | null; readonly leftMs: number; readonly waitedMs: number },
  ): number;
  /** Milliseconds until the next poll, or until the final read after the end was seen. */
  next(seen: PaceSeen, now: number): number;
  /** Milliseconds for which the client's own limiter delays a call. */
  hold(call: Call, now: number): number;
  sent(call: Call, now: number): void;
}

/** How many jobs are waiting for their creation and following their run. Only `known` may use it. */
export interface Crowd {
  readonly queued: number;
  readonly running: number;
}

export interface Place {
  readonly crowd: Crowd;
  readonly siblings: number;
  readonly index: number;
  readonly random: Random;
}

export type PolicyName = 'ours' | 'ours+hint' | 'fixed10' | 'fixed30' | 'backoff' | 'aimd' | 'known';

export const PACERS: Readonly<Record<PolicyName, (place: Place) => Pacer>> = {
  ours: (place) => ours({ ...place, siblings: 1, index: 0 }),
  'ours+hint': ours,
  fixed10: () => fixed(10_000),
  fixed30: () => fixed(30_000),
  backoff,
  aimd,
  known,
};

/** The action's own code. */
function ours(place: Place): Pacer {
  let state = paceStart({ siblings: place.siblings, index: place.index, fixedMs: null });
  let limiter = limiterStart();
  return {
    start: () => startDelay(place),
    createRefused: (attempt, refusal) => createRetryDelay({ attempt, random: place.random, ...refusal }),
    next(seen, now) {
      const step = paceNext(state, seen, { now, random: place.random });
      state = step.state;
      return step.delayMs;
    },
    hold: (call, now) => limiterDelay(limiter, call, { now }),
    sent(call, now) {
      limiter = limiterSent(limiter, call, now);
    },
  };
}

const UNLIMITED = { hold: () => 0, sent: () => undefined };
const LOOK_MS = 10_000;

/** A fixed interval in all cases. */
function fixed(intervalMs: number): Pacer {
  return { ...UNLIMITED, start: () => 0, createRefused: () => intervalMs, next: () => intervalMs };
}

/** Every 10 s. After n consecutive refusals, a random time within 10 s × 2ⁿ, at most 5 minutes. */
function backoff({ random }: Place): Pacer {
  const wait = (attempt: number): number => random() * Math.min(300_000, LOOK_MS * 2 ** attempt);
  let refusals = 0;
  return {
    ...UNLIMITED,
    start: () => 0,
    createRefused: wait,
    next(seen) {
      refusals = seen.kind === 'refused' ? refusals + 1 : 0;
      return refusals === 0 ? LOOK_MS : wait(refusals);
    },
  };
}

/**
 * A refusal doubles the interval to at most 2 minutes, each response shortens it by one second to at least 10 s.
 * Creates as in `backoff`.
 */
function aimd({ random }: Place): Pacer {
  let interval = LOOK_MS;
  return {
    ...UNLIMITED,
    start: () => 0,
    createRefused: (attempt) => random() * Math.min(300_000, LOOK_MS * 2 ** attempt),
    next(seen) {
      interval = seen.kind === 'refused' ? Math.min(120_000, interval * 2) : Math.max(LOOK_MS, interval - 1000);
      return interval * (0.9 + 0.2 * random());
    },
  };
}

/** The rates that `known` aims at, of the creations and requests per minute that the service allows. */
const KNOWN = { creations: 7, requests: 44 };

/** Not possible in practice: jobs always know their number and use the same even rate, slightly below the limit. */
function known({ random, crowd }: Place): Pacer {
  const turn = (): number => (random() * 2 * crowd.queued * 60_000) / KNOWN.creations;
  let startedAt: number | null = null;
  return {
    ...UNLIMITED,
    start: () => (crowd.queued <= LIMITS.creation.requests ? 0 : turn()),
    createRefused: turn,
    next(_seen, now) {
      startedAt ??= now;
      const requests = KNOWN.requests - Math.min(KNOWN.creations, crowd.queued);
      const even = (crowd.running * 60_000) / requests;
      return Math.max(aloneInterval(now - startedAt), even) * (0.94 + 0.12 * random());
    },
  };
}
