/** A `Scratch` in memory that refuses to be read once it is closed. */
import type { Scratch, ScratchPlace } from '../../src/ports.ts';

export class MemoryScratch implements Scratch {
  readonly #texts: string[] = [];
  readonly #open: MemoryScratch[];

  /** @param open all that are open: it adds itself, and leaves when it is closed */
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
