/** For how long runs have shown what they show, where a rest means something (contract 18.2). */
import type { RunId } from '../port.ts';

interface Rest {
  readonly shown: string;
  /** On the clock's `now`. */
  readonly since: number;
}

export class Rests {
  readonly #rests = new Map<RunId, Rest>();

  /**
   * In ms, since it was first seen so.
   *
   * @param shown all that a change would change
   */
  of(id: RunId, { shown, now }: { readonly shown: string; readonly now: number }): number {
    const rest = this.#rests.get(id);
    if (rest?.shown === shown) {
      return now - rest.since;
    }
    this.#rests.set(id, { shown, since: now });
    return 0;
  }

  /** Its time begins anew with what it shows next, even if that is the same again. */
  forget(id: RunId): void {
    this.#rests.delete(id);
  }
}
