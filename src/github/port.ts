/**
 * The parts of GitHub that this action uses: one repository, REST only (contract 7). `octokit.ts`
 * is the real implementation, loaded lazily.
 */
import { refusalKind, type Refused, type RefusalKind } from '../http/github-refusal.ts';
import type { CommitState } from '../outcomes.ts';
import type { Redact } from '../safe/redaction.ts';
import type { EventContext } from './event.ts';

/** The event's repository on GitHub, with a token. */
export type OpenGitHub = (options: {
  readonly token: string;
  readonly event: EventContext;
  /** Takes secrets out of what is sent and of errors. The guarded port hands it in. */
  readonly redact?: Redact;
  /**
   * Waits before each read of pull requests, checks and logs of jobs, where many share the limit
   * (contract 19.5). Rejects with the signal's reason on abort.
   */
  readonly pace?: ((signal: AbortSignal) => Promise<void>) | undefined;
}) => Promise<GitHub>;

/** The longest body of a comment, in UTF-16 units. GitHub's limit is 65,536 characters. */
export const COMMENT_MAX = 65_000;

/** A comment, a review of a pull request, or a comment of one. */
export interface GitHubComment {
  readonly id: number;
  readonly body: string;
  readonly htmlUrl: string;
  /** The author's login. Empty if the account no longer exists. */
  readonly author: string;
  /** Whether the author is a bot account (`user.type === 'Bot'`). */
  readonly authorIsBot: boolean;
  /** Milliseconds since the epoch, null or absent if unknown. */
  readonly createdAt?: number | null;
}

/** The location of a pull request in any repository on this server. */
export interface PullRequestPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
}

/**
 * A pull request as reported by GitHub. Whoever opened it chose branch and login, so sanitize them
 * for each sink.
 */
export interface GitHubPullRequest extends PullRequestPlace {
  /** The author's login. Empty if the account no longer exists. */
  readonly author: string;
  /** Milliseconds since the epoch, or null if unreadable. */
  readonly openedAt: number | null;
  readonly title?: string;
  readonly headBranch: string;
  /** The head commit's SHA in lower-case hexadecimal digits. */
  readonly headSha: string;
  /**
   * `owner/name` of the head's repository, or null if it was deleted. Another one than `repository`
   * for a fork.
   */
  readonly headRepository: string | null;
  readonly baseBranch: string;
  /** The base commit's SHA. */
  readonly baseSha: string;
  /** Number of changed files, or null if GitHub does not say. */
  readonly changedFiles: number | null;
  /** Closed without a merge. */
  readonly abandoned: boolean;
  /** Closed, with or without a merge. */
  readonly closed: boolean;
}

/** Where pull requests come from. */
interface HeadBranch {
  /** `owner/name`. */
  readonly repository: string;
  /** Null: any. */
  readonly branch: string | null;
}

/** What tells a pull request in a list from others. */
interface ListedPullRequest {
  /** Its id in the database, which is not the number. */
  readonly id: number;
  readonly nodeId: string | null;
  readonly number: number;
  readonly headBranch: string | null;
}

/**
 * What one app checks of a commit. All texts of suites, check runs and statuses are untrusted: apps
 * and workflows write them, which an agent may have changed.
 */
export interface CheckSuite {
  readonly id: number;
  /** `github-actions` for GitHub Actions; null where GitHub does not say. */
  readonly app: string | null;
  /** As people know the app. */
  readonly appName: string;
  /** GitHub's word, such as `queued`, `in_progress` and `completed`. */
  readonly status: string;
  readonly conclusion: string | null;
  /** Its newest check runs. Null where GitHub does not say. */
  readonly runCount: number | null;
}

/** A check of a commit by an app: with GitHub Actions, a job. */
export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly app: string | null;
  /** Null where GitHub does not say. */
  readonly suiteId: number | null;
  /** GitHub's word, such as `queued`, `in_progress`, `waiting` and `completed`. */
  readonly status: string;
  /** Null while it is not completed. */
  readonly conclusion: string | null;
  /** Milliseconds since the epoch, or null. */
  readonly startedAt: number | null;
  /** Where people see it: on GitHub, or at the app. */
  readonly addresses: readonly string[];
  /** What it says of itself. Empty if nothing. */
  readonly title: string;
  readonly summary: string;
  /** How many places in files it names. */
  readonly annotationCount: number;
}

/** A commit status of a commit. */
export interface StatusOfCommit {
  readonly id: number;
  /** Its name. Of one name the newest counts. */
  readonly context: string;
  /** `error`, `failure`, `pending` or `success`. */
  readonly state: string;
  readonly description: string;
  readonly targetUrl: string | null;
  /** Milliseconds since the epoch, or null. */
  readonly createdAt: number | null;
}

/** A place in a file that a check run names. */
export interface CheckAnnotation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** What is checked of a commit (contract 19.1), whichever token reads it. */
export interface CheckReads {
  /** `GET /repos/{owner}/{repo}/commits/{sha}/check-suites`: every page. */
  checkSuites(place: CommitPlace, signal: AbortSignal): Promise<readonly CheckSuite[]>;
  /** `GET /repos/{owner}/{repo}/commits/{sha}/check-runs?filter=latest`: every page. */
  checkRuns(place: CommitPlace, signal: AbortSignal): Promise<readonly CheckRun[]>;
  /** `GET /repos/{owner}/{repo}/commits/{sha}/statuses`: every page. */
  commitStatuses(place: CommitPlace, signal: AbortSignal): Promise<readonly StatusOfCommit[]>;
  /** `GET /repos/{owner}/{repo}/check-runs/{id}/annotations`: the first page. */
  annotations(place: CheckRunPlace, signal: AbortSignal): Promise<readonly CheckAnnotation[]>;
}

/** A changed file of a pull request. */
export interface PullRequestFile {
  readonly path: string;
  /** The path before a rename, or null. */
  readonly previousPath: string | null;
  /** Whether the pull request deletes the file. */
  readonly isDeleted: boolean;
  /**
   * The hunks of the file's diff, or null where GitHub gives none: a binary file, or one that is
   * too large.
   */
  readonly patch: string | null;
}

interface GitHubReviewComment extends GitHubComment {
  /** ID of the comment that it answers, or null. */
  readonly inReplyTo: number | null;
}

/** `LEFT`: the file before the change. `RIGHT`: the file after it. */
export const DIFF_SIDES = ['LEFT', 'RIGHT'] as const;
export type DiffSide = (typeof DIFF_SIDES)[number];

/** A comment on lines of the diff, as it is posted. */
export interface NewReviewComment {
  readonly path: string;
  readonly side: DiffSide;
  /** The last line. */
  readonly line: number;
  /** The first line if there are several, otherwise null. */
  readonly startLine: number | null;
  readonly body: string;
}

export interface NewReview {
  readonly number: number;
  /** The commit that the positions refer to. Null: the pull request's latest. */
  readonly commitId: string | null;
  readonly body: string;
  readonly comments: readonly NewReviewComment[];
}

/** The body of a review that was posted. */
interface ReviewBody {
  /** The number of the pull request. */
  readonly number: number;
  readonly reviewId: number;
  readonly body: string;
}

/** `POST /repos/{owner}/{repo}/statuses/{sha}`. */
export interface CommitStatus {
  readonly sha: string;
  readonly state: CommitState;
  /** The name that branch rules refer to. */
  readonly context: string;
  /** One line, at most 140 characters. */
  readonly description: string;
  /** An https URL, or null. */
  readonly targetUrl: string | null;
}

type Reaction = 'eyes' | 'rocket' | 'confused';

/** What `GET /repos/{owner}/{repo}/collaborators/{user}/permission` answers. */
export interface RepositoryPermission {
  /** `admin`, `write`, `read` or `none`: the base of a custom role. */
  readonly permission: string;
  readonly roleName: string;
  /** May do what `maintain` may (`user.permissions`), also by a custom role built on it. */
  readonly maintains: boolean;
}

/** All methods reject with `GitHubError`, and with `signal.reason` when aborted. */
export interface GitHub extends CheckReads {
  permissionOf(login: string, signal: AbortSignal): Promise<RepositoryPermission>;
  /**
   * `type` of `GET /users/{user}`: `User`, `Bot`, `Organization`, …, or null if the account does
   * not exist.
   */
  accountType(login: string, signal: AbortSignal): Promise<string | null>;
  /**
   * The login that the token belongs to, or null if unknown (an installation token has no user).
   */
  ownLogin(signal: AbortSignal): Promise<string | null>;
  /** The comments of an issue or pull request, page by page, oldest first. */
  comments(thread: number, signal: AbortSignal): AsyncIterable<readonly GitHubComment[]>;
  createComment(thread: number, body: string, signal: AbortSignal): Promise<GitHubComment>;
  updateComment(commentId: number, body: string, signal: AbortSignal): Promise<GitHubComment>;
  /** `GET /repos/{owner}/{repo}/pulls/{number}`. Repeated reads are conditional requests. */
  pullRequest(place: PullRequestPlace, signal: AbortSignal): Promise<GitHubPullRequest>;
  /**
   * The commit time (`GET /repos/{owner}/{repo}/commits/{sha}`) in ms since the epoch, or null if
   * unreadable.
   */
  committedAt(place: CommitPlace, signal: AbortSignal): Promise<number | null>;
  /**
   * `GET /repos/{owner}/{repo}/pulls?state=all`: at most 100, newest first, whose head is a branch
   * of that repository.
   */
  pullRequestsFrom(head: HeadBranch, signal: AbortSignal): Promise<readonly ListedPullRequest[]>;
  /**
   * `GET /repos/{owner}/{repo}/actions/jobs/{id}/logs`, and what it redirects to (contract 2.4):
   * the end of a job's log, as its commands wrote it, with the time in front of each line.
   */
  jobLog(place: JobPlace, signal: AbortSignal): Promise<string>;
  /** `POST /repos/{owner}/{repo}/statuses/{sha}` on this repository. */
  createCommitStatus(status: CommitStatus, signal: AbortSignal): Promise<void>;
  /**
   * `GET /repos/{owner}/{repo}/pulls/{number}/files`: every page. GitHub gives at most 3,000 files.
   */
  pullRequestFiles(number: number, signal: AbortSignal): Promise<readonly PullRequestFile[]>;
  /** `GET /repos/{owner}/{repo}/pulls/{number}/reviews`: every page, oldest first. */
  reviews(number: number, signal: AbortSignal): Promise<readonly GitHubComment[]>;
  /** `GET /repos/{owner}/{repo}/pulls/{number}/comments`: every page, oldest first. */
  reviewComments(number: number, signal: AbortSignal): Promise<readonly GitHubReviewComment[]>;
  /**
   * `POST /repos/{owner}/{repo}/pulls/{number}/reviews` with `event: COMMENT`. Status 422 if GitHub
   * refuses a position.
   */
  createReview(review: NewReview, signal: AbortSignal): Promise<GitHubComment>;
  /** `PUT /repos/{owner}/{repo}/pulls/{number}/reviews/{id}`: another body. */
  updateReview(review: ReviewBody, signal: AbortSignal): Promise<void>;
  updateReviewComment(commentId: number, body: string, signal: AbortSignal): Promise<void>;
  /** Adds a reaction to an issue comment. Adding the same one twice has no further effect. */
  react(commentId: number, reaction: Reaction, signal: AbortSignal): Promise<void>;
  reactToReviewComment(commentId: number, reaction: Reaction, signal: AbortSignal): Promise<void>;
}

export interface CommitPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly sha: string;
}

interface CheckRunPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly checkRunId: number;
}

/** A job of GitHub Actions. */
interface JobPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly jobId: number;
}

interface GitHubFailure extends Refused {
  /** Default: as its words, code and headers say (`refusalKind`). */
  readonly kind?: RefusalKind;
}

/** The message of an answer without words. */
export function statusAlone(status: number): string {
  return `HTTP ${status}`;
}

/** A failed GitHub call. The message is GitHub's, or the reason for the failure. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  /** Null if there was no response, so the call may have been carried out. */
  readonly status: number | null;
  /** Milliseconds to wait if GitHub named a time, otherwise null. */
  readonly retryAfterMs: number | null;
  readonly kind: RefusalKind;

  constructor(failure: GitHubFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.status = failure.status;
    this.retryAfterMs = failure.retryAfterMs;
    this.kind = failure.kind ?? refusalKind(failure);
  }

  /** Whether anything is told beside the status. */
  get hasWords(): boolean {
    return this.status === null || this.message !== statusAlone(this.status);
  }

  get isRateLimit(): boolean {
    return this.kind === 'limit';
  }
}
