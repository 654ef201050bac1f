/**
 * Grants the requests of many sessions one by one, as the scheduler decides. Holds the clock and the queue, but makes
 * no decisions.
 */
import type { Clock, Random } from '../../ports.ts';
import type { StatusClass } from '../../run/status.ts';
import type { Share } from './budget.ts';
import {
  listingAbsent,
  listingAdd,
  listingRemove,
  listingSaw,
  listingTake,
  type Listing,
  type ListItem,
} from './listing.ts';
import { TooLate } from './refused.ts';
import { answered, asked, next, schedulerStart, sent, withdrawn, type Ask, type Scheduler } from './scheduler.ts';

export type Wanted = Omit<Ask, 'id'>;

/** Permission to send a request now. Its end must be reported. */
export interface Granted {
  done(end: { readonly refused: { readonly floorMs: number | null } | null; readonly unsent: boolean }): void;
}

/** A page of the list of runs. `absent`: the service has no list. Null: it could not be read this time. */
export type ListPage = readonly ListItem[] | 'absent' | null;

export interface PermitsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly share: Share;
  /** Reads a page of the list of runs with the given permit. */
  readonly readList: (skip: number, granted: Granted) => Promise<ListPage>;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Refused as soon as it is clear that the request cannot be sent by its deadline. */
  readonly impatient?: boolean;
}

interface Waiting extends Required<Pick<AskOptions, 'deadline' | 'impatient'>> {
  readonly grant: (granted: Granted) => void;
  readonly refuse: (reason: Error) => void;
}

export class Permits {
  readonly #options: PermitsOptions;
  readonly #waiting = new Map<number, Waiting>();
  #scheduler: Scheduler;
  #ids = 0;
  #alarm = new AbortController();
  #isDeciding = false;

  constructor(options: PermitsOptions) {
    this.#options = options;
    this.#scheduler = schedulerStart(options.clock.now(), options.share);
  }

  get listing(): Listing {
    return this.#scheduler.listing;
  }

  /** Number of requests in the queue. */
  get queued(): number {
    return this.#waiting.size;
  }

  /** Resolves when the request may be sent. Rejects with `signal.reason`, or with `TooLate` at the deadline. */
  ask(wanted: Wanted, { signal, deadline, impatient = false }: AskOptions): Promise<Granted> {
    signal.throwIfAborted();
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      const over = (): void => {
        this.#waiting.delete(id);
        this.#scheduler = withdrawn(this.#scheduler, id);
        signal.removeEventListener('abort', aborted);
      };
      const aborted = (): void => {
        over();
        // The alarm set for it would keep the process alive. The signal may withdraw more requests, which must not be granted before.
        this.#decideSoon();
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason }));
      };
      signal.addEventListener('abort', aborted);
      const ending =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          over();
          settle(value);
        };
      this.#waiting.set(id, { deadline, impatient, grant: ending(resolve), refuse: ending(reject) });
      this.#scheduler = asked(this.#scheduler, { ...wanted, id });
      this.#decideSoon();
    });
  }

  /** A run exists and is followed from now on. */
  follow(runId: number, created: boolean): void {
    const now = this.#options.clock.now();
    this.#list((listing) => listingAdd(listing, { runId, created, now }));
  }

  /** Records the result of polling the run itself. */
  saw(runId: number, meaning: StatusClass): void {
    const now = this.#options.clock.now();
    this.#list((listing) => listingSaw(listing, { runId, meaning, now }));
  }

  /** The run needs no more polls. */
  leave(runId: number): void {
    this.#list((listing) => listingRemove(listing, runId));
  }

  #list(change: (listing: Listing) => Listing): void {
    this.#scheduler = { ...this.#scheduler, listing: change(this.#scheduler.listing) };
    this.#decideSoon();
  }

  /** Decides once for all that happens at the same time, because each decision looks at every request that waits. */
  #decideSoon(): void {
    if (this.#isDeciding) return;
    this.#isDeciding = true;
    queueMicrotask(() => {
      this.#isDeciding = false;
      this.#sendDue();
    });
  }

  /** Sends all requests that may be sent now, and schedules the next wake-up. */
  #sendDue(): void {
    this.#alarm.abort();
    const { clock } = this.#options;
    let until = Infinity;
    for (;;) {
      const now = clock.now();
      this.#refuse(({ deadline }) => deadline <= now);
      const decision = next(this.#scheduler, now);
      if (decision.kind === 'wait') {
        // Infinity may become sooner with the next response.
        if (Number.isFinite(decision.until))
          this.#refuse(({ deadline, impatient }) => impatient && deadline <= decision.until);
        until = Math.min(decision.until, ...[...this.#waiting.values()].map(({ deadline }) => deadline));
        break;
      }
      const { request } = decision;
      const id = request.kind === 'ask' ? request.ask.id : ++this.#ids;
      this.#scheduler = sent(this.#scheduler, { request, id }, now);
      const granted = this.#granted(id);
      if (request.kind === 'list') void this.#readList(request.skip, granted);
      else this.#waiting.get(id)?.grant(granted);
    }
    if (Number.isFinite(until)) this.#wakeAt(until);
  }

  #refuse(which: (waiting: Waiting) => boolean): void {
    for (const waiting of [...this.#waiting.values()])
      if (which(waiting)) waiting.refuse(new TooLate('the time was up before the request could be sent'));
  }

  #wakeAt(until: number): void {
    const alarm = new AbortController();
    this.#alarm = alarm;
    const { clock } = this.#options;
    // Waking up slightly late is fine, but slightly early would be for nothing.
    clock.sleep(Math.max(1, until - clock.now()), alarm.signal).then(
      () => this.#decideSoon(),
      () => undefined,
    );
  }

  #granted(id: number): Granted {
    let over = false;
    return {
      done: ({ refused, unsent }) => {
        if (over) return;
        over = true;
        const { clock, random } = this.#options;
        this.#scheduler = answered(this.#scheduler, { id, refused, unsent, dice: random() }, clock.now());
        this.#decideSoon();
      },
    };
  }

  async #readList(skip: number, granted: Granted): Promise<void> {
    const page = await this.#options.readList(skip, granted);
    granted.done({ refused: null, unsent: false });
    const now = this.#options.clock.now();
    this.#scheduler = { ...this.#scheduler, readingList: false };
    this.#list((listing) => {
      if (page === 'absent') return listingAbsent(listing);
      return listingTake(listing, { skip, items: page, now });
    });
  }
}
