/** Detects the page size of the log, which is below the requested limit if the service caps its pages. */
import { PAGE_LIMIT } from '../../service/entry.ts';
import type { PageRequest } from './page.ts';

/** Common page caps. */
const ROUND_SIZES: ReadonlySet<number> = new Set([10, 20, 25, 50]);

export class PageSize {
  #most = PAGE_LIMIT;

  get most(): number {
    return this.#most;
  }

  /** Sets a cap that a full scan has shown. */
  learn(cap: number | null): void {
    this.#most = cap ?? this.#most;
  }

  /** Whether an answer of `length` entries is a full page. A short page of a round size with more entries after it shows a cap. */
  isFull({ skip, limit }: PageRequest, length: number, total: number | null): boolean {
    if (length > this.#most) this.#most = PAGE_LIMIT;
    if (length >= limit) return true;
    // A known cap applies even without a total, which may be untrusted at the moment.
    const isKnown = length === this.#most;
    const more = skip + length < (total ?? 0);
    if (!isKnown && !(more && ROUND_SIZES.has(length))) return false;
    this.#most = length;
    return true;
  }
}
