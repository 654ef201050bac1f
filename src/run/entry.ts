/** One log entry (spec 2.3) as the log keeps it: the line for `logs_file`, and what tells it from others. */
import { hash } from 'node:crypto';
import { parseTime, viewEntry } from '../service/entry.ts';
import { isRecord } from '../safe/json.ts';
import type { Entry } from './events.ts';

export interface RawEntry extends Omit<Entry, 'index'> {
  readonly value: unknown;
  /** Entries have no ids, so two entries are the same if all their content is. */
  readonly fingerprint: string;
}

export function rawEntry(value: unknown): RawEntry {
  const line = lineOf(value);
  const view = viewEntry(value);
  return { value, line, fingerprint: digestOf(line), view, time: parseTime(view.created_at) };
}

const digestOf = (text: string): string => hash('sha1', text, 'base64');

/** Serializes an entry. `JSON.stringify`, unlike `JSON.parse`, fails on deep nesting: then nested fields are replaced by a note. */
function lineOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    const isNested = (field: unknown): boolean => typeof field === 'object' && field !== value;
    return JSON.stringify(value, (_, field: unknown) => (isNested(field) ? '(nested too deeply to keep)' : field));
  }
}

export function toEntry({ line, view, time }: RawEntry, index: number): Entry {
  return { index, line, view, time };
}

/** An entry of more fields is compared as a whole, which takes no time (contract 6.5). The spec has eight. */
const FIELDS_MAX = 64;

/** The content of an entry without its size: a digest of each field that is not null. */
export type Shape = ReadonlyMap<string, string>;

export function shapeOf({ value, fingerprint }: RawEntry): Shape {
  const fields: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
  const names = Object.keys(fields).filter((name) => (fields[name] ?? null) !== null);
  if (names.length === 0 || names.length > FIELDS_MAX) return new Map([['', fingerprint]]);
  return new Map(names.map((name) => [name, digestOf(lineOf(fields[name]))]));
}

/** The fields that tell what an entry is. Only others are filled in later. */
const FIXED = ['created_at', 'message_type', 'agent_run_id'];

/**
 * Whether an entry in the place of a known one is that entry (contract 4.7): all fields that are null in neither are the same. `filled_in`:
 * fields that were null are set now. A replica that lags behind may show it as it was before.
 */
export function compareShapes(known: Shape, now: Shape): 'same' | 'filled_in' | 'other' {
  const [earlier, later] = known.size <= now.size ? [known, now] : [now, known];
  for (const [name, digest] of earlier) if (later.get(name) !== digest) return 'other';
  if (FIXED.some((name) => earlier.has(name) !== later.has(name))) return 'other';
  return now.size > known.size ? 'filled_in' : 'same';
}

/** Characters compared; services may truncate or wrap longer prompts. */
const HEAD = 200;
/** Where an entry may have its text: which fields a `USER_MESSAGE` has is not shown (spec 2.5). */
const TEXTS = ['thought', 'observation', 'tool_input', 'tool_output'];

/** Whether the entry is the follow-up's own: a `USER_MESSAGE` with the text that was sent (contract 4.5). */
export function isEcho(value: unknown, prompt: string): boolean {
  const sent = squeezed(prompt);
  if (!isRecord(value) || value['message_type'] !== 'USER_MESSAGE' || sent === '') return false;
  return TEXTS.some((name) => holds(value[name], sent));
}

function holds(field: unknown, sent: string): boolean {
  if (typeof field === 'object' && field !== null)
    return Object.values(field).some((part) => typeof part === 'string' && holds(part, sent));
  if (typeof field !== 'string') return false;
  const text = squeezed(field);
  return text !== '' && (text.includes(sent.slice(0, HEAD)) || sent.startsWith(text));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export type Order = 'asc' | 'desc';

/** The order of a list: its first two different stamps decide (contract 4.7). Null without such. */
export function orderOf(entries: readonly Pick<RawEntry, 'time'>[]): Order | null {
  const times = entries.flatMap(({ time }) => (time === null ? [] : [time]));
  const [first] = times;
  const other = times.find((time) => time !== first);
  if (first === undefined || other === undefined) return null;
  return other > first ? 'asc' : 'desc';
}
