/** Decides from the run's log and status whether a follow-up arrived whose response was lost (contract 4.9). Pure. */
import type { StatusClass } from '../run/status.ts';
import type { EntryView } from '../service/entry.ts';
import { isEcho } from './mark.ts';

export interface BeforeResume {
  readonly mark: string;
  /** The meaning of the status before the follow-up was sent. */
  readonly statusBefore: StatusClass;
}

export interface SeenAfterResume {
  /** Entries since the follow-up was sent. */
  readonly entries: readonly { readonly view: EntryView; readonly line: string }[];
  readonly status: StatusClass;
}

/**
 * True if the follow-up certainly arrived: its mark is echoed, or an idle run is active again. The work of a run that was active before
 * proves nothing, and neither do messages by others.
 */
export function followUpArrived({ mark, statusBefore }: BeforeResume, { entries, status }: SeenAfterResume): boolean {
  if (entries.some((entry) => isEcho(entry, mark))) return true;
  if (statusBefore === 'active' || statusBefore === 'unknown') return false;
  return status === 'active' || entries.some(({ view }) => view.message_type !== 'USER_MESSAGE');
}
