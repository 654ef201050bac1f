/**
 * The log of a turn as an append-only list that is read by position (contract 4.5, 4.7): says which page to read next, and takes in what
 * came. Positions count the whole log from its oldest entry. Where an answer contradicts what was read, the log is read once more from its
 * start, and what is new by content is appended.
 */
import { PAGE_LIMIT, viewEntry } from '../service/entry.ts';
import type { LogsPage } from '../service/schema.ts';
import { compareShapes, isEcho, orderOf, rawEntry, shapeOf, type Order, type RawEntry, type Shape } from './entry.ts';

export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

/** What was read of the log before a follow-up was sent. */
export interface LogBefore {
  /** Entries of earlier turns, or null if the log could not be read. */
  readonly count: number | null;
  readonly order: Order | null;
}

export const NOTHING_BEFORE: LogBefore = { count: 0, order: null };

export interface Amendment {
  /** The number of the entry in this turn, from 0. */
  readonly index: number;
  readonly entry: RawEntry;
}

/** What a page brought. */
export interface Taken {
  /** New entries of this turn, oldest first. */
  readonly fresh: readonly RawEntry[];
  /** Entries of this turn that were not read before, also those that cannot be told yet because the order is not known. */
  readonly seen: readonly RawEntry[];
  /** Entries of this turn that the service filled in since (contract 4.7). */
  readonly amended: readonly Amendment[];
  /** The page had entries that were not known, of this turn or not (yet). */
  readonly moved: boolean;
  /** More can be read at once. */
  readonly more: boolean;
  /** Everything was read, and the count agrees with `total_logs` (or the service sends none). */
  readonly agrees: boolean;
  /** The page shows an older copy of the log than was read before. */
  readonly behind: boolean;
  /** The page had the last hundred entries, which the service may fill in. */
  readonly covers: boolean;
}

export interface LogOptions {
  readonly runId: number;
  /** The follow-up that began the turn, or null if nothing was sent to a run that existed before. */
  readonly followUp: string | null;
  /** Told what the user should know of the log, once each. */
  readonly warn: (message: string) => void;
}

/** Entries that the service may still fill in. */
const WATCHED = 100;
/** Times that a contradiction makes the log be read again at once. After that it waits until the end of the run. */
const RESCANS = 5;
/**
 * UTF-16 units held back at most. A log that has no two different stamps within them counts as ascending, and one whose newest entries
 * come first, without a total, is read no further.
 */
const HELD_MAX = 32 * 1024 * 1024;
/** A page of a descending log reaches this much further back than necessary, for entries that are added meanwhile. */
const MARGIN = 1;

/** One of the last positions. */
interface Known {
  /** Null for an entry that could not be read. */
  shape: Shape | null;
  /** The entry's number in this turn, or null if it does not belong to it. */
  index: number | null;
}

/** A second reading of the log from the start of the turn. */
interface Rescan {
  /** How often each entry is still expected, by fingerprint. */
  readonly expected: Map<string, number>;
  /** The last known entries, which may have been filled in. */
  readonly watched: Known[];
  /** Positions known before. */
  readonly until: number;
}

interface Page {
  /** The position of the oldest entry. */
  readonly at: number;
  /** Oldest first. */
  readonly entries: readonly RawEntry[];
  readonly total: number | null;
  readonly full: boolean;
}

export class Log {
  readonly #options: LogOptions;
  readonly #start: number;
  /** Where the turn begins is not known. */
  readonly #isUncertain: boolean;
  #order: Order | null;
  #limit = PAGE_LIMIT;
  /** Positions read so far. */
  #count: number;
  #total: number | null = null;
  /** The last positions, the newest last. */
  #watched: Known[] = [];
  /** How often each entry of the turn was taken in, by fingerprint. */
  readonly #taken = new Map<string, number>();
  /** The list as the service sends it, as long as its order is not known or a descending one has no total. */
  #list: RawEntry[] = [];
  #rescan: Rescan | null = null;
  #rescans = 0;
  #emitted = 0;
  /** Read before it was certain that they belong to this turn, or null once the turn has begun. */
  #held: { raw: RawEntry; readonly known: Known }[] | null;
  #heldSize = 0;
  /** Where the turn begins was not known, and the echo of the follow-up has come. */
  #echoed = false;
  /** Taken in since the last page: what stands for entries that are too large to be read. */
  #pending: RawEntry[] = [];
  /** The next page continues the one just read, so that it need not overlap it. */
  #continues = false;

  constructor(before: LogBefore, options: LogOptions) {
    this.#options = options;
    this.#start = before.count ?? 0;
    this.#isUncertain = before.count === null;
    this.#order = before.order;
    // A log of unknown order that fits on a page is read whole, so that its order shows.
    this.#count = before.order === null && this.#start < PAGE_LIMIT ? 0 : this.#start;
    if (this.#count > 0) this.#order ??= 'asc';
    this.#held = options.followUp === null ? null : [];
  }

  /** Entries announced but not received; negative if more were received than announced. */
  get missing(): number {
    return (this.#total ?? this.#size) - this.#size;
  }

  /** Entries that wait for the echo of the follow-up. */
  get held(): readonly RawEntry[] {
    return this.#held?.map(({ raw }) => raw) ?? [];
  }

  /** Entries that are told at the latest when the end of the log was read. */
  get waiting(): readonly RawEntry[] {
    return this.#followsUp ? this.held : this.#list;
  }

  get #followsUp(): boolean {
    return this.#options.followUp !== null;
  }

  get #size(): number {
    return this.#isListed ? this.#list.length : this.#count;
  }

  get #isListed(): boolean {
    return this.#order === null || (this.#order === 'desc' && this.#total === null);
  }

  /** @param last the end of the run was seen: the page that has the last hundred entries */
  next({ last = false } = {}): PageRequest {
    const limit = this.#limit;
    if (this.#isListed) {
      const length = this.#list.length;
      if (this.#continues) return { skip: length, limit };
      return { skip: length < limit ? 0 : length - 1, limit };
    }
    // An entry that could not be read cannot be compared, and a page of one entry has no room for a known one.
    const isKnown = this.#watched.at(-1)?.shape !== null && limit > 1;
    const overlap = this.#continues || this.#rescan !== null || !isKnown ? 0 : last ? limit : 1;
    const at = Math.max(0, this.#count - overlap);
    if (this.#order === 'asc') return { skip: at, limit };
    const margin = this.#continues ? MARGIN : 0;
    return { skip: Math.max(0, (this.#total ?? 0) - at - limit + margin), limit };
  }

  take({ skip, limit }: PageRequest, page: Pick<LogsPage, 'logs' | 'total_logs'>): Taken {
    const entries = page.logs.map(rawEntry);
    const total = page.total_logs;
    const full = entries.length >= limit;
    this.#limit = Math.min(PAGE_LIMIT, this.#limit * 2);
    if (this.#isListed) return this.#takeListed({ skip, entries, total, full });
    this.#total = total;
    if (this.#order === 'asc') return this.#place({ at: skip, entries, total, full });
    const length = total ?? skip + entries.length;
    return this.#place({ at: length - skip - entries.length, entries: entries.toReversed(), total, full });
  }

  /**
   * The answer to this request is too large to be read (contract 6.5). The next request asks for half as many entries. A single one is left
   * out of the log.
   */
  refused({ limit }: PageRequest): void {
    if (limit > 1) {
      this.#limit = Math.floor(limit / 2);
      return;
    }
    const left = rawEntry({ message_type: 'LEFT_OUT', thought: 'This entry is too large to be read.' });
    this.#options.warn('An entry of the log is too large to be read and was left out.');
    if (this.#isListed) this.#list.push(left);
    else this.#pending.push(...this.#append(left, { shape: null, amended: [] }));
    this.#continues = true;
  }

  /** What waits for the echo of the follow-up belongs to the turn. Called when no echo is to be expected any more. */
  release(): readonly RawEntry[] {
    const held = this.#held ?? [];
    if (held.length > 0 && this.#isUncertain && !this.#echoed)
      this.#options.warn(
        'The log could not be read before the follow-up was sent, and it shows no echo of it: all its entries are kept, also those of earlier turns.',
      );
    this.#held = null;
    return held.map(({ raw, known }) => this.#number(raw, known));
  }

  /** The end of the log was read: the order of a log without two different stamps counts as ascending, and what waits is released. */
  finish(): readonly RawEntry[] {
    const listed = this.#order === null ? this.#settle('asc', this.#total).fresh : [];
    return [...listed, ...this.release()];
  }

  /** Takes in a page of a list that is read from its first entry on. */
  #takeListed({ skip, entries, total, full }: Omit<Page, 'at'> & { readonly skip: number }): Taken {
    const before = this.#list.length;
    if (skip + entries.length < before) return { ...NOTHING_NEW, behind: true };
    const known = this.#list[skip];
    if (skip > 0 && known !== undefined && known.fingerprint !== entries[0]?.fingerprint) {
      this.#list = [];
      return { ...NOTHING_NEW, more: true };
    }
    const had = new Set(this.#list.map(({ fingerprint }) => fingerprint));
    const seen = this.#followsUp ? [] : entries.filter(({ fingerprint }) => !had.has(fingerprint));
    this.#list = [...this.#list.slice(0, skip), ...entries];
    this.#total = total;
    const { length } = this.#list;
    this.#order ??= orderOf(this.#list);
    const isTooLong = this.#list.reduce((size, { line }) => size + line.length, 0) > HELD_MAX;
    if (isTooLong) this.#order ??= 'asc';
    const isCut = isTooLong && this.#order === 'desc' && total === null;
    if (isCut)
      this.#options.warn(
        'The service lists the newest log entries first and does not tell how many there are: only the newest ones are kept.',
      );
    const more = !isCut && entries.length > 0 && (total === null ? full : length < total);
    this.#continues = more;
    if (this.#order === 'asc' || (this.#order === 'desc' && (total === null ? !more : length === total))) {
      const taken = this.#settle(this.#order, total, more);
      return this.#followsUp ? taken : { ...taken, seen };
    }
    if (this.#order === 'desc' && total !== null) {
      // Read by position from the oldest entry on.
      this.#list = [];
      this.#count = this.#start;
      return { ...NOTHING_NEW, more: true };
    }
    const agrees = !more && (total === null || length === total);
    // Of a descending list, only all of it tells what is new.
    const moved = this.#order === null && length > before;
    return { ...NOTHING_NEW, seen, moved, more, agrees, covers: true };
  }

  /** Takes in the whole list, whose order is known now. */
  #settle(order: Order, total: number | null, more = false): Taken {
    const entries = order === 'asc' ? this.#list : this.#list.toReversed();
    this.#list = [];
    this.#order = order;
    const taken = this.#place({ at: 0, entries, total, full: more });
    // Without a total, a descending list is read whole each time.
    if (this.#isListed) this.#continues = false;
    return taken;
  }

  #place(page: Page): Taken {
    const { at, entries, total, full } = page;
    const end = at + entries.length;
    if (at > this.#count) {
      // A descending log has grown since the total was read.
      this.#continues = true;
      return { ...NOTHING_NEW, more: true };
    }
    if (end < this.#count) {
      this.#continues = false;
      return { ...NOTHING_NEW, behind: true };
    }
    const amended: Amendment[] = [];
    for (let place = Math.max(at, this.#count - this.#watched.length); place < this.#count; place += 1) {
      const known = this.#watched[place - this.#count + this.#watched.length];
      const entry = entries[place - at];
      if (known === undefined || entry === undefined) continue;
      const change = this.#compare(known, entry);
      if (change === 'filled_in' && known.index !== null) amended.push({ index: known.index, entry });
      if (change === 'other' && place === this.#count - 1) return this.#reread();
    }
    const appended = entries.slice(this.#count - at);
    const fresh = [
      ...this.#pending.splice(0),
      ...appended.flatMap((entry) => this.#append(entry, { shape: shapeOf(entry), amended })),
    ];
    if (this.#rescan !== null && this.#count >= this.#rescan.until) this.#rescan = null;
    const more = appended.length > 0 && (total === null ? full : this.#count < total);
    if (this.#echoed && !more) fresh.push(...this.release());
    this.#continues = more;
    const covers = at <= Math.max(this.#start, this.#count - WATCHED);
    const agrees = !more && this.#rescan === null && (total === null || this.#count === total);
    return { fresh, seen: fresh, amended, moved: appended.length > 0, more, agrees, behind: false, covers };
  }

  /** Compares, and remembers the entry as it is now. */
  #compare(known: Known, entry: RawEntry): ReturnType<typeof compareShapes> {
    if (known.shape === null) return 'same';
    const shape = shapeOf(entry);
    const change = compareShapes(known.shape, shape);
    if (change !== 'filled_in') return change;
    known.shape = shape;
    count(this.#taken, entry.fingerprint);
    const held = this.#held?.find((each) => each.known === known);
    if (held !== undefined) held.raw = entry;
    return change;
  }

  /** Reads the log once more from the start of the turn. */
  #reread(): Taken {
    this.#continues = false;
    if (this.#rescans === RESCANS) return { ...NOTHING_NEW, behind: true };
    this.#rescans += 1;
    this.#options.warn(
      'The log of the run contradicts what was read of it before. It is read once more from its start, and what is new is added at the end.',
    );
    return this.rescan();
  }

  /** Begins to read the log once more. */
  rescan(): Taken {
    this.#rescan = { expected: new Map(this.#taken), watched: [...this.#watched], until: this.#count };
    this.#watched = [];
    this.#count = this.#start;
    this.#continues = true;
    return { ...NOTHING_NEW, more: true };
  }

  /** Appends an entry in the next position. Returns it if it is new and belongs to the turn. */
  #append(
    raw: RawEntry,
    { shape, amended }: { readonly shape: Shape | null; readonly amended: Amendment[] },
  ): RawEntry[] {
    const place = this.#count;
    this.#count += 1;
    const known: Known = { shape, index: null };
    this.#watched = [...this.#watched.slice(-(WATCHED - 1)), known];
    // One that names another run does not belong here.
    if (place < this.#start || (raw.runId !== null && raw.runId !== this.#options.runId)) return [];
    if (this.#rescan !== null && this.#isExpected(this.#rescan, { raw, known, amended })) return [];
    count(this.#taken, raw.fingerprint);
    return this.#begin(raw, known);
  }

  /** Whether the entry was taken in before, in this or an earlier form. */
  #isExpected(
    { expected, watched }: Rescan,
    { raw, known, amended }: { readonly raw: RawEntry; readonly known: Known; readonly amended: Amendment[] },
  ): boolean {
    const times = expected.get(raw.fingerprint) ?? 0;
    const wanted = times > 0 ? 'same' : 'filled_in';
    const at = watched.findIndex(
      ({ shape }) => shape !== null && compareShapes(shape, known.shape ?? shape) === wanted,
    );
    const [before] = at === -1 ? [] : watched.splice(at, 1);
    known.index = before?.index ?? null;
    if (times > 0) {
      expected.set(raw.fingerprint, times - 1);
      return true;
    }
    if (before === undefined) return false;
    count(this.#taken, raw.fingerprint);
    if (before.index !== null) amended.push({ index: before.index, entry: raw });
    return true;
  }

  /** Entries of a resumed run wait for the echo of the follow-up: those before it are of earlier turns (contract 4.5). */
  #begin(raw: RawEntry, known: Known): RawEntry[] {
    const { followUp } = this.#options;
    if (this.#held === null) return [this.#number(raw, known)];
    if (followUp === null || !isEcho(viewEntry(raw.value), followUp)) {
      this.#held.push({ raw, known });
      this.#heldSize += raw.line.length;
      return this.#heldSize > HELD_MAX ? [...this.release()] : [];
    }
    if (this.#isUncertain) {
      // The same text may have been sent before: the last one counts.
      this.#held = [{ raw, known }];
      this.#echoed = true;
      return [];
    }
    this.#held = null;
    return [this.#number(raw, known)];
  }

  #number(raw: RawEntry, known: Known): RawEntry {
    known.index = this.#emitted;
    this.#emitted += 1;
    return raw;
  }
}

const NOTHING_NEW: Taken = {
  ...{ fresh: [], seen: [], amended: [], moved: false },
  ...{ more: false, agrees: false, behind: false, covers: false },
};

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
