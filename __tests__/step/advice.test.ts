/**
 * A message never advises what the action would refuse, or what cannot work (contract 5, 20): what
 * is to be changed in the step for it to name its run stands in the advice.
 */
import { describe, expect, it } from '@jest/globals';
import type { StepSource } from '../../sandbox/scenario.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { main } from '../../src/main.ts';
import { actionsSuite } from '../support/fake-github-checks.ts';
import { HEAD_SHA } from '../support/fake-github-pulls.ts';
import type { Answering } from '../support/memory-http.ts';
import { memoryGitHub, memoryScene, type MemoryScene } from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

type Inputs = Readonly<Record<string, string>>;

const DEVIN = {
  service: 'devin',
  org_id: '',
  prompt: 'Fix the tax.',
  budget: '10 acu',
  github_token: 'ghs',
};
const PULL = 'https://github.com/octo/widgets/pull/9';

interface Act {
  readonly inputs: Inputs;
  /** How the turn ends. Left out: it does not. */
  readonly end?: Partial<StepSource>;
}

async function act({ inputs, end }: Act): Promise<MemoryScene> {
  const clock = new VirtualClock();
  const github = memoryGitHub();
  github.pulls.push({ number: 9, openedAt: clock.wall(), committedAt: clock.wall() });
  github.checks.set(HEAD_SHA, () => actionsSuite({ build: 'failure' }));
  const ended: StepSource = { at: '20s', result: 'Which tax?', ...end };
  const working: StepSource = { at: 0, status: 'ACTIVE' };
  const steps = end === undefined ? [working] : [working, ended];
  const scene = await sandboxScene({
    inputs,
    contents: { '/workspace/task.md': 'Fix the tax.' },
    github,
    clock,
    sandbox: {
      ...(inputs['service'] === undefined ? {} : { service: 'devin' }),
      scenario: { turns: [{ steps }] },
      speed: 1,
    },
  });
  await main(scene.ports);
  return scene;
}

/** The step that the message advises: with this run, and without these inputs. */
function advised({ host }: MemoryScene): Inputs {
  const message = String(host.outputs['error_message']);
  const [, runId = ''] = /`agent_run_id: (\S+)`/.exec(message) ?? [];
  const [, dropped = ''] = /(?:and|but) no ((?:`\w+`(?:, | or )?)+)/.exec(message) ?? [];
  const without = [...dropped.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, '']);
  return {
    ...host.inputs,
    agent_run_id: runId,
    ...(message.includes('as `prompt`') ? { prompt: 'This one.' } : {}),
    ...(Object.fromEntries(without) as Inputs),
  };
}

/** What the inputs refuse of that step. */
function refused(scene: MemoryScene): readonly string[] {
  const inputs = advised(scene);
  const { env, files } = scene.ports;
  const { problems } = parseInputs({
    env,
    files,
    input: (name) => inputs[name] ?? '',
    keepGivenSecret: () => undefined,
  });
  return problems.map(({ name }) => name);
}

const agentRunId = ({ host }: MemoryScene): string | undefined => host.outputs['agent_run_id'];

describe('how to go on with a run', () => {
  const TASK = { task: 'setup-commands', repo: 'octo/shop', prompt: '' };
  const LOGS = { task: 'analyze-logs', sandbox_id: '5', prompt: '' };
  const FILE = { ...DEVIN, prompt: '', prompt_file: 'task.md' };
  const timed = { timeout_minutes: '1' };
  const WAITING = { status: 'WAITING_FOR_INPUT', usage: { acu: 2 } };
  const FAILED = { status: 'FAILED', usage: { acu: 2 } };

  it.each<[string, Act, string]>([
    ['timed out', { inputs: { ...DEVIN, ...timed } }, 'and no `prompt` or `budget`.'],
    ['asks', { inputs: DEVIN, end: WAITING }, 'and your answer as `prompt`, but no `budget`.'],
    ['failed', { inputs: DEVIN, end: FAILED }, 'as `prompt`, but no `budget`.'],
    ['timed out', { inputs: { ...FILE, ...timed } }, 'and no `prompt`, `prompt_file` or `budget`.'],
    ['asks', { inputs: FILE, end: WAITING }, 'as `prompt`, but no `prompt_file` or `budget`.'],
    ['timed out', { inputs: { ...TASK, ...timed } }, 'and no `prompt` or `task`.'],
    ['timed out', { inputs: { ...LOGS, ...timed } }, 'and no `prompt`, `task` or `sandbox_id`.'],
  ])('that %s says what the step has to drop: %#', async (_, given, words) => {
    const scene = await act(given);
    expect(scene.host.outputs['error_message']).toContain(words);
    expect(advised(scene)['agent_run_id']).toBe(agentRunId(scene));
    expect(refused(scene)).toEqual([]);
  });
});

describe('how to follow a run of which the step knows no more', () => {
  const TASK = { task: 'setup-commands', repo_id: '5', prompt: '' };
  const lost: Answering = () => ({ status: 502 });
  const closed: Answering = ({ method }) =>
    method === 'POST'
      ? { body: { agent_run_id: 77, status: 'ACTIVE', url: 'https://agents.example.com/77' } }
      : { status: 403, body: { detail: 'No.' } };

  it.each<[string, Inputs, Answering, string]>([
    [
      'its create had no answer',
      { ...DEVIN, org_id: 'org-1' },
      lost,
      'follow it with `agent_run_id` and no `prompt` or `budget`; if not',
    ],
    [
      'nor had that of a task of its own',
      TASK,
      lost,
      'follow it with `agent_run_id` and no `prompt` or `task`; if not',
    ],
    [
      'it may not be read',
      TASK,
      closed,
      'follow it with `agent_run_id: 77` and no `prompt` or `task`.',
    ],
  ])('says what the step has to drop: %s', async (...[, inputs, answer, words]) => {
    const { host, ports } = memoryScene({ inputs, answer });
    await main(ports);
    expect(host.outputs).toMatchObject({ outcome: 'error' });
    expect(host.outputs['error_message']).toContain(words);
  });
});

describe('a run that has used up the limit of its create', () => {
  const USED_UP = { usage: { acu: 10.2 } };
  const limits: readonly Inputs[] = [
    { budget: '10 acu' },
    { budget: '', request_fields: '{"max_acu_limit": 10}' },
  ];

  it.each(limits)('is not asked to mend its work: %j', async (limit) => {
    const end = { ...USED_UP, status: 'COMPLETE', github_pull_requests: [{ url: PULL }] };
    const scene = await act({ inputs: { ...DEVIN, expect: 'checks', ...limit }, end });
    const { outputs } = scene.host;
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '0' });
    expect(outputs['error_message']).toContain('has used 10.2 ACU of the 10 ACU');
    expect(outputs['error_message']).toContain('Mend it on its branch.');
    expect(outputs['error_message']).not.toContain('agent_run_id');
  });

  it.each([
    ['WAITING_FOR_INPUT', 'needs_input'],
    ['FAILED', 'failed'],
  ])('is not asked to go on: %s', async (status, outcome) => {
    const { host } = await act({ inputs: DEVIN, end: { ...USED_UP, status } });
    expect(host.outputs).toMatchObject({ outcome });
    const message = host.outputs['error_message'];
    expect(message).toContain('raise the limit and start a new run');
    expect(message).toContain('`budget`');
    expect([message, ...host.summaries].join('\n')).not.toContain('agent_run_id:');
  });
});
