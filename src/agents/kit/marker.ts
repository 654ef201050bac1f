/**
 * The key of a create as a line of the prompt, for services that have no field for it (contract
 * 18.4): in plain text, because hidden text may be taken out.
 */
import type { RequestIdentity } from '../port.ts';

/** `ara-<key>-<generation>-<asked>`. */
export function markerOf({ key, generation, asked }: RequestIdentity): string {
  return `ara-${key}-${generation}-${asked}`;
}

const MARKERS = /\bara-([0-9a-f]{32})-(\d{1,9})-([0-9a-f]{32})\b/g;

/**
 * The text of an event may quote the marker of another run, which people can read, and the new run
 * would be found in the place of that one (contract 4.9).
 */
export function withoutMarkers(text: string): string {
  return text.replace(MARKERS, 'ara-…');
}

/** The prompt as it is sent: with its marker in a line of its own at the end, and no other one. */
export function withMarker(prompt: string, identity: RequestIdentity | null): string {
  const own = withoutMarkers(prompt);
  return identity === null ? own : `${own.trimEnd()}\n\n${markerOf(identity)}`;
}

/** The identity in a text, the last one where there are several, or null. */
export function identityIn(text: string | null): RequestIdentity | null {
  const found = [...(text ?? '').matchAll(MARKERS)].at(-1);
  if (found === undefined) {
    return null;
  }
  const [, key = '', generation = '', asked = ''] = found;
  return { key, generation: Number(generation), asked };
}
