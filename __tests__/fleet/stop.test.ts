/** How long a cancelled fleet takes to ask the service to stop its runs (contract 1.1, 7.3). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import { memoryScene, service } from '../support/memory-scene.ts';

const RUNS = 70;

it('does not wait for stop requests that the rate limit leaves no time for', async () => {
  const tasks = Array.from({ length: RUNS }, (_, index) => ({
    key: `k${index}`,
    agent_run_id: index + 1,
  }));
  const { ports, host, clock, http, stop } = memoryScene({
    inputs: { tasks: JSON.stringify(tasks), on_cancel: 'stop', prompt: '' },
    answer: (request, nth) => {
      const runId = Number(/run\/(\d+)/.exec(request.url)?.[1]);
      return request.url.endsWith('/ban')
        ? {}
        : service([], { fields: { id: runId, status: 'ACTIVE' } })(request, nth);
    },
  });
  let stopped = 0;
  clock.after(3_000, () => {
    stopped = http.requests.length;
    stop.abort(new Cancelled('SIGINT'));
  });
  await main(ports);
  // The time that summary and comment give to stop requests (contract 7.3).
  expect(clock.elapsed).toBeLessThanOrEqual(5_000);
  const bans = http.requests.length - stopped;
  expect(bans).toBe(60 - stopped);
  expect(host.outputs['counts']).toBe(`{"cancelled":${RUNS}}`);
  expect(host.outputs['error_message']).toContain(
    `accepted the request to stop ${bans} of ${RUNS} unfinished runs (\`on_cancel: stop\`). For ${RUNS - bans} runs`,
  );
});
