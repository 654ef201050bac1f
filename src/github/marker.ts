/**
 * The hidden marker of this action in a comment, a review or a review comment (contract 7.2, 17.3):
 * one HTML comment in the first line. Anyone can read and copy one, so it counts only with a
 * signature over its content and the place it belongs to.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Inputs } from '../inputs/parse.ts';
import { sameName } from '../safe/text.ts';
import type { EventContext } from './event.ts';
import type { GitHubComment } from './port.ts';

/** The start of every marker. */
export const MARKER_START = '<!-- agent-run-action:';
const MARKER = /^<!-- agent-run-action:([a-z]+) ([^\s<>]+) sig=([0-9a-f]{64}) -->[ \t]*(?:\r?\n|$)/;

export interface SignedPlace {
  /** What the content is, in lower-case letters. */
  readonly kind: string;
  /** The service's API token, the key of the signature. A new token invalidates older markers. */
  readonly secret: string;
  /** `owner/name`, case-insensitive as on GitHub. */
  readonly repository: string;
  /** Where the marker belongs in it. Signed, but not part of the marker. */
  readonly scope: readonly (string | number)[];
}

/**
 * @param content without white space and angle brackets, so that nothing can end the HTML comment
 */
export function writeSignedMarker(place: SignedPlace, content: string): string {
  const signed = signature(place, content).toString('hex');
  return `${MARKER_START}${place.kind} ${content} sig=${signed} -->`;
}

interface SignedMarker {
  readonly content: string;
  /** Whether it was signed for this place with this token. */
  readonly verified: boolean;
}

/**
 * The content of the marker at the beginning of a body, or null if there is none of this kind. A
 * quoted marker is none.
 */
export function readSignedMarker(body: string, place: SignedPlace): SignedMarker | null {
  const [, kind, content = '', signed = ''] = MARKER.exec(body) ?? [];
  if (kind !== place.kind) {
    return null;
  }
  // With an empty secret, anyone could sign.
  const verified =
    place.secret !== '' && timingSafeEqual(signature(place, content), Buffer.from(signed, 'hex'));
  return { content, verified };
}

/** The body without the marker in its first line. */
export function withoutMarker(body: string): string {
  return body.slice(MARKER.exec(body)?.[0].length);
}

/**
 * Whether a comment or review looks like this action's own and must not trigger it (contract 6.1).
 * Any marker counts, whatever its signature: other workflows sign with other tokens, and a person
 * who adds one only prevents that comment from triggering.
 */
export function isOwnComment(body: string): boolean {
  return body.includes(MARKER_START);
}

/**
 * Whether a marker in the comment may be believed: it is by a bot, or by the account of the token
 * itself (contract 7.1). A person who copies a marker must neither be believed nor prevent one.
 *
 * @param ownLogin null if the token has no account of its own
 */
export function isMarkerTrusted(
  { author, authorIsBot }: Pick<GitHubComment, 'author' | 'authorIsBot'>,
  ownLogin: string | null,
): boolean {
  return authorIsBot || (ownLogin !== null && sameName(ownLogin, author));
}

/**
 * `comment_key`, by default workflow, job, matrix index and step (contract 1.1). The step counts
 * only if its name tells it from others: GitHub names the only step of an action in a job after the
 * action (`__owner_name`), the next one `__owner_name_2`.
 */
export function commentKeyOf(
  inputs: Pick<Inputs, 'commentKey' | 'siblingIndex'>,
  event: EventContext,
): string {
  const { workflow, job, step } = event;
  const isPlain = step === '' || (step.startsWith('__') && !/_\d+$/.test(step));
  return (
    inputs.commentKey ?? `${workflow}/${job}/${inputs.siblingIndex}${isPlain ? '' : `/${step}`}`
  );
}

/** The parts are joined as a JSON array, so that different places never yield the same text. */
function signature({ kind, secret, repository, scope }: SignedPlace, content: string): Buffer {
  const parts = ['agent-run-action', kind, repository.toLowerCase(), ...scope, content];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}
