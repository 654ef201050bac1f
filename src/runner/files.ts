/** The real files. Writing is synchronous, so that what was received is on disk when the process is killed the next moment. */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  globSync,
  lstatSync,
  mkdirSync,
  openSync,
  promises,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { resolve } from 'node:path';
import type { FilePart, Files } from '../ports.ts';

/** Null also where nothing can be: below a file (ENOTDIR), behind too long a name, in a folder that is closed to us. */
function statsOf(read: typeof statSync, path: string): Stats | null {
  try {
    return read(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function kind(path: string): 'file' | 'directory' | null {
  const stats = statsOf(statSync, path);
  if (stats === null) return null;
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : null;
}

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
/** No link is followed, and nothing that is no file keeps the process waiting for another end. Windows knows neither flag. */
const CAREFUL =
  ((constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0) | ((constants as { O_NONBLOCK?: number }).O_NONBLOCK ?? 0);
/** A text to be read is this long at most: more than any answer of the service, far less than memory. */
const READ_CAP_BYTES = 64 * 1024 * 1024;

/** Does something with the regular file at `path`, which is no link. */
function withFile<T>(path: string, flags: number, use: (descriptor: number, stats: Stats) => T): T {
  const descriptor = openSync(path, flags | CAREFUL);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw notRegular(path);
    return use(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

function notRegular(path: string): Error {
  return Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
}

function readText(path: string): string {
  return withFile(path, O_RDONLY, (descriptor, { size }) => {
    if (size > READ_CAP_BYTES) throw new RangeError(`${path} is larger than ${READ_CAP_BYTES} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor));
  });
}

function readBytes(path: string, most: number): Uint8Array {
  return withFile(path, O_RDONLY, (descriptor, { size }) => {
    if (size > most) throw new RangeError(`${path} is larger than ${most} bytes`);
    return readFileSync(descriptor);
  });
}

function head(path: string, length: number): { readonly bytes: Uint8Array; readonly size: number } {
  return withFile(path, O_RDONLY, (descriptor, { size }) => {
    const bytes = Buffer.alloc(length);
    return { bytes: bytes.subarray(0, readSync(descriptor, bytes)), size };
  });
}

function matching(pattern: string, folder: string): readonly string[] {
  const found = globSync(pattern, { cwd: folder, exclude: (name) => name === '.git' });
  return found.map((path) => resolve(folder, path)).sort();
}

/** The text of a regular file, piece by piece. */
function chunksOf(path: string): AsyncIterable<string> {
  const fd = openSync(path, O_RDONLY | CAREFUL);
  if (!fstatSync(fd).isFile()) {
    closeSync(fd);
    throw notRegular(path);
  }
  return createReadStream(path, { fd, encoding: 'utf8' }) as AsyncIterable<string>;
}

/** `node:readline` would break lines at `\r`, U+2028 and U+2029 as well, which may stand inside a string of JSON. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of chunksOf(path)) {
    const [first = '', ...rest] = chunk.split('\n');
    begun.push(first);
    for (const part of rest) {
      yield begun.join('');
      begun = [part];
    }
  }
  const last = begun.join('');
  if (last !== '') yield last;
}

/** A new file in the place of an old one, so that another name of the old one (a hard link) keeps its content. */
function replace(path: string, text: string): void {
  const old = lstatSync(path, { throwIfNoEntry: false });
  if (old !== undefined) {
    if (!old.isFile()) throw notRegular(path);
    rmSync(path);
  }
  withFile(path, O_WRONLY | O_CREAT | O_EXCL, (descriptor) => writeFileSync(descriptor, text));
}

const LINE_FEED = 0x0a;
const BUFFER_BYTES = 1024 * 1024;

async function lineEnds(path: string): Promise<readonly number[]> {
  const ends: number[] = [];
  const file = await promises.open(path, O_RDONLY | CAREFUL);
  try {
    const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    for (let done = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, BUFFER_BYTES, done);
      if (bytesRead === 0) return ends;
      const piece = buffer.subarray(0, bytesRead);
      for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1))
        ends.push(done + at + 1);
      done += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Adjacent parts of a file as one. */
function* joined(parts: Iterable<FilePart>): Generator<FilePart> {
  let last: FilePart | null = null;
  for (const part of parts) {
    const goesOn =
      last !== null &&
      typeof last !== 'string' &&
      typeof part !== 'string' &&
      last.path === part.path &&
      last.to === part.from;
    if (goesOn) last = { ...(last as Exclude<FilePart, string>), to: part.to };
    else {
      if (last !== null) yield last;
      last = part;
    }
  }
  if (last !== null) yield last;
}

/** Read in small pieces, which is quick synchronously, and written in large ones, which lets others run. */
async function assemble(path: string, parts: Iterable<FilePart>): Promise<void> {
  const made = `${path}.new`;
  if (lstatSync(made, { throwIfNoEntry: false })?.isFile() === true) rmSync(made);
  const sources = new Map<string, number>();
  const target = await promises.open(made, O_WRONLY | O_CREAT | O_EXCL | CAREFUL);
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let filled = 0;
  const flush = async (): Promise<void> => {
    for (let written = 0; written < filled;)
      written += (await target.write(buffer, written, filled - written)).bytesWritten;
    filled = 0;
  };
  try {
    for (const part of joined(parts)) {
      if (typeof part === 'string') {
        await flush();
        await target.write(part);
        continue;
      }
      const source = sources.get(part.path) ?? openSync(part.path, O_RDONLY | CAREFUL);
      sources.set(part.path, source);
      for (let at = part.from; at < part.to;) {
        const read = readSync(source, buffer, filled, Math.min(BUFFER_BYTES - filled, part.to - at), at);
        if (read === 0) throw new Error(`${part.path} is shorter than it was`);
        at += read;
        filled += read;
        if (filled === BUFFER_BYTES) await flush();
      }
    }
    await flush();
  } finally {
    await target.close();
    for (const source of sources.values()) closeSync(source);
  }
  renameSync(made, path);
}

export const realFiles: Files = {
  realPath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return null;
    }
  },
  isLink: (path) => statsOf(lstatSync, path)?.isSymbolicLink() === true,
  isFile: (path) => kind(path) === 'file',
  isDirectory: (path) => kind(path) === 'directory',
  readText,
  readBytes,
  head,
  matching,
  makeDirectory: (path) => void mkdirSync(path, { recursive: true }),
  write: replace,
  append: (path, text) =>
    withFile(path, O_WRONLY | O_APPEND | O_CREAT, (descriptor) => writeFileSync(descriptor, text)),
  remove(path) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) rmSync(path);
  },
  rename: (from, to) => renameSync(from, to),
  lineEnds,
  assemble,
  lines: linesOf,
};
