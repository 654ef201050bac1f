/**
 * Which pull request's checks are waited for and how GitHub is asked for them, and where people
 * find what became of them (contract 14, 19.1 to 19.5, 19.7).
 *
 * Shown red by: the checks of the first pull request that is named, or a wait that gives up when
 * GitHub is out of reach.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeChecks } from '../support/fake-github-checks.ts';
import type { FakeGitHub } from '../support/fake-github.ts';
import type { FakePullRequest } from '../support/fake-github-pulls.ts';
import { jsonLines, signalWhen } from '../support/run-action.ts';
import {
  FIRST,
  GREEN,
  playAll,
  RED,
  RUNNING,
  SECOND,
  servers,
  type Act,
  type Acted,
} from './checks-scene.ts';
import { annotations } from './step.ts';

afterAll(() => servers.close());

const AT_ONCE = { max_fixes: '0' } as const;
const MINUTE_MS = 60_000;
const place = (repository: string, number: number): string =>
  `https://github.com/${repository}/pull/${number}`;
const withPulls =
  (...pulls: readonly Partial<FakePullRequest>[]) =>
  (github: FakeGitHub): void => {
    github.pulls.length = 0;
    for (const pull of pulls) {
      github.pulls.push({ number: 9, openedAt: Date.now(), headSha: FIRST, ...pull });
    }
    github.checks.set(SECOND, RED);
  };
/** The pull request after some seconds. */
const later =
  (change: Partial<FakePullRequest>) =>
  ({ pulls }: FakeGitHub): void => {
    setTimeout(() => {
      const [pull] = pulls;
      pulls[0] = { number: 9, openedAt: Date.now(), ...pull, ...change };
    }, 8_000);
  };

/** A job whose log may not be read, as without `actions: read`. */
const NO_LOG: FakeChecks = {
  suites: [{ id: 1, conclusion: 'failure' }],
  runs: [
    {
      name: 'build',
      id: 1000,
      suite: 1,
      conclusion: 'failure',
      title: '1 error',
      summary: 'It does not compile.',
      annotations: [{ path: 'src/tax.ts', line: 3, message: 'Type string is no number' }],
    },
  ],
};
const ELSEWHERE: FakeChecks = {
  suites: [{ id: 1, conclusion: 'success' }],
  runs: ['https://ci.example/octo/repo/actions/runs/5/job/6', place('eve/repo', 1)].map(
    (url, at) => ({ name: `check ${at}`, id: 1000 + at, suite: 1, conclusion: 'success', url }),
  ),
};
const ISSUE = {
  name: 'issues',
  payload: { action: 'opened', issue: { number: 7, title: 'Taxes', user: { login: 'mona' } } },
};
const isWaiting = (stdout: string): boolean => stdout.includes('waiting for build');

const STORIES = {
  several: {
    checks: GREEN,
    opens: [place('octo/repo', 9), place('octo/repo', 8)],
    prepare: withPulls(
      { number: 8, headSha: SECOND, openedAt: Date.now() - MINUTE_MS },
      { number: 9 },
    ),
  },
  'in the repository that the step names': {
    checks: GREEN,
    opens: [place('octo/docs', 4)],
    inputs: { repo: 'octo/docs' },
    prepare: withPulls({ number: 4, repository: 'octo/docs' }),
  },
  'in a repository that nobody has named': {
    checks: GREEN,
    opens: [place('octo/docs', 4)],
    prepare: withPulls({ number: 4, repository: 'octo/docs' }),
  },
  merged: { checks: RUNNING, prepare: later({ closed: true, merged: true }) },
  closed: { checks: RUNNING, prepare: later({ closed: true }) },

  'out of reach until the timeout': {
    checks: GREEN,
    inputs: { timeout_minutes: '0.6' },
    prepare: ({ faults }) => {
      faults.push({ path: /check-suites/, times: Infinity, act: { status: 503, body: {} } });
    },
  },
  'no log of the job': { checks: NO_LOG, mended: GREEN },
  'nothing changes': {
    checks: RUNNING,
    inputs: { timeout_minutes: '1.2', comment: 'true', require_permission: 'none' },
    options: { event: ISSUE },
  },
  'a signal once the run has ended': {
    checks: RUNNING,
    inputs: { on_cancel: 'stop' },
    options: { onStart: signalWhen('SIGINT', isWaiting).onStart },
  },

  red: { checks: RED, inputs: { ...AT_ONCE, commit_status: 'agent' }, env: { GITHUB_SHA: FIRST } },
  'red, which fails nothing': { checks: RED, inputs: { ...AT_ONCE, fail_on: 'error,failed' } },
  'links elsewhere': { checks: ELSEWHERE },
  fleet: {
    checks: GREEN,
    fleet: { mends: [place('octo/repo', 9)], stays: [place('octo/repo', 8)] },
    prepare: withPulls({ number: 9 }, { number: 8, headSha: SECOND }),
    inputs: { max_fixes: '1' },
  },
} satisfies Readonly<Record<string, Act>>;
type Story = keyof typeof STORIES;

let played: Readonly<Record<Story, Acted>>;
beforeAll(async () => {
  played = await playAll(STORIES);
}, 200_000);

describe('the pull request', () => {
  it('of several is the one that the run changed last', () => {
    const { outputs, asked } = played['several'];
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      pull_request_number: '9',
      head_sha: FIRST,
    });
    expect(asked).toEqual([]);
  });

  it('may lie in the repository that the inputs name', () => {
    const { outputs, stdout } = played['in the repository that the step names'];
    expect(outputs).toMatchObject({ outcome: 'succeeded', error_message: '' });
    expect(stdout).toContain('Pull request octo/docs#4, head aaaaaaa: checks 2 of 2');
  });

  it('never lies anywhere else', () => {
    const { outputs, reads } = played['in a repository that nobody has named'];
    expect(outputs).toMatchObject({ outcome: 'unverified', checks: '[]' });
    expect(outputs['error_message']).toContain('octo/docs');
    expect(reads).toBe(0);
  });

  it('that is merged meanwhile is a success, with a notice of how its checks stood', () => {
    const run = played['merged'];
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', error_message: '' });
    expect(annotations(run, 'notice').join()).toMatch(
      /was merged before its checks were green; they stood at: checks 1 of 2, waiting for build/,
    );
    expect([run.exitCode, run.asked]).toEqual([0, []]);
  });

  it('that is closed meanwhile is unverified', () => {
    const { outputs, asked } = played['closed'];
    expect(outputs).toMatchObject({ outcome: 'unverified' });
    expect(outputs['error_message']).toMatch(/closed without a merge/);
    expect(asked).toEqual([]);
  });
});

describe('while GitHub is asked', () => {
  it('an outage is waited out until the time of the step is over', () => {
    const run = played['out of reach until the timeout'];
    expect(run.outputs).toMatchObject({ outcome: 'timed_out', result: 'Opened #9.', fixes: '0' });
    expect(run.outputs['error_message']).toMatch(
      /run itself has ended, but the checks of pull request #9 could not be read/i,
    );
    expect(run.durationMs).toBeGreaterThan(15_000);
    expect(annotations(run, 'error')).toHaveLength(1);
    // Once for the whole outage.
    expect(run.stdout.match(/GitHub cannot be read for now/g)).toHaveLength(1);
  });

  it('an unchanged answer costs no limit, and no line of the log', () => {
    const { github, stdout } = played['nothing changes'];
    const reads = github.requests.filter(({ path }) => /check-|statuses$/.test(path));
    const again = reads.slice(3);
    expect(again.length).toBeGreaterThanOrEqual(6);
    expect(again.map(({ answer }) => answer?.status)).toEqual(again.map(() => 304));
    expect(stdout.match(/head aaaaaaa: checks 1 of 2, waiting for build/g)).toHaveLength(1);
  });

  it('a log that may not be read is left out, and the mend goes without it', () => {
    const run = played['no log of the job'];
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', fixes: '1', head_sha: SECOND });
    const [text = ''] = run.asked;
    expect(text).toContain('src/tax.ts:3: Type string is no number');
    expect(text).toContain('It does not compile.');
    expect(text).not.toContain('The end of the log');
    expect(annotations(run, 'warning')).toEqual([]);
  });

  it('`on_cancel: stop` stops nothing, because the run has ended', () => {
    const { outputs, sandbox } = played['a signal once the run has ended'];
    expect(outputs).toMatchObject({ outcome: 'cancelled', result: 'Opened #9.' });
    const sent = sandbox.requests.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ kind }) => kind)).toEqual(['create']);
  });
});

describe('told', () => {
  it('in the live comment: how many are done, and what is waited for', () => {
    const { github } = played['nothing changes'];
    const bodies = github.requests
      .filter(({ method, path }) => method === 'PATCH' && path.includes('/comments/'))
      .map(({ body }) => (body as { readonly body: string }).body);
    expect(bodies.join('\n')).toContain('checks 1 of 2, waiting for build');
  });

  it('in the commit status, which fails with them', () => {
    const { github, exitCode } = played['red'];
    const states = github.statuses.map(({ context, state }) => `${context} ${state}`);
    expect(states).toEqual(['agent pending', 'agent failure']);
    expect(exitCode).toBe(1);
  });

  it('`fail_on` decides whether they fail the step', () => {
    const { outputs, exitCode } = played['red, which fails nothing'];
    expect([outputs['outcome'], exitCode]).toEqual(['unverified', 0]);
  });

  it('with live links to jobs of this repository alone', () => {
    const { outputs, summary } = played['links elsewhere'];
    expect(outputs).toMatchObject({ outcome: 'succeeded' });
    expect(summary).toContain('check 0');
    expect(summary).not.toMatch(/\]\([^)]*(?:ci\.example|eve\/repo)/);
  });

  it('of each task of a fleet for itself, in `runs_file` too', () => {
    const { outputs, asked, summary } = played['fleet'];
    const rows = jsonLines(outputs['runs_file']) as readonly Row[];
    const [mends, stays] = rows;
    expect(mends).toMatchObject({ outcome: 'succeeded', fixes: 0 });
    expect(mends?.checks.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['build', 'success'],
      ['lint', 'skipped'],
    ]);
    expect(stays).toMatchObject({ outcome: 'unverified', fixes: 1 });
    expect(stays?.checks[0]).toMatchObject({ name: 'build', conclusion: 'failure' });
    expect(stays?.error_message).toMatch(/#8 is not green: build failed\. .*changed nothing/);
    expect(asked).toHaveLength(1);
    expect(outputs['outcome']).toBe('unverified');
    expect(summary).toContain('unverified');
  });
});

interface Row {
  readonly checks: readonly { readonly name: string; readonly conclusion: string | null }[];
  readonly error_message: string;
}
