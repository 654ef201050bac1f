/** Decides when a request may be sent. A single run has its own limiter; a fleet uses its scheduler. */
import type { Clock } from '../ports.ts';
import { retryFloor } from './retry-after.ts';
import {
  limiterDelay,
  limiterDone,
  limiterSent,
  limiterSpacing,
  limiterStart,
  limiterUnsent,
  type Category,
  type LimiterState,
} from './rate-limit.ts';

export interface CallOptions {
  readonly signal: AbortSignal;
  /** On the clock's `now`. No call takes longer. */
  readonly deadline: number;
  /** Maximum milliseconds to wait for the response once the request is sent. Absent: the default timeouts. */
  readonly patienceMs?: number;
}

/** The result of a permitted request. */
export interface PermitEnd {
  /** Null if there was no response. */
  readonly status: number | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request certainly never reached the service. */
  readonly unsent: boolean;
}

export interface Permit {
  done(end: PermitEnd): void;
}

export interface Limiter {
  /** Resolves when a request may be sent, or at the call's deadline. Rejects with `signal.reason` on abort. */
  acquire(category: Category, call: CallOptions): Promise<Permit>;
  /** Minimum milliseconds between two polls that keep the token within its budget (contract 3.1). */
  spacing(): number;
  /** Milliseconds until the limits allow another request of this category and `reserve` more, 0 if they do now. */
  delay(category: Category, reserve?: number): number;
}

/** For limiters that delay requests only through their permits. */
export const UNSPACED: Pick<Limiter, 'spacing' | 'delay'> = { spacing: () => 0, delay: () => 0 };

/** Enforces the limits for the sequential requests of one client. */
export class ClientLimiter implements Limiter {
  readonly #clock: Clock;
  #state: LimiterState = limiterStart();
  /** On the clock's `now`. No request of the step is sent before this time, because a 429 response asked to wait. */
  #notBefore = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  spacing(): number {
    return limiterSpacing(this.#state, this.#clock.now());
  }

  delay(category: Category, reserve = 0): number {
    return limiterDelay(this.#state, category, { now: this.#clock.now(), reserve });
  }

  async acquire(category: Category, { deadline, signal }: CallOptions): Promise<Permit> {
    const clock = this.#clock;
    const waitMs = Math.max(this.delay(category), this.#notBefore - clock.now());
    // Waiting for this client's own limit does not extend the deadline either.
    if (waitMs > 0) await clock.sleep(Math.max(0, Math.min(waitMs, deadline - clock.now())), signal);
    signal.throwIfAborted();
    if (clock.now() >= deadline) return { done: () => undefined };
    this.#state = limiterSent(this.#state, category, clock.now());
    return {
      done: ({ status, headers, unsent }) => {
        this.#state = unsent ? limiterUnsent(this.#state) : limiterDone(this.#state, clock.now());
        const floorMs = status === 429 ? retryFloor(headers, clock.wall()) : null;
        if (floorMs !== null) this.#notBefore = Math.max(this.#notBefore, clock.now() + floorMs);
      },
    };
  }
}
