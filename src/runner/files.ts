/**
 * The real file system. Writes are synchronous, so received data is on disk even if the process is
 * killed immediately afterwards.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  globSync,
  lstatSync,
  mkdirSync,
  openSync,
  promises,
  readFileSync,
  readSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FileHead, Files } from './port.ts';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_RDONLY, O_WRONLY } = constants;

/** Does not follow links, and does not block on a pipe or device. Windows has neither flag. */
const CAREFUL =
  ((constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0) |
  ((constants as { O_NONBLOCK?: number }).O_NONBLOCK ?? 0);

/** Opens the regular file at `path` (not a link), passes it to the callback, and closes it. */
function withFile<T>(path: string, flags: number, use: (descriptor: number, stats: Stats) => T): T {
  const descriptor = openSync(path, flags | CAREFUL);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) {
      throw notRegular(path);
    }
    return use(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

function notRegular(path: string): Error {
  return Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
}

/**
 * Also null if nothing can exist at the path: below a file (ENOTDIR), with a name that is too long,
 * or in an inaccessible folder.
 */
function statsOf(read: typeof statSync, path: string): Stats | null {
  try {
    return read(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/**
 * Maximum size of a text file: larger than any response of the service, far smaller than memory.
 */
const READ_CAP_BYTES = 64 * 1024 * 1024;

function readText(path: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(path, READ_CAP_BYTES));
}

function readBytes(path: string, most: number): Uint8Array {
  return withFile(path, O_RDONLY, (descriptor, { size }) => {
    if (size > most) {
      throw new RangeError(`${path} is larger than ${most} bytes`);
    }
    return readFileSync(descriptor);
  });
}

function readFileHead(path: string, length: number): FileHead {
  return withFile(path, O_RDONLY, (descriptor, { size }) => {
    const bytes = Buffer.alloc(length);
    return { bytes: bytes.subarray(0, readSync(descriptor, bytes)), size };
  });
}

function matching(pattern: string, folder: string): readonly string[] {
  const found = globSync(pattern, { cwd: folder, exclude: (name) => name === '.git' });
  return found.map((path) => resolve(folder, path)).sort();
}

/** On Linux, a link for each open descriptor to where it leads now. */
const DESCRIPTORS = '/proc/self/fd';
/**
 * Holds a folder without reading it, so that permission to write in it is enough. Linux has the
 * flag, Node does not name it.
 */
const O_PATH = 0o10000000;

/**
 * Guards a write: the file is reached through its open folder, so that a link which takes the
 * folder's place after the path was checked leads nowhere. Where no `/proc` shows where a
 * descriptor leads (outside Linux), the path is used as it is.
 *
 * @param path in a folder with all links resolved. The file itself may be a link.
 * @throws if the folder is no longer there
 */
function inItsFolder<T>(path: string, use: (path: string) => T): T {
  if (!existsSync(DESCRIPTORS)) {
    return use(path);
  }
  const folder = dirname(path);
  const descriptor = openSync(folder, O_PATH | O_DIRECTORY);
  const held = join(DESCRIPTORS, String(descriptor));
  try {
    if (readlinkSync(held) !== folder) {
      throw new Error(`the folder of ${path} has become a link`);
    }
    return use(join(held, basename(path)));
  } catch (error) {
    // People know the file by its path.
    const failure = error as Error;
    failure.message = failure.message.replaceAll(`${held}/`, join(folder, '/'));
    throw failure;
  } finally {
    closeSync(descriptor);
  }
}

function append(path: string, text: string): void {
  inItsFolder(path, (held) =>
    withFile(held, O_WRONLY | O_APPEND | O_CREAT, (descriptor) => writeFileSync(descriptor, text)),
  );
}

/**
 * Replaces the file instead of overwriting it, so that another hard link to the old file keeps its
 * content.
 */
function replace(path: string, text: string): void {
  const old = lstatSync(path, { throwIfNoEntry: false });
  if (old !== undefined) {
    if (!old.isFile()) {
      throw notRegular(path);
    }
    rmSync(path);
  }
  withFile(path, O_WRONLY | O_CREAT | O_EXCL, (descriptor) => writeFileSync(descriptor, text));
}

const LINE_FEED = 0x0a;
const LINES_BYTES = 64 * 1024;

/**
 * Not `node:readline`, which also splits at `\r`, U+2028 and U+2029. These may occur inside a JSON
 * string. Each line is decoded by itself, so that none keeps the text around it in memory.
 */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await promises.open(path, O_RDONLY | CAREFUL);
  try {
    if (!(await file.stat()).isFile()) {
      throw notRegular(path);
    }
    let buffer = Buffer.allocUnsafeSlow(LINES_BYTES);
    let begun = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, begun, buffer.length - begun);
      const filled = buffer.subarray(0, begun + bytesRead);
      let from = 0;
      for (
        let at = filled.indexOf(LINE_FEED, begun);
        at !== -1;
        at = filled.indexOf(LINE_FEED, from)
      ) {
        yield filled.toString('utf8', from, at);
        from = at + 1;
      }
      begun = filled.length - from;
      if (bytesRead === 0) {
        if (begun > 0) {
          yield filled.toString('utf8', from);
        }
        return;
      }
      const next = begun > buffer.length / 2 ? Buffer.allocUnsafeSlow(buffer.length * 2) : buffer;
      filled.copy(next, 0, from);
      buffer = next;
    }
  } finally {
    await file.close();
  }
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
  isFile: (path) => statsOf(statSync, path)?.isFile() === true,
  readText,
  readBytes,
  head: readFileHead,
  matching,
  makeDirectory: (path) => void mkdirSync(path, { recursive: true }),
  write: (path, text) => inItsFolder(path, (held) => replace(held, text)),
  append,
  remove: (path) =>
    inItsFolder(path, (held) => {
      if (lstatSync(held, { throwIfNoEntry: false })?.isFile() === true) {
        rmSync(held);
      }
    }),
  lines: linesOf,
};
