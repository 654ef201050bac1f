/**
 * Many runs in one step, from outside: the committed bundle against the sandbox service (contract
 * 1.1, 7.3, 13).
 */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OUTPUT_NAMES } from '../../src/runner/output-table.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import {
  LONG,
  named,
  outcomes,
  posts,
  runFleet as run,
  runsOf,
  serveFleet,
  short,
} from '../support/fleet.ts';
import { jsonLines, SIGNAL_LIMIT_MS, signalWhen } from '../support/run-action.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function serve(options: SandboxOptions): Promise<Sandbox> {
  sandbox = await serveFleet(options);
  return sandbox;
}

/** Milliseconds from each request to the next. */
function gapsOf(requests: readonly { readonly at: number }[]): readonly number[] {
  return requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? NaN));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

describe('runs all tasks', () => {
  it('and returns each with its own files', async () => {
    const service = await serve({
      scenarios: [short('COMPLETE'), short('FAILED'), short('COMPLETE')],
    });
    const step = await run(service, named('a', 'b', 'c'));
    const { outputs, exitCode, summary, stdout, stderr } = step;
    expect(stderr).toBe('');
    expect(exitCode).toBe(1);
    expect(Object.keys(outputs).sort()).toEqual([...OUTPUT_NAMES].sort());
    expect(outputs).toMatchObject({
      outcome: 'failed',
      agent_run_id: '',
      web_url: '',
      result: '',
      total_logs: '6',
    });
    expect(JSON.parse(outputs['counts'] ?? '')).toEqual({ failed: 1, succeeded: 2 });
    expect(JSON.parse(outputs['runs'] ?? '')).toEqual([
      expect.objectContaining({
        key: 'a',
        agent_run_id: 1001,
        status: 'COMPLETE',
        outcome: 'succeeded',
      }),
      expect.objectContaining({
        key: 'b',
        agent_run_id: 1002,
        status: 'FAILED',
        outcome: 'failed',
      }),
      expect.objectContaining({
        key: 'c',
        agent_run_id: 1003,
        status: 'COMPLETE',
        outcome: 'succeeded',
      }),
    ]);
    const lines = jsonLines(outputs['runs_file']) as Record<string, string>[];
    expect(lines.map(({ key, result }) => [key, result])).toEqual([
      ['a', 'Ended as COMPLETE.'],
      ['b', 'Ended as FAILED.'],
      ['c', 'Ended as COMPLETE.'],
    ]);
    for (const line of lines) {
      expect(jsonLines(line['logs_file'])).toHaveLength(2);
      expect(readFileSync(line['result_file'] ?? '', 'utf8')).toBe(line['result']);
      expect(readFileSync(line['report_file'] ?? '', 'utf8')).toMatch(/^<!doctype html>/i);
    }
    expect(
      new Set(
        lines.flatMap((line) => [line['logs_file'], line['result_file'], line['report_file']]),
      ).size,
    ).toBe(9);
    const index = readFileSync(outputs['report_file'] ?? '', 'utf8');
    for (const key of ['a', 'b', 'c']) {
      expect(index).toContain(`data-key="${key}"`);
    }
    expect(posts(service)).toHaveLength(3);
    expect(summary).toContain('3 agent runs: 1 failed, 2 succeeded');
    expect(stdout.match(/^::error/gm)).toHaveLength(1);
    expect(stdout).toMatch(
      /^::error [^\n]*The task "b" ended as failed: [^\n]+FAILED\." To try again, [^\n]+: 1002`/m,
    );
  });

  it('polling each at a fixed poll interval, even with the list of runs', async () => {
    const service = await serve({ scenario: short('COMPLETE', 3_500) });
    const { outputs } = await run(service, named('a', 'b', 'c'), {
      inputs: { poll_interval_seconds: '0.5' },
    });
    expect(outputs['outcome']).toBe('succeeded');
    for (const id of [1001, 1002, 1003]) {
      const looks = service.requests.filter(({ path }) => path.endsWith(`/${id}/logs`));
      expect(looks.length).toBeGreaterThanOrEqual(4);
      // The list would be read every three seconds, and a log by itself every ten.
      expect(median(gapsOf(looks))).toBeLessThan(2_000);
    }
  });

  it('reading the list of repositories once for all of their names', async () => {
    const service = await serve({ scenario: short('COMPLETE') });
    const repositories = ['octo/shop', 'OCTO/DOCS', 'octo/gone', 'octo/lost'];
    const tasks = repositories.map((repo) => ({ prompt: 'Go', repo }));
    expect(outcomes(await run(service, tasks))).toEqual({
      0: 'succeeded',
      1: 'succeeded',
      2: 'error',
      3: 'error',
    });
    expect(service.requests.filter(({ path }) => path.endsWith('/repos'))).toHaveLength(1);
  });

  it('until one fails, with fail_fast, those that wait for the creation limit among them', async () => {
    const service = await serve({ scenarios: [short('FAILED'), short('COMPLETE')] });
    const keys = Array.from({ length: 12 }, (_, index) => `t${index}`);
    const step = await run(service, named(...keys), { inputs: { fail_fast: 'true' } });
    expect(JSON.parse(step.outputs['counts'] ?? '')).toMatchObject({ skipped: 2 });
    expect([step.outputs['outcome'], outcomes(step)]).toEqual([
      'failed',
      expect.objectContaining({ t11: 'skipped' }),
    ]);
    expect(posts(service)).toHaveLength(10);
    // Not even until the limit would have let the next one through.
    const [first, last] = [service.requests[0], service.requests.at(-1)];
    expect((last?.at ?? NaN) - (first?.at ?? NaN)).toBeLessThan(50_000);
  });
});

describe('starts now, collects later', () => {
  it('with wait: false and tasks of key and agent_run_id', async () => {
    const service = await serve({ scenario: short('COMPLETE', 1000) });
    const started = await run(service, named('a', 'b'), { inputs: { wait: 'false' } });
    expect(started.outputs).toMatchObject({ outcome: 'started', counts: '{"started":2}' });
    expect(started.exitCode).toBe(0);
    const runs = JSON.parse(started.outputs['runs'] ?? '') as {
      key: string;
      agent_run_id: number;
    }[];
    const tasks = runs.map(({ key, agent_run_id }) => ({ key, agent_run_id }));
    const collected = await run(service, tasks, { inputs: { prompt: 'Not for them.' } });
    expect(outcomes(collected)).toEqual({ a: 'succeeded', b: 'succeeded' });
    expect(posts(service)).toHaveLength(2);
    for (const line of jsonLines(collected.outputs['runs_file']) as Record<string, string>[]) {
      expect(jsonLines(line['logs_file'])).toHaveLength(2);
    }
  });
});

it('prints no line of the file of tasks, which the runner could take for a command', async () => {
  const service = await serve({});
  const files = { 'tasks.yaml': '::set-output name=outcome::succeeded: !odd 1\n' };
  const { stderr, outputs } = await run(service, [], { inputs: { tasks: 'tasks.yaml' }, files });
  expect(stderr).toBe('');
  expect(outputs['error_code']).toBe('invalid_input');
});

describe('cut short', () => {
  it('by a kill: the post step reports the state of each run', async () => {
    const service = await serve({ scenarios: [short('COMPLETE'), LONG] });
    const tasks = named('a', 'b', 'c', 'd');
    const options = { inputs: { max_parallel: '3' } };
    const step = await run(service, tasks.slice(0, 4), {
      ...options,
      ...signalWhen('SIGKILL', (stdout) => stdout.includes('1/4') && stdout.includes('run 1004')),
    });
    // Set before the run starts, for a step that cannot set anything any more.
    expect(step.outputs['outcome']).toBe('error');
    expect(existsSync(step.state['journal'] ?? '')).toBe(true);
    const post = await run(service, tasks, { ...options, state: step.state });
    expect(post.stdout).toMatch(/1 succeeded\. 3 runs may still be going on/);
    for (const id of [1002, 1003, 1004]) {
      expect(post.summary).toContain(`· run ${id} ·`);
    }
    expect(post.summary).not.toContain('sandbox.example');
    expect(posts(service)).toHaveLength(4);
  });
});

const STOP = { on_cancel: 'stop' };
const statuses = (): unknown[] => sandbox.runs().map(({ status }) => status);
const bans = (): unknown[] =>
  posts(sandbox)
    .filter(({ path }) => path.endsWith('/ban'))
    .map(({ body }) => (JSON.parse(body) as { agent_run_id: number }).agent_run_id)
    .sort();

describe('with `on_cancel: stop`', () => {
  it('a cancelled fleet asks the service to stop every unfinished run, within the time left after a signal', async () => {
    await serve({ scenarios: [short('COMPLETE', 10), LONG] });
    const signal = signalWhen(
      'SIGINT',
      (stdout) => stdout.includes('1/4') && sandbox.runs().length >= 4,
    );
    const step = await run(sandbox, named('a', 'b', 'c', 'd'), { inputs: STOP, ...signal });
    expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
    expect(bans()).toEqual([1002, 1003, 1004]);
    expect(statuses()).toEqual(['COMPLETE', 'CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect(outcomes(step)).toEqual({
      a: 'succeeded',
      b: 'cancelled',
      c: 'cancelled',
      d: 'cancelled',
    });
    expect(step.outputs['error_message']).toMatch(
      /accepted the request to stop 3 of 3 unfinished runs/,
    );
    expect(runsOf(step)[1]?.error_message).toMatch(/accepted the request to stop run 1002/);
    expect(step.stdout).not.toContain('may still be going on');
    expect(step.state['phase']).toBe('done');
  });

  it('stops a run that times out while others continue', async () => {
    await serve({ scenarios: [LONG, short('COMPLETE', 300)] });
    const step = await run(sandbox, named('a', 'b'), {
      inputs: { ...STOP, timeout_minutes: '0.05' },
    });
    expect(outcomes(step)).toEqual({ a: 'timed_out', b: 'succeeded' });
    expect(step.outputs['error_message']).toMatch(/stop 1 of 1 unfinished run /);
    expect(statuses()).toEqual(['CANCELLED', 'COMPLETE']);
    expect(step.outputs['outcome']).toBe('timed_out');
    // Not a request after the other until the time is up.
    expect(sandbox.requests.filter(({ path }) => path.includes('1001')).length).toBeLessThan(6);
  });

  it('does not wait for the stop request of a timed-out run', async () => {
    await serve({
      scenarios: [LONG, short('COMPLETE', 300)],
      faults: [{ on: 'ban', nth: 1, do: { status: 200, body: {}, delay: '60s' } }],
    });
    const signal = signalWhen('SIGINT', () => bans().length > 0);
    const step = await run(sandbox, named('a', 'b'), {
      inputs: { ...STOP, timeout_minutes: '0.15' },
      ...signal,
    });
    expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
    expect(outcomes(step)).toEqual({ a: 'timed_out', b: 'succeeded' });
    expect(step.outputs['error_message']).toMatch(
      /For 1 run there was no clear answer in time; the post step asks again/,
    );
  });
});
