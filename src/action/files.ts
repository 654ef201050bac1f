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
} from 'node:fs';
import { createInterface } from 'node:readline';
import type { Files } from '../ports.ts';

function kind(path: string): 'file' | 'directory' | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : null;
}

export const realFiles: Files = {
  realPath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return null;
    }
  },
  isLink: (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  isFile: (path) => kind(path) === 'file',
  isDirectory: (path) => kind(path) === 'directory',
  readText: (path) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)),
  makeDirectory: (path) => void mkdirSync(path, { recursive: true }),
  write: (path, text) => writeFileSync(path, text),
  append: (path, text) => appendFileSync(path, text),
  lines: (path) => createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity }),
};
