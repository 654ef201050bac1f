/** Log entries as the cursor handles them: a line, a fingerprint, a time. */
import { hash } from 'node:crypto';
import { viewEntry } from '../../service/entry.ts';
import { isRecord, parseJson } from '../../shared/json.ts';
import type { Entry } from '../events.ts';

export interface RawEntry {
  /** The entry as one line of JSON. */
  readonly line: string;
  /** Entries have no ids: two entries are the same when everything in them is. */
  readonly fingerprint: string;
  readonly value: unknown;
  /** When it was created, as `parseTime`. */
  readonly time: number | null;
  /** The run that it names; null when it names none. */
  readonly runId: number | null;
  /** Present where `line` and `value` are read from a file: what would need them often. */
  readonly traits?: StoredTraits;
}

export interface StoredTraits {
  /** It is the message that began this turn. */
  readonly isEcho: boolean;
  /** Its type always has fields that it lacks (spec 2.5). */
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

/** The same entry in memory, with whatever is made of it from now on. */
export function inMemory(raw: RawEntry): RawEntry {
  if (raw.traits === undefined) return raw;
  const { line, fingerprint, time, runId } = raw;
  return { line, fingerprint, value: parseJson(line), time, runId };
}

/** Parsing takes any depth of nesting, writing does not: of an entry nested that deep, the deep field gives way to a word. */
function lineOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nothing else than lists and objects can be nested.
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

/** Extended and basic format, with a `T` or a blank between date and time; the offset may be in hours alone. */
const STAMP =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,](\d+))?\s*(?:Z|([+-]\d{2}):?(\d{2})?)?$/i;

/**
 * An ISO 8601 time stamp as milliseconds since the epoch, with microseconds as a fraction (`Date.parse` drops them,
 * and entries written in one burst differ in nothing else). A stamp without a zone is taken as UTC. Null when unreadable.
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

/** Which way the time stamps of a list run; null when they tell nothing (contract 4.7). */
export function detectOrder(entries: readonly RawEntry[]): Order | null {
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
  return rising > falling ? 'asc' : 'desc';
}
