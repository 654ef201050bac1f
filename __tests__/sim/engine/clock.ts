/**
 * Virtual time: a queue of events. Time advances only once everything that can run has run, so
 * waiting costs nothing and the order of events is deterministic.
 */
import type { Clock } from '../../../src/runner/port.ts';
import { sleepOn } from '../../support/sleep.ts';

/** The right time at the start of every simulation, in milliseconds since the epoch. */
export const EPOCH = Date.UTC(2026, 3, 1, 12, 0, 0);

interface Event {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
}

export class SimClock {
  readonly #queue: Event[] = [];
  #now = 0;
  #order = 0;

  now(): number {
    return this.#now;
  }

  /** Runs a callback after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, run: () => void): () => void {
    const event: Event = { at: this.#now + Math.max(0, ms), order: this.#order, run };
    this.#order += 1;
    this.#push(event);
    return () => {
      event.run = null;
    };
  }

  /** Cancels all callbacks, because the process is gone. */
  clear(): void {
    this.#queue.length = 0;
  }

  /**
   * Advances time until `done`. Returns false for a hang: no event is left, or `limit` events were
   * not enough.
   */
  async drive(done: () => boolean, limit = 20_000): Promise<boolean> {
    let idle = 0;
    for (let events = 0; events < limit;) {
      await settled();
      if (done()) {
        return true;
      }
      const event = this.#queue.shift();
      if (event === undefined) {
        // A module may still be loading, which takes no virtual time.
        idle += 1;
        if (idle > 200) {
          return false;
        }
        continue;
      }
      idle = 0;
      if (event.run === null) {
        continue;
      }
      events += 1;
      this.#now = Math.max(this.#now, event.at);
      event.run();
    }
    return false;
  }

  #push(event: Event): void {
    const queue = this.#queue;
    let at = queue.length;
    while (at > 0 && later(queue[at - 1]!, event)) {
      at -= 1;
    }
    queue.splice(at, 0, event);
  }
}

/**
 * The clock of one process, with its own time of day. Nothing wakes it once the process is killed.
 */
export class ProcessClock implements Clock {
  readonly #clock: SimClock;
  readonly #aheadMs: number;
  /** Sleeps that go on. A process lives at least as long as they do. */
  asleep = 0;
  #gone = false;

  /** @param aheadMs how far its time of day is ahead of the right one */
  constructor(clock: SimClock, aheadMs: number) {
    this.#clock = clock;
    this.#aheadMs = aheadMs;
  }

  now(): number {
    return this.#clock.now();
  }

  wall(): number {
    return this.#clock.now() + EPOCH + this.#aheadMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (Number.isNaN(ms)) {
      throw new Error('sleep of NaN milliseconds');
    }
    const after = (wait: number, wake: () => void): (() => void) => {
      this.asleep += 1;
      const cancel = this.#clock.after(wait, () => {
        this.asleep -= 1;
        if (!this.#gone) {
          wake();
        }
      });
      return () => {
        this.asleep -= 1;
        cancel();
      };
    };
    return sleepOn(after, ms, signal);
  }

  kill(): void {
    this.#gone = true;
  }
}

function later(a: Event, b: Event): boolean {
  return a.at > b.at || (a.at === b.at && a.order > b.order);
}

/** Resolves once all promises that can settle without time have settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
