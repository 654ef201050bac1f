/**
 * The key of a create (contract 18.4). GitHub has no field for it and shows of a task nothing but
 * its prompts, so that it stands there: a line of its own at the end, in plain text, because hidden
 * text may be taken out (sheet, section 7).
 */
import type { KeyRules, RequestIdentity } from '../port.ts';

export const COPILOT_KEYS: Omit<KeyRules, 'runList'> = {
  always: false,
  pausesMs: [5_000, 5_000, 10_000, 20_000, 20_000, 60_000],
  settleMs: 180_000,
  resends: false,
  isOptional: false,
  holder: 'a line of the prompt',
  lookedFor: 'among the tasks of the repository',
  searched: 'the list of tasks',
};

/** `ara-<key>-<generation>-<prompt>`. */
export function markerOf({ key, generation, asked }: RequestIdentity): string {
  return `ara-${key}-${generation}-${asked}`;
}

/** The prompt as it is sent. */
export function withMarker(prompt: string, identity: RequestIdentity | null): string {
  return identity === null ? prompt : `${prompt.trimEnd()}\n\n${markerOf(identity)}`;
}

const MARKERS = /\bara-([0-9a-f]{32})-(\d{1,9})-([0-9a-f]{32})\b/g;

/** The identity in a prompt, the last one where there are several, or null. */
export function identityIn(prompt: string | null): RequestIdentity | null {
  const found = [...(prompt ?? '').matchAll(MARKERS)].at(-1);
  if (found === undefined) {
    return null;
  }
  const [, key = '', generation = '', asked = ''] = found;
  return { key, generation: Number(generation), asked };
}
