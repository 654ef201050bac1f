/**
 * A kill between any two writes to the saved state of a step with one run and one turn (contract
 * 7.3): what the main step had not told by then, its post step tells. Each field is a write of its
 * own.
 */
import { expect, it } from '@jest/globals';
import { main } from '../src/main.ts';
import { post } from '../src/post.ts';
import { actions, RUN_ID } from './support/memory-client.ts';
import {
  memoryScene,
  service,
  type MemoryScene,
  type SceneOptions,
} from './support/memory-scene.ts';

/** The saved state after a write, and what was told by then. */
interface Moment {
  readonly saved: Readonly<Record<string, string>>;
  readonly isSummaryWritten: boolean;
}

async function momentsOf(scene: MemoryScene): Promise<readonly Moment[]> {
  const { host, ports } = scene;
  const moments: Moment[] = [];
  const saveState = (name: string, value: string): void => {
    host.saveState(name, value);
    moments.push({ saved: { ...host.saved }, isSummaryWritten: host.summaries.length > 0 });
  };
  await main({ ...ports, host: { ...host, saveState } });
  return moments;
}

const ENDED = service(actions(2), { fields: { status: 'COMPLETE' } });

it.each<[string, SceneOptions]>([
  ['creates a run', {}],
  ['follows a run up', { inputs: { agent_run_id: RUN_ID } }],
  ['ends with an error of the service', { answer: () => ({ status: 500 }) }],
])('a step that %s leaves nothing untold', async (_, given) => {
  const options = { answer: ENDED, ...given };
  const moments = await momentsOf(memoryScene(options));
  const open = moments.filter(({ saved }) => !['idle', 'done'].includes(saved['phase'] ?? ''));
  expect(open.length).toBeGreaterThan(10);
  for (const { saved, isSummaryWritten } of open) {
    const { ports, host } = memoryScene({ ...options, saved });
    await post(ports);
    expect({ saved, isTold: isSummaryWritten || host.summaries.length > 0 }).toEqual({
      saved,
      isTold: true,
    });
  }
});
