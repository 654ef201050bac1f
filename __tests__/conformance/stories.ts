/**
 * The stories of the certificate (contract 18.9), the same for every service: the committed bundle
 * over real HTTP against the service's face. Each service plays them in a file of its own, because
 * they mostly wait and files run beside each other.
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { SERVICE_TABLE, type ServiceName } from '../../src/agents/service-table.ts';
import { shortId } from '../../src/safe/text.ts';
import { annotations, OUTPUT_NAMES } from '../promises/step.ts';
import { jsonLines, signalWhen, type ActionRun } from '../support/run-action.ts';
import { playAnswers } from './answers.ts';
import { ENDLESS, openStage, requestsOf, said, scenarioOf, WORK, type Step } from './stage.ts';

const typesIn = ({ outputs }: ActionRun): readonly unknown[] =>
  jsonLines(outputs['logs_file']).map((line) => (line as { message_type: unknown }).message_type);

/** What a turn has used after a few seconds, and at its end, in the unit of each service. */
const used = (amount: number) => ({ usage: { cost_usd: amount, acu: amount, tokens: 1_000 } });
/** Uses 5 by its tenth second, and ends much later. */
const COSTLY: ScenarioSource = {
  turns: [
    {
      steps: [
        ...WORK,
        { at: '4s', status: 'ACTIVE', ...used(2) },
        { at: '10s', status: 'ACTIVE', ...used(5) },
        { at: '1000s', status: 'COMPLETE', result: 'Too late.', ...used(9) },
      ],
    },
  ],
};
/** Uses so much by its end, which is near. */
const ending = (amount: number): ScenarioSource => ({
  turns: [
    {
      steps: [
        ...WORK,
        {
          at: '10s',
          status: 'COMPLETE',
          result: 'The first result.',
          entry: { message_type: 'FINAL_ANSWER', observation: 'The first result.' },
          ...used(amount),
        },
      ],
    },
  ],
});

export function playStories(service: ServiceName): void {
  const stage = openStage(service);
  const { act, serve, subject } = stage;
  afterEach(() => stage.close());

  describe(service, () => {
    const { can } = SERVICE_TABLE[service];

    const createsIn = (sandbox: Sandbox): number =>
      requestsOf(sandbox, subject.kinds.create).length;

    it('a run is followed to its end, each entry once', async () => {
      const run = await act(await serve());
      expect([said(run), run.exitCode]).toEqual(['succeeded  ', 0]);
      expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
      expect(createsIn(run.sandbox)).toBe(1);
      const lines = readFileSync(run.outputs['logs_file'] ?? '', 'utf8').split('\n');
      if (can.text) {
        expect(run.outputs['result']).toBe('The first result.');
      }
      if (can.log !== 'states') {
        for (const text of ['A first thought.', 'A second thought.', 'The first result.']) {
          expect(lines.filter((line) => line.includes(text))).toHaveLength(1);
        }
      }
      expect(annotations(run, 'warning')).toEqual([]);
    });

    it.each(subject.ends)('$scenario ends as $status, $outcome', async (end) => {
      const run = await act(await serve(scenarioOf(end.scenario)));
      const { status, outcome, error_code: code } = run.outputs;
      expect([status, outcome, code]).toEqual([end.status, end.outcome, end.code ?? '']);
      expect(annotations(run, 'error')).toHaveLength(end.outcome === 'succeeded' ? 0 : 1);
    });

    describe('a create whose answer is lost is never sent again', () => {
      it.each(subject.lost.carriedOut.map((fault) => [JSON.stringify(fault), fault] as const))(
        'carried out (%s): it is adopted by its key',
        async (_, fault) => {
          const faults = [{ on: subject.kinds.create, nth: 1, do: fault }];
          const run = await act(await serve(scenarioOf('COMPLETE'), faults), { idempotency: 'on' });
          expect(said(run)).toBe('succeeded  ');
          expect([createsIn(run.sandbox), run.sandbox.store.created]).toEqual([1, 1]);
        },
      );

      it.each(subject.lost.notCarriedOut.map((fault) => [JSON.stringify(fault), fault] as const))(
        'not carried out (%s): it is told',
        async (_, fault) => {
          const faults = [{ on: subject.kinds.create, nth: 1, do: fault }];
          const inputs = { idempotency: 'on', timeout_minutes: '0.1' };
          const run = await act(await serve(scenarioOf('COMPLETE'), faults), inputs);
          expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
          expect([createsIn(run.sandbox), run.sandbox.store.created]).toEqual([1, 0]);
        },
      );
    });

    it('a re-run attaches to the run of the attempt before', async () => {
      const sandbox = await serve();
      const first = await act(sandbox, { idempotency: 'on' });
      const env = { GITHUB_RUN_ATTEMPT: '2' };
      const second = await act(sandbox, { idempotency: 'on' }, { env });
      expect([said(first), said(second)]).toEqual(['succeeded  ', 'succeeded  ']);
      expect(second.outputs['agent_run_id']).toBe(first.outputs['agent_run_id']);
      expect([createsIn(sandbox), sandbox.store.created]).toEqual([1, 1]);
    });

    it('a step that is killed: the post step says where the run stands', async () => {
      const sandbox = await serve(ENDLESS);
      const kill = signalWhen('SIGKILL', () => sandbox.store.created > 0);
      const run = await act(sandbox, { idempotency: 'on' }, kill);
      const post = await act(sandbox, { idempotency: 'on' }, { state: run.state });
      expect(post.exitCode).toBe(0);
      expect(post.stdout).toContain(shortId(String(sandbox.runs()[0]?.id)).slice(0, 8));
      expect([createsIn(sandbox), sandbox.store.created]).toEqual([1, 1]);
    });

    it('a signal ends the step, with its outputs', async () => {
      const sandbox = await serve(ENDLESS);
      const kill = signalWhen('SIGINT', () => sandbox.requests.length > 6);
      const inputs = subject.kinds.stop === null ? {} : { on_cancel: 'stop' };
      const run = await act(sandbox, inputs, kill);
      expect(run.outputs).toMatchObject({
        outcome: 'cancelled',
        agent_run_id: expect.stringContaining(String(sandbox.runs()[0]?.id)),
      });
      expect(Object.keys(run.outputs).sort()).toEqual(OUTPUT_NAMES);
      const { stop } = subject.kinds;
      const accepted = requestsOf(sandbox, stop).filter(
        ({ status }) => status !== null && status < 300,
      );
      expect(accepted).toHaveLength(stop === null ? 0 : 1);
    });

    // A service that cannot be kept to a budget refuses one, which is tested below.
    const { budget } = SERVICE_TABLE[service];
    if (budget !== null) {
      describe('a budget', () => {
        const { unit, kept } = budget;
        const followUps = (sandbox: Sandbox): number =>
          requestsOf(sandbox, subject.kinds.followUp).length;
        const stops = (sandbox: Sandbox): number => requestsOf(sandbox, subject.kinds.stop).length;

        it('that is used up ends the run, with what was used and allowed', async () => {
          const run = await act(await serve(COSTLY), { budget: `4 ${unit}` });
          expect(run.outputs).toMatchObject({ outcome: 'failed', error_code: 'budget_exceeded' });
          expect(run.outputs['error_message']).toMatch(
            /has used 5.* of the 4.* that `budget` allows/,
          );
          expect(stops(run.sandbox)).toBe(kept === 'watched' ? 1 : 0);
        });

        it('that is enough changes nothing', async () => {
          const run = await act(await serve(ending(3)), { budget: `4 ${unit}` });
          expect(said(run)).toBe('succeeded  ');
          expect([stops(run.sandbox), annotations(run, 'warning')]).toEqual([0, []]);
        });

        it('that is used up at the end withholds a follow-up', async () => {
          const output_schema = '{"type":"object","required":["pass"]}';
          const run = await act(await serve(ending(4)), { budget: `4 ${unit}`, output_schema });
          expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'schema_mismatch' });
          expect(run.outputs['error_message']).toContain('`budget` allows');
          expect(followUps(run.sandbox)).toBe(0);
        });

        it('in another unit is not taken, and nothing is sent', async () => {
          const run = await act(await serve(), { budget: '4 premium_requests' });
          expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
          expect(run.sandbox.requests).toEqual([]);
        });
      });
    }

    // A service whose run takes no message has no such stories; that it refuses one is tested
    // below.
    if (can.followUp) {
      describe('a follow-up', () => {
        const first = (sandbox: Sandbox): Promise<Step> => act(sandbox, { wait: 'true' });

        it('has entries and an answer of its own', async () => {
          const sandbox = await serve();
          const { outputs } = await first(sandbox);
          const inputs = { agent_run_id: outputs['agent_run_id'] ?? '', prompt: 'And now?' };
          const run = await act(sandbox, inputs);
          expect(said(run)).toBe('succeeded  ');
          expect(run.outputs).toMatchObject({ resumed: 'true', result: 'The second result.' });
          const log = readFileSync(run.outputs['logs_file'] ?? '', 'utf8');
          expect(log).not.toContain('The first result.');
          expect(log).toContain('And now?');
          expect(jsonLines(run.outputs['logs_file']).length).toBeGreaterThan(2);
        });

        it.each(['carriedOut', 'notCarriedOut'] as const)(
          'whose answer is lost (%s) is never sent again',
          async (which) => {
            const [fault = 'reset-after'] = subject.lost[which];
            const faults = [{ on: String(subject.kinds.followUp), nth: 1, do: fault }];
            const sandbox = await serve(scenarioOf('COMPLETE'), faults);
            const { outputs } = await first(sandbox);
            const run = await act(sandbox, {
              agent_run_id: outputs['agent_run_id'] ?? '',
              prompt: 'And now?',
              idempotency: 'on',
              timeout_minutes: which === 'carriedOut' ? '1' : '0.1',
            });
            const [state] = sandbox.store.all();
            expect(state?.turns).toHaveLength(which === 'carriedOut' ? 2 : 1);
            expect(run.outputs['outcome']).toBe(which === 'carriedOut' ? 'succeeded' : 'error');
          },
        );

        it('a re-run follows the follow-up of the attempt before', async () => {
          const sandbox = await serve();
          const { outputs } = await first(sandbox);
          const inputs = {
            agent_run_id: outputs['agent_run_id'] ?? '',
            prompt: 'And now?',
            idempotency: 'on',
          };
          await act(sandbox, inputs);
          const again = await act(sandbox, inputs, { env: { GITHUB_RUN_ATTEMPT: '2' } });
          expect(said(again)).toBe('succeeded  ');
          expect(again.outputs).toMatchObject({ resumed: 'true', result: 'The second result.' });
          expect(sandbox.store.all()[0]?.turns).toHaveLength(2);
        });

        const tellsOwnTurn = async (): Promise<void> => {
          const sandbox = await serve();
          const { outputs } = await first(sandbox);
          const given = { agent_run_id: outputs['agent_run_id'] ?? '', idempotency: 'on' };
          const inputs = { ...given, prompt: 'And now?' };
          const own = await act(sandbox, inputs);
          const other = { ...given, prompt: 'And after that?' };
          await act(sandbox, other, { env: { GITHUB_RUN_ID: '778' } });
          const again = await act(sandbox, inputs, { env: { GITHUB_RUN_ATTEMPT: '2' } });
          expect(said(again)).toBe('succeeded  ');
          expect(again.outputs).toMatchObject({ resumed: 'true', result: 'The second result.' });
          expect(typesIn(again)).toEqual(typesIn(own));
          expect(readFileSync(again.outputs['logs_file'] ?? '', 'utf8')).not.toContain(
            'after that',
          );
          expect(sandbox.store.all()[0]?.turns).toHaveLength(3);
        };
        if (subject.tellsEnds) {
          it('a re-run tells its own follow-up alone, whatever was asked since', tellsOwnTurn);
        }

        it('the answer is corrected once', async () => {
          const sandbox = await serve();
          const output_schema = '{"type":"object","required":["pass"]}';
          const run = await act(sandbox, { output_schema });
          expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'schema_mismatch' });
          expect(sandbox.store.all()[0]?.turns).toHaveLength(2);
        });
      });
    }

    playAnswers(stage);

    it.each(subject.refused.map((inputs) => [JSON.stringify(inputs), inputs] as const))(
      '%s is refused before anything is sent',
      async (_, inputs) => {
        const sandbox = await serve();
        const run = await act(sandbox, inputs, { files: { 'x.png': 'x' } });
        expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input' });
        expect(sandbox.requests).toEqual([]);
      },
    );
  });
}
