/** The status words of a service, and what they mean (contract 4.2). Pure. */
import type { Meaning } from '../port.ts';
import { normalizeStatus } from '../status-word.ts';

interface StatusWords {
  /** A word that the table lacks keeps a run followed. */
  readonly meaningOf: (word: string | null) => Meaning;
  /** Whether it is this word, however it is written. */
  readonly is: (word: string | null, name: string) => boolean;
}

/** @param table words as `normalizeStatus` writes them */
export function statusWords(table: Readonly<Record<string, Meaning>>): StatusWords {
  const meanings = new Map(Object.entries(table));
  return {
    meaningOf: (word) => meanings.get(normalizeStatus(word ?? '')) ?? 'unknown',
    is: (word, name) => word !== null && normalizeStatus(word) === name,
  };
}
