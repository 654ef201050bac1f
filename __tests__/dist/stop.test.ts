/**
 * `on_cancel: stop`, from outside: the bundle against the sandbox, signals and kills included
 * (contract 1.1, 7.3).
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { LONG, short } from '../support/fleet.ts';
import {
  runAction,
  SIGNAL_LIMIT_MS,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function serve(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSandbox({ scenario: LONG, ...options });
}

async function run(
  inputs: Readonly<Record<string, string>>,
  rest: Partial<ActionOptions> = {},
): Promise<ActionRun> {
  const connection = { token: sandbox.token, org_id: '1', base_url: sandbox.url };
  return runAction({
    ...rest,
    inputs: { ...connection, prompt: 'Go.', on_cancel: 'stop', ...inputs },
  });
}

/** Sends the signal once the run is known. */
const whenStarted = (signal: NodeJS.Signals, runId = '1001') =>
  signalWhen(signal, (stdout) => stdout.includes(runId));

const posts = (): string[] =>
  sandbox.requests
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path.replace(/^.*\/agent\//, ''));
const statusOf = (): unknown => sandbox.runs()[0]?.status;

describe('a cancelled step', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'asks the service to stop the run within the time that %s leaves',
    async (signal) => {
      await serve();
      const sent = whenStarted(signal);
      const { outputs, exitCode, state, stdout } = await run({}, sent);
      expect(performance.now() - sent.at).toBeLessThan(SIGNAL_LIMIT_MS);
      expect(outputs).toMatchObject({ outcome: 'cancelled', error_code: '', agent_run_id: '1001' });
      expect(outputs['error_message']).toMatch(/accepted the request to stop run 1001/);
      expect(stdout).not.toContain('The run 1001 goes on');
      expect([exitCode, posts(), statusOf()]).toEqual([1, ['run', 'run/ban'], 'CANCELLED']);
      expect(state).toMatchObject({ phase: 'done', left: '' });
    },
  );

  it('reports a service that refuses, and does not retry', async () => {
    await serve({
      faults: [{ on: 'ban', nth: 1, do: { status: 403, body: { detail: 'Not for your role.' } } }],
    });
    const { outputs, exitCode, state, stdout } = await run({}, whenStarted('SIGINT'));
    expect(outputs).toMatchObject({ outcome: 'cancelled', error_code: '', agent_run_id: '1001' });
    expect(outputs['error_message']).toMatch(
      /refused to stop run 1001 \(.*Not for your role\.\)\. It goes on; stop it/,
    );
    expect([exitCode, state['left'], statusOf()]).toEqual([1, '', 'ACTIVE']);
    expect(stdout.match(/^::error/gm)).toHaveLength(1);
    await run({}, { state });
    expect(posts()).toEqual(['run', 'run/ban']);
  });

  it('reports a refusal after a timeout, and in the post step after a kill', async () => {
    await serve({
      faults: [
        { on: 'ban', from: 1, to: 2, do: { status: 403, body: { detail: 'Not for your role.' } } },
      ],
    });
    const late = await run({ timeout_minutes: '0.06' });
    expect(late.outputs).toMatchObject({ outcome: 'timed_out', error_code: '' });
    expect(late.outputs['error_message']).toContain('refused to stop run 1001');
    const killed = await run({}, whenStarted('SIGKILL', '1002'));
    const post = await run({}, { state: killed.state });
    expect([post.exitCode, posts()]).toEqual([0, ['run', 'run/ban', 'run', 'run/ban']]);
    expect(post.stdout).toMatch(/^::warning.*refused to stop run 1002.*It goes on; stop it/m);
  });
});

it('leaves the result to the post step if it is cancelled during the request after a timeout', async () => {
  await serve({ faults: [{ on: 'ban', nth: 1, do: { status: 200, body: {}, delay: '60s' } }] });
  const signal = signalWhen('SIGINT', () => posts().includes('run/ban'));
  const { outputs, state, exitCode } = await run({ timeout_minutes: '0.06' }, signal);
  expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
  expect(outputs['outcome']).toBe('timed_out');
  expect(outputs['error_message']).toContain('not known whether run 1001 was stopped');
  expect([exitCode, state['left']]).toEqual([1, 'stop']);
});

describe('the next resume', () => {
  const FOLLOWED = { prompt: 'More.', poll_interval_seconds: '0.5' };

  it('lifts the ban once, and not again before a schema repair', async () => {
    await serve({ scenario: 'quick', speed: 50 });
    const { id } = sandbox.seedRun({ scenario: 'quick', elapsedMs: 60_000 });
    const output_schema = JSON.stringify({ type: 'object', required: ['pass'] });
    await run({ ...FOLLOWED, agent_run_id: String(id), output_schema });
    expect(posts()).toEqual(['run/unban', 'run/resume', 'run/resume']);
  });

  it('continues the run that a cancelled step has stopped', async () => {
    const second = short('COMPLETE', 1_000, 'Went on.');
    await serve({ scenario: { turns: [...LONG.turns, ...second.turns] } });
    const stopped = await run({}, whenStarted('SIGTERM'));
    expect([stopped.outputs['outcome'], statusOf()]).toEqual(['cancelled', 'CANCELLED']);
    const agent_run_id = String(stopped.outputs['agent_run_id']);
    const { outputs } = await run({ ...FOLLOWED, agent_run_id });
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      resumed: 'true',
      result: 'Went on.',
      agent_run_id,
    });
    expect(posts()).toEqual(['run', 'run/ban', 'run/unban', 'run/resume']);
  });
});
