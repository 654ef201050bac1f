/** How long a cancelled fleet takes to ask the service to stop its runs (contract 1.1, 7.3). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import { memoryScene, service } from '../support/memory-scene.ts';

const RUNS = 70;

it('has stopped its runs at their timeout, although they are polled as densely as the limit allows', async () => {
  const runs = 12;
  const tasks = Array.from({ length: runs }, (_, index) => ({
    key: `k${index}`,
    agent_run_id: index + 1,
  }));
  const { ports, host, clock, http } = memoryScene({
    inputs: {
      tasks: JSON.stringify(tasks),
      on_cancel: 'stop',
      prompt: '',
      poll_interval_seconds: '1',
      timeout_minutes: '3',
    },
    answer: (request, nth) => {
      const runId = Number(/run\/(\d+)/.exec(request.url)?.[1]);
      return request.url.endsWith('/ban')
        ? {}
        : service([], { fields: { id: runId, status: 'ACTIVE' } })(request, nth);
    },
  });
  await main(ports);
  expect(http.requests.filter(({ url }) => url.endsWith('/ban'))).toHaveLength(runs);
  expect(host.outputs['error_message']).toContain(
    `accepted the request to stop ${runs} of ${runs} unfinished runs`,
  );
  // The reads of each run just before, and the stop: nothing waits for the window to pass.
  expect(clock.elapsed).toBeLessThan(182_000);
});

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
