/**
 * A whole step in memory against the sandbox service, in virtual time. Like the bundle's tests, but
 * without processes and HTTP.
 */
import { createLibrary } from '../../sandbox/library.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { MemorySandbox } from './memory-sandbox.ts';
import { memoryScene, TOKEN, type MemoryScene, type SceneOptions } from './memory-scene.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface SandboxSceneOptions extends Omit<SceneOptions, 'answer'> {
  readonly sandbox?: Pick<
    SandboxOptions,
    'scenario' | 'scenarios' | 'service' | 'speed' | 'api' | 'webUrlRoot'
  >;
}

/** A second of the scenario is a second of the virtual clock. */
export async function sandboxScene({
  sandbox = {},
  ...options
}: SandboxSceneOptions = {}): Promise<MemoryScene> {
  const { scenario = 'auto', scenarios = [scenario], ...more } = sandbox;
  const { clock = new VirtualClock() } = options;
  const { choose } = await createLibrary(scenarios);
  const service = new MemorySandbox({ ...more, token: TOKEN, now: () => clock.wall(), choose });
  return memoryScene({ ...options, clock, answer: (request) => service.answer(request) });
}
