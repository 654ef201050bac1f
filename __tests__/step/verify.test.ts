import { describe, expect, it } from '@jest/globals';
import type { PullRequestLead } from '../../src/agents/port.ts';
import {
  mentionedIn,
  readClaim,
  type PullRequestCheck,
} from '../../src/github/pull-request-check.ts';
import { claimsInShort, lastPullRequest, whyUnverified } from '../../src/report/pull-requests.ts';
import { verifyPullRequests } from '../../src/step/verify.ts';
import { type FaultAct, gitHubModel } from '../support/fake-github.ts';
import type { FakePullRequest } from '../support/fake-github-pulls.ts';
import { clientOf, refusal } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SINCE = Date.parse('2026-01-01T12:00:00Z');
const MINUTE = 60_000;
const URL_9 = 'https://github.com/octo/repo/pull/9';
const ORIGIN = { provenance: { repository: 'octo/repo' } };
const ELSEWHERE = 'https://github.com/else/where/pull/9';

const pull = (fields: Partial<FakePullRequest> = {}): FakePullRequest => ({
  number: 9,
  openedAt: SINCE + MINUTE,
  committedAt: null,
  ...fields,
});

interface Act {
  readonly urls?: readonly string[];
  readonly pulls?: readonly FakePullRequest[];
  readonly failure?: FaultAct | null;
  readonly stop?: AbortSignal;
  /** The repository that the inputs name. */
  readonly named?: string;
  readonly commitFailure?: FaultAct;
  readonly leads?: readonly PullRequestLead[];
  readonly mentions?: readonly string[];
}

async function verify({
  urls = [URL_9],
  pulls = [],
  failure = null,
  stop,
  named,
  commitFailure,
  leads = [],
  mentions = [],
}: Act) {
  const github = gitHubModel();
  github.pulls.push(...pulls);
  github.failure = failure;
  github.faults.push({ path: /commits/, act: commitFailure });
  const clock = new VirtualClock();
  const startedAt = clock.now();
  let names = 0;
  const found = await verifyPullRequests(urls, {
    github: clientOf(github, clock),
    clock,
    serverUrl: 'https://github.com',
    repository: 'octo/repo',
    named: () => Promise.resolve(((names += 1), named ?? null)),
    since: SINCE,
    sinceTurn: SINCE,
    budgetMs: 20_000,
    leads,
    mentions,
    stop: stop ?? new AbortController().signal,
  });
  const calls = github.requests.length;
  return { ...found, ...ORIGIN, tookMs: clock.now() - startedAt, names, calls };
}

const fault = (status: number | null, retryAfterMs: number | null = null) =>
  refusal(status, 'because', retryAfterMs);
const FORBIDDEN = refusal(403, 'Resource not accessible by integration');

describe('what leads to a pull request', () => {
  const LEAD = {
    kind: 'database_id',
    repository: null,
    id: 4_711,
    nodeId: null,
    branch: 'copilot/x',
  } satisfies PullRequestLead;
  const LATER = 'https://github.com/octo/repo/pull/12';

  it('is followed to a number, which is then looked up like any claim', async () => {
    const found = await verify({
      urls: [],
      leads: [LEAD],
      pulls: [pull({ id: 4_711, headBranch: 'copilot/x' })],
    });
    expect(found.led).toEqual([URL_9]);
    expect(found.claims).toMatchObject([{ url: URL_9, state: 'exists' }]);
    expect(found.calls).toBe(2);
  });

  it('is soon sorted where tools have shown very many, of which the last ones are asked about', async () => {
    const leads = Array.from({ length: 40_000 }, (_, at): PullRequestLead => {
      return { kind: 'seen', url: `https://github.com/octo/repo/pull/${at + 1}` };
    });
    const began = process.cpuUsage();
    const { claims, calls } = await verify({ urls: [], leads });
    const { user, system } = process.cpuUsage(began);
    expect([claims, calls]).toEqual([[], 10]);
    // In quadratic time it takes a minute.
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it('that is not there is told with its branch', async () => {
    const { led, claims, warning } = await verify({ urls: [], leads: [LEAD] });
    expect([led, warning]).toEqual([[], null]);
    expect(claims).toMatchObject([
      {
        url: 'https://github.com/octo/repo/tree/copilot/x',
        state: 'unchecked',
        why: 'its number could not be looked up: GitHub does not show it',
      },
    ]);
  });

  it('that may not be looked up names the permission', async () => {
    const { claims, warning } = await verify({
      urls: [],
      leads: [{ ...LEAD, branch: null }],
      failure: FORBIDDEN,
    });
    expect(warning).toMatch(
      /^1 pull request could not be checked.*`permissions: pull-requests: read`/,
    );
    expect(claims).toMatchObject([{ url: 'https://github.com/octo/repo/pulls' }]);
  });

  it('counts, from before the turn, by the commits since then alone', async () => {
    const earlier = (url: string): PullRequestLead => ({ kind: 'address', url, isEarlier: true });
    const found = await verify({
      urls: [],
      leads: [earlier(URL_9), earlier(LATER)],
      pulls: [
        pull({ committedAt: SINCE - 60 * MINUTE }),
        pull({ number: 12, headSha: 'd'.repeat(40), committedAt: SINCE + MINUTE }),
      ],
    });
    expect(found.led).toEqual([LATER]);
    expect(found.claims.map(({ url }) => url)).toEqual([LATER]);
  });

  it('counts, where tools have shown it, if it is of the run', async () => {
    const [opened, changed, old, fork] = [9, 12, 13, 14].map(
      (number) => `https://github.com/octo/repo/pull/${number}`,
    );
    const urls = [opened, changed, old, fork, 'https://github.com/octo/repo/pull/404', ELSEWHERE];
    const of = (number: number, fields: Partial<FakePullRequest>): FakePullRequest =>
      pull({
        number,
        headSha: String(number).repeat(20),
        openedAt: SINCE - 60 * MINUTE,
        ...fields,
      });
    const found = await verify({
      urls: [],
      leads: urls.map((url) => ({ kind: 'seen', url: String(url) })),
      pulls: [
        pull(),
        of(12, { committedAt: SINCE + MINUTE }),
        of(13, { committedAt: SINCE - 60 * MINUTE }),
        of(14, { fork: 'someone/repo', committedAt: SINCE + MINUTE }),
      ],
      mentions: [String(old)],
    });
    expect(found.led).toEqual([opened, changed]);
    expect(found.claims.map(({ url }) => url)).toEqual([opened, changed]);
    expect(found.mentions).toMatchObject([{ url: old, state: 'exists' }]);
  });

  it('is told, where tools have shown it, if GitHub could not be asked', async () => {
    const leads = [{ kind: 'seen', url: URL_9 }] as const;
    const { led, claims } = await verify({ urls: [], leads, failure: FORBIDDEN });
    expect([led, claims.map(({ state }) => state)]).toEqual([[URL_9], ['unchecked']]);
  });

  it('that tools have shown does not take the place of one that the service names', async () => {
    const many = Array.from({ length: 12 }, (_, index) => 20 + index);
    const leads = many.map((n) => ({
      kind: 'seen',
      url: `https://github.com/octo/repo/pull/${n}`,
    }));
    const { claims } = await verify({ leads: leads as PullRequestLead[], pulls: [pull()] });
    expect(claims).toMatchObject([{ url: URL_9, state: 'exists' }]);
  });

  it('is one claim where the log names it, too', async () => {
    const { led, claims } = await verify({
      leads: [LEAD, { kind: 'address', url: `${URL_9}/files`, isEarlier: true }],
      pulls: [pull({ id: 4_711, headBranch: 'copilot/x' })],
    });
    expect([led, claims.length]).toEqual([[URL_9], 1]);
  });
});

describe('a claim', () => {
  it.each([
    [URL_9, 'octo/repo', 9],
    ['https://github.com/Octo/Repo/pull/12/files#r1', 'Octo/Repo', 12],
  ])('%s is parsed', (url, repository, number) => {
    expect(readClaim(url, 'https://github.com')).toEqual({ url, repository, number });
  });

  const elsewhere = 'it is not on this GitHub server';
  const other = 'it is not the address of a pull request';
  it.each([
    ['https://gitlab.com/octo/repo/-/merge_requests/1', elsewhere],
    ['https://evil.example/octo/repo/pull/9', elsewhere],
    ['no address', elsewhere],
    [' https://github.com/octo/repo/pull/9', elsewhere],
    ['ssh://github.com/octo/repo/pull/9', elsewhere],
    ['https://github.com/octo/../pull/9', other],
    ['https://github.com/octo/repo/pull/0', other],
    ['https://github.com/octo/repo/issues/9', other],
  ])('%s is left, with the reason', (url, why) => {
    const left = { state: 'unchecked', url, why, isElsewhere: false };
    expect(readClaim(url, 'https://github.com')).toEqual(left);
  });
});

describe("GitHub's data", () => {
  const OLD = pull({ openedAt: SINCE - 60 * MINUTE });
  const elsewhere = (fields: Partial<FakePullRequest> = {}) => ({
    urls: [ELSEWHERE],
    pulls: [pull({ repository: 'else/where', ...fields })],
  });

  const isByRun = (check: PullRequestCheck | undefined): boolean | undefined =>
    check?.state === 'exists' ? check.pullRequest.byRun : undefined;

  /** `byRun` is undefined if the pull request does not count. */
  it.each<[string, Act, state: string, byRun?: boolean, number?: number]>([
    ['opened since', { pulls: [pull()] }, 'exists', true, 9],
    [
      'opened just before, within the skew',
      { pulls: [pull({ openedAt: SINCE - 5 * MINUTE })] },
      'exists',
      true,
      9,
    ],
    [
      'opened before, head committed since',
      { pulls: [{ ...OLD, committedAt: SINCE + MINUTE }] },
      'exists',
      true,
      9,
    ],
    [
      'opened and committed before',
      { pulls: [{ ...OLD, committedAt: SINCE - 6 * MINUTE }] },
      'exists',
      false,
    ],
    ['missing here', {}, 'not_found'],
    ['missing elsewhere', { urls: [ELSEWHERE], named: 'else/where' }, 'unchecked'],
    [
      'in another repository than the inputs name',
      { ...elsewhere(), named: 'some/other' },
      'unchecked',
    ],
    ['in the one they name', { ...elsewhere(), named: 'Else/Where' }, 'exists', true],
    ['from a fork', { pulls: [pull({ fork: 'mallory/repo' })] }, 'not_counted'],
    ['from a fork that is gone', { pulls: [pull({ fork: null })] }, 'not_counted'],
    ['closed without a merge', { pulls: [pull({ closed: true })] }, 'not_counted'],
    ['no answer', { failure: fault(null) }, 'unchecked'],
    ['a refusal', { failure: fault(403) }, 'unchecked'],
  ])('%s', async (...[, act, state, byRun, number = null]) => {
    const { claims, warning } = await verify(act);
    expect(claims).toMatchObject([{ state }]);
    expect(isByRun(claims[0])).toBe(byRun);
    expect(lastPullRequest({ claims })?.number ?? null).toBe(number);
    expect(warning !== null).toBe(act.failure !== undefined);
  });

  it.each([
    [FORBIDDEN, /pull-requests: read/],
    [fault(403), /\(403\): because - \S+\.$/],
    [fault(403, 60_000), /rate limit/],
    [fault(429, 60_000), /rate limit/],
    [fault(401), /the input `github_token`/],
    [fault(502), /run the step again later/],
  ])('leads to a warning by its cause: %#', async (failure, words) => {
    const { warning } = await verify({ failure });
    expect(warning).toMatch(words);
    expect(warning?.includes('permissions')).toBe(words.source.includes('pull-requests'));
  });

  it('names the repository of the inputs only if a claim lies elsewhere', async () => {
    expect((await verify({ pulls: [pull()] })).names).toBe(0);
    expect(await verify({ urls: [ELSEWHERE] })).toMatchObject({ names: 1, calls: 0 });
  });

  it('says that the commit could not be read, not that nothing changed', async () => {
    const { claims, warning } = await verify({ pulls: [OLD], commitFailure: FORBIDDEN });
    const told = 'exists, but whether its head was committed since the run began could not be read';
    expect(isByRun(claims[0])).toBe(false);
    expect(warning).toContain('contents: read');
    expect(whyUnverified({ claims, ...ORIGIN })).toContain(
      `${told} (403): Resource not accessible by`,
    );
    expect(whyUnverified(await verify({ pulls: [OLD] }))).toContain(
      `${told}: GitHub does not say when`,
    );
  });

  it('selects the pull request of this repository that changed last', async () => {
    const pulls = [
      pull({ number: 1, headSha: 'b'.repeat(40) }),
      pull({
        number: 2,
        openedAt: SINCE - 60 * MINUTE,
        headSha: 'c'.repeat(40),
        committedAt: SINCE + 5 * MINUTE,
      }),
      pull({ number: 3, repository: 'else/where', openedAt: SINCE + 9 * MINUTE }),
    ];
    const urls = ['octo/repo/pull/1', 'octo/repo/pull/2', 'else/where/pull/3'].map(
      (path) => `https://github.com/${path}`,
    );
    const { claims } = await verify({ urls, pulls, named: 'else/where' });
    expect(claims.map(({ url }) => url)).toEqual(urls);
    expect(lastPullRequest({ claims })?.number).toBe(2);
  });
});

describe('bounds', () => {
  it("limit the look-ups to ten pull requests, this repository's first", async () => {
    const urls = Array.from(
      { length: 15 },
      (_, i) => `https://github.com/${i < 5 ? 'octo/repo' : 'else/where'}/pull/${i + 1}`,
    );
    const { claims } = await verify({ urls, named: 'else/where' });
    expect(claims).toHaveLength(15);
    expect(claims.filter(({ state }) => state === 'not_found')).toHaveLength(5);
    const unchecked = claims.flatMap((check) => (check.state === 'unchecked' ? [check.why] : []));
    expect(unchecked.filter((why) => why.includes('only 10'))).toHaveLength(5);
  });

  it('allow waiting for a short rate limit, but not for a longer one', async () => {
    expect((await verify({ failure: fault(429, 4_000) })).tookMs).toBe(20_000);
    expect((await verify({ failure: fault(429, 60_000) })).tookMs).toBe(0);
  });

  it('end the look-ups at once on a signal, without a warning', async () => {
    const { claims, warning, tookMs } = await verify({
      stop: AbortSignal.abort(new Error('stop')),
    });
    expect([warning, tookMs]).toEqual([null, 0]);
    expect(claims).toMatchObject([
      { state: 'unchecked', why: expect.stringContaining('cancelled') as unknown },
    ]);
  });
});

describe('the message for an unverified success', () => {
  it('explains each claim', async () => {
    const fork = pull({ number: 8, fork: 'mallory/repo' });
    const urls = [URL_9, ELSEWHERE, 'https://github.com/octo/repo/pull/8'];
    const why = whyUnverified(await verify({ urls, pulls: [fork] }));
    expect(why).toContain(`${URL_9} (claimed, not found)`);
    expect(why).toContain('could not be checked');
    expect(why).toContain('pull/8 (does not count, because it comes from a fork)');
    expect(whyUnverified({ claims: [], ...ORIGIN })).toContain('names none');
    expect(whyUnverified({ claims: null, ...ORIGIN })).toContain('github_token');
  });

  it('explains what the text names beside the claims', async () => {
    const text = 'I opened #404 too, and https://github.com/else/where/pull/5.';
    const scope = { repository: 'octo/repo', serverUrl: 'https://github.com' };
    const found = await verify({ mentions: mentionedIn(text, scope) });
    expect(whyUnverified(found)).toMatch(
      /pull\/9 \(claimed, not found\); the agent's text names else\/where#5, .*; #404, which does not/,
    );
  });

  describe('of a follow-up', () => {
    const earlier: PullRequestLead = { kind: 'address', url: URL_9, isEarlier: true };
    const act = { urls: [], leads: [earlier] };

    it.each<[string, Partial<Act>, RegExp, RegExp]>([
      [
        'could not be read',
        { failure: fault(502) },
        /asks for could not be checked\. \S+pull\/9 \(could not be checked, the look-up/,
        /could not be checked/,
      ],
      [
        'did not change',
        { pulls: [pull({ openedAt: SINCE - MINUTE, committedAt: SINCE - 60 * MINUTE })] },
        /found no pull request.*pull\/9 \(exists, but is from before this turn, and was not/,
        /is from before this turn/,
      ],
    ])('explains the pull request of before that %s', async (...[, more, why, inShort]) => {
      const found = await verify({ ...act, ...more });
      expect(found.claims).toEqual([]);
      expect(whyUnverified(found)).toMatch(why);
      expect(claimsInShort(found)).toMatch(inShort);
    });
  });

  it.each<[string, Act['pulls'], RegExp]>([
    ['not there', [], /#9, which does not exist in this repository\.$/],
    ['of a fork', [pull({ fork: 'mallory/repo' })], /#9, which does not count, because it comes/],
    [
      'there before',
      [pull({ openedAt: SINCE - 60 * MINUTE })],
      /#9, which was neither opened nor changed since the run began/,
    ],
    ['new', [pull()], /#9, which nothing but that text says to be this run's/],
  ])('says why what the agent’s text names does not count: %s', async (_, pulls = [], why) => {
    const text = 'Done. I opened [#9](https://github.com/octo/repo/pull/9).';
    const scope = { repository: 'octo/repo', serverUrl: 'https://github.com' };
    const found = await verify({ urls: [], mentions: mentionedIn(text, scope), pulls });
    expect(found.claims).toEqual([]);
    expect(whyUnverified(found)).toMatch(/the log names one, and the agent's text names #9/);
    expect(whyUnverified(found)).toMatch(why);
  });

  it('says that what the agent’s text names lies in a repository that does not count', async () => {
    const text = 'I opened https://github.com/evil/other/pull/3.';
    const scope = { repository: 'octo/repo', serverUrl: 'https://github.com' };
    const found = await verify({ urls: [], mentions: mentionedIn(text, scope), pulls: [] });
    const why = /evil\/other#3, which does not count, because it is neither in the repository/;
    expect(whyUnverified(found)).toMatch(why);
    expect(claimsInShort(found)).toMatch(why);
  });

  it.each([
    ['I opened #404.', ['404']],
    ['See PR #12 and pull request **#13**', ['12', '13']],
    [
      'fixes #12, see https://github.com/octo/other/pull/3 and https://gitlab.test/x/y/pull/4',
      ['3'],
    ],
    ['https://github.com/Octo/Repo/pull/7/files, #7', ['7']],
    ['It is in https://github.com/octo/repo/pull/8.', ['8']],
    ['PR #1, PR #2, PR #3, PR #4', ['1', '2', '3']],
  ])('reads what the text names: %s', (text, numbers) => {
    const scope = { repository: 'octo/repo', serverUrl: 'https://github.com' };
    const named = mentionedIn(text, scope).map((url) => url.split('/').at(-1));
    expect(named).toEqual(numbers);
  });
});
