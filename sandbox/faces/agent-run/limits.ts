/**
 * The service's rate limits (spec 8): sliding windows over the requests of the sandbox's only
 * token. Each limit can be changed or switched off.
 */

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
  /** Milliseconds until a request is possible again. */
  readonly retryMs: number;
}

/** Counts accepted requests. Refused ones do not count. */
export class RateLimiter {
  readonly #limits: Limits;
  /** Times of the accepted requests in each window, oldest first. */
  readonly #taken = new Map<keyof Limits, readonly number[]>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Null if the request is within all limits (and was counted), otherwise the exceeded limit with
   * the longest wait.
   */
  take(category: Category, now: number): Refusal | null {
    const windows = ([category, 'shared'] as const).flatMap((limit) => {
      const window = this.#limits[limit];
      if (window === null) {
        return [];
      }
      const times = (this.#taken.get(limit) ?? []).filter((time) => time > now - window.windowMs);
      return [{ limit, window, times }];
    });
    const refusals = windows
      .filter(({ window, times }) => times.length >= window.limit)
      .map(({ limit, window, times }) => ({
        limit,
        retryMs: (times[0] ?? now) + window.windowMs - now,
      }));
    const [worst] = refusals.sort((a, b) => b.retryMs - a.retryMs);
    if (worst !== undefined) {
      return worst;
    }
    for (const { limit, times } of windows) {
      this.#taken.set(limit, [...times, now]);
    }
    return null;
  }

  /** Forgets every request. */
  clear(): void {
    this.#taken.clear();
  }
}
