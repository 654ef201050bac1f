import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createGitHub, type GitHubOptions } from '../../src/github/octokit.ts';
import { type GitHub, type GitHubComment, GitHubError } from '../../src/github/port.ts';
import { githubFailure, isPassing, responseText } from '../../src/github/wait-out.ts';
import { type FakeGitHub, startFakeGitHub } from '../support/fake-github.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { refusal } from '../support/memory-scene.ts';
import { type Description, type Exchange, loadOpenApi } from '../support/openapi.ts';

const signal = new AbortController().signal;
let fake: FakeGitHub;
let clock: ManualClock;
let github: GitHub;

function connect(given: Partial<GitHubOptions> = {}): GitHub {
  const own = {
    token: 'gh-token',
    repository: 'octo/repo',
    userAgent: 'agent-run-action/1',
    clock,
  };
  return createGitHub({ ...own, apiUrl: fake.url, ...given });
}

async function failure(promise: Promise<unknown>): Promise<GitHubError> {
  const error: unknown = await promise.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitHubError)) {
    throw new Error(`not a GitHubError: ${String(error)}`);
  }
  return error;
}

async function allComments(of: GitHub): Promise<GitHubComment[]> {
  const comments: GitHubComment[] = [];
  for await (const page of of.comments(7, signal)) {
    comments.push(...page);
  }
  return comments;
}

beforeEach(async () => {
  fake = await startFakeGitHub();
  clock = new ManualClock();
  github = connect();
});
afterEach(() => fake.close());

describe('comments', () => {
  it('are created and edited, and returned with author and address', async () => {
    const created = await github.createComment(7, 'hello', signal);
    expect(created).toMatchObject({
      body: 'hello',
      author: 'github-actions[bot]',
      authorIsBot: true,
    });
    expect(created.htmlUrl).toBe(
      `https://github.test/octo/repo/issues/7#issuecomment-${created.id}`,
    );
    const edited = await github.updateComment(created.id, 'hello again', signal);
    expect(edited).toMatchObject({ id: created.id, body: 'hello again' });
    expect(await allComments(github)).toEqual([edited]);
    expect(fake.log()).toEqual([
      'POST /repos/octo/repo/issues/7/comments',
      `PATCH /repos/octo/repo/issues/comments/${created.id}`,
      'GET /repos/octo/repo/issues/7/comments?per_page=100&page=1',
    ]);
    expect(fake.requests[0]?.headers).toMatchObject({ authorization: 'token gh-token' });
    expect(fake.requests[0]?.headers['user-agent']).toMatch(/^agent-run-action\/1\b/);
    expect(clock.asleep()).toEqual([]);
  });

  it.each([
    [0, 1],
    [100, 1],
    [101, 2],
    [200, 2],
    [250, 3],
  ])('are read in pages: %i comments in %i pages', async (count, pages) => {
    for (let i = 0; i < count; i++) {
      fake.addComment(7, `comment ${i}`);
    }
    // A single full page has no link, which is the same if a proxy drops the header, so another
    // page is requested.
    const looks = count === 100 ? 2 : pages;
    expect(await allComments(github)).toHaveLength(count);
    expect(fake.log()).toEqual(
      Array.from(
        { length: looks },
        (_, i) => `GET /repos/octo/repo/issues/7/comments?per_page=100&page=${i + 1}`,
      ),
    );
  });

  it('get reactions', async () => {
    await github.react(1001, 'eyes', signal);
    expect(fake.log()).toEqual(['POST /repos/octo/repo/issues/comments/1001/reactions']);
    expect(fake.reactions).toEqual([{ comment: 1001, content: 'eyes' }]);
  });

  it('include those of deleted accounts, and exclude malformed ones', async () => {
    const body = [{ id: 1, html_url: 'https://x', user: null, body: 'orphan' }, { id: 'x' }, null];
    fake.faults.push({ act: { status: 200, body } });
    expect(await allComments(github)).toEqual([
      {
        id: 1,
        htmlUrl: 'https://x',
        author: '',
        authorIsBot: false,
        body: 'orphan',
        createdAt: null,
      },
    ]);
  });
});

describe('people', () => {
  it('have a permission and a role', async () => {
    fake.permissions.set('mona', { permission: 'write', role_name: 'maintain' });
    expect(await github.permissionOf('mona', signal)).toEqual({
      permission: 'write',
      roleName: 'maintain',
      maintains: false,
    });
    expect(await github.permissionOf('odd name/..', signal)).toEqual({
      permission: 'read',
      roleName: 'read',
      maintains: false,
    });
    expect(fake.log()[1]).toBe('GET /repos/octo/repo/collaborators/odd%20name%2F../permission');
  });

  it('may maintain by a role of their own, which GitHub tells by what they may do', async () => {
    const user = { login: 'mona', permissions: { maintain: true, push: true } };
    const body = { permission: 'write', role_name: 'release-lead', user };
    fake.faults.push({ act: { status: 200, body } });
    expect(await github.permissionOf('mona', signal)).toMatchObject({ maintains: true });
  });
});

describe('pull requests', () => {
  const PULL = {
    number: 9,
    openedAt: '2026-01-02T03:04:05Z',
    headBranch: 'agent/fix',
    author: 'agent[bot]',
  };
  const sha = 'a'.repeat(40);

  it('are read with branch, head commit and author, of any repository', async () => {
    fake.pulls.push(
      { ...PULL, committedAt: '2026-01-02T04:00:00Z' },
      { ...PULL, repository: 'else/where', number: 1 },
    );
    expect(await github.pullRequest({ repository: 'OCTO/repo', number: 9 }, signal)).toEqual({
      repository: 'octo/repo',
      number: 9,
      author: 'agent[bot]',
      openedAt: Date.parse('2026-01-02T03:04:05Z'),
      title: expect.any(String),
      headBranch: 'agent/fix',
      headRepository: 'octo/repo',
      baseBranch: 'master',
      baseSha: expect.any(String),
      changedFiles: 5,
      closed: false,
      abandoned: false,
      headSha: sha,
    });
    expect(await github.committedAt({ repository: 'octo/repo', sha }, signal)).toBe(
      Date.parse('2026-01-02T04:00:00Z'),
    );
    expect(await github.pullRequest({ repository: 'else/where', number: 1 }, signal)).toMatchObject(
      { number: 1 },
    );
    expect(
      (await failure(github.pullRequest({ repository: 'octo/repo', number: 8 }, signal))).status,
    ).toBe(404);
  });

  it('are rejected if malformed', async () => {
    fake.faults.push({ act: { status: 200, body: { number: 9 } } });
    expect(
      (await failure(github.pullRequest({ repository: 'octo/repo', number: 9 }, signal))).status,
    ).toBeNull();
  });
});

describe('commit statuses', () => {
  it('carry name, state, one line and an address', async () => {
    const status = {
      sha: 'b'.repeat(40),
      context: 'agent',
      description: 'At work',
      targetUrl: 'https://a.example/1',
    };
    await github.createCommitStatus({ ...status, state: 'pending' }, signal);
    await github.createCommitStatus({ ...status, state: 'success', targetUrl: null }, signal);
    expect(fake.requests.map(({ body }) => body)).toEqual([
      {
        state: 'pending',
        context: 'agent',
        description: 'At work',
        target_url: 'https://a.example/1',
      },
      { state: 'success', context: 'agent', description: 'At work' },
    ]);
    expect(fake.log()[0]).toBe(`POST /repos/octo/repo/statuses/${'b'.repeat(40)}`);
  });
});

describe('failures', () => {
  it.each([403, 404, 410, 422, 500, 503])(
    'have status %i, and nothing is sent twice',
    async (status) => {
      fake.faults.push({ act: { status, body: { message: 'because' } } });
      const error = await failure(github.createComment(7, 'x', signal));
      expect(error).toMatchObject({ status, message: 'because', retryAfterMs: null });
      expect(error.cause).toBeDefined();
      expect(fake.requests).toHaveLength(1);
    },
  );

  // Contract 2.4. What stands where GitHub leads could let anybody in, and read what is posted.
  it.each([301, 302, 303, 307, 308])('are redirects, never followed: %i', async (status) => {
    const other = await startFakeGitHub({ permissions: { mallory: 'admin' } });
    const place = { repository: 'octo/repo', number: 9 };
    const commit = {
      sha: 'b'.repeat(40),
      state: 'pending',
      context: 'agent',
      description: 'At work',
      targetUrl: null,
    } as const;
    const headers = { location: `${other.url}/repos/octo/repo/anything` };
    fake.faults.push({ times: 9, act: { status, headers } });
    const redirected = { status, kind: 'redirected' };
    for (const asked of [
      github.permissionOf('mallory', signal),
      github.pullRequest(place, signal),
      github.createComment(7, 'x', signal),
      github.createCommitStatus(commit, signal),
    ]) {
      const error = await failure(asked);
      expect(error).toMatchObject(redirected);
      expect(isPassing(error)).toBe(false);
    }
    expect(other.requests).toEqual([]);
    expect(fake.requests).toHaveLength(4);
    await other.close();
  });

  it.each<{ status: number; headers: Record<string, string>; message: string; wait: number }>([
    { status: 403, headers: { 'retry-after': '7' }, message: 'secondary', wait: 7_000 },
    { status: 429, headers: { 'retry-after': '7' }, message: 'secondary', wait: 7_000 },
    { status: 422, headers: { 'retry-after': '7' }, message: 'secondary', wait: 7_000 },
    { status: 503, headers: { 'retry-after': '3' }, message: 'busy', wait: 3_000 },
    {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767323055' },
      message: 'spent',
      wait: 9_000,
    },
    {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767323000' },
      message: 'spent until just now',
      wait: 0,
    },
  ])('give the time to wait: %j', async ({ status, headers, message, wait }) => {
    const date = 'Fri, 02 Jan 2026 03:04:06 GMT';
    fake.faults.push({ act: { status, headers: { date, ...headers }, body: { message } } });
    expect((await failure(github.createComment(7, 'x', signal))).retryAfterMs).toBe(wait);
  });

  it.each([
    [429, 'slow down', true],
    [403, 'You have exceeded a secondary rate limit.', true],
    [403, 'API rate limit exceeded for installation ID 1.', true],
    [422, 'Validation Failed: was submitted too quickly', true],
    [403, 'Resource not accessible by integration', false],
    [422, 'Validation Failed', false],
    [503, 'busy', false],
  ])('are a rate limit by their message where no header says so: %d %s', async (...given) => {
    const [status, message, isRateLimit] = given;
    fake.faults.push({ act: { status, body: { message } } });
    expect(await failure(github.createComment(7, 'x', signal))).toMatchObject({
      isRateLimit,
      retryAfterMs: null,
    });
  });

  it.each([
    [{ message: 'Validation Failed', code: 'abuse' }],
    [{ code: 'abuse' }],
    [{ message: 'Validation Failed', errors: [{ resource: 'Review', code: 'abuse' }] }],
  ])('are a rate limit by the code of a 422: %j', async (body) => {
    fake.faults.push({ act: { status: 422, body } });
    const error = await failure(github.createComment(7, 'x', signal));
    expect(error).toMatchObject({ kind: 'limit', status: 422, retryAfterMs: null });
  });

  // GitHub's documentation of its limits: who is told `retry-after` sends again after that time.
  it.each([403, 422, 429])('are a rate limit where they name a time: %d', async (status) => {
    fake.faults.push({ act: { status, headers: { 'retry-after': '7' }, body: { message: 'No' } } });
    const error = await failure(github.createComment(7, 'x', signal));
    expect(error).toMatchObject({ kind: 'limit', status, retryAfterMs: 7_000 });
  });

  it('ask for single sign-on by their header', async () => {
    const headers = { 'x-github-sso': 'required; url=https://github.com/orgs/octo/sso' };
    fake.faults.push({ act: { status: 403, headers, body: { message: 'No' } } });
    expect((await failure(github.createComment(7, 'x', signal))).kind).toBe('sso');
  });

  it('tell a token that was never taken from one that has ended', async () => {
    const refused = { act: { status: 401, body: { message: 'Bad credentials' } } };
    fake.faults.push(refused);
    expect((await failure(github.createComment(7, 'x', signal))).kind).toBe('bad_token');
    await github.createComment(7, 'x', signal);
    fake.faults.push({ ...refused });
    expect((await failure(github.createComment(7, 'x', signal))).kind).toBe('ended_token');
    const other = connect({ token: '' });
    expect((await failure(other.createComment(7, 'x', signal))).kind).toBe('no_token');
  });

  it('have no status if the connection was lost or the response is malformed', async () => {
    fake.faults.push({ act: 'reset', processed: true }, { act: { status: 201, body: '<html>' } });
    expect((await failure(github.createComment(7, 'x', signal))).status).toBeNull();
    expect(fake.comments(7)).toHaveLength(1);
    expect((await failure(github.createComment(7, 'x', signal))).status).toBeNull();
  });

  it.each(['{}', 'null', '[]', ''])(
    'tell the status alone where nothing is said: %j',
    async (body) => {
      fake.faults.push({ act: { status: 503, body } });
      const error = await failure(github.createComment(7, 'x', signal));
      expect(error.message).toBe('HTTP 503');
      expect([githubFailure(error), responseText(error)]).toEqual([' (503)', 'HTTP 503']);
    },
  );

  it('say of the web page of a gateway what people see of it', async () => {
    const body = '<html><head><title>502</title></head><body>Bad Gateway</body></html>';
    fake.faults.push({ act: { status: 502, body } });
    expect(await failure(github.createComment(7, 'x', signal))).toMatchObject({
      status: 502,
      message: '502 Bad Gateway',
    });
  });

  it('end a call that hangs, after ten seconds', async () => {
    fake.faults.push({ act: 'hang' });
    const pending = failure(github.createComment(7, 'x', signal));
    await fake.arrived(1);
    clock.advance(9_999);
    expect(clock.asleep()).toEqual([10_000]);
    clock.advance(1);
    expect(await pending).toMatchObject({ status: null, message: 'no answer within 10 seconds' });
  });

  it('are the reason of the abort if the caller aborts, before and during a call', async () => {
    const reason = new Error('cancelled');
    await expect(github.ownLogin(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(fake.requests).toHaveLength(0);
    fake.faults.push({ act: 'hang' });
    const controller = new AbortController();
    const pending = github.createComment(7, 'x', controller.signal);
    await fake.arrived(1);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(clock.asleep()).toEqual([]);
  });

  it('report an empty token without sending a request', async () => {
    const error = await failure(connect({ token: '' }).createComment(7, 'x', signal));
    expect(error.status).toBe(401);
    expect(error.message).toBe('there is no token');
    expect(fake.requests).toHaveLength(0);
  });
});

describe('secrets', () => {
  const SECRET = 'tok-0123456789abcdef';
  const redact = (text: string): string => text.replaceAll(SECRET, '***');
  const told = `It is ${SECRET}.`;

  it('are in nothing that is written', async () => {
    const guarded = connect({ redact });
    const { id, body } = await guarded.createComment(7, told, signal);
    expect(body).toBe('It is ***.');
    await guarded.updateComment(id, told, signal);
    fake.pulls.push({ number: 7, openedAt: 1 });
    fake.files.set(7, [{ filename: 'a.ts', patch: '@@ -1 +1 @@\n-a\n+b' }]);
    const at = { path: 'a.ts', side: 'RIGHT', line: 1, startLine: null } as const;
    await guarded.createReview(
      { number: 7, commitId: null, body: told, comments: [{ ...at, body: told }] },
      signal,
    );
    await guarded.updateReviewComment(fake.reviewComments[0]?.id ?? 0, told, signal);
    const status = {
      sha: 'a'.repeat(40),
      context: told,
      description: told,
      targetUrl: `https://a.example/${SECRET}`,
    };
    await guarded.createCommitStatus({ ...status, state: 'success' }, signal);
    expect(
      fake.requests.map(({ body: sent }) => JSON.stringify(sent).split('***').length - 1),
    ).toEqual([1, 1, 2, 1, 3]);
    expect(JSON.stringify(fake.requests)).not.toContain(SECRET);
  });

  it('are taken out of errors before these are cut, and the other fields stay', async () => {
    fake.faults.push({ act: refusal(403, `${'x'.repeat(490)}${SECRET}`, 5_000) });
    const error = await failure(connect({ redact }).createComment(7, 'a', signal));
    expect(error).toMatchObject({
      status: 403,
      retryAfterMs: 5_000,
      message: `${'x'.repeat(490)}*** - http`,
    });
  });
});

describe.each<[Description, string]>([
  ['api.github.com', ''],
  ['ghes-3.19', '/api/v3'],
])("GitHub's published contract for %s", (description, prefix) => {
  const judge = loadOpenApi(description);

  it('describes every request and every response of the fake', async () => {
    await fake.close();
    fake = await startFakeGitHub({ prefix, user: 'mona' });
    github = connect();
    const { id } = await github.createComment(7, 'hello', signal);
    await github.updateComment(id, 'again', signal);
    await allComments(github);
    await github.permissionOf('mona', signal);
    await github.ownLogin(signal);
    await github.accountType('mona', signal);
    await github.react(id, 'eyes', signal);
    await failure(github.createComment(7, 'x'.repeat(70_000), signal));
    await failure(github.createComment(8, 'x', signal));
    fake.pulls.push({ number: 9, openedAt: '2026-01-02T03:04:05Z' });
    for (const number of [9, 9, 10]) {
      await github.pullRequest({ repository: 'octo/repo', number }, signal).catch(() => null);
    }
    await github.committedAt({ repository: 'octo/repo', sha: 'a'.repeat(40) }, signal);
    const status = {
      sha: 'a'.repeat(40),
      context: 'agent',
      description: 'At work',
      targetUrl: 'https://a.example/1',
    };
    await github.createCommitStatus({ ...status, state: 'pending' }, signal);
    expect(
      fake.requests.map(({ method, answer }) => `${method} ${String(answer?.status)}`),
    ).toEqual([
      'POST 201',
      'PATCH 200',
      'GET 200',
      'GET 200',
      'GET 200',
      'GET 200',
      'POST 201',
      'POST 422',
      'POST 404',
      'GET 200',
      // A repeated read is a conditional request.
      'GET 304',
      'GET 404',
      'GET 200',
      'POST 201',
    ]);
    expect(fake.requests.flatMap(judge)).toEqual([]);
    expect(fake.requests.every(({ path }) => path.startsWith('/'))).toBe(true);
  });

  it('rejects what it does not describe', () => {
    const base: Exchange = {
      method: 'POST',
      path: '/repos/octo/repo/issues/7/comments',
      query: {},
      headers: { 'content-type': 'application/json' },
      body: { body: 'x' },
    };
    expect(judge(base)).toEqual([]);
    const wrong: Partial<Exchange>[] = [
      { method: 'PUT' },
      { path: '/repos/octo/repo/issues/seven/comments' },
      { path: '/repos/octo/repo/issue/7/comments' },
      { query: { page: '1' } },
      { body: { text: 'x' } },
      { body: { body: 1 } },
      { body: undefined },
      { headers: { 'content-type': 'text/plain' } },
      { answer: { status: 201, body: { id: 1 } } },
    ];
    for (const change of wrong) {
      expect([change, judge({ ...base, ...change }).length]).not.toEqual([change, 0]);
    }
  });
});
