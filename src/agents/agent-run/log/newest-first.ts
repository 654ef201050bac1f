/**
 * Reads a descending log (contract 4.7). Each new entry moves the others down the list, so that
 * only their content tells where they are: pages are joined to one another, from newer to older
 * entries, until one of them shows what is known or the log is at its end.
 */
import { compareShapes, omittedEntry, type RawEntry } from './entry.ts';
import type { Page, LogPageRequest, PageSize } from './pages.ts';
import type { Positions, Received } from './positions.ts';
import { NOTHING, type Taken, type ReadingOrder } from './reading-order.ts';

/**
 * What is known may be so many entries further down the list. If `total_logs` tells of more, the
 * pages in between are skipped for now, because they might not fit into memory (contract 6.5).
 */
const FAR = 200;

export class NewestFirst implements ReadingOrder {
  readonly #positions: Positions;
  readonly #size: PageSize;
  /** Entries in the order of the list, without a gap, that are not joined to what is known. */
  #chain: readonly RawEntry[] = [];
  /** The place of the first of them in the list. */
  #from = 0;
  /** `total_logs` of the last page, or null without one. */
  #total: number | null = null;
  /** The place in the list of the newest known entry, and `total_logs` when it was there. */
  #newest: { readonly offset: number; readonly total: number | null } = { offset: 0, total: null };
  #maySkip = true;

  constructor(positions: Positions, size: PageSize) {
    this.#positions = positions;
    this.#size = size;
  }

  get received(): number {
    return this.#positions.count;
  }

  next(): LogPageRequest {
    const skip = this.#from + this.#chain.length - this.#overlap;
    return { skip, limit: this.#size.limit };
  }

  /** A page of one entry has no room for a known one. */
  get #overlap(): number {
    return this.#chain.length > 0 && this.#size.expected > 1 ? 1 : 0;
  }

  take({ limit }: LogPageRequest, { entries, total }: Page): Taken {
    const isBehind = total !== null && total < (this.#total ?? 0);
    const grown = growth(this.#total, total);
    this.#total = total;
    const shift = this.#overlap === 0 ? 0 : offsetOfLast(this.#chain, { entries, grown });
    if (isBehind || shift === null) {
      return this.#again();
    }
    const older = entries.slice(shift + this.#overlap);
    this.#from += shift;
    this.#chain = [...this.#chain, ...older];
    const end = this.#from + this.#chain.length;
    const isShort = entries.length < limit;
    const isEnd = older.length === 0 || (isShort && (total === null || end >= total));
    const at = this.#position(isEnd);
    if (at !== null) {
      return this.#join(at);
    }
    if (isEnd) {
      return this.#fitsNowhere(end);
    }
    const newestKnownAt = (total ?? 0) - this.#positions.count;
    if (this.#maySkip && newestKnownAt - end > FAR) {
      this.#skipTo(newestKnownAt);
    }
    return { ...NOTHING, moved: !this.#positions.isReadAgain, more: true };
  }

  /** The position of the chain's oldest entry. Null as long as the chain does not show it. */
  #position(isEnd: boolean): number | null {
    if (isEnd && this.#fitsAt(0)) {
      return 0;
    }
    const { length } = this.#chain;
    const { count, isComparable } = this.#positions;
    if (!isComparable) {
      return null;
    }
    // The place that follows from the total comes first: equal entries fit at several.
    const { offset, total } = this.#newest;
    const offsets = [offset + growth(total, this.#total) - this.#from, ...this.#chain.keys()];
    const oldest = offsets
      .filter((each) => each >= 0 && each < length)
      .map((each) => count - length + each);
    return oldest.find((at) => this.#fitsAt(at)) ?? null;
  }

  /** Whether the chain fits to what is known if its oldest entry is at this position. */
  #fitsAt(at: number): boolean {
    const { count } = this.#positions;
    const reaches = at <= count && at + this.#chain.length >= count;
    return reaches && this.#positions.fits({ at, entries: this.#chain.toReversed() });
  }

  /** Takes in the chain, and goes on with the newer entries, if there are any. */
  #join(at: number): Taken {
    const entries = this.#chain.toReversed();
    const { fresh, filled, appended } = this.#positions.takeIn({ at, entries });
    const more = this.#from > 0 && appended > 0;
    this.#newest = { offset: this.#from, total: this.#total };
    this.#chain = [];
    this.#from = more ? Math.max(0, this.#from - this.#size.expected + 1) : 0;
    if (!more) {
      this.#maySkip = true;
      this.#positions.atEnd();
    }
    const isAll = this.#total === null || this.#total === this.#positions.count;
    const complete = !more && isAll;
    return {
      contradicts: false,
      fresh,
      filled,
      moved: fresh.length > 0,
      more,
      complete,
      refreshed: !more,
    };
  }

  /** The log was read to its end, and nothing of it fits to what is known. */
  #fitsNowhere(end: number): Taken {
    const isWhole = this.#from === 0;
    const contradicts = isWhole && end >= this.#positions.count;
    this.#again();
    return { ...NOTHING, contradicts };
  }

  /** What was received does not hold together, because replicas differ: begins anew. */
  #again(): Taken {
    this.#chain = [];
    this.#from = 0;
    return NOTHING;
  }

  #skipTo(offset: number): void {
    this.#maySkip = false;
    this.#chain = [];
    this.#from = Math.max(0, offset - this.#size.expected + 1);
  }

  omit(): readonly Received[] {
    this.#chain = [...this.#chain, omittedEntry()];
    return [];
  }

  restart(): void {
    this.#positions.restart();
    this.#again();
    this.#maySkip = true;
  }

  close(): readonly Received[] {
    const entries = this.#chain.toReversed();
    this.#chain = [];
    return this.#positions.takeIn({ at: this.#positions.count, entries }).fresh;
  }
}

/** By how many entries the log has grown, as far as that is told. */
function growth(before: number | null, now: number | null): number {
  return before === null || now === null ? 0 : Math.max(0, now - before);
}

/**
 * The place in a page of the chain's last entry, which the page should begin with; further down if
 * the log has grown. Null if the page does not continue the chain.
 */
function offsetOfLast(
  chain: readonly RawEntry[],
  { entries, grown }: Pick<Page, 'entries'> & { readonly grown: number },
): number | null {
  if (entries.length === 0) {
    return 0;
  }
  const offsets = [grown, ...entries.keys()];
  return offsets.find((offset) => isContinuedAt(chain, { entries, offset })) ?? null;
}

/** Whether the entry at `offset` is the chain's last one, and those before it the ones before. */
function isContinuedAt(
  chain: readonly RawEntry[],
  { entries, offset }: Pick<Page, 'entries'> & { readonly offset: number },
): boolean {
  if (offset >= entries.length) {
    return false;
  }
  return entries.slice(0, offset + 1).every((entry, index) => {
    const known = chain[chain.length - 1 - offset + index];
    return known === undefined || compareShapes(known.shape, entry.shape) !== 'other';
  });
}
