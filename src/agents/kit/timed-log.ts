/**
 * Reads a log whose items have an id and a time, page by page: all of it at first, then what is as
 * new as the newest item less an overlap, because items may come late; where the service refuses to
 * filter by time, the last page again. Each item once. What came before a page that cannot be read
 * counts, and the next read goes on behind it.
 */
import type { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { shortDigest } from './memo.ts';
import { readReachablePages, type Page, type PagesReached } from './pages.ts';

/** The most pages of one read. A longer log is read in several. */
const PAGES_MAX = 10;
/** Items may be large: a page that is too large is asked for with so many times fewer. */
const FEWER = 5;

/** Where a log stood before a follow-up. */
export interface LogPlace {
  /** The time of the newest item, ms since the epoch; null: there was none. */
  readonly newest: number | null;
  /** Digests of the ids of the newest ones, which are as new as that. */
  readonly ids: readonly string[];
}

/** What is known of the service, shared by the runs of a step. */
export interface FilterHabits {
  /** It refuses to filter by time. */
  isRefused: boolean;
}

/** What of a log to read. */
interface TimedList {
  /** Items of this time and later, ms since the epoch; null: all. */
  readonly since: number | null;
  readonly cursor: string | null;
  readonly size: number;
}

interface TimedLogSource<Item> {
  readonly read: (list: TimedList, call: CallOptions) => Promise<Page<Item>>;
  readonly idOf: (item: Item) => string;
  /** ms since the epoch, null where not told. */
  readonly timeOf: (item: Item) => number | null;
  /**
   * The time as it is written, in UTC. It orders what a number cannot tell apart, which holds a
   * quarter of a microsecond at best. Absent: the service tells no finer times.
   */
  readonly stampOf?: (item: Item) => string;
  /** Items may come so long after their time. */
  readonly overlapMs: number;
  /** Items of a page at first. */
  readonly pageMax: number;
  readonly habits: FilterHabits;
  /** The log ends here: an item is too large to be read. */
  readonly onTooLarge: () => void;
}

/** What one read brought. */
interface NewItems<Item> {
  /** Oldest first. */
  readonly items: readonly Item[];
  /** More can be read at once. */
  readonly more: boolean;
}

interface Reading {
  readonly since: number | null;
  readonly from: string | null;
}

export class TimedLog<Item> {
  readonly #source: TimedLogSource<Item>;
  readonly #before: LogPlace | null;
  readonly #known = new Set<string>();
  /** By id, ms since the epoch. */
  readonly #times = new Map<string, number>();
  #newest: number | null;
  /** Leads to the last page of the list without a filter; null for the first one. */
  #lastPage: string | null = null;
  /** A read that did not come to the end of the list goes on here. */
  #rest: Reading | null = null;
  /** The list is newest first. */
  #isReversed = false;
  #size: number;
  #isCut = false;

  /** @param before null: all items count */
  constructor(source: TimedLogSource<Item>, before: LogPlace | null = null) {
    this.#source = source;
    this.#before = before;
    this.#newest = before?.newest ?? null;
    this.#size = source.pageMax;
  }

  /** The place that the log has come to. */
  get place(): LogPlace {
    return { newest: this.#newest, ids: this.#newestIds };
  }

  get #newestIds(): readonly string[] {
    const newest = this.#newest ?? Infinity;
    const recent = [...this.#times].filter(([, at]) => at >= newest - this.#source.overlapMs);
    return recent.map(([id]) => shortDigest(id));
  }

  get count(): number {
    return this.#known.size;
  }

  /** What is new, oldest first, and whether there is more to read at once. */
  async read(call: CallOptions): Promise<NewItems<Item>> {
    if (this.#isCut) {
      return { items: [], more: false };
    }
    const pages = await this.#pages(call);
    const listed = this.#isReversed ? pages.items.toReversed() : pages.items;
    const fresh = listed.filter((item) => this.#takeIn(item));
    return { items: this.#byTime(fresh), more: !pages.isWhole };
  }

  /** What is new, oldest first, until there is no more to read at once. */
  async *all(call: CallOptions): AsyncGenerator<readonly Item[], void, undefined> {
    for (;;) {
      const { items, more } = await this.read(call);
      yield items;
      if (!more) {
        return;
      }
    }
  }

  /** As far as they count. Rejects where a page cannot be read and nothing new came before it. */
  async #pages(call: CallOptions): Promise<PagesReached<Item>> {
    for (;;) {
      const reading = this.#rest ?? this.#next();
      const pages = await this.#readFrom(reading, call);
      const { failure } = pages;
      if (failure === null) {
        return this.#taken(reading, pages);
      }
      if (this.#changeWay(failure, reading)) {
        continue;
      }
      if (failure.kind === 'too_large') {
        this.#isCut = true;
        this.#source.onTooLarge();
        return { ...pages, isWhole: true };
      }
      if (!this.#bringsNews(pages.items)) {
        throw failure;
      }
      return this.#taken(reading, pages);
    }
  }

  /** Where the newest come first, what is older stands on the page that cannot be read. */
  #bringsNews(items: readonly Item[]): boolean {
    const isReversed = this.#isReversed || this.#isNewestFirst(items);
    return !isReversed && items.some((item) => !this.#known.has(this.#source.idOf(item)));
  }

  #next(): Reading {
    if (this.#newest === null || this.#source.habits.isRefused) {
      return { since: null, from: this.#lastPage };
    }
    return { since: Math.floor(this.#newest) - this.#source.overlapMs, from: null };
  }

  #readFrom({ since, from }: Reading, call: CallOptions): Promise<PagesReached<Item>> {
    const list = { since, size: this.#size };
    const seen = new Set<string>();
    return readReachablePages({
      read: (cursor) => this.#source.read({ ...list, cursor }, call),
      from,
      pagesMax: PAGES_MAX,
      // One that brings nothing is the last for now, whatever it announces (contract 4.7).
      isEnough: (page) => {
        const fresh = page.map(this.#source.idOf).filter((id) => !seen.has(id));
        fresh.forEach((id) => seen.add(id));
        return fresh.length === 0;
      },
    });
  }

  #taken({ since }: Reading, pages: PagesReached<Item>): PagesReached<Item> {
    this.#isReversed ||= this.#isNewestFirst(pages.items);
    // The cursor of a page that cannot be read may not be good for ever: what is known leads on.
    const goesOn = !pages.isWhole && pages.failure === null;
    this.#rest = goesOn ? { since, from: pages.next } : null;
    // What is new in a list whose times fall stands on the first page.
    if (since === null) {
      this.#lastPage = this.#isReversed ? null : pages.last;
    }
    return pages;
  }

  /** Asks for the same in another way from now on. Returns whether there is one. */
  #changeWay(error: ServiceError, { since }: Reading): boolean {
    if (since !== null && error.status === 400) {
      this.#source.habits.isRefused = true;
      this.#rest = null;
      return true;
    }
    if (error.kind !== 'too_large' || this.#size === 1) {
      return false;
    }
    this.#size = Math.ceil(this.#size / FEWER);
    return true;
  }

  /** Returns whether the item is new, and not from before the follow-up. */
  #takeIn(item: Item): boolean {
    const id = this.#source.idOf(item);
    if (this.#known.has(id)) {
      return false;
    }
    this.#known.add(id);
    const at = this.#source.timeOf(item);
    if (at !== null) {
      this.#times.set(id, at);
    }
    const isOld = this.#isFromBefore(id, at);
    this.#newest = Math.max(this.#newest ?? -Infinity, at ?? -Infinity);
    if (!Number.isFinite(this.#newest)) {
      this.#newest = null;
    }
    return !isOld;
  }

  /** Places count where times are equal. */
  #isFromBefore(id: string, at: number | null): boolean {
    const { newest = null, ids = [] } = this.#before ?? {};
    if (newest === null) {
      return false;
    }
    return (at !== null && at < newest) || ids.includes(shortDigest(id));
  }

  /** Stable, so that equal times keep the order of the list. */
  #byTime(items: readonly Item[]): readonly Item[] {
    const { timeOf, stampOf = () => '' } = this.#source;
    return items.toSorted((one, other) => {
      const [a, b] = [timeOf(one), timeOf(other)];
      return a === null || b === null ? 0 : a - b || compareStamps(stampOf(one), stampOf(other));
    });
  }

  #isNewestFirst(items: readonly Item[]): boolean {
    const times = items.flatMap((item) => this.#source.timeOf(item) ?? []);
    return (times.at(0) ?? 0) > (times.at(-1) ?? 0);
  }
}

/** By the digits of two stamps, in which zeros at the end say nothing. */
function compareStamps(one: string, other: string): number {
  const digits = (stamp: string): string => stamp.replace(/(?<!0)0*Z$/, '');
  const [a, b] = [digits(one), digits(other)];
  return Number(a > b) - Number(a < b);
}
