/** What a step has seen of sessions, shared by all its runs. */
import type { RunId } from '../port.ts';
import { bareId } from './client.ts';
import type { Session } from './schema.ts';
import { stateOf } from './words.ts';

export class KnownSessions {
  /** When they were created (epoch, ms), by bare id. */
  readonly #created = new Map<RunId, number>();
  /**
   * Those that have ended and are not asleep yet: for up to half an hour they hold their place
   * under the cap on running sessions (sheet, sections 2 and 4).
   */
  readonly #awake = new Set<RunId>();

  see(session: Session): void {
    const id = bareId(session.id);
    if (session.createdAt !== null) {
      this.#created.set(id, session.createdAt);
    }
    const state = stateOf(session);
    if (state === 'waits' || state === 'finished') {
      this.#awake.add(id);
    } else {
      this.#awake.delete(id);
    }
  }

  /** How many have ended and hold their place. */
  get awake(): number {
    return this.#awake.size;
  }

  /** When the first of them was created (epoch, ms); null if that is not known of all. */
  firstCreated(ids: readonly RunId[]): number | null {
    const times = ids.map((id) => this.#created.get(bareId(id)) ?? -Infinity);
    const first = Math.min(...times);
    return Number.isFinite(first) ? first : null;
  }
}
