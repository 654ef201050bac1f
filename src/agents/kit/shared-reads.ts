/** What the runs of a step read once for all of them. */
import { ServiceError } from '../../http/errors.ts';

export class SharedReads<Key, Value> {
  readonly #reads = new Map<Key, Promise<Value>>();

  /**
   * What was read under this key, or is being read, else what `read` does. A failure is shared with
   * those who wait for it and then forgotten; one that is the end of whoever began the read is none
   * of theirs, and they read again.
   */
  async read(key: Key, read: () => Promise<Value>): Promise<Value> {
    for (;;) {
      const known = this.#reads.get(key);
      try {
        return await (known ?? this.#begin(key, read));
      } catch (error) {
        if (known === undefined || !isEndOfReader(error)) {
          throw error;
        }
      }
    }
  }

  /** What was read under this key is read anew from now on. */
  forget(key: Key): void {
    this.#reads.delete(key);
  }

  #begin(key: Key, read: () => Promise<Value>): Promise<Value> {
    const reading = read();
    this.#reads.set(key, reading);
    // Comes before those who wait for it. A temporary failure must not affect later readers.
    reading.catch(() => this.#reads.delete(key));
    return reading;
  }
}

/** Its signal, with any reason, or its deadline. */
function isEndOfReader(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.kind === 'no_time';
}
