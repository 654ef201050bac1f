/** Log entries as the cursor handles them: line, fingerprint and time. */
import { hash } from 'node:crypto';
import { viewEntry } from '../../service/entry.ts';
import { isRecord, parseJson } from '../../shared/json.ts';
import type { Entry } from '../events.ts';

export interface RawEntry {
  /** The entry as one line of JSON. */
  readonly line: string;
  /** Hash of the line. Entries have no ids, so two entries are the same if all their content is. */
  readonly fingerprint: string;
  readonly value: unknown;
  /** Creation time, as returned by `parseTime`. */
  readonly time: number | null;
  /** The entry's `agent_run_id`, or null if it has none. */
  readonly runId: number | null;
  /** Set for entries in a file, so that these checks need not read it. */
  readonly traits?: StoredTraits;
}

export interface StoredTraits {
  /** Whether it is the message that began this turn. */
  readonly isEcho: boolean;
  /** Whether it lacks fields that its type always has (spec 2.5). */
  readonly isIncomplete: boolean;
}

export function rawEntry(value: unknown): RawEntry {
  const line = lineOf(value);
  const { created_at: createdAt, agent_run_id: runId }: Named = isRecord(value) ? value : {};
  return {
    line,
    fingerprint: hash('sha256', line, 'base64'),
    value,
    time: typeof createdAt === 'string' ? parseTime(createdAt) : null,
    runId: typeof runId === 'number' ? runId : null,
  };
}

interface Named {
  readonly created_at?: unknown;
  readonly agent_run_id?: unknown;
}

/** A copy of the entry that does not depend on a file. */
export function inMemory(raw: RawEntry): RawEntry {
  if (raw.traits === undefined) return raw;
  const { line, fingerprint, time, runId } = raw;
  return { line, fingerprint, value: parseJson(line), time, runId };
}

/** Serializes an entry. `JSON.stringify`, unlike `JSON.parse`, fails on deep nesting, so fields nested too deeply are replaced by a note. */
export function lineOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Only lists and objects can be nested, so this is an object.
    if (Array.isArray(value)) return '"(nested too deeply to keep)"';
    const fields = Object.entries(value as object);
    return JSON.stringify(Object.fromEntries(fields.map(([key, field]) => [key, shallow(field)])));
  }
}

function shallow(field: unknown): unknown {
  try {
    JSON.stringify(field);
    return field;
  } catch {
    return '(nested too deeply to keep)';
  }
}

export function toEntry(raw: RawEntry, index: number): Entry {
  const { line, value, time } = inMemory(raw);
  return { index, line, view: viewEntry(value), time };
}

/** ISO 8601 in extended or basic format, with `T` or a space between date and time; the offset may omit minutes. */
const STAMP =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,](\d+))?\s*(?:Z|([+-]\d{2}):?(\d{2})?)?$/i;

/**
 * Converts an ISO 8601 time stamp to milliseconds since the epoch, or null if it is unreadable. Microseconds are kept as a fraction, because
 * entries written in one burst may differ in nothing else; `Date.parse` drops them. A stamp without a zone is read as UTC.
 */
export function parseTime(stamp: string | null): number | null {
  if (stamp === null) return null;
  const match = STAMP.exec(stamp.trim());
  if (match === null) {
    const loose = Date.parse(stamp);
    return Number.isNaN(loose) ? null : loose;
  }
  const [, year, month, day, hour, minute, second = '00', fraction = '', hours = '+00', minutes = '00'] = match;
  const seconds = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(seconds) ? null : seconds + Number(`0.${fraction}`) * 1000;
}

export type Order = 'asc' | 'desc';

/** How many times as many neighbors must be in one order as in the other. */
const CLEARLY = 2;

/**
 * The order of a list by its time stamps; null if they do not determine one (contract 4.7).
 *
 * @param known the order of earlier pages, which only a clear majority of the time stamps refutes: this page may be out of order
 */
export function detectOrder(entries: readonly RawEntry[], known: Order | null = null): Order | null {
  let rising = 0;
  let falling = 0;
  let previous: number | null = null;
  for (const { time } of entries) {
    if (time === null) continue;
    if (previous !== null && time > previous) rising += 1;
    if (previous !== null && time < previous) falling += 1;
    previous = time;
  }
  if (rising === falling) return null;
  const order = rising > falling ? 'asc' : 'desc';
  const isClear = Math.max(rising, falling) >= CLEARLY * Math.min(rising, falling);
  return known === null || isClear ? order : known;
}
