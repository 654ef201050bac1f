/**
 * The sandbox is a service of the spec that a workflow can start with its own action, and the agent
 * action works against it without an account, in each form of the API (contract 10).
 *
 * Shown red by: ending the server together with the step that started it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { inputsFor } from '../support/fake-run.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import { ROOT, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());
const base = mkdtempSync(join(tmpdir(), 'sandbox-action-'));
afterAll(() => rmSync(base, { recursive: true }));

const sandboxStep = (
  inputs: Readonly<Record<string, string>>,
  state?: ActionRun['state'],
): Promise<ActionRun> =>
  runAction({
    inputs,
    manifest: 'sandbox/action.yml',
    ...(state !== undefined && { state }),
  });

describe('the action', () => {
  it('serves after its step has ended, the agent action works with it, and the post step ends it', async () => {
    const main = await sandboxStep({ scenario: 'bug-fix', speed: '20' });
    expect([main.exitCode, main.stderr]).toEqual([0, '']);
    expect(Object.keys(main.outputs).sort()).toEqual(['base_url', 'org_id', 'token']);
    const { base_url = '', token = '', org_id = '' } = main.outputs;
    expect(main.stdout.startsWith(`::add-mask::${token}\n`)).toBe(true);
    const run = await runAction({
      inputs: {
        base_url,
        token,
        org_id,
        prompt: 'Fix it.',
        poll_interval_seconds: '0.2',
        timeout_minutes: '0.5',
      },
    });
    expect(run.outputs).toMatchObject({
      outcome: 'succeeded',
      pull_requests: '["https://github.com/octo/shop/pull/128"]',
    });
    const report = readFileSync(run.outputs['report_file'] ?? '', 'utf8');
    for (const text of [run.summary, report]) {
      expect(text).toContain('Played by the sandbox');
      expect(text).not.toMatch(/sandbox\.example|href="[^"]*octo\/shop|\]\([^)]*octo\/shop/);
    }
    const post = await sandboxStep({}, main.state);
    expect(post.exitCode).toBe(0);
    await expect(fetch(base_url)).rejects.toThrow();
  });

  it('a wrong input fails its step and says why', async () => {
    const { exitCode, stdout, outputs } = await sandboxStep({ speed: 'fast', scenario: 'nope' });
    expect([exitCode, outputs]).toEqual([1, {}]);
    expect(stdout).toMatch(/^::error[^\n]*speed/m);
  });

  it('declares its inputs and outputs', () => {
    const action = parse(readFileSync(join(ROOT, 'sandbox/action.yml'), 'utf8')) as Record<
      string,
      Record<string, unknown>
    >;
    expect(action['runs']).toEqual({
      using: 'node24',
      main: 'dist/index.js',
      post: 'dist/post.js',
    });
    expect(Object.keys(action['inputs'] ?? {})).toEqual([
      'service',
      'scenario',
      'speed',
      'api',
      'logs',
      'port',
    ]);
    expect(Object.keys(action['outputs'] ?? {})).toEqual(['base_url', 'token', 'org_id']);
  });
});

describe.each([
  ['published, logs at both addresses', { api: 'published' }],
  ['published, logs at /v1/alpha alone', { api: 'published', logs: 'alpha' }],
  ['spec only', { api: 'spec' }],
] as const)('the service: %s', (_, mode) => {
  const SPEED = { speed: 20, limits: UNLIMITED };

  it('create and resume', async () => {
    const sandbox = servers.add(await startSandbox({ scenario: 'bug-fix', ...SPEED, ...mode }));
    const inputs = inputsFor(sandbox, { token: sandbox.token });
    const first = await runAction({ inputs });
    expect(first.outputs).toMatchObject({
      outcome: 'succeeded',
      status: 'COMPLETE',
      resumed: 'false',
      total_logs: '19',
    });
    expect(jsonLines(first.outputs['logs_file'])).toHaveLength(19);
    const second = await runAction({
      inputs: { ...inputs, agent_run_id: first.outputs['agent_run_id'] ?? '' },
    });
    expect(second.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(second.outputs['result']).not.toBe(first.outputs['result']);
    for (const { stdout } of [first, second]) {
      expect(stdout).not.toMatch(/^::(?:error|warning)/m);
    }
  });

  it('a wrong result is repaired once', async () => {
    const sandbox = servers.add(await startSandbox({ scenario: 'structured', ...SPEED, ...mode }));
    const output_schema = '{"type":"object","required":["verdict","summary"]}';
    const { outputs } = await runAction({
      inputs: inputsFor(sandbox, { token: sandbox.token, output_schema }),
    });
    expect(outputs['outcome']).toBe('succeeded');
    expect(JSON.parse(outputs['result_json'] ?? '')).toHaveProperty('summary');
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/resume'))).toHaveLength(1);
  });
});

it('`npm run sandbox` serves a scenario of one’s own until it is stopped', async () => {
  const file = join(base, 'own.yml');
  writeFileSync(file, 'turns: [{ steps: [{ at: 0, status: OWN }] }]');
  const child = spawn(
    process.execPath,
    [join(ROOT, 'sandbox/cli.ts'), '--scenario', file, '--token', 'mine'],
    {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const ended = new Promise<number | null>((done) => child.on('close', done));
  let stdout = '';
  let asked: Promise<unknown> | undefined;
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
    const url = /INPUT_BASE_URL=(\S+)/.exec(stdout)?.[1];
    if (asked !== undefined || url === undefined) {
      return;
    }
    const headers = { authorization: 'Bearer mine', 'content-type': 'application/json' };
    asked = fetch(`${url}/v1/organizations/1/agent/run`, {
      method: 'POST',
      headers,
      body: '{"prompt":"x"}',
    })
      .then((answer) => answer.json())
      .finally(() => child.kill('SIGTERM'));
  });
  expect(await ended).toBe(0);
  expect(await asked).toMatchObject({ id: 1001, status: 'OWN' });
});
