/** Logs written as letters. */
import { rawEntry, type RawEntry } from '../../../src/run/log/entry.ts';

/** An entry for each letter, its time is its place in the alphabet; all digits have one time, between `m` and `n`. */
export function log(letters: string): RawEntry[] {
  return Array.from(letters, (letter) => {
    const seconds = /\d/.test(letter) ? 12.5 : letter.charCodeAt(0) - 97;
    return rawEntry({ created_at: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(), thought: letter });
  });
}

/** Entries without a time that can be read. */
export function timeless(letters: string): RawEntry[] {
  return Array.from(letters, (letter) => rawEntry({ created_at: 'once', thought: letter }));
}

export const lettersOf = (entries: readonly RawEntry[]): string =>
  entries.map(({ value }) => (value as { readonly thought: string }).thought).join('');

export const last = (entries: readonly RawEntry[]): RawEntry | null => entries.at(-1) ?? null;
