/**
 * The key of a create as a line of the prompt, for services that have no field for it (contract
 * 18.4): in plain text, because hidden text may be taken out.
 */
import type { RequestIdentity } from '../port.ts';

/** `ara-<key>-<generation>-<asked>`. */
export function markerOf({ key, generation, asked }: RequestIdentity): string {
  return `ara-${key}-${generation}-${asked}`;
}

/** The prompt as it is sent: with the marker in a line of its own at the end. */
export function withMarker(prompt: string, identity: RequestIdentity | null): string {
  return identity === null ? prompt : `${prompt.trimEnd()}\n\n${markerOf(identity)}`;
}

const MARKERS = /\bara-([0-9a-f]{32})-(\d{1,9})-([0-9a-f]{32})\b/g;

/** The identity in a text, the last one where there are several, or null. */
export function identityIn(text: string | null): RequestIdentity | null {
  const found = [...(text ?? '').matchAll(MARKERS)].at(-1);
  if (found === undefined) {
    return null;
  }
  const [, key = '', generation = '', asked = ''] = found;
  return { key, generation: Number(generation), asked };
}
