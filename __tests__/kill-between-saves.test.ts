/**
 * A kill between any two writes to the saved state of a step with one run and one turn (contract
 * 7.3): what the main step had not told by then, its post step tells. Each field is a write of its
 * own.
 */
import { expect, it } from '@jest/globals';
import { main } from '../src/main.ts';
import { post } from '../src/post.ts';
import { actions, RUN_ID } from './support/memory-client.ts';
import { MemoryHost } from './support/memory-host.ts';
import {
  memoryScene,
  service,
  type MemoryScene,
  type SceneOptions,
} from './support/memory-scene.ts';
import { sandboxScene } from './support/sandbox-scene.ts';

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

it('a step that has asked to stop its run at the budget tells that, whatever it saved since (20.2)', async () => {
  const scene = await sandboxScene({
    inputs: { service: 'openhands', org_id: '', budget: '5 usd', timeout_minutes: '60' },
    sandbox: {
      service: 'openhands',
      scenario: {
        turns: [
          {
            steps: [
              { at: 0, status: 'ACTIVE' },
              { at: '1m', usage: { cost_usd: 6 } },
            ],
          },
        ],
      },
      speed: 1,
    },
  });
  const moments = await momentsOf(scene);
  expect(scene.host.outputs).toMatchObject({ outcome: 'failed', error_code: 'budget_exceeded' });
  const stopped = moments.filter(({ saved }) => saved['stopped'] === 'accepted');
  const killed = stopped.filter(({ saved }) => saved['phase'] === 'running');
  expect(killed.length).toBeGreaterThan(1);
  for (const { saved } of killed) {
    const host = new MemoryHost({ ...scene.host.inputs }, saved);
    await post({ ...scene.ports, host });
    const told = [host.summaries.join(''), host.messages('warning').join('')];
    for (const text of told) {
      expect(text).toMatch(/has used (\\?\$)?6\S* .*of the .* that `?budget`? allows/);
      expect(text).toContain('was accepted');
    }
  }
  // An answer that is not clear is no reason not to ask again.
  const stops = (): number =>
    scene.http.requests.filter(({ url }) => url.endsWith('/interrupt')).length;
  const before = stops();
  for (const answer of ['accepted', 'unknown']) {
    const left = { ...killed[0]?.saved, stopped: answer };
    const host = new MemoryHost({ ...scene.host.inputs, on_cancel: 'stop' }, left);
    await post({ ...scene.ports, host });
    expect(stops() - before).toBe(answer === 'accepted' ? 0 : 1);
    expect(host.summaries.join('')).toMatch(/`?budget`? allows/);
  }
});
