import type { Clock } from '../../src/runner/port.ts';
import { sleepOn } from './sleep.ts';

interface Sleeper {
  readonly ms: number;
  readonly due: number;
  readonly wake: () => void;
}

/**
 * A clock that advances only on demand, for code that works with real parts, such as a loopback
 * server.
 */
export class ManualClock implements Clock {
  #now = 1_000;
  readonly #epoch = Date.UTC(2026, 0, 2, 3, 4, 5);
  readonly #sleepers = new Set<Sleeper>();
  readonly #watchers = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.#epoch + this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const after = (wait: number, wake: () => void) => {
      const sleeper = { ms: wait, due: this.#now + wait, wake };
      this.#sleepers.add(sleeper);
      for (const watch of [...this.#watchers]) {
        watch();
      }
      return () => void this.#sleepers.delete(sleeper);
    };
    return sleepOn(after, ms, signal);
  }

  /** Resolves as soon as something sleeps for exactly `ms`. */
  sleeping(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (![...this.#sleepers].some((sleeper) => sleeper.ms === ms)) {
          return;
        }
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Durations of all current sleeps in milliseconds, in ascending order. */
  asleep(): number[] {
    return [...this.#sleepers].map(({ ms }) => ms).sort((a, b) => a - b);
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.due > this.#now) {
        continue;
      }
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
