/**
 * The part of a token's rate limits that one process may use (contract 3.1 and 13). Pure: the caller reports requests
 * and responses, and asks how long to wait.
 *
 * Unlike `service/rate-limit`, this counts many requests in flight at once and leaves room for other users of the
 * token: a refusal (429) lowers the rate, which recovers while there are no others.
 */
import { LIMITS, type Category } from '../../service/rate-limit.ts';

interface Spent {
  readonly id: number;
  readonly category: Category;
  /** When the response arrived, the latest time at which the service may have counted the request. Null in flight. */
  readonly at: number | null;
}

/** Requests or creations per minute. */
interface Rate {
  readonly perMinute: number;
  /** When it was last lowered. It recovers with the time since then. */
  readonly at: number;
  /** The maximum it recovers to: the limit, or this fleet's share of it. */
  readonly most: number;
}

/** Plain, immutable data. */
export interface Budget {
  readonly spent: readonly Spent[];
  readonly requests: Rate;
  readonly creations: Rate;
  /** When the next evenly spaced request is due. */
  readonly slot: number;
  /** No request before this time, because the service asked to wait. */
  readonly notBefore: number;
  readonly createNotBefore: number;
}

const MINUTE_MS = 60_000;
/** Maximum requests in a burst after a pause. With many runs, bursts would recur every minute, so polls are spaced. */
const BURSTS = { even: 10, brisk: 30 };
/** A refusal lowers the rate to this fraction. Each period of `raiseMs` without one raises it by one per minute. */
const REQUESTS = { lowered: 0.75, least: 6, raiseMs: 4_000 };
const CREATIONS = { lowered: 0.6, least: 0.5, raiseMs: 30_000 };

export interface Share {
  /** Fleets that share the token, including this one. 1 if alone. */
  readonly siblings: number;
  /** The index of this fleet, from 0. */
  readonly index: number;
}

export function budgetStart(now: number, { siblings, index }: Share): Budget {
  const requests = LIMITS.shared.requests / siblings;
  const creations = LIMITS.creation.requests / siblings;
  return {
    spent: [],
    requests: { perMinute: requests, at: now, most: requests },
    creations: { perMinute: creations, at: now, most: creations },
    slot: -Infinity,
    notBefore: -Infinity,
    // The jobs of a large matrix take turns with their first creations.
    createNotBefore: now + Math.floor(index / LIMITS.creation.requests) * MINUTE_MS,
  };
}

/** `now` sends a request as soon as the limits allow, `even` in a steady stream, `brisk` with larger bursts. */
export type Manner = 'now' | keyof typeof BURSTS;
/** The part of the limit for low-priority requests, so that a poll is possible at once when the list shows an end. */
const SPARE = { log: 0.85, live: 0.7 };
export type Spare = keyof typeof SPARE;

/** Milliseconds until a request may be sent. 0 if it may be sent now, Infinity if that depends on a response in flight. */
export function budgetDelay(
  budget: Budget,
  { category, manner, spare }: { readonly category: Category; readonly manner: Manner; readonly spare?: Spare | null },
  now: number,
): number {
  const rate = requestRate(budget, now) * (spare === undefined || spare === null ? 1 : SPARE[spare]);
  const shared = windowDelay(budget.spent, { most: rate, ...LIMITS.shared }, now);
  const paused = Math.max(0, budget.notBefore - now);
  const even = manner === 'now' ? 0 : Math.max(0, slotAt(budget, manner, now) - now);
  return Math.max(shared, paused, even, category === 'standard' ? 0 : categoryDelay(budget, category, now));
}

function categoryDelay(budget: Budget, category: Exclude<Category, 'standard'>, now: number): number {
  if (category !== 'creation')
    return windowDelay(budget.spent, { most: LIMITS[category].requests, ...LIMITS[category] }, now);
  const perMinute = creationRate(budget, now);
  const paused = Math.max(0, budget.createNotBefore - now);
  const window = windowDelay(budget.spent, { ...LIMITS.creation, most: budget.creations.most }, now);
  if (perMinute >= LIMITS.creation.requests) return Math.max(paused, window);
  // After a refusal, creations are spaced evenly at the lower rate. The window still counts earlier ones.
  const last = budget.spent.findLast((one) => one.category === 'creation');
  const gap = last === undefined ? 0 : last.at === null ? Infinity : last.at + MINUTE_MS / perMinute - now;
  return Math.max(paused, window, gap);
}

/** Milliseconds until fewer than `most` requests count in the window. 0 or less if that is so already. */
function windowDelay(
  spent: readonly Spent[],
  {
    most,
    windowMs,
    counts,
  }: { readonly most: number; readonly windowMs: number; readonly counts: readonly Category[] },
  now: number,
): number {
  const counted = spent.filter(({ category }) => counts.includes(category));
  const room = Math.max(1, Math.floor(most));
  if (counted.length < room) return 0;
  const leaving = counted.map(({ at }) => (at === null ? Infinity : at + windowMs - now)).sort((a, b) => a - b)[
    counted.length - room
  ];
  return leaving ?? 0;
}

export function budgetSent(
  budget: Budget,
  { id, category, manner }: { readonly id: number; readonly category: Category; readonly manner: Manner },
  now: number,
): Budget {
  const spent = budget.spent.filter(({ at }) => at === null || now - at < MINUTE_MS);
  const slot = slotAt(budget, manner, now) + MINUTE_MS / requestRate(budget, now);
  return { ...budget, slot, spent: [...spent, { id, category, at: null }] };
}

export interface Answered {
  readonly id: number;
  /** A 429 with the minimum wait that the response asked for, or null if it named none. */
  readonly refused: { readonly floorMs: number | null } | null;
  /** The request never reached the service, so it was not counted. */
  readonly unsent: boolean;
  /** In [0, 1): random jitter for requests after a refusal. */
  readonly dice: number;
}

export function budgetAnswered(budget: Budget, { id, refused, unsent, dice }: Answered, now: number): Budget {
  const own = budget.spent.find((one) => one.id === id);
  const spent = unsent
    ? budget.spent.filter((one) => one.id !== id)
    : budget.spent.map((one) => (one.id === id ? { ...one, at: now } : one));
  const counted = { ...budget, spent };
  if (refused === null || own === undefined) return counted;
  return own.category === 'creation'
    ? createRefused(counted, { refused, dice }, now)
    : lookRefused(counted, { refused, dice }, now);
}

type Refusal = { readonly refused: { readonly floorMs: number | null }; readonly dice: number };

function lookRefused(budget: Budget, { refused, dice }: Refusal, now: number): Budget {
  const perMinute = Math.min(
    budget.requests.most,
    Math.max(REQUESTS.least, requestRate(budget, now) * REQUESTS.lowered),
  );
  const pauseMs = refused.floorMs ?? (MINUTE_MS / perMinute) * 2;
  const notBefore = Math.max(budget.notBefore, now + pauseMs + (dice * MINUTE_MS) / perMinute);
  // Requests that were in flight together are refused together, which counts as one refusal.
  return now < budget.notBefore
    ? { ...budget, notBefore }
    : { ...budget, notBefore, requests: { ...budget.requests, perMinute, at: now } };
}

function createRefused(budget: Budget, { refused, dice }: Refusal, now: number): Budget {
  const perMinute = Math.min(
    budget.creations.most,
    Math.max(CREATIONS.least, creationRate(budget, now) * CREATIONS.lowered),
  );
  const pauseMs = refused.floorMs ?? MINUTE_MS / LIMITS.creation.requests;
  const createNotBefore = Math.max(
    budget.createNotBefore,
    now + pauseMs + dice * (MINUTE_MS / LIMITS.creation.requests),
  );
  return now < budget.createNotBefore
    ? { ...budget, createNotBefore }
    : { ...budget, createNotBefore, creations: { ...budget.creations, perMinute, at: now } };
}

/** The current rate in requests per minute. */
export function requestRate({ requests }: Pick<Budget, 'requests'>, now: number): number {
  return raised(requests, REQUESTS.raiseMs, now);
}

function creationRate({ creations }: Budget, now: number): number {
  return raised(creations, CREATIONS.raiseMs, now);
}

function raised({ perMinute, at, most }: Rate, raiseMs: number, now: number): number {
  return Math.min(most, perMinute + (now - at) / raiseMs);
}

/** The slot lags behind by at most one burst. */
function slotAt(budget: Budget, manner: Manner, now: number): number {
  const burst = BURSTS[manner === 'even' ? 'even' : 'brisk'];
  return Math.max(budget.slot, now - (burst * MINUTE_MS) / requestRate(budget, now));
}
