/**
 * One entry of the log (spec 2.3): the line for `logs_file`, and what tells it from others, because
 * entries have no ids.
 */
import { hash } from 'node:crypto';
import { isRecord } from '../../../safe/json.ts';
import { parseTime, viewEntry } from '../../entry.ts';
import type { Entry } from '../../port.ts';

export interface RawEntry extends Omit<Entry, 'index'> {
  readonly value: unknown;
  /** Two entries are the same if all their content is. */
  readonly fingerprint: string;
  /** Null if it stands for an entry that could not be read. */
  readonly shape: Shape | null;
}

/** The content of an entry without its size: a digest of each field that is not null. */
export type Shape = ReadonlyMap<string, string>;

export function rawEntry(value: unknown): RawEntry {
  const line = lineOf(value);
  const view = viewEntry(value);
  const fingerprint = digestOf(line);
  const shape = shapeOf(value, fingerprint);
  return { value, line, fingerprint, shape, view, time: parseTime(view.created_at) };
}

/** Stands for an entry that is too large to be read (contract 6.5). */
export function omittedEntry(): RawEntry {
  const value = { message_type: 'LEFT_OUT', thought: 'This entry is too large to be read.' };
  return { ...rawEntry(value), shape: null };
}

export function toEntry({ line, view, time }: RawEntry, index: number): Entry {
  return { index, line, view, time };
}

const digestOf = (text: string): string => hash('sha1', text, 'base64');

/**
 * Serializes an entry. `JSON.stringify`, unlike `JSON.parse`, fails on deep nesting: then nested
 * fields are replaced by a note.
 */
function lineOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    const isNested = (field: unknown): boolean => typeof field === 'object' && field !== value;
    return JSON.stringify(value, (_, field: unknown) =>
      isNested(field) ? '(nested too deeply to keep)' : field,
    );
  }
}

/**
 * An entry of more fields is compared as a whole, which takes no time (contract 6.5). The spec has
 * eight.
 */
const FIELDS_MAX = 64;

function shapeOf(value: unknown, fingerprint: string): Shape {
  const fields: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
  const all = Object.keys(fields);
  const names = all.length > FIELDS_MAX ? [] : all.filter((name) => isSet(fields[name]));
  if (names.length === 0) {
    return new Map([['', fingerprint]]);
  }
  return new Map(names.map((name) => [name, digestOf(lineOf(fields[name]))]));
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined;

/** The fields that tell what an entry is. Only others are filled in later. */
const FIXED = ['created_at', 'message_type', 'agent_run_id'];

/**
 * Whether an entry in the place of a known one is that entry (contract 4.7): all fields that are
 * null in neither are the same. `filled_in`: fields that were null are set now. A replica that lags
 * behind may show it as it was before. An entry that could not be read is the same as any other.
 */
export function compareShapes(
  known: Shape | null,
  now: Shape | null,
): 'same' | 'filled_in' | 'other' {
  if (known === null || now === null) {
    return 'same';
  }
  const [earlier, later] = known.size <= now.size ? [known, now] : [now, known];
  for (const [name, digest] of earlier) {
    if (later.get(name) !== digest) {
      return 'other';
    }
  }
  if (FIXED.some((name) => earlier.has(name) !== later.has(name))) {
    return 'other';
  }
  return now.size > known.size ? 'filled_in' : 'same';
}
