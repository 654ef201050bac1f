/** Pull requests, commits and commit statuses of the fake GitHub, based on the examples in GitHub's OpenAPI description. */
import { createHash } from 'node:crypto';
import { error, ok, type Reply } from './fake-github-shapes.ts';
import { exampleOf, type Exchange } from './openapi.ts';

export interface FakePullRequest {
  /** `owner/name`. Defaults to `octo/repo`. */
  readonly repository?: string;
  readonly number: number;
  readonly author?: string;
  /** ISO 8601. */
  readonly openedAt: string;
  readonly headBranch?: string;
  readonly headSha?: string;
  /** Earlier commits of it. */
  readonly commits?: readonly string[];
  /** When the head commit was committed. Defaults to `openedAt`. */
  readonly committedAt?: string;
  /** `owner/name` of the fork that the head is in. */
  readonly fork?: string;
  /** Closed without a merge. */
  readonly closed?: boolean;
}

export interface FakeStatus {
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly target_url: string | null;
}

export const HEAD_SHA = 'a'.repeat(40);

type Example = Record<string, unknown>;

/** Answers a request for pull requests, commits or statuses. Null for all others. */
export function pullRequestAnswers(store: { readonly pulls: FakePullRequest[]; readonly statuses: FakeStatus[] }) {
  return ({ method, path, headers, body }: Exchange): Reply | null => {
    const [, listed] = /^\/repos\/octo\/repo\/commits\/([0-9a-f]{40,64})\/statuses$/.exec(path) ?? [];
    // Newest first.
    if (method === 'GET' && listed !== undefined)
      return ok(
        store.statuses
          .filter(({ sha }) => sha === listed)
          .map(({ sha, ...status }) => ({ ...exampleOf('status'), ...status }))
          .toReversed(),
      );
    const [, repository = '', kind = '', id = ''] =
      /^\/repos\/([^/]+\/[^/]+)\/(pulls|commits|statuses)\/([^/]+)$/.exec(path) ?? [];
    if (kind === '') return null;
    if (kind === 'statuses') {
      if (method !== 'POST' || repository !== 'octo/repo') return error(404, 'Not Found');
      const status = body as Omit<FakeStatus, 'sha'>;
      store.statuses.push({ ...status, sha: id });
      return { status: 201, body: { ...exampleOf('status'), ...status } };
    }
    if (method !== 'GET') return error(404, 'Not Found');
    const found = store.pulls.find((pull) => {
      const same = (pull.repository ?? 'octo/repo').toLowerCase() === repository.toLowerCase();
      return same && (kind === 'pulls' ? String(pull.number) === id : (pull.headSha ?? HEAD_SHA) === id);
    });
    if (found === undefined)
      return kind === 'pulls' ? error(404, 'Not Found') : error(422, `No commit found for SHA: ${id}`);
    return cached(kind === 'pulls' ? pullRequest(found) : commit(found), headers['if-none-match']);
  };
}

function cached(body: unknown, given: string | string[] | undefined): Reply {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;
  return given === etag ? { status: 304, body: null, headers: { etag } } : { ...ok(body), headers: { etag } };
}

function pullRequest(pull: FakePullRequest): Example {
  const { repository = 'octo/repo', number, author = 'codegen-sh[bot]', openedAt } = pull;
  const body = exampleOf('pull-request') as Example & Record<'user' | 'head' | 'base', Example>;
  const repo = { ...(body.base['repo'] as Example), full_name: repository, name: repository.split('/')[1] };
  return {
    ...body,
    // Required by GitHub's description but missing from its example.
    requested_teams: [],
    number,
    created_at: openedAt,
    // Anybody may change this at any time, so it proves nothing.
    updated_at: '2099-01-01T00:00:00Z',
    html_url: `https://github.com/${repository}/pull/${number}`,
    ...(pull.closed === true && { state: 'closed', merged: false }),
    user: { ...body.user, login: author },
    head: {
      ...body.head,
      repo: { ...repo, full_name: pull.fork ?? repository },
      ref: pull.headBranch ?? 'agent/fix',
      sha: pull.headSha ?? HEAD_SHA,
    },
    base: { ...body.base, repo },
  };
}

function commit(pull: FakePullRequest): Example {
  const body = exampleOf('commit') as Example & { commit: Example & Record<'author' | 'committer', Example> };
  const date = pull.committedAt ?? pull.openedAt;
  const { author, committer } = body.commit;
  return {
    ...body,
    files: [],
    sha: pull.headSha ?? HEAD_SHA,
    commit: { ...body.commit, author: { ...author, date: '2001-01-01T00:00:00Z' }, committer: { ...committer, date } },
  };
}
