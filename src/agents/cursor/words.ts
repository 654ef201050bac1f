/** The service's words for the state of a run, and what they mean (sheet, section 4). */
import type { Meaning } from '../port.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  CREATING: 'active',
  RUNNING: 'active',
  FINISHED: 'succeeded',
  ERROR: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'failed',
};

/** What the service calls a run that has expired. */
export const EXPIRED = 'EXPIRED';

/** A word for comparison (contract 4.2). */
export function wordOf(status: string | null): string {
  return (status ?? '')
    .trim()
    .toUpperCase()
    .replace(/[-\s]+/g, '_');
}

/** Agents have states too, which never tell how a run went; these words are of runs alone. */
export function meaningOf(status: string | null): Meaning {
  const word = wordOf(status);
  return Object.hasOwn(MEANINGS, word) ? (MEANINGS[word] ?? 'unknown') : 'unknown';
}

export function isFinal(status: string | null): boolean {
  const meaning = meaningOf(status);
  return meaning !== 'active' && meaning !== 'unknown';
}
