/** A result that must satisfy a schema, from outside (contract 8). */
import { afterEach, describe, expect, it } from '@jest/globals';
import { finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

async function act({
  inputs,
  fake,
}: {
  readonly inputs: Record<string, string>;
  readonly fake: FakeRun;
}): Promise<ActionRun> {
  service = await serveRun(fake);
  return runAction({ inputs: inputsFor(service, inputs) });
}

describe('output_schema', () => {
  const schema = JSON.stringify({
    type: 'object',
    required: ['verdict', 'why'],
    properties: { verdict: { enum: ['pass', 'fail'] }, why: { type: 'string' } },
  });

  it('returns the value as compact JSON', async () => {
    const answer = 'Here:\n```json\n{ "verdict": "pass", "why": "ok" }\n```';
    const { outputs } = await act({
      inputs: { output_schema: schema },
      fake: { entries: [finalAnswer(0, answer)], moments: [{ status: 'COMPLETE' }] },
    });
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      result_json: '{"verdict":"pass","why":"ok"}',
      result: answer,
    });
    expect((service?.requests[0]?.body as { prompt: string }).prompt).toContain('"verdict"');
  });

  it('asks the same run once for a repair', async () => {
    const { outputs } = await act({
      inputs: { output_schema: schema, poll_interval_seconds: '0.3' },
      fake: {
        entries: [finalAnswer(0, '{"verdict":"pass"}'), finalAnswer(1, '{"verdict":"fail","why":"x"}')],
        moments: [{ status: 'COMPLETE', entries: 1 }, {}, { status: 'ACTIVE', entries: 2 }, { status: 'COMPLETE' }],
      },
    });
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      result_json: '{"verdict":"fail","why":"x"}',
      resumed: 'false',
      total_logs: '2',
    });
    const repair = service?.requests.find(({ path }) => path.endsWith('/resume'));
    expect((repair?.body as { prompt: string }).prompt).toContain('why');
  });

  it('is schema_mismatch if the repair does not help', async () => {
    const { outputs, exitCode } = await act({
      inputs: { output_schema: schema, poll_interval_seconds: '0.3' },
      fake: {
        entries: [finalAnswer(0, 'No JSON.'), finalAnswer(1, 'Still none.')],
        moments: [{ status: 'COMPLETE', entries: 1 }, {}, { status: 'ACTIVE', entries: 2 }, { status: 'COMPLETE' }],
      },
    });
    expect(outputs).toMatchObject({
      outcome: 'error',
      error_code: 'schema_mismatch',
      result: 'Still none.',
      result_json: '',
    });
    expect(exitCode).toBe(1);
    expect(service?.calls.filter((call) => call === 'POST resume')).toHaveLength(1);
  });
});
