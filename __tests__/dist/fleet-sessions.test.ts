/**
 * What each run of a fleet keeps of a single one, from outside, and one proof for all of them
 * (contract 4.8, 4.9, 7.1, 8, 13 to 15).
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { HEAD_SHA } from '../support/fake-github-pulls.ts';
import { named, outcomes, posts, runFleet, runsOf, serveFleet, short } from '../support/fleet.ts';
import {
  jsonLines,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';

let sandbox: Sandbox;
let github: FakeGitHub;
afterEach(async () => {
  await sandbox.close();
  await github.close();
});

async function serve(options: SandboxOptions): Promise<void> {
  sandbox = await serveFleet(options);
  github = await startFakeGitHub();
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
}

const ONCE = { idempotency: 'on' };
const sentTo = (): readonly string[] =>
  posts(sandbox).map(({ path }) => path.replace(/^.*\/agent\//, ''));
const attempt = (number: number) => ({ GITHUB_RUN_ATTEMPT: String(number) });

describe('output_schema', () => {
  const SCHEMA = JSON.stringify({
    type: 'object',
    required: ['pass'],
    properties: { pass: { type: 'boolean' } },
  });
  const [right, wrong] = [
    short('COMPLETE', 200, '{"pass":true}'),
    short('COMPLETE', 200, '{"pass":"yes"}'),
  ];
  const repaired: ScenarioSource = {
    description: 'repaired',
    turns: [...wrong.turns, ...right.turns],
  };

  it('is checked in each run, and repaired once if needed', async () => {
    await serve({
      scenarios: [right, repaired, { ...wrong, turns: [...wrong.turns, ...wrong.turns] }],
    });
    const inputs = { output_schema: SCHEMA, max_parallel: '1' };
    const { outputs } = await runFleet(sandbox, named('right', 'repaired', 'wrong'), { inputs });
    expect(outcomes({ outputs })).toEqual({
      right: 'succeeded',
      repaired: 'succeeded',
      wrong: 'error',
    });
    expect(sentTo()).toEqual(['run', 'run', 'run/resume', 'run', 'run/resume']);
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'schema_mismatch' });
    const lines = jsonLines(outputs['runs_file']) as Record<string, string>[];
    expect(lines.map((line) => line['result_json'])).toEqual([
      '{"pass":true}',
      '{"pass":true}',
      undefined,
    ]);
    // Both turns of the repaired run: two entries each, and the follow-up's echo.
    expect(jsonLines(lines[1]?.['logs_file'])).toHaveLength(5);
    expect(readFileSync(lines[2]?.['result_file'] ?? '', 'utf8')).toBe('{"pass":"yes"}');
  });
});

describe('idempotency: on', () => {
  it('adopts each run whose create lost its response, by the key of its task', async () => {
    await serve({
      scenario: short('COMPLETE'),
      faults: [
        { on: 'create', nth: 1, do: 'reset-after' },
        { on: 'create', nth: 3, do: { status: 500, after: true } },
      ],
    });
    const step = await runFleet(sandbox, named('a', 'b', 'c'), { inputs: ONCE });
    expect(outcomes(step)).toEqual({ a: 'succeeded', b: 'succeeded', c: 'succeeded' });
    expect(sentTo()).toEqual(['run', 'run', 'run']);
    expect(new Set(runsOf(step).map((run) => run.agent_run_id))).toEqual(
      new Set([1001, 1002, 1003]),
    );
    expect(step.stdout).not.toMatch(/^::(warning|error)/m);
  });

  it('lets the re-run of a killed fleet attach to all of its runs, reading the list once', async () => {
    await serve({
      scenario: short('COMPLETE', 4_000),
      faults: [{ on: 'create', nth: 2, do: 'stall-headers' }],
    });
    const signal = signalWhen('SIGKILL', () => sandbox.runs().length === 3);
    await runFleet(sandbox, named('a', 'b', 'c'), { inputs: ONCE, env: attempt(1), ...signal });
    const before = sandbox.requests.length;
    const again = { inputs: { ...ONCE, max_parallel: '3' }, env: attempt(2) };
    const step = await runFleet(sandbox, named('a', 'b', 'c', 'd'), again);
    expect(outcomes(step)).toEqual({
      a: 'succeeded',
      b: 'succeeded',
      c: 'succeeded',
      d: 'succeeded',
    });
    // Only the task that the first attempt did not come to is sent.
    expect(sentTo()).toEqual(['run', 'run', 'run', 'run']);
    expect(runsOf(step)[3]?.agent_run_id).toBe(1004);
    // One reading for all keys and one for the first status; the next status is asked about ten
    // seconds later.
    const readings = sandbox.requests
      .slice(before)
      .filter(({ path }) => path.endsWith('/agent/runs'));
    const start = readings[0]?.at ?? NaN;
    expect(readings.filter(({ at }) => at - start < 5_000).length).toBeLessThanOrEqual(2);
  });
});

it('creates, resumes and follows as each task says', async () => {
  await serve({ scenario: short('COMPLETE') });
  const followed = sandbox.seedRun({ elapsedMs: 60_000 });
  const resumed = sandbox.seedRun({ elapsedMs: 60_000 });
  const tasks = [
    { key: 'new', prompt: 'Start.' },
    { key: 'more', agent_run_id: resumed.id, prompt: 'Go on.' },
    { key: 'only', agent_run_id: followed.id },
  ];
  const step = await runFleet(sandbox, tasks, { inputs: { prompt: 'Not for the last one.' } });
  expect(outcomes(step)).toEqual({ new: 'succeeded', more: 'succeeded', only: 'succeeded' });
  expect([...sentTo()].sort()).toEqual(['run', 'run/resume']);
  expect(step.outputs['resumed']).toBe('true');
  expect(
    posts(sandbox)
      .map(({ body }) => (JSON.parse(body) as { prompt: string }).prompt)
      .sort(),
  ).toEqual(['Go on.', 'Start.']);
  const lines = jsonLines(step.outputs['runs_file']) as Record<string, string>[];
  // A run that is only followed has its whole log; a resumed one that of the turn.
  expect(lines.map((line) => jsonLines(line['logs_file']).length)).toEqual([2, 3, 2]);
});

const SHA = 'd'.repeat(40);

function act(tasks: unknown, { inputs, ...rest }: Partial<ActionOptions> = {}): Promise<ActionRun> {
  return runFleet(sandbox, tasks, {
    ...rest,
    inputs: { github_token: 'ghs_secret', ...inputs },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', GITHUB_SHA: SHA },
  });
}

it('has one commit status for all runs, and one comment with a table of them, worst first', async () => {
  await serve({ scenarios: [short('COMPLETE'), short('FAILED')] });
  const { outputs, state } = await act(named('good', 'bad'), {
    inputs: { commit_status: 'agents', comment: 'true' },
    event: {
      name: 'issues',
      payload: { action: 'opened', issue: { number: 7 }, sender: { login: 'mona', type: 'User' } },
    },
  });
  expect(github.statuses.map((status) => status.state)).toEqual(['pending', 'failure']);
  for (const status of github.statuses) {
    expect(status).toMatchObject({ sha: SHA, context: 'agents' });
  }
  expect(github.statuses.at(-1)?.description).toMatch(/^2 agent runs: 1 failed, 1 succeeded/);
  expect([state['phase'], state['statusSha']]).toEqual(['done', '']);
  const [comment, ...more] = github.comments(7);
  expect(more).toEqual([]);
  expect(comment?.body).toContain('### ❌ 2 agent runs: 1 failed, 1 succeeded');
  const rows = comment?.body.split('\n').filter((line) => line.startsWith('| '));
  expect(rows?.slice(2)).toEqual([
    expect.stringMatching(/^\| bad<br>Task bad \| ❌ failed · run 1002 · [^|]+<br>/),
    expect.stringMatching(/^\| good<br>Task good \| ✅ succeeded · run 1001 · /),
  ]);
  expect(outputs['comment_url']).toContain('issuecomment-');
});

describe('verification', () => {
  /** A run that claims a pull request of this repository. */
  const claiming = (number: number): ScenarioSource => {
    const claim = {
      message_type: 'INITIAL_PR_GENERATION' as const,
      observation: `Opened https://github.com/octo/repo/pull/${number}.`,
    };
    const [turn] = short('COMPLETE').turns;
    return { turns: [{ steps: [{ at: 0, entry: claim }, ...(turn?.steps ?? [])] }] };
  };

  it("checks each run's own pull requests", async () => {
    await serve({ scenarios: [claiming(9), claiming(10)] });
    github.pulls.push({ number: 9, openedAt: new Date().toISOString() });
    const { outputs, summary, exitCode } = await act(named('a', 'b'), {
      inputs: { expect: 'pull_request', max_parallel: '1' },
    });
    expect(outcomes({ outputs })).toEqual({ a: 'succeeded', b: 'unverified' });
    expect([outputs['outcome'], exitCode]).toEqual(['unverified', 1]);
    const [a, b] = jsonLines(outputs['runs_file']);
    expect(a).toMatchObject({
      pull_request_number: 9,
      head_branch: 'agent/fix',
      head_sha: HEAD_SHA,
    });
    expect(b).not.toHaveProperty('pull_request_number');
    expect(summary).toMatch(/\[#9\]\(https:\/\/github\.com\/octo\/repo\/pull\/9\) ✓/);
    expect(summary).toMatch(/&#35;10<\/code> \(claimed, not found\)/);
  });

  it('warns once about a missing permission, whatever the number of runs', async () => {
    await serve({ scenario: claiming(9) });
    github.faults.push({
      path: /pulls/,
      times: 99,
      act: { status: 403, body: { message: 'Resource not accessible by integration' } },
    });
    const { stdout, exitCode } = await act(named('a', 'b', 'c'));
    expect(stdout.match(/^::warning[^\n]*pull-requests: read/gm)).toHaveLength(1);
    expect(exitCode).toBe(0);
  });
});
