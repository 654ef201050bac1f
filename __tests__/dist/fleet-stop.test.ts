/** `on_cancel: stop` in a fleet, from outside: signals, kills and timeouts (contract 1.1, 7.3, 13). */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import { LONG, named, outcomes, posts, runFleet, runsOf, serveFleet, short } from '../support/fleet.ts';
import { SIGNAL_LIMIT_MS, signalWhen } from '../support/run-action.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function serve(options: SandboxOptions): Promise<void> {
  sandbox = await serveFleet(options);
}

const STOP = { on_cancel: 'stop' };
const created = (count: number) => (): boolean => sandbox.runs().length >= count;
const statuses = (): unknown[] => sandbox.runs().map(({ status }) => status);
const bans = (): unknown[] =>
  posts(sandbox)
    .filter(({ path }) => path.endsWith('/ban'))
    .map(({ body }) => (JSON.parse(body) as { agent_run_id: number }).agent_run_id)
    .sort();

describe('a cancelled fleet', () => {
  it('asks the service to stop every unfinished run, within the time left after a signal', async () => {
    await serve({ scenarios: [short('COMPLETE', 10), LONG] });
    const signal = signalWhen('SIGINT', (stdout) => stdout.includes('1/4') && created(4)());
    const step = await runFleet(sandbox, named('a', 'b', 'c', 'd'), { inputs: STOP, ...signal });
    expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
    expect(bans()).toEqual([1002, 1003, 1004]);
    expect(statuses()).toEqual(['COMPLETE', 'CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect(outcomes(step)).toEqual({ a: 'succeeded', b: 'cancelled', c: 'cancelled', d: 'cancelled' });
    expect(step.outputs['error_message']).toMatch(/accepted the request to stop 3 of 3 unfinished runs/);
    expect(runsOf(step)[1]?.error_message).toMatch(/accepted the request to stop run 1002/);
    expect(step.stdout).not.toContain('may still be going on');
    expect(step.state['phase']).toBe('done');
  });
});

it('stops a run that times out while others continue', async () => {
  await serve({ scenarios: [LONG, short('COMPLETE', 300)] });
  const step = await runFleet(sandbox, named('a', 'b'), { inputs: { ...STOP, timeout_minutes: '0.05' } });
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
  const step = await runFleet(sandbox, named('a', 'b'), { inputs: { ...STOP, timeout_minutes: '0.05' }, ...signal });
  expect(performance.now() - signal.at).toBeLessThan(SIGNAL_LIMIT_MS);
  expect(outcomes(step)).toEqual({ a: 'timed_out', b: 'succeeded' });
  expect(step.outputs['error_message']).toMatch(
    /For 1 run there was no clear answer in time; the post step asks again/,
  );
});
