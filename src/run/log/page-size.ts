/** What a page of the log may hold: less than was asked for where the service caps its pages. */
import { PAGE_LIMIT } from '../../service/entry.ts';
import type { PageRequest } from './page.ts';

/** Sizes that services cap their pages at. */
const ROUND_SIZES: ReadonlySet<number> = new Set([10, 20, 25, 50]);

export class PageSize {
  #most = PAGE_LIMIT;

  get most(): number {
    return this.#most;
  }

  /** Whether an answer of `length` entries is full: a short page of a round size with more behind it is one of a service with a cap. */
  isFull({ skip, limit }: PageRequest, length: number, total: number | null): boolean {
    if (length > this.#most) this.#most = PAGE_LIMIT;
    if (length >= limit) return true;
    // A cap that was seen before needs no total to be believed, which may be in doubt just then.
    const isKnown = length === this.#most;
    const more = skip + length < (total ?? 0);
    if (!isKnown && !(more && ROUND_SIZES.has(length))) return false;
    this.#most = length;
    return true;
  }
}
