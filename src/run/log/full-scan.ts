/** Reads the whole log page by page; each page overlaps the previous one by one entry. */
import { PAGE_LIMIT } from '../../service/entry.ts';
import { detectOrder, type Order, type RawEntry } from './entry.ts';
import type { Shelf } from './entry-store.ts';
import type { Page, PageRequest } from './page.ts';

/** Facts about the log that its pages alone do not show. */
export interface ScanHints {
  readonly total: number | null;
  readonly order: Order | null;
  /** Number of entries read before the scan, and the fingerprint of the last one. */
  readonly known: { readonly count: number; readonly last: string | null };
}

/** Disturbed full scans in a row before reading the log is suspended. */
export const SCAN_LIMIT = 3;

export class FullScan {
  /** 1 for the first scan; one more for each disturbed scan directly before it. */
  readonly attempt: number;
  /** Stores the entries read. */
  readonly shelf: Shelf;
  readonly #seen: RawEntry[] = [];
  /** Length of the log when the last page was read. */
  #total: number | null = null;
  #next = 0;
  #hasGrown = false;

  constructor(attempt: number, shelf: Shelf) {
    this.attempt = attempt;
    this.shelf = shelf;
  }

  get hasBegun(): boolean {
    return this.#next > 0;
  }

  /** Whether the pages show that entries were added in front of the first one since it was read. */
  get hasGrown(): boolean {
    return this.#hasGrown;
  }

  next(): PageRequest {
    return { skip: this.#next, limit: PAGE_LIMIT };
  }

  /** Returns the whole log in the service's order, `more` while pages are left, or `disturbed` if a page does not continue the previous one. */
  read({ skip, entries, full }: Page, { total, order, known }: ScanHints): readonly RawEntry[] | 'more' | 'disturbed' {
    const growth = total === null || this.#total === null ? null : total - this.#total;
    const overlap = continuation(this.#seen, { page: entries, growth, order });
    this.#total = total;
    this.#next = skip + Math.max(0, entries.length - 1);
    if (overlap === null) return 'disturbed';
    this.#hasGrown ||= overlap > 1;
    const rest = entries.slice(overlap);
    if (this.attempt < SCAN_LIMIT && this.#repeats(rest)) return 'disturbed';
    for (const entry of rest) this.#seen.push(this.shelf.keep(entry));
    // A total is trusted to end the scan only if everything known before was found; some services send the page's own count.
    const whole =
      total === this.#seen.length &&
      total >= known.count &&
      this.#seen.some(({ fingerprint }) => fingerprint === known.last);
    return full && !whole ? 'more' : this.#seen;
  }

  /**
   * Whether entries that were just read follow the last one with another date, because a page was out of order and the one before it not
   * complete. If each scan shows them, they are equal entries that came late.
   */
  #repeats(rest: readonly RawEntry[]): boolean {
    const time = this.#seen.at(-1)?.time ?? null;
    const read = new Set(this.#seen.slice(-PAGE_LIMIT).map(({ fingerprint }) => fingerprint));
    return rest.some((entry) => entry.time !== null && entry.time !== time && read.has(entry.fingerprint));
  }
}

/**
 * Counts the entries at the start of `page` that were already read, given that it was requested with one entry of overlap; null if it does
 * not continue `seen`. If the log grew by `growth` in between, the overlap may have grown by up to as much: in a descending log by the new
 * entries, in an ascending one by entries that arrived late, which another scan then finds. The likelier end is tried first. If the growth
 * is unknown (null), the smallest overlap that fits is used in a descending log. An ascending one must not overlap by more then, because
 * nothing but a total tells afterwards that late entries were missed.
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
  const most = Math.min(page.length, seen.length);
  const isDescending = (detectOrder(seen) ?? order) === 'desc';
  const isUnknown = growth === null || growth < 0;
  const grown = isUnknown ? (isDescending ? most : 0) : growth;
  const overlaps = Array.from({ length: Math.min(1 + grown, most) }, (_, index) => index + 1);
  if (isDescending && !isUnknown) overlaps.reverse();
  const fits = (known: number): boolean =>
    seen.slice(-known).every(({ fingerprint }, index) => fingerprint === page[index]?.fingerprint);
  return overlaps.find(fits) ?? null;
}
