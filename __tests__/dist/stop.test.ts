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

const tasksOf = (task: object): string => JSON.stringify([{ key: 'a', prompt: 'Go on.', ...task }]);

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
    const late = await run({ timeout_minutes: '0.15' });
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
  const { outputs, state, exitCode } = await run({ timeout_minutes: '0.15' }, signal);
  expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
  expect(outputs['outcome']).toBe('timed_out');
  expect(outputs['error_message']).toContain('not known whether run 1001 was stopped');
  expect([exitCode, state['left']]).toEqual([1, 'stop']);
});

/** The answer to the first follow-up is not sent: the run may have got it. */
const UNANSWERED = [{ on: 'resume', nth: 1, do: 'stall-headers' }] as const;
const output_schema = JSON.stringify({ type: 'object', required: ['pass'] });
const whenAsked = (signal: NodeJS.Signals) =>
  signalWhen(signal, () => posts().includes('run/resume'));
const FAST = { poll_interval_seconds: '0.2' };

describe.each([
  ['a single run', (id: string) => ({ agent_run_id: id })],
  ['a fleet', (id: string) => ({ prompt: '', tasks: tasksOf({ agent_run_id: id }) })],
])('a follow-up that is on its way, of %s', (_, inputsOf) => {
  it('is stopped by a signal', async () => {
    await serve({ scenario: 'quick', speed: 50, faults: [...UNANSWERED] });
    const { id } = sandbox.seedRun({ scenario: 'quick', elapsedMs: 60_000 });
    const { outputs } = await run({ ...FAST, ...inputsOf(String(id)) }, whenAsked('SIGINT'));
    expect(outputs['outcome']).toBe('cancelled');
    expect(posts()).toEqual(['run/unban', 'run/resume', 'run/ban']);
  });

  it('is stopped by the post step after a kill, which tells of it', async () => {
    await serve({ scenario: 'quick', speed: 50, faults: [...UNANSWERED] });
    const { id } = sandbox.seedRun({ scenario: 'quick', elapsedMs: 60_000 });
    const inputs = { ...FAST, ...inputsOf(String(id)) };
    const { state } = await run(inputs, whenAsked('SIGKILL'));
    const post = await run(inputs, { state });
    expect(posts()).toEqual(['run/unban', 'run/resume', 'run/ban']);
    expect(post.stdout).toMatch(
      /received the follow-up is not known.*accepted the request to stop/s,
    );
  });
});

describe.each([
  ['a single run', { prompt: 'Go.' }],
  ['a fleet', { prompt: '', tasks: tasksOf({}) }],
])('a repair of the answer that is on its way, of %s', (_, given) => {
  const inputs = { ...FAST, ...given, output_schema };

  it('is stopped by a signal', async () => {
    await serve({ scenario: 'quick', speed: 50, faults: [...UNANSWERED] });
    const { outputs } = await run(inputs, whenAsked('SIGINT'));
    expect(outputs['outcome']).toBe('cancelled');
    expect(posts()).toEqual(['run', 'run/unban', 'run/resume', 'run/ban']);
  });

  it('is stopped by the post step after a kill, which tells of it', async () => {
    await serve({ scenario: 'quick', speed: 50, faults: [...UNANSWERED] });
    const { state } = await run(inputs, whenAsked('SIGKILL'));
    const post = await run(inputs, { state });
    expect(posts()).toEqual(['run', 'run/unban', 'run/resume', 'run/ban']);
    expect(post.stdout).toMatch(
      /received the follow-up is not known.*accepted the request to stop/s,
    );
    expect(post.summary).not.toContain('succeeded');
  });
});

it('a repair of the answer that is not answered until the timeout is timed out, and stopped', async () => {
  await serve({ scenario: 'quick', speed: 50, faults: [...UNANSWERED] });
  const { outputs } = await run({ ...FAST, output_schema, timeout_minutes: '0.2' });
  expect(outputs).toMatchObject({ outcome: 'timed_out', error_code: '' });
  expect(posts()).toEqual(['run', 'run/unban', 'run/resume', 'run/ban']);
});

describe('the next resume', () => {
  const FOLLOWED = { prompt: 'More.', poll_interval_seconds: '0.5' };

  it('lifts the ban once, and not again before a schema repair', async () => {
    await serve({ scenario: 'quick', speed: 50 });
    const { id } = sandbox.seedRun({ scenario: 'quick', elapsedMs: 60_000 });
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
