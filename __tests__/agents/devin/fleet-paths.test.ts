/** What the tasks of a fleet find out together (sheet, sections 2 and 10). */
import { expect, it } from '@jest/globals';
import { main } from '../../../src/main.ts';
import { scenarioOf } from '../../support/memory-sandbox.ts';
import { memoryScene } from '../../support/memory-scene.ts';
import { sandboxOn } from '../../support/sandbox-scene.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const BARE = new Map([['bare-paths-only', { forMs: 0, count: 0 }]]);
const WITHOUT_ORGANIZATION = new Map([['no-org', { forMs: 0, count: 0 }]]);

const SCENARIO = scenarioOf([{ steps: [{ at: 0, status: 'COMPLETE', result: 'Done.' }] }]);

const sandboxFor = (clock: VirtualClock) =>
  sandboxOn(clock, { service: 'devin', choose: () => SCENARIO });

it('one that is told late that its path is not there tries the other one, which is known by then', async () => {
  const clock = new VirtualClock();
  const sandbox = sandboxFor(clock);
  const order = { prompt: 'Fix it.', scenario: SCENARIO, seeded: true, elapsedMs: 60_000 };
  const [late, early] = [sandbox.store.create(order).id, sandbox.store.create(order).id];
  const tasks = [
    { key: 'late', agent_run_id: late },
    { key: 'early', agent_run_id: early },
  ];
  const scene = memoryScene({
    clock,
    inputs: {
      service: 'devin',
      org_id: 'org-5a4db0c1',
      repo: 'octo/widgets',
      prompt: '',
      report: 'false',
      tasks: JSON.stringify(tasks),
    },
    answer: (request) => ({
      ...sandbox.answer(request, { habits: BARE }),
      delayMs: request.url.includes(late) ? 2_000 : 50,
    }),
  });
  await main(scene.ports);
  // What was not asked for by this action has no outcome.
  expect(scene.host.outputs).toMatchObject({ counts: '{"needs_input":2}' });
});

it('a key without an organization is asked about once, and no more is started after two tasks', async () => {
  const clock = new VirtualClock();
  const sandbox = sandboxFor(clock);
  const tasks = ['octo/a', 'octo/b', 'octo/c', 'octo/d'].map((repo) => ({ key: repo, repo }));
  const scene = memoryScene({
    clock,
    inputs: {
      service: 'devin',
      org_id: '',
      prompt: 'Fix it.',
      report: 'false',
      tasks: JSON.stringify(tasks),
    },
    answer: (request) => sandbox.answer(request, { habits: WITHOUT_ORGANIZATION }),
  });
  await main(scene.ports);
  expect(scene.host.outputs).toMatchObject({
    counts: '{"error":2,"skipped":2}',
    error_code: 'not_found',
    requests: '1',
  });
});
