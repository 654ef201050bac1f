/**
 * The result is that of the end: once the log has shown it, an answer of a replica that lags behind
 * takes nothing back (contract 2.3).
 *
 * Shown red by: taking the result of each answer that comes after the end.
 */
import { afterEach, expect, it } from '@jest/globals';
import { entry, finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import { Servers } from './step.ts';

const servers = new Servers();
afterEach(() => servers.close());

const RUN = { id: 77, organization_id: 1, web_url: 'https://agents.example.com/runs/77' };
const entries = [entry(0), entry(1), entry(2), finalAnswer(3, 'The text of the entry.')];

/** The last read of the run shows this for about two seconds. */
const lagging =
  (stale: object): NonNullable<FakeRun['answer']> =>
  (call, _, nth) =>
    call === 'GET run' && nth <= 2 ? { body: { ...RUN, ...stale } } : undefined;

it.each([
  ['no result', { status: 'ACTIVE', result: null }],
  ['a draft', { status: 'ACTIVE', result: '{"pass":"a draft"}' }],
])('whatever a replica that lags behind shows: %s', async (_, stale) => {
  const service = servers.add(
    await serveRun({
      entries,
      moments: [
        { status: 'ACTIVE', entries: 2, result: null },
        { status: 'COMPLETE', entries: 4, result: '{"pass":true}' },
      ],
      answer: lagging(stale),
    }),
  );
  const { outputs } = await runAction({
    inputs: inputsFor(service, {
      output_schema:
        '{"type":"object","required":["pass"],"properties":{"pass":{"type":"boolean"}}}',
    }),
  });
  expect(outputs).toMatchObject({ outcome: 'succeeded', result_json: '{"pass":true}' });
  // The answer needs no correction.
  expect(service.calls).not.toContain('POST resume');
});
