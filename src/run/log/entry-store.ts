/**
 * Stores the entries of full scans with bounded memory (contract 6.5). All runs of the process share one memory budget; entries beyond it
 * go to a file, and entries beyond the file's limit lose their long fields.
 */
import type { Scratch, ScratchPlace } from '../../ports.ts';
import { parseJson } from '../../shared/json.ts';
import type { RawEntry, StoredTraits } from './entry.ts';
import { isIncomplete } from './watched.ts';

/** Limit on entries in memory, in UTF-16 units. Parsed, a unit takes up to eight bytes. */
const MEMORY_UNITS = 8 * 1024 * 1024;
/** Limit on entries in files, in UTF-16 units. */
const FILE_UNITS = 2 * 1024 * 1024 * 1024;
/** Fields up to this length, in UTF-16 units, are always kept. */
const SHORT = 100;
export const LEFT_OUT = '(left out: the log is too large to be kept until it is read to its end)';

export interface StoreLimits {
  readonly memory?: number;
  readonly files?: number;
}

export class EntryStore {
  readonly #openScratch: (() => Scratch) | null;
  readonly #limits: Required<StoreLimits>;
  #inMemory = 0;
  #inFiles = 0;

  /** @param openScratch null keeps everything in memory */
  constructor(openScratch: (() => Scratch) | null, { memory = MEMORY_UNITS, files = FILE_UNITS }: StoreLimits = {}) {
    this.#openScratch = openScratch;
    this.#limits = { memory: openScratch === null ? Infinity : memory, files };
  }

  /** Opens a shelf for one scan. @param isEcho see `StoredTraits` */
  open(isEcho: (entry: RawEntry) => boolean): Shelf {
    return new Shelf(this, isEcho);
  }

  /** Reserves memory; false if there is no room. */
  takeMemory(units: number): boolean {
    if (this.#inMemory + units > this.#limits.memory) return false;
    this.#inMemory += units;
    return true;
  }

  /** Reserves file space; false if there is no room. */
  takeFile(units: number): boolean {
    if (this.#inFiles + units > this.#limits.files) return false;
    this.#inFiles += units;
    return true;
  }

  newScratch(): Scratch | null {
    return this.#openScratch?.() ?? null;
  }

  release(units: { readonly memory: number; readonly files: number }): void {
    this.#inMemory -= units.memory;
    this.#inFiles -= units.files;
  }
}

/** The entries of one scan. */
export class Shelf {
  readonly #store: EntryStore;
  readonly #isEcho: (entry: RawEntry) => boolean;
  #scratch: Scratch | null = null;
  #memory = 0;
  #files = 0;
  #failed = false;

  constructor(store: EntryStore, isEcho: (entry: RawEntry) => boolean) {
    this.#store = store;
    this.#isEcho = isEcho;
  }

  /** Stores an entry: in memory, in a file, or without its long fields. */
  keep(entry: RawEntry): RawEntry {
    const units = entry.line.length;
    if (this.#store.takeMemory(units)) {
      this.#memory += units;
      return entry;
    }
    return this.#toFile(entry) ?? shortened(entry);
  }

  /** Releases all entries; those in files become unreadable. */
  release(): void {
    this.#scratch?.close();
    this.#scratch = null;
    this.#store.release({ memory: this.#memory, files: this.#files });
    this.#memory = 0;
    this.#files = 0;
  }

  #toFile(entry: RawEntry): RawEntry | null {
    if (this.#failed) return null;
    const units = entry.line.length;
    if (!this.#store.takeFile(units)) return null;
    this.#files += units;
    try {
      const scratch = (this.#scratch ??= this.#store.newScratch());
      if (scratch === null) return null;
      const traits = { isEcho: this.#isEcho(entry), isIncomplete: isIncomplete(entry) };
      return new StoredEntry(entry, { scratch, place: scratch.add(entry.line), traits });
    } catch {
      // The disk is full or the folder is not writable.
      this.#failed = true;
      return null;
    }
  }
}

interface Stored {
  readonly scratch: Scratch;
  readonly place: ScratchPlace;
  readonly traits: StoredTraits;
}

/** An entry in a file, which is read on each access to its line or value. */
class StoredEntry implements RawEntry {
  readonly fingerprint: string;
  readonly time: number | null;
  readonly runId: number | null;
  readonly traits: StoredTraits;
  readonly #scratch: Scratch;
  readonly #place: ScratchPlace;

  constructor({ fingerprint, time, runId }: RawEntry, { scratch, place, traits }: Stored) {
    this.fingerprint = fingerprint;
    this.time = time;
    this.runId = runId;
    this.traits = traits;
    this.#scratch = scratch;
    this.#place = place;
  }

  get line(): string {
    return this.#scratch.read(this.#place);
  }

  get value(): unknown {
    return parseJson(this.line);
  }
}

/** The entry without its long fields. It keeps its fingerprint, so that it still compares equal to the full entry. */
function shortened(entry: RawEntry): RawEntry {
  if (entry.line.length <= SHORT) return entry;
  const { value } = entry;
  const short =
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? LEFT_OUT
      : Object.fromEntries(
          Object.entries(value)
            .slice(0, SHORT)
            .map(([name, field]) => [name.slice(0, SHORT), brief(field)]),
        );
  return { ...entry, value: short, line: JSON.stringify(short) };
}

function brief(field: unknown): unknown {
  const isShort = typeof field === 'string' ? field.length <= SHORT : field === null || typeof field !== 'object';
  return isShort ? field : LEFT_OUT;
}
