/** The two published addresses of the log, of which a service has one or none (contract 2.3). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { finalAnswer } from '../support/fake-run.ts';
import { memoryScene, type MemoryScene } from '../support/memory-scene.ts';

/** Three tasks, one after the other, on a service that has the log at this address only. */
async function fleetOn(address: '/v1/alpha/' | 'none'): Promise<MemoryScene> {
  let ids = 0;
  const scene = memoryScene({
    inputs: { tasks: '[{"key":"a"},{"key":"b"},{"key":"c"}]', max_parallel: '1' },
    answer: ({ method, url }) => {
      const id = method === 'POST' ? ++ids : Number(/\/run\/(\d+)/.exec(url)?.[1]);
      const run = { id, status: 'COMPLETE', result: 'Done.' };
      if (!url.includes('/logs')) {
        return { body: run };
      }
      if (!url.includes(address)) {
        return { status: 404, body: { detail: 'Not Found' } };
      }
      return {
        body: {
          ...run,
          logs: [finalAnswer(1)].map((entry) => ({ ...entry, agent_run_id: id })),
          total_logs: 1,
        },
      };
    },
  });
  await main(scene.ports);
  expect(scene.host.outputs['counts']).toBe('{"succeeded":3}');
  return scene;
}

it('is missed with one warning for all tasks', async () => {
  const { host } = await fleetOn('none');
  expect(host.messages('warning')).toEqual([
    expect.stringMatching(/^The service offers no log of this run/),
  ]);
});

it('is found once for all tasks', async () => {
  const { http } = await fleetOn('/v1/alpha/');
  const read = http.requests.filter(({ url }) => url.includes('/logs'));
  expect(read.map(({ url }) => url.includes('/alpha/'))).toEqual([false, true, true, true]);
});
