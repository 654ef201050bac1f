/**
 * The service's rate limits (spec 8) as data, and a limiter that enforces them on the client side (contract 3.1).
 *
 * The limiter sees only the requests of its own process. Other jobs may use the same token; `run/pacing` infers their
 * share from 429 responses. No IO: the caller asks how long to wait, waits, sends, and reports the request.
 */

/** The limit a request counts against. Resume, reading a run and reading logs are standard (contract 3.1). */
export type Category = 'creation' | 'standard' | 'setup' | 'analysis';

export interface Limit {
  /** Maximum number of requests ... */
  readonly requests: number;
  /** ... in any window of this many milliseconds ... */
  readonly windowMs: number;
  /** ... across these categories. */
  readonly counts: readonly Category[];
}

/**
 * The limits of spec section 8, one row per statement. The spec states the standard limit twice, per 30 s and per 60 s
 * over all endpoints. Every request is held to both, so the stricter one applies.
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

/** The requests that still count, oldest first. Immutable. */
export interface LimiterState {
  readonly sent: readonly Sent[];
}

export function limiterStart(): LimiterState {
  return { sent: [] };
}

/**
 * Milliseconds until a request of this category may be sent, 0 if it may be sent now. `now` is monotonic, in ms. `reserve`: the number of
 * requests that must be possible after it.
 */
export function limiterDelay(
  state: LimiterState,
  category: Category,
  { now, reserve = 0 }: { readonly now: number; readonly reserve?: number },
): number {
  let delay = 0;
  for (const rule of RULES) {
    if (!rule.counts.includes(category)) continue;
    const counted = state.sent.filter((sent) => rule.counts.includes(sent.category) && now - sent.at < rule.windowMs);
    // The request that must leave the window before there is room, or undefined if there is room.
    const leaves = counted[counted.length + reserve - rule.requests];
    if (leaves !== undefined) delay = Math.max(delay, leaves.at + rule.windowMs - now);
  }
  return delay;
}

/** Records a request sent at `now`. Refused requests are recorded too, because the spec does not say whether they count. */
export function limiterSent(state: LimiterState, category: Category, now: number): LimiterState {
  return { sent: [...state.sent.filter((sent) => now - sent.at < LONGEST_MS), { category, at: now }] };
}

/**
 * Records that the latest request finished at `now`. The service counted it at some moment in between, and connecting
 * may have taken most of that time. Counting from the end ensures that no window at the service exceeds the limit.
 */
export function limiterDone({ sent }: LimiterState, now: number): LimiterState {
  const last = sent.at(-1);
  return last === undefined ? { sent } : { sent: [...sent.slice(0, -1), { ...last, at: now }] };
}

/** Records that the latest request never reached the service, which therefore did not count it. */
export function limiterUnsent({ sent }: LimiterState): LimiterState {
  return { sent: sent.slice(0, -1) };
}

/** The part of the shared budget that may be used in a burst. The rest is spread over the window. */
const BURST = LIMITS.shared.requests / 2;

/**
 * Minimum milliseconds between two polls, so that a short fixed interval does not use up the budget at once and then
 * stall. 0 until half of the budget is used.
 */
export function limiterSpacing(state: LimiterState, now: number): number {
  const { requests, windowMs } = LIMITS.shared;
  const spent = state.sent.filter(({ at }) => now - at < windowMs);
  const [oldest] = spent;
  if (oldest === undefined || spent.length <= BURST) return 0;
  const left = oldest.at + windowMs - now;
  return left / Math.max(1, requests - spent.length);
}
