/**
 * Entries in which a service gives back what the agent was asked (contract 1.1 `show_prompt`). The
 * logs file has them as received.
 */
import { entryMeaning } from '../message-types.ts';
import type { Provenance } from '../github/provenance.ts';
import { readEntry, type KeptEntry } from './kept-entries.ts';

const WITHHELD = 'Not shown (`show_prompt: false`); the logs file has it.';

/** @param kind as in `StepDigest` */
export function isPrompt(kind: string | null): boolean {
  return entryMeaning(kind) === 'prompt';
}

/** Whether the text of such an entry is for nobody to read. @param kind as in `StepDigest` */
export function isWithheld(
  kind: string | null,
  { hidesPrompt = false }: Pick<Provenance, 'hidesPrompt'>,
): boolean {
  return hidesPrompt && isPrompt(kind);
}

/** The entry without its text, at the same place. */
export function withoutText({ view, index, omittedBefore }: KeptEntry): KeptEntry {
  const { created_at, message_type } = view;
  const line = JSON.stringify({ created_at, message_type, observation: WITHHELD });
  return readEntry(line, index, omittedBefore);
}
