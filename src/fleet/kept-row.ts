/**
 * What the journal keeps of a task that is over, so that the post step tells of it what the step
 * has told (contract 5, 7.3).
 */
import type { Provenance } from '../github/provenance.ts';
import { readSavedJson } from '../runner/saved-state.ts';
import type { TaskRow } from './rows.ts';
import { COMPARED_MAX } from './titles.ts';

type KeptField = 'message' | 'passed' | 'why';

export interface KeptRow {
  readonly row: Pick<TaskRow, KeptField>;
  /** As far as a table of many runs shows it. */
  readonly about: Pick<Provenance, 'repositories' | 'task'>;
}

export function keptText({
  message,
  passed,
  why,
  provenance: { repositories, task },
}: TaskRow): string {
  return JSON.stringify({
    row: { message, passed, why },
    // JSON leaves out what is undefined.
    about: { repositories, task: task?.slice(0, COMPARED_MAX) },
  });
}

/** Null of a task that was not over, or whose row cannot be read. @param saved empty: none was */
export function readKept(saved: string): KeptRow | null {
  return readSavedJson(saved) as KeptRow | null;
}
