/**
 * The service's rate limits (spec 8) as data, what they allow, and the limiter of a single run,
 * which waits for it (contract 3.1).
 *
 * Only the requests of this process are known. Other jobs may use the same token; `run/pacing`
 * infers their share from 429 responses.
 */
import type { Clock } from '../runner/port.ts';

/**
 * The limit a request counts against. Resume, reading a run and reading logs are standard (contract
 * 3.1).
 */
export type Category = 'creation' | 'standard' | 'setup' | 'analysis';

export interface RateLimit {
  /** Maximum number of requests ... */
  readonly requests: number;
  /** ... in any window of this many milliseconds ... */
  readonly windowMs: number;
  /** ... across these categories. */
  readonly counts: readonly Category[];
}

/**
 * The limits of spec section 8, one row per statement. The spec states the standard limit twice,
 * per 30 s and per 60 s over all endpoints. Every request is held to both, so the stricter one
 * applies.
 */
export const LIMITS = {
  standard: { requests: 60, windowMs: 30_000, counts: ['standard'] },
  creation: { requests: 10, windowMs: 60_000, counts: ['creation'] },
  setup: { requests: 5, windowMs: 60_000, counts: ['setup'] },
  analysis: { requests: 5, windowMs: 60_000, counts: ['analysis'] },
  shared: { requests: 60, windowMs: 60_000, counts: ['creation', 'standard', 'setup', 'analysis'] },
} as const satisfies Readonly<Record<string, RateLimit>>;

const RULES: readonly RateLimit[] = Object.values(LIMITS);
const LONGEST_WINDOW_MS = Math.max(...RULES.map((rule) => rule.windowMs));

interface Sent {
  readonly category: Category;
  readonly at: number;
}

/** The requests that still count, oldest first. */
export type Counted = readonly Sent[];

/**
 * Milliseconds until a request of this category may be sent, 0 if it may be sent now. `now` is
 * monotonic, in ms. `reserve`: the number of requests that must be possible after it.
 */
export function limiterDelay(
  sent: Counted,
  category: Category,
  { now, reserve = 0 }: { readonly now: number; readonly reserve?: number },
): number {
  const delays = RULES.filter(({ counts }) => counts.includes(category)).map((rule) =>
    delayUnder(rule, { sent, now, wanted: 1 + reserve }),
  );
  return Math.max(0, ...delays);
}

interface Wanted {
  readonly sent: Counted;
  readonly now: number;
  /** The requests for which there must be room. */
  readonly wanted: number;
}

/** Milliseconds until one rule has room: the oldest requests must leave its window first. */
function delayUnder(
  { requests, windowMs, counts }: RateLimit,
  { sent, now, wanted }: Wanted,
): number {
  const inWindow = sent.filter((one) => counts.includes(one.category) && now - one.at < windowMs);
  const excess = inWindow.length + wanted - requests;
  const lastToLeave = inWindow.slice(0, Math.max(0, excess)).at(-1);
  return lastToLeave === undefined ? 0 : lastToLeave.at + windowMs - now;
}

/**
 * Records a request that is sent. Refused requests are recorded too, because the spec does not say
 * whether they count.
 */
export function limiterSent(sent: Counted, request: Sent): Counted {
  return [...sent.filter(({ at }) => request.at - at < LONGEST_WINDOW_MS), request];
}

/**
 * Records that a request finished at `now`. The service counted it at some moment in between, and
 * connecting may have taken most of that time. Counting from the end ensures that no window at the
 * service exceeds the limit.
 */
export function limiterDone(sent: Counted, request: Sent, now: number): Counted {
  return [...limiterUnsent(sent, request), { ...request, at: now }];
}

/** Takes a request back that never reached the service, which did not count it. */
function limiterUnsent(sent: Counted, request: Sent): Counted {
  return sent.filter((one) => one !== request);
}

/**
 * The part of the shared budget that may be used in a burst. The rest is spread over the window.
 */
const BURST = LIMITS.shared.requests / 2;

/**
 * Minimum milliseconds between two polls, so that a short fixed interval does not use up the budget
 * at once and then stall. 0 until half of the budget is used.
 */
export function limiterSpacing(sent: Counted, now: number): number {
  const { requests, windowMs } = LIMITS.shared;
  const inWindow = sent.filter(({ at }) => now - at < windowMs);
  const [oldest] = inWindow;
  if (oldest === undefined || inWindow.length <= BURST) {
    return 0;
  }
  // What remains of the budget is spread over the time until the window begins to empty.
  const untilRoomMs = oldest.at + windowMs - now;
  return untilRoomMs / Math.max(1, requests - inWindow.length);
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /**
   * Aborts no later than `signal`, which lets a response still come: from then on no request is
   * begun that changes anything. Absent: `signal` alone counts.
   */
  readonly stop?: AbortSignal;
  /** On the clock's `now`. Nothing is sent after it, and no call takes longer but for `graceMs`. */
  readonly deadline: number;
  /**
   * Maximum milliseconds to wait for the response once the request is sent. Absent: the default
   * timeouts.
   */
  readonly patienceMs?: number;
  /**
   * How long after the deadline the response of a request that is on its way is still waited for.
   * Absent: not at all.
   */
  readonly graceMs?: number;
  /** Called when a request goes out, after the wait for its turn under the limits. */
  readonly onSending?: () => void;
}

/** The result of a permitted request. */
export interface PermitEnd {
  /** The service refused the request for now, because of a rate limit. */
  readonly throttled: boolean;
  /** As `ServiceError.retryAfterMs`. */
  readonly retryAfterMs: number | null;
  /** The request certainly never reached the service. */
  readonly unsent: boolean;
}

export interface Permit {
  done(end: PermitEnd): void;
}

export interface Limiter {
  /**
   * Resolves when a request may be sent, or at the call's deadline. Rejects with `signal.reason` on
   * abort.
   */
  acquire(category: Category, call: CallOptions): Promise<Permit>;
  /**
   * Minimum milliseconds between two polls that keep the token within its budget (contract 3.1).
   */
  spacing(): number;
  /**
   * Milliseconds until the limits, and what a 429 asked for, allow another request of this category
   * and `reserve` more, 0 if they do now.
   */
  delay(category: Category, reserve?: number): number;
  /**
   * Milliseconds until the latest time that an answer asked to wait for, a refusal's or an
   * outage's, 0 if it is over. The only place that keeps it: whoever reads asks here.
   */
  asked(): number;
}

/** Enforces the limits for the requests of one client, of which several may be on their way. */
export class ClientLimiter implements Limiter {
  readonly #clock: Clock;
  #sent: Counted = [];
  /**
   * On the clock's `now`. No request of the step is sent before this time, because a 429 response
   * asked to wait.
   */
  #notBefore = -Infinity;
  /** The same for reads alone, which an outage may hold up as well (503 with `Retry-After`). */
  #askedUntil = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  spacing(): number {
    return limiterSpacing(this.#sent, this.#clock.now());
  }

  delay(category: Category, reserve = 0): number {
    const now = this.#clock.now();
    return Math.max(limiterDelay(this.#sent, category, { now, reserve }), this.#notBefore - now);
  }

  asked(): number {
    return Math.max(0, this.#askedUntil - this.#clock.now());
  }

  async acquire(category: Category, { deadline, signal }: CallOptions): Promise<Permit> {
    const clock = this.#clock;
    // Another request may be sent or refused meanwhile. The wait does not extend the deadline.
    const waitMs = (): number => Math.min(this.delay(category), deadline - clock.now());
    while (waitMs() > 0) {
      await clock.sleep(waitMs(), signal);
    }
    signal.throwIfAborted();
    if (clock.now() >= deadline) {
      return { done: () => undefined };
    }
    const request: Sent = { category, at: clock.now() };
    this.#sent = limiterSent(this.#sent, request);
    return {
      done: ({ throttled, retryAfterMs, unsent }) => {
        this.#sent = unsent
          ? limiterUnsent(this.#sent, request)
          : limiterDone(this.#sent, request, clock.now());
        const until = clock.now() + (retryAfterMs ?? 0);
        this.#askedUntil = Math.max(this.#askedUntil, until);
        if (throttled && retryAfterMs !== null) {
          this.#notBefore = Math.max(this.#notBefore, until);
        }
      },
    };
  }
}
