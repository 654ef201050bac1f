/**
 * With a service that puts older sandboxes to sleep, a fleet has three runs at once unless
 * `max_parallel` says more (contract 18.10).
 *
 * Shown red by: asking `max_parallel` alone for a free place, and asking for one also where runs
 * are only followed.
 */
import { afterAll, expect, it } from '@jest/globals';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { runAction } from '../support/run-action.ts';
import { Servers } from './step.ts';

const servers = new Servers();
afterAll(() => servers.close());

const TASKS = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, prompt: 'Go.' }));
const WORK: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        { at: '100s', status: 'COMPLETE', result: 'Done.' },
      ],
    },
  ],
};

// At the same time: the rate limit paces each fleet, so these tests mostly wait.
it.concurrent.each([
  { maxParallel: '', most: 3, told: '5 tasks, 3 runs at a time' },
  { maxParallel: '5', most: 5, told: '5 tasks, 5 runs at a time' },
])('max_parallel "$maxParallel": $most at once', async ({ maxParallel, most, told }) => {
  const sandbox = servers.add(
    await startSandbox({ service: 'openhands', scenario: WORK, speed: 20, limits: UNLIMITED }),
  );
  let atOnce = 0;
  const watch = setInterval(() => {
    const working = sandbox.store.all().filter((run) => sandbox.store.now(run).result === null);
    atOnce = Math.max(atOnce, working.length);
  }, 20);
  const step = await runAction({
    inputs: {
      service: 'openhands',
      token: sandbox.token,
      base_url: sandbox.url,
      poll_interval_seconds: '0.1',
      timeout_minutes: '1',
      tasks: JSON.stringify(TASKS),
      max_parallel: maxParallel,
    },
  }).finally(() => clearInterval(watch));
  expect(step.outputs).toMatchObject({ outcome: 'succeeded' });
  expect(step.stdout).toContain(told);
  expect(atOnce).toBe(most);
});

it.concurrent('runs that are only followed are all followed at once', async () => {
  const sandbox = servers.add(
    await startSandbox({ service: 'openhands', scenario: WORK, speed: 20, limits: UNLIMITED }),
  );
  const base = { service: 'openhands', token: sandbox.token, base_url: sandbox.url };
  const started = await runAction({
    inputs: { ...base, tasks: JSON.stringify(TASKS), wait: 'false' },
  });
  const runs = JSON.parse(started.outputs['runs'] ?? '[]') as readonly Record<string, string>[];
  const ids = runs.map(({ key, agent_run_id }) => ({ key, agent_run_id }));
  const collected = await runAction({
    inputs: {
      ...base,
      poll_interval_seconds: '0.1',
      timeout_minutes: '1',
      tasks: JSON.stringify(ids),
    },
  });
  expect(collected.outputs).toMatchObject({ outcome: 'succeeded', counts: '{"succeeded":5}' });
  expect(collected.stdout).toContain('5 tasks, until all have ended');
});
