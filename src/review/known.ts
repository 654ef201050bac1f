/**
 * What this reviewer has already reported on a pull request (contract 17.3), by the signed hidden
 * markers in its reviews and review comments. Only markers in texts by a bot account or by the
 * token's own login count, because anybody can copy one. A marker whose signature does not fit (a
 * rotated token) still says what was reported, but its comment is never edited.
 */
import { isMarkerTrusted } from '../github/marker.ts';
import type { GitHub, GitHubComment } from '../github/port.ts';
import {
  readFindingMarker,
  readReviewMarker,
  type MarkedFinding,
  type ReviewPlace,
  type ReviewRequest,
} from './markers.ts';

/** The comment or the review in which a finding stands. */
interface FindingStanding {
  readonly kind: 'comment' | 'review';
  readonly id: number;
  readonly url: string;
  /** Our own, and nobody has answered it. */
  readonly isEditable: boolean;
}

export interface KnownFinding extends MarkedFinding {
  readonly standing: FindingStanding;
}

export interface KnownReview {
  readonly id: number;
  readonly url: string;
  /** The commit that was reviewed. */
  readonly head: string;
  /** `GITHUB_RUN_ID` of the workflow run that posted it. */
  readonly run: string;
  /** What it was posted for. Null: unknown. */
  readonly by: ReviewRequest | null;
  /** Fingerprints of the findings that it has reported. */
  readonly findings: readonly string[];
  readonly body: string;
}

export interface KnownReviews {
  /** One for each fingerprint: the open one, if a finding was posted again. */
  readonly findings: readonly KnownFinding[];
  /** Every fingerprint that was reported, also those of which nothing else is known. */
  readonly fingerprints: ReadonlySet<string>;
  /** Oldest first. */
  readonly reviews: readonly KnownReview[];
  /** Review comments by their ids. */
  readonly bodies: ReadonlyMap<number, string>;
}

/** Rejects with `GitHubError`. */
export async function readKnown(
  github: GitHub,
  place: ReviewPlace,
  signal: AbortSignal,
): Promise<KnownReviews> {
  const [reviews, comments, ownLogin] = await Promise.all([
    github.reviews(place.number, signal),
    github.reviewComments(place.number, signal),
    github.ownLogin(signal),
  ]);
  const isOurs = (comment: GitHubComment): boolean => isMarkerTrusted(comment, ownLogin);
  const repliedTo = new Set(comments.map(({ inReplyTo }) => inReplyTo));

  const markedReviews = reviews.filter(isOurs).flatMap(({ id, body, htmlUrl: url }) => {
    const found = readReviewMarker(body, place);
    return found === null ? [] : [{ id, url, body, found }];
  });
  const listed = markedReviews.flatMap(({ id, url, found: { marker, isOwn } }) => {
    const standing: FindingStanding = { kind: 'review', id, url, isEditable: isOwn };
    return marker.listed.map((finding): KnownFinding => ({ ...finding, standing }));
  });
  const commented = comments.filter(isOurs).flatMap(({ id, body, htmlUrl: url }) => {
    const found = readFindingMarker(body, place);
    if (found === null) {
      return [];
    }
    const isEditable = found.isOwn && !repliedTo.has(id);
    const standing: FindingStanding = { kind: 'comment', id, url, isEditable };
    return [{ ...found.marker, standing }];
  });
  const findings = oneOfEach([...listed, ...commented]);
  const reported = markedReviews.flatMap(({ found }) => found.marker.findings);
  return {
    findings,
    fingerprints: new Set([...reported, ...findings.map(({ id }) => id)]),
    reviews: markedReviews.map(({ id, url, body, found: { marker } }) => {
      const { head, run, by = null, findings: ids } = marker;
      return { id, url, head, run, by, findings: ids, body };
    }),
    bodies: new Map(comments.map(({ id, body }) => [id, body])),
  };
}

/**
 * A finding that came back after people had answered its comment stands in two: the one that says
 * how it is now counts.
 */
function oneOfEach(all: readonly KnownFinding[]): readonly KnownFinding[] {
  const byId = new Map<string, KnownFinding>();
  const rank = ({ gone, standing }: KnownFinding): number =>
    (gone === null ? 2 : 0) + (standing.isEditable ? 1 : 0);
  for (const finding of all) {
    const before = byId.get(finding.id);
    if (before === undefined || rank(finding) >= rank(before)) {
      byId.set(finding.id, finding);
    }
  }
  return [...byId.values()];
}
