/**
 * Stories of Devin's sessions alone, from outside: the bundle against the sandbox (contract 18).
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultSource, ScenarioSource } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { startFakeGitHub } from '../support/fake-github.ts';
import { HEAD_SHA } from '../support/fake-github-pulls.ts';
import { startMentionThread } from '../support/mention-thread.ts';
import {
  jsonLines,
  runAction,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const ANSWER = { message_type: 'FINAL_ANSWER', observation: 'The last word.' } as const;
const ended = (status: string, more: object = {}): ScenarioSource => ({
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        { at: '4s', status, result: 'The result.', entry: ANSWER, ...more },
      ],
    },
  ],
});
const ENDLESS: ScenarioSource = { turns: [{ steps: [{ at: 0, status: 'ACTIVE' }] }] };

async function serve(scenario: ScenarioSource, faults: readonly FaultSource[] = []): Promise<void> {
  const options = { service: 'devin', scenario: { ...scenario, faults }, speed: 20 } as const;
  sandbox = await startSandbox({ ...options, limits: UNLIMITED });
}

const act = (
  inputs: Readonly<Record<string, string>> = {},
  rest: Partial<ActionOptions> = {},
): Promise<ActionRun> =>
  runAction({
    ...rest,
    inputs: {
      service: 'devin',
      token: sandbox.token,
      base_url: sandbox.url,
      prompt: 'Fix the bug.',
      poll_interval_seconds: '0.1',
      timeout_minutes: '1',
      ...inputs,
    },
  });

const asked = (path: RegExp): number =>
  sandbox.requests.filter((request) => path.test(request.path)).length;

describe('many sessions in one step', () => {
  it('tell the cap on sessions that is waited out, and how many of them hold a place', async () => {
    const capped = {
      status: 429,
      headers: { 'retry-after': '1' },
      body: { title: 'Too Many Requests', status: 429, detail: 'too many concurrent sessions' },
    };
    await serve(ended('COMPLETE'), [{ on: 'create', nth: 2, do: capped }]);
    const tasks = JSON.stringify([{ key: 'one' }, { key: 'two' }]);
    const { outputs, stdout } = await act({ tasks });
    expect([outputs['outcome'], sandbox.store.created]).toEqual(['succeeded', 2]);
    expect(stdout).toMatch(/two +HTTP 429: .*too many concurrent sessions/);
  });

  it('tell that an archived one was brought back', async () => {
    await serve(ended('COMPLETE'));
    const { outputs } = await act();
    const [run] = sandbox.store.all();
    if (run !== undefined) {
      sandbox.store.archive(run, true);
    }
    const task = { key: 'one', agent_run_id: outputs['agent_run_id'], prompt: 'More.' };
    const tasks = JSON.stringify([task]);
    const again = await act({ tasks });
    expect(again.stdout).toMatch(/::notice title=Agent runs::Session \w+ was archived/);
  });
});

describe('the session of a thread', () => {
  it('takes what people say next, and one that has exited is followed by a new one', async () => {
    const turns = ['One.', 'Two.'].map((text) => ({
      steps: [
        { at: 0, status: 'ACTIVE' },
        { at: '2s', status: 'COMPLETE', result: text, entry: { ...ANSWER, observation: text } },
      ],
    }));
    const thread = await startMentionThread({ service: 'devin', scenario: { turns } });
    ({ sandbox } = thread);
    const inputs = { service: 'devin', org_id: '' };
    const job = (text: string): Promise<ActionRun> => thread.job(thread.say(text), { inputs });
    try {
      const first = await job('@agent first');
      const second = await job('@agent second');
      expect(second.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
      expect(second.outputs['agent_run_id']).toBe(first.outputs['agent_run_id']);
      const [run] = sandbox.store.all();
      if (run !== undefined) {
        sandbox.store.close(run);
      }
      const third = await job('@agent third');
      expect(third.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
      expect(third.stdout).toMatch(/::notice .*new/);
      expect(sandbox.store.created).toBe(2);
    } finally {
      await thread.close();
    }
  });
});

describe('a session', () => {
  it.each([
    ['finished without the output that it was asked for', 'running/finished', {}],
    ['exited with nothing to show', 'exit', { result: undefined, entry: undefined }],
  ])('that %s is unverified', async (_, status, more) => {
    await serve(ended(status, more), [{ do: 'no-output' }]);
    const { outputs, exitCode } = await act();
    expect([outputs['outcome'], outputs['status'], exitCode]).toEqual(['unverified', status, 1]);
    expect(outputs['error_message']).toContain('without the output that it was asked for');
    expect(outputs['error_message']).toContain('Look at what it did');
  });

  it('whose messages come late has them in its log', async () => {
    await serve(ended('COMPLETE'), [{ do: { fault: 'message-lag', for: '3s' } }]);
    const { outputs } = await act();
    expect(outputs['outcome']).toBe('succeeded');
    expect(jsonLines(outputs['logs_file'])).toMatchObject([
      { message_type: 'USER_MESSAGE' },
      { message_type: 'FINAL_ANSWER', observation: 'The last word.' },
    ]);
  });

  it('is stopped without asking for the organization once more', async () => {
    await serve(ENDLESS);
    const kill = signalWhen('SIGINT', () => asked(/\/sessions\/[^/]+$/) > 2);
    const { outputs } = await act({ on_cancel: 'stop' }, kill);
    expect(outputs['error_message']).toContain('was archived');
    expect([asked(/\/archive$/), asked(/\/self$/)]).toEqual([1, 1]);
  });

  it('that is not there is no matter of the repository', async () => {
    await serve(ENDLESS);
    const run = await act({ agent_run_id: `devin-${'0'.repeat(14)}`, repo: 'octo/shop' });
    expect(run.outputs['error_code']).toBe('not_found');
    expect(run.outputs['error_message']).not.toContain('octo/shop');
  });
});

describe('a repair whose answer a killed step did not get', () => {
  const inputs = { output_schema: '{"type":"object","required":["total"]}' };
  const turns = [...ended('COMPLETE').turns, ...ENDLESS.turns];
  const killed = (): ReturnType<typeof signalWhen> =>
    signalWhen('SIGKILL', () =>
      sandbox.requests.some(({ method, path }) => method === 'POST' && path.endsWith('/messages')),
    );

  it('is told as not known: it is not looked for (7.3)', async () => {
    await serve({ turns }, [{ on: 'resume', do: { status: 503, delay: '20s' } }]);
    const { state } = await act(inputs, killed());
    const post = await act(inputs, { state });
    expect(post.stdout).toMatch(/Whether the run \w{8} received the follow-up is not known/);
  });
});

it('a review is posted from the structured output of the session (17, 18.5)', async () => {
  const github = await startFakeGitHub();
  github.pulls.push({ number: 7, openedAt: '2026-01-01T00:00:00Z' });
  github.files.set(7, [{ filename: 'src/a.ts', patch: '@@ -1 +1 @@\n-two\n+TWO' }]);
  github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  const title = 'Shouting';
  const found = { path: 'src/a.ts', line: 1, severity: 'error', title, body: 'Lower case.' };
  const answer = { summary: 'Fine.', findings: [found], pass: false };
  const output = { outcome: 'done', message: 'I have read it.', answer };
  await serve(ended('COMPLETE', { output }));
  const repo = { full_name: 'octo/repo' };
  const author = { login: 'mona', type: 'User' };
  const pull = { number: 7, head: { sha: HEAD_SHA, repo }, base: { repo }, user: author };
  try {
    const { outputs } = await act(
      { review: 'gate', prompt: '', github_token: 'ghs_x' },
      {
        event: {
          name: 'pull_request',
          payload: { action: 'opened', number: 7, pull_request: pull },
        },
        env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/repo' },
      },
    );
    expect(outputs).toMatchObject({ outcome: 'failed', result: 'I have read it.' });
    expect(outputs['error_message']).toContain('does not pass: 1 finding (1 error)');
    expect(JSON.parse(outputs['findings'] ?? '')).toMatchObject([{ title, placed: 'inline' }]);
    const posted = github.requests.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/reviews'),
    );
    expect([posted.length, sandbox.store.created]).toEqual([1, 1]);
    // Without an input `prompt` the create carries its key as well (18.4).
    const create = sandbox.requests.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/sessions'),
    );
    expect(JSON.parse(create?.body ?? '')).toMatchObject({
      tags: [
        expect.stringMatching(/^ar-[0-9a-f]{32}$/),
        expect.stringMatching(/^ara-1-[0-9a-f]{32}$/),
      ],
    });
  } finally {
    await github.close();
  }
});
