/**
 * The log cursor: where in a run's log we are, and what a page that came back means (contract 4.5, 4.7; spec 4.5).
 *
 * The log is seen as an array indexed from the oldest entry; a page is a window on it. It is read on at its end, which for a descending
 * log is its first page (`tail-ascending.ts`, `tail-descending.ts`). Each read asks for the last entry known once more: when it stands
 * where it was left, everything behind it is new, equal entries included. When it does not (late entry, other order, wrong
 * total), the whole log is read (`full-scan.ts`) and compared with what was handed out (`ledger.ts`), so that nothing is lost and
 * nothing comes twice.
 *
 * The cursor does no IO but for the store of a full scan's entries: `next()` says what to ask for, `take()` says what an answer holds.
 */
import { PAGE_LIMIT } from '../../service/entry.ts';
import type { LogsPage } from '../../service/schema.ts';
import { NO_BASELINE, type Baseline } from './baseline.ts';
import { rawEntry, type RawEntry } from './entry.ts';
import { EntryStore, type Shelf } from './entry-store.ts';
import { FullScan } from './full-scan.ts';
import { Ledger } from './ledger.ts';
import { PageSize } from './page-size.ts';
import type { Finding, Page, PageRequest, Taken } from './page.ts';
import { nextAscending, readAscending } from './tail-ascending.ts';
import { nextDescending, readDescending } from './tail-descending.ts';
import { LogTotal } from './total.ts';
import type { IsEcho } from './turn-entries.ts';

/** Answers that end before the place we have reached may be a stale replica's; after so many they are believed. */
const STALE_LIMIT = 3;
const SCAN_LIMIT = 3; // A full scan that is disturbed so often is given up for the moment.

export interface CursorOptions {
  /** Whether an entry is the message that began this turn, as the log shows it. */
  readonly isEcho?: IsEcho;
  /** Where the entries of a full scan are kept; in memory when absent. */
  readonly store?: EntryStore | undefined;
}

export class LogCursor {
  readonly #ledger: Ledger;
  readonly #total = new LogTotal();
  readonly #pageSize = new PageSize();
  readonly #openShelf: () => Shelf;
  #scan: FullScan | null = null;
  /** Holds what the last full scan found, until the next request. */
  #handingOut: Shelf | null = null;
  /** Answers in a row that ended too early. */
  #stale = 0;

  constructor(
    baseline: Baseline = NO_BASELINE,
    { isEcho = () => false, store = new EntryStore(null) }: CursorOptions = {},
  ) {
    this.#ledger = new Ledger(baseline, (entry) => entry.traits?.isEcho ?? isEcho(entry));
    this.#openShelf = () => store.open(isEcho);
  }

  /** Entries of this turn that should exist but were not received; 0 when the count agrees. Negative: more than promised. */
  get missing(): number {
    return this.#total.beyond(this.#ledger.count);
  }

  /** A full scan has begun and was not disturbed since. */
  get midway(): boolean {
    return this.#scan?.hasBegun ?? false;
  }

  /** Lets go of what is kept outside of memory. The cursor may not be used after that. */
  close(): void {
    this.#letGo();
    this.#scan?.shelf.release();
    this.#scan = null;
  }

  /** What to ask for next: always whole pages, so that a cap that was only suspected shows at once. What was handed out before is let go. */
  next(): PageRequest {
    this.#letGo();
    if (this.#needsScan) this.#scan ??= new FullScan(1, this.#openShelf());
    if (this.#scan !== null) return this.#scan.next();
    const pageSize = this.#pageSize.most;
    if (this.#ledger.order !== 'desc') return nextAscending(this.#ledger, pageSize);
    return nextDescending(this.#ledger, { total: this.#total.usable, pageSize });
  }

  /** Takes the answer to `asked`, which must be what `next()` said. */
  take(asked: PageRequest, { logs, total_logs: total }: Pick<LogsPage, 'logs' | 'total_logs'>): Taken {
    this.#total.hear(total);
    const full = this.#pageSize.isFull(asked, logs.length, this.#total.usable);
    const page: Page = { skip: asked.skip, entries: logs.map(rawEntry), full };
    const taken = this.#scan === null ? this.#act(this.#readTail(page)) : this.#readOn(this.#scan, page);
    const amended = this.#ledger.takeAmended();
    return amended.length === 0 ? taken : { ...taken, amended };
  }

  /**
   * Only the whole log tells what is new: while it fits on a page and its time stamps show no order (a descending one
   * passes the check of the overlap where entries are equal), or when the start of this turn is not known in it.
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
        // Found by content alone, entries do not show how long the log is.
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

  /** An answer that ended too early; false when that has been so often enough to be believed. */
  #isStale(): boolean {
    this.#stale += 1;
    return this.#stale < STALE_LIMIT;
  }

  #letGo(): void {
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
    const { count, last, order } = this.#ledger;
    const seen = scan.read(page, { total: this.#total.said, order, known: { count, last } });
    if (seen === 'more') return nothingNew({ more: true });
    if (seen === 'disturbed') return this.#rescan(scan.attempt + 1);
    this.#scan = null;
    this.#handingOut = scan.shelf;
    if (seen.length < count && this.#isStale()) return nothingNew();
    return this.#settle(seen);
  }

  #settle(seen: readonly RawEntry[]): Taken {
    const found = this.#ledger.reconcile(seen, this.#total.said);
    this.#stale = 0;
    if (found === null) return nothingNew();
    const { fresh, moved, order } = found;
    this.#total.measured(seen.length);
    // What came on top meanwhile shows only in a total, or in another look, which may lead here again: then that is enough.
    const descending = this.#ledger.order === 'desc';
    const unsure = moved && descending && this.#total.said === null && seen.length > PAGE_LIMIT;
    const agrees = this.#total.agrees(seen.length, false) && !unsure;
    return { fresh, more: unsure, agrees, nonsense: false, ...(order !== null && { order }) };
  }
}

/** Each with a list of its own, since who hands entries out empties it. */
function nothingNew(told: Partial<Pick<Taken, 'more' | 'nonsense'>> = {}): Taken {
  return { fresh: [], more: false, agrees: false, nonsense: false, ...told };
}
