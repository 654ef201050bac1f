/** GitHub as this action needs it: one repository, REST only (contract 7). The real one is `github.ts`, loaded lazily. */

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
    async *comments(thread, signal) {
      try {
        yield* github.comments(thread, signal);
      } catch (error) {
        throw told(error);
      }
    },
  };
}
