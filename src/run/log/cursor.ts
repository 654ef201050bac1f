/**
 * The log cursor tracks the position in a run's log and interprets each page (contract 4.5, 4.7; spec 4.5).
 *
 * The log is an array indexed from the oldest entry, and a page is a window on it. New entries are read at the tail, which is the first
 * page of a descending log (`tail.ts`). Each page overlaps the last known entry: if that entry is still at its position, everything after
 * it is new, including duplicates. If it is not (late entry, other order, wrong total), the whole log is read (`full-scan.ts`) and compared
 * with the entries already emitted (`emitted.ts`), so that no entry is lost or repeated.
 *
 * The cursor does no IO except for storing the entries of a full scan: `next()` returns the page to request, `take()` interprets it.
 */
import { PAGE_LIMIT } from '../../service/entry.ts';
import type { LogsPage } from '../../service/schema.ts';
import { NO_BASELINE, type Baseline } from './baseline.ts';
import { rawEntry, type RawEntry } from './entry.ts';
import { EntryStore, type Shelf } from './entry-store.ts';
import { FullScan, SCAN_LIMIT } from './full-scan.ts';
import { Ledger } from './ledger.ts';
import { PageSize } from './page-size.ts';
import type { Finding, Page, PageRequest, Taken } from './page.ts';
import { nextAscending, nextDescending, readAscending, readDescending } from './tail.ts';
import { LogTotal } from './total.ts';
import type { IsEcho } from './turn-entries.ts';

/** A log that ends before the current position may come from a stale replica; after this many such answers it is accepted. */
const STALE_LIMIT = 3;

export interface CursorOptions {
  /** Whether an entry is the log's copy of the message that began this turn. */
  readonly isEcho?: IsEcho;
  /** Holds the entries of full scans. Defaults to memory. */
  readonly store?: EntryStore | undefined;
}

export class LogCursor {
  readonly #ledger: Ledger;
  readonly #total = new LogTotal();
  readonly #pageSize = new PageSize();
  readonly #openShelf: () => Shelf;
  #scan: FullScan | null = null;
  /** Holds the entries of the last full scan until the next request. */
  #handingOut: Shelf | null = null;
  /** Consecutive answers that ended before the current position. */
  #stale = 0;
  #hasMore = false;

  constructor(
    baseline: Baseline = NO_BASELINE,
    { isEcho = () => false, store = new EntryStore(null) }: CursorOptions = {},
  ) {
    this.#ledger = new Ledger(baseline, (entry) => entry.traits?.isEcho ?? isEcho(entry));
    this.#openShelf = () => store.open(isEcho);
  }

  /** Entries that `total_logs` promises but that were not received. Negative if more were received than promised. */
  get missing(): number {
    return this.#total.beyond(this.#ledger.count);
  }

  /** Whether the last page left more to read. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Whether a full scan is in progress, or begins again because it was disturbed (at most twice in a row). */
  get midway(): boolean {
    return this.#scan !== null && (this.#scan.hasBegun || this.#scan.attempt > 1);
  }

  /** Releases stored entries. The cursor must not be used afterwards. */
  close(): void {
    this.#releaseHandedOut();
    this.#scan?.shelf.release();
    this.#scan = null;
  }

  /** The next page to request, always of full size to detect a page cap at once. Releases the entries handed out before. */
  next(): PageRequest {
    this.#releaseHandedOut();
    if (this.#needsScan) this.#scan ??= new FullScan(1, this.#openShelf());
    if (this.#scan !== null) return this.#scan.next();
    const pageSize = this.#pageSize.most;
    if (this.#ledger.order !== 'desc') return nextAscending(this.#ledger, { pageSize, isFirst: !this.#hasMore });
    return nextDescending(this.#ledger, { total: this.#total.usable, pageSize });
  }

  /** Interprets the answer to `asked`, which must be the last request that `next()` returned. */
  take(asked: PageRequest, { logs, total_logs: total }: Pick<LogsPage, 'logs' | 'total_logs'>): Taken {
    this.#total.update(total);
    // A scan reads on wherever the total promises more, because another page is all that it costs to be sure.
    const full =
      this.#scan === null
        ? this.#pageSize.isFull(asked, logs.length, this.#total.usable)
        : this.#pageSize.isKnownFull(asked, logs.length);
    const page: Page = { skip: asked.skip, entries: logs.map(rawEntry), full };
    const taken = this.#scan === null ? this.#act(this.#readTail(page)) : this.#readOn(this.#scan, page);
    this.#hasMore = taken.more;
    const amended = this.#ledger.takeAmended();
    return amended.length === 0 ? taken : { ...taken, amended };
  }

  /**
   * New entries can be identified only by reading the whole log in two cases: it fits on a page and its time stamps show no order (with
   * equal entries, a descending log passes the overlap check), or the start of this turn is unknown.
   */
  get #needsScan(): boolean {
    const { count, order, isUnplaced } = this.#ledger;
    return isUnplaced || (order === null && count > 0 && count < PAGE_LIMIT);
  }

  #readTail(page: Page): Finding {
    if (this.#ledger.order !== 'desc') {
      const finding = readAscending(this.#ledger, page);
      if (finding.kind !== 'descending') return finding;
      this.#ledger.learnOrder('desc');
    }
    return readDescending(this.#ledger, page, this.#total.usable);
  }

  #act(finding: Finding): Taken {
    switch (finding.kind) {
      case 'new':
        // Entries found by content alone do not prove the length of the log.
        if (finding.placed) this.#stale = 0;
        return this.#extend(finding.entries, finding.full);
      case 'not_reached':
        return nothingNew({ more: true });
      case 'shorter':
        return this.#isStale() ? nothingNew() : this.#rescan(1);
      case 'doubt':
        return this.#rescan(1);
    }
  }

  #extend(entries: readonly RawEntry[], full: boolean): Taken {
    const fresh = this.#ledger.extend(entries);
    if (fresh === null) return this.#rescan(1);
    const { count } = this.#ledger;
    const agrees = this.#total.agrees(count, full);
    if (!full && this.#total.isWorthARescan(count)) return { ...this.#rescan(1), fresh };
    return { fresh, more: full && entries.length > 0 && !agrees, agrees, nonsense: false };
  }

  /** Counts an answer that ended too early; false once there were enough of them to accept it. */
  #isStale(): boolean {
    this.#stale += 1;
    return this.#stale < STALE_LIMIT;
  }

  #releaseHandedOut(): void {
    this.#handingOut?.release();
    this.#handingOut = null;
  }

  #rescan(attempt: number): Taken {
    const nonsense = attempt > SCAN_LIMIT;
    this.#scan?.shelf.release();
    this.#scan = nonsense ? null : new FullScan(attempt, this.#openShelf());
    return nothingNew({ more: !nonsense, nonsense });
  }

  #readOn(scan: FullScan, page: Page): Taken {
    const { count, last, bottom, order } = this.#ledger;
    const promised = this.#total.promisesBeyond(page.skip + page.entries.length);
    const seen = scan.read(page, { total: this.#total.reported, promised, order, known: { count, last, bottom } });
    this.#pageSize.learn(scan.cap);
    if (seen === 'more') return nothingNew({ more: true });
    if (seen === 'disturbed') return this.#rescan(scan.attempt + 1);
    this.#scan = null;
    this.#handingOut = scan.shelf;
    if (seen.length < count && this.#isStale()) return nothingNew();
    return this.#settle(seen, scan.hasGrown);
  }

  #settle(seen: readonly RawEntry[], hasGrown: boolean): Taken {
    const found = this.#ledger.reconcile(seen, this.#total.reported);
    if (found === null) return nothingNew();
    this.#stale = 0;
    const { fresh, moved, order } = found;
    this.#total.measured(seen.length);
    // Without a total, entries added on top of a descending log during the scan show only in one more page.
    const descending = this.#ledger.order === 'desc';
    const unsure = (moved || hasGrown) && descending && this.#total.reported === null && seen.length > PAGE_LIMIT;
    const agrees = this.#total.agrees(seen.length, false) && !unsure;
    return { fresh, more: unsure, agrees, nonsense: false, ...(order !== null && { order }) };
  }
}

/** Returns a new list each time, because the caller empties it. */
function nothingNew(flags: Partial<Pick<Taken, 'more' | 'nonsense'>> = {}): Taken {
  return { fresh: [], more: false, agrees: false, nonsense: false, ...flags };
}
