/**
 * The log cursor: where in a run's log we are, and what a page that came back means (contract 4.5, 4.7; spec 4.5).
 *
 * The log is seen as an array indexed from the oldest entry; a page is a window on it. Ascending services map
 * `skip + i` to that index, descending ones `total_logs - 1 - skip - i`. Each read asks for the last entry
 * already known once more: when it stands where it was left, everything behind it is new, equal entries included. When
 * it does not (late entry, other order, wrong total), the whole log is read again and compared as a multiset, so
 * that nothing is lost and nothing comes twice.
 *
 * The cursor does no IO: `next()` says what to ask for, `take()` says what an answer holds.
 *
 * Longer than other modules because the ascending, descending and full readings share one count of what was handed out; they are to
 * become strategies over one ledger.
 */
import { PAGE_LIMIT } from '../../service/entry.ts';
import type { LogsPage } from '../../service/schema.ts';
import { add, take } from '../../shared/multiset.ts';
import { detectOrder, rawEntry, type Order, type RawEntry } from './entry.ts';
import {
  asDescending,
  beginsWith,
  clockSetBackAt,
  continuation,
  entriesOfTurn,
  isBefore,
  NO_BASELINE,
  orderByBaseline,
  withLast,
  type Baseline,
} from './full-scan.ts';
import type { PageRequest, Taken } from './page.ts';
import { Watched, type Amendment } from './watched.ts';

export type { Baseline, PageRequest, Taken };

const GROWTH_MARGIN = 1; // Room for an entry that comes meanwhile; each more costs a long log requests.
/** Answers that end before the place we have reached may be a stale replica's; after so many they are believed. */
const STALE_LIMIT = 3;
/** Sizes that services cap their pages at. */
const ROUND_SIZES: ReadonlySet<number> = new Set([10, 20, 25, 50]);
const REREAD_LIMIT = 3; // A full reading that is disturbed so often is given up for the moment.
/** Readings in a row that end elsewhere than the total says, after which the whole log is read again. */
const REREAD_AT: ReadonlySet<number> = new Set([1, 4, 16, 64, 256]);

interface Reread {
  readonly seen: RawEntry[];
  readonly attempt: number;
  /** The log's length when the last page was read, and where its last entry stood then. */
  total: number | null;
  next: number;
}

export class LogCursor {
  #baseline: Baseline;
  /** Entries of the log accounted for, earlier turns included. */
  #count: number;
  /** Fingerprint of entry `count - 1`; null when unknown (no check is possible then), so when there is none. */
  #last: string | null;
  #order: Order | null;
  #total: number | null = null;
  /** A total that has led us astray is not used for positions until it agrees again. */
  #trustTotal = true;
  #stale = 0;
  /** `total_logs` less our count at the end of the last reading, and how often in a row it was so. */
  #difference = 0;
  #mismatches = 0;
  #reread: Reread | null = null;
  /** Entries of this turn are dated before those of the turns before it: their time stamps tell nothing. */
  #clockSetBack = false;
  /** What a page may hold: less than was asked for where the service caps its pages. */
  #limit = PAGE_LIMIT;
  readonly #watched = new Watched();
  #amended: Amendment[] = [];
  /** How often each entry of this turn was handed out. */
  readonly #handedOut = new Map<string, number>();
  /** Handed out, but not in the last full reading: when they come again, they are not new. */
  #owed = new Map<string, number>();

  constructor(baseline: Baseline = NO_BASELINE) {
    this.#baseline = baseline;
    this.#count = baseline.count;
    this.#last = baseline.last?.fingerprint ?? null;
    this.#order = baseline.order;
  }

  /** Entries of this turn that should exist but were not received; 0 when the count agrees. Negative: more than promised. */
  get missing(): number {
    return this.#total === null ? 0 : this.#total - this.#count;
  }

  /** A full reading has begun and was not disturbed since. */
  get midway(): boolean {
    return this.#reread !== null && this.#reread.next > 0;
  }

  /** What to ask for next. */
  next(): PageRequest {
    // More than the service gives is asked for all the same: a cap that was only suspected shows at once.
    const limit = PAGE_LIMIT;
    if (this.#reread !== null) return { skip: this.#reread.next, limit };
    if (this.#needsAll) return { skip: 0, limit };
    if (this.#order !== 'desc') return { skip: Math.max(0, Math.min(this.#count - 1, this.#watchedFrom)), limit };
    if (this.#total === null || !this.#trustTotal) return { skip: 0, limit };
    const unread = this.#total - this.#count;
    // As long as the known end fits on the newest page, that page tells everything.
    const skip = unread + 1 <= this.#limit ? 0 : unread - this.#limit + 1 + GROWTH_MARGIN;
    return { skip: Math.min(skip, Math.max(0, this.#total - this.#limit)), limit };
  }

  /** Takes the answer to `asked`, which must be what `next()` said. */
  take(asked: PageRequest, page: Pick<LogsPage, 'logs' | 'total_logs'>): Taken {
    const entries = page.logs.map(rawEntry);
    this.#total = page.total_logs ?? this.#total;
    this.#amended = [];
    const taken = this.#takeEntries(this.#capped(asked, entries.length), entries);
    return this.#amended.length === 0 ? taken : { ...taken, amended: this.#amended };
  }

  /** The place that reads begin at so that incomplete entries are seen again. */
  get #watchedFrom(): number {
    // Half a page is left for what is new.
    return Math.max(this.#watched.earliest ?? Infinity, this.#count - this.#limit / 2);
  }

  /** A short page of a round size with more behind it is a full one of a service that caps its pages. */
  #capped(asked: PageRequest, length: number): PageRequest {
    if (length > this.#limit) this.#limit = PAGE_LIMIT;
    if (length >= asked.limit) return asked;
    // A cap that was seen before needs no total to be believed, which may be in doubt just then.
    const isKnown = length === this.#limit;
    const more = this.#trustTotal && this.#total !== null && asked.skip + length < this.#total;
    if (!isKnown && !(more && ROUND_SIZES.has(length))) return asked;
    this.#limit = length;
    return { ...asked, limit: length };
  }

  #takeEntries(asked: PageRequest, entries: readonly RawEntry[]): Taken {
    if (this.#needsAll) this.#reread ??= { seen: [], attempt: 1, total: null, next: 0 };
    if (this.#reread !== null) return this.#takeReread(this.#reread, { asked, entries });
    return this.#order === 'desc' ? this.#takeDescending(asked, entries) : this.#takeAscending(asked, entries);
  }

  /**
   * Only the whole log tells what is new: while it fits on a page and its time stamps show no order (a descending one
   * passes the check of the overlap where entries are equal), or when it once fell behind the start of this turn.
   */
  get #needsAll(): boolean {
    const orderless = this.#order === null && this.#count > 0 && this.#count < PAGE_LIMIT;
    return orderless || this.#count < this.#baseline.count;
  }

  #takeAscending(asked: PageRequest, entries: readonly RawEntry[]): Taken {
    const full = entries.length >= asked.limit;
    const overlap = Math.max(0, this.#count - asked.skip);
    if (this.#count > 0 && entries.length < overlap) return this.#ended();
    const known = overlap === 0 ? entries[0] : entries[overlap - 1];
    if (!this.#isKnown(entries, { at: asked.skip, last: known })) return this.#startReread();
    const order = detectOrder(entries);
    if (order === 'desc') {
      if (this.#count > 0) return this.#startReread();
      this.#order = 'desc';
      return this.#takeDescending(asked, entries);
    }
    this.#order ??= order;
    this.#stale = 0;
    const fresh = entries.slice(overlap);
    // Before the first overlap is known, the entry that stands there is what later reads are checked against.
    if (this.#last === null && known !== undefined) {
      this.#baseline = withLast(this.#baseline, known);
      this.#last = known.fingerprint;
    }
    return this.#consume(fresh, full);
  }

  #takeDescending(asked: PageRequest, entries: readonly RawEntry[]): Taken {
    const full = entries.length >= asked.limit;
    const total = this.#positionTotal(asked, { length: entries.length, full });
    if (total === null) return this.#takeByContent(entries);
    if (total < this.#count) return this.#ended();
    const rising = entries.toReversed();
    const lowest = total - asked.skip - entries.length;
    if (lowest < 0 || (!full && lowest !== 0)) return this.#startReread();
    const known = rising[this.#count - 1 - lowest];
    if (known !== undefined && !this.#isKnown(rising, { at: lowest, last: known })) return this.#startReread();
    if (known === undefined && lowest > 0) {
      return { fresh: [], more: true, agrees: false, nonsense: false };
    }
    const fresh = rising.slice(this.#count - lowest);
    if (this.#count > 0 && fresh.length > 0 && detectOrder(entries) === 'asc') return this.#startReread();
    this.#stale = 0;
    return this.#consume(fresh, lowest + entries.length < total);
  }

  /** Whether what was read before stands where it was left, filled in or not. */
  #isKnown(
    stretch: readonly RawEntry[],
    { at, last }: { readonly at: number; readonly last: RawEntry | undefined },
  ): boolean {
    const amended = this.#watched.compare(stretch, at);
    if (amended === null) return false;
    for (const { was, now } of amended) {
      if (was === this.#last) this.#last = now.fingerprint;
      if (!take(this.#handedOut, was)) continue;
      add(this.#handedOut, now.fingerprint);
      this.#amended.push({ was, now });
    }
    return this.#last === null || last?.fingerprint === this.#last;
  }

  /** In a whole log: an entry that is the filled-in form of one that is not there any more. */
  #isAmended(entry: RawEntry, gone: Map<string, number>): boolean {
    const was = this.#watched.earlierForm(entry, (fingerprint) => (gone.get(fingerprint) ?? 0) > 0);
    if (was === null || !take(gone, was) || !take(this.#handedOut, was)) return false;
    add(this.#handedOut, entry.fingerprint);
    this.#amended.push({ was, now: entry });
    return true;
  }

  /** The total that positions are counted from: the service's own, or what a whole log on one page shows. */
  #positionTotal(asked: PageRequest, page: { readonly length: number; readonly full: boolean }): number | null {
    if (this.#trustTotal && this.#total !== null) return this.#total;
    return page.full ? null : asked.skip + page.length;
  }

  /** A descending page without a usable total: new is what stands before the entry known last. */
  #takeByContent(entries: readonly RawEntry[]): Taken {
    const at = entries.findIndex(({ fingerprint }) => fingerprint === this.#last);
    if (at === -1) return this.#startReread();
    // Equal entries in a row make the place uncertain, and one behind it that nobody has seen came late.
    const twin = entries[at + 1]?.fingerprint === this.#last;
    if (twin || entries.slice(at).some((entry) => this.#isUnseen(entry))) return this.#startReread();
    return this.#consume(entries.slice(0, at).toReversed(), false);
  }

  /** Accounts for entries that follow the ones known. `full`: the page was, so more may stand behind it. */
  #consume(entries: readonly RawEntry[], full: boolean): Taken {
    if (entries.some((entry) => this.#isDubious(entry))) return this.#startReread();
    this.#watched.add(entries, { at: this.#count, count: this.#count + entries.length });
    this.#count += entries.length;
    this.#last = entries.at(-1)?.fingerprint ?? this.#last;
    const fresh = entries.filter(({ fingerprint }) => !take(this.#owed, fingerprint));
    for (const { fingerprint } of fresh) add(this.#handedOut, fingerprint);
    const agrees = this.#agrees(full);
    if (!full && this.#isWorthAReread()) return { ...this.#startReread(), fresh };
    return { fresh, more: full && entries.length > 0 && !agrees, agrees, nonsense: false };
  }

  /** An entry that looks like one that is accounted for is handed out only when the whole log has one more of it. */
  #isDubious(entry: RawEntry): boolean {
    if ((this.#owed.get(entry.fingerprint) ?? 0) > 0) return false;
    return this.#handedOut.has(entry.fingerprint) || (!this.#clockSetBack && isBefore(entry, this.#baseline));
  }

  #isUnseen(entry: RawEntry): boolean {
    return !this.#handedOut.has(entry.fingerprint) && !isBefore(entry, this.#baseline);
  }

  /** Entries that are missing; a total that is too low is one and the same by however much, which may change from page to page. */
  get #lack(): number {
    return Math.max(-1, this.missing);
  }

  /** Looked into when it is new, and less and less often while it stays. */
  #isWorthAReread(): boolean {
    const difference = this.#lack;
    this.#mismatches = difference === 0 ? 0 : difference === this.#difference ? this.#mismatches + 1 : 1;
    this.#difference = difference;
    return REREAD_AT.has(this.#mismatches);
  }

  /** A full last page needs no further one when the total agrees (contract 4.4); without a total only a short page tells. */
  #agrees(full: boolean): boolean {
    if (this.#total === null) return !full;
    const agrees = this.#total === this.#count;
    this.#trustTotal ||= agrees;
    return agrees;
  }

  /** The answer ends before the place we have reached: stale, or the log was shortened. */
  #ended(): Taken {
    this.#stale += 1;
    if (this.#stale >= STALE_LIMIT) return this.#startReread();
    return { fresh: [], more: false, agrees: false, nonsense: false };
  }

  #startReread(attempt = 1): Taken {
    const nonsense = attempt > REREAD_LIMIT;
    this.#reread = nonsense ? null : { seen: [], attempt, total: null, next: 0 };
    return { fresh: [], more: !nonsense, agrees: false, nonsense };
  }

  #takeReread(
    reread: Reread,
    { asked, entries }: { readonly asked: PageRequest; readonly entries: readonly RawEntry[] },
  ): Taken {
    const { seen } = reread;
    const growth = this.#total === null || reread.total === null ? null : this.#total - reread.total;
    const known = continuation(seen, { page: entries, growth, order: this.#order });
    reread.total = this.#total;
    reread.next = asked.skip + Math.max(0, entries.length - 1);
    if (known === null) return this.#startReread(reread.attempt + 1);
    seen.push(...entries.slice(known));
    const full = entries.length >= asked.limit;
    if (full && !this.#isWhole(seen)) return { fresh: [], more: true, agrees: false, nonsense: false };
    this.#reread = null;
    return this.#finishReread(seen);
  }

  /** Whether a total says so, and it is not the page's own count: what was known before is all there. */
  #isWhole(seen: readonly RawEntry[]): boolean {
    if (this.#total !== seen.length || seen.length < this.#count) return false;
    return seen.some(({ fingerprint }) => fingerprint === this.#last);
  }

  #finishReread(seen: readonly RawEntry[]): Taken {
    if (seen.length < this.#count) {
      // Shorter than it was: a stale replica, or an answer with a hole. Believed when it stays so.
      this.#stale += 1;
      if (this.#stale < STALE_LIMIT) return { fresh: [], more: false, agrees: false, nonsense: false };
    }
    const assumed = this.#order !== 'desc' && this.#handedOut.size > 0;
    const placed = beginsWith(seen, this.#baseline) ? 'asc' : null;
    this.#order = placed ?? detectOrder(seen) ?? this.#order ?? orderByBaseline(seen, this.#baseline);
    if (this.#order === 'desc') this.#baseline = asDescending(this.#baseline);
    const rising = this.#order === 'desc' ? seen.toReversed() : seen;
    const known = new Map(this.#handedOut);
    const ofTurn = entriesOfTurn(rising, this.#baseline);
    this.#clockSetBack = clockSetBackAt(rising, this.#baseline) < Infinity;
    const unknown = ofTurn.filter(({ fingerprint }) => !take(known, fingerprint));
    const fresh = unknown.filter((entry) => !this.#isAmended(entry, known));
    const moved = fresh.length > 0 || rising.length !== this.#count;
    for (const { fingerprint } of fresh) add(this.#handedOut, fingerprint);
    this.#owed = known;
    this.#stale = 0;
    this.#count = rising.length;
    this.#last = rising.at(-1)?.fingerprint ?? null;
    this.#watched.clear();
    this.#watched.add(rising, { at: 0, count: rising.length });
    // `#agrees` trusts a total again that is right.
    this.#trustTotal = this.#total === null;
    this.#difference = this.#lack;
    // What came on top meanwhile shows only in a total, or in another look, which may lead here again: then that is enough.
    const unsure = moved && this.#order === 'desc' && this.#total === null && seen.length > PAGE_LIMIT;
    const taken = { fresh, more: unsure, agrees: this.#agrees(false) && !unsure, nonsense: false };
    if (!assumed || this.#order !== 'desc') return taken;
    return { ...taken, order: ofTurn.map(({ fingerprint }) => fingerprint) };
  }
}
