/** The real files. Writing is synchronous, so that what was received is on disk when the process is killed the next moment. */
import {
  appendFileSync,
  createReadStream,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
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

/** `node:readline` would break lines at `\r`, U+2028 and U+2029 as well, which may stand inside a string of JSON. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
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
  readText: (path) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)),
  makeDirectory: (path) => void mkdirSync(path, { recursive: true }),
  write: (path, text) => writeFileSync(path, text),
  append: (path, text) => appendFileSync(path, text),
  lines: linesOf,
};
