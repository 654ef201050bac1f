/**
 * The hidden marker that ties a comment to a run (contract 7.2). Anyone can read it and copy it, so what it says
 * counts only with a signature over everything that makes the place unique: repository, thread, comment key and run.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where a comment belongs. */
export interface MarkerPlace {
  /** The API token of the service: the signature's key. A new token makes older markers void. */
  readonly secret: string;
  /** `owner/name`; case does not matter, as on GitHub. */
  readonly repository: string;
  /** Number of the issue or pull request. */
  readonly thread: number;
  /** The input `comment_key`, as given. */
  readonly commentKey: string;
}

export interface MarkerContent extends MarkerPlace {
  readonly runId: number;
}

/** A marker as read, not yet believed. */
export interface Marker {
  readonly runId: number;
  readonly signature: string;
}

const NAME = '<!-- agent-run-action:';
const MARKER = /^<!-- agent-run-action:v1 run=([1-9][0-9]{0,15}) sig=([0-9a-f]{64}) -->[ \t]*(?:\r?\n|$)/;

/**
 * The marker of a run at a place: one HTML comment on one line, which has to be the first line of the body. It shows
 * numbers only, so nothing in a name or key can break out of the comment.
 */
export function writeMarker(content: MarkerContent): string {
  return `${NAME}v1 run=${content.runId} sig=${signature(content)} -->`;
}

/**
 * The marker of a comment's body, or null. Only the very beginning is read: what a comment quotes, fences or
 * repeats further down is never a marker, whoever wrote it.
 */
export function readMarker(body: string): Marker | null {
  const [, run, sig] = MARKER.exec(body) ?? [];
  return run === undefined || sig === undefined ? null : { runId: Number(run), signature: sig };
}

/** The run a comment's body records for this place, or null when its marker is absent, forged, edited or another's. */
export function verifyMarker(body: string, place: MarkerPlace): number | null {
  const marker = readMarker(body);
  // Without a secret anyone could sign.
  if (marker === null || place.secret === '') return null;
  const expected = Buffer.from(signature({ ...place, runId: marker.runId }), 'hex');
  return timingSafeEqual(expected, Buffer.from(marker.signature, 'hex')) ? marker.runId : null;
}

/**
 * Whether a comment looks like this action's own, so that it must not trigger it (contract 6.1). Any marker anywhere
 * counts, whatever its version or signature: other workflows sign with other tokens, and a person who puts one into a
 * comment only keeps that comment from triggering.
 */
export function isOwnComment(body: string): boolean {
  return body.includes(NAME);
}

/** A JSON array keeps the parts apart: no two places give the same text. */
function signature({ secret, repository, thread, commentKey, runId }: MarkerContent): string {
  const signed = JSON.stringify(['agent-run-action/v1', repository.toLowerCase(), thread, commentKey, runId]);
  return createHmac('sha256', secret).update(signed, 'utf8').digest('hex');
}
