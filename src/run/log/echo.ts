/** Recognizes the follow-up's own entry in the log: a `USER_MESSAGE` with the text that was sent. */
import type { EntryView } from '../../service/entry.ts';
import { isRecord } from '../../shared/json.ts';

/** Characters compared; services may truncate or wrap longer prompts. */
const HEAD = 200;

export function isEcho(view: EntryView, prompt: string | null): boolean {
  if (prompt === null || view.message_type !== 'USER_MESSAGE') return false;
  const sent = squeezed(prompt);
  const { thought, observation, tool_input: input, tool_output: output, rest } = view;
  // `rest` holds the text fields that are objects or lists.
  const texts = [thought, observation, input, output, ...(isRecord(rest) ? Object.values(rest) : [])];
  return sent !== '' && texts.some((text) => holds(text, sent));
}

function holds(field: unknown, sent: string): boolean {
  if (field === null) return false;
  if (typeof field === 'object')
    return Object.values(field).some((part) => typeof part === 'string' && holds(part, sent));
  if (typeof field !== 'string') return false;
  const text = squeezed(field);
  return text !== '' && (text.includes(sent.slice(0, HEAD)) || sent.startsWith(text));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
