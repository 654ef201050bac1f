/**
 * The signed hidden markers of a review and of its comments (contract 17.3): what has been
 * reported, so that it is reported once. They belong to a `comment_key`, whose hash stands readable
 * in them, so that reviewers do not know or edit each other's.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { readSignedMarker, writeSignedMarker, type SignedPlace } from '../github/marker.ts';
import { DIFF_SIDES } from '../github/port.ts';
import { SEVERITIES } from '../report/step-view.ts';

export interface ReviewPlace {
  /** The service's API token, which signs the markers. */
  readonly secret: string;
  /** `owner/name`, case-insensitive as on GitHub. */
  readonly repository: string;
  /** The number of the pull request. */
  readonly number: number;
  /** `comment_key`: the reviewer. */
  readonly key: string;
}

/** UTF-16 units of a title and of a line in a marker. */
export const MARKED_MAX = 200;

const fingerprint = z.string().check(z.regex(/^[0-9a-f]{16}$/));

const finding = z.object({
  id: fingerprint,
  path: z.nullable(z.string()),
  line: z.nullable(z.int()),
  startLine: z.nullable(z.int()),
  side: z.enum(DIFF_SIDES),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  /** The line, without white space around it. Null where the diff did not show it. */
  text: z.nullable(z.string()),
  /** The head in which the finding was no longer found, or null. */
  gone: z.nullable(z.string()),
});

/** A finding that was reported. */
export type MarkedFinding = z.infer<typeof finding>;

const request = z.object({
  /** The attempt of the workflow run. */
  attempt: z.int(),
  /** A hash of what the author asked. */
  asked: z.string(),
});
/** What a workflow run posted a review for. */
export type ReviewRequest = z.infer<typeof request>;

const review = z.object({
  /** The commit that was reviewed. */
  head: z.string(),
  /** `GITHUB_RUN_ID` of the workflow run that posted it. */
  run: z.string(),
  by: z.optional(request),
  /** The fingerprints that it reports, in comments or in its body. */
  findings: z.array(fingerprint),
  /** What stands in its body. */
  listed: z.array(finding),
});
type MarkedReview = z.infer<typeof review>;

const signedPlace = (
  { secret, repository, number }: ReviewPlace,
  kind: 'finding' | 'review',
): SignedPlace => ({ kind, secret, repository, scope: [number] });

/** The hash of a `comment_key`, as it stands in a marker. */
function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** `key-0123456789ab.eyJ…`: in Base64url, nothing that an agent wrote can end the HTML comment. */
function write(place: ReviewPlace, kind: 'finding' | 'review', marker: object): string {
  const content = Buffer.from(JSON.stringify(marker)).toString('base64url');
  return writeSignedMarker(signedPlace(place, kind), `key-${keyHash(place.key)}.${content}`);
}

export function findingMarker(place: ReviewPlace, marker: MarkedFinding): string {
  return write(place, 'finding', marker);
}

export function reviewMarker(place: ReviewPlace, marker: MarkedReview): string {
  return write(place, 'review', marker);
}

interface FoundMark<T> {
  readonly marker: T;
  /** Whether this reviewer has written it, with this token. Only then may its comment be edited. */
  readonly isOwn: boolean;
}

/** The marker of a review comment, or null if it has none that counts for this reviewer. */
export function readFindingMarker(
  body: string,
  place: ReviewPlace,
): FoundMark<MarkedFinding> | null {
  const found = contentOf(body, place, 'finding');
  const { data } = finding.safeParse(found?.content);
  return found === null || data === undefined ? null : { marker: data, isOwn: found.verified };
}

/** The marker of a review's body, or null if it has none that counts for this reviewer. */
export function readReviewMarker(body: string, place: ReviewPlace): FoundMark<MarkedReview> | null {
  const found = contentOf(body, place, 'review');
  const { data } = review.safeParse(found?.content);
  return found === null || data === undefined ? null : { marker: data, isOwn: found.verified };
}

/** The JSON of a marker of this reviewer. */
function contentOf(body: string, place: ReviewPlace, kind: 'finding' | 'review') {
  const found = readSignedMarker(body, signedPlace(place, kind));
  if (found === null) {
    return null;
  }
  const [key, json = ''] = found.content.split('.');
  if (key !== `key-${keyHash(place.key)}`) {
    return null;
  }
  try {
    const content: unknown = JSON.parse(Buffer.from(json, 'base64url').toString('utf8'));
    return { content, verified: found.verified };
  } catch {
    return null;
  }
}
