/** Stories of the service `cursor` that need the whole action, from outside (contract 18). */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FaultSource, ScenarioSource } from '../../sandbox/scenario.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { LONG, short } from '../support/fleet.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import {
  jsonLines,
  runAction,
  SIGNAL_LIMIT_MS,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function serve(
  faults: readonly FaultSource[] = [],
  scenario: ScenarioSource = LONG,
): Promise<void> {
  sandbox = await startSandbox({ service: 'cursor', scenario: { ...scenario, faults } });
}

const act = (
  inputs: Readonly<Record<string, string>> = {},
  rest: Partial<ActionOptions> = {},
): Promise<ActionRun> =>
  runAction({
    ...rest,
    inputs: {
      service: 'cursor',
      token: sandbox.token,
      base_url: sandbox.url,
      prompt: 'Go.',
      create_pull_request: 'false',
      ...inputs,
    },
  });

const sent = (end: string): number =>
  sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).length;

const isFollowUp = ({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): boolean => method === 'POST' && path.endsWith('/runs');

describe('a cancel that answers 500', () => {
  const failing = (nth: number): FaultSource => ({ on: 'cancel', nth, do: 'cancel-fails' });
  const whenStarted = () => signalWhen('SIGINT', (stdout) => stdout.includes('Status: '));

  it('is sent again within the time that a signal leaves', async () => {
    await serve([1, 2, 3].map(failing));
    const signal = whenStarted();
    const { outputs } = await act({ on_cancel: 'stop' }, signal);
    expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
    expect(outputs['error_message']).toMatch(/The service cancelled run \w{8}; it shows CANCELLED/);
    expect(sent('/cancel')).toBe(4);
  });

  it('four times is told with what the run shows', async () => {
    await serve([1, 2, 3, 4].map(failing));
    const { outputs } = await act({ on_cancel: 'stop' }, whenStarted());
    expect(outputs['error_message']).toMatch(
      /not known whether run \w{8} was stopped:.*no clear answer \(HTTP 500: .*; the run shows \w+\)/,
    );
    expect(sent('/cancel')).toBe(4);
  });
});

it('a refusal that asks for ten minutes does not hold up an end that the stream tells', async () => {
  const body = '{"error":{"code":"rate_limit_exceeded"}}';
  const answer = { status: 429, headers: { 'retry-after': '600' }, body };
  await serve([{ on: 'read', nth: 1, do: answer }], short('COMPLETE', 6_000, 'Done.'));
  const from = performance.now();
  const { outputs } = await act();
  expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'Done.' });
  expect(performance.now() - from).toBeLessThan(36_000);
});

it('a repair whose answer a killed step did not get is told, and its run is stopped', async () => {
  const turns = [...short('COMPLETE', 500, 'No JSON.').turns, ...LONG.turns];
  await serve([{ on: 'resume', nth: 1, do: 'stall-headers' }], { turns });
  const inputs = { output_schema: '{"type":"object"}', on_cancel: 'stop' };
  const isAsked = (): boolean => sandbox.requests.some(isFollowUp);
  const { state } = await act(inputs, signalWhen('SIGKILL', isAsked));
  const post = await act(inputs, { state });
  expect(post.stdout).toMatch(/The service cancelled run \w{8}; it shows CANCELLED/);
  expect([sent('/v1/agents'), sent('/runs'), sent('/cancel')]).toEqual([1, 1, 1]);
});

describe('the run of a request that is on its way when a signal comes', () => {
  const isAsked = (): boolean => sandbox.requests.some(isFollowUp);

  /** The first follow-up is carried out, and its answer does not come. */
  async function serveUnanswered(): Promise<void> {
    const { turns } = short('COMPLETE', 500, 'No JSON.');
    const unanswered = { on: 'resume', nth: 1, do: 'stall-headers' } as const;
    await serve([unanswered], { turns: [...turns, ...LONG.turns] });
  }

  async function isStopped(inputs: Readonly<Record<string, string>>): Promise<void> {
    const signal = signalWhen('SIGINT', isAsked);
    const { outputs, state } = await act({ ...inputs, on_cancel: 'stop' }, signal);
    expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
    const post = await act({ ...inputs, on_cancel: 'stop' }, { state });
    const told = `${String(outputs['error_message'])} ${post.stdout}`;
    expect(told).toMatch(/The service cancelled run \w{8}; it shows CANCELLED/);
    expect([sent('/runs'), sent('/cancel')]).toEqual([1, 1]);
  }

  it('is stopped for a repair of the answer', async () => {
    await serveUnanswered();
    await isStopped({ output_schema: '{"type":"object"}' });
  });

  it('is stopped for a follow-up to a named run', async () => {
    await serveUnanswered();
    const earlier = await act();
    await isStopped({ agent_run_id: String(earlier.outputs['agent_run_id']) });
  });
});

it('a private prompt that the stream gives back is kept, and shown to nobody', async () => {
  await serve([], short('COMPLETE', 300));
  const { outputs, stdout, summary } = await act(
    { prompt: '', prompt_file: 'prompt.md', show_prompt: 'false', logs: 'full' },
    { files: { 'prompt.md': 'The private prompt.' } },
  );
  const report = readFileSync(String(outputs['report_file']), 'utf8');
  expect(`${stdout}${summary}${report}`).not.toContain('The private prompt.');
  expect(JSON.stringify(jsonLines(outputs['logs_file']))).toContain('The private prompt.');
});

describe('a new run for a comment on a pull request (18.8; OpenHands#9345)', () => {
  const author = { login: 'mona', type: 'User' };
  const commented = (id: number) => ({
    name: 'issue_comment',
    payload: {
      action: 'created',
      issue: { number: 9, pull_request: { url: 'x' }, user: author },
      comment: { id, body: 'Mend it.', user: author },
    },
  });
  const NOTICE = 'A new run starts from topic, the head branch of pull request #9';

  let github: FakeGitHub;
  beforeEach(async () => {
    github = await startFakeGitHub();
    github.pulls.push({ number: 9, headBranch: 'topic', openedAt: '2026-01-01T00:00:00Z' });
    github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  });
  afterEach(() => github.close());

  const answer = (id: number, inputs: Readonly<Record<string, string>> = {}): Promise<ActionRun> =>
    act(
      { github_token: 'ghs_x', ...inputs },
      {
        event: commented(id),
        env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo', GITHUB_ACTOR: 'mona' },
      },
    );
  const starts = (): readonly unknown[] =>
    sandbox.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/v1/agents'))
      .map(({ body }) => JSON.parse(body) as unknown);

  it('starts from its head, and says so', async () => {
    await serve([], short('COMPLETE'));
    const { outputs, stdout } = await answer(5);
    expect(outputs['outcome']).toBe('succeeded');
    expect(starts()).toMatchObject([{ repos: [{ startingRef: 'topic' }] }]);
    expect(stdout).toContain(NOTICE);
  });

  it('says so too where the run of its thread is gone', async () => {
    await serve([{ on: 'resume', do: { status: 404 } }], short('COMPLETE'));
    await answer(5, { resume: 'thread' });
    const { outputs, stdout } = await answer(6, { resume: 'thread' });
    expect(outputs['outcome']).toBe('succeeded');
    const atHead = { repos: [{ startingRef: 'topic' }] };
    expect(starts()).toMatchObject([atHead, atHead]);
    expect(stdout).toContain(NOTICE);
  });
});
