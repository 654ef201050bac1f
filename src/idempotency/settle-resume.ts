/** Whether a follow-up arrived whose answer was lost: decided by what the run's log and status show since (contract 4.9). Pure. */
import type { StatusClass } from '../run/status.ts';
import type { EntryView } from '../service/entry.ts';
import { isEcho } from './mark.ts';

export interface BeforeResume {
  readonly mark: string;
  /** What the status word meant before the follow-up was sent. */
  readonly statusBefore: StatusClass;
}

export interface SeenAfterResume {
  /** Entries since the follow-up was sent. */
  readonly entries: readonly { readonly view: EntryView; readonly line: string }[];
  readonly status: StatusClass;
}

/**
 * True when it is certain that the follow-up arrived: its mark is echoed, or a run that was at rest works again. What a run
 * that was at work does proves nothing, and neither does the message of somebody else.
 */
export function followUpArrived({ mark, statusBefore }: BeforeResume, { entries, status }: SeenAfterResume): boolean {
  if (entries.some((entry) => isEcho(entry, mark))) return true;
  if (statusBefore === 'active' || statusBefore === 'unknown') return false;
  return status === 'active' || entries.some(({ view }) => view.message_type !== 'USER_MESSAGE');
}
