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
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { resolve } from 'node:path';
import type { Files } from '../ports.ts';

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
  lines: linesOf,
};
