/**
 * A whole step in memory against the sandbox service, in virtual time. Like the bundle's tests, but
 * without processes and HTTP.
 */
import { createLibrary } from '../../sandbox/library.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { MemorySandbox, type MemorySandboxOptions } from './memory-sandbox.ts';
import { memoryScene, TOKEN, type MemoryScene, type SceneOptions } from './memory-scene.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface SandboxSceneOptions extends Omit<SceneOptions, 'answer'> {
  readonly sandbox?: Pick<
    SandboxOptions,
    'scenario' | 'scenarios' | 'service' | 'speed' | 'api' | 'webUrlRoot'
  >;
}

/** The service alone. A second of the scenario is a second of the virtual clock. */
export function sandboxOn(
  clock: VirtualClock,
  options: Omit<MemorySandboxOptions, 'now' | 'token'>,
): MemorySandbox {
  return new MemorySandbox({ ...options, token: TOKEN, now: () => clock.wall() });
}

export async function sandboxScene({
  sandbox = {},
  ...options
}: SandboxSceneOptions = {}): Promise<MemoryScene> {
  const { scenario = 'auto', scenarios = [scenario], ...more } = sandbox;
  const { clock = new VirtualClock() } = options;
  const { choose } = await createLibrary(scenarios);
  const service = sandboxOn(clock, { ...more, choose });
  return memoryScene({ ...options, clock, answer: (request) => service.answer(request) });
}
