/** From what a service tells of a pull request to GitHub's address for it (contract 18.1, 18.8). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Agent, PullRequestLead } from '../../src/agents/port.ts';
import { checkOf } from '../../src/github/pull-request-check.ts';
import { createGitHub } from '../../src/github/octokit.ts';
import {
  followLead,
  readsOfBoth,
  pathOfService,
  pullRequestReads,
  type PullRequestReads,
} from '../../src/github/pull-requests.ts';
import { GitHubError, type GitHub } from '../../src/github/port.ts';
import { ServiceError } from '../../src/http/errors.ts';
import { type FakeGitHub, startFakeGitHub } from '../support/fake-github.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { type Description, loadOpenApi } from '../support/openapi.ts';

const signal = new AbortController().signal;
const clock = new ManualClock();
const serverUrl = 'https://github.com';
const OPENED = { openedAt: '2026-01-02T03:04:05Z' };
const LEAD = {
  kind: 'database_id',
  repository: null,
  id: 2_711_000_555,
  nodeId: 'PR_kwX',
  branch: 'copilot/fix-tax',
} satisfies PullRequestLead;

/** Reads at the service's own address. */
function ofService(read: NonNullable<Agent['readGitHub']>): PullRequestReads {
  return pullRequestReads(pathOfService(read, clock));
}

let fake: FakeGitHub;
let job: GitHub;

beforeEach(async () => {
  fake = await startFakeGitHub();
  const options = { token: 't', repository: 'octo/repo', userAgent: 'agent-run-action/1', clock };
  job = createGitHub({ ...options, apiUrl: fake.url });
});
afterEach(() => fake.close());

const follow = (lead: PullRequestLead, repository: string | null = 'octo/repo') =>
  followLead(lead, { repository, serverUrl, reads: job }, signal);

describe('a lead', () => {
  beforeEach(() => {
    const branch = { ...OPENED, headBranch: LEAD.branch };
    fake.pulls.push(
      { ...branch, number: 40, id: 1, nodeId: 'PR_a', closed: true },
      { ...branch, number: 41, id: LEAD.id, nodeId: 'PR_kwX' },
      { ...branch, number: 42, id: 3, nodeId: 'PR_b', fork: 'someone/repo' },
      { ...OPENED, number: 43, id: 4, nodeId: 'PR_c', headBranch: 'main' },
    );
  });

  it('that is an address is one, and nothing is asked', async () => {
    const url = 'https://github.com/octo/repo/pull/7';
    const end = await follow({ kind: 'address', url, isEarlier: false });
    expect([end, fake.requests.length]).toEqual([{ kind: 'found', url, pull: null }, 0]);
  });

  it('with a database id leads to the number, by the pull requests of its branch', async () => {
    expect(await follow(LEAD)).toEqual({
      kind: 'found',
      url: 'https://github.com/octo/repo/pull/41',
      pull: { repository: 'octo/repo', number: 41, headBranch: LEAD.branch },
    });
    expect(fake.log()).toEqual([
      'GET /repos/octo/repo/pulls?state=all&per_page=100&head=octo%3Acopilot%2Ffix-tax',
    ]);
    for (const description of ['api.github.com', 'ghes-3.19'] satisfies Description[]) {
      const judge = loadOpenApi(description);
      expect(fake.requests.flatMap((request) => judge(request))).toEqual([]);
    }
  });

  it.each<[string, Partial<typeof LEAD>, string]>([
    ['its node id alone', { id: 999 }, '41'],
    ['a closed one', { id: 1, nodeId: 'PR_a' }, '40'],
  ])('is found by %s', async (_, lead, number) => {
    expect(await follow({ ...LEAD, ...lead })).toMatchObject({
      url: expect.stringMatching(`/pull/${number}$`) as unknown,
    });
  });

  it('of another branch than the service tells is looked for among the newest', async () => {
    expect(await follow({ ...LEAD, branch: 'copilot/renamed' })).toMatchObject({ kind: 'found' });
    expect(fake.log()).toEqual([
      'GET /repos/octo/repo/pulls?state=all&per_page=100&head=octo%3Acopilot%2Frenamed',
      'GET /repos/octo/repo/pulls?state=all&per_page=100',
    ]);
  });

  it('without a branch is looked for among the newest', async () => {
    expect(await follow({ ...LEAD, branch: null })).toMatchObject({ kind: 'found' });
    expect(fake.log()).toEqual(['GET /repos/octo/repo/pulls?state=all&per_page=100']);
  });

  it.each<[string, PullRequestLead, string | null]>([
    ['one of a fork with another id', { ...LEAD, id: 6, nodeId: 'PR_d' }, 'octo/repo'],
    ['a branch without a pull request', { ...LEAD, id: 5, nodeId: null }, 'octo/repo'],
    ['no known repository', LEAD, null],
  ])('leads nowhere: %s', async (_, lead, repository) => {
    expect(await follow(lead, repository)).toEqual({ kind: 'none' });
  });

  it('is looked for in the repository that the service names', async () => {
    fake.pulls.push({
      ...OPENED,
      repository: 'acme/shop',
      number: 5,
      id: LEAD.id,
      headBranch: LEAD.branch,
    });
    const end = await follow({ ...LEAD, repository: 'acme/shop' });
    expect(end).toMatchObject({ kind: 'found', url: 'https://github.com/acme/shop/pull/5' });
  });

  it('that cannot be followed says why', async () => {
    fake.failure = { status: 503, body: { message: 'Try later' } };
    expect(await follow(LEAD)).toEqual({
      kind: 'failed',
      error: expect.any(GitHubError) as unknown,
    });
  });
});

describe('two tokens', () => {
  const error = (status: number, more: object = {}): GitHubError =>
    new GitHubError({ status, message: 'no', retryAfterMs: null, ...more });
  const answers = (by: string): PullRequestReads => ({
    pullRequest: () => Promise.reject(new Error(`unused by ${by}`)),
    committedAt: () => Promise.resolve(by === 'own' ? 2 : 1),
    pullRequestsFrom: () => Promise.resolve([{ id: 1, nodeId: by, number: 1, headBranch: null }]),
  });
  const refusing = (failure: Error): PullRequestReads => ({
    pullRequest: () => Promise.reject(failure),
    committedAt: () => Promise.reject(failure),
    pullRequestsFrom: () => Promise.reject(failure),
  });
  const read = (first: PullRequestReads, repository: string) =>
    readsOfBoth({ job: first, own: answers('own'), repository: 'octo/repo' })
      .pullRequestsFrom({ repository, branch: null }, signal)
      .then(([pull]) => pull?.nodeId);

  it("are not needed where the job's token sees it", async () => {
    expect(await read(answers('job'), 'else/where')).toBe('job');
  });

  it.each([401, 403, 404])("the service's own reads what is %s for the job's", async (status) => {
    expect(await read(refusing(error(status)), 'else/where')).toBe('own');
  });

  it.each<[string, GitHubError, string]>([
    ["this workflow's repository", error(404), 'OCTO/repo'],
    ['a fault', error(502), 'else/where'],
    ['a rate limit', error(403, { kind: 'limit' }), 'else/where'],
  ])('but not for %s', async (_, failure, repository) => {
    await expect(read(refusing(failure), repository)).rejects.toBe(failure);
  });

  it("the service's own reads at its address, and fails as GitHub does", async () => {
    const paths: string[] = [];
    const lists = ofService((path) => {
      paths.push(path);
      return Promise.resolve([
        { id: 7, node_id: 'PR_x', number: 3, head: { ref: 'x' } },
        { id: 8, number: 4 },
      ]);
    });
    const head = { repository: 'acme/shop', branch: 'copilot/a b' };
    expect(await lists.pullRequestsFrom(head, signal)).toEqual([
      { id: 7, nodeId: 'PR_x', number: 3, headBranch: 'x' },
      { id: 8, nodeId: null, number: 4, headBranch: null },
    ]);
    expect(paths).toEqual([
      '/repos/acme/shop/pulls?state=all&per_page=100&head=acme%3Acopilot%2Fa+b',
    ]);
    const limited = new ServiceError('HTTP 403: wait', {
      kind: 'status',
      proof: 'unsent',
      status: 403,
      retryAfterMs: 5_000,
      said: 'wait',
      throttled: true,
    });
    await expect(
      ofService(() => Promise.reject(limited)).pullRequestsFrom(head, signal),
    ).rejects.toMatchObject({
      status: 403,
      message: 'wait',
      isRateLimit: true,
      retryAfterMs: 5_000,
    });
  });
});

describe('a pull request from before the turn', () => {
  const sinceTurn = Date.parse('2026-01-02T10:00:00Z');
  const since = sinceTurn - 7_200_000;
  const claim = { url: 'u', repository: 'octo/repo', number: 9, isEarlier: true };
  const pull = {
    repository: 'octo/repo',
    number: 9,
    author: 'a',
    openedAt: sinceTurn - 60_000,
    headBranch: 'b',
    headSha: 'a'.repeat(40),
    headRepository: 'octo/repo',
    baseBranch: 'main',
    baseSha: '',
    changedFiles: 1,
    abandoned: false,
    closed: false,
  };
  const isByRun = (committedAt: number | null): boolean | null => {
    const lookUp = { pull, committedAt, failure: null };
    const check = checkOf({ claim, lookUp, repository: 'octo/repo', since, sinceTurn });
    return check.state === 'exists' ? check.pullRequest.byRun : null;
  };

  it('counts by the commits since then alone, however new it is', () => {
    expect([isByRun(sinceTurn + 1), isByRun(sinceTurn - 3_600_000), isByRun(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
