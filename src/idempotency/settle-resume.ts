/** Decides from the run's log and status whether a follow-up arrived whose response was lost (contract 4.9). Pure. */
import type { StatusClass } from '../run/status.ts';
import type { EntryView } from '../service/entry.ts';
import { isEcho, withMark } from './mark.ts';

/** What an entry shows: this follow-up, a message by somebody else, or work of the agent. */
export type Sign = 'echo' | 'other_message' | 'work';

export interface SeenAfterResume {
  /** The meaning of the status before the follow-up was sent. */
  readonly statusBefore: StatusClass;
  readonly status: StatusClass;
  /** Of all entries since the follow-up was sent. */
  readonly signs: ReadonlySet<Sign>;
}

/** Null for a message that begins as this follow-up does but lacks the mark, because some services shorten what they echo. */
export function signOf(
  entry: { readonly view: EntryView; readonly line: string },
  { prompt, mark }: { readonly prompt: string; readonly mark: string },
): Sign | null {
  const { message_type: type, observation } = entry.view;
  if (type !== 'USER_MESSAGE') return 'work';
  if (isEcho(entry, mark)) return 'echo';
  const text = typeof observation === 'string' ? observation.replace(/(\.\.\.|…)\s*$/, '').trim() : '';
  return text !== '' && withMark(prompt, mark).trim().startsWith(text) ? null : 'other_message';
}

/**
 * True if the follow-up certainly arrived: its mark is echoed, or an idle run is active again without anybody else's message to explain it.
 * The work of a run that was active before proves nothing.
 */
export function followUpArrived({ statusBefore, status, signs }: SeenAfterResume): boolean {
  if (signs.has('echo')) return true;
  if (statusBefore === 'active' || statusBefore === 'unknown' || signs.has('other_message')) return false;
  return status === 'active' || signs.has('work');
}
