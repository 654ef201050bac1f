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
  isFull(asked: PageRequest, length: number, total: number | null): boolean {
    if (this.isKnownFull(asked, length)) return true;
    const more = asked.skip + length < (total ?? 0);
    if (!more || !ROUND_SIZES.has(length)) return false;
    this.#most = length;
    return true;
  }

  /** The same, but by a known cap only, which applies even without a total. A page with a gap may have a round size by chance. */
  isKnownFull({ limit }: PageRequest, length: number): boolean {
    if (length > this.#most) this.#most = PAGE_LIMIT;
    return length >= limit || length === this.#most;
  }
}
