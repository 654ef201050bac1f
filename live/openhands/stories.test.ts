/**
 * The committed bundle against a server that nobody here wrote (contract 18.10): the stories that
 * a user lives through, with a scripted language model behind the agent.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startFakeGitHub, type FakeGitHub } from '../../__tests__/support/fake-github.ts';
import {
  jsonLines,
  runAction,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../../__tests__/support/run-action.ts';
import { REFUSAL, TOKENS } from './model.ts';
import { startLosingProxy } from './proxy.ts';
import { PRICES, startServer, type LiveServer } from './server.ts';

const REQUEST_TOKENS = TOKENS.prompt + TOKENS.completion;
const REQUEST_COST = TOKENS.prompt * PRICES.prompt + TOKENS.completion * PRICES.completion;

// A conversation takes half a minute to start, on a busy machine several.
jest.setTimeout(900_000);

let server: LiveServer;
beforeAll(async () => {
  server = await startServer(process.env['LIVE_PYTHON'] ?? '');
});
afterAll(() => server.close());

type Inputs = Readonly<Record<string, string>>;

function act(inputs: Inputs, more: Partial<ActionOptions> = {}): Promise<ActionRun> {
  return runAction({
    inputs: {
      service: 'openhands',
      base_url: server.url,
      token: server.key,
      repo: 'none',
      poll_interval_seconds: '2',
      timeout_minutes: '5',
      ...inputs,
    },
    ...more,
  });
}

const said = ({ outputs }: ActionRun): string =>
  ['outcome', 'skip_reason', 'error_code', 'error_message']
    .map((name) => outputs[name] ?? '')
    .join(' ')
    .trim();

interface Line {
  readonly message_type: string;
  readonly thought: string | null;
  readonly tool_name: string | null;
  readonly observation: string | null;
}
const linesOf = ({ outputs }: ActionRun): readonly Line[] =>
  jsonLines(outputs['logs_file']) as Line[];
const typesOf = (run: ActionRun): readonly string[] =>
  linesOf(run).map(({ message_type: type }) => type);

interface Told {
  readonly unit: string;
  readonly amount: number;
  readonly cost_usd: number;
}
const usageOf = ({ outputs }: ActionRun): Told => JSON.parse(outputs['usage'] ?? '') as Told;

/** A run's own requests of the model, by its tokens; the title of a conversation is one of them. */
function expectUse(run: ActionRun, requests: { readonly least: number }): void {
  const { unit, amount, cost_usd: cost } = usageOf(run);
  expect(unit).toBe('tokens');
  expect(amount % REQUEST_TOKENS).toBe(0);
  expect(amount).toBeGreaterThanOrEqual(requests.least * REQUEST_TOKENS);
  expect(cost).toBeCloseTo((amount / REQUEST_TOKENS) * REQUEST_COST, 6);
}

describe('a conversation', () => {
  let first: ActionRun;
  let id: string;
  beforeAll(async () => {
    first = await act({ prompt: 'Look around. [calls 2]' });
    id = first.outputs['agent_run_id'] ?? '';
  });

  it('has its result, entries, and what it cost', async () => {
    expect(said(first)).toBe('succeeded');
    expect(first.outputs).toMatchObject({
      status: 'RUNNING/finished',
      result: 'Done: Look around. [calls 2]',
      web_url: `${server.url}/conversations/${id}`,
    });
    expect(typesOf(first)).toEqual(['USER_MESSAGE', 'ACTION', 'ACTION', 'FINAL_ANSWER']);
    const [, action] = linesOf(first);
    expect(action).toMatchObject({
      tool_name: 'terminal',
      observation: expect.stringContaining('call 1'),
    });
    expectUse(first, { least: 3 });
    expect(first.stdout).not.toMatch(/^::(warning|error)/m);
    expect(await server.createsOf(id)).toBe(1);
  });

  it('the key of its sandbox stands nowhere', async () => {
    const { session_api_key: key } = (await server.conversation(id)) ?? {};
    expect(key).toMatch(/\S{20,}/);
    const seen = [
      ...first.stdout.split('\n').filter((line) => !line.startsWith('::add-mask::')),
      ...Object.values(first.outputs),
      first.summary,
      first.stderr,
      readFileSync(first.outputs['logs_file'] ?? '', 'utf8'),
      readFileSync(first.outputs['report_file'] ?? '', 'utf8'),
    ];
    expect(seen.filter((text) => text.includes(String(key)))).toEqual([]);
  });

  it('is attached to', async () => {
    const run = await act({ agent_run_id: id });
    expect(said(run)).toBe('succeeded');
    expect(run.outputs['result']).toBe('Done: Look around. [calls 2]');
    expect(typesOf(run)).toEqual(['USER_MESSAGE', 'ACTION', 'ACTION', 'FINAL_ANSWER']);
  });

  it('takes a follow-up, whose result, entries and cost are its own', async () => {
    const run = await act({ agent_run_id: id, prompt: 'And now?' });
    expect(said(run)).toBe('succeeded');
    expect(run.outputs['result']).toBe('Done: And now?');
    expect(typesOf(run)).toEqual(['USER_MESSAGE', 'ACTION', 'FINAL_ANSWER']);
    expectUse(run, { least: 2 });
    // The title's request may be told after the turn before.
    expect(usageOf(run).amount).toBeLessThanOrEqual(3 * REQUEST_TOKENS);
    expect(await server.said(id)).toHaveLength(2);
  });
});

it('a follow-up to a conversation at work arrives once, after its command', async () => {
  const started = await act({ prompt: 'Work. [slow 45]', wait: 'false' });
  const id = started.outputs['agent_run_id'] ?? '';
  await act({ agent_run_id: id }, signalWhen('SIGKILL', isAtWork));
  const run = await act({ agent_run_id: id, prompt: 'Something else.' });
  expect(said(run)).toBe('succeeded');
  expect(run.outputs['result']).toBe('Done: Something else.');
  const texts = await server.said(id);
  expect(texts.filter((text) => text.startsWith('Something else.'))).toHaveLength(1);
});

it('SIGINT with `on_cancel: stop` pauses the conversation', async () => {
  const inputs = { prompt: 'Work. [slow 120]', on_cancel: 'stop' };
  const run = await act(inputs, signalWhen('SIGINT', isAtWork));
  expect(run.outputs['outcome']).toBe('cancelled');
  const conversation = await server.conversation(run.outputs['agent_run_id'] ?? '');
  expect(conversation?.execution_status).toBe('paused');
});

it('the post step of a killed step finds its run', async () => {
  const inputs = { prompt: 'Work. [slow 60]' };
  const before = await server.creates();
  const killed = await act(inputs, signalWhen('SIGKILL', wasCreated));
  const post = await act(inputs, { state: killed.state });
  expect(post.exitCode).toBe(0);
  const id = killed.outputs['agent_run_id'] ?? '';
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(post.stdout).toContain(id.slice(0, 8));
  expect(await server.creates()).toBe(before + 1);
});

it('a re-run adopts the run of the attempt before', async () => {
  const inputs = { prompt: 'Once. [slow 20]', idempotency: 'on' };
  const env = { GITHUB_RUN_ID: '7002' };
  const killed = await act(inputs, { env, ...signalWhen('SIGKILL', wasCreated) });
  const again = await act(inputs, { env: { ...env, GITHUB_RUN_ATTEMPT: '2' } });
  expect(said(again)).toBe('succeeded');
  expect(again.outputs['agent_run_id']).toBe(killed.outputs['agent_run_id']);
  expect(again.outputs['result']).toBe('Done: Once. [slow 20]');
  expect(await server.createsOf(again.outputs['agent_run_id'] ?? '')).toBe(1);
});

it.each(['none', 'on'])(
  'a create whose answer is lost makes no second conversation (`idempotency: %s`)',
  async (idempotency) => {
    const proxy = await startLosingProxy(server.url);
    const env = { GITHUB_RUN_ID: `7003-${idempotency}` };
    const inputs = { prompt: 'Lost and found.', base_url: proxy.url, idempotency };
    const run = await act(inputs, { env });
    await proxy.close();
    expect(said(run)).toBe('succeeded');
    expect(run.outputs['result']).toBe('Done: Lost and found.');
    expect(proxy.creates()).toBe(1);
    expect(await server.createsOf(run.outputs['agent_run_id'] ?? '')).toBe(1);
  },
);

it('an answer that is no JSON is repaired once', async () => {
  const schema = { type: 'object', required: ['verdict'], properties: { verdict: {} } };
  const run = await act({
    prompt: 'Is it fine? [json second]',
    output_schema: JSON.stringify(schema),
  });
  expect(said(run)).toBe('succeeded');
  expect(JSON.parse(run.outputs['result_json'] ?? '')).toEqual({ verdict: 'fine' });
  expect(await server.said(run.outputs['agent_run_id'] ?? '')).toHaveLength(2);
});

it('a budget that is reached stops the conversation', async () => {
  const run = await act({ prompt: 'Work. [slow 5] [calls 20]', budget: '0.003 usd' });
  expect(run.outputs).toMatchObject({ outcome: 'failed', error_code: 'budget_exceeded' });
  expect(run.outputs['error_message']).toContain('`budget` allows');
  expect(usageOf(run).cost_usd).toBeGreaterThanOrEqual(0.003);
  const conversation = await server.conversation(run.outputs['agent_run_id'] ?? '');
  expect(conversation?.execution_status).toBe('paused');
});

it('a model that fails is told in its own words', async () => {
  const run = await act({ prompt: 'Try. [refused]' });
  expect(run.outputs).toMatchObject({ outcome: 'failed', status: 'RUNNING/error' });
  expect(run.outputs['error_message']).toContain(REFUSAL);
});

it('a repository without a token of its own is told as that', async () => {
  const run = await act({ prompt: 'Work.', repo: 'octo/widgets' });
  expect(run.outputs['outcome']).toBe('failed');
  expect(run.outputs['error_message']).toContain('octo/widgets');
  expect(run.outputs['error_message']).toContain('a git token');
});

it('`task: check` proves address and key, and prints nothing of the person', async () => {
  const run = await act({ task: 'check' });
  expect(said(run)).toBe('succeeded');
  const wrong = await act({ task: 'check', token: 'another-key-0123456789' });
  expect(wrong.outputs['error_code']).toBe('unauthorized');
});

describe('a thread of comments', () => {
  let github: FakeGitHub;
  beforeAll(async () => {
    github = await startFakeGitHub();
    github.permissions.set('mona', { permission: 'write', role_name: 'write' });
  });
  afterAll(() => github.close());

  const job = (body: string): Promise<ActionRun> => {
    const { id, author } = github.addComment(7, body, { login: 'mona', type: 'User' });
    const comment = { id, body, user: author, html_url: `https://github.test/7#c${id}` };
    const issue = { number: 7, title: 'Broken', body: 'It is.', html_url: 'https://github.test/7' };
    const inputs = {
      prompt: 'Do what is asked.',
      github_token: 'ghs_secret',
      resume: 'thread',
      comment: 'true',
      trigger_phrase: '@agent',
      context: 'event',
    };
    return act(inputs, {
      event: {
        name: 'issue_comment',
        payload: { action: 'created', issue, comment, sender: author },
      },
      env: {
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: 'octo/repo',
        GITHUB_RUN_ID: String(id),
      },
    });
  };

  it('is one conversation', async () => {
    const first = await job('@agent first');
    const second = await job('@agent second');
    expect([said(first), said(second)]).toEqual(['succeeded', 'succeeded']);
    const id = first.outputs['agent_run_id'] ?? '';
    expect(second.outputs).toMatchObject({ agent_run_id: id, resumed: 'true' });
    expect(await server.said(id)).toHaveLength(2);
    const own = github.comments(7).filter(({ author }) => author.type === 'Bot');
    expect(own).toHaveLength(1);
    expect(own[0]?.body).toContain('Done: Do what is asked.');
  });
});

it('a fleet of three', async () => {
  const tasks = ['one', 'two', 'three'].map((key) => ({ key, prompt: `Task ${key}.` }));
  const run = await act({ tasks: JSON.stringify(tasks), timeout_minutes: '8' });
  expect(said(run)).toBe('succeeded');
  const runs = JSON.parse(run.outputs['runs'] ?? '') as readonly Inputs[];
  expect(runs.map(({ key, outcome }) => [key, outcome])).toEqual(
    tasks.map(({ key }) => [key, 'succeeded']),
  );
  expect(new Set(runs.map(({ agent_run_id: id }) => id)).size).toBe(3);
});

function isAtWork(stdout: string): boolean {
  return stdout.includes('RUNNING/running');
}

function wasCreated(stdout: string): boolean {
  return / created\.$/m.test(stdout);
}
