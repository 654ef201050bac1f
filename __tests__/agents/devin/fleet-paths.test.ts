/** Tasks of a fleet find out together which path of a session the service takes (sheet, 10). */
import { expect, it } from '@jest/globals';
import { main } from '../../../src/main.ts';
import { MemorySandbox, scenarioOf } from '../../support/memory-sandbox.ts';
import { memoryScene, TOKEN } from '../../support/memory-scene.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const BARE = new Map([['bare-paths-only', { forMs: 0, count: 0 }]]);

it('one that is told late that its path is not there tries the other one, which is known by then', async () => {
  const clock = new VirtualClock();
  const scenario = scenarioOf([{ steps: [{ at: 0, status: 'COMPLETE', result: 'Done.' }] }]);
  const sandbox = new MemorySandbox({
    service: 'devin',
    token: TOKEN,
    now: () => clock.wall(),
    choose: () => scenario,
  });
  const order = { prompt: 'Fix it.', scenario, seeded: true, elapsedMs: 60_000 };
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
