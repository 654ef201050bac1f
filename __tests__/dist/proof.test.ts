/** Proof of work from outside: verified pull requests, the commit status and traces (contract 14 to 16). */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import type { FakePullRequest } from '../support/fake-github-pulls.ts';
import { entry, finalAnswer, inputsFor, serveRun, TOKEN, type FakeRun } from '../support/fake-run.ts';
import { jsonLines, runAction, signalWhen, type ActionRun } from '../support/run-action.ts';
import { scriptedService, type ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
let github: FakeGitHub | undefined;
afterEach(async () => {
  await service?.close();
  await github?.close();
  [service, github] = [undefined, undefined];
});

const SHA = 'd'.repeat(40);
const HERE = 'https://github.com/octo/repo/pull/9';
const NOW = new Date().toISOString();

const claiming = (urls: readonly string[], more: Partial<FakeRun> = {}): FakeRun => ({
  entries: [entry(0), finalAnswer(1, 'All good.')],
  moments: [{ status: 'ACTIVE' }, { status: 'COMPLETE', result: 'All good.' }],
  extra: {
    github_pull_requests: urls.map((url, id) => ({ id, url, created_at: NOW, title: 'x', head_branch_name: 'lie' })),
  },
  ...more,
});

interface Act {
  readonly run?: FakeRun;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly env?: Readonly<Record<string, string>>;
  readonly pulls?: readonly FakePullRequest[];
  readonly prepare?: (github: FakeGitHub) => void;
}

async function act({ run = claiming([]), inputs = {}, event, env = {}, pulls = [], prepare }: Act): Promise<ActionRun> {
  service = await serveRun(run);
  github = await startFakeGitHub();
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  github.pulls.push(...pulls);
  prepare?.(github);
  return runAction({
    inputs: inputsFor(service, { github_token: 'ghs_secret', ...inputs }),
    ...(event !== undefined && { event }),
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', GITHUB_SHA: SHA, ...env },
  });
}

const EXPECT = { expect: 'pull_request' };
const NONE = { pull_request_number: '', head_branch: '', head_sha: '' };

it('is cancelled by a signal while a claim is checked, which then shows nothing', async () => {
  service = await serveRun(claiming([HERE]));
  const hanging = await startFakeGitHub();
  github = hanging;
  hanging.faults.push({ path: /pulls/, times: 9, act: 'hang' });
  const { outputs, exitCode, stdout } = await runAction({
    inputs: inputsFor(service, { github_token: 'ghs_secret', ...EXPECT }),
    env: { GITHUB_API_URL: hanging.url, GITHUB_REPOSITORY: 'octo/repo', GITHUB_SHA: SHA },
    ...signalWhen('SIGINT', () => hanging.requests.some(({ path }) => path.includes('/pulls/'))),
  });
  expect(outputs).toMatchObject({ outcome: 'cancelled', status: 'COMPLETE', result: 'All good.', ...NONE });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/::error[^\n]*\(SIGINT\)\. The run \d+ has ended \(status COMPLETE\)/);
});

describe('OTLP', () => {
  it('is sent to the endpoint once, with its headers masked and without secrets', async () => {
    const collector = await scriptedService(() => ({ body: { partialSuccess: {} } }));
    try {
      const { stdout, outputs } = await act({
        run: claiming([], { entries: [entry(0, { tool_output: { text: `the token is ${TOKEN}` } }), finalAnswer(1)] }),
        inputs: { otlp: 'true' },
        env: {
          OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/base`,
          OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=sup3rs3cret',
          OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
          TRACEPARENT: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
        },
      });
      expect(collector.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /base/v1/traces']);
      const [request] = collector.requests;
      expect(request?.headers).toMatchObject({ 'x-api-key': 'sup3rs3cret', 'content-type': 'application/json' });
      const body = JSON.stringify(request?.body);
      expect(readFileSync(String(outputs['otlp_file']), 'utf8').trim()).toBe(body);
      expect(body).toContain('Fix the bug.');
      expect(body).toContain('1'.repeat(32));
      expect(body).not.toContain(TOKEN);
      expect(stdout).toContain('::add-mask::sup3rs3cret');
      expect(Number(outputs['requests'])).toBe(service?.calls.length);
    } finally {
      await collector.close();
    }
  });

  it('is sent by a cancelled step, once', async () => {
    service = await serveRun(claiming([], { moments: [{ status: 'ACTIVE', entries: 1 }] }));
    const collector = await scriptedService(() => ({ body: { partialSuccess: {} } }));
    try {
      const inputs = inputsFor(service, { otlp: 'true' });
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
      const { calls } = service;
      const signal = signalWhen('SIGINT', () => calls.filter((call) => call === 'GET logs').length >= 3);
      const { state, outputs, temp } = await runAction({ inputs, env, ...signal });
      await runAction({ inputs, env: { ...env, RUNNER_TEMP: temp }, state });
      const [request, ...more] = collector.requests;
      expect(more).toEqual([]);
      expect(JSON.stringify(request?.body)).toMatch(/"execute_tool bash".*"invoke_agent"/);
      expect(jsonLines(outputs['otlp_file'])).toEqual([request?.body]);
    } finally {
      await collector.close();
    }
  });

  it('that cannot be sent is a warning', async () => {
    const { stdout, outputs, exitCode } = await act({
      inputs: { otlp: 'true' },
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    });
    expect([outputs['outcome'], exitCode]).toEqual(['succeeded', 0]);
    expect(stdout).toMatch(/::warning[^\n]*trace could not be sent/);
    expect(existsSync(String(outputs['otlp_file']))).toBe(true);
  });
});
