/**
 * After an ambiguous answer nothing is created or resumed a second time (contract 4.1): whatever
 * happens to the answer, exactly one request that starts work reaches the service, and the user
 * reads that it was not sent again.
 *
 * Shown red by: counting a 5xx as "not carried out".
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultAction } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import { annotations, DONE, Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const status = (code: number, after: boolean): FaultAction => ({ status: code, after });
const FAULTS: readonly (readonly [string, FaultAction])[] = [
  ['the connection is lost before the work', 'reset-before'],
  ['the connection is lost after the work', 'reset-after'],
  ['the answer is cut off', 'cut-body'],
  ['the answer stops coming', 'stall-body'],
  ['no answer comes', 'stall-headers'],
  ['the answer is no JSON', 'wrong-body'],
  ["the answer is a proxy's page", 'html'],
  ['a 500 instead of the work', status(500, false)],
  ['a 500 after the work', status(500, true)],
  ['a 502 after the work', status(502, true)],
  ['a 504 after the work', status(504, true)],
  ['a 408 instead of the work', status(408, false)],
];

describe.each(['create', 'resume'] as const)('a %s', (call) => {
  // Several at once, because some wait for an answer until the timeout.
  it.concurrent.each(FAULTS)('%s', async (_, fault) => {
    const faults = [{ on: call, nth: 1, do: fault }];
    const sandbox = await startSandbox({
      scenario: 'quick',
      speed: 1000,
      limits: UNLIMITED,
      faults,
      api: 'spec',
    });
    try {
      const earlier = call === 'resume' ? sandbox.seedRun({ elapsedMs: 100_000 }) : null;
      const more = earlier === null ? {} : { agent_run_id: String(earlier.id) };
      const timeout_minutes = typeof fault === 'string' && fault.startsWith('stall') ? '0.1' : '1';
      const run = await runAction({
        inputs: inputsFor(sandbox, { token: sandbox.token, timeout_minutes, ...more }),
      });
      const posts = sandbox.requests.filter(
        ({ method, path }) => method === 'POST' && !path.endsWith('/unban'),
      );
      expect(posts.map(({ path }) => path.replace(/^.*\/agent\//, ''))).toEqual([
        call === 'create' ? 'run' : 'run/resume',
      ]);
      expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
      expect(run.outputs['error_message']).toMatch(/not sent again/);
      expect(annotations(run, 'error')).toHaveLength(1);
      expect(run.exitCode).toBe(1);
    } finally {
      await sandbox.close();
    }
  });
});

describe('a 2xx without a readable run id', () => {
  it.each([{ status: 'ACTIVE' }, { id: null }, { id: 'seven' }, [], '{"id":'])(
    '%j',
    async (body) => {
      const service = servers.add(
        await serveRun({
          ...DONE,
          answer: (call) => (call === 'POST create' ? { body } : undefined),
        }),
      );
      const { outputs } = await runAction({ inputs: inputsFor(service) });
      expect(service.calls).toEqual(['POST create']);
      expect(outputs).toMatchObject({
        outcome: 'error',
        error_code: 'ambiguous_create',
        agent_run_id: '',
      });
    },
  );
});

it('a repair of the result whose answer is lost is not sent again either', async () => {
  const service = servers.add(
    await serveRun({
      ...DONE,
      answer: (call) => (call === 'POST resume' ? { status: 502 } : undefined),
    }),
  );
  const output_schema = '{"type":"object","required":["pass"]}';
  const { outputs } = await runAction({
    inputs: inputsFor(service, { output_schema, timeout_minutes: '0.1' }),
  });
  expect(service.calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST create',
    'POST resume',
  ]);
  expect(outputs['outcome']).toBe('error');
});
