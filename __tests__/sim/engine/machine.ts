/** The runner in memory: inputs, outputs, state, files and printed text. Functions are own fields because ports are spread. */
import type { Files, Host, FilePart } from '../../../src/ports.ts';

export class SimHost implements Host {
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs = new Map<string, string>();
  readonly saved = new Map<string, string>();
  readonly masked: string[] = [];
  readonly printed: string[] = [];
  readonly warnings: string[] = [];
  readonly summaries: string[] = [];
  readonly #trace: ((line: string) => void) | null;
  failed = false;

  constructor(inputs: Readonly<Record<string, string>>, trace: ((line: string) => void) | null) {
    this.inputs = inputs;
    this.#trace = trace;
  }

  readonly input = (name: string): string => {
    return this.inputs[name] ?? '';
  };
  readonly mask = (value: string): void => {
    this.masked.push(value);
  };
  readonly output = (name: string, value: string): void => {
    this.outputs.set(name, value);
  };
  readonly saveState = (name: string, value: string): void => {
    this.saved.set(name, value);
  };
  readonly state = (name: string): string => {
    return this.saved.get(name) ?? '';
  };
  readonly line = (text: string): void => {
    this.#print(text);
  };
  readonly startGroup = (title: string): void => {
    this.#print(title);
  };
  readonly endGroup = (): void => {
    // Groups are not recorded.
  };
  readonly notice = (message: string): void => {
    this.#print(`notice: ${message}`);
  };
  readonly warning = (message: string): void => {
    this.warnings.push(message);
    this.#print(`warning: ${message}`);
  };
  readonly error = (message: string): void => {
    this.#print(`error: ${message}`);
  };
  readonly debug = (message: string): void => {
    this.#print(`debug: ${message}`);
  };
  readonly debugging = (): boolean => {
    return false;
  };
  readonly summary = (markdown: string): Promise<void> => {
    this.summaries.push(markdown);
    return Promise.resolve();
  };
  readonly fail = (): void => {
    this.failed = true;
  };

  #print(text: string): void {
    this.printed.push(text);
    this.#trace?.(`    | ${text}`);
  }
}

export interface SimFiles extends Files {
  /** The content of all files. */
  all(): string;
}

export function memoryFiles(): SimFiles {
  const files = new Map<string, string[]>();
  const folders = new Set(['/', '/temp', '/workspace']);
  const readText = (path: string): string => {
    const chunks = files.get(path);
    if (chunks === undefined) throw Object.assign(new Error(`no file ${path}`), { code: 'ENOENT' });
    return chunks.join('');
  };
  return {
    readText,
    head: () => ({ bytes: new Uint8Array(), size: 0 }),
    readBytes: () => new Uint8Array(),
    matching: () => [],
    realPath: (path) => (folders.has(path) || files.has(path) ? path : null),
    isLink: () => false,
    isFile: (path) => files.has(path),
    isDirectory: (path) => folders.has(path),
    makeDirectory: (path) => void folders.add(path),
    write: (path, text) => void files.set(path, [text]),
    append: (path, text) => {
      const chunks = files.get(path);
      if (chunks === undefined) files.set(path, [text]);
      else chunks.push(text);
    },
    remove: (path) => void files.delete(path),
    rename: (from, to) => {
      files.set(to, [readText(from)]);
      files.delete(from);
    },
    lineEnds: (path) => {
      const bytes = Buffer.from(readText(path));
      return Promise.resolve([...bytes.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : [])));
    },
    assemble: (path, parts) => {
      const bytes = (part: Exclude<FilePart, string>): string =>
        Buffer.from(readText(part.path)).toString('utf8', part.from, part.to);
      files.set(path, [[...parts].map((part) => (typeof part === 'string' ? part : bytes(part))).join('')]);
      return Promise.resolve();
    },
    async *lines(path) {
      for (const line of await Promise.resolve(readText(path).split('\n'))) if (line !== '') yield line;
    },
    all: () => [...files.values()].flat().join('\n'),
  };
}
