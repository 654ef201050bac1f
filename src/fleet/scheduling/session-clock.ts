/** The clock of one session of a fleet: it can be set back by the time that the session waited for other runs. */
import type { Clock } from '../../ports.ts';

export class SessionClock implements Clock {
  readonly #clock: Clock;
  #behindMs = 0;
  /** How long the session has slept since this was last reset. */
  restedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() - this.#behindMs;
  }

  wall(): number {
    return this.#clock.wall();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.restedMs += ms;
    return this.#clock.sleep(ms, signal);
  }

  /** A time of this clock on that of the fleet. */
  onFleetClock(time: number): number {
    return time + this.#behindMs;
  }

  /** The time since then, on the fleet's clock, has not passed for the session. */
  forget(since: number): void {
    this.#behindMs += this.#clock.now() - since;
  }
}
