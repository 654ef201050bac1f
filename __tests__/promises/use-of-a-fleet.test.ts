/**
 * The use of many runs is the sum of what they tell, and says of how many (contract 1.2 `usage`,
 * 13, 20.3).
 *
 * Shown red by: adding up units that differ, or giving the output no sum.
 */
import { afterEach, expect, it } from '@jest/globals';
import type { ScenarioSource, UsageSource } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import { Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const using = (usage?: UsageSource): ScenarioSource => ({
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '4s',
          status: 'COMPLETE',
          result: 'Done.',
          entry: { message_type: 'FINAL_ANSWER', observation: 'Done.' },
          ...(usage === undefined ? {} : { usage }),
        },
      ],
    },
  ],
});

async function fleet(
  service: NonNullable<SandboxOptions['service']>,
  usages: readonly (UsageSource | undefined)[],
): Promise<ActionRun> {
  const scenarios = usages.map((usage) => using(usage));
  const options = { service, scenarios, speed: 20, limits: UNLIMITED };
  const sandbox = servers.add(await startSandbox(options));
  const tasks = usages.map((_, nth) => ({ key: `task-${nth}`, prompt: 'Go.' }));
  return runAction({
    inputs: {
      service,
      token: sandbox.token,
      base_url: sandbox.url,
      poll_interval_seconds: '0.1',
      timeout_minutes: '1',
      tasks: JSON.stringify(tasks),
    },
  });
}

it('is told in output, summary, log and report, with the share of each run', async () => {
  const step = await fleet('devin', [{ acu: 2.1 }, undefined, { acu: 0.2 }]);
  expect(JSON.parse(step.outputs['usage'] ?? '')).toEqual({
    unit: 'acu',
    amount: 2.3,
    cost_usd: null,
    runs: 2,
    of: 3,
  });
  const sum = '2.3 ACU by 2 of 3 runs';
  expect(step.summary).toContain(sum);
  expect(step.summary).toMatch(/^\| task-0 \| .* · 2\.1 ACU \|$/m);
  expect(step.stdout).toMatch(/^Agent runs: succeeded .*; 2\.3 ACU by 2 of 3 runs; /m);
  const shares = jsonLines(step.outputs['runs_file']).map((line) => (line as UseLine).usage);
  expect(shares.map((usage) => usage?.amount ?? null)).toEqual([2.1, null, 0.2]);
});

interface UseLine {
  readonly usage: { readonly amount: number } | null;
}

it('is empty where no run tells it', async () => {
  const step = await fleet('devin', [undefined, undefined]);
  expect(step.outputs).toMatchObject({ outcome: 'succeeded', usage: '' });
});
