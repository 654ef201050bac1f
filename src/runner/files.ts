/** The real file system. Writes are synchronous, so received data is on disk even if the process is killed immediately afterwards. */
import {
  constants,
  globSync,
  lstatSync,
  mkdirSync,
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
import type { Files } from '../ports.ts';
import { notRegular, withFile } from './careful-open.ts';
import { assemble, lineEnds, linesOf } from './large-files.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;

/** Also null if nothing can exist at the path: below a file (ENOTDIR), with a name that is too long, or in an inaccessible folder. */
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

/** Maximum size of a text file: larger than any response of the service, far smaller than memory. */
const READ_CAP_BYTES = 64 * 1024 * 1024;

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

/** Replaces the file instead of overwriting it, so that another hard link to the old file keeps its content. */
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
  remove(path) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) rmSync(path);
  },
  rename: (from, to) => renameSync(from, to),
  lineEnds,
  assemble,
  lines: linesOf,
};
