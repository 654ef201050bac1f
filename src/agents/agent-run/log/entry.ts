/** One entry of the log (spec 2.3), and its line for `logs_file`. */
import { parseTime, viewEntry } from '../../entry.ts';
import type { Entry } from '../../port.ts';

export interface RawEntry extends Omit<Entry, 'index'> {
  readonly value: unknown;
}

export function rawEntry(value: unknown): RawEntry {
  const view = viewEntry(value);
  return { value, line: lineOf(value), view, time: parseTime(view.created_at) };
}

/**
 * Stands for an entry that cannot be read (contract 6.5). The answer also holds the run, whose
 * result may be most of it.
 */
export function omittedEntry(): RawEntry {
  const thought = 'The answer that holds this entry, and the run, is too large to be read.';
  return rawEntry({ message_type: 'LEFT_OUT', thought });
}

export function toEntry({ line, view, time }: RawEntry, index: number): Entry {
  return { index, line, view, time };
}

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
