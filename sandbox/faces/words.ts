/** What the status words of scenarios mean, for faces that say it in words of their own. */

export type Meaning = 'queued' | 'working' | 'done' | 'asks' | 'failed' | 'cancelled' | 'timed-out';

export const STATUS_MEANINGS: Readonly<Record<string, Meaning>> = {
  PENDING: 'queued',
  QUEUED: 'queued',
  ACTIVE: 'working',
  RUNNING: 'working',
  COMPLETE: 'done',
  WAITING_FOR_INPUT: 'asks',
  PAUSED: 'asks',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  TIMEOUT: 'timed-out',
};

/** Null for a word that no table knows. */
export function meaningOf(status: string | null): Meaning | null {
  if (status === null) {
    return 'working';
  }
  return Object.hasOwn(STATUS_MEANINGS, status) ? (STATUS_MEANINGS[status] ?? null) : null;
}

/** The word of a service for a status of a scenario. One that no table knows is its own word. */
export function wordFor(status: string | null, words: Readonly<Record<Meaning, string>>): string {
  const meaning = meaningOf(status);
  return meaning === null ? (status ?? '') : words[meaning];
}
