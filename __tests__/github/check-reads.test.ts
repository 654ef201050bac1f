/** All pages of what is checked of a commit (contract 19.1), and the end of a job's log (2.4). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createGitHub } from '../../src/github/octokit.ts';
import { checkReads, checkReadsOfBoth, type ReadReply } from '../../src/github/check-reads.ts';
import { GitHubError, type CheckReads, type GitHub } from '../../src/github/port.ts';
import { readTail } from '../../src/http/tail.ts';
import { UndiciHttp } from '../../src/http/undici.ts';
import { actionsSuite } from '../support/fake-github-checks.ts';
import { type FakeGitHub, startFakeGitHub } from '../support/fake-github.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { type Description, loadOpenApi } from '../support/openapi.ts';

const SHA = 'b'.repeat(40);
const HEAD = { repository: 'octo/repo', sha: SHA };
const signal = new AbortController().signal;
const clock = new ManualClock();
const http = new UndiciHttp({ httpProxy: undefined, httpsProxy: undefined, noProxy: undefined });

let fake: FakeGitHub;
let github: GitHub;

beforeEach(async () => {
  fake = await startFakeGitHub();
  github = createGitHub({
    token: 'ghs_job',
    repository: 'octo/repo',
    userAgent: 'agent-run-action/1',
    clock,
    apiUrl: fake.url,
    readTail: (url, ends) => readTail(url, { http, clock, signal: ends }),
  });
});
afterEach(() => fake.close());

describe('a commit with 120 checks', () => {
  beforeEach(() => {
    const names = Array.from({ length: 120 }, (_, at) => [`check ${at}`, 'success'] as const);
    const { runs } = actionsSuite(Object.fromEntries(names));
    const suites = Array.from({ length: 103 }, (_, at) => ({ id: at + 1, conclusion: 'success' }));
    fake.checks.set(SHA, { suites, runs });
    for (let at = 0; at < 130; at += 1) {
      const about = { description: null, target_url: null };
      fake.statuses.push({ sha: SHA, state: 'success', context: `ci ${at}`, ...about });
    }
  });

  it('is read to the last page', async () => {
    expect(await github.checkSuites(HEAD, signal)).toHaveLength(103);
    expect(await github.checkRuns(HEAD, signal)).toHaveLength(120);
    expect(await github.commitStatuses(HEAD, signal)).toHaveLength(130);
    const pages = fake.log().filter((line) => line.includes('page=2'));
    expect(pages).toHaveLength(3);
    for (const description of ['api.github.com', 'ghes-3.19'] satisfies Description[]) {
      const judge = loadOpenApi(description);
      expect(fake.requests.flatMap((request) => judge(request))).toEqual([]);
    }
  });

  it('costs nothing of the limit while it stays the same', async () => {
    const first = await github.checkRuns(HEAD, signal);
    const again = await github.checkRuns(HEAD, signal);
    expect(again).toEqual(first);
    expect(fake.requests.map(({ answer }) => answer?.status)).toEqual([200, 200, 304, 304]);
    fake.checks.set(SHA, actionsSuite({ build: null }));
    expect(await github.checkRuns(HEAD, signal)).toMatchObject([{ name: 'build' }]);
  });
});

it('tells what a check run says of itself', async () => {
  const annotations = [{ path: 'src/app.ts', line: 12, message: 'Expected 3, got 4' }];
  const about = { title: '1 failure', summary: 'One test failed.', annotations };
  fake.checks.set(SHA, { runs: [{ name: 'test', id: 9, conclusion: 'failure', ...about }] });
  expect(await github.checkRuns(HEAD, signal)).toMatchObject([
    { id: 9, title: '1 failure', summary: 'One test failed.', annotationCount: 1 },
  ]);
  const place = { repository: 'octo/repo', checkRunId: 9 };
  expect(await github.annotations(place, signal)).toEqual(annotations);
});

/** Answers each page in turn, and the last one ever after. */
function paged(pages: readonly unknown[], headers: Readonly<Record<string, string>> = {}) {
  const paths: string[] = [];
  const readReply: ReadReply = (path) => {
    paths.push(path);
    return Promise.resolve({ data: pages[Math.min(paths.length, pages.length) - 1], headers });
  };
  return { reads: checkReads(readReply), paths };
}

describe('what GitHub leaves out', () => {
  const bareRun = { id: 9, name: 'test', status: 'queued' };

  it('of a suite is its app, and the status of one that has just been asked for', async () => {
    const suites = [
      { id: 1 },
      { id: 2, app: { slug: 'circle' } },
      { id: 3, app: { slug: 'circle', name: 'Circle CI' }, status: 'completed' },
    ];
    const { reads } = paged([{ total_count: 3, check_suites: suites }]);
    const plain = { conclusion: null, runCount: null };
    expect(await reads.checkSuites(HEAD, signal)).toEqual([
      { ...plain, id: 1, app: null, appName: 'an app', status: 'queued' },
      { ...plain, id: 2, app: 'circle', appName: 'circle', status: 'queued' },
      { ...plain, id: 3, app: 'circle', appName: 'Circle CI', status: 'completed' },
    ]);
  });

  it('of a check run is all but its name and status', async () => {
    const output = { title: null, summary: null, annotations_count: null };
    const { reads } = paged([
      { total_count: 2, check_runs: [bareRun, { ...bareRun, id: 10, output }] },
    ]);
    const plain = {
      name: 'test',
      app: null,
      suiteId: null,
      status: 'queued',
      conclusion: null,
      startedAt: null,
      addresses: [],
      title: '',
      summary: '',
      annotationCount: 0,
    };
    expect(await reads.checkRuns(HEAD, signal)).toEqual([
      { ...plain, id: 9 },
      { ...plain, id: 10 },
    ]);
  });

  it('of a check run may also be there', async () => {
    const whole = {
      ...bareRun,
      status: 'completed',
      conclusion: 'failure',
      app: { slug: 'circle', name: 'Circle CI' },
      check_suite: { id: 4 },
      started_at: '2026-04-01T12:00:00Z',
      details_url: 'https://ci.example/9',
      html_url: 'https://github.com/octo/repo/runs/9',
    };
    const { reads } = paged([{ total_count: 1, check_runs: [whole] }]);
    expect(await reads.checkRuns(HEAD, signal)).toMatchObject([
      {
        app: 'circle',
        suiteId: 4,
        conclusion: 'failure',
        startedAt: Date.UTC(2026, 3, 1, 12),
        addresses: ['https://ci.example/9', 'https://github.com/octo/repo/runs/9'],
      },
    ]);
  });

  it('of a status is what it says, its address and its time', async () => {
    const told = {
      id: 5,
      description: '2 failures',
      target_url: 'https://ci.example/5',
      created_at: '2026-04-01T12:00:00Z',
    };
    const ci = { context: 'ci', state: 'failure' };
    const { reads } = paged([[{ ...ci, ...told }, ci]]);
    expect(await reads.commitStatuses(HEAD, signal)).toEqual([
      {
        ...ci,
        id: 5,
        description: '2 failures',
        targetUrl: 'https://ci.example/5',
        createdAt: Date.UTC(2026, 3, 1, 12),
      },
      { ...ci, id: 0, description: '', targetUrl: null, createdAt: null },
    ]);
  });

  it('of an annotation is its message', async () => {
    const { reads } = paged([[{ path: 'a.ts', start_line: 3, message: null }]]);
    const place = { repository: 'octo/repo', checkRunId: 9 };
    expect(await reads.annotations(place, signal)).toEqual([
      { path: 'a.ts', line: 3, message: '' },
    ]);
  });
});

describe('the pages of a list', () => {
  const runs = (...ids: readonly number[]) =>
    ids.map((id) => ({ id, name: `check ${id}`, status: 'completed' }));
  const statuses = (count: number, first = 0) =>
    Array.from({ length: count }, (_, at) => ({ context: `ci ${first + at}`, state: 'success' }));

  it('end where as many came as there are', async () => {
    const { reads, paths } = paged([
      { total_count: 3, check_runs: runs(1, 2) },
      { total_count: 3, check_runs: runs(3) },
    ]);
    expect(await reads.checkRuns(HEAD, signal)).toHaveLength(3);
    expect(paths).toHaveLength(2);
  });

  it('end where nothing new comes, whatever the number says', async () => {
    const { reads, paths } = paged([{ total_count: 9, check_runs: runs(1, 2) }]);
    expect(await reads.checkRuns(HEAD, signal)).toHaveLength(2);
    expect(paths).toHaveLength(2);
  });

  it('end with the first that is not full, where there is no number', async () => {
    const { reads, paths } = paged([statuses(100), statuses(40, 100)]);
    expect(await reads.commitStatuses(HEAD, signal)).toHaveLength(140);
    expect(paths).toHaveLength(2);
    const unnumbered = paged([{ check_runs: runs(1, 2) }]);
    expect(await unnumbered.reads.checkRuns(HEAD, signal)).toHaveLength(2);
    expect(unnumbered.paths).toHaveLength(1);
  });

  it('are at most fifty', async () => {
    const next = { link: '<https://api.github.com/next>; rel="next"' };
    const { reads, paths } = paged([{ total_count: 9_999, check_runs: runs(1) }], next);
    await reads.checkRuns(HEAD, signal);
    expect(paths).toHaveLength(50);
    expect(paths.at(-1)).toContain('page=50');
  });

  it('tell each check once, with an id or without', async () => {
    const { reads } = paged([
      { total_count: 3, check_runs: runs(1, 2) },
      { total_count: 3, check_runs: runs(2, 3) },
    ]);
    const read = await reads.checkRuns(HEAD, signal);
    expect(read.map(({ id }) => id)).toEqual([1, 2, 3]);
    const twice = paged([[...statuses(2), ...statuses(2)]]);
    expect(await twice.reads.commitStatuses(HEAD, signal)).toHaveLength(2);
  });
});

describe("a job's log", () => {
  const place = { repository: 'octo/repo', jobId: 9 };

  it('is the end of what GitHub redirects to, read without our headers', async () => {
    const log = `${'x'.repeat(100_000)}\nthe end`;
    fake.checks.set(SHA, { runs: [{ name: 'test', id: 9, log }] });
    const end = await github.jobLog(place, signal);
    expect(end).toHaveLength(64 * 1024);
    expect(end.endsWith('the end')).toBe(true);
    const [asked, followed] = fake.requests;
    expect(asked?.headers['authorization']).toBe('token ghs_job');
    expect(Object.keys(followed?.headers ?? {}).sort()).toEqual(['connection', 'host']);
  });

  it('may be hidden from the token', async () => {
    fake.checks.set(SHA, { runs: [{ name: 'test', id: 9 }] });
    await expect(github.jobLog(place, signal)).rejects.toMatchObject({ status: 403 });
  });

  it.each(['http://example.com/log', 'file:///etc/passwd', ''])(
    'is not followed to "%s"',
    async (location) => {
      fake.faults.push({ path: /jobs/, act: { status: 302, headers: { location } } });
      const error = await github.jobLog(place, signal).catch((refused: unknown) => refused);
      expect(error).toBeInstanceOf(GitHubError);
      expect(String(error)).not.toContain('example.com');
    },
  );

  it('does not show where it lies when that fails', async () => {
    const location = `${fake.url}/job-logs/secret`;
    fake.faults.push({ path: /jobs/, act: { status: 302, headers: { location } } });
    fake.faults.push({ path: /job-logs/, act: { status: 404 } });
    await expect(github.jobLog(place, signal)).rejects.toMatchObject({
      message: 'the log could not be read from where GitHub keeps it',
    });
  });
});

describe('two tokens', () => {
  const failing = (status: number): CheckReads => {
    const refuse = () =>
      Promise.reject(new GitHubError({ status, message: 'no', retryAfterMs: null }));
    return { checkSuites: refuse, checkRuns: refuse, commitStatuses: refuse, annotations: refuse };
  };

  it.each([
    [403, true],
    [404, true],
    [503, false],
  ])("after %d of the job's, the service's own reads: %s", async (status, isRead) => {
    fake.checks.set(SHA, { suites: [{ id: 1 }], runs: [{ name: 'test', id: 9 }] });
    const reads = checkReadsOfBoth({ job: failing(status), own: github });
    const asked = [
      reads.checkSuites(HEAD, signal),
      reads.checkRuns(HEAD, signal),
      reads.commitStatuses(HEAD, signal),
      reads.annotations({ repository: 'octo/repo', checkRunId: 9 }, signal),
    ].map((read) =>
      read.then(
        (list) => Array.isArray(list),
        () => false,
      ),
    );
    expect(await Promise.all(asked)).toEqual([isRead, isRead, isRead, isRead]);
  });
});
