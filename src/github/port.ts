/** GitHub as this action needs it: one repository, REST only (contract 7). The real one is `octokit.ts`, loaded lazily. */

export interface GitHubComment {
  readonly id: number;
  readonly body: string;
  readonly htmlUrl: string;
  /** Login of the author, empty when the account is gone. */
  readonly author: string;
  /** Whether GitHub says the author is a bot account (`user.type === 'Bot'`). */
  readonly authorIsBot: boolean;
}

/** A failed GitHub call. `status` is null when no answer came (the call may have been carried out). */
export interface GitHubFailure {
  readonly status: number | null;
  /** What GitHub said, or the reason of the failure; may quote GitHub's text. */
  readonly message: string;
  /** Milliseconds to wait where GitHub said so (`retry-after`, `x-ratelimit-reset`), else null. */
  readonly retryAfterMs: number | null;
}

/** A pull request of any repository on this server, by its address. */
export interface PullRequestPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
}

/** A pull request as GitHub tells it. Branch and login are chosen by whoever opened it: sanitise them per sink. */
export interface GitHubPullRequest extends PullRequestPlace {
  /** Login of the author, empty when the account is gone. */
  readonly author: string;
  /** Milliseconds since the epoch, null when unreadable. */
  readonly openedAt: number | null;
  readonly title?: string;
  readonly headBranch: string;
  /** The head commit's SHA in lower-case hexadecimal digits. */
  readonly headSha: string;
}

/** States of a commit status (`POST /repos/{owner}/{repo}/statuses/{sha}`). */
export const COMMIT_STATES = ['pending', 'success', 'failure', 'error'] as const;
export type CommitState = (typeof COMMIT_STATES)[number];

export interface CommitStatus {
  readonly sha: string;
  readonly state: CommitState;
  /** The name under which branch rules know it. */
  readonly context: string;
  /** One line, at most 140 characters. */
  readonly description: string;
  /** An https address; null for none. */
  readonly targetUrl: string | null;
}

/** All methods reject with `GitHubError` (carrying a `GitHubFailure`), and with `signal.reason` when aborted. */
export interface GitHub {
  /** `GET /repos/{owner}/{repo}/collaborators/{user}/permission`: `permission` and `role_name`. */
  permissionOf(login: string, signal: AbortSignal): Promise<{ readonly permission: string; readonly roleName: string }>;
  /** `type` of `GET /users/{user}`: `User`, `Bot`, `Organization`, …; null when there is no such account. */
  accountType(login: string, signal: AbortSignal): Promise<string | null>;
  /** The login the token belongs to; null when it cannot be told (an installation token has no user). */
  ownLogin(signal: AbortSignal): Promise<string | null>;
  /** The comments of an issue or pull request, page by page, oldest first. */
  comments(thread: number, signal: AbortSignal): AsyncIterable<readonly GitHubComment[]>;
  createComment(thread: number, body: string, signal: AbortSignal): Promise<GitHubComment>;
  updateComment(commentId: number, body: string, signal: AbortSignal): Promise<GitHubComment>;
  deleteComment(commentId: number, signal: AbortSignal): Promise<void>;
  /** `GET /repos/{owner}/{repo}/pulls/{number}`. Asked again, the request is conditional. */
  pullRequest(place: PullRequestPlace, signal: AbortSignal): Promise<GitHubPullRequest>;
  /** When the commit was committed (`GET /repos/{owner}/{repo}/commits/{sha}`), ms since the epoch; null when unreadable. */
  committedAt(place: CommitPlace, signal: AbortSignal): Promise<number | null>;
  /** `POST /repos/{owner}/{repo}/statuses/{sha}` on this repository. */
  createCommitStatus(status: CommitStatus, signal: AbortSignal): Promise<void>;
  /** Adds a reaction to an issue comment; the same one twice is one. */
  react(commentId: number, reaction: 'eyes' | 'rocket', signal: AbortSignal): Promise<void>;
}

export interface CommitPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly sha: string;
}

export class GitHubError extends Error implements GitHubFailure {
  override readonly name = 'GitHubError';
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(failure: GitHubFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.status = failure.status;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** UTF-16 units of what GitHub said that are shown. */
const MESSAGE_MAX = 500;

/**
 * The same port, but no comment is written and no error told with a secret in it. Errors are redacted before they are cut:
 * of what was cut in the middle no redactor finds the rest.
 */
export function redactingGitHub(github: GitHub, redact: (text: string) => string): GitHub {
  const told = (error: unknown): unknown => {
    if (!(error instanceof GitHubError)) return error;
    const { status, retryAfterMs } = error;
    return new GitHubError(
      { status, message: redact(error.message).slice(0, MESSAGE_MAX), retryAfterMs },
      { cause: error },
    );
  };
  const guard = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw told(error);
    });
  return {
    permissionOf: (login, signal) => guard(github.permissionOf(login, signal)),
    accountType: (login, signal) => guard(github.accountType(login, signal)),
    ownLogin: (signal) => guard(github.ownLogin(signal)),
    createComment: (thread, body, signal) => guard(github.createComment(thread, redact(body), signal)),
    updateComment: (commentId, body, signal) => guard(github.updateComment(commentId, redact(body), signal)),
    deleteComment: (commentId, signal) => guard(github.deleteComment(commentId, signal)),
    pullRequest: (place, signal) => guard(github.pullRequest(place, signal)),
    committedAt: (place, signal) => guard(github.committedAt(place, signal)),
    createCommitStatus: ({ description, targetUrl, ...status }, signal) =>
      guard(
        github.createCommitStatus(
          { ...status, description: redact(description), targetUrl: targetUrl === null ? null : redact(targetUrl) },
          signal,
        ),
      ),
    react: (commentId, reaction, signal) => guard(github.react(commentId, reaction, signal)),
    async *comments(thread, signal) {
      try {
        yield* github.comments(thread, signal);
      } catch (error) {
        throw told(error);
      }
    },
  };
}
