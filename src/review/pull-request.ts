/**
 * The pull request as it is read before a run is created (contract 17.1): its head and its diff,
 * and what was reported on it. Findings are judged against what was read.
 */
import { GitHubError, type GitHub, type GitHubPullRequest } from '../github/port.ts';
import { sameName } from '../safe/text.ts';
import { repositoryLinks, type ReadLink } from '../safe/url.ts';
import { readDiff, type Diff } from './diff.ts';
import { readKnown, type KnownReviews } from './known.ts';
import type { ReviewPlace, ReviewRequest } from './markers.ts';

export interface ReviewedPullRequest {
  readonly place: ReviewPlace;
  readonly url: string;
  /** The head that is reviewed. */
  readonly headSha: string;
  /**
   * What the head of the pull request is by now, where an earlier one is reviewed; null where it is
   * the same.
   */
  readonly movedTo: string | null;
  readonly headBranch: string;
  readonly baseSha: string;
  /** `owner/name` of the repository of the head branch, null if that was deleted. */
  readonly headRepository: string | null;
  /** The head lies in another repository. */
  readonly isFork: boolean;
  readonly diff: Diff;
  /** GitHub could give the diff. */
  readonly hasDiff: boolean;
  readonly known: KnownReviews;
  /** Addresses in the agent's text that may be live links. */
  readonly links: ReadLink;
  /** `GITHUB_RUN_ID`. */
  readonly workflowRunId: string;
  readonly by: ReviewRequest;
  /** A person asked for this review with a comment, whatever was reviewed before. */
  readonly isAskedFor: boolean;
}

type PullRequestReading =
  { readonly kind: 'open'; readonly pull: ReviewedPullRequest } | { readonly kind: 'closed' };

interface PullRequestToRead {
  readonly place: ReviewPlace;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  readonly workflowRunId: string;
  readonly by: ReviewRequest;
  readonly isAskedFor: boolean;
  /** The head that an earlier attempt was asked about. Null: the one that it has now. */
  readonly askedHead: string | null;
}

/** A head that is pushed while the diff is read makes the diff doubtful, so both are read again. */
const READINGS = 3;

/** Rejects with `GitHubError`. */
export async function readPullRequest(
  github: GitHub,
  order: PullRequestToRead,
  signal: AbortSignal,
): Promise<PullRequestReading> {
  const { repository, number } = order.place;
  let pull = await github.pullRequest({ repository, number }, signal);
  if (pull.closed) {
    return { kind: 'closed' };
  }
  const known = await readKnown(github, order.place, signal);
  const { askedHead } = order;
  if (askedHead !== null && askedHead !== pull.headSha) {
    // GitHub gives the diff of the newest head alone.
    const earlier = reviewed(order, { pull, diff: null, known });
    return { kind: 'open', pull: { ...earlier, headSha: askedHead, movedTo: pull.headSha } };
  }
  for (let reading = 1; ; reading += 1) {
    const diff = await diffOf(github, number, signal);
    const after = await github.pullRequest({ repository, number }, signal);
    if (after.headSha === pull.headSha || reading === READINGS) {
      return { kind: 'open', pull: reviewed(order, { pull, diff, known }) };
    }
    pull = after;
  }
}

function reviewed(
  { place, serverUrl, workflowRunId, by, isAskedFor }: PullRequestToRead,
  {
    pull: { headSha, headBranch, baseSha, headRepository },
    diff,
    known,
  }: {
    readonly pull: GitHubPullRequest;
    readonly diff: Diff | null;
    readonly known: KnownReviews;
  },
): ReviewedPullRequest {
  const { repository, number } = place;
  return {
    place,
    url: `${serverUrl}/${repository}/pull/${number}`,
    headSha,
    movedTo: null,
    headBranch,
    headRepository,
    baseSha,
    isFork: headRepository === null || !sameName(headRepository, repository),
    diff: diff ?? readDiff([]),
    hasDiff: diff !== null,
    known,
    links: repositoryLinks({ serverUrl, repository }),
    workflowRunId,
    by,
    isAskedFor,
  };
}

/** Null where GitHub cannot make the diff, because it is too large. */
async function diffOf(github: GitHub, number: number, signal: AbortSignal): Promise<Diff | null> {
  try {
    return readDiff(await github.pullRequestFiles(number, signal));
  } catch (error) {
    const isTooLarge =
      error instanceof GitHubError && (error.status === 406 || error.status === 422);
    if (isTooLarge) {
      return null;
    }
    throw error;
  }
}
