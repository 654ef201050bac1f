/** The service's rate limits (spec 8) from its own side: sliding windows per token; each can be set or switched off. */

export interface Window {
  readonly limit: number;
  readonly windowMs: number;
}

/** Null switches a limit off. */
export interface Limits {
  /** Standard endpoints, first statement. */
  readonly standard: Window | null;
  /** All endpoints together, second statement. */
  readonly shared: Window | null;
  readonly creation: Window | null;
  /** No endpoint of these two is described in the spec; they are here so that the table is whole. */
  readonly setup: Window | null;
  readonly analysis: Window | null;
}

export const SPEC_LIMITS: Limits = {
  standard: { limit: 60, windowMs: 30_000 },
  shared: { limit: 60, windowMs: 60_000 },
  creation: { limit: 10, windowMs: 60_000 },
  setup: { limit: 5, windowMs: 60_000 },
  analysis: { limit: 5, windowMs: 60_000 },
};

export type Category = 'standard' | 'creation' | 'setup' | 'analysis';

export interface Refusal {
  readonly limit: keyof Limits;
  /** Until a place is free. */
  readonly retryMs: number;
}

/** Counts accepted requests; refused ones do not count. */
export class RateLimiter {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number[]>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Null when the request is within all limits (it is counted then). */
  take(token: string, category: Category, now: number): Refusal | null {
    const names: readonly (keyof Limits)[] = [category, 'shared'];
    for (const limit of names) {
      const window = this.#limits[limit];
      if (window === null) continue;
      const times = this.#times(token, limit).filter((time) => time > now - window.windowMs);
      this.#taken.set(`${limit} ${token}`, times);
      const [oldest] = times;
      if (times.length >= window.limit) return { limit, retryMs: (oldest ?? now) + window.windowMs - now };
    }
    for (const limit of names) this.#times(token, limit).push(now);
    return null;
  }

  #times(token: string, limit: keyof Limits): number[] {
    const key = `${limit} ${token}`;
    const times = this.#taken.get(key) ?? [];
    this.#taken.set(key, times);
    return times;
  }
}
