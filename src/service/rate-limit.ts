/**
 * The limits of the service (spec 8) as data, and a limiter that keeps them on this side (contract 3.1).
 *
 * The limiter sees only the requests of its own process. Other jobs draw on the same token unseen; their share is
 * found by `run/pace` from refusals. No IO: the caller asks how long to wait, waits, sends, and says so.
 */

/** What a request counts as. Resume, reading a run and reading logs are standard (contract 3.1). */
export type Category = 'creation' | 'standard' | 'setup' | 'analysis';

export interface Limit {
  /** At most this many requests ... */
  readonly requests: number;
  /** ... in any stretch of this many milliseconds ... */
  readonly windowMs: number;
  /** ... of these categories together. */
  readonly counts: readonly Category[];
}

/**
 * Spec section 8, one row for each statement. The standard limit is stated twice, per 30 s and per 60 s over all
 * endpoints; both are here, and since every request is held to both, the stricter one decides.
 */
export const LIMITS = {
  standard: { requests: 60, windowMs: 30_000, counts: ['standard'] },
  creation: { requests: 10, windowMs: 60_000, counts: ['creation'] },
  setup: { requests: 5, windowMs: 60_000, counts: ['setup'] },
  analysis: { requests: 5, windowMs: 60_000, counts: ['analysis'] },
  shared: { requests: 60, windowMs: 60_000, counts: ['creation', 'standard', 'setup', 'analysis'] },
} as const satisfies Readonly<Record<string, Limit>>;

const RULES: readonly Limit[] = Object.values(LIMITS);
const LONGEST_MS = Math.max(...RULES.map((rule) => rule.windowMs));

interface Sent {
  readonly category: Category;
  readonly at: number;
}

/** The requests that still count, oldest first. Never changed in place. */
export interface LimiterState {
  readonly sent: readonly Sent[];
}

export function limiterStart(): LimiterState {
  return { sent: [] };
}

/** Milliseconds until a request of this category may be sent; 0 when it may be now. `now` is monotonic, in ms. */
export function limiterDelay(state: LimiterState, category: Category, now: number): number {
  let delay = 0;
  for (const rule of RULES) {
    if (!rule.counts.includes(category)) continue;
    const counted = state.sent.filter((sent) => rule.counts.includes(sent.category) && now - sent.at < rule.windowMs);
    // The one that has to leave the window before there is room; with room left there is none.
    const leaves = counted[counted.length - rule.requests];
    if (leaves !== undefined) delay = Math.max(delay, leaves.at + rule.windowMs - now);
  }
  return delay;
}

/**
 * Notes a request that goes out at `now`. Refused ones are noted as well: whether the service counts them is not
 * said. An attempt that never connected need not be.
 */
export function limiterSent(state: LimiterState, category: Category, now: number): LimiterState {
  return { sent: [...state.sent.filter((sent) => now - sent.at < LONGEST_MS), { category, at: now }] };
}

/**
 * Notes that the latest request is over at `now`. The service counted it somewhere between its going out and this moment; making a
 * connection may have taken most of the time before. Counted from its end, no stretch at the service holds more than is allowed.
 */
export function limiterDone({ sent }: LimiterState, now: number): LimiterState {
  const last = sent.at(-1);
  return last === undefined ? { sent } : { sent: [...sent.slice(0, -1), { ...last, at: now }] };
}

/** The part of the shared budget that may be spent in a burst; the rest is spread over the window. */
const BURST = LIMITS.shared.requests / 2;

/**
 * Milliseconds to leave between two looks, so that a short fixed interval does not spend the whole budget at once and then
 * stands still; 0 while less than half of it is spent.
 */
export function limiterSpacing(state: LimiterState, now: number): number {
  const { requests, windowMs } = LIMITS.shared;
  const spent = state.sent.filter(({ at }) => now - at < windowMs);
  const [oldest] = spent;
  if (oldest === undefined || spent.length <= BURST) return 0;
  const left = oldest.at + windowMs - now;
  return left / Math.max(1, requests - spent.length);
}
