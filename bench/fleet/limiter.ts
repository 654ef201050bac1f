/** The service's side of the limits: the rules of `LIMITS`, counted in three ways. */
import { LIMITS, type Limit } from '../../src/service/rate-limit.ts';

export const LIMITERS = ['sliding', 'fixed', 'counting'] as const;
/** `sliding` and `counting` use the last 60 s, `fixed` the clock minute. With `counting`, refused calls count too. */
export type LimiterKind = (typeof LIMITERS)[number];

export type Call = 'creation' | 'standard';

export interface ServiceLimiter {
  /** Whether a call arriving at `now` (ms, monotonic) is accepted. Counts the call as this limiter does. */
  admit(call: Call, now: number): boolean;
  /** The `Retry-After` of a call refused at `now`: until the windows have room, in ms, rounded up to whole seconds. */
  retryAfter(call: Call, now: number): number;
}

export function serviceLimiter(kind: LimiterKind): ServiceLimiter {
  const rules = Object.values(LIMITS)
    .filter((rule: Limit) => rule.counts.includes('creation') || rule.counts.includes('standard'))
    .map((rule: Limit) => ({ rule, window: kind === 'fixed' ? new FixedWindow(rule) : new SlidingWindow(rule) }));
  return {
    admit(call, now) {
      const counted = rules.filter(({ rule }) => rule.counts.includes(call));
      const admitted = counted.every(({ window }) => window.room(now));
      if (admitted || kind === 'counting') for (const { window } of counted) window.count(now);
      return admitted;
    },
    retryAfter(call, now) {
      const full = rules.filter(({ rule, window }) => rule.counts.includes(call) && !window.room(now));
      return Math.max(0, ...full.map(({ window }) => Math.ceil((window.roomAt(now) - now) / 1000) * 1000));
    },
  };
}

class SlidingWindow {
  readonly #limit: Limit;
  /** A ring buffer of the times of the last `requests` counted calls. The oldest one determines whether there is room. */
  readonly #times: number[];
  #next = 0;

  constructor(limit: Limit) {
    this.#limit = limit;
    this.#times = new Array<number>(limit.requests).fill(-Infinity);
  }

  room(now: number): boolean {
    return now - (this.#times[this.#next] ?? -Infinity) >= this.#limit.windowMs;
  }

  /** When a full window has room again. */
  roomAt(): number {
    return (this.#times[this.#next] ?? 0) + this.#limit.windowMs;
  }

  count(now: number): void {
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#limit.requests;
  }
}

class FixedWindow {
  readonly #limit: Limit;
  #window = -1;
  #used = 0;

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  room(now: number): boolean {
    return Math.floor(now / this.#limit.windowMs) !== this.#window || this.#used < this.#limit.requests;
  }

  /** When a full window has room again. */
  roomAt(now: number): number {
    return (Math.floor(now / this.#limit.windowMs) + 1) * this.#limit.windowMs;
  }

  count(now: number): void {
    const window = Math.floor(now / this.#limit.windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#used = 0;
    }
    this.#used += 1;
  }
}
