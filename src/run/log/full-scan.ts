/** Reads the whole log page by page; each page overlaps the previous one by one entry. */
import { PAGE_LIMIT } from '../../service/entry.ts';
import { detectOrder, type Order, type RawEntry } from './entry.ts';
import type { Shelf } from './entry-store.ts';
import type { Page, PageRequest } from './page.ts';

/** Facts about the log that its pages alone do not show. */
export interface ScanHints {
  readonly total: number | null;
  /** The total promises entries after this page. */
  readonly promised: boolean;
  readonly order: Order | null;
  /**
   * Number of entries read before the scan, and the fingerprints of the last one and, in a descending log, of the one at its end before the
   * turn.
   */
  readonly known: { readonly count: number; readonly last: string | null; readonly bottom?: string | null };
}

/** Disturbed full scans in a row before reading the log is suspended. */
export const SCAN_LIMIT = 3;

/** Services do not cut pages at fewer entries. If a short log is announced as longer, the total is wrong. */
const SMALLEST_CAP = 10;

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
  /** Length of the last page if it was not full but the total promised more. */
  #short: number | null = null;
  #cap: number | null = null;
  #longest = 0;

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

  /** The length at which the service cuts pages, if a page that seemed to be the last one was continued. */
  get cap(): number | null {
    return this.#cap;
  }

  next(): PageRequest {
    return { skip: this.#next, limit: PAGE_LIMIT };
  }

  /** Returns the whole log in the service's order, `more` while pages are left, or `disturbed` if a page does not continue the previous one. */
  read({ skip, entries, full }: Page, hints: ScanHints): readonly RawEntry[] | 'more' | 'disturbed' {
    const { total, promised, order, known } = hints;
    const short = this.#short;
    const growth = total === null || this.#total === null ? null : total - this.#total;
    const overlap = continuation(this.#seen, { page: entries, growth, order });
    this.#total = total;
    this.#next = skip + Math.max(0, entries.length - 1);
    // A service without the promised entries may answer with none, or with the same ones again.
    if (overlap === null) return short !== null && this.#isRepeated(entries) ? this.#seen : 'disturbed';
    this.#hasGrown ||= overlap > 1;
    const rest = entries.slice(overlap);
    // If the page before had a gap, an equal entry may stand where its last one should.
    const isDoubtful = short !== null && rest[0]?.fingerprint === entries[overlap - 1]?.fingerprint;
    if (this.attempt < SCAN_LIMIT && (isDoubtful || this.#repeats(rest))) return 'disturbed';
    for (const entry of rest) this.#seen.push(this.shelf.keep(entry));
    if (short !== null && rest.length > 0) this.#cap = short;
    // A page shorter than another one was not cut.
    const goesOn = promised && rest.length > 0 && entries.length >= Math.max(SMALLEST_CAP, this.#longest);
    this.#longest = Math.max(this.#longest, entries.length);
    this.#short = goesOn && !full ? entries.length : null;
    // A total is trusted to end the scan only if everything known before was found; some services send the page's own count.
    const whole =
      total === this.#seen.length &&
      total >= known.count &&
      [known.last, known.bottom ?? known.last].every((known) =>
        this.#seen.some(({ fingerprint }) => fingerprint === known),
      );
    return (full || goesOn) && !whole ? 'more' : this.#seen;
  }

  #isRepeated(page: readonly RawEntry[]): boolean {
    const before = this.#seen.slice(this.#seen.length - page.length);
    return page.every(({ fingerprint }, index) => fingerprint === before[index]?.fingerprint);
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
