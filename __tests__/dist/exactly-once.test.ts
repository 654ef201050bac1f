/** At most one run for each request, from outside (contract 4.8, 4.9): faults of the service × `idempotency`. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';

const UNLIMITED = { standard: null, shared: null, creation: null };
/** How much faster the sandbox's clock runs. */
const SPEED = 1000;
let sandbox: Sandbox;
afterEach(() => sandbox.close());

const METADATA = { idempotency: 'metadata' };

async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSandbox({ scenario: 'quick', speed: SPEED, limits: UNLIMITED, ...options });
}

function act(inputs: Readonly<Record<string, string>> = {}, more: Partial<ActionOptions> = {}): Promise<ActionRun> {
  const { token, url } = sandbox;
  const usual = { token, base_url: url, org_id: '1', prompt: 'Fix the bug.', poll_interval_seconds: '0.05' };
  return runAction({ inputs: { ...usual, ...inputs }, ...more });
}

/** The step is killed as soon as the service has made the run. */
function actKilledOnCreate(inputs: Readonly<Record<string, string>>): Promise<ActionRun> {
  let watch: NodeJS.Timeout | undefined;
  const onOutput: ActionOptions['onOutput'] = (child) => {
    watch ??= setInterval(() => {
      if (sandbox.runs().length > 0) child.kill('SIGKILL');
    }, 20);
  };
  return act(inputs, { onOutput }).finally(() => clearInterval(watch));
}

const attempt = (number: number): Pick<ActionOptions, 'env'> => ({ env: { GITHUB_RUN_ATTEMPT: String(number) } });
const seen = (): string[] =>
  sandbox.requests.map(({ method, path }) => `${method} ${path.replace(/^.*\/agent\//, '')}`);
const creates = (): number => seen().filter((request) => request === 'POST run').length;
const list = (): number => seen().filter((request) => request === 'GET runs').length;

const bodyOf = (request: number): Record<string, unknown> =>
  JSON.parse(sandbox.requests[request]?.body ?? '{}') as Record<string, unknown>;

describe('a create whose response is lost', () => {
  it.each([
    ['the connection ends', 'reset-after'],
    ['the answer is cut', 'cut-body'],
    ['the answer is no JSON', 'wrong-body'],
    ['a proxy answers', 'html'],
    ['the answer is empty', 'empty'],
    ['a 500 after the work', { status: 500, after: true }],
    ['a 408 after the work', { status: 408, after: true }],
  ] as const)(
    '%s: the run is adopted with `idempotency: metadata`, and never sent again without',
    async (_what, fault) => {
      await start({ faults: [{ on: 'create', nth: 1, do: fault }] });
      const plain = await act();
      expect(plain.outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create', agent_run_id: '' });
      expect([creates(), list()]).toEqual([1, 0]);

      sandbox.clear();
      const adopting = await act(METADATA);
      expect(adopting.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
      expect(adopting.outputs['agent_run_id']).toBe(String(sandbox.runs()[0]?.id));
      expect(creates()).toBe(1);
      expect(list()).toBeGreaterThanOrEqual(1);
      // What the action met and overcame makes no annotation.
      expect(adopting.stdout).not.toMatch(/^::(warning|error)/m);
    },
  );

  it('is found in a list that lags behind, despite an older run with the same prompt', async () => {
    await start({
      faults: [
        { on: 'create', nth: 2, do: 'reset-after' },
        { on: 'runs', nth: 1, do: 'stale' },
        { on: 'runs', nth: 2, do: { status: 503 } },
      ],
    });
    await act({ ...METADATA, comment_key: 'other' });
    const { outputs } = await act(METADATA);
    expect(outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: String(sandbox.runs().at(-1)?.id) });
    expect([creates(), list()]).toEqual([2, 3]);
  });

  it('is left to the user if the service has no list of runs', async () => {
    await start({
      faults: [
        { on: 'create', nth: 1, do: 'reset-after' },
        { on: 'runs', do: { status: 404 } },
      ],
    });
    const { outputs } = await act(METADATA);
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(outputs['error_message']).toMatch(/was not sent again.*list of runs could not be read/s);
    expect([creates(), list()]).toEqual([1, 1]);
  });
});

describe('a step that is killed while its create is in flight', () => {
  it('finds the run by the key in the post step, and sends nothing', async () => {
    await start({ faults: [{ on: 'create', nth: 1, do: 'stall-headers' }] });
    const killed = await actKilledOnCreate(METADATA);
    expect(killed.state).toMatchObject({ phase: 'sending', runId: '' });
    const [run] = sandbox.runs();
    const { stdout, summary } = await act(METADATA, { state: killed.state });
    expect(stdout).toMatch(new RegExp(`^::warning[^\\n]*agent_run_id: ${String(run?.id)}`, 'm'));
    expect(stdout).not.toContain('not known whether');
    expect(summary).toContain(`run ${String(run?.id)}`);
    expect(creates()).toBe(1);
  });
});

describe('a service that does not keep metadata', () => {
  it('refuses it: the create is sent without, with one warning', async () => {
    await start({ metadata: 'refuse' });
    const { outputs, stdout } = await act({ ...METADATA, request_fields: '{"model": "large"}' });
    expect(outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    expect(bodyOf(1)).toMatchObject({ model: 'large' });
    expect(bodyOf(1)).not.toHaveProperty('metadata');
    expect([creates(), sandbox.runs().length]).toEqual([2, 1]);
    expect(stdout.match(/^::warning/gm)).toHaveLength(1);
  });

  it('drops it: one warning, nothing else changes', async () => {
    await start({ metadata: 'drop' });
    const { outputs, stdout } = await act(METADATA);
    expect(outputs['outcome']).toBe('succeeded');
    expect(creates()).toBe(1);
    expect(stdout.match(/^::warning.*metadata/gm)).toHaveLength(1);
  });

  it('a refusal for another reason is reported as such, without a warning', async () => {
    await start({ faults: [{ on: 'create', do: { status: 422, body: { detail: 'prompt too long' } } }] });
    const { outputs, stdout } = await act(METADATA);
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'rejected' });
    expect(sandbox.runs()).toEqual([]);
    expect(stdout).not.toMatch(/^::warning/m);
  });
});

describe('the metadata sent', () => {
  it('is added to that of `request_fields`, and only with `idempotency: metadata`', async () => {
    await start();
    await act({ ...METADATA, request_fields: '{"metadata": {"team": "core"}}' });
    await act({ request_fields: '{"metadata": {"team": "core"}}' });
    const [first, second] = sandbox.runs().map(({ metadata }) => metadata);
    expect(first).toMatchObject({
      team: 'core',
      agent_run_action_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      agent_run_action_generation: '1',
      agent_run_action_request: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(second).toEqual({ team: 'core' });
  });
});

describe('"Re-run failed jobs"', () => {
  it("attaches to the earlier attempt's run that succeeded, and sends nothing", async () => {
    await start();
    const first = await act(METADATA, attempt(1));
    const second = await act(METADATA, attempt(2));
    expect(second.outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: first.outputs['agent_run_id'] });
    expect(second.outputs['result']).toBe(first.outputs['result']);
    expect(second.outputs['total_logs']).toBe(first.outputs['total_logs']);
    expect(creates()).toBe(1);
  });

  it('attaches to one that is active, and to one that waits for input', async () => {
    await start({ scenario: 'asks', speed: 1000 });
    const first = await act(METADATA, attempt(1));
    const second = await act(METADATA, attempt(2));
    expect(first.outputs['outcome']).toBe('needs_input');
    expect(second.outputs).toMatchObject({ outcome: 'needs_input', agent_run_id: first.outputs['agent_run_id'] });
    expect(creates()).toBe(1);
  });

  it('starts a new run, the next generation, if the earlier one failed', async () => {
    await start({ scenarios: ['failed', 'quick'] });
    const first = await act(METADATA, attempt(1));
    const second = await act(METADATA, attempt(2));
    const third = await act(METADATA, attempt(3));
    expect([first.outputs['outcome'], second.outputs['outcome']]).toEqual(['failed', 'succeeded']);
    expect(second.outputs['agent_run_id']).not.toBe(first.outputs['agent_run_id']);
    expect(third.outputs['agent_run_id']).toBe(second.outputs['agent_run_id']);
    expect(sandbox.runs().map(({ metadata }) => metadata?.['agent_run_action_generation'])).toEqual(['1', '2']);
  });

  it('starts a run for each attempt without `idempotency`', async () => {
    await start();
    await act({}, attempt(1));
    await act({}, attempt(2));
    expect([creates(), list()]).toEqual([2, 0]);
  });

  it('starts a run if an earlier attempt created none', async () => {
    await start();
    const { outputs } = await act(METADATA, attempt(2));
    expect(outputs['outcome']).toBe('succeeded');
    expect([list(), creates()]).toEqual([1, 1]);
  });

  it('with another prompt creates nothing and names the run', async () => {
    await start();
    const first = await act(METADATA, attempt(1));
    const { outputs } = await act({ ...METADATA, prompt: 'Something else.' }, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(outputs['error_message']).toContain(`run ${String(first.outputs['agent_run_id'])}`);
    expect(creates()).toBe(1);
  });

  it('does not use the run of another job, matrix index, step, workflow run or repository', async () => {
    await start();
    await act(METADATA, attempt(1));
    const others: Partial<Record<string, string>>[] = [
      { GITHUB_JOB: 'other' },
      { GITHUB_ACTION: 'second' },
      { GITHUB_RUN_ID: '7002' },
      { GITHUB_REPOSITORY: 'octo/gadgets' },
    ];
    for (const env of others) await act(METADATA, { env: { GITHUB_RUN_ATTEMPT: '2', ...env } });
    await act({ ...METADATA, siblings: '3', sibling_index: '0', comment_key: 'x' }, attempt(2));
    expect(creates()).toBe(others.length + 2);
  });

  it('finds a run of another workflow run by a custom key', async () => {
    await start();
    const own = { ...METADATA, idempotency_key: 'release-1.2' };
    const first = await act(own, { env: { GITHUB_RUN_ID: '7001' } });
    const second = await act(own, { env: { GITHUB_RUN_ID: '7002' } });
    expect(second.outputs['agent_run_id']).toBe(first.outputs['agent_run_id']);
    expect(creates()).toBe(1);
  });

  it('creates nothing if the list is too long to be sure', async () => {
    await start();
    for (let n = 0; n < 2100; n += 1) sandbox.seedRun({ elapsedMs: 1_000 });
    const { outputs } = await act(METADATA, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(outputs['error_message']).toContain('20 pages');
    expect([list(), creates()]).toEqual([20, 0]);
  });
});

describe('how far a re-run looks back', () => {
  /** On the sandbox's clock, which is faster by `SPEED`. */
  const DAY_MS = 24 * 3_600_000 * SPEED;

  it('creates nothing if the list continues beyond the runs of 30 days', async () => {
    await start();
    // A run every six hours: the second page of 100 reaches back 50 days.
    for (let n = 300; n > 0; n -= 1) sandbox.seedRun({ elapsedMs: (n * DAY_MS) / 4 });
    const { outputs } = await act(METADATA, attempt(2));
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(outputs['error_message']).toContain('30 days');
    expect([list(), creates()]).toEqual([2, 0]);
  });

  it('creates a run once the whole list was read, however old its last runs are', async () => {
    await start();
    for (let n = 90; n > 0; n -= 1) sandbox.seedRun({ elapsedMs: n * DAY_MS });
    const { outputs } = await act(METADATA, attempt(2));
    expect(outputs['outcome']).toBe('succeeded');
    expect([list(), creates()]).toEqual([1, 1]);
  });
});

describe('a follow-up whose response is lost', () => {
  it('is found by its echo in the log, and not sent again', async () => {
    await start({ faults: [{ on: 'resume', nth: 1, do: 'reset-after' }] });
    const run = sandbox.seedRun({ elapsedMs: 100_000 });
    const { outputs } = await act({ ...METADATA, agent_run_id: String(run.id) });
    expect(outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(seen().filter((request) => request === 'POST run/resume')).toHaveLength(1);
    const resume = bodyOf(sandbox.requests.findIndex(({ path }) => path.endsWith('/resume')));
    expect(resume['prompt']).toMatch(/^Fix the bug\.\n\n\(Reference of this message: ara-[0-9a-f]{16}\)$/);
  });

  it('stays ambiguous without `idempotency`, with the prompt unchanged', async () => {
    await start({ faults: [{ on: 'resume', nth: 1, do: 'reset-after' }] });
    const run = sandbox.seedRun({ elapsedMs: 100_000 });
    const { outputs } = await act({ agent_run_id: String(run.id) });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(bodyOf(sandbox.requests.findIndex(({ path }) => path.endsWith('/resume')))).toMatchObject({
      prompt: 'Fix the bug.',
    });
  });
});
