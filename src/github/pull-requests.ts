/**
 * Pull requests and commits of any repository that a token can read (contract 14), and the way from
 * what a service tells of a pull request to its address (contract 18.1): a database id is no
 * number, so the pull requests of the head branch are compared with it. The job's token reads; what
 * it cannot see of another repository, the service's own token may (contract 18.8).
 */
import * as z from 'zod/mini';
import type { Agent, PullRequestLead } from '../agents/port.ts';
import { ServiceError } from '../http/errors.ts';
import type { Clock } from '../runner/port.ts';
import { sameName } from '../safe/text.ts';
import { encodedPath } from '../safe/url.ts';
import { GitHubError, type GitHub } from './port.ts';
import { GITHUB_CALL_MS, read, stampTime } from './request.ts';

const pullRequestSchema = z.object({
  number: z.int(),
  created_at: z.catch(z.string(), ''),
  user: z.catch(z.nullable(z.object({ login: z.string() })), null),
  head: z.object({
    ref: z.string(),
    sha: z.string().check(z.regex(/^[0-9a-f]{40,64}$/i)),
    repo: z.catch(z.nullable(z.object({ full_name: z.string() })), null),
  }),
  title: z.optional(z.string()),
  base: z.object({
    ref: z.catch(z.string(), ''),
    sha: z.catch(z.string(), ''),
    repo: z.object({ full_name: z.string() }),
  }),
  state: z.catch(z.string(), 'open'),
  merged: z.catch(z.boolean(), false),
  changed_files: z.catch(z.nullable(z.int()), null),
});
const commitSchema = z.object({
  commit: z.object({ committer: z.nullable(z.object({ date: z.optional(z.string()) })) }),
});

/** A pull request in a list. */
const listedSchema = z.object({
  id: z.int(),
  node_id: z.catch(z.nullable(z.string()), null),
  number: z.int(),
  head: z.catch(z.nullable(z.object({ ref: z.string() })), null),
});

/** Reads a path of GitHub's API, with its query. Rejects with `GitHubError`. */
export type ReadPath = (path: string, signal: AbortSignal) => Promise<unknown>;

/** What is read of pull requests, whichever token reads it. */
export type PullRequestReads = Pick<GitHub, 'pullRequest' | 'committedAt' | 'pullRequestsFrom'>;

export function pullRequestReads(readPath: ReadPath): PullRequestReads {
  return {
    async pullRequest({ repository, number }, signal) {
      const response = await readPath(`${repositoryPath(repository)}/pulls/${number}`, signal);
      const pull = read(pullRequestSchema, response);
      return {
        repository: pull.base.repo.full_name,
        number: pull.number,
        author: pull.user?.login ?? '',
        openedAt: stampTime(pull.created_at),
        title: pull.title ?? '',
        headBranch: pull.head.ref,
        headSha: pull.head.sha.toLowerCase(),
        headRepository: pull.head.repo?.full_name ?? null,
        baseBranch: pull.base.ref,
        baseSha: pull.base.sha.toLowerCase(),
        changedFiles: pull.changed_files,
        abandoned: pull.state === 'closed' && !pull.merged,
        closed: pull.state === 'closed',
      };
    },

    async committedAt({ repository, sha }, signal) {
      const path = `${repositoryPath(repository)}/commits/${encodeURIComponent(sha)}`;
      const response = await readPath(path, signal);
      return stampTime(read(commitSchema, response).commit.committer?.date ?? '');
    },

    async pullRequestsFrom({ repository, branch }, signal) {
      const query = new URLSearchParams({ state: 'all', per_page: '100' });
      if (branch !== null) {
        const [owner = ''] = repository.split('/');
        query.set('head', `${owner}:${branch}`);
      }
      const path = `${repositoryPath(repository)}/pulls?${query.toString()}`;
      const pulls = read(z.array(listedSchema), await readPath(path, signal));
      return pulls.map(({ id, node_id: nodeId, number, head }) => {
        return { id, nodeId, number, headBranch: head?.ref ?? null };
      });
    },
  };
}

/** `/repos/owner/name`. */
export function repositoryPath(repository: string): string {
  return `/repos/${encodedPath(repository)}`;
}

/** A pull request that GitHub has shown: what of it does not change while the run works. */
export interface LookedUpPullRequest {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly headBranch: string | null;
}

/** Where a lead leads to. */
type LeadEnd =
  /** `pull`: null where nothing was asked. */
  | { readonly kind: 'found'; readonly url: string; readonly pull: LookedUpPullRequest | null }
  /** GitHub does not show it (yet), or there is no repository to look in. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: GitHubError };

export interface LeadScope {
  /** `owner/name` of the repository in which the run works, null if unknown. */
  readonly repository: string | null;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  readonly reads: Pick<PullRequestReads, 'pullRequestsFrom'>;
}

/** Makes one or two requests for a database id, none for an address. Rejects on abort alone. */
export async function followLead(
  lead: PullRequestLead,
  { repository, serverUrl, reads }: LeadScope,
  signal: AbortSignal,
): Promise<LeadEnd> {
  if (lead.kind !== 'database_id') {
    return { kind: 'found', url: lead.url, pull: null };
  }
  const searched = lead.repository ?? repository;
  if (searched === null) {
    return { kind: 'none' };
  }
  try {
    const branches = lead.branch === null ? [null] : [lead.branch, null];
    // The branch that the service tells may be another one than the pull request's.
    for (const branch of branches) {
      const pulls = await reads.pullRequestsFrom({ repository: searched, branch }, signal);
      const found = pulls.find(
        ({ id, nodeId }) => id === lead.id || (nodeId !== null && nodeId === lead.nodeId),
      );
      if (found !== undefined) {
        const { number, headBranch } = found;
        const url = `${serverUrl}/${searched}/pull/${number}`;
        return { kind: 'found', url, pull: { repository: searched, number, headBranch } };
      }
    }
    return { kind: 'none' };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GitHubError) {
      return { kind: 'failed', error };
    }
    throw error;
  }
}

/** Reads at the service's own address, with its own token. */
export function pathOfService(
  readGitHub: NonNullable<Agent['readGitHub']>,
  clock: Pick<Clock, 'now'>,
): ReadPath {
  return async (path, signal) => {
    try {
      return await readGitHub(path, { signal, deadline: clock.now() + GITHUB_CALL_MS });
    } catch (error) {
      throw error instanceof ServiceError ? fromServiceError(error) : error;
    }
  };
}

function fromServiceError(error: ServiceError): GitHubError {
  const { status, said, throttled } = error;
  const message = said === '' ? error.message : said;
  const retryAfterMs = throttled ? error.retryAfterMs : null;
  const refused = { status, message, retryAfterMs };
  return new GitHubError(throttled ? { ...refused, kind: 'limit' } : refused, { cause: error });
}

/** The same reads with two tokens. */
export interface TwoTokens<Reads> {
  /** With the job's token. */
  readonly job: Reads;
  /** With the service's own one. */
  readonly own: Reads;
}

/** Reads with the job's token, and with the service's own one what that may not read. */
export async function readWithEither<Reads, T>(
  { job, own }: TwoTokens<Reads>,
  read: (reads: Reads) => Promise<T>,
): Promise<T> {
  try {
    return await read(job);
  } catch (error) {
    if (!isUnreadable(error)) {
      throw error;
    }
    return read(own);
  }
}

/**
 * Reads of pull requests with two tokens.
 *
 * @param tokens.repository `owner/name` of this workflow's repository, of which the job's token
 *   alone tells
 */
export function readsOfBoth(
  tokens: TwoTokens<PullRequestReads> & { readonly repository: string },
): PullRequestReads {
  const ask = <T>(
    { repository }: { readonly repository: string },
    read: (reads: PullRequestReads) => Promise<T>,
  ): Promise<T> =>
    sameName(repository, tokens.repository) ? read(tokens.job) : readWithEither(tokens, read);
  return {
    pullRequest: (place, signal) => ask(place, (reads) => reads.pullRequest(place, signal)),
    committedAt: (place, signal) => ask(place, (reads) => reads.committedAt(place, signal)),
    pullRequestsFrom: (head, signal) => ask(head, (reads) => reads.pullRequestsFrom(head, signal)),
  };
}

/** There is no token, it may not read the repository, or the repository is hidden from it. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof GitHubError) || error.isRateLimit) {
    return false;
  }
  return error.status === 401 || error.status === 403 || error.status === 404;
}
