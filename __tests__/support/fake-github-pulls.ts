/**
 * Pull requests, commits and commit statuses of the fake GitHub, based on the examples in GitHub's
 * OpenAPI description.
 */
import { cached } from './fake-github-checks.ts';
import { error, ok, pageOf, type Reply } from './fake-github-shapes.ts';
import { exampleOf, type Exchange } from './openapi.ts';

export interface FakePullRequest {
  /** `owner/name`. Defaults to the repository of the step. */
  readonly repository?: string;
  readonly number: number;
  /** By default that of the example. */
  readonly title?: string;
  /** Of the database. By default that of the example. */
  readonly id?: number;
  readonly nodeId?: string;
  readonly author?: string;
  /** ISO 8601, or in milliseconds since the epoch. */
  readonly openedAt: string | number;
  readonly headBranch?: string;
  readonly headSha?: string;
  /** Earlier commits of it. */
  readonly commits?: readonly string[];
  /** When the head commit was committed, or null if GitHub does not say. Defaults to `openedAt`. */
  readonly committedAt?: string | number | null;
  /** `owner/name` of the fork that the head is in, or null if it is gone. */
  readonly fork?: string | null;
  /** By default, as many as the example has. */
  readonly changedFiles?: number;
  /** Closed, without a merge unless `merged` says so. */
  readonly closed?: boolean;
  readonly merged?: boolean;
}

export interface FakeStatus {
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly target_url: string | null;
}

const HEAD_BRANCH = 'agent/fix';
export const HEAD_SHA = 'a'.repeat(40);

interface Store {
  readonly repository: string;
  readonly pulls: FakePullRequest[];
  readonly statuses: FakeStatus[];
}

type Example = Record<string, unknown>;

/** Answers a request for pull requests, commits or statuses. Null for all others. */
export function pullRequestAnswers({ repository: own, pulls, statuses }: Store) {
  return ({ method, path, query, headers, body }: Exchange): Reply | null => {
    const [, listed] =
      /^\/repos\/[^/]+\/[^/]+\/commits\/([0-9a-f]{40,64})\/statuses$/.exec(path) ?? [];
    // Newest first.
    if (method === 'GET' && listed !== undefined) {
      const found = statuses
        .map((status, at) => ({ ...exampleOf('status'), ...status, id: at + 1 }))
        .filter(({ sha }) => sha === listed)
        .map(({ sha, ...status }) => status);
      return cached(pageOf(found.toReversed(), query, path), headers['if-none-match']);
    }
    const [, place] = /^\/repos\/([^/]+\/[^/]+)\/pulls$/.exec(path) ?? [];
    if (method === 'GET' && place !== undefined) {
      const found = pulls
        .filter((pull) => (pull.repository ?? own).toLowerCase() === place.toLowerCase())
        .filter((pull) => isListed(pull, { place, query }))
        .map((pull) => pullRequest({ repository: place, ...pull }));
      return pageOf(found.toReversed(), query, path);
    }
    const [, repository = '', kind = '', id = ''] =
      /^\/repos\/([^/]+\/[^/]+)\/(pulls|commits|statuses)\/([^/]+)$/.exec(path) ?? [];
    if (kind === '') {
      return null;
    }
    if (kind === 'statuses') {
      if (method !== 'POST' || repository !== own) {
        return error(404, 'Not Found');
      }
      const status = body as Omit<FakeStatus, 'sha'>;
      statuses.push({ ...status, sha: id });
      return { status: 201, body: { ...exampleOf('status'), ...status } };
    }
    if (method !== 'GET') {
      return error(404, 'Not Found');
    }
    const found = pulls.find((pull) => {
      const same = (pull.repository ?? own).toLowerCase() === repository.toLowerCase();
      return (
        same && (kind === 'pulls' ? String(pull.number) === id : (pull.headSha ?? HEAD_SHA) === id)
      );
    });
    if (found === undefined) {
      return kind === 'pulls'
        ? error(404, 'Not Found')
        : error(422, `No commit found for SHA: ${id}`);
    }
    return cached(
      ok(kind === 'pulls' ? pullRequest({ repository: own, ...found }) : commit(found)),
      headers['if-none-match'],
    );
  };
}

function isListed(
  pull: FakePullRequest,
  { place, query }: { readonly place: string; readonly query: Exchange['query'] },
): boolean {
  const [owner = ''] = (pull.fork ?? place).split('/');
  const head = `${owner}:${pull.headBranch ?? HEAD_BRANCH}`;
  const isOfHead = query['head'] === undefined || query['head'] === head;
  return isOfHead && (query['state'] === 'all' || pull.closed !== true);
}

function pullRequest(pull: FakePullRequest & { readonly repository: string }): Example {
  const { repository, number, author = 'codegen-sh[bot]', openedAt, fork = repository } = pull;
  const body = exampleOf('pull-request') as Example & Record<'user' | 'head' | 'base', Example>;
  const repo = {
    ...(body.base['repo'] as Example),
    full_name: repository,
    name: repository.split('/')[1],
  };
  return {
    ...body,
    // Required by GitHub's description but missing from its example.
    requested_teams: [],
    ...(pull.id !== undefined && { id: pull.id }),
    ...(pull.title !== undefined && { title: pull.title }),
    ...(pull.nodeId !== undefined && { node_id: pull.nodeId }),
    number,
    created_at: new Date(openedAt).toISOString(),
    // Anybody may change this at any time, so it proves nothing.
    updated_at: '2099-01-01T00:00:00Z',
    html_url: `https://github.com/${repository}/pull/${number}`,
    ...(pull.changedFiles !== undefined && { changed_files: pull.changedFiles }),
    ...(pull.closed === true && { state: 'closed', merged: pull.merged === true }),
    user: { ...body.user, login: author },
    head: {
      ...body.head,
      repo: fork === null ? null : { ...repo, full_name: fork },
      ref: pull.headBranch ?? HEAD_BRANCH,
      sha: pull.headSha ?? HEAD_SHA,
    },
    base: { ...body.base, repo },
  };
}

function commit(pull: FakePullRequest): Example {
  const body = exampleOf('commit') as Example & {
    commit: Example & Record<'author' | 'committer', Example>;
  };
  const { committedAt = pull.openedAt } = pull;
  const date = committedAt === null ? undefined : new Date(committedAt).toISOString();
  const { author, committer } = body.commit;
  return {
    ...body,
    files: [],
    sha: pull.headSha ?? HEAD_SHA,
    commit: {
      ...body.commit,
      author: { ...author, date: '2001-01-01T00:00:00Z' },
      committer: { ...committer, date },
    },
  };
}
