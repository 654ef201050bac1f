/**
 * The entries of a logs file that the report and the OTLP file keep, because others have to load these as a whole: of a long log the first
 * 1,000 and the newest, together up to 50 MB (contract 6.5, in time).
 */
import type { Files } from '../ports.ts';
import { parseTime } from '../run/entry.ts';
import type { Entry } from '../run/events.ts';
import { viewEntry } from '../service/entry.ts';

const FIRST_ENTRIES = 1_000;
const MAX_BYTES = 50_000_000;

/** A logs file, oldest entry first. */
export interface Log {
  /** Bytes. */
  readonly size: number;
  /** Reads the lines from the start, without their ends. */
  readonly lines: () => AsyncIterable<string> | Iterable<string>;
}

export function logOf(files: Pick<Files, 'head' | 'lines'>, path: string): Log {
  return { size: files.head(path, 0).size, lines: () => files.lines(path) };
}

/** The entries from `from` up to `to`, counted from 0, are left out. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * What does not fit, or null. A log that is too large is read once to find out. The newest entry is kept whatever its size.
 *
 * @param options.maxBytes of the kept lines. The first entries get at most half of it. Default: 50 MB
 */
export async function leftOut(log: Log, { maxBytes = MAX_BYTES } = {}): Promise<Gap | null> {
  if (log.size <= maxBytes) return null;
  const sizes: number[] = [];
  let kept = 0;
  let from = 0;
  let to = 0;
  for await (const line of log.lines()) {
    const size = Buffer.byteLength(line) + 1;
    const isFirst = from === sizes.length && from < FIRST_ENTRIES && kept + size <= maxBytes / 2;
    sizes.push(size);
    kept += size;
    if (isFirst) [from, to] = [sizes.length, sizes.length];
    for (; kept > maxBytes && to < sizes.length - 1; to += 1) kept -= sizes[to] ?? 0;
  }
  return to > from ? { from, to } : null;
}

export interface ReadEntry extends Entry {
  readonly value: unknown;
}

/** Reads a line of the logs file. One that is not JSON, for example an incomplete last one, is kept as text. */
export function readEntry(line: string, index: number): ReadEntry {
  const value = parsed(line);
  const view = viewEntry(value);
  return { index, line, value, view, time: parseTime(view.created_at) };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

export interface KeptEntry extends ReadEntry {
  /** Number of entries that are left out right before this one. */
  readonly leftOut: number;
}

/** Yields the entries that are kept, oldest first. After those that are left out there is always one. */
export async function* keptEntries(log: Log): AsyncGenerator<KeptEntry> {
  const gap = await leftOut(log);
  let index = 0;
  for await (const line of log.lines()) {
    if (gap === null || index < gap.from || index >= gap.to)
      yield { ...readEntry(line, index), leftOut: index === gap?.to ? gap.to - gap.from : 0 };
    index += 1;
  }
}
