/**
 * What is known of the log by position, counted from its oldest entry (contract 4.7): how many
 * entries were read, and the newest of them, which the service may still fill in. Where the log is
 * read once more, entries are told apart by their content.
 */
import { compareShapes, type RawEntry, type Shape } from './entry.ts';

/** Entries that the service may still fill in. */
export const WATCHED = 100;

/** An entry at its position. */
export interface Known {
  /** Null for an entry that could not be read, and for one that is not watched any more. */
  shape: Shape | null;
  /** The entry's number in this turn, or null if it does not belong to it, or not yet. */
  index: number | null;
}

export interface Received {
  readonly known: Known;
  readonly raw: RawEntry;
}

/** Entries that continue each other, oldest first, from a position on. */
export interface Stretch {
  readonly at: number;
  readonly entries: readonly RawEntry[];
}

/** What a stretch brought. */
export interface StretchNews {
  /** Entries of this turn, or that may be of it, which were not known. */
  readonly fresh: readonly Received[];
  /** Known entries in their later form. */
  readonly filled: readonly Received[];
  /** Entries at positions that had not been read, known by their content or not. */
  readonly appended: number;
}

export class Positions {
  /** Positions read so far. */
  count: number;
  /** Entries from before the turn. */
  readonly start: number;
  readonly #before: readonly Shape[];
  /** The newest entries, oldest first. */
  #watched: Known[];
  /** The entries of the turn by fingerprint, in each of their forms. */
  readonly #taken = new Map<string, Known[]>();
  /** While the log is read once more: those that have not come again. */
  #expected: Map<string, Known[]> | null = null;
  /** Positions that were read before. */
  #countBefore = 0;
  #hasInsertion = false;

  /**
   * @param start entries from before the turn
   * @param known.count how many of those need not be read
   * @param known.newest what the newest of these look like, oldest first
   */
  constructor(start: number, known: { readonly count: number; readonly newest: readonly Shape[] }) {
    this.start = start;
    this.#before = known.newest;
    this.count = known.count;
    this.#watched = asKnown(known.newest);
  }

  /** Reading the log once more has shown entries among those that had been read. */
  get hasInsertion(): boolean {
    return this.#hasInsertion;
  }

  /** The log is being read once more. */
  get isReadAgain(): boolean {
    return this.#expected !== null;
  }

  /** Of the watched entries there are some that can be compared. */
  get isComparable(): boolean {
    return this.#watched.some(({ shape }) => shape !== null);
  }

  /** The newest entry can be compared. */
  get isNewestComparable(): boolean {
    return (this.#watched.at(-1)?.shape ?? null) !== null;
  }

  /** The position from which on entries may still be filled in. */
  get watchedFrom(): number {
    return Math.max(this.start, this.count - WATCHED);
  }

  /** Whether each watched entry that the stretch shows is in its place. */
  fits({ at, entries }: Stretch): boolean {
    return this.#watched.every(({ shape }, index) => {
      const entry = entries[this.#positionOf(index) - at];
      return entry === undefined || compareShapes(shape, entry.shape) !== 'other';
    });
  }

  /** Whether the stretch shows another entry in the place of the newest known one. */
  contradicts({ at, entries }: Stretch): boolean {
    const newest = this.#watched.at(-1);
    const entry = entries[this.count - 1 - at];
    return (
      newest !== undefined &&
      entry !== undefined &&
      compareShapes(newest.shape, entry.shape) === 'other'
    );
  }

  /** Takes in a stretch that begins at or before the first position that was not read. */
  takeIn({ at, entries }: Stretch): StretchNews {
    const filled = this.#fillIn({ at, entries });
    const appended = entries.slice(Math.max(0, this.count - at));
    const fresh = appended.flatMap((raw) => this.#append(raw));
    return { fresh, filled, appended: appended.length };
  }

  /** Begins to read the log once more from the start of the turn. */
  restart(): void {
    this.#expected = new Map(
      Array.from(this.#taken, ([fingerprint, known]) => [fingerprint, [...known]]),
    );
    this.#watched = asKnown(this.#before);
    this.#countBefore = Math.max(this.#countBefore, this.count);
    this.count = this.start;
  }

  /** The log was read to its end, or to that of a replica which lags behind. */
  atEnd(): void {
    if (this.count >= this.#countBefore) {
      this.#expected = null;
    }
  }

  #positionOf(watched: number): number {
    return this.count - this.#watched.length + watched;
  }

  #fillIn({ at, entries }: Stretch): Received[] {
    const filled: Received[] = [];
    for (const [index, known] of this.#watched.entries()) {
      const raw = entries[this.#positionOf(index) - at];
      if (raw === undefined || known.shape === null) {
        continue;
      }
      if (compareShapes(known.shape, raw.shape) === 'filled_in') {
        known.shape = raw.shape;
        this.#keep(raw, known);
        filled.push({ known, raw });
      }
    }
    return filled;
  }

  /** Appends an entry at the next position. Returns it if it is new and may belong to the turn. */
  #append(raw: RawEntry): Received[] {
    const position = this.count;
    const again = this.#expected?.get(raw.fingerprint)?.shift();
    const known = again ?? { shape: null, index: null };
    known.shape = raw.shape;
    this.count += 1;
    this.#watch(known);
    if (again !== undefined || position < this.start) {
      return [];
    }
    this.#keep(raw, known);
    this.#hasInsertion ||= position < this.#countBefore;
    return [{ known, raw }];
  }

  #watch(known: Known): void {
    this.#watched.push(known);
    for (const old of this.#watched.splice(0, this.#watched.length - WATCHED)) {
      old.shape = null;
    }
  }

  #keep({ fingerprint }: RawEntry, known: Known): void {
    const equal = this.#taken.get(fingerprint) ?? [];
    this.#taken.set(fingerprint, equal);
    equal.push(known);
  }
}

function asKnown(shapes: readonly Shape[]): Known[] {
  return shapes.map((shape) => ({ shape, index: null }));
}
