/**
 * What the report and the OTLP file keep of `logs_file`, because others have to load these as a
 * whole: of a long log the first 1,000 entries and the newest, together up to 50 MB (contract 6.5,
 * in time).
 */
import type { Entry } from '../agents/port.ts';
import type { Files } from '../runner/port.ts';
import { parseTime, viewEntry } from '../agents/entry.ts';

/** Contract 6.5, as the next one. */
const FIRST_ENTRIES = 1_000;
const KEPT_BYTES_MAX = 50_000_000;

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

/**
 * The entries that do not fit: `from` up to `to`, counted from 0. Null if all do. A log that is too
 * large is read once. Its newest entry is kept.
 *
 * @param options.maxBytes of the kept lines. The first entries get at most half of it. Default: 50
 *   MB
 */
export async function omittedEntries(log: Log, { maxBytes = KEPT_BYTES_MAX } = {}) {
  if (log.size <= maxBytes) {
    return null;
  }
  const sizes: number[] = [];
  let kept = 0;
  let from = 0;
  let to = 0;
  for await (const line of log.lines()) {
    const size = Buffer.byteLength(line) + 1;
    const isFirst = from === sizes.length && from < FIRST_ENTRIES && kept + size <= maxBytes / 2;
    sizes.push(size);
    kept += size;
    if (isFirst) {
      [from, to] = [sizes.length, sizes.length];
    }
    for (; kept > maxBytes && to < sizes.length - 1; to += 1) {
      kept -= sizes[to] ?? 0;
    }
  }
  return to > from ? { from, to } : null;
}

export interface KeptEntry extends Entry {
  readonly value: unknown;
  /** Number of entries that are left out right before this one. */
  readonly omittedBefore: number;
}

/**
 * Reads a line of the logs file. One that is not JSON, for example an incomplete last one, is kept
 * as text.
 */
export function readEntry(line: string, index: number, omittedBefore = 0): KeptEntry {
  let value: unknown = line;
  try {
    value = JSON.parse(line);
  } catch {
    // It stays text.
  }
  const view = viewEntry(value);
  return { index, line, value, view, time: parseTime(view.created_at), omittedBefore };
}

/**
 * Yields the entries that are kept, oldest first. After those that are left out there is always
 * one.
 */
export async function* keptEntries(log: Log): AsyncGenerator<KeptEntry> {
  const gap = await omittedEntries(log);
  let index = 0;
  for await (const line of log.lines()) {
    if (gap === null || index < gap.from || index >= gap.to) {
      yield readEntry(line, index, index === gap?.to ? gap.to - gap.from : 0);
    }
    index += 1;
  }
}
