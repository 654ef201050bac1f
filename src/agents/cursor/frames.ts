/**
 * Which frames of a stream are new (sheet, section 6). Ids are not unique: twins share one. A
 * stream that is taken up again may repeat frames, and one from its start repeats all of them.
 * Pure.
 */
/** A frame as received. */
export interface RawFrame {
  /** Null: it has none. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

export class SeenFrames {
  /** Those with an id that were taken in. Two of one id and event are one (contract 18.3). */
  readonly #taken = new Set<string>();
  #lastId: string | null = null;
  #acknowledged: string | null = null;
  /** Frames without an id that were taken in, and that this connection brought. */
  #bareTaken = 0;
  #bareHere = 0;
  #fromStart = true;

  /**
   * The id after which a stream is taken up again: the last one of which all twins were taken in,
   * as another id has followed. Null: from the start.
   */
  get acknowledged(): string | null {
    return this.#acknowledged;
  }

  /** A connection begins. */
  connect({ fromStart }: { readonly fromStart: boolean }): void {
    this.#bareHere = 0;
    this.#fromStart = fromStart;
  }

  /** Whether a frame is new. It counts as taken in from now on. */
  take({ id, event }: RawFrame): boolean {
    if (id === null || id === '') {
      return this.#takeBare();
    }
    const name = `${id}\n${event}`;
    if (this.#taken.has(name)) {
      return false;
    }
    this.#taken.add(name);
    if (id !== this.#lastId) {
      this.#acknowledged = this.#lastId;
      this.#lastId = id;
    }
    return true;
  }

  /** Without ids only the order tells frames apart. */
  #takeBare(): boolean {
    this.#bareHere += 1;
    if (this.#fromStart && this.#bareHere <= this.#bareTaken) {
      return false;
    }
    this.#bareTaken += 1;
    return true;
  }
}
