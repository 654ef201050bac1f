/** One proof for many runs, from outside: commit status, verification and comment of a fleet (contract 7.1, 13 to 15). */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { HEAD_SHA } from '../support/fake-github-pulls.ts';
import { named, outcomes, runFleet, serveFleet, short } from '../support/fleet.ts';
import { jsonLines, type ActionOptions, type ActionRun } from '../support/run-action.ts';

let sandbox: Sandbox;
let github: FakeGitHub;
afterEach(async () => {
  await sandbox.close();
  await github.close();
});

const SHA = 'd'.repeat(40);
const STATUS = { commit_status: 'agents' };
const ISSUE = {
  name: 'issues',
  payload: { action: 'opened', issue: { number: 7 }, sender: { login: 'mona', type: 'User' } },
};

async function serve(options: SandboxOptions): Promise<void> {
  sandbox = await serveFleet(options);
  github = await startFakeGitHub();
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
}

function act(tasks: unknown, { inputs, env, ...rest }: Partial<ActionOptions> = {}): Promise<ActionRun> {
  return runFleet(sandbox, tasks, {
    ...rest,
    inputs: { github_token: 'ghs_secret', ...inputs },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', GITHUB_SHA: SHA, ...env },
  });
}

const states = (): readonly string[] => github.statuses.map(({ state }) => state);

describe('the commit status', () => {
  it('is one for all runs', async () => {
    await serve({ scenarios: [short('COMPLETE'), short('FAILED')] });
    const { state } = await act(named('a', 'b'), { inputs: STATUS });
    expect(states()).toEqual(['pending', 'failure']);
    for (const status of github.statuses) expect(status).toMatchObject({ sha: SHA, context: 'agents' });
    expect(github.statuses.at(-1)?.description).toMatch(/^2 agent runs: 1 failed, 1 succeeded/);
    expect([state['phase'], state['statusSha']]).toEqual(['done', '']);
  });
});

/** A run that claims a pull request of this repository. */
function claiming(number: number): ScenarioSource {
  const [first, last] = short('COMPLETE').turns[0]?.steps ?? [];
  const url = `https://github.com/octo/repo/pull/${number}`;
  const claim = { message_type: 'INITIAL_PR_GENERATION', observation: `Opened ${url}.` };
  return {
    description: 'claims',
    turns: [
      {
        steps: [
          { ...first, at: 0, entry: claim },
          { ...last, at: '300ms' },
        ],
      },
    ],
  };
}

describe('verification', () => {
  it("checks each run's own pull requests", async () => {
    await serve({ scenarios: [claiming(9), claiming(10)] });
    github.pulls.push({ number: 9, openedAt: new Date().toISOString() });
    const { outputs, summary, exitCode } = await act(named('a', 'b'), {
      inputs: { expect: 'pull_request', max_parallel: '1' },
    });
    expect(outcomes({ outputs })).toEqual({ a: 'succeeded', b: 'unverified' });
    expect([outputs['outcome'], exitCode]).toEqual(['unverified', 1]);
    const [a, b] = jsonLines(outputs['runs_file']);
    expect(a).toMatchObject({ pull_request_number: 9, head_branch: 'agent/fix', head_sha: HEAD_SHA });
    expect(b).not.toHaveProperty('pull_request_number');
    expect(summary).toMatch(/\[#9\]\(https:\/\/github\.com\/octo\/repo\/pull\/9\) ✓/);
    expect(summary).toMatch(/#10 \(claimed, not found\)/);
  });

  it('warns once about a missing permission, whatever the number of runs', async () => {
    await serve({ scenario: claiming(9) });
    github.faults.push({ path: /pulls/, times: 99, act: { status: 403 } });
    const { stdout, exitCode } = await act(named('a', 'b', 'c'));
    expect(stdout.match(/^::warning[^\n]*pull-requests: read/gm)).toHaveLength(1);
    expect(exitCode).toBe(0);
  });
});

describe('the comment', () => {
  const body = (): string => github.comments(7)[0]?.body ?? '';

  it('has a table of all runs, worst first', async () => {
    await serve({ scenarios: [short('COMPLETE'), short('FAILED')] });
    const { outputs } = await act(named('good', 'bad'), { inputs: { comment: 'true' }, event: ISSUE });
    expect(github.comments(7)).toHaveLength(1);
    expect(body()).toContain('### ❌ 2 agent runs: 1 failed, 1 succeeded');
    const rows = body()
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows.slice(2)).toEqual([
      expect.stringMatching(/^\| bad \| ❌ failed: [^|]+ \| \[1002\]\(https/),
      expect.stringMatching(/^\| good \| ✅ succeeded: [^|]+ \| \[1001\]\(https/),
    ]);
    expect(outputs['comment_url']).toContain('issuecomment-');
  });
});
