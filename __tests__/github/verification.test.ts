import { describe, expect, it } from '@jest/globals';
import { GitHubError, type GitHubPullRequest } from '../../src/github/port.ts';
import { lastPullRequest, whyUnverified } from '../../src/report/pull-request-check.ts';
import { readClaim } from '../../src/github/claims.ts';
import { provesWork, verifyPullRequests } from '../../src/github/verification.ts';
import { MemoryGitHub } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SINCE = Date.parse('2026-01-01T12:00:00Z');
const MINUTE = 60_000;
const URL_9 = 'https://github.com/octo/repo/pull/9';

function pull(fields: Partial<GitHubPullRequest> = {}): GitHubPullRequest {
  return {
    ...{ repository: 'octo/repo', number: 9, author: 'agent[bot]', openedAt: SINCE + MINUTE },
    ...{ headBranch: 'agent/fix', headSha: 'a'.repeat(40) },
    ...{ headRepository: 'octo/repo', baseSha: 'b'.repeat(40), abandoned: false },
    ...fields,
  };
}

interface Act {
  readonly urls?: readonly string[];
  readonly pulls?: readonly GitHubPullRequest[];
  readonly commits?: Readonly<Record<string, number>>;
  readonly failure?: GitHubError;
  readonly stop?: AbortSignal;
}

async function verify({ urls = [URL_9], pulls = [], commits = {}, failure, stop }: Act) {
  const github = new MemoryGitHub();
  github.pulls.push(...pulls);
  for (const [sha, time] of Object.entries(commits)) github.commits.set(sha, time);
  if (failure !== undefined) github.failure = failure;
  const clock = new VirtualClock();
  const startedAt = clock.now();
  const found = await verifyPullRequests(urls, {
    github,
    clock,
    serverUrl: 'https://github.com',
    repository: 'octo/repo',
    since: SINCE,
    budgetMs: 20_000,
    stop: stop ?? new AbortController().signal,
  });
  return { ...found, tookMs: clock.now() - startedAt };
}

const fault = (status: number | null, retryAfterMs: number | null = null) =>
  new GitHubError({ status, message: 'because', retryAfterMs });

describe('a claim', () => {
  it.each([
    [URL_9, 'octo/repo', 9],
    ['https://github.com/Octo/Repo/pull/12/files#r1', 'Octo/Repo', 12],
    ['https://gitlab.com/octo/repo/-/merge_requests/1', null, 0],
    ['https://evil.example/octo/repo/pull/9', null, 0],
    ['https://github.com/octo/../pull/9', null, 0],
    ['https://github.com/octo/repo/pull/0', null, 0],
    ['https://github.com/octo/repo/issues/9', null, 0],
    ['no address', null, 0],
  ])('%s is parsed', (url, repository, number) => {
    expect(readClaim(url, 'https://github.com')).toEqual({ url, repository, number });
  });
});

describe("GitHub's data", () => {
  it.each<[string, Act, { state: string; byRun?: boolean; works: boolean; number: number | null; warns?: boolean }]>([
    ['opened since', { pulls: [pull()] }, { state: 'verified', byRun: true, works: true, number: 9 }],
    [
      'opened just before, within the skew',
      { pulls: [pull({ openedAt: SINCE - 5 * MINUTE })] },
      { state: 'verified', byRun: true, works: true, number: 9 },
    ],
    [
      'opened before, head committed since',
      { pulls: [pull({ openedAt: SINCE - 60 * MINUTE })], commits: { ['a'.repeat(40)]: SINCE + MINUTE } },
      { state: 'verified', byRun: true, works: true, number: 9 },
    ],
    [
      'opened and committed before',
      { pulls: [pull({ openedAt: SINCE - 60 * MINUTE })], commits: { ['a'.repeat(40)]: SINCE - 6 * MINUTE } },
      { state: 'verified', byRun: false, works: false, number: null },
    ],
    ['missing here', {}, { state: 'not_found', works: false, number: null }],
    [
      'missing elsewhere',
      { urls: ['https://github.com/else/where/pull/9'] },
      { state: 'unchecked', works: false, number: null },
    ],
    [
      'elsewhere, readable',
      { urls: ['https://github.com/else/where/pull/9'], pulls: [pull({ repository: 'else/where' })] },
      { state: 'verified', byRun: true, works: true, number: null },
    ],
    ['no answer', { failure: fault(null) }, { state: 'unchecked', works: false, number: null, warns: true }],
    ['a refusal', { failure: fault(403) }, { state: 'unchecked', works: false, number: null, warns: true }],
  ])('%s', async (_, act, expected) => {
    const { checks, warning } = await verify(act);
    expect(checks).toHaveLength(1);
    expect(checks[0]?.state).toBe(expected.state);
    expect(checks[0]?.pullRequest?.byRun).toBe(expected.byRun);
    expect(provesWork(checks)).toBe(expected.works);
    expect(lastPullRequest(checks)?.number ?? null).toBe(expected.number);
    expect(warning !== null).toBe(expected.warns ?? false);
  });

  it('leads to a warning that names the missing permission', async () => {
    expect((await verify({ failure: fault(403) })).warning).toContain('pull-requests: read');
  });

  it('selects the pull request of this repository that changed last', async () => {
    const pulls = [
      pull({ number: 1, headSha: 'b'.repeat(40) }),
      pull({ number: 2, openedAt: SINCE - 60 * MINUTE, headSha: 'c'.repeat(40) }),
      pull({ number: 3, repository: 'else/where', openedAt: SINCE + 9 * MINUTE }),
    ];
    const urls = ['octo/repo/pull/1', 'octo/repo/pull/2', 'else/where/pull/3'].map(
      (path) => `https://github.com/${path}`,
    );
    const { checks } = await verify({ urls, pulls, commits: { ['c'.repeat(40)]: SINCE + 5 * MINUTE } });
    expect(checks.map(({ url }) => url)).toEqual(urls);
    expect(lastPullRequest(checks)?.number).toBe(2);
  });
});

describe('bounds', () => {
  it("limit the look-ups to ten pull requests, this repository's first", async () => {
    const urls = Array.from(
      { length: 15 },
      (_, i) => `https://github.com/${i < 5 ? 'octo/repo' : 'else/where'}/pull/${i + 1}`,
    );
    const { checks } = await verify({ urls });
    expect(checks).toHaveLength(15);
    expect(checks.filter(({ state }) => state === 'not_found')).toHaveLength(5);
    expect(checks.filter(({ reason }) => reason?.includes('only 10') === true)).toHaveLength(5);
  });

  it('allow waiting for a short rate limit, but not for a longer one', async () => {
    expect((await verify({ failure: fault(429, 4_000) })).tookMs).toBe(8_000);
    expect((await verify({ failure: fault(429, 60_000) })).tookMs).toBe(0);
  });

  it('end the look-ups at once on a signal, without a warning', async () => {
    const { checks, warning, tookMs } = await verify({ stop: AbortSignal.abort(new Error('stop')) });
    expect([checks[0]?.state, warning, tookMs]).toEqual(['unchecked', null, 0]);
    expect(checks[0]?.reason).toContain('cancelled');
  });
});

describe('the message for an unverified success', () => {
  it('explains each claim', async () => {
    const { checks } = await verify({ urls: [URL_9, 'https://github.com/else/where/pull/1'] });
    const why = whyUnverified(checks);
    expect(why).toContain(`${URL_9}: claimed, not found`);
    expect(why).toContain('could not be checked');
    expect(whyUnverified([])).toContain('names none');
    expect(whyUnverified(null)).toContain('github_token');
  });
});
