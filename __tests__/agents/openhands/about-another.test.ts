/** An answer about another id than the one that was asked for is none (contract 2.3). */
import { expect, it } from '@jest/globals';
import { AboutAnother } from '../../../src/agents/kit/ids.ts';
import { openOpenHands } from '../../../src/agents/openhands/index.ts';
import type { FaultSource } from '../../../sandbox/scenario.ts';
import { openScene, type Scene } from '../scene.ts';

const OTHER = 'f'.repeat(32);
/** Nothing but its start task is there yet. */
const STARTING: FaultSource = { do: { fault: 'slow-start', for: '60s' } };

const sceneWith = (faults: readonly FaultSource[]): Promise<Scene> => {
  const scenario = { turns: [{ steps: [{ at: '2s', status: 'COMPLETE' }] }], faults };
  return openScene({ service: 'openhands', open: openOpenHands, scenario });
};

const answering = (on: string, item: object): FaultSource => ({
  on,
  do: { status: 200, body: [item] },
});

it.each<[string, readonly FaultSource[]]>([
  [
    'conversation',
    [answering('read', { id: OTHER, sandbox_status: 'RUNNING', execution_status: 'error' })],
  ],
  ['start task', [STARTING, answering('start-tasks', { id: OTHER, status: 'ERROR' })]],
])('another %s is not taken for the one that was asked for', async (noun, faults) => {
  const { agent, create, call } = await sceneWith(faults);
  const { id } = await create();
  const read = agent.read(id, call);
  await expect(read).rejects.toThrow(AboutAnother);
  await expect(read).rejects.toThrow(`about another ${noun} (${OTHER})`);
});
