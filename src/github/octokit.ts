/**
 * GitHub's REST API through `@actions/github` (contract 7). Evaluated only if a feature needs it.
 * Like that package, it applies the proxy variables to the address in `GITHUB_API_URL`.
 */
import { getOctokit } from '@actions/github';
import * as z from 'zod/mini';
import type { Clock } from '../runner/port.ts';
import { within } from '../runner/within.ts';
import { redactedValue, type Redact } from '../safe/redaction.ts';
import { messageOf } from '../safe/text.ts';
import { whatTheServiceSaid } from '../http/errors.ts';
import { waitTold, waitWhenSpent } from '../http/asked-wait.ts';
import { isLoopback } from '../http/proxy.ts';
import { isTold, locationOf, unlessVersion, versionOf } from '../http/reply.ts';
import { GitHubError, type CommitStatus, type GitHub, type GitHubComment } from './port.ts';
import { checkReads, type ReadReply } from './check-reads.ts';
import { pullRequestReads, repositoryPath, type ReadPath } from './pull-requests.ts';
import {
  asComment,
  commentSchema,
  GITHUB_CALL_MS,
  pages,
  read,
  SILENT,
  type Call,
  type GitHubReply,
} from './request.ts';
import { reviewCalls } from './reviews.ts';
import { isPassing } from './wait-out.ts';

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

/** Rejects with any error, whose text may name the address, and with `signal.reason` on abort. */
export type ReadTail = (url: string, signal: AbortSignal) => Promise<string>;

const NO_LOG = 'the log could not be read from where GitHub keeps it';
/** Maximum UTF-16 units of GitHub's message to show. */
const MESSAGE_MAX = 500;

const NO_MAINTAINER = { permissions: { maintain: false } };
const permissionSchema = z.object({
  permission: z.string(),
  role_name: z.catch(z.string(), ''),
  user: z.catch(z.object({ permissions: z.object({ maintain: z.boolean() }) }), NO_MAINTAINER),
});
const userSchema = z.object({ login: z.string() });
const accountSchema = z.object({ type: z.string() });

/**
 * The repository at `apiUrl`, accessed with the token. Never throws. With an empty token every call
 * fails with 401.
 */
export function createGitHub(options: GitHubOptions): GitHub {
  const {
    token,
    clock,
    apiUrl: baseUrl,
    userAgent,
    fetch,
    redact = (text: string) => text,
    accepted = new Set<string>(),
  } = options;
  const [owner = '', repo = ''] = options.repository.split('/');
  const sending = fetch === undefined ? {} : { request: { fetch } };
  const octokit =
    token === '' ? null : getOctokit(token, { baseUrl, userAgent, log: SILENT, ...sending });

  const call: Call = async (send, signal) => {
    signal.throwIfAborted();
    if (octokit === null) {
      const refused = { status: 401, message: 'there is no token', retryAfterMs: null };
      throw new GitHubError({ ...refused, kind: 'no_token' });
    }
    return within({ clock, ms: GITHUB_CALL_MS, signal }, async (ends) => {
      try {
        const reply = await send(octokit, { signal: ends, log: SILENT });
        accepted.add(token);
        return reply;
      } catch (error) {
        signal.throwIfAborted();
        if (!ends.aborted) {
          const wasAccepted = accepted.has(token);
          throw asGitHubError(error, { wall: clock.wall(), redact, wasAccepted });
        }
        const message = `no answer within ${GITHUB_CALL_MS / 1000} seconds`;
        throw new GitHubError({ status: null, message, retryAfterMs: null }, { cause: error });
      }
    });
  };
  /** Sends a comment, and returns it as GitHub has it then. */
  const comment = async (...request: Parameters<Call>): Promise<GitHubComment> =>
    asComment(read(commentSchema, (await call(...request)).data));
  const readReply = conditionally(async (path, headers, signal) => {
    await options.pace?.(signal);
    return call((kit, request) => kit.request(`GET ${path}`, { headers, request }), signal);
  });
  const readPath: ReadPath = async (path, signal) => (await readReply(path, signal)).data;

  return {
    ...pullRequestReads(readPath),
    ...checkReads(readReply),
    ...reviewCalls(call, { owner, repo, redact }),

    async jobLog({ repository, jobId }, signal) {
      if (options.readTail === undefined) {
        throw new GitHubError({ status: null, message: NO_LOG, retryAfterMs: null });
      }
      const path = `${repositoryPath(repository)}/actions/jobs/${jobId}/logs`;
      const reply = await call(
        (kit, request) =>
          kit.request(`GET ${path}`, { request: { ...request, redirect: 'manual' } }),
        signal,
      );
      const address = redirectTarget(reply, baseUrl);
      try {
        return redact(await options.readTail(address, signal));
      } catch (error) {
        signal.throwIfAborted();
        // The error may name the address, which lets everybody read the log for a while.
        throw new GitHubError(
          { status: null, message: NO_LOG, retryAfterMs: null },
          { cause: error },
        );
      }
    },

    async *comments(thread, signal) {
      const place = { owner, repo, issue_number: thread };
      const all = pages((page) =>
        call(
          (kit, request) => kit.rest.issues.listComments({ ...place, ...page, request }),
          signal,
        ),
      );
      for await (const items of all) {
        yield items
          .map((item) => commentSchema.safeParse(item))
          .flatMap((r) => (r.success ? [asComment(r.data)] : []));
      }
    },

    createComment: (thread, body, signal) =>
      comment(
        (kit, request) =>
          kit.rest.issues.createComment({
            owner,
            repo,
            issue_number: thread,
            body: redact(body),
            request,
          }),
        signal,
      ),

    updateComment: (commentId, body, signal) =>
      comment(
        (kit, request) =>
          kit.rest.issues.updateComment({
            owner,
            repo,
            comment_id: commentId,
            body: redact(body),
            request,
          }),
        signal,
      ),

    async react(commentId, content, signal) {
      const reaction = { owner, repo, comment_id: commentId, content };
      await call(
        (kit, request) => kit.rest.reactions.createForIssueComment({ ...reaction, request }),
        signal,
      );
    },

    async reactToReviewComment(commentId, content, signal) {
      const reaction = { owner, repo, comment_id: commentId, content };
      await call(
        (kit, request) =>
          kit.rest.reactions.createForPullRequestReviewComment({ ...reaction, request }),
        signal,
      );
    },

    async createCommitStatus(status, signal) {
      const { sha, state, context, description, targetUrl } = redactedValue(
        status,
        redact,
      ) as CommitStatus;
      const target = targetUrl === null ? {} : { target_url: targetUrl };
      await call(
        (kit, request) =>
          kit.rest.repos.createCommitStatus({
            owner,
            repo,
            sha,
            state,
            context,
            description,
            ...target,
            request,
          }),
        signal,
      );
    },

    async permissionOf(login, signal) {
      const reply = await call(
        (kit, request) =>
          kit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: login, request }),
        signal,
      );
      const { permission, role_name, user } = read(permissionSchema, reply.data);
      return { permission, roleName: role_name, maintains: user.permissions.maintain };
    },

    async accountType(login, signal) {
      try {
        const reply = await call(
          (kit, request) => kit.rest.users.getByUsername({ username: login, request }),
          signal,
        );
        return read(accountSchema, reply.data).type;
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) {
          return null;
        }
        throw error;
      }
    },

    async ownLogin(signal) {
      try {
        const reply = await call(
          (kit, request) => kit.rest.users.getAuthenticated({ request }),
          signal,
        );
        return read(userSchema, reply.data).login;
      } catch (error) {
        // Installation tokens, such as the one of GitHub Actions, have no user; their comments
        // belong to a bot account.
        if (error instanceof GitHubError && !isPassing(error)) {
          return null;
        }
        throw error;
      }
    },
  };
}

/** Answers that are remembered. A step that waits for checks reads a dozen addresses. */
const REMEMBERED_MAX = 200;

/**
 * Reads what was read before under the condition that it has changed: an answer that has not costs
 * nothing of GitHub's limit (contract 19.3).
 */
function conditionally(
  ask: (
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<GitHubReply>,
): ReadReply {
  const known = new Map<string, { readonly version: string; readonly reply: GitHubReply }>();
  return async (path, signal) => {
    const before = known.get(path);
    if (before === undefined) {
      const reply = await ask(path, {}, signal);
      remember(known, path, reply);
      return reply;
    }
    try {
      const reply = await ask(path, unlessVersion(before.version), signal);
      remember(known, path, reply);
      return reply;
    } catch (error) {
      if (error instanceof GitHubError && error.status === 304) {
        return before.reply;
      }
      throw error;
    }
  };
}

function remember(
  known: Map<string, { readonly version: string; readonly reply: GitHubReply }>,
  path: string,
  reply: GitHubReply,
): void {
  const version = versionOf(reply.headers);
  known.delete(path);
  if (version === null) {
    return;
  }
  known.set(path, { version, reply });
  const [oldest] = known.keys();
  if (known.size > REMEMBERED_MAX && oldest !== undefined) {
    known.delete(oldest);
  }
}

/** Where a job's log lies: over https, or on this machine where GitHub itself does (2.4). */
function redirectTarget({ headers }: GitHubReply, apiUrl: string): string {
  const location = locationOf(headers);
  const target = location === null ? null : URL.parse(location, apiUrl);
  const isLocal = (url: URL): boolean => url.protocol === 'http:' && isLoopback(url.hostname);
  const isAllowed =
    target !== null &&
    (target.protocol === 'https:' || (isLocal(target) && isLoopback(new URL(apiUrl).hostname)));
  if (!isAllowed) {
    const message = 'GitHub does not say where the log is';
    throw new GitHubError({ status: null, message, retryAfterMs: null });
  }
  return target.href;
}

/**
 * The message is redacted before it is cut, because a secret that was cut is no longer recognized.
 */
function asGitHubError(
  error: unknown,
  {
    wall,
    redact,
    wasAccepted,
  }: {
    readonly wall: number;
    readonly redact: Redact;
    /** GitHub took the token before. */
    readonly wasAccepted: boolean;
  },
): GitHubError {
  const message = gatewayWords(messageOf(error), redact).slice(0, MESSAGE_MAX);
  const response = responseOf(error);
  // Octokit reports a missing response as status 500; only a response object proves that there was
  // one.
  if (response === null) {
    return new GitHubError({ status: null, message, retryAfterMs: null }, { cause: error });
  }
  const { status, headers, data } = response;
  const refused = {
    status,
    message,
    retryAfterMs: namedWait(response, wall),
    codes: codesIn(data),
    asksForSso: isTold(headers, 'x-github-sso'),
  };
  const ended = wasAccepted && status === 401 ? { kind: 'ended_token' as const } : {};
  return new GitHubError({ ...refused, ...ended }, { cause: error });
}

/** Of a gateway's web page, which Octokit passes on as the message, the words that people see. */
function gatewayWords(message: string, redact: Redact): string {
  if (message.trimStart().startsWith('<')) {
    return whatTheServiceSaid(message, redact);
  }
  return redact(message);
}

interface RefusedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

function responseOf(error: unknown): RefusedResponse | null {
  const parsed = z
    .object({
      response: z.object({
        status: z.int(),
        headers: z.record(z.string(), z.string()),
        data: z.unknown(),
      }),
    })
    .safeParse(error);
  return parsed.success ? parsed.data.response : null;
}

const codeSchema = z.catch(z.object({ code: z.catch(z.string(), '') }), { code: '' });

/** The code of a refusal's body, and those of its `errors`. */
function codesIn(data: unknown): readonly string[] {
  const errors = z.object({ errors: z.array(codeSchema) }).safeParse(data);
  const all = [codeSchema.parse(data), ...(errors.success ? errors.data.errors : [])];
  return all.map(({ code }) => code).filter((code) => code !== '');
}

/** Milliseconds to wait as GitHub asks, or null if it names no time. */
function namedWait({ status, headers }: RefusedResponse, wall: number): number | null {
  const told = waitTold(headers, wall);
  // A used-up limit refuses with these alone: the last request that it allows says "spent" as well.
  const isRefused = status === 403 || status === 429;
  return isRefused ? waitWhenSpent(told) : told.retryAfterMs;
}
