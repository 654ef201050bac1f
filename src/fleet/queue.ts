/**
 * One queue for all requests of a step with many runs (contract 13), under the limits of contract
 * 3.1: creations first, then what ends a run, then polls, then logs. A refusal (429) pauses it as
 * long as the response says and lowers the rate, which recovers.
 */
import type { Ports } from '../context.ts';
import {
  LIMITS,
  type CallOptions,
  type Category,
  type Limiter,
  type Permit,
  type RateLimit,
} from '../http/limits.ts';

/**
 * First to last. `log`: the rest of an ended run's log. `live`: the log of a run whose status the
 * list of runs shows.
 */
export const PRIORITIES = ['create', 'end', 'poll', 'log', 'live'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * The part of the shared limit that is open to a priority, so that those before it need not wait
 * for its window to pass.
 */
const ROOM: Readonly<Record<Priority, number>> = {
  create: 1,
  end: 1,
  poll: 0.95,
  log: 0.85,
  live: 0.7,
};
/**
 * Polls and logs are evenly spaced, but for those of so many milliseconds at once after a pause.
 */
const BURST_MS = 20_000;
/** The part of the limit that runs whose time is almost up may take from the others. */
const KEPT_MOST = 2 / 3;
/**
 * Where polls use up the limit, one request for the log of an ended run follows this many of them.
 */
const POLLS_PER_LOG = 3;

/** A refusal lowers the rate to this part of it ... */
const LOWERED = 0.7;
/**
 * ... and without another one it comes back, from nothing to all of the limit in so many
 * milliseconds.
 */
const RECOVERY_MS = 300_000;

/** A request that counts in the windows of the limits. */
interface Sent {
  /**
   * When it was answered, on the clock's `now`, because the service counted it before that.
   * Infinity until then, -Infinity if it never reached the service.
   */
  at: number;
}

/** The requests of a limit's window, and how many there may be: this step's share of the limit. */
class LimitWindow {
  readonly #most: number;
  readonly #windowMs: number;
  #sent: readonly Readonly<Sent>[] = [];
  #rate: number;
  #rateAt = 0;
  #pausedUntil = -Infinity;

  /** @param siblings how many fleets share the limit */
  constructor({ requests, windowMs }: RateLimit, siblings: number) {
    this.#most = requests / siblings;
    this.#windowMs = windowMs;
    this.#rate = this.#most;
  }

  /**
   * Milliseconds from one request to the next, where they are evenly spaced. @param kept how many
   * requests of the window others are going to need
   */
  spacingMs(now: number, kept: number): number {
    const rate = this.rate(now);
    return this.#windowMs / (rate - Math.min(kept, rate * KEPT_MOST));
  }

  rate(now: number): number {
    return Math.min(this.#most, this.#rate + (this.#most * (now - this.#rateAt)) / RECOVERY_MS);
  }

  /**
   * Milliseconds until there is room. Infinity if that depends on a response. @param room the part
   * of the limit to use
   */
  delay(now: number, room = 1): number {
    const most = Math.max(1, Math.floor(this.rate(now) * room));
    const newestFirst = this.#sent.map(({ at }) => at).sort((a, b) => b - a);
    // With fewer than `most` requests there is none that has to leave the window first.
    const lastToLeave = newestFirst[most - 1] ?? -Infinity;
    return Math.max(lastToLeave + this.#windowMs, this.#pausedUntil) - now;
  }

  add(sent: Readonly<Sent>, now: number): void {
    this.#sent = [...this.#sent.filter(({ at }) => now - at < this.#windowMs), sent];
  }

  /** A refusal is waited out. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  /** @param floorMs how long the refusal asks to wait, or null. `jitter`: in [0, 1) */
  refused(
    now: number,
    { floorMs, jitter }: { readonly floorMs: number | null; readonly jitter: number },
  ): void {
    // Requests that were in flight together are refused together, which counts as one refusal.
    if (now >= this.#pausedUntil) {
      this.#rate = Math.max(0.5, this.rate(now) * LOWERED);
      this.#rateAt = now;
    }
    const pauseMs =
      (floorMs ?? this.#windowMs / this.#rate) + (jitter * this.#windowMs) / this.#most;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
  }
}

/** What a run needs when its time is up. */
interface KeptRoom {
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly requests: number;
}

/**
 * Room for one more creation, from before its look-ups until its create goes out. In the shared
 * limit, which those look-ups need as well, it does not count before that.
 */
export type Reservation = Sent;

interface Wanted extends Pick<CallOptions, 'deadline' | 'signal'> {
  readonly priority: () => Priority;
}

/** A request that waits for its turn. */
interface Waiting extends Omit<Wanted, 'signal'> {
  readonly category: Category;
  /** Given the clock's `now` when it is its turn, null at the deadline. */
  readonly settle: (now: number | null) => void;
}

/** For a request whose time was over before its turn, which is not sent. */
const NO_PERMIT: Permit = { done: () => undefined };

/** How a request stands at some moment. */
interface QueuedRequest {
  readonly waiting: Waiting;
  readonly priority: Priority;
  /** The time for it is over: it is settled without a permit, ahead of all others. */
  readonly isLate: boolean;
  /** Place of its priority, the smallest first. */
  readonly rank: number;
  /** Milliseconds until it may be settled, 0 or less if it may be now. */
  readonly waitMs: number;
}

export class Queue {
  readonly #ports: Pick<Ports, 'clock' | 'random'>;
  readonly #creations: LimitWindow;
  readonly #all: LimitWindow;
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  readonly #kept = new Set<KeptRoom>();
  /** See `Limiter.asked`, on the clock's `now`. */
  #askedUntil = -Infinity;
  /** When the next of the evenly spaced requests is due, on the clock's `now`. */
  #nextEvenAt = -Infinity;
  #pollsSinceLog = 0;
  #alarm = new AbortController();

  /** @param siblings how many fleets share the token */
  constructor(ports: Pick<Ports, 'clock' | 'random'>, siblings: number) {
    this.#ports = ports;
    this.#creations = new LimitWindow(LIMITS.creation, siblings);
    this.#all = new LimitWindow(LIMITS.shared, siblings);
  }

  /** For the client of a run. `priority` is asked again whenever the next request is chosen. */
  limiter(priority: () => Priority): Limiter {
    return {
      acquire: (category, call) => this.acquire(category, { ...call, priority }),
      // The queue spaces the polls of all runs itself.
      spacing: () => 0,
      // Without `reserve`: by its priority, what is more urgent has room of its own.
      delay: (category) => {
        const delay = this.#delay({ category, priority: priority() }, this.#ports.clock.now());
        // How long a response takes that others wait for cannot be told.
        return Number.isFinite(delay) ? delay : 0;
      },
      asked: () => Math.max(0, this.#askedUntil - this.#ports.clock.now()),
    };
  }

  /** Milliseconds until the limits, and what the service asked for, allow another create. */
  untilCreate(): number {
    return this.limiter(() => 'create').delay('creation');
  }

  /** A refusal is waited out by all creates, those that have a reservation as well. */
  get holdsCreates(): boolean {
    const now = this.#ports.clock.now();
    return this.#creations.isPaused(now) || this.#all.isPaused(now);
  }

  /**
   * Polls and logs leave room for the last requests of a run, so that these need not wait for the
   * window to pass. @param done gives the room back
   */
  keepRoom(room: KeptRoom, done: AbortSignal): void {
    this.#kept.add(room);
    done.addEventListener('abort', () => this.#kept.delete(room), { once: true });
  }

  /** As `Limiter.acquire`. */
  async acquire(category: Category, wanted: Wanted): Promise<Permit> {
    const permit = await this.#turn(wanted, {
      category,
      take: (now) => this.#permitFor(category, { now }),
    });
    return permit ?? NO_PERMIT;
  }

  /** Waits as a create does, and reserves the room for one. Null at the deadline. */
  async reserve(wanted: Wanted): Promise<Reservation | null> {
    return this.#turn(wanted, {
      category: 'creation',
      take: (now) => {
        const reserved = { at: Infinity };
        this.#creations.add(reserved, now);
        return reserved;
      },
    });
  }

  /** As `acquire`, for the create that has a reservation: it waits for the shared limit alone. */
  async acquireReserved(reserved: Reservation, wanted: Wanted): Promise<Permit> {
    const permit = await this.#turn(wanted, {
      category: 'standard',
      take: (now) => this.#permitFor('creation', { now, reserved }),
    });
    if (permit === null) {
      this.giveBack(reserved);
    }
    return permit ?? NO_PERMIT;
  }

  /** No create has used it. */
  giveBack(reserved: Reservation): void {
    reserved.at = -Infinity;
    this.reconsider();
  }

  /**
   * Waits for the turn of a request of this category, and resolves with what it takes then. Null at
   * the deadline. Rejects with the signal's reason on abort.
   */
  async #turn<T>(
    { signal, deadline, priority }: Wanted,
    { category, take }: { readonly category: Category; readonly take: (now: number) => T },
  ): Promise<T | null> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T | null>();
    const settle = (now: number | null): void => resolve(now === null ? null : take(now));
    const waiting = { category, priority, deadline, settle };
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.add(waiting);
    this.reconsider();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
      // The alarm for a request that is not wanted any more would keep the process alive.
      if (this.#waiting.delete(waiting)) {
        this.reconsider();
      }
    }
  }

  /**
   * Chooses again, once for all that happens at the same time: a request came or was answered, or a
   * priority has changed.
   */
  reconsider(waitMs = 0): void {
    this.#alarm.abort();
    if (this.#waiting.size === 0) {
      return;
    }
    this.#alarm = new AbortController();
    this.#ports.clock.sleep(waitMs, this.#alarm.signal).then(
      () => this.#choose(),
      () => undefined,
    );
  }

  /** Settles all that are due, the most urgent first, and sets the alarm for the next one. */
  #choose(): void {
    for (;;) {
      const now = this.#ports.clock.now();
      const candidates = this.#candidates(now);
      const first = mostUrgent(candidates);
      if (first === null) {
        const waitMs = Math.min(Infinity, ...candidates.map((candidate) => candidate.waitMs));
        if (waitMs < Infinity) {
          this.reconsider(Math.max(1, waitMs));
        }
        return;
      }
      // Changes how the others stand.
      this.#settle(first, now);
    }
  }

  #candidates(now: number): readonly QueuedRequest[] {
    const delays = new Map<string, number>();
    return [...this.#waiting].map((waiting) => {
      const { category, deadline } = waiting;
      const priority = waiting.priority();
      const delay = delays.get(category + priority) ?? this.#delay({ category, priority }, now);
      delays.set(category + priority, delay);
      const isLogDue = priority === 'log' && this.#pollsSinceLog >= POLLS_PER_LOG;
      return {
        waiting,
        priority,
        isLate: deadline <= now,
        rank: PRIORITIES.indexOf(isLogDue ? 'end' : priority),
        waitMs: Math.min(delay, deadline - now),
      };
    });
  }

  #settle({ waiting, priority, isLate }: QueuedRequest, now: number): void {
    this.#waiting.delete(waiting);
    if (priority === 'poll') {
      this.#pollsSinceLog += 1;
    }
    if (priority === 'log') {
      this.#pollsSinceLog = 0;
    }
    waiting.settle(isLate ? null : now);
  }

  #delay(
    { category, priority }: { readonly category: Category; readonly priority: Priority },
    now: number,
  ): number {
    const isEven = priority !== 'create' && priority !== 'end';
    const creationMs = category === 'creation' ? this.#creations.delay(now) : 0;
    const sharedMs = this.#all.delay(now, ROOM[priority]);
    const evenMs = isEven ? this.#nextEvenAt - now : 0;
    return Math.max(0, creationMs, sharedMs, evenMs);
  }

  /** What is sent from then on is still in the window when those runs need their room. */
  #keptAt(now: number): number {
    const { windowMs } = LIMITS.shared;
    const near = [...this.#kept].filter(({ deadline }) => deadline - now < windowMs);
    return near.reduce((sum, { requests }) => sum + requests, 0);
  }

  /** @param given `reserved` counts among the creations already */
  #permitFor(
    category: Category,
    { now, reserved }: { readonly now: number; readonly reserved?: Reservation },
  ): Permit {
    const { clock, random } = this.#ports;
    const sent = reserved ?? { at: Infinity };
    this.#all.add(sent, now);
    if (category === 'creation' && reserved === undefined) {
      this.#creations.add(sent, now);
    }
    const limit = category === 'creation' ? this.#creations : this.#all;
    const kept = this.#keptAt(now);
    // Unused time allows a burst later, but no longer one than that, and none while room is kept
    // for others.
    const evenFrom = Math.max(this.#nextEvenAt, kept > 0 ? now : now - BURST_MS);
    this.#nextEvenAt = evenFrom + this.#all.spacingMs(now, kept);
    return {
      done: ({ throttled, retryAfterMs, unsent }) => {
        // One that never reached the service does not count.
        sent.at = unsent ? -Infinity : clock.now();
        // "A 429 on a create is waited out while others of the same step end" (contract 18.6).
        const isOfCreates = category === 'creation' && throttled;
        if (!isOfCreates) {
          this.#askedUntil = Math.max(this.#askedUntil, clock.now() + (retryAfterMs ?? 0));
        }
        const refusal = { floorMs: retryAfterMs, jitter: random() };
        if (throttled) {
          limit.refused(clock.now(), refusal);
        }
        this.reconsider();
      },
    };
  }
}

/** The first of those that may be settled now, in the order in which they came; null for none. */
function mostUrgent(candidates: readonly QueuedRequest[]): QueuedRequest | null {
  const due = candidates.filter(({ waitMs }) => waitMs <= 0);
  const [first] = due.toSorted((a, b) => Number(b.isLate) - Number(a.isLate) || a.rank - b.rank);
  return first ?? null;
}
