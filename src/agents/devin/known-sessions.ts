/** What a step has seen of sessions, shared by all its runs. */
import type { Clock } from '../../runner/port.ts';
import type { RunId } from '../port.ts';
import { bareId } from './client.ts';
import type { Session } from './schema.ts';
import { stateOf } from './words.ts';

/** After its end a session falls asleep (contract 18.6; sheet, section 4). */
const AWAKE_MS = 30 * 60_000;

export class KnownSessions {
  readonly #clock: Pick<Clock, 'now'>;
  /** When they were created (epoch, ms), by bare id. */
  readonly #created = new Map<RunId, number>();
  /**
   * Those that had ended and were not asleep when they were seen last, with when that was seen
   * first (on the clock's `now`): until they sleep they hold their place under the cap on running
   * sessions (sheet, section 2).
   */
  readonly #awake = new Map<RunId, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  see(session: Session): void {
    const id = bareId(session.id);
    if (session.createdAt !== null) {
      this.#created.set(id, session.createdAt);
    }
    const state = stateOf(session);
    if (state !== 'waits' && state !== 'finished') {
      this.#awake.delete(id);
    } else if (!this.#awake.has(id)) {
      this.#awake.set(id, this.#clock.now());
    }
  }

  /** How many have ended and may hold their place. */
  get awake(): number {
    const since = this.#clock.now() - AWAKE_MS;
    return [...this.#awake.values()].filter((endedAt) => endedAt > since).length;
  }

  /** When the first of them was created (epoch, ms); null if that is not known of all. */
  firstCreated(ids: readonly RunId[]): number | null {
    const times = ids.map((id) => this.#created.get(bareId(id)) ?? -Infinity);
    const first = Math.min(...times);
    return Number.isFinite(first) ? first : null;
  }
}
