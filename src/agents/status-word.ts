/** Status words and what they mean, whichever service they come from (contract 4.2). */
import type { RunEnd } from '../outcomes.ts';
import type { Meaning } from './port.ts';

/**
 * A status word for comparison: without case and surrounding spaces. `-` and space count as `_`.
 */
export function normalizeStatus(word: string): string {
  return word
    .trim()
    .toUpperCase()
    .replace(/[-\s]+/g, '_');
}

export function isSameStatus(one: string, other: string): boolean {
  return normalizeStatus(one) === normalizeStatus(other);
}

/** Whether it is the meaning of a run that has ended. */
export function isTerminal(meaning: Meaning): meaning is RunEnd {
  return meaning !== 'active' && meaning !== 'unknown';
}
