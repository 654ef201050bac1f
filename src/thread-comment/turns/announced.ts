/** Distinguishes the announcements of active jobs from those of killed ones (contract 7.2). */
import type { Clock } from '../../ports.ts';
import type { Intent } from '../mailbox.ts';

/** An announcement unchanged for this long belongs to a killed job. */
const INTENT_MS = 120_000;
/** Maximum clock skew between two runners. */
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

  /** The date alone suffices only for old announcements. Otherwise the time since it was first seen counts, which needs no other machine's clock. */
  isAbandoned({ mark, at }: Intent): boolean {
    const key = `${mark} ${at}`;
    const firstSeen = this.#firstSeen.get(key) ?? this.#clock.now();
    this.#firstSeen.set(key, firstSeen);
    if (this.#clock.now() - firstSeen >= INTENT_MS) return true;
    return this.#clock.wall() - at * 1000 >= INTENT_MS + CLOCK_SKEW_MS;
  }
}
