/**
 * All outputs are set on every path that ends the process in an orderly way (contract 1.2), id and
 * address as soon as they are known, and at a signal before everything else (contract 7.3).
 *
 * Shown red by: leaving the outputs until after the comment when a step is cancelled.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub } from '../support/fake-github.ts';
import { entry, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { jsonLines, runAction, signalWhen } from '../support/run-action.ts';
import type { Reply } from '../support/scripted-service.ts';
import { annotations, DONE, OUTPUT_NAMES, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const ending = (status: string | null): FakeRun => ({
  ...DONE,
  moments: [{ status, result: 'All good.' }],
});
/** Four entries, because fewer tell no order while the run goes on (contract 4.7). */
const RUNNING: FakeRun = {
  entries: [entry(0), entry(1), entry(2), entry(3)],
  moments: [{ status: 'RUNNING' }],
};
const refusing = (reply: Reply): FakeRun => ({
  ...DONE,
  answer: (call) => (call === 'POST create' ? reply : undefined),
});
const LATE = { timeout_minutes: '0.15' };

interface Row {
  readonly name: string;
  readonly fake?: FakeRun;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
  readonly exitCode: number;
}

const failed = (error_code: string): Pick<Row, 'outputs' | 'exitCode'> => ({
  outputs: { outcome: 'error', error_code },
  exitCode: 1,
});
const ROWS: readonly Row[] = [
  {
    name: 'a success',
    outputs: { outcome: 'succeeded', status: 'COMPLETE', result: 'All good.', total_logs: '2' },
    exitCode: 0,
  },
  {
    name: 'a failure',
    fake: ending('FAILED'),
    outputs: { outcome: 'failed', error_code: '' },
    exitCode: 1,
  },
  {
    name: 'a cancelled run',
    fake: ending('stopped'),
    outputs: { outcome: 'cancelled' },
    exitCode: 1,
  },
  {
    name: 'a question',
    fake: ending('waiting-for-input'),
    outputs: { outcome: 'needs_input' },
    exitCode: 1,
  },
  {
    name: 'a timeout',
    fake: RUNNING,
    inputs: LATE,
    outputs: { outcome: 'timed_out', total_logs: '4' },
    exitCode: 1,
  },
  {
    name: 'no waiting',
    inputs: { wait: 'false' },
    outputs: { outcome: 'started', total_logs: '0' },
    exitCode: 0,
  },
  {
    name: 'no proof',
    inputs: { expect: 'pull_request' },
    outputs: { outcome: 'unverified' },
    exitCode: 1,
  },
  {
    name: 'a failure that may pass',
    fake: ending('FAILED'),
    inputs: { fail_on: 'none' },
    outputs: { outcome: 'failed' },
    exitCode: 0,
  },
  {
    name: 'a success that may not',
    inputs: { fail_on: 'succeeded' },
    outputs: { outcome: 'succeeded' },
    exitCode: 1,
  },
  { name: 'a wrong input', inputs: { org_id: 'x', fail_on: 'none' }, ...failed('invalid_input') },
  { name: '401', fake: refusing({ status: 401 }), ...failed('unauthorized') },
  { name: '402', fake: refusing({ status: 402 }), ...failed('quota_exceeded') },
  { name: '403', fake: refusing({ status: 403 }), ...failed('forbidden') },
  { name: '404', fake: refusing({ status: 404 }), ...failed('not_found') },
  { name: '422', fake: refusing({ status: 422 }), ...failed('rejected') },
  { name: '500', fake: refusing({ status: 500 }), ...failed('ambiguous_create') },
  {
    name: 'a redirect',
    fake: refusing({ status: 302, headers: { location: '/' } }),
    ...failed('bad_response'),
  },
  {
    name: 'a limit that lasts',
    fake: refusing({ status: 429, headers: { 'retry-after': '60' } }),
    inputs: LATE,
    ...failed('rate_limited'),
  },
  {
    name: 'a wrong result',
    inputs: { output_schema: '{"type":"object"}', timeout_minutes: '0.05' },
    outputs: { outcome: 'error', result: 'All good.' },
    exitCode: 1,
  },
];

it.each(ROWS)('$name', async ({ fake = DONE, inputs = {}, outputs, exitCode }) => {
  const service = servers.add(await serveRun(fake));
  const run = await runAction({ inputs: inputsFor(service, inputs) });
  expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
  expect(run.outputs).toMatchObject(outputs);
  expect(run.exitCode).toBe(exitCode);
  expect(run.summary).not.toBe('');
  expect(run.stderr).toBe('');
});

it('a success gives the files too, and a second step for the run leaves them as they are', async () => {
  const service = servers.add(await serveRun(DONE));
  const files = { 'task.md': 'Fix the bug.\n' };
  const first = await runAction({
    inputs: inputsFor(service, { prompt: '', prompt_file: 'task.md' }),
    files,
  });
  expect(service.requests[0]?.body).toEqual({ prompt: 'Fix the bug.\n' });
  const { outputs, temp } = first;
  expect(outputs).toMatchObject({
    agent_run_id: '77',
    web_url: 'https://agents.example.com/runs/77',
    requests: '4',
  });
  expect(jsonLines(outputs['logs_file'])).toEqual(DONE.entries);
  expect(readFileSync(outputs['result_file'] ?? '', 'utf8')).toBe('All good.');
  expect(readFileSync(outputs['report_file'] ?? '', 'utf8')).toMatch(/^<!doctype html>/i);
  const inputs = inputsFor(service, { agent_run_id: '77', prompt: '' });
  const follow = async (RUNNER_TEMP: string): Promise<string | undefined> =>
    (await runAction({ inputs, env: { RUNNER_TEMP } })).outputs['logs_file'];
  expect(await follow(temp)).toBe(join(temp, 'agent-run-77-2.jsonl'));
  expect(await follow(join(temp, 'not/there'))).toBe(join(temp, 'not/there/agent-run-77.jsonl'));
  expect(jsonLines(outputs['logs_file'])).toEqual(DONE.entries);
});

describe('a signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s leaves everything that is known', async (signal) => {
    const service = servers.add(await serveRun(RUNNING));
    const inputs = inputsFor(service, { poll_interval_seconds: '0.2' });
    const run = await runAction({
      inputs,
      ...signalWhen(signal, (stdout) => stdout.includes('step 1')),
    });
    expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
    expect(run.outputs).toMatchObject({
      outcome: 'cancelled',
      status: 'RUNNING',
      agent_run_id: '77',
      total_logs: '4',
    });
    expect(jsonLines(run.outputs['logs_file'])).toHaveLength(4);
    expect(existsSync(run.outputs['report_file'] ?? '')).toBe(true);
    expect(run.summary).toContain('https://agents.example.com/runs/77');
    expect(annotations(run, 'error')).toEqual([expect.stringContaining('goes on')]);
    expect(run.exitCode).toBe(1);
  });

  it('has outputs and files written first, whatever GitHub does: two seconds later the process may be killed', async () => {
    const service = servers.add(await serveRun(RUNNING));
    const github = servers.add(await startFakeGitHub());
    github.permissions.set('mona', { permission: 'write', role_name: 'write' });
    // The comment is there, and its every edit hangs.
    github.faults.push({ method: 'PATCH', times: 99, act: 'hang' });
    const run = await runAction({
      inputs: inputsFor(service, {
        github_token: 'ghs_secret',
        comment: 'true',
        poll_interval_seconds: '0.2',
      }),
      event: { name: 'issues', payload: { action: 'opened', issue: { number: 7 } } },
      env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo' },
      ...signalWhen('SIGTERM', () => github.comments(7).length > 0, { killAfterMs: 2_000 }),
    });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', agent_run_id: '77' });
    expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
    for (const file of ['logs_file', 'report_file']) {
      expect(existsSync(run.outputs[file] ?? '')).toBe(true);
    }
  });

  it('SIGKILL leaves id and address, and the post step says where the run stands: also in comment and status', async () => {
    const service = servers.add(await serveRun(RUNNING));
    const github = servers.add(await startFakeGitHub());
    github.permissions.set('mona', { permission: 'write', role_name: 'write' });
    const given = {
      inputs: inputsFor(service, {
        github_token: 'ghs_secret',
        comment: 'true',
        commit_status: 'agent',
      }),
      event: { name: 'issues', payload: { action: 'opened', issue: { number: 7 } } },
      env: {
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: 'octo/repo',
        GITHUB_SHA: 'd'.repeat(40),
      },
    };
    const isTold = (): boolean => github.statuses.length > 0 && github.comments(7).length > 0;
    const killed = await runAction({
      ...given,
      ...signalWhen('SIGKILL', () => isTold() && service.calls.includes('GET logs')),
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(killed.outputs).toMatchObject({
      agent_run_id: '77',
      web_url: 'https://agents.example.com/runs/77',
    });
    const post = await runAction({ ...given, state: killed.state });
    expect(annotations(post, 'warning').join('\n')).toContain('https://agents.example.com/runs/77');
    expect(post.summary).toContain('77');
    expect(post.exitCode).toBe(0);
    const [comment, ...more] = github.comments(7);
    expect(more).toEqual([]);
    expect(comment?.body).toMatch(/goes on[^]*https:\/\/agents\.example\.com\/runs\/77/);
    expect(github.statuses.map(({ state, context }) => [state, context])).toEqual([
      ['pending', 'agent'],
      ['failure', 'agent'],
    ]);
  });
});

it('a process that aborts leaves them set as well', async () => {
  const service = servers.add(await serveRun(RUNNING));
  const abort = `const { write } = process.stdout;
    process.stdout.write = function (text, ...rest) {
      if (String(text).includes('step 0')) process.abort();
      return write.call(this, text, ...rest);
    };`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(abort)}` };
  const run = await runAction({ inputs: inputsFor(service), env });
  expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
  expect(run.outputs).toMatchObject({
    agent_run_id: '77',
    outcome: 'error',
    error_code: 'internal',
  });
});
