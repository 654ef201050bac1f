/** The commit status of runs that a step adopts, and of several steps on one commit (contract 4.9 and 15). */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';

const SHA = 'd'.repeat(40);
let sandbox: Sandbox;
let github: FakeGitHub;
afterEach(async () => {
  await sandbox.close();
  await github.close();
});

async function start(options: SandboxOptions = {}): Promise<void> {
  const limits = { standard: null, shared: null, creation: null };
  sandbox = await startSandbox({ scenario: 'quick', speed: 1000, limits, ...options });
  github = await startFakeGitHub();
}

function act(name: string, more: Partial<ActionOptions> = {}): Promise<ActionRun> {
  const service = { token: sandbox.token, base_url: sandbox.url, org_id: '1', poll_interval_seconds: '0.05' };
  return runAction({
    inputs: { ...service, prompt: 'Fix it.', github_token: 'ghs_x', idempotency: 'metadata', commit_status: name },
    ...more,
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', GITHUB_SHA: SHA, ...more.env },
  });
}

const told = (): unknown[] =>
  github.statuses.map(({ sha, context, state, target_url }) => [sha, context, state, target_url]);

describe('the commit status of an adopted run', () => {
  it('follows the run that was found after a lost response', async () => {
    await start({ faults: [{ on: 'create', nth: 1, do: 'reset-after' }] });
    const { outputs } = await act('agent / fix');
    expect(outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: String(sandbox.runs()[0]?.id) });
    expect(told()).toEqual([
      [SHA, 'agent / fix', 'pending', outputs['web_url']],
      [SHA, 'agent / fix', 'success', outputs['web_url']],
    ]);
  });

  it('is not left pending by a re-run that attaches to the run of a killed attempt', async () => {
    await start({ scenario: 'quick', speed: 20 });
    let watch: NodeJS.Timeout | undefined;
    const killed = await act('agent / fix', {
      onOutput: (child) => {
        watch ??= setInterval(() => {
          if (github.statuses.length > 0) child.kill('SIGKILL');
        }, 20);
      },
    }).finally(() => clearInterval(watch));
    expect(killed.outputs['outcome'] ?? 'running').not.toBe('succeeded');
    expect(github.statuses.map(({ state }) => state)).toEqual(['pending']);
    const again = await act('agent / fix', { env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(again.outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: String(sandbox.runs()[0]?.id) });
    expect(sandbox.runs()).toHaveLength(1);
    expect(github.statuses.at(-1)).toMatchObject({ state: 'success', sha: SHA, context: 'agent / fix' });
  });
});

it('keeps a status for each step, by the names of the steps', async () => {
  await start();
  const steps = ['agent / review', 'agent / tests'];
  const runs = await Promise.all(steps.map((name) => act(name, { env: { GITHUB_ACTION: name } })));
  expect(runs.map(({ outputs }) => outputs['outcome'])).toEqual(['succeeded', 'succeeded']);
  for (const [index, name] of steps.entries()) {
    const url = runs[index]?.outputs['web_url'];
    const own = told().filter((status) => (status as string[])[1] === name);
    expect(own).toEqual([
      [SHA, name, 'pending', url],
      [SHA, name, 'success', url],
    ]);
  }
  expect(github.statuses).toHaveLength(4);
});
