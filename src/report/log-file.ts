/**
 * `logs_file`: every entry of this turn as a line of JSON, in the order in which the entries come, which is that of the log (contract 4.7).
 * Entries that arrive together are written together, because each append is expensive.
 */
import { dirname } from 'node:path';
import type { Files } from '../ports.ts';
import type { Entry } from '../run/events.ts';

/** UTF-16 units collected before a write. Larger pieces need more memory and save no time. */
const CHUNK = 32 * 1024;

export class LogFile {
  readonly path: string;
  readonly #files: Files;
  #pending = '';
  /** Entries that the service filled in later, by the number of their line. */
  readonly #replaced = new Map<number, string>();

  /** Creates the empty file and its parent folders. */
  constructor(files: Files, path: string) {
    this.#files = files;
    this.path = path;
    files.makeDirectory(dirname(path));
    files.write(path, '');
  }

  /** Writes the entry together with buffered ones. With `more`, other entries follow immediately, so it may be buffered. */
  add({ line }: Pick<Entry, 'line'>, more = false): void {
    this.#pending += `${line}\n`;
    if (!more || this.#pending.length >= CHUNK) this.#flush();
  }

  /** Replaces entry `index` with its later form. The file contains it once it is finished. */
  replace(index: number, { line }: Pick<Entry, 'line'>): void {
    this.#replaced.set(index, line);
  }

  /** Writes what is buffered, and the later forms of entries in the place of the earlier ones. */
  async finish(): Promise<void> {
    this.#flush();
    if (this.#replaced.size === 0) return;
    const made = `${this.path}.new`;
    this.#files.write(made, '');
    let index = 0;
    let text = '';
    for await (const line of this.#files.lines(this.path)) {
      text += `${this.#replaced.get(index) ?? line}\n`;
      index += 1;
      if (text.length < CHUNK) continue;
      this.#files.append(made, text);
      text = '';
    }
    this.#files.append(made, text);
    this.#files.rename(made, this.path);
    this.#replaced.clear();
  }

  #flush(): void {
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    this.#files.append(this.path, text);
  }
}
