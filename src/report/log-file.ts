/**
 * `logs_file`: every entry of this turn as one line of JSON, written as it comes, oldest first in the end (contract 4.7).
 * Entries handed over in one breath are written together: each append costs more than what it writes.
 */
import { dirname } from 'node:path';
import type { Files } from '../ports.ts';
import { parseTime } from '../run/log/entry.ts';
import type { Entry } from '../run/events.ts';

/** UTF-16 units collected before a write; larger pieces cost more memory and no less time. */
const CHUNK = 32 * 1024;

export class LogFile {
  readonly path: string;
  readonly #files: Files;
  #newest = -Infinity;
  #disordered = false;
  #pending = '';
  #lines = 0;
  /** Where lines belong, by line, as far as their times do not say otherwise; others belong where they are. */
  readonly #places = new Map<number, number>();

  /** Creates the file, empty, and the folders it lies in. */
  constructor(files: Files, path: string) {
    this.#files = files;
    this.path = path;
    files.makeDirectory(dirname(path));
    files.write(path, '');
  }

  /**
   * Writes the entry, with those before it that wait. `more`: others follow before anything else can happen, so it may wait
   * for them.
   */
  add({ line, time }: Entry, more = false): void {
    this.#pending += `${line}\n`;
    this.#lines += 1;
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
  }

  /** The last `places.length` entries turned out to be in another order: entry `i` of them belongs at `places[i]`. */
  reorder(places: readonly number[]): void {
    const from = this.#lines - places.length;
    places.forEach((place, index) => this.#places.set(from + index, from + place));
    this.#disordered = true;
  }

  /** Puts entries that came late into their place. Equal times keep the order they came in, or the one that became known. */
  async finish(): Promise<void> {
    this.#flush();
    if (!this.#disordered) return;
    const lines: string[] = [];
    let at = 0;
    for await (const line of this.#files.lines(this.path)) {
      lines[this.#places.get(at) ?? at] = line;
      at += 1;
    }
    let time = -Infinity;
    // An entry without a readable time stays behind the one it came after.
    const entries = lines.map((line) => ({ line, time: (time = timeOfLine(line) ?? time) }));
    entries.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time));
    this.#files.write(this.path, entries.map(({ line }) => `${line}\n`).join(''));
    this.#disordered = false;
  }
}

function timeOfLine(line: string): number | null {
  const entry: unknown = JSON.parse(line);
  const stamp = entry !== null && typeof entry === 'object' && 'created_at' in entry ? entry.created_at : null;
  return typeof stamp === 'string' ? parseTime(stamp) : null;
}
