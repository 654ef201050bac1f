/** The policies that are compared. One `Pacer` belongs to one job and sees what that job sees, nothing else. */
import type { Random } from '../../src/ports.ts';
import type { PaceSeen } from '../../src/run/pacing/pace-state.ts';
import { aloneInterval, paceNext, paceStart } from '../../src/run/pacing/poll-interval.ts';
import { createRetryDelay, startDelay } from '../../src/run/pacing/matrix-start.ts';
import { LIMITS, limiterDelay, limiterSent, limiterStart } from '../../src/service/rate-limit.ts';
import type { Call } from './limiter.ts';

export interface Pacer {
  /** Ms to wait before the create call. */
  start(): number;
  /** The create call was refused for the `attempt`-th time: ms until it is sent again. */
  createRefused(attempt: number, time: { readonly leftMs: number; readonly waitedMs: number }): number;
  /** Ms until the next look, or until the final read after the end was seen. */
  next(seen: PaceSeen, now: number): number;
  /** Ms that the client's own limiter holds a call back. */
  hold(call: Call, now: number): number;
  sent(call: Call, now: number): void;
}

/** How many jobs wait for their creation and follow their run at the moment; only `known` may look at it. */
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

/** The code of the action. */
function ours(place: Place): Pacer {
  let state = paceStart({ siblings: place.siblings, index: place.index, fixedMs: null });
  let limiter = limiterStart();
  return {
    start: () => startDelay(place),
    createRefused: (attempt, time) => createRetryDelay({ attempt, floorMs: null, random: place.random, ...time }),
    next(seen, now) {
      const step = paceNext(state, seen, { now, random: place.random });
      state = step.state;
      return step.delayMs;
    },
    hold: (call, now) => limiterDelay(limiter, call, now),
    sent(call, now) {
      limiter = limiterSent(limiter, call, now);
    },
  };
}

const UNLIMITED = { hold: () => 0, sent: () => undefined };
const LOOK_MS = 10_000;

/** Every so many seconds, whatever happens. */
function fixed(intervalMs: number): Pacer {
  return { ...UNLIMITED, start: () => 0, createRefused: () => intervalMs, next: () => intervalMs };
}

/** Every 10 s; after the n-th refusal in a row somewhere in 10 s × 2ⁿ, at most 5 minutes. */
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

/** Interval doubled on refusal up to 2 minutes, one second less on success down to 10 s; create as in `backoff`. */
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

/** Of the creations and of all requests that the service allows, how many a minute `known` aims at. */
const KNOWN = { creations: 7, requests: 44 };

/** Cannot be had: jobs that always know how many they are, each at the same even rate, a little below what is allowed. */
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
