/**
 * A value that a log tells again and again: what is newest counts, also where something older is
 * read after it. Logs bring some of their pieces late and out of order.
 */
export class Latest<T> {
  #value: T;
  /** ms since the epoch */
  #at = -Infinity;

  /** @param value as long as nothing is told */
  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** @param at when it was told (ms since the epoch); null: that is not known, and it is new */
  tell(value: T, at: number | null): void {
    if (this.isNewerThan(at)) {
      return;
    }
    this.#value = value;
    this.#at = at ?? this.#at;
  }

  /** @param at as of `tell` */
  isNewerThan(at: number | null): boolean {
    return at !== null && at < this.#at;
  }
}
