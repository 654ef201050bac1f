/** Reading the whole log page by page, each with the last entry of the page before once more. */
import { PAGE_LIMIT } from '../../service/entry.ts';
import { detectOrder, type Order, type RawEntry } from './entry.ts';
import type { Shelf } from './entry-store.ts';
import type { Page, PageRequest } from './page.ts';

/** What is known of the log besides its pages. */
export interface ScanHints {
  readonly total: number | null;
  readonly order: Order | null;
  /** Of the entries read before: how many, and the fingerprint of the last. */
  readonly known: { readonly count: number; readonly last: string | null };
}

export class FullScan {
  /** How many scans in a row it is; the ones before were disturbed. */
  readonly attempt: number;
  /** Holds the entries read. */
  readonly shelf: Shelf;
  readonly #seen: RawEntry[] = [];
  /** The log's length when the last page was read, and where its last entry stood then. */
  #total: number | null = null;
  #next = 0;

  constructor(attempt: number, shelf: Shelf) {
    this.attempt = attempt;
    this.shelf = shelf;
  }

  get hasBegun(): boolean {
    return this.#next > 0;
  }

  next(): PageRequest {
    return { skip: this.#next, limit: PAGE_LIMIT };
  }

  /** The whole log in the service's order; `more` while pages are left, `disturbed` when one does not continue the page before. */
  read({ skip, entries, full }: Page, { total, order, known }: ScanHints): readonly RawEntry[] | 'more' | 'disturbed' {
    const growth = total === null || this.#total === null ? null : total - this.#total;
    const overlap = continuation(this.#seen, { page: entries, growth, order });
    this.#total = total;
    this.#next = skip + Math.max(0, entries.length - 1);
    if (overlap === null) return 'disturbed';
    for (const entry of entries.slice(overlap)) this.#seen.push(this.shelf.keep(entry));
    // A total that is not the page's own count says that it is whole: what was known before is all there.
    const whole =
      total === this.#seen.length &&
      total >= known.count &&
      this.#seen.some(({ fingerprint }) => fingerprint === known.last);
    return full && !whole ? 'more' : this.#seen;
  }
}

/**
 * How many entries at the head of the next page are already read, when `page` was asked for with one entry of overlap;
 * null when it does not continue `seen`. Where a descending log grew by `growth` meanwhile, the overlap did too, or by less
 * where an entry came late; when the service does not say by how much (null), the smallest that fits is taken.
 */
export function continuation(
  seen: readonly RawEntry[],
  {
    page,
    growth,
    order,
  }: { readonly page: readonly RawEntry[]; readonly growth: number | null; readonly order: Order | null },
): number | null {
  if (seen.length === 0) return 0;
  const grown = (detectOrder(seen) ?? order) === 'desc' ? growth : 0;
  const most = Math.min(page.length, seen.length);
  const fits = (known: number): boolean =>
    seen.slice(-known).every(({ fingerprint }, index) => fingerprint === page[index]?.fingerprint);
  if (grown !== null && grown >= 0) {
    for (let known = Math.min(1 + grown, most); known >= 1; known -= 1) if (fits(known)) return known;
    return null;
  }
  for (let known = 1; known <= most; known += 1) if (fits(known)) return known;
  return null;
}
