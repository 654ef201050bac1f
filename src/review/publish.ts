/** Posts the findings of a run as one review of the pull request (contract 17.2, 17.3). */
import { GitHubError, type GitHub, type NewReview } from '../github/port.ts';
import {
  answerText,
  GITHUB_PATIENCE_MS,
  isAmbiguous,
  isPassing,
  remedy,
  waitOut,
} from '../github/wait-out.ts';
import type { StepPorts } from '../report/step.ts';
import type { ReviewedFinding, ReviewView } from '../report/step-view.ts';
import { placeFindings } from './findings.ts';
import { readKnown, type ReviewedPullRequest } from './known.ts';
import { goneBody, reviewForms, type Composition, type ReviewOrder } from './text.ts';

/** GitHub shows a review that it has just created within this time. */
const LOST_ANSWER_PAUSE_MS = 2_000;

export interface PostContext extends Pick<StepPorts, 'clock' | 'warn'> {
  readonly github: GitHub;
  /** Aborts with the step, and when there is no time left. */
  readonly signal: AbortSignal;
}

export type ReviewReport = Pick<ReviewView, 'findings' | 'url'>;

/** Rejects only because of bugs. What could not be posted is told with `placed: null`. */
export async function postReview(
  context: PostContext,
  { pull: before, answer }: ReviewOrder,
): Promise<ReviewReport> {
  const { github, signal } = context;
  let pull = before;
  try {
    // Another job may have posted in the meantime.
    pull = {
      ...before,
      known: await patiently(context, () => readKnown(github, before.place, signal)),
    };
    await markResolved(context, { pull, answer });
    const findings = placeFindings(answer.findings, pull);
    if (isNews(findings, pull)) {
      return await post(context, { pull, answer, findings });
    }
    return { findings: findings.map(unposted), url: pull.known.reviews.at(-1)?.url ?? null };
  } catch (error) {
    if (!(error instanceof GitHubError) && !signal.aborted) {
      throw error;
    }
    context.warn(refused(error));
    return { findings: placeFindings(answer.findings, pull).map(unposted), url: null };
  }
}

const unposted = (finding: ReviewedFinding): ReviewedFinding =>
  finding.placed === 'known' ? finding : { ...finding, placed: null };

/**
 * Whether there is something to post: the head was not reviewed before, and something is new, or
 * nothing was found the first time.
 */
function isNews(
  findings: readonly ReviewedFinding[],
  { headSha, known: { reviews } }: ReviewedPullRequest,
): boolean {
  if (reviews.some(({ head }) => head === headSha)) {
    return false;
  }
  return findings.length === 0
    ? reviews.length === 0
    : findings.some(({ placed }) => placed !== 'known');
}

async function post(
  context: PostContext,
  order: Omit<Composition, 'headNow'>,
): Promise<ReviewReport> {
  const { pull } = order;
  const { repository, number } = pull.place;
  const now = await patiently(context, () =>
    context.github.pullRequest({ repository, number }, context.signal),
  );
  let refusal: unknown;
  for (const { review, findings } of reviewForms({ ...order, headNow: now.headSha })) {
    try {
      return { findings, url: await createOnce(context, { review, pull }) };
    } catch (error) {
      if (!(error instanceof GitHubError) || error.status !== 422 || error.isRateLimit) {
        throw error;
      }
      refusal = error;
    }
  }
  throw refusal;
}

/**
 * The address of the review. After an answer that was lost, it is looked for by its mark, and
 * created again only if GitHub does not show it.
 */
async function createOnce(
  context: PostContext,
  { review, pull }: { readonly review: NewReview; readonly pull: ReviewedPullRequest },
): Promise<string> {
  const { github, clock, signal } = context;
  for (let isAgain = false; ; isAgain = true) {
    try {
      return (await patiently(context, () => github.createReview(review, signal), isRefused))
        .htmlUrl;
    } catch (error) {
      if (!(error instanceof GitHubError) || !isAmbiguous(error)) {
        throw error;
      }
      await clock.sleep(LOST_ANSWER_PAUSE_MS, signal);
      const { reviews } = await patiently(context, () => readKnown(github, pull.place, signal));
      const found = reviews.find(({ head }) => head === pull.headSha);
      if (found !== undefined) {
        return found.url;
      }
      if (isAgain) {
        throw error;
      }
    }
  }
}

/** Nothing was created, because the rate limit was reached. */
const isRefused = (error: GitHubError): boolean => error.isRateLimit && !isAmbiguous(error);

/**
 * @param passes by default every failure that may pass, as is right where a request may be repeated
 */
function patiently<T>(
  { clock, signal }: PostContext,
  ask: () => Promise<T>,
  passes = isPassing,
): Promise<T> {
  return waitOut(ask, { clock, signal, budgetMs: GITHUB_PATIENCE_MS, passes });
}

/**
 * Edits the comments of findings that the run no longer found. Comments that people answered are
 * left alone.
 */
async function markResolved(
  context: PostContext,
  { pull, answer: { resolved } }: ReviewOrder,
): Promise<void> {
  const { github, signal, warn } = context;
  const named = pull.known.open.filter(
    ({ id, editable }) => editable && resolved?.includes(id) === true,
  );
  try {
    for (const finding of named) {
      await patiently(context, () =>
        github.updateReviewComment(finding.commentId, goneBody(finding, pull), signal),
      );
    }
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    warn(
      `A review comment could not be edited to say that its finding is gone (${answerText(error)}).`,
    );
  }
}

const PERMISSION =
  'The job needs `permissions: pull-requests: write`, and the conversation must not be locked.';
const REFUSED =
  'It took the review in no form. A review by the same login that is still pending can be the cause: submit or delete that one, and run the job again.';

function refused(error: unknown): string {
  const isGitHub = error instanceof GitHubError;
  const said = isGitHub ? answerText(error) : 'the step ended first';
  const next = isGitHub
    ? ` ${error.status === 422 && !error.isRateLimit ? REFUSED : remedy(error, PERMISSION)}`
    : '';
  return `The review could not be posted on the pull request (${said}).${next} The findings are in the job summary and in the output \`findings\`.`;
}
