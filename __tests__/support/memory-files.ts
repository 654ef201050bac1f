/** Files in memory, with links, folders and scripted failures. */
import { isUtf8 } from 'node:buffer';
import { dirname, matchesGlob, relative } from 'node:path';
import type { Files } from '../../src/runner/port.ts';

export class MemoryFiles implements Files {
  readonly #contents = new Map<string, string | Uint8Array>();
  readonly #links: Readonly<Record<string, string>>;
  readonly #directories = new Set<string>(['/']);
  /** Called before each write and append; may throw. */
  guard: (path: string, text: string) => void = () => undefined;

  constructor(
    contents: Readonly<Record<string, string | Uint8Array>> = {},
    options: {
      readonly directories?: readonly string[];
      readonly links?: Readonly<Record<string, string>>;
    } = {},
  ) {
    this.#links = options.links ?? {};
    for (const directory of options.directories ?? ['/workspace', '/temp']) {
      this.#addDirectory(directory);
    }
    for (const [path, content] of Object.entries(contents)) {
      this.#addDirectory(dirname(path));
      this.#contents.set(path, content);
    }
  }

  readonly realPath = (path: string): string | null => {
    for (const [link, target] of Object.entries(this.#links)) {
      if (path === link || path.startsWith(`${link}/`)) {
        return this.realPath(target + path.slice(link.length));
      }
    }
    return this.#contents.has(path) || this.#directories.has(path) ? path : null;
  };
  readonly isLink = (): boolean => false;
  readonly isFile = (path: string): boolean => this.#contents.has(path);
  /** For tests: whether the folder was made. */
  readonly isDirectory = (path: string): boolean => this.#directories.has(path);
  readonly readText = (path: string): string => this.#text(path);
  readonly readBytes = (path: string, most: number): Uint8Array => {
    const content = this.#contents.get(path) ?? this.#text(path);
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    if (bytes.length > most) {
      throw new RangeError(`${path} is larger than ${most} bytes`);
    }
    return bytes;
  };
  readonly head = (
    path: string,
    length: number,
  ): { readonly bytes: Uint8Array; readonly size: number } => {
    const bytes = this.readBytes(path, Infinity);
    return { bytes: bytes.subarray(0, length), size: bytes.length };
  };
  readonly matching = (pattern: string, folder: string): readonly string[] =>
    this.paths().filter((path) => matchesGlob(relative(folder, path), pattern));
  readonly makeDirectory = (path: string): void => this.#addDirectory(path);
  readonly write = (path: string, text: string): void => {
    this.guard(path, text);
    this.#contents.set(path, text);
  };
  readonly append = (path: string, text: string): void => {
    this.guard(path, text);
    this.#contents.set(path, (this.#contents.has(path) ? this.#text(path) : '') + text);
  };
  readonly lines = async function* (this: MemoryFiles, path: string): AsyncIterable<string> {
    for (const line of await Promise.resolve(this.#text(path).split('\n'))) {
      if (line !== '') {
        yield line;
      }
    }
  }.bind(this);

  readonly remove = (path: string): void => void this.#contents.delete(path);

  /**
   * The lines of a text that ends each of them. None for the empty path of an output that was not
   * set.
   */
  linesOf(path: string): string[] {
    return path === '' ? [] : this.readText(path).split('\n').slice(0, -1);
  }

  paths(): string[] {
    return [...this.#contents.keys()].sort();
  }

  /** The content of all files. */
  all(): string {
    return this.paths()
      .map((path) => this.#text(path))
      .join('\n');
  }

  #text(path: string): string {
    const content = this.#contents.get(path);
    if (content === undefined) {
      throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
    }
    if (typeof content === 'string') {
      return content;
    }
    if (!isUtf8(content)) {
      throw new TypeError(`${path} is not valid UTF-8`);
    }
    return new TextDecoder().decode(content);
  }

  #addDirectory(path: string): void {
    for (let at = path; at !== '/' && at !== '.'; at = dirname(at)) {
      this.#directories.add(at);
    }
  }
}
