/** Processes large files in pieces: reads lines, indexes line ends, and assembles files from parts. */
import { closeSync, constants, lstatSync, openSync, promises, readSync, renameSync, rmSync } from 'node:fs';
import type { FilePart } from '../ports.ts';
import { CAREFUL, notRegular } from './careful-open.ts';

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;

const LINE_FEED = 0x0a;
const LINES_BYTES = 64 * 1024;
const BUFFER_BYTES = 1024 * 1024;

/**
 * Not `node:readline`, which also splits at `\r`, U+2028 and U+2029. These may occur inside a JSON string. Each line is decoded by itself, so
 * that none keeps the text around it in memory.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await promises.open(path, O_RDONLY | CAREFUL);
  try {
    if (!(await file.stat()).isFile()) throw notRegular(path);
    let buffer = Buffer.allocUnsafeSlow(LINES_BYTES);
    let begun = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, begun, buffer.length - begun);
      const filled = buffer.subarray(0, begun + bytesRead);
      let from = 0;
      for (let at = filled.indexOf(LINE_FEED, begun); at !== -1; at = filled.indexOf(LINE_FEED, from)) {
        yield filled.toString('utf8', from, at);
        from = at + 1;
      }
      begun = filled.length - from;
      if (bytesRead === 0) {
        if (begun > 0) yield filled.toString('utf8', from);
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

export async function lineEnds(path: string): Promise<readonly number[]> {
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

/** Merges adjacent parts of a file. */
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

/** Reads small pieces synchronously, which is fast, and writes large ones asynchronously, which lets the event loop run. */
export async function assemble(path: string, parts: Iterable<FilePart>): Promise<void> {
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
