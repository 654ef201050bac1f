/**
 * The log of a turn as an append-only list that is read by position (contract 4.5, 4.7): says which page to read next, and takes in what
 * came. Positions count the whole log from its oldest entry. Where an answer contradicts what was read, the log is read once more from its
 * start, and what is new by content is appended.
 */
import { PAGE_LIMIT } from '../service/entry.ts';
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

export interface Numbered {
  /** The number of the entry in this turn, from 0. */
  readonly index: number;
  readonly entry: RawEntry;
  /** It is the follow-up's own, with which the turn begins (contract 4.5). */
  readonly echo?: boolean;
}

/** What a page brought. */
export interface Taken {
  /** New entries of this turn, oldest first. */
  readonly fresh: readonly Numbered[];
  /** Entries of this turn that the service filled in since (contract 4.7). */
  readonly amended: readonly Numbered[];
  /** The page had entries that were not known, of this turn or not (yet). */
  readonly moved: boolean;
  /** More can be read at once. */
  readonly more: boolean;
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
/** A page of a descending log reaches this much further back than necessary, for entries that are added meanwhile. */
const MARGIN = 1;

/** An entry at its position. */
interface Known {
  /** Null for an entry that could not be read. */
  shape: Shape | null;
  /** The entry's number in this turn, or null if it does not belong to it, or not yet. */
  index: number | null;
}

/** An entry that may wait for the echo of the follow-up. */
interface Held {
  raw: RawEntry;
  readonly known: Known;
  readonly echo: boolean;
}

/** Entries from a position on, oldest first. */
interface Page {
  readonly at: number;
  readonly entries: readonly RawEntry[];
  readonly total: number | null;
  /** The page has as many entries as were asked for. */
  readonly full: boolean;
}

const NOTHING_NEW: Taken = { fresh: [], amended: [], moved: false, more: false };

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
  /** The most entries that it had. */
  #listed = 0;
  /** While the log is read once more: how often each entry is still expected, and the last positions before that. */
  #rescan: { readonly expected: Map<string, number>; readonly watched: Known[] } | null = null;
  #rescans = 0;
  #emitted = 0;
  /** Read before it was certain that they belong to this turn, or null once the turn has begun. */
  #held: Held[] | null;
  /** The echo of the follow-up has come, and the page after it has not. */
  #echoed = false;
  /** Stands for entries that are too large to be read, until the next page is taken in. */
  #leftOut: Numbered[] = [];
  /** The next page continues the one just read, so that it need not overlap it. */
  #continues = false;
  /** The position of the first of the pages that continue each other. */
  #from = 0;
  #agrees = false;

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

  /** All was read at the last page, and the count agrees with `total_logs` (or the service sends none). */
  get agrees(): boolean {
    return this.#agrees;
  }

  /** The last pages had the last hundred entries, which the service may fill in. */
  get covers(): boolean {
    return this.#isListed || this.#from <= Math.max(this.#start, this.#count - WATCHED);
  }

  /** Entries announced but not received; negative if more were received than announced. */
  get missing(): number {
    return (this.#total ?? this.#size) - this.#size;
  }

  /** Entries that wait for the echo of the follow-up. */
  get held(): readonly RawEntry[] {
    return this.#held?.map(({ raw }) => raw) ?? [];
  }

  /** Entries of the turn that wait until the order of the log is known. Where others came before them, it is not known which these are. */
  get unordered(): readonly RawEntry[] {
    return this.#start === 0 && !this.#isUncertain ? this.#list : [];
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
    if (this.#isListed) return { skip: this.#continues ? this.#list.length : 0, limit };
    // An entry that could not be read cannot be compared, and a page of one entry has no room for a known one.
    const isKnown = this.#watched.at(-1)?.shape !== null && limit > 1;
    const overlap = this.#continues || !isKnown ? 0 : last ? limit : 1;
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
    this.#agrees = false;
    if (this.#isListed) return this.#takeListed({ at: skip, entries, total, full });
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
    else this.#leftOut.push(...this.#append(left, { amended: [], shape: null }));
    this.#continues = true;
  }

  /** What waits for the echo of the follow-up belongs to the turn. Called when no echo is to be expected any more. */
  release(): readonly Numbered[] {
    const held = this.#held ?? [];
    if (held.length > 0 && this.#isUncertain && !this.#echoed)
      this.#options.warn(
        'The log could not be read before the follow-up was sent, and it shows no echo of it: all its entries are kept, also those of earlier turns.',
      );
    this.#held = null;
    return held.map((each) => this.#number(each));
  }

  /** The end of the log was read: the order of a log without two different stamps counts as ascending, and what waits is released. */
  finish(): readonly Numbered[] {
    const listed = this.#order === null ? this.#settle('asc', { total: this.#total, more: false }).fresh : [];
    return [...listed, ...this.release()];
  }

  /** Takes in a page of a list that is read from its first entry on each time. */
  #takeListed({ at, entries, total, full }: Page): Taken {
    // A replica that lags behind.
    if (at === 0 && !full && entries.length < this.#listed) return NOTHING_NEW;
    this.#list = [...this.#list.slice(0, at), ...entries];
    this.#total = total;
    const { length } = this.#list;
    this.#order ??= orderOf(this.#list);
    const more = entries.length > 0 && (total === null ? full : length < total);
    this.#continues = more;
    if (this.#order === 'asc' || (this.#order === 'desc' && !more)) return this.#settle(this.#order, { total, more });
    if (this.#order === 'desc' && total !== null) {
      // Read by position from the oldest entry on.
      this.#list = [];
      this.#count = this.#start;
      return { ...NOTHING_NEW, more: true };
    }
    this.#agrees = !more && (total === null || length === total);
    const moved = length > this.#listed;
    this.#listed = Math.max(this.#listed, length);
    return { ...NOTHING_NEW, moved, more };
  }

  /** Takes in the whole list, whose order is known now. */
  #settle(order: Order, { total, more }: { readonly total: number | null; readonly more: boolean }): Taken {
    const entries = order === 'asc' ? this.#list : this.#list.toReversed();
    this.#list = [];
    this.#order = order;
    return this.#place({ at: 0, entries, total, full: more });
  }

  #place({ at, entries, total, full }: Page): Taken {
    const end = at + entries.length;
    if (!this.#continues) this.#from = at;
    if (at > this.#count) {
      // A descending log has grown since the total was read.
      this.#continues = true;
      return { ...NOTHING_NEW, more: true };
    }
    if (end < this.#count) {
      // A replica that lags behind.
      this.#continues = false;
      return NOTHING_NEW;
    }
    const amended: Numbered[] = [];
    const first = this.#count - this.#watched.length;
    for (const [nth, known] of this.#watched.entries()) {
      const entry = entries[first + nth - at];
      if (known.shape === null || entry === undefined) continue;
      const shape = shapeOf(entry);
      const change = compareShapes(known.shape, shape);
      if (change === 'other' && first + nth === this.#count - 1) return this.#reread();
      if (change !== 'filled_in') continue;
      known.shape = shape;
      this.#fillIn(known, { entry, amended });
    }
    const appended = entries.slice(this.#count - at);
    const fresh = [
      ...this.#leftOut.splice(0),
      ...appended.flatMap((entry) => this.#append(entry, { amended, shape: shapeOf(entry) })),
    ];
    // A full page of known entries may be followed by new ones.
    const more = (appended.length > 0 || full) && (total === null ? full : this.#count < total);
    this.#continues = more;
    if (!more) {
      this.#rescan = null;
      if (this.#echoed) fresh.push(...this.release());
    }
    this.#agrees = !more && (total === null || this.#count === total);
    return { fresh, amended, moved: appended.length > 0, more };
  }

  #fillIn(known: Known, { entry, amended }: { readonly entry: RawEntry; readonly amended: Numbered[] }): void {
    const held = this.#held?.find((each) => each.known === known);
    if (held !== undefined) held.raw = entry;
    count(this.#taken, entry.fingerprint);
    if (known.index !== null) amended.push({ index: known.index, entry });
  }

  /** Reads the log once more from the start of the turn. */
  #reread(): Taken {
    this.#continues = false;
    if (this.#rescans === RESCANS) return NOTHING_NEW;
    this.#rescans += 1;
    this.#options.warn(
      'The log of the run contradicts what was read of it before. It is read once more from its start, and what is new is added at the end.',
    );
    return this.rescan();
  }

  /** Begins to read the log once more. */
  rescan(): Taken {
    this.#rescan = { expected: new Map(this.#taken), watched: this.#watched };
    this.#watched = [];
    this.#count = this.#start;
    this.#continues = true;
    this.#from = this.#start;
    return { ...NOTHING_NEW, more: true };
  }

  /** Appends an entry in the next position. Returns it if it is new, belongs to the turn and need not wait. */
  #append(
    raw: RawEntry,
    { amended, shape }: { readonly amended: Numbered[]; readonly shape: Shape | null },
  ): Numbered[] {
    const place = this.#count;
    this.#count += 1;
    const known: Known = { shape, index: null };
    this.#watched = [...this.#watched.slice(-(WATCHED - 1)), known];
    // One that names another run does not belong here.
    if (place < this.#start || (raw.runId !== null && raw.runId !== this.#options.runId)) return [];
    if (this.#wasTaken(raw, { known, amended })) return [];
    count(this.#taken, raw.fingerprint);
    const { followUp } = this.#options;
    const echo = followUp !== null && isEcho(raw.value, followUp);
    if (this.#held === null) return [this.#number({ raw, known, echo })];
    // Entries of a resumed run wait for the echo of the follow-up: those before it are of earlier turns (contract 4.5).
    this.#echoed ||= echo;
    // The same text may have been sent before: the last one counts.
    if (echo) this.#held = [];
    this.#held.push({ raw, known, echo });
    return [];
  }

  /** Whether the entry was taken in before the log is read once more, in this or an earlier form. */
  #wasTaken(raw: RawEntry, { known, amended }: { readonly known: Known; readonly amended: Numbered[] }): boolean {
    if (this.#rescan === null) return false;
    const { expected, watched } = this.#rescan;
    const { shape } = known;
    const at = watched.findIndex(
      (before) => before.shape !== null && shape !== null && compareShapes(before.shape, shape) !== 'other',
    );
    const [before] = at === -1 ? [] : watched.splice(at, 1);
    known.index = before?.index ?? null;
    const times = expected.get(raw.fingerprint) ?? 0;
    if (times > 0) expected.set(raw.fingerprint, times - 1);
    else if (before !== undefined) this.#fillIn(known, { entry: raw, amended });
    return times > 0 || before !== undefined;
  }

  #number({ raw, known, echo }: Held): Numbered {
    const index = this.#emitted;
    this.#emitted += 1;
    known.index = index;
    return { index, entry: raw, echo };
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
