/**
 * A sink that is one module and one row more: one message for a step, however many runs it has, and
 * one from the post step after a kill (CONTRIBUTING, "A sink").
 */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import type { Telling } from '../../src/report/telling.ts';
import { SINKS, type SinkRow } from '../../src/step/sinks.ts';
import { memoryScene, service, type MemoryScene } from '../support/memory-scene.ts';
import { RunsService } from '../support/runs-service.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** Told of the step, told of each run. */
type Told = readonly [messages: string[], runs: string[]];

function listWith([messages, runs]: Told): readonly SinkRow[] {
  const send = ({ status }: Telling): void => {
    const { state, description } = status();
    messages.push(`${state}: ${description}`);
  };
  const row: SinkRow = {
    name: 'chat',
    words: 'message',
    together: true,
    run: ({ step }) => ({
      finish: () => {
        runs.push(String(step.view().runId));
        return 'done';
      },
    }),
    step: () => ({
      isOwed: () => true,
      finish: ({ telling }) => {
        send(telling);
        return 'done';
      },
    }),
    afterwards: ({ telling }) => send(telling),
  };
  return SINKS.toSpliced(-1, 0, row);
}

const JOURNAL = '/temp/agent-runs.jsonl';
const THREE = JSON.stringify(['a', 'b', 'c'].map((key) => ({ key, prompt: 'Go.' })));

function fleetOfThree(): MemoryScene {
  const clock = new VirtualClock();
  const runs = new RunsService({ clock, durationMs: () => 60_000 });
  const inputs = { tasks: THREE };
  return memoryScene({ clock, inputs, answer: (request) => runs.answer(request) });
}

const running = { phase: 'running', runId: '77', mode: 'created' };
const lines = ['a', 'b', 'c'].flatMap((key) =>
  Object.entries({ ...running, outcome: '' }).map(
    ([name, value]) => `${JSON.stringify([key, name, value])}\n`,
  ),
);

it.each([
  ['a run', () => memoryScene(), ['success: Agent run 77 succeeded after 6s'], ['77']],
  [
    'a fleet of three',
    fleetOfThree,
    [expect.stringMatching(/^success: 3 agent runs: 3 succeeded after/)],
    ['1001', '1002', '1003'],
  ],
] as const)('%s: one message for the step', async (...given) => {
  const [, sceneOf, messages, runs] = given;
  const told: Told = [[], []];
  await main(sceneOf().ports, listWith(told));
  expect(told).toEqual([messages, runs]);
});

it.each([
  ['a run', {}, running, ['success: Agent run 77 succeeded']],
  [
    'a fleet of three',
    { prompt: '', tasks: THREE },
    { phase: 'fleet', journal: JOURNAL },
    ['success: 3 agent runs: 3 succeeded'],
  ],
] as const)('%s, after a kill: one message by the post step', async (...given) => {
  const [, inputs, saved, messages] = given;
  const contents = { [JOURNAL]: lines.join('') };
  const { ports } = memoryScene({ inputs, saved, contents, answer: service([]) });
  const told: Told = [[], []];
  await post(ports, listWith(told));
  expect(told).toEqual([messages, []]);
});

it('after an end in order: none by the post step', async () => {
  const told: Told = [[], []];
  const { ports, host } = memoryScene();
  await main(ports, listWith(told));
  const again = memoryScene({ saved: { ...host.saved } });
  await post(again.ports, listWith(told));
  expect(told[0]).toHaveLength(1);
});
