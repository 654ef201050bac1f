/**
 * What this reviewer has already reported on a pull request (contract 17.3), by the signed hidden
 * marks in its reviews and review comments. Only marks in texts by a bot account or by the token's
 * own login count, because anybody can copy one. A mark whose signature does not fit (a rotated
 * token) still says what was reported, but its comment is never edited.
 */
import { isMarkTrusted } from '../github/mark.ts';
import type { GitHub, GitHubComment } from '../github/port.ts';
import { readFindingMark, readReviewMark, type MarkedFinding, type ReviewPlace } from './marks.ts';

/** The comment or the review in which a finding stands. */
export interface FindingStanding {
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
  /** `GITHUB_RUN_ID` of the workflow run that posted it. Empty in the first edition. */
  readonly run: string;
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
  const isOurs = (comment: GitHubComment): boolean => isMarkTrusted(comment, ownLogin);
  const repliedTo = new Set(comments.map(({ inReplyTo }) => inReplyTo));

  const markedReviews = reviews.filter(isOurs).flatMap(({ id, body, htmlUrl: url }) => {
    const found = readReviewMark(body, place);
    return found === null ? [] : [{ id, url, body, found }];
  });
  const listed = markedReviews.flatMap(({ id, url, found: { mark, isOwn } }) => {
    const standing: FindingStanding = { kind: 'review', id, url, isEditable: isOwn };
    return mark.listed.map((finding): KnownFinding => ({ ...finding, standing }));
  });
  const commented = comments.filter(isOurs).flatMap(({ id, body, htmlUrl: url }) => {
    const found = readFindingMark(body, place);
    if (found === null) {
      return [];
    }
    const isEditable = found.isOwn && !repliedTo.has(id);
    const standing: FindingStanding = { kind: 'comment', id, url, isEditable };
    return [{ ...found.mark, standing }];
  });
  const findings = oneOfEach([...listed, ...commented]);
  const reported = markedReviews.flatMap(({ found }) => found.mark.findings);
  return {
    findings,
    fingerprints: new Set([...reported, ...findings.map(({ id }) => id)]),
    reviews: markedReviews.map(({ id, url, body, found: { mark } }) => {
      const { head, run } = mark;
      return { id, url, head, run, body };
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
