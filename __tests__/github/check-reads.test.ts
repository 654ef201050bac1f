/** All pages of what is checked of a commit (contract 19.1), and the end of a job's log (2.4). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createGitHub } from '../../src/github/octokit.ts';
import { checkReadsOfBoth } from '../../src/github/check-reads.ts';
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
    const reads = checkReadsOfBoth({ job: failing(status), own: github });
    const asked = reads.checkRuns(HEAD, signal).then(
      () => true,
      () => false,
    );
    expect(await asked).toBe(isRead);
  });
});
