/**
 * Keeps the entries of full scans. All runs of the process share one memory budget; what exceeds it goes to a file, and what exceeds that too
 * loses its long fields, so that memory stays bounded with a log of any size (contract 6.5).
 */
import type { Scratch, ScratchPlace } from '../../ports.ts';
import { parseJson } from '../../shared/json.ts';
import type { RawEntry, StoredTraits } from './entry.ts';
import { isIncomplete } from './watched.ts';

/** UTF-16 units of the entries in memory. Parsed, they take up to eight bytes each. */
const MEMORY_UNITS = 8 * 1024 * 1024;
/** UTF-16 units of the entries in files. */
const FILE_UNITS = 2 * 1024 * 1024 * 1024;
/** UTF-16 units of a field that is kept in any case. */
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

  /** Whether there is room for so many units, which are then taken. */
  takeMemory(units: number): boolean {
    if (this.#inMemory + units > this.#limits.memory) return false;
    this.#inMemory += units;
    return true;
  }

  /** As `takeMemory`, in files. */
  takeFile(units: number): boolean {
    if (this.#inFiles + units > this.#limits.files) return false;
    this.#inFiles += units;
    return true;
  }

  newScratch(): Scratch | null {
    return this.#openScratch?.() ?? null;
  }

  giveBack(units: { readonly memory: number; readonly files: number }): void {
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

  /** The same entry in the form in which it may be kept. */
  keep(entry: RawEntry): RawEntry {
    const units = entry.line.length;
    if (this.#store.takeMemory(units)) {
      this.#memory += units;
      return entry;
    }
    return this.#toFile(entry) ?? shortened(entry);
  }

  /** Lets go of all entries: those in files cannot be read any more. */
  release(): void {
    this.#scratch?.close();
    this.#scratch = null;
    this.#store.giveBack({ memory: this.#memory, files: this.#files });
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
      // No room on the disk, or no folder that can be written to.
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

/** An entry in a file: its line and value are read each time they are asked for. */
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

/** The entry without its long fields. Its fingerprint stays that of the whole, so that it is still the same entry. */
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
