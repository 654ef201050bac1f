/** Posts the findings of a run as one review of the pull request (contract 17.2, 17.3). */
import { GitHubError, type GitHub, type NewReview } from '../github/port.ts';
import {
  responseText,
  GITHUB_PATIENCE_MS,
  isAmbiguous,
  isPassing,
  pauseAfter,
  waitOut,
} from '../github/wait-out.ts';
import type { StepPorts } from '../report/step.ts';
import type { ReviewedFinding, ReviewView } from '../report/step-view.ts';
import { TELL_APART } from '../run/once/key.ts';
import { readKnown, type KnownReviews, type KnownFinding, type KnownReview } from './known.ts';
import { movedSince, reviewForms, type Composition, type ReviewOrder } from './forms.ts';
import { readFindingMarker } from './markers.ts';
import { placeFindings, type Placement } from './place.ts';
import type { ReviewedPullRequest } from './pull-request.ts';
import { MAY_BE_POSTED, notPosted, refusalOf } from './refusals.ts';
import { commentSince, reviewSince, type Since } from './since.ts';

/** GitHub shows a review that it has just created within this time. */
const LOST_RESPONSE_PAUSE_MS = 2_000;

interface PostContext extends Pick<StepPorts, 'clock' | 'warn'> {
  readonly github: GitHub;
  /** Aborts with the step, and when there is no time left. */
  readonly signal: AbortSignal;
}

export type ReviewReport = Pick<ReviewView, 'findings' | 'mayBePosted' | 'url'>;

/** GitHub was sent a review, and does not tell whether it has it. */
class Unanswered extends Error {}

/** What there is to tell before anything is posted. */
export function unpostedReport({ pull, answer }: ReviewOrder): ReviewReport {
  const { findings } = placementOf({ pull, answer });
  return { findings: findings.map(unposted), url: null };
}

/** Rejects only because of bugs. What could not be posted is told with `placed: null`. */
export async function postReview(
  context: PostContext,
  { pull: before, answer }: ReviewOrder,
): Promise<ReviewReport> {
  const { github, signal } = context;
  let pull = before;
  if (pull.movedTo !== null) {
    context.warn(movedSince(pull.headSha, pull.movedTo));
  }
  try {
    // Another job may have posted in the meantime.
    const known = await patientlyAsked(context, (ends) => readKnown(github, before.place, ends));
    pull = { ...before, known };
    const twin = known.reviews.find((review) => isOfTwin(review, pull));
    if (twin !== undefined) {
      context.warn(
        `${twin.url} was posted by this very workflow run for another prompt, schema or event ` +
          `text, and a commit gets one review of a \`comment_key\`. ${TELL_APART}`,
      );
    }
    const placement = placementOf({ pull, answer });
    await tellSince(context, { pull, changes: changesOf(placement, before) });
    const { findings } = placement;
    if (isNews(findings, pull)) {
      return await postWhole(context, { pull, answer, findings });
    }
    return { findings: findings.map(unposted), url: reviewToLink(pull)?.url ?? null };
  } catch (error) {
    if (error instanceof Unanswered) {
      context.warn(MAY_BE_POSTED);
      return { ...unpostedReport({ pull, answer }), mayBePosted: true };
    }
    if (!(error instanceof GitHubError) && !signal.aborted) {
      throw error;
    }
    context.warn(notPosted(error instanceof GitHubError ? error : null));
    return unpostedReport({ pull, answer });
  }
}

/** Its own one, or the newest where it has none, because it found nothing new. */
function reviewToLink({ headSha, known }: ReviewedPullRequest): KnownReview | null {
  const { reviews } = known;
  return reviews.findLast(({ head }) => head === headSha) ?? reviews.at(-1) ?? null;
}

/**
 * A head that has moved on says nothing of what newer heads have reported, and changes nothing in
 * comments: what they say may be of a newer head.
 */
function placementOf({ pull, answer }: ReviewOrder): Placement {
  const { diff, headSha, known, movedTo, place } = pull;
  const { resolved } = answer;
  const order = { diff, known, resolved, repository: place.repository };
  if (movedTo === null) {
    return placeFindings(answer.findings, order);
  }
  const own = known.reviews.findLastIndex(({ head }) => head === headSha);
  const upToOwn = known.reviews.slice(0, own + 1).flatMap(({ findings }) => findings);
  const { findings } = placeFindings(answer.findings, { ...order, open: new Set(upToOwn) });
  return { findings, again: [], gone: [] };
}

/**
 * What is to be said of earlier findings where they stand. Nothing of those of which another job
 * has said something since this one read them: that may be of a newer head.
 */
function changesOf(
  { again, gone }: Pick<Placement, 'again' | 'gone'>,
  { headSha: head, known }: ReviewedPullRequest,
): ReadonlyMap<KnownFinding, Since> {
  const asRead = new Map(known.findings.map((finding) => [finding.id, finding.gone]));
  const changed =
    (kind: Since['kind']) =>
    (finding: KnownFinding): readonly [KnownFinding, Since] => [finding, { kind, head }];
  const changes = [...gone.map(changed('gone')), ...again.map(changed('again'))];
  return new Map(changes.filter(([{ id, gone: goneIn }]) => asRead.get(id) === goneIn));
}

function unposted(finding: ReviewedFinding): ReviewedFinding {
  return finding.placed === 'known' ? finding : { ...finding, placed: null };
}

/** Whether a job whose variables are those of this one has posted it (contract 4.9). */
function isOfTwin({ run, by }: KnownReview, pull: ReviewedPullRequest): boolean {
  const isOfAttempt = run === pull.workflowRunId && by?.attempt === pull.by.attempt;
  return isOfAttempt && by.asked !== pull.by.asked;
}

/**
 * Whether there is something to post: the head has no review yet, or somebody asked for another
 * one; and something is new, or nothing was found the first time.
 */
function isNews(findings: readonly ReviewedFinding[], pull: ReviewedPullRequest): boolean {
  const { headSha, isAskedFor, known, workflowRunId } = pull;
  const ofHead = known.reviews.filter(({ head }) => head === headSha);
  const inTheWay = isAskedFor ? ofHead.filter(({ run }) => run === workflowRunId) : ofHead;
  if (inTheWay.length > 0) {
    return false;
  }
  if (findings.length === 0) {
    return known.reviews.length === 0;
  }
  return findings.some(({ placed }) => placed !== 'known');
}

async function postWhole(
  context: PostContext,
  order: Omit<Composition, 'headNow'>,
): Promise<ReviewReport> {
  const { github } = context;
  const { repository, number } = order.pull.place;
  const { headSha: headNow } = await patientlyAsked(context, (ends) =>
    github.pullRequest({ repository, number }, ends),
  );
  let refused: GitHubError | null = null;
  for (const { review, findings } of reviewForms({ ...order, headNow })) {
    try {
      const url = await createReviewOnce(context, { review, pull: order.pull });
      return { url, findings: await withAddresses(context, { findings, url, pull: order.pull }) };
    } catch (error) {
      if (!(error instanceof GitHubError) || refusalOf(error) !== 'form') {
        throw error;
      }
      refused = error;
    }
  }
  throw refused ?? new Error('a review has no form');
}

interface Sent {
  /** It was sent, and nothing has shown since that GitHub does not have it. */
  mayBePosted: boolean;
}

interface ReviewCreation {
  readonly review: NewReview;
  readonly pull: ReviewedPullRequest;
}

/** The address of the review. Rejects with `Unanswered` where it is not known if GitHub has it. */
async function createReviewOnce(context: PostContext, creation: ReviewCreation): Promise<string> {
  const { github } = context;
  const sent: Sent = { mayBePosted: false };
  const create = async (ends: AbortSignal): Promise<string> => {
    ends.throwIfAborted();
    sent.mayBePosted = true;
    try {
      return (await github.createReview(creation.review, ends)).htmlUrl;
    } catch (error) {
      sent.mayBePosted = isAmbiguous(error);
      throw error;
    }
  };
  try {
    return await createUnlessSeen(context, { create, sent, pull: creation.pull });
  } catch (error) {
    throw sent.mayBePosted ? new Unanswered('no answer', { cause: error }) : error;
  }
}

/**
 * After an answer that was lost, it is looked for by its marker, and created again only if GitHub
 * does not show it, for up to two minutes (contract 6.1).
 */
async function createUnlessSeen(
  context: PostContext,
  {
    create,
    sent,
    pull,
  }: {
    readonly create: (ends: AbortSignal) => Promise<string>;
    readonly sent: Sent;
    readonly pull: ReviewedPullRequest;
  },
): Promise<string> {
  const { github, clock, signal } = context;
  const until = clock.now() + GITHUB_PATIENCE_MS;
  let isLast = false;
  for (let failures = 1; ; failures += 1) {
    try {
      return await patientlyAsked(context, create, isRefusedForNow);
    } catch (error) {
      if (!(error instanceof GitHubError) || !isAmbiguous(error)) {
        throw error;
      }
      const pauseMs = Math.min(pauseAfter(error, failures), until - clock.now());
      await clock.sleep(Math.max(LOST_RESPONSE_PAUSE_MS, pauseMs), signal);
      const known = await patientlyAsked(context, (ends) => readKnown(github, pull.place, ends));
      const found = postedBy(pull, known);
      if (found !== null) {
        return found.url;
      }
      sent.mayBePosted = false;
      if (isLast) {
        throw error;
      }
      isLast = clock.now() >= until;
    }
  }
}

/** The review of this head that this workflow run has posted, or null. */
export function postedBy(
  { headSha, workflowRunId }: Pick<ReviewedPullRequest, 'headSha' | 'workflowRunId'>,
  { reviews }: Pick<KnownReviews, 'reviews'>,
): KnownReview | null {
  return reviews.find(({ head, run }) => head === headSha && run === workflowRunId) ?? null;
}

/** Nothing was created, because there was too much at once. */
function isRefusedForNow(error: GitHubError): boolean {
  return error.isRateLimit && !isAmbiguous(error);
}

/**
 * The findings with the addresses of what reports them, as far as GitHub tells. What it does not
 * tell is not worth a warning.
 */
async function withAddresses(
  { github, signal }: PostContext,
  {
    findings,
    url,
    pull,
  }: {
    readonly findings: readonly ReviewedFinding[];
    readonly url: string;
    readonly pull: ReviewedPullRequest;
  },
): Promise<readonly ReviewedFinding[]> {
  const addresses = new Map<string, string>();
  try {
    const hasInline = findings.some(({ placed }) => placed === 'inline');
    const comments = hasInline ? await github.reviewComments(pull.place.number, signal) : [];
    for (const { body, htmlUrl } of comments) {
      const id = readFindingMarker(body, pull.place)?.marker.id;
      if (id !== undefined) {
        addresses.set(id, htmlUrl);
      }
    }
  } catch (error) {
    if (!(error instanceof GitHubError) && !signal.aborted) {
      throw error;
    }
  }
  return findings.map((finding) => {
    if (finding.placed === 'inline') {
      return { ...finding, url: addresses.get(finding.fingerprint) ?? url };
    }
    return finding.placed === 'body' ? { ...finding, url } : finding;
  });
}

/**
 * @param passes by default every failure that may pass, as is right where a request may be repeated
 */
function patientlyAsked<T>(
  { clock, signal }: PostContext,
  ask: (ends: AbortSignal) => Promise<T>,
  passes = isPassing,
): Promise<T> {
  return waitOut(ask, { clock, signal, budgetMs: GITHUB_PATIENCE_MS, passes });
}

/** Says of earlier findings that they are gone, or found again, where they stand. */
async function tellSince(
  context: PostContext,
  {
    pull,
    changes,
  }: {
    readonly pull: ReviewedPullRequest;
    readonly changes: ReadonlyMap<KnownFinding, Since>;
  },
): Promise<void> {
  const { github, warn } = context;
  const { known, place } = pull;
  try {
    for (const [finding, since] of changes) {
      const { kind, id, isEditable } = finding.standing;
      if (kind === 'comment' && isEditable) {
        const body = commentSince(finding, { since, place, body: known.bodies.get(id) ?? '' });
        await patientlyAsked(context, (ends) => github.updateReviewComment(id, body, ends));
      }
    }
    for (const review of known.reviews) {
      const body = reviewBodySince(review, { place, changes });
      if (body !== null) {
        const { number } = place;
        const order = { number, reviewId: review.id, body };
        await patientlyAsked(context, (ends) => github.updateReview(order, ends));
      }
    }
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    warn(
      'What became of an earlier finding could not be written into its comment ' +
        `(${responseText(error)}).`,
    );
  }
}

/** Null if nothing changes in it. */
function reviewBodySince(
  review: KnownReview,
  {
    place,
    changes,
  }: {
    readonly place: ReviewedPullRequest['place'];
    readonly changes: ReadonlyMap<KnownFinding, Since>;
  },
): string | null {
  const inIt = [...changes].filter(
    ([{ standing }]) =>
      standing.kind === 'review' && standing.id === review.id && standing.isEditable,
  );
  return inIt.length === 0 ? null : reviewSince(review, { place, changes: new Map(inIt) });
}
