/**
 * A clock without real time: once everything that can run has run, time jumps to the next sleeper.
 * Waiting costs nothing, and the order of events is deterministic.
 */
import type { Clock } from '../../src/runner/port.ts';
import { sleepOn } from './sleep.ts';

interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** Not zero, to distinguish "no time yet" from the start. */
const START_MS = 5_000;

export class VirtualClock implements Clock {
  readonly start = START_MS;
  /** Durations of all sleeps, in order. */
  readonly slept: number[] = [];
  readonly #epoch: number;
  #alarms: Alarm[] = [];
  #now = START_MS;
  #running = false;

  constructor(epoch: number = Date.UTC(2026, 0, 2, 3, 4, 5)) {
    this.#epoch = epoch;
  }

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.#epoch + this.#now - START_MS;
  }

  /** Milliseconds since the clock was created. */
  get elapsed(): number {
    return this.#now - START_MS;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (!(ms >= 0)) {
      throw new RangeError(`a sleep of ${ms} ms`);
    }
    this.slept.push(ms);
    return sleepOn((wait, wake) => this.after(wait, wake), ms, signal);
  }

  /** Runs a callback after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, ring: () => void): () => void {
    const alarm = { at: this.#now + ms, ring };
    const later = this.#alarms.findIndex(({ at }) => at > alarm.at);
    this.#alarms.splice(later === -1 ? this.#alarms.length : later, 0, alarm);
    this.#run();
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  #run(): void {
    if (this.#running) {
      return;
    }
    this.#running = true;
    setImmediate(() => {
      this.#running = false;
      const next = this.#alarms.shift();
      if (next === undefined) {
        return;
      }
      this.#now = Math.max(this.#now, next.at);
      next.ring();
      if (this.#alarms.length > 0) {
        this.#run();
      }
    });
  }
}
