/** Who decides when a request may go out: a single run's own limiter, or the scheduler of a fleet. */
import type { Clock } from '../ports.ts';
import { retryFloor } from './retry-after.ts';
import {
  limiterDelay,
  limiterDone,
  limiterSent,
  limiterSpacing,
  limiterStart,
  type Category,
  type LimiterState,
} from './rate-limit.ts';

export interface CallOptions {
  readonly signal: AbortSignal;
  /** On the clock's `now`; no call outlives it. */
  readonly deadline: number;
  /** The most to wait for the answer once the request is sent, in milliseconds. Absent: as long as is usual. */
  readonly patienceMs?: number;
}

/** How a request that was let out ended. */
export interface PermitEnd {
  /** Null where no answer came. */
  readonly status: number | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** It certainly never reached the service. */
  readonly unsent: boolean;
}

export interface Permit {
  done(end: PermitEnd): void;
}

export interface Limiter {
  /** Resolves when a request may go out, or when its time is up; rejects with `signal.reason` on abort. */
  acquire(category: Category, call: CallOptions): Promise<Permit>;
  /** Milliseconds to leave between two looks, so that the token's budget lasts (contract 3.1). */
  spacing(): number;
  /** Milliseconds until the limits leave room for another request of this category; 0 when they do now. */
  delay(category: Category): number;
}

/** Of a limiter under which requests wait for nothing but their permits. */
export const UNSPACED: Pick<Limiter, 'spacing' | 'delay'> = { spacing: () => 0, delay: () => 0 };

/** Keeps the limits for the requests of one client, one after the other. */
export class ClientLimiter implements Limiter {
  readonly #clock: Clock;
  #state: LimiterState = limiterStart();
  /** On the clock's `now`: no request before this, whichever part of the step makes it. A refusal (429) asked for it. */
  #notBefore = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  spacing(): number {
    return limiterSpacing(this.#state, this.#clock.now());
  }

  delay(category: Category): number {
    return limiterDelay(this.#state, category, this.#clock.now());
  }

  async acquire(category: Category, { deadline, signal }: CallOptions): Promise<Permit> {
    const clock = this.#clock;
    const waitMs = Math.max(this.delay(category), this.#notBefore - clock.now());
    // Nothing outlives the deadline, a wait for our own limit included.
    if (waitMs > 0) await clock.sleep(Math.max(0, Math.min(waitMs, deadline - clock.now())), signal);
    signal.throwIfAborted();
    if (clock.now() >= deadline) return { done: () => undefined };
    this.#state = limiterSent(this.#state, category, clock.now());
    return {
      done: ({ status, headers }) => {
        this.#state = limiterDone(this.#state, clock.now());
        const floorMs = status === 429 ? retryFloor(headers, clock.wall()) : null;
        if (floorMs !== null) this.#notBefore = Math.max(this.#notBefore, clock.now() + floorMs);
      },
    };
  }
}
