/**
 * `logs_file`: every entry of this turn as a line of JSON, appended as it arrives and sorted oldest first at the end (contract 4.7).
 * Entries that arrive together are written together, because each append is expensive. If the log exceeds the size limit, the newest part
 * is kept, after a line that says so (contract 6.5).
 */
import { dirname } from 'node:path';
import type { FilePart, Files } from '../ports.ts';
import type { Entry } from '../run/events.ts';
import { counted } from '../safe/format.ts';

/** UTF-16 units collected before a write. Larger pieces need more memory and save no time. */
const CHUNK = 32 * 1024;
const MAX_BYTES = 512 * 1024 * 1024;
/** After a signal there is no time to rewrite a larger file. */
const HURRIED_MAX_BYTES = 64 * 1024 * 1024;

export class LogFile {
  readonly path: string;
  readonly #files: Files;
  readonly #maxBytes: number;
  #newest = -Infinity;
  #disordered = false;
  #pending = '';
  /** Times of the entries in the files, oldest file first. NaN if an entry has none. */
  #times: number[] = [];
  /** Entries in the older file, and those before it that were dropped. */
  #older = 0;
  #gone = 0;
  #olderBytes = 0;
  #bytes = 0;
  /** Positions of moved entries by their number. Times take precedence. All other entries keep their position. */
  readonly #places = new Map<number, number>();
  /** Updated lines, by line number. */
  readonly #replaced = new Map<number, string>();

  /** Creates the empty file and its parent folders. */
  constructor(files: Files, path: string, { maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {}) {
    this.#files = files;
    this.#maxBytes = maxBytes;
    this.path = path;
    files.makeDirectory(dirname(path));
    files.write(path, '');
  }

  /** Number of entries so far. */
  get #count(): number {
    return this.#gone + this.#times.length;
  }

  get #olderPath(): string {
    return `${this.path}.older`;
  }

  /**
   * Writes the entry together with buffered ones. With `more`, other entries follow immediately, so it may be buffered.
   */
  add({ line, time }: Entry, more = false): void {
    this.#pending += `${line}\n`;
    this.#times.push(time ?? NaN);
    if (time !== null) {
      this.#disordered ||= time < this.#newest;
      this.#newest = Math.max(this.#newest, time);
    }
    if (!more || this.#pending.length >= CHUNK) this.#flush();
  }

  #flush(): void {
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    this.#files.append(this.path, text);
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes >= this.#maxBytes / 2) this.#rotate();
  }

  /** Continues in a new file and drops the one before the last. */
  #rotate(): void {
    this.#files.remove(this.#olderPath);
    this.#files.rename(this.path, this.#olderPath);
    this.#gone += this.#older;
    this.#times = this.#times.slice(this.#older);
    this.#older = this.#times.length;
    this.#olderBytes = this.#bytes;
    this.#bytes = 0;
    for (const entry of this.#places.keys()) if (entry < this.#gone) this.#places.delete(entry);
    this.#files.write(this.path, '');
  }

  /** Replaces entry `index` with its completed form. The file contains it once it is finished. */
  replace(index: number, { line }: Entry): void {
    this.#replaced.set(index, line);
  }

  /** Corrects the order of the last `places.length` entries: entry `i` of them belongs at `places[i]`. */
  reorder(places: readonly number[]): void {
    const from = this.#count - places.length;
    places.forEach((place, index) => this.#places.set(from + index, from + place));
    this.#disordered = true;
  }

  /**
   * Merges all files into one and moves late entries to their position. Entries with equal times keep their order of arrival, or the
   * corrected one. With `hurried`, does so only if it is fast.
   * @returns a description of what was not done, or null if the file is complete and in order
   */
  async finish({ hurried = false }: { readonly hurried?: boolean } = {}): Promise<string | null> {
    this.#flush();
    if (!this.#disordered && this.#older === 0 && this.#replaced.size === 0) return null;
    if (hurried && this.#bytes + this.#olderBytes > HURRIED_MAX_BYTES) return this.#leftUndone();
    const parts = await this.#parts();
    const order = this.#disordered ? this.#order() : [...parts.keys()];
    const cut = this.#gone === 0 ? [] : [`${JSON.stringify(this.#cutMark())}\n`];
    await this.#files.assemble(this.path, [...cut, ...order.map((at) => this.#laterForm(at) ?? parts[at] ?? '')]);
    if (this.#older > 0) this.#files.remove(this.#olderPath);
    this.#disordered = false;
    this.#older = 0;
    return null;
  }

  #laterForm(at: number): string | null {
    const line = this.#replaced.get(this.#gone + at);
    return line === undefined ? null : `${line}\n`;
  }

  #leftUndone(): string {
    if (this.#older === 0) return `The entries in ${this.path} stand in the order in which they came.`;
    return `${this.path} has the newest entries only; those before them are in ${this.#olderPath}.`;
  }

  #cutMark(): object {
    const entries = counted(this.#gone, 'older entry', 'older entries');
    const size = Math.round(this.#maxBytes / 1024 / 1024);
    return {
      message_type: 'LOG_CUT',
      thought: `${entries} left out: this file keeps the newest ${size} MB of the log.`,
    };
  }

  /** The entries in the files, in order of arrival. */
  async #parts(): Promise<readonly FilePart[]> {
    const parts: FilePart[] = [];
    for (const path of this.#older > 0 ? [this.#olderPath, this.path] : [this.path]) {
      let from = 0;
      for (const to of await this.#files.lineEnds(path)) {
        parts.push({ path, from, to });
        from = to;
      }
    }
    if (parts.length !== this.#times.length) throw new Error('somebody else wrote into it');
    return parts;
  }

  /** The numbers (from 0) of the kept entries, oldest first. */
  #order(): readonly number[] {
    const entries = this.#times.map((_, at) => at);
    if (this.#places.size > 0) {
      const placed = entries.map((at) => ({ at, place: this.#places.get(this.#gone + at) ?? this.#gone + at }));
      placed.sort((a, b) => a.place - b.place).forEach(({ at }, index) => (entries[index] = at));
    }
    let time = -Infinity;
    // An entry without a readable time stays after its predecessor.
    const timed = entries.map((at) => {
      const own = this.#times[at] ?? NaN;
      return { at, time: (time = Number.isNaN(own) ? time : own) };
    });
    return timed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ at }) => at);
  }
}
