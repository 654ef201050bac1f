/** The short mark at the end of a follow-up, whose echo in the log proves that the follow-up arrived (contract 4.9, 7.2). Pure. */
import { createHash } from 'node:crypto';
import type { EntryView } from '../service/entry.ts';
import type { Identity } from './key.ts';

const MARK = /^ara-[0-9a-f]{16}$/;

/** `ara-` and 16 hex digits, different for each key, generation and request of the step. */
export function followUpMark({ key, generation, asked }: Identity): string {
  const text = JSON.stringify(['mark/1', key, generation, asked]);
  return `ara-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

export function isMark(text: string): boolean {
  return MARK.test(text);
}

/** Appends the mark, if any, to the prompt on a line of its own. */
export function withMark(prompt: string, mark: string | null): string {
  return mark === null ? prompt : `${prompt}\n\n(Reference of this message: ${mark})`;
}

/** Whether the entry is the echo of the follow-up with this mark. */
export function isEcho({ view, line }: { readonly view: EntryView; readonly line: string }, mark: string): boolean {
  return view.message_type === 'USER_MESSAGE' && line.includes(mark);
}
