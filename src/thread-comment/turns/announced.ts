/** Tells the announcement of a job that is at work from that of a job that was killed (contract 7.2). */
import type { Clock } from '../../ports.ts';
import type { Intent } from '../mailbox.ts';

/** An announcement that stands unchanged for so long is of a job that was killed. */
export const INTENT_MS = 120_000;
/** How far the clocks of two runners may be apart. */
const CLOCK_SKEW_MS = 5 * 60_000;

export class Announcements {
  readonly #clock: Pick<Clock, 'now' | 'wall'>;
  readonly #firstSeen = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now' | 'wall'>) {
    this.#clock = clock;
  }

  isInProgress(announced: Intent | null): boolean {
    return announced !== null && !this.isAbandoned(announced);
  }

  /** Its date alone tells only of old ones: the time since it was first seen needs no other machine's clock. */
  isAbandoned({ mark, at }: Intent): boolean {
    const key = `${mark} ${at}`;
    const firstSeen = this.#firstSeen.get(key) ?? this.#clock.now();
    this.#firstSeen.set(key, firstSeen);
    if (this.#clock.now() - firstSeen >= INTENT_MS) return true;
    return this.#clock.wall() - at * 1000 >= INTENT_MS + CLOCK_SKEW_MS;
  }
}
