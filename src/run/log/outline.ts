/** The outline of an entry: enough to recognize its earlier forms, in little memory even if the entry is large (contract 4.7). */
import { hash } from 'node:crypto';
import { isRecord } from '../../shared/json.ts';
import { lineOf, type RawEntry } from './entry.ts';

/** Entries with more fields have no outline. */
const FIELDS_MOST = 100;
/** Characters of the hash that stands for a field. A fleet keeps fifty outlines for each of its runs. */
const HASH = 11;

/** A hash of each field that is not null, one after the other. The type counts even if it is null, because it is never filled in. */
export type Outline = string;

/** Null if the entry has no readable date, without which its forms cannot be told from other entries. */
export function outlineOf({ value, time }: RawEntry): Outline | null {
  if (time === null || !isRecord(value)) return null;
  const { message_type: type = null, ...others } = value;
  const fields = Object.entries(others).filter(([, field]) => field !== null);
  if (fields.length > FIELDS_MOST) return null;
  return [hashOf('message_type', type), ...fields.map(([name, field]) => hashOf(name, field))].join('');
}

/** As `isFilledIn`, for the outlines of two entries. */
export function isOutlineFilledIn(before: Outline, after: Outline): boolean {
  const fields = new Set(hashesIn(after));
  return hashesIn(before).every((field) => fields.has(field));
}

function hashOf(name: string, field: unknown): string {
  // Texts are most of an entry, and are hashed without being serialized once more.
  const text = typeof field === 'string' ? `${name}:"${field}` : `${name}:${lineOf(field)}`;
  return hash('sha256', text, 'base64').slice(0, HASH);
}

function hashesIn(outline: Outline): string[] {
  return Array.from({ length: outline.length / HASH }, (_, index) => outline.slice(index * HASH, (index + 1) * HASH));
}
