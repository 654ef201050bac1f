/**
 * Reads the few first entries of a log, as long as its order is not known (contract 4.7). None of
 * them is final until then: the list is read whole each time.
 */
import { omittedEntry, type RawEntry } from './entry.ts';
import { ENTRIES_THAT_DECIDE, orderAtEnd, orderOf, type Order } from './order.ts';
import type { Page, LogPageRequest, PageSize } from './pages.ts';
import type { Positions, Received } from './positions.ts';
import { NOTHING, type Taken, type ReadingOrder } from './reading-order.ts';

export class OrderUnknown implements ReadingOrder {
  readonly #positions: Positions;
  readonly #size: PageSize;
  #list: readonly RawEntry[] = [];
  /** The most entries that it had. */
  #longest = 0;
  #continues = false;
  #pageLength = 0;

  constructor(positions: Positions, size: PageSize) {
    this.#positions = positions;
    this.#size = size;
  }

  /** As the service lists them. */
  get list(): readonly RawEntry[] {
    return this.#list;
  }

  get order(): Order | null {
    return orderOf(this.#list);
  }

  get received(): number {
    return this.#list.length;
  }

  next(): LogPageRequest {
    // Pages that have too few entries for a decision are put together.
    const goesOn = this.#continues || this.#size.expected < ENTRIES_THAT_DECIDE;
    return { skip: goesOn ? this.#list.length : 0, limit: this.#size.limit };
  }

  take({ skip, limit }: LogPageRequest, { entries, total }: Page): Taken {
    const list = [...this.#list.slice(0, skip), ...entries];
    const isFull = entries.length >= limit;
    this.#continues = false;
    // A replica that lags behind.
    if (list.length < this.#longest && !isFull) {
      return NOTHING;
    }
    const brought = list.length > this.#longest;
    if (brought && skip > 0) {
      this.#size.learn(this.#pageLength);
    }
    this.#pageLength = entries.length;
    this.#list = list;
    this.#longest = list.length;
    const more = brought && (total === null ? isFull : list.length < total);
    this.#continues = more;
    const complete = !more && (total === null ? !isFull : list.length === total);
    return { ...NOTHING, moved: brought, more, complete, refreshed: !more };
  }

  /** In the order that they have if no more come, without those from before the turn. */
  get untold(): readonly RawEntry[] {
    return this.#ordered.slice(this.#positions.start);
  }

  get #ordered(): readonly RawEntry[] {
    return orderAtEnd(this.#list) === 'asc' ? this.#list : this.#list.toReversed();
  }

  omit(): readonly Received[] {
    this.#list = [...this.#list, omittedEntry()];
    this.#longest = Math.max(this.#longest, this.#list.length);
    this.#continues = true;
    return [];
  }

  restart(): void {
    this.#list = [];
    this.#longest = 0;
  }

  close(): readonly Received[] {
    const entries = this.#ordered;
    this.#list = [];
    return this.#positions.takeIn({ at: 0, entries }).fresh;
  }
}
