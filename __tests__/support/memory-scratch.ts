/** A `Scratch` in memory that throws if it is read after it was closed. */
import type { Scratch, ScratchPlace } from '../../src/ports.ts';

export class MemoryScratch implements Scratch {
  readonly #texts: string[] = [];
  readonly #open: MemoryScratch[];

  /** @param open the list of open ones, to which it adds itself until it is closed */
  constructor(open: MemoryScratch[] = []) {
    this.#open = open;
    open.push(this);
  }

  get size(): number {
    return this.#texts.length;
  }

  add(text: string): ScratchPlace {
    return { from: this.#texts.push(text) - 1, bytes: text.length };
  }

  read({ from }: ScratchPlace): string {
    const text = this.#texts[from];
    if (text === undefined || !this.#open.includes(this)) throw new Error('this place cannot be read');
    return text;
  }

  close(): void {
    this.#open.splice(this.#open.indexOf(this), 1);
  }
}
