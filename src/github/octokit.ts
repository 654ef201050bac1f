/**
 * GitHub's REST API through `@actions/github` (contract 7). Evaluated only if a feature needs it.
 * Like that package, it applies the proxy variables to the address in `GITHUB_API_URL`.
 */
import { getOctokit } from '@actions/github';
import type { Clock } from '../runner/port.ts';
import { within } from '../runner/within.ts';
import { isRedirectStatus } from '../http/reply.ts';
import type { Redact } from '../safe/redaction.ts';
import { accountCalls } from './account-calls.ts';
import { checkReads } from './check-reads.ts';
import { commentCalls } from './comment-calls.ts';
import { conditionally } from './conditional.ts';
import { jobLogRead, type ReadTail } from './job-log.ts';
import { GitHubError, type GitHub } from './port.ts';
import { pullRequestReads, type ReadPath } from './pull-requests.ts';
import { GITHUB_CALL_MS, SILENT, type Call, type Octokit } from './request.ts';
import { asGitHubError } from './response-error.ts';
import { reviewCalls } from './reviews.ts';
import { statusCalls } from './status-calls.ts';

const REDIRECTED =
  'GitHub redirected the request, as it does where a repository was renamed or moved, and ' +
  'redirects are never followed';

export interface GitHubOptions {
  readonly token: string;
  /**
   * `GITHUB_API_URL`: `https://api.github.com`, or `https://HOST/api/v3` on GitHub Enterprise
   * Server.
   */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly userAgent: string;
  readonly clock: Clock;
  /** The tokens that GitHub took in this process. Default: those of this client. */
  readonly accepted?: Set<string>;
  /** Sends the requests. Default: over the network, as the proxy variables say. */
  readonly fetch?: typeof globalThis.fetch;
  /** Takes secrets out of what is sent and of errors. */
  readonly redact?: Redact | undefined;
  /**
   * Reads the end of a text at another address, without any header of ours (contract 2.4). Absent:
   * no log of a job can be read.
   */
  readonly readTail?: ReadTail;
  /** As for `OpenGitHub`. */
  readonly pace?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/**
 * The repository at `apiUrl`, accessed with the token. Never throws. With an empty token every call
 * fails with 401.
 */
export function createGitHub(options: GitHubOptions): GitHub {
  const { apiUrl, redact = (text: string) => text } = options;
  const [owner = '', repo = ''] = options.repository.split('/');
  const answered = attempts(octokitOf(options), { ...options, redact });
  const call = refusingRedirects(answered);
  const paced: Call = async (send, signal) => {
    await options.pace?.(signal);
    return answered(send, signal);
  };
  const pacedCall = refusingRedirects(paced);
  const readReply = conditionally(async (path, headers, signal) =>
    pacedCall((kit, request) => kit.request(`GET ${path}`, { headers, request }), signal),
  );
  const readPath: ReadPath = async (path, signal) => (await readReply(path, signal)).data;

  return {
    ...pullRequestReads(readPath),
    ...checkReads(readReply),
    ...jobLogRead(paced, { apiUrl, redact, readTail: options.readTail }),
    ...accountCalls(call, { owner, repo }),
    ...commentCalls(call, { owner, repo, redact }),
    ...reviewCalls(call, { owner, repo, redact }),
    ...statusCalls(call, { owner, repo, redact }),
  };
}

/** Null without a token. */
function octokitOf({ token, apiUrl, userAgent, fetch }: GitHubOptions): Octokit | null {
  if (token === '') {
    return null;
  }
  const sending = fetch === undefined ? {} : { request: { fetch } };
  return getOctokit(token, { baseUrl: apiUrl, userAgent, log: SILENT, ...sending });
}

/**
 * A redirect fails: where it leads, neither the answer nor the request is GitHub's (contract 2.4).
 */
function refusingRedirects(call: Call): Call {
  return async (send, signal) => {
    const reply = await call(send, signal);
    const { status } = reply;
    if (isRedirectStatus(status)) {
      throw new GitHubError({ status, message: REDIRECTED, retryAfterMs: null });
    }
    return reply;
  };
}

/** Gives every answer as it comes, redirects among them. */
function attempts(
  octokit: Octokit | null,
  {
    token,
    clock,
    redact,
    accepted = new Set<string>(),
  }: GitHubOptions & { readonly redact: Redact },
): Call {
  return async (send, signal) => {
    signal.throwIfAborted();
    if (octokit === null) {
      const refused = { status: 401, message: 'there is no token', retryAfterMs: null };
      throw new GitHubError({ ...refused, kind: 'no_token' });
    }
    return within({ clock, ms: GITHUB_CALL_MS, signal }, async (ends) => {
      try {
        const reply = await send(octokit, { signal: ends, log: SILENT, redirect: 'manual' });
        accepted.add(token);
        return reply;
      } catch (error) {
        signal.throwIfAborted();
        if (ends.aborted) {
          const message = `no answer within ${GITHUB_CALL_MS / 1000} seconds`;
          throw new GitHubError({ status: null, message, retryAfterMs: null }, { cause: error });
        }
        const wasAccepted = accepted.has(token);
        throw asGitHubError(error, { wall: clock.wall(), redact, wasAccepted });
      }
    });
  };
}
