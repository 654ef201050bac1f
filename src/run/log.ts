/**
 * The log of a turn as an append-only list that is read by position (contract 4.5, 4.7): says which
 * page to read next, and takes in what came. Positions count the whole log from its oldest entry.
 * Where an answer contradicts what was read, the log is read once more from its start, and what is
 * new by content is appended.
 */
import { hash } from 'node:crypto';
import { meaningOf } from '../message-types.ts';
import { isRecord } from '../safe/json.ts';
import type { LogsRequest } from '../agents/agent-run/client.ts';
import { PAGE_LIMIT, parseTime, viewEntry } from '../agents/entry.ts';
import type { LogsPage } from '../agents/agent-run/schema.ts';
import type { Entry, RunEvent } from './events.ts';

export type PageRequest = Pick<LogsRequest, 'skip' | 'limit'>;

/** What was read of the log before a follow-up was sent. */
export interface LogBefore {
  /** Entries of earlier turns, or null if the log could not be read. */
  readonly count: number | null;
  readonly order: Order | null;
}

export const NOTHING_BEFORE: LogBefore = { count: 0, order: null };

/** An entry of this turn, as its event tells it. */
export type Numbered = Omit<Extract<RunEvent, { readonly type: 'entry' }>, 'type'>;

/** What a page brought. */
export interface Taken {
  /** New entries of this turn, oldest first. */
  readonly fresh: readonly Numbered[];
  /** Entries of this turn that the service filled in since (contract 4.7). */
  readonly amended: readonly Entry[];
  /** The page had entries that were not known, of this turn or not (yet). */
  readonly moved: boolean;
  /** More can be read at once. */
  readonly more: boolean;
}

export interface LogOptions {
  /**
   * The follow-up that began the turn, or null if nothing was sent to a run that existed before.
   */
  readonly followUp: string | null;
  /** Told what the user should know of the log, once each. */
  readonly warn: (message: string) => void;
}

/** Entries that the service may still fill in. */
const WATCHED = 100;
/**
 * A page of a descending log reaches this much further back than necessary, for entries that are
 * added meanwhile.
 */
const MARGIN = 1;

/** An entry at its position. */
interface Known {
  /** Null for an entry that could not be read, and for one that is not read again. */
  shape: Shape | null;
  /** The entry's number in this turn, or null if it does not belong to it, or not yet. */
  index: number | null;
}

/** Entries from a position on, oldest first. */
interface Page {
  readonly at: number;
  readonly entries: readonly RawEntry[];
  /** There are as many entries as were asked for. */
  readonly full: boolean;
}

const NOTHING_NEW: Taken = { fresh: [], amended: [], moved: false, more: false };

export class Log {
  /**
   * All was read at the last page, and the count agrees with `total_logs` (or the service sends
   * none).
   */
  agrees = false;
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
  /** The entries of the turn by fingerprint, in each of their forms. */
  readonly #taken = new Map<string, Known[]>();
  /** While the log is read once more: those that have not come again. */
  #expected: Map<string, Known[]> | null = null;
  /**
   * The list as the service sends it, as long as its order is not known or a descending one has no
   * total.
   */
  #list: RawEntry[] = [];
  /** The most entries that it had. */
  #listed = 0;
  /** An answer contradicted what was read before. */
  #isContradicted = false;
  #emitted = 0;
  /**
   * Read before it was certain that they belong to this turn: with the echo of the follow-up first,
   * if that has come. Null once the turn has begun.
   */
  #held: Map<Known, RawEntry> | null;
  /** The echo of the follow-up has come, and the page after it has not. */
  #echoed = false;
  /** The next page continues the one just read, so that it need not overlap it. */
  #continues = false;
  /** The position of the first of the pages that continue each other. */
  #from = 0;

  constructor(before: LogBefore, options: LogOptions) {
    this.#options = options;
    this.#start = before.count ?? 0;
    this.#isUncertain = before.count === null;
    this.#order = before.order;
    // A log of unknown order that fits on a page is read whole, so that its order shows.
    this.#count = before.order === null && this.#start < PAGE_LIMIT ? 0 : this.#start;
    if (this.#count > 0) {
      this.#order ??= 'asc';
    }
    this.#held = options.followUp === null ? null : new Map();
  }

  /** The last pages had the last hundred entries, which the service may fill in. */
  get covers(): boolean {
    return this.#isListed || this.#from <= Math.max(this.#start, this.#count - WATCHED);
  }

  /** Entries announced but not received; negative if more were received than announced. */
  get missing(): number {
    const size = this.#isListed ? this.#list.length : this.#count;
    return (this.#total ?? size) - size;
  }

  /**
   * Entries that wait for the echo of the follow-up, or until the order of the log is known. Of a
   * log that had entries before the turn it is not known until then which are of the turn.
   */
  get waiting(): readonly RawEntry[] {
    const listed = this.#start === 0 && !this.#isUncertain ? this.#list : [];
    return [...(this.#held?.values() ?? []), ...listed];
  }

  get #isListed(): boolean {
    return this.#order === null || (this.#order === 'desc' && this.#total === null);
  }

  /** @param last the end of the run was seen: the page that has the last hundred entries */
  next({ last = false } = {}): PageRequest {
    const limit = this.#limit;
    if (this.#isListed) {
      return { skip: this.#continues ? this.#list.length : 0, limit };
    }
    // An entry that could not be read cannot be compared, and a page of one entry has no room for a
    // known one.
    const isKnown = this.#watched.at(-1)?.shape !== null && limit > 1;
    const known = last ? limit : 1;
    const overlap = this.#continues || !isKnown ? 0 : known;
    const at = Math.max(0, this.#count - overlap);
    if (this.#order === 'asc') {
      return { skip: at, limit };
    }
    const margin = this.#continues ? MARGIN : 0;
    return { skip: Math.max(0, (this.#total ?? 0) - at - limit + margin), limit };
  }

  take(
    { skip, limit }: PageRequest,
    { logs, total_logs: total }: Pick<LogsPage, 'logs' | 'total_logs'>,
  ): Taken {
    const entries = logs.map(rawEntry);
    const full = entries.length >= limit;
    const isListed = this.#isListed;
    this.#total = total;
    this.#limit = Math.min(PAGE_LIMIT, this.#limit * 2);
    this.agrees = false;
    if (isListed) {
      return this.#takeListed({ at: skip, entries, full });
    }
    if (this.#order === 'asc') {
      return this.#place({ at: skip, entries, full });
    }
    const length = total ?? skip + entries.length;
    return this.#place({ at: length - skip - entries.length, entries: entries.toReversed(), full });
  }

  /**
   * The answer to this request is too large to be read (contract 6.5). The next request asks for
   * half as many entries. A single one is left out of the log, and what stands for it is returned.
   */
  refused({ limit }: PageRequest): readonly Numbered[] {
    if (limit > 1) {
      this.#limit = Math.floor(limit / 2);
      return [];
    }
    this.#options.warn('An entry of the log is too large to be read and was left out.');
    this.#continues = true;
    const left = rawEntry({
      message_type: 'LEFT_OUT',
      thought: 'This entry is too large to be read.',
    });
    if (!this.#isListed) {
      return this.#append(left, null);
    }
    this.#list.push(left);
    return [];
  }

  /**
   * What waits for the echo of the follow-up belongs to the turn. Called when no echo is to be
   * expected any more.
   */
  release(): readonly Numbered[] {
    const held = [...(this.#held ?? [])];
    if (held.length === 0) {
      return [];
    }
    if (this.#isUncertain && !this.#echoed) {
      this.#options.warn(
        'The log could not be read before the follow-up was sent, and it shows no echo of it: all its entries are kept, also those of earlier turns.',
      );
    }
    this.#held = null;
    return held.map(([known, raw], nth) =>
      this.#number(known, { raw, echo: this.#echoed && nth === 0 }),
    );
  }

  /**
   * The end of the log was read: the order of a log without two different stamps counts as
   * ascending, and what waits is released.
   */
  finish(): readonly Numbered[] {
    const listed = this.#order === null ? this.#tellList('asc', { full: false }).fresh : [];
    return [...listed, ...this.release()];
  }

  /** Takes in a page of a list that is read from its first entry on each time. */
  #takeListed({ at, entries, full }: Page): Taken {
    // A replica that lags behind.
    if (at === 0 && !full && entries.length < this.#listed) {
      return NOTHING_NEW;
    }
    this.#list = [...this.#list.slice(0, at), ...entries];
    const { length } = this.#list;
    const more = entries.length > 0 && (this.#total === null ? full : length < this.#total);
    this.#continues = more;
    this.#order ??= orderOf(this.#list);
    if (this.#order === 'asc' || (this.#order === 'desc' && !more)) {
      return this.#tellList(this.#order, { full: more });
    }
    if (!this.#isListed) {
      // Read by position from the oldest entry on.
      this.#list = [];
      this.#count = this.#start;
      return { ...NOTHING_NEW, more: true };
    }
    this.agrees = !more && (this.#total ?? length) === length;
    const moved = length > this.#listed;
    this.#listed = Math.max(this.#listed, length);
    return { ...NOTHING_NEW, moved, more };
  }

  /** Takes in the whole list, whose order is known now. */
  #tellList(order: Order, { full }: Pick<Page, 'full'>): Taken {
    const entries = order === 'asc' ? this.#list : this.#list.toReversed();
    this.#list = [];
    this.#order = order;
    return this.#place({ at: 0, entries, full });
  }

  #place({ at, entries, full }: Page): Taken {
    if (!this.#continues) {
      this.#from = at;
    }
    if (at > this.#count) {
      // A descending log has grown since the total was read.
      this.#continues = true;
      return { ...NOTHING_NEW, more: true };
    }
    if (at + entries.length < this.#count) {
      // A replica that lags behind.
      this.#continues = false;
      return NOTHING_NEW;
    }
    const amended = this.#compare({ at, entries });
    if (amended === null) {
      return this.#reread();
    }
    const appended = entries.slice(this.#count - at);
    const fresh = appended.flatMap((entry) => this.#append(entry, shapeOf(entry)));
    // A full page of known entries may be followed by new ones.
    const more =
      (appended.length > 0 || full) && (this.#total === null ? full : this.#count < this.#total);
    this.#continues = more;
    if (!more) {
      this.#expected = null;
      if (this.#echoed) {
        fresh.push(...this.release());
      }
    }
    this.agrees = !more && this.missing === 0;
    return { fresh, amended, moved: appended.length > 0, more };
  }

  /**
   * The entries that the service has filled in since they were read. Null if the last one that was
   * read is not in its place.
   */
  #compare({ at, entries }: Omit<Page, 'full'>): readonly Entry[] | null {
    const amended: Entry[] = [];
    for (const [back, known] of this.#watched.toReversed().entries()) {
      const entry = entries[this.#count - 1 - back - at];
      if (known.shape === null || entry === undefined) {
        continue;
      }
      const shape = shapeOf(entry);
      const change = compareShapes(known.shape, shape);
      if (change === 'other' && back === 0) {
        return null;
      }
      if (change !== 'filled_in') {
        continue;
      }
      known.shape = shape;
      this.#keep(entry, known);
      if (this.#held?.has(known) === true) {
        this.#held.set(known, entry);
      }
      if (known.index !== null) {
        amended.push(toEntry(entry, known.index));
      }
    }
    return amended;
  }

  /**
   * Reads the log once more from the start of the turn: at once the first time, otherwise at the
   * end of the run.
   */
  #reread(): Taken {
    this.#continues = false;
    if (this.#isContradicted) {
      return NOTHING_NEW;
    }
    this.#isContradicted = true;
    this.#options.warn(
      'The log of the run contradicts what was read of it before. It is read once more from its start, and what is new is added at the end.',
    );
    return this.rescan();
  }

  /** Begins to read the log once more. */
  rescan(): Taken {
    this.#expected = new Map(
      Array.from(this.#taken, ([fingerprint, known]) => [fingerprint, [...known]]),
    );
    this.#watched = [];
    this.#count = this.#start;
    this.#from = this.#start;
    this.#continues = true;
    return { ...NOTHING_NEW, more: true };
  }

  /**
   * Appends an entry at the next position. Returns it if it is new, belongs to the turn and need
   * not wait.
   */
  #append(raw: RawEntry, shape: Shape | null): Numbered[] {
    const place = this.#count;
    this.#count += 1;
    const again = this.#expected?.get(raw.fingerprint)?.shift();
    const known = again ?? { shape, index: null };
    known.shape = shape;
    this.#watched.push(known);
    for (const old of this.#watched.splice(0, this.#watched.length - WATCHED)) {
      old.shape = null;
    }
    if (again !== undefined || place < this.#start) {
      return [];
    }
    this.#keep(raw, known);
    const { followUp } = this.#options;
    const echo = followUp !== null && isEcho(raw.value, followUp);
    if (this.#held === null) {
      return [this.#number(known, { raw, echo })];
    }
    // Entries of a resumed run wait for the echo of the follow-up: those before it are of earlier
    // turns (contract 4.5).
    this.#echoed ||= echo;
    // The same text may have been sent before: the last one counts.
    if (echo) {
      this.#held.clear();
    }
    this.#held.set(known, raw);
    return [];
  }

  #keep({ fingerprint }: RawEntry, known: Known): void {
    const equal = this.#taken.get(fingerprint) ?? [];
    this.#taken.set(fingerprint, equal);
    equal.push(known);
  }

  #number(
    known: Known,
    { raw, echo }: { readonly raw: RawEntry; readonly echo: boolean },
  ): Numbered {
    const index = this.#emitted;
    this.#emitted += 1;
    known.index = index;
    return { entry: toEntry(raw, index), ...(echo && { echo }) };
  }
}

/**
 * One entry (spec 2.3) as the log keeps it: the line for `logs_file`, and what tells it from
 * others.
 */
export interface RawEntry extends Omit<Entry, 'index'> {
  readonly value: unknown;
  /** Entries have no ids, so two entries are the same if all their content is. */
  readonly fingerprint: string;
}

export function rawEntry(value: unknown): RawEntry {
  const line = lineOf(value);
  const view = viewEntry(value);
  return { value, line, fingerprint: digestOf(line), view, time: parseTime(view.created_at) };
}

const digestOf = (text: string): string => hash('sha1', text, 'base64');

/**
 * Serializes an entry. `JSON.stringify`, unlike `JSON.parse`, fails on deep nesting: then nested
 * fields are replaced by a note.
 */
function lineOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    const isNested = (field: unknown): boolean => typeof field === 'object' && field !== value;
    return JSON.stringify(value, (_, field: unknown) =>
      isNested(field) ? '(nested too deeply to keep)' : field,
    );
  }
}

export function toEntry({ line, view, time }: RawEntry, index: number): Entry {
  return { index, line, view, time };
}

/**
 * An entry of more fields is compared as a whole, which takes no time (contract 6.5). The spec has
 * eight.
 */
const FIELDS_MAX = 64;

/** The content of an entry without its size: a digest of each field that is not null. */
export type Shape = ReadonlyMap<string, string>;

export function shapeOf({ value, fingerprint }: RawEntry): Shape {
  const fields: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
  const names = Object.keys(fields).filter((name) => (fields[name] ?? null) !== null);
  if (names.length === 0 || names.length > FIELDS_MAX) {
    return new Map([['', fingerprint]]);
  }
  return new Map(names.map((name) => [name, digestOf(lineOf(fields[name]))]));
}

/** The fields that tell what an entry is. Only others are filled in later. */
const FIXED = ['created_at', 'message_type', 'agent_run_id'];

/**
 * Whether an entry in the place of a known one is that entry (contract 4.7): all fields that are
 * null in neither are the same. `filled_in`: fields that were null are set now. A replica that lags
 * behind may show it as it was before.
 */
export function compareShapes(known: Shape, now: Shape): 'same' | 'filled_in' | 'other' {
  const [earlier, later] = known.size <= now.size ? [known, now] : [now, known];
  for (const [name, digest] of earlier) {
    if (later.get(name) !== digest) {
      return 'other';
    }
  }
  if (FIXED.some((name) => earlier.has(name) !== later.has(name))) {
    return 'other';
  }
  return now.size > known.size ? 'filled_in' : 'same';
}

/** Characters compared; services may truncate or wrap longer prompts. */
const HEAD = 200;
/** Where an entry may have its text: which fields a `USER_MESSAGE` has is not shown (spec 2.5). */
const TEXTS = ['thought', 'observation', 'tool_input', 'tool_output'];

/**
 * Whether the entry is the follow-up's own: a `USER_MESSAGE` with the text that was sent (contract
 * 4.5).
 */
export function isEcho(value: unknown, prompt: string): boolean {
  const sent = squeezed(prompt);
  if (!isRecord(value) || sent === '') {
    return false;
  }
  const type = value['message_type'];
  if (typeof type !== 'string' || meaningOf(type) !== 'prompt') {
    return false;
  }
  return TEXTS.some((name) => holds(value[name], sent));
}

function holds(field: unknown, sent: string): boolean {
  if (typeof field === 'object' && field !== null) {
    return Object.values(field).some((part) => typeof part === 'string' && holds(part, sent));
  }
  if (typeof field !== 'string') {
    return false;
  }
  const text = squeezed(field);
  return text !== '' && (text.includes(sent.slice(0, HEAD)) || sent.startsWith(text));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export type Order = 'asc' | 'desc';

/** The order of a list: its first two different stamps decide (contract 4.7). Null without such. */
export function orderOf(entries: readonly Pick<RawEntry, 'time'>[]): Order | null {
  const times = entries.flatMap(({ time }) => (time === null ? [] : [time]));
  const [first] = times;
  const other = times.find((time) => time !== first);
  if (first === undefined || other === undefined) {
    return null;
  }
  return other > first ? 'asc' : 'desc';
}
