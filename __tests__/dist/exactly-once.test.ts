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

const attempt = (number: number): Pick<ActionOptions, 'env'> => ({ env: { GITHUB_RUN_ATTEMPT: String(number) } });
const seen = (): string[] =>
  sandbox.requests.map(({ method, path }) => `${method} ${path.replace(/^.*\/agent\//, '')}`);
const creates = (): number => seen().filter((request) => request === 'POST run').length;
const list = (): number => seen().filter((request) => request === 'GET runs').length;

describe('a service that does not keep metadata', () => {
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
