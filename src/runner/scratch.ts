/** The real `Scratch`: a file that is unlinked as soon as it is open. */
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Scratch, ScratchPlace } from '../ports.ts';
import { CAREFUL } from './careful-open.ts';

const { O_CREAT, O_EXCL, O_RDWR } = constants;

/** @param path of a file that does not exist yet @throws if it cannot be created */
export function openScratch(path: string): Scratch {
  const descriptor = openSync(path, O_RDWR | O_CREAT | O_EXCL | CAREFUL, 0o600);
  let end = 0;
  removeName(path);
  return {
    add(text): ScratchPlace {
      const place = { from: end, bytes: write(descriptor, { text, at: end }) };
      end += place.bytes;
      return place;
    },
    read: (place) => read(descriptor, place),
    close() {
      closeSync(descriptor);
      // Windows cannot delete an open file.
      removeName(path);
    },
  };
}

function removeName(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The runner empties its folder after the job.
  }
}

function write(descriptor: number, { text, at }: { readonly text: string; readonly at: number }): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written, bytes.length - written, at + written);
  return bytes.length;
}

function read(descriptor: number, { from, bytes }: ScratchPlace): string {
  const buffer = Buffer.allocUnsafe(bytes);
  let got = 0;
  while (got < bytes) {
    const more = readSync(descriptor, buffer, got, bytes - got, from + got);
    if (more === 0) throw new Error('the temporary file is shorter than what was written to it');
    got += more;
  }
  return buffer.toString();
}
