/** Reads an ascending log (contract 4.7): what is to be skipped is the position. */
import type { ReadOptions } from '../../port.ts';
import { omittedEntry } from './entry.ts';
import type { Page, LogPageRequest, PageSize } from './pages.ts';
import type { Positions, Received } from './positions.ts';
import { NOTHING, type Taken, type ReadingOrder } from './reading-order.ts';

export class OldestFirst implements ReadingOrder {
  readonly #positions: Positions;
  readonly #size: PageSize;
  /** The next page continues the last one, so that it need not overlap it. */
  #continues = false;
  /** The position of the first of the pages that continue each other. */
  #from = 0;
  /** The entries of the last of them, if it had fewer than were asked for. */
  #short: number | null = null;
  #isLast = false;
  #isRefreshed = false;
  /** The last page had no room for entries that are not known. */
  #hadNoRoom = false;

  constructor(positions: Positions, size: PageSize) {
    this.#positions = positions;
    this.#size = size;
  }

  get received(): number {
    return this.#positions.count;
  }

  next({ last = false }: ReadOptions): LogPageRequest {
    this.#isLast = last;
    const skip = this.#positions.count - this.#overlap();
    return { skip: Math.max(0, skip), limit: this.#size.limit };
  }

  /** How many known entries the next page begins with, so that they can be compared. */
  #overlap(): number {
    const { isNewestComparable, count, watchedFrom } = this.#positions;
    const { expected } = this.#size;
    // A page of one entry has no room for a known one.
    if (this.#continues || !isNewestComparable || expected === 1) {
      return 0;
    }
    const watched = Math.max(1, count - watchedFrom);
    return this.#isLast && !this.#hadNoRoom ? Math.min(expected, watched) : 1;
  }

  take({ skip, limit }: LogPageRequest, { entries, total }: Page): Taken {
    const stretch = { at: skip, entries };
    const isFull = entries.length >= limit;
    this.#size.unlearn(entries.length);
    if (!this.#continues) {
      this.#from = skip;
      this.#short = null;
    }
    if (skip + entries.length < this.#positions.count) {
      return this.#behind({ entries, isFull });
    }
    if (this.#positions.contradicts(stretch)) {
      this.#continues = false;
      return { ...NOTHING, contradicts: true };
    }
    const { fresh, filled, appended } = this.#positions.takeIn(stretch);
    if (appended > 0 && this.#short !== null) {
      this.#size.learn(this.#short);
    }
    const { count } = this.#positions;
    const goesOn = total === null || count > total ? isFull : count < total;
    const more = appended > 0 && goesOn;
    this.#hadNoRoom = appended === 0 && isFull && goesOn;
    this.#continues = more;
    this.#short = isFull ? null : entries.length;
    if (!more) {
      this.#positions.atEnd();
    }
    this.#isRefreshed = this.#covers || (this.#isLast && this.#isRefreshed);
    const complete = !more && (total === null ? !isFull : count === total);
    return {
      contradicts: false,
      fresh,
      filled,
      moved: fresh.length > 0,
      more,
      complete,
      refreshed: !more && this.#isRefreshed,
    };
  }

  /** The pages that continue each other have all entries that may still be filled in. */
  get #covers(): boolean {
    const { count, watchedFrom } = this.#positions;
    return this.#from <= Math.max(watchedFrom, count - this.#size.expected);
  }

  /** The page ends before what is known: a replica lags behind, or a page has no more entries. */
  #behind({ entries, isFull }: Pick<Page, 'entries'> & { readonly isFull: boolean }): Taken {
    this.#continues = false;
    if (!isFull && entries.length > 0) {
      this.#size.learn(entries.length);
    }
    return NOTHING;
  }

  omit(): readonly Received[] {
    this.#continues = true;
    return this.#positions.takeIn({ at: this.#positions.count, entries: [omittedEntry()] }).fresh;
  }

  restart(): void {
    this.#positions.restart();
    this.#continues = true;
    this.#from = this.#positions.count;
    this.#short = null;
  }

  close(): readonly Received[] {
    return [];
  }
}
