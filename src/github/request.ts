/**
 * A request to GitHub: its options, the next page of a list, and what is answered: its
 * validation, its time stamps.
 */
import type { getOctokit } from '@actions/github';
import * as z from 'zod/mini';
import { hasNextPage } from '../http/reply.ts';
import { GitHubError, type GitHubComment } from './port.ts';

// Octokit's logger would write GitHub's text to standard error, which the runner scans for
// commands.
const quiet = () => undefined;
export const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet };

export type Octokit = ReturnType<typeof getOctokit>;
export type GitHubReply = {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
};
type Answer = GitHubReply & { readonly status: number };
type RequestSettings = {
  readonly signal: AbortSignal;
  readonly log: typeof SILENT;
  /** Redirects are answers like others (contract 2.4). */
  readonly redirect: 'manual';
};
/**
 * One attempt within the timeout. Rejects with `GitHubError`, or with `signal.reason` on
 * abort.
 */
export type Call = (
  send: (octokit: Octokit, request: RequestSettings) => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>;

/** The time for one call, with whichever token. */
export const GITHUB_CALL_MS = 10_000;

/** An unreadable response counts as no response: the call may have been carried out. */
export function read<T>(schema: z.ZodMiniType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) {
    return parsed.data;
  }
  const message = 'the answer is not what GitHub documents; something between may have written it';
  throw new GitHubError({ status: null, message, retryAfterMs: null }, { cause: parsed.error });
}

export const PAGE_SIZE = 100;
/** GitHub allows 2,500 comments per thread. The bound only stops a server whose pages never end. */
const GITHUB_PAGES_MAX = 100;

/** The pages of a list, as its items. */
export async function* pages(
  ask: (page: { readonly per_page: number; readonly page: number }) => Promise<GitHubReply>,
): AsyncGenerator<readonly unknown[], void, undefined> {
  for (let page = 1; page <= GITHUB_PAGES_MAX; page++) {
    const reply = await ask({ per_page: PAGE_SIZE, page });
    const items = read(z.array(z.unknown()), reply.data);
    yield items;
    if (!hasNextPage(reply.headers, { received: items.length, size: PAGE_SIZE })) {
      return;
    }
  }
}

/** A time stamp of GitHub (epoch, ms), or null if it is unreadable. */
export function stampTime(stamp: string): number | null {
  const time = Date.parse(stamp);
  return Number.isNaN(time) ? null : time;
}

/** A comment, a review, or a comment of one. */
export const commentSchema = z.object({
  id: z.int(),
  body: z.catch(z.string(), ''),
  html_url: z.string(),
  created_at: z.catch(z.string(), ''),
  user: z.catch(z.nullable(z.object({ login: z.string(), type: z.string() })), null),
});

export function asComment(raw: z.infer<typeof commentSchema>): GitHubComment {
  return {
    id: raw.id,
    body: raw.body,
    htmlUrl: raw.html_url,
    author: raw.user?.login ?? '',
    authorIsBot: raw.user?.type === 'Bot',
    createdAt: stampTime(raw.created_at),
  };
}
