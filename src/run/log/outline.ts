/** The outline of an entry: enough to recognize its earlier forms, in little memory even if the entry is large (contract 4.7). */
import { createHash } from 'node:crypto';
import { isRecord } from '../../shared/json.ts';
import { lineOf, type RawEntry } from './entry.ts';

/** Entries with more fields have no outline. */
const FIELDS_MOST = 100;
/** Characters of the hash that stands for a field. A fleet keeps a hundred outlines for each of its runs. */
const HASH = 6;

/**
 * The time, and a hash of each other field that is not null, one after the other. The type counts even if it is null, because it is never
 * filled in.
 */
export type Outline = string;

/** Null if the entry has no readable date, without which its forms cannot be told from other entries. */
export function outlineOf({ value, time }: RawEntry): Outline | null {
  if (time === null || !isRecord(value)) return null;
  const counts = (name: string, field: unknown): boolean => field !== null && name !== 'created_at';
  const fields = Object.entries({ message_type: null, ...value }).filter(
    ([name, field]) => name === 'message_type' || counts(name, field),
  );
  if (fields.length > FIELDS_MOST) return null;
  return [startOf(time), ...fields.map(([name, field]) => hashOf(name, field))].join('');
}

/** Whether an outline is that of an entry created at `time`. */
export function isOf(time: number, outline: Outline): boolean {
  return outline.startsWith(startOf(time));
}

/** As `isFilledIn`, for the outlines of two entries created at the same time. */
export function isOutlineFilledIn(before: Outline, after: Outline): boolean {
  const fields = new Set(hashesIn(after));
  return hashesIn(before).every((field) => fields.has(field));
}

function startOf(time: number): string {
  return `${time}:`;
}

function hashOf(name: string, field: unknown): string {
  // Texts are most of an entry, and are hashed without being serialized once more.
  const text = typeof field === 'string' ? `${name}:"${field}` : `${name}:${lineOf(field)}`;
  return createHash('sha256').update(text).digest('binary').slice(0, HASH);
}

function hashesIn(outline: Outline): string[] {
  const hashes = outline.slice(outline.indexOf(':') + 1);
  return Array.from({ length: hashes.length / HASH }, (_, index) => hashes.slice(index * HASH, (index + 1) * HASH));
}
