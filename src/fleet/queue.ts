/**
 * One queue for all requests of a step with many runs (contract 13), under the limits of contract 3.1: creations first, then what ends
 * a run, then polls, then logs. A refusal (429) pauses it as long as the response says and lowers the rate, which recovers.
 */
import type { Clock, Random } from '../ports.ts';
import { type CallOptions, type Limiter, type Permit, LIMITS, type Category, type Limit } from '../service/limits.ts';
import { retryFloor } from '../service/retry-after.ts';

/** First to last. `log`: the rest of an ended run's log. `live`: the log of a run whose status the list of runs shows. */
export const PRIORITIES = ['create', 'end', 'poll', 'log', 'live'] as const;
export type Priority = (typeof PRIORITIES)[number];
type Wanted = { readonly category: Category; readonly priority: Priority };

/** Requests per minute: a limit, or the step's share of it, lowered by refusals. */
interface Rate {
  readonly perMinute: number;
  /** When it was last lowered. */
  readonly at: number;
  readonly most: number;
  readonly pausedUntil: number;
}

/** Plain, immutable data. Times are on the clock's `now`, in ms. */
export interface QueueState {
  /** `at`: when the response arrived, because the service counted the request before that. Infinity in flight. */
  readonly sent: readonly { readonly id: number; readonly category: Category; readonly at: number }[];
  readonly rates: Readonly<Record<'creation' | 'shared', Rate>>;
  /** When the next evenly spaced request is due. */
  readonly slot: number;
}

const MINUTE_MS = LIMITS.shared.windowMs;
const RULES = Object.entries<Limit>(LIMITS);
/** A refusal lowers the rate to `part` of it. Each period of `raiseMs` without one raises it by one per minute. */
const LOWERED = { creation: { part: 0.6, raiseMs: 30_000 }, shared: { part: 0.75, raiseMs: 4_000 } };
/** The part of the limit that is open to a priority, so that those before it need not wait for the window to pass. */
const ROOM: Readonly<Record<Priority, number>> = { create: 1, end: 1, poll: 0.95, log: 0.85, live: 0.7 };
/** Polls and logs are evenly spaced, except for this many at once after a pause. */
const BURST = 20;
/** Where polls use up the limit, one request for the log of an ended run follows this many of them. */
const POLLS_PER_LOG = 3;

/** `siblings`: how many fleets share the token. `index`: which one this is. */
export function queueStart(now: number, { siblings, index }: Pick<QueueOptions, 'siblings' | 'index'>): QueueState {
  const rate = ({ requests }: Limit, waitMs: number): Rate => {
    const most = requests / siblings;
    return { perMinute: most, at: now, most, pausedUntil: now + waitMs };
  };
  // The jobs of a large matrix take turns with their first creations.
  const turnMs = Math.floor(index / LIMITS.creation.requests) * MINUTE_MS;
  return {
    sent: [],
    rates: { creation: rate(LIMITS.creation, turnMs), shared: rate(LIMITS.shared, 0) },
    slot: -Infinity,
  };
}

/** Milliseconds until the limits allow the request. Infinity if that depends on a response. */
export function queueDelay(state: QueueState, { category, priority }: Wanted, now: number): number {
  const delays = RULES.filter(([, { counts }]) => counts.includes(category)).map(([name, { requests, ...rule }]) => {
    const rate = name === 'shared' || name === 'creation' ? state.rates[name] : null;
    const room = name === 'shared' ? ROOM[priority] : 1;
    const most = rate === null ? requests : Math.max(1, Math.floor(rateAt(state, name as 'shared', now) * room));
    const counted = state.sent.filter((one) => rule.counts.includes(one.category)).map(({ at }) => at);
    const leaves = counted.sort((a, b) => a - b)[counted.length - most];
    return Math.max((leaves ?? -Infinity) + rule.windowMs - now, (rate?.pausedUntil ?? now) - now);
  });
  const isEven = priority !== 'create' && priority !== 'end';
  return Math.max(0, isEven ? slotAt(state, now) - now : 0, ...delays);
}

export function queueSent(
  state: QueueState,
  sent: { readonly id: number; readonly category: Category },
  now: number,
): QueueState {
  const counting = state.sent.filter(({ at }) => now - at < MINUTE_MS);
  const slot = slotAt(state, now) + MINUTE_MS / rateAt(state, 'shared', now);
  return { ...state, slot, sent: [...counting, { ...sent, at: Infinity }] };
}

export interface Answer {
  readonly id: number;
  /** The response is a 429. */
  readonly refused: boolean;
  /** How long it asks to wait, in ms, or null. */
  readonly floorMs: number | null;
  /** The request never reached the service. */
  readonly unsent: boolean;
  /** In [0, 1). */
  readonly dice: number;
}

export function queueAnswered(
  state: QueueState,
  { id, refused, floorMs, unsent, dice }: Answer,
  now: number,
): QueueState {
  const sent = state.sent.flatMap((one) => (one.id !== id ? one : unsent ? [] : { ...one, at: now }));
  if (!refused) return { ...state, sent };
  const name = state.sent.find((one) => one.id === id)?.category === 'creation' ? 'creation' : 'shared';
  const rate = state.rates[name];
  // Requests that were in flight together are refused together, which counts as one refusal.
  const isNew = now >= rate.pausedUntil;
  const perMinute = isNew ? Math.max(0.5, rateAt(state, name, now) * LOWERED[name].part) : rate.perMinute;
  const pausedUntil = Math.max(
    rate.pausedUntil,
    now + (floorMs ?? MINUTE_MS / perMinute) + (dice * MINUTE_MS) / rate.most,
  );
  const lowered = { ...rate, perMinute, at: isNew ? now : rate.at, pausedUntil };
  return { ...state, sent, rates: { ...state.rates, [name]: lowered } };
}

function rateAt({ rates }: QueueState, name: keyof QueueState['rates'], now: number): number {
  const { perMinute, at, most } = rates[name];
  return Math.min(most, perMinute + (now - at) / LOWERED[name].raiseMs);
}

/** Lags behind by at most one burst. */
function slotAt(state: QueueState, now: number): number {
  return Math.max(state.slot, now - (BURST * MINUTE_MS) / rateAt(state, 'shared', now));
}

export interface QueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly siblings: number;
  readonly index: number;
}

interface Waiting {
  readonly category: Category;
  readonly priority: () => Priority;
  readonly deadline: number;
  /** Null at the deadline. */
  readonly settle: (permit: Permit | null) => void;
}

export class Queue {
  readonly #options: QueueOptions;
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  #state: QueueState;
  #ids = 0;
  #pollsSinceLog = 0;
  #alarm = new AbortController();
  #isDue = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#state = queueStart(options.clock.now(), options);
  }

  /** For the client of a run. `priority` is asked again whenever the next request is chosen. */
  limiter(priority: () => Priority): Limiter {
    return {
      acquire: (category, call) => this.acquire(category, { ...call, priority }),
      spacing: () => 0,
      delay: (category) => {
        const delay = queueDelay(this.#state, { category, priority: priority() }, this.#options.clock.now());
        return Number.isFinite(delay) ? delay : 0;
      },
    };
  }

  /** As `Limiter.acquire`. */
  async acquire(category: Category, { signal, ...wanted }: CallOptions & Pick<Waiting, 'priority'>): Promise<Permit> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Permit | null>();
    const waiting = { category, ...wanted, settle: resolve };
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.add(waiting);
    this.reconsider();
    try {
      return (await promise) ?? { done: () => undefined };
    } finally {
      signal.removeEventListener('abort', abort);
      // The alarm for a request that is not wanted any more would keep the process alive.
      if (this.#waiting.delete(waiting)) this.reconsider();
    }
  }

  /** Chooses again, once for all that happens at the same time: a request came or was answered, or a priority has changed. */
  reconsider(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#sendDue();
    });
  }

  #sendDue(): void {
    const { clock } = this.#options;
    this.#alarm.abort();
    let waitMs = 0;
    while (waitMs <= 0) waitMs = this.#sendNext(clock.now());
    if (waitMs === Infinity) return;
    this.#alarm = new AbortController();
    clock.sleep(Math.max(1, waitMs), this.#alarm.signal).then(
      () => this.reconsider(),
      () => undefined,
    );
  }

  /** Settles one request, or returns how long to wait for one. */
  #sendNext(now: number): number {
    const delays = new Map<string, number>();
    let first: { readonly waiting: Waiting; readonly priority: Priority; readonly rank: number } | null = null;
    let waitMs = Infinity;
    for (const waiting of this.#waiting) {
      const { category, deadline } = waiting;
      const priority = waiting.priority();
      const delay = delays.get(category + priority) ?? queueDelay(this.#state, { category, priority }, now);
      delays.set(category + priority, delay);
      waitMs = Math.min(waitMs, delay, deadline - now);
      const isTurn = priority === 'log' && this.#pollsSinceLog >= POLLS_PER_LOG;
      const rank = deadline <= now ? -1 : PRIORITIES.indexOf(isTurn ? 'end' : priority);
      if ((delay <= 0 || rank < 0) && (first === null || rank < first.rank)) first = { waiting, priority, rank };
    }
    if (first === null) return waitMs;
    this.#waiting.delete(first.waiting);
    first.waiting.settle(first.rank < 0 ? null : this.#send(first.waiting.category, first.priority));
    return 0;
  }

  #send(category: Category, priority: Priority): Permit {
    const { clock, random } = this.#options;
    const id = ++this.#ids;
    if (priority === 'poll' || priority === 'log')
      this.#pollsSinceLog = priority === 'poll' ? this.#pollsSinceLog + 1 : 0;
    this.#state = queueSent(this.#state, { id, category }, clock.now());
    return {
      done: ({ status, headers, unsent }) => {
        const answer = {
          id,
          refused: status === 429,
          floorMs: retryFloor(headers, clock.wall()),
          unsent,
          dice: random(),
        };
        this.#state = queueAnswered(this.#state, answer, clock.now());
        this.reconsider();
      },
    };
  }
}
