/**
 * With `idempotency: on` a run is found again by its key (contract 4.8, 4.9): after a lost
 * answer, after a kill, and by a re-run of the job; never the run of anybody else, and where
 * nothing can be told, nothing is created in silence.
 *
 * Shown red by: ending the search at the first page of the list that does not hold the run, and
 * giving the tasks of each job of a matrix the same index.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultAction } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { SUBJECTS } from '../conformance/subjects.ts';
import { inputsFor } from '../support/fake-run.ts';
import {
  runAction,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';
import { annotations, Servers } from './step.ts';

const SPEED = 1000;
/** A day of real time in that of the scenario. */
const DAY_MS = SPEED * 24 * 3_600_000;

const servers = new Servers();
afterEach(() => servers.close());
let sandbox: Sandbox;

async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = servers.add(
    await startSandbox({ scenario: 'quick', speed: SPEED, limits: UNLIMITED, ...options }),
  );
}

function act(
  inputs: Readonly<Record<string, string>> = {},
  more: Partial<ActionOptions> = {},
): Promise<ActionRun> {
  return runAction({
    inputs: inputsFor(sandbox, { token: sandbox.token, idempotency: 'on', ...inputs }),
    ...more,
  });
}

const attempt = (
  number: number,
  env: Readonly<Record<string, string>> = {},
): Pick<ActionOptions, 'env'> => ({
  env: { GITHUB_RUN_ATTEMPT: String(number), ...env },
});
const calls = (name: string): number =>
  sandbox.requests.filter(
    ({ method, path }) => `${method} ${path.replace(/^.*\/agent\//, '')}` === name,
  ).length;
const creates = (): number => calls('POST run');
const newest = (): string => String(sandbox.runs().at(-1)?.id);

describe('a lost answer to a create', () => {
  it.each<[string, FaultAction]>([
    ['the connection ends', 'reset-after'],
    ['the answer is cut', 'cut-body'],
    ['a proxy answers', 'html'],
    ['a 500 after the work', { status: 500, after: true }],
  ])('%s: its run is adopted, without an annotation', async (_, fault) => {
    await start({ faults: [{ on: 'create', nth: 1, do: fault }] });
    const run = await act();
    expect(run.outputs).toMatchObject({
      outcome: 'succeeded',
      resumed: 'false',
      agent_run_id: newest(),
    });
    expect(creates()).toBe(1);
    expect([...annotations(run, 'error'), ...annotations(run, 'warning')]).toEqual([]);
  });

  it('the list lags and fails at first: its run is adopted, not the older one with the same prompt', async () => {
    await start({
      faults: [
        { on: 'create', nth: 2, do: 'reset-after' },
        { on: 'runs', nth: 1, do: 'stale' },
        { on: 'runs', nth: 2, do: { status: 503 } },
      ],
    });
    const other = await act({ comment_key: 'other' });
    const { outputs } = await act();
    expect(outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: newest() });
    expect(outputs['agent_run_id']).not.toBe(other.outputs['agent_run_id']);
    expect(creates()).toBe(2);
  });

  it('no list: it stays ambiguous, and nothing is sent again', async () => {
    const faults = [
      { on: 'create' as const, nth: 1, do: 'reset-after' as const },
      { on: 'runs' as const, do: { status: 404 } },
    ];
    await start({ faults });
    const { outputs } = await act({ timeout_minutes: '0.1' });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(creates()).toBe(1);
  });
});

it('a lost answer to a follow-up is settled by its echo in the log', async () => {
  await start({ faults: [{ on: 'resume', nth: 1, do: 'reset-after' }] });
  const earlier = sandbox.seedRun({ elapsedMs: 100_000 });
  const { outputs } = await act({ agent_run_id: String(earlier.id) });
  expect(outputs).toMatchObject({
    outcome: 'succeeded',
    resumed: 'true',
    agent_run_id: String(earlier.id),
  });
  expect(calls('POST run/resume')).toBe(1);
});

it('a step that is killed while its create is in flight: the post step finds the run, and sends nothing', async () => {
  await start({ faults: [{ on: 'create', nth: 1, do: 'stall-headers' }] });
  const killed = await act(
    {},
    signalWhen('SIGKILL', () => sandbox.runs().length > 0),
  );
  const post = await act({}, { state: killed.state });
  expect(annotations(post, 'warning').join('\n')).toContain(`agent_run_id: ${newest()}`);
  expect(post.summary).toContain(`run ${newest()}`);
  expect(creates()).toBe(1);
});

describe('"Re-run failed jobs"', () => {
  it.each([
    ['succeeded', 'quick', 'succeeded'],
    ['waits for input', 'asks', 'needs_input'],
  ])('attaches to a run that %s', async (_, scenario, outcome) => {
    await start({ scenario });
    const first = await act({}, attempt(1));
    const second = await act({}, attempt(2));
    for (const { outputs } of [first, second]) {
      expect(outputs).toMatchObject({ outcome, agent_run_id: newest() });
    }
    expect(second.outputs['result']).toBe(first.outputs['result']);
    expect(creates()).toBe(1);
  });

  it('names both of two runs with its key, and creates nothing', async () => {
    await start();
    // A first attempt creates without a look at the list, so that the same step twice makes two
    // runs of one key.
    for (let run = 0; run < 2; run += 1) {
      await act({}, attempt(1));
    }
    const { outputs } = await act({}, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    for (const { id } of sandbox.runs()) {
      expect(outputs['error_message']).toContain(String(id));
    }
    expect(creates()).toBe(2);
  });

  it('starts a new run if the earlier one failed, and attaches to that one from then on', async () => {
    await start({ scenarios: ['failed', 'quick'] });
    const [first, second, third] = [
      await act({}, attempt(1)),
      await act({}, attempt(2)),
      await act({}, attempt(3)),
    ];
    expect([first, second, third].map(({ outputs }) => outputs['outcome'])).toEqual([
      'failed',
      'succeeded',
      'succeeded',
    ]);
    expect(third.outputs['agent_run_id']).toBe(second.outputs['agent_run_id']);
    expect(creates()).toBe(2);
  });

  it('does not take the run of another job, step, workflow run, repository or matrix index', async () => {
    await start();
    await act({}, attempt(1));
    const others = [
      { GITHUB_JOB: 'other' },
      { GITHUB_ACTION: 'second' },
      { GITHUB_RUN_ID: '7002' },
      { GITHUB_REPOSITORY: 'octo/gadgets' },
    ];
    for (const env of others) {
      await act({}, attempt(2, env));
    }
    await act({ siblings: '3', sibling_index: '1' }, attempt(2));
    expect(creates()).toBe(others.length + 2);
  });

  it('with another prompt creates nothing and names the run', async () => {
    await start();
    const first = await act({}, attempt(1));
    const { outputs } = await act({ prompt: 'Something else.' }, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(outputs['error_message']).toContain(String(first.outputs['agent_run_id']));
    expect(creates()).toBe(1);
  });

  it('finds it behind two pages of other runs', async () => {
    await start();
    const first = await act({}, attempt(1));
    for (let n = 0; n < 230; n += 1) {
      sandbox.seedRun({ elapsedMs: 0 });
    }
    const { outputs } = await act({}, attempt(2));
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      agent_run_id: first.outputs['agent_run_id'],
    });
    expect(creates()).toBe(1);
  });

  it('creates nothing if the list is too long to be sure', async () => {
    await start();
    for (let n = 0; n < 2_100; n += 1) {
      sandbox.seedRun({ elapsedMs: 1_000 });
    }
    const { outputs } = await act({}, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(creates()).toBe(0);
  });

  it('creates a run where the list goes on behind 30 days, as after a first attempt that was refused', async () => {
    await start({ faults: [{ on: 'create', nth: 1, do: { status: 401 } }] });
    for (let n = 0; n < 150; n += 1) {
      sandbox.seedRun({ elapsedMs: 31 * DAY_MS });
    }
    const first = await act({}, attempt(1));
    const second = await act({}, attempt(2));
    expect([first, second].map(({ outputs }) => outputs['outcome'])).toEqual([
      'error',
      'succeeded',
    ]);
    expect(annotations(second, 'warning')).toEqual([]);
  });

  it('looks no further back than to the begin of the workflow run', async () => {
    await start();
    for (let n = 0; n < 2_100; n += 1) {
      sandbox.seedRun({ elapsedMs: DAY_MS });
    }
    const updated_at = new Date(Date.now() - 3_600_000).toISOString();
    const sender = { login: 'mona', type: 'User' };
    const event = { name: 'issues', payload: { sender, issue: { number: 7, updated_at } } };
    const inputs = { require_permission: 'none' };
    const { outputs } = await act(inputs, { ...attempt(2), event });
    expect(outputs['outcome']).toBe('succeeded');
    expect([creates(), calls('GET runs')]).toEqual([1, 1]);
  });

  it('creates a run, never in silence, where the service has no list', async () => {
    await start({ faults: [{ on: 'runs', do: { status: 404 } }] });
    await act({}, attempt(1));
    const second = await act({}, attempt(2));
    expect(second.outputs['outcome']).toBe('succeeded');
    expect(annotations(second, 'warning')).toHaveLength(1);
    expect(creates()).toBe(2);
  });
});

it('the key is sent beside the metadata of `request_fields`, and only with `idempotency: on`', async () => {
  await start();
  const request_fields = '{"metadata": {"team": "core"}}';
  await act({ request_fields }, attempt(1));
  for (const number of [1, 2]) {
    await act({ request_fields, idempotency: '' }, attempt(number));
  }
  const [keyed, ...plain] = sandbox.runs().map(({ metadata }) => metadata);
  expect(keyed).toMatchObject({
    team: 'core',
    agent_run_action_key: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(plain).toEqual([{ team: 'core' }, { team: 'core' }]);
  expect([creates(), calls('GET runs')]).toEqual([3, 0]);
});

it('a refusal for another reason is told as such, without a warning about the key', async () => {
  await start({
    faults: [{ on: 'create', do: { status: 422, body: { detail: 'prompt too long' } } }],
  });
  const run = await act();
  expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'rejected' });
  expect(annotations(run, 'warning')).toEqual([]);
  expect(sandbox.runs()).toEqual([]);
});

it('a key of its own spans workflow runs', async () => {
  await start();
  const own = { idempotency_key: 'release-1.2' };
  const first = await act(own, attempt(1, { GITHUB_RUN_ID: '7001' }));
  const second = await act(own, attempt(1, { GITHUB_RUN_ID: '7002' }));
  expect(second.outputs['agent_run_id']).toBe(first.outputs['agent_run_id']);
  expect(creates()).toBe(1);
});

it('a new key of its own creates a run in an organization with older runs', async () => {
  await start();
  for (let n = 0; n < 150; n += 1) {
    sandbox.seedRun({ elapsedMs: 31 * DAY_MS });
  }
  const { outputs } = await act({ idempotency_key: 'release-1.3' }, attempt(1));
  expect(outputs['outcome']).toBe('succeeded');
  expect(creates()).toBe(1);
});

it('a service that drops metadata: one warning, one run', async () => {
  await start({ metadata: 'drop' });
  const run = await act();
  expect(run.outputs['outcome']).toBe('succeeded');
  expect(annotations(run, 'warning')).toHaveLength(1);
  expect(sandbox.runs()).toHaveLength(1);
});

// Contract 4.9 (v5): it is refused, where it was created without a key before.
it('a service that refuses metadata is told as that, with what to set, and no run is made', async () => {
  await start({ metadata: 'refuse' });
  const { outputs } = await act();
  expect(outputs).toMatchObject({ outcome: 'error', error_code: 'rejected' });
  expect(outputs['error_message']).toContain('idempotency: none');
  expect([creates(), sandbox.runs()]).toEqual([1, []]);
});

describe.each(SUBJECTS)('a key of $service', ({ service, inputs }) => {
  const own = { service, org_id: '', ...inputs, idempotency_key: 'issue-7' };
  const env = (run: number, nth: number) => attempt(nth, { GITHUB_RUN_ID: String(run) });

  it('counts what is there: attempts that were refused make no other run of it', async () => {
    const refused = { on: 'create' as const, do: { status: 400 } };
    await start({ service, faults: [1, 2, 3].map((nth) => ({ ...refused, nth })) });
    for (const nth of [1, 2, 3]) {
      expect((await act(own, env(777, nth))).outputs['outcome']).toBe('error');
    }
    const first = await act(own, env(777, 4));
    const second = await act(own, env(778, 1));
    const id = first.outputs['agent_run_id'];
    expect(id).toMatch(/./);
    expect(second.outputs['agent_run_id']).toBe(id);
    expect(sandbox.store.created).toBe(1);
  });

  it('is the same for a prompt with other line ends', async () => {
    await start({ service });
    const first = await act({ ...own, prompt: 'One.\nTwo.' }, env(777, 1));
    const second = await act({ ...own, prompt: 'One.\r\nTwo.' }, env(778, 1));
    expect(second.outputs['agent_run_id']).toBe(first.outputs['agent_run_id']);
    expect(sandbox.store.created).toBe(1);
  });
});

describe.each(SUBJECTS)('fleets of $service in the jobs of a matrix', ({ service, inputs }) => {
  /** The ID of the only run of a job. */
  const runOf = async (job: number, nth: number): Promise<unknown> => {
    const task = service === 'agent-run' ? { repo_id: 7 + job } : { repo: `octo/shop-${job}` };
    const matrix = { siblings: '2', sibling_index: String(job), tasks: JSON.stringify([task]) };
    const { outputs } = await act({ org_id: '', ...inputs, ...matrix, service }, attempt(nth));
    expect(outputs['outcome']).toBe('succeeded');
    const [row] = JSON.parse(outputs['runs'] ?? '[]') as readonly Record<string, unknown>[];
    return row?.['agent_run_id'];
  };

  it('have no runs in common, and each attempt finds those of its own job', async () => {
    await start({ service });
    const first = [await runOf(0, 1), await runOf(1, 1)];
    const second = [await runOf(0, 2), await runOf(1, 2)];
    expect(first[0]).not.toBe(first[1]);
    expect(second).toEqual(first);
    expect(sandbox.store.created).toBe(2);
  });
});

it('two calls of one reusable workflow: what to set is said where a run of the other is met', async () => {
  await start();
  await act({ prompt: 'Write the docs.' }, attempt(1));
  await act({ prompt: 'Write the tests.' }, attempt(1));
  const { outputs } = await act({ prompt: 'Write the tests.' }, attempt(2));
  expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
  expect(outputs['error_message']).toContain('`comment_key`');
});
