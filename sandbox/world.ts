/** A face with the store that it tells of, without HTTP. */
import { randomBytes } from 'node:crypto';
import type { Face, World } from './faces/face.ts';
import { createFace } from './faces/faces.ts';
import type { Library } from './library.ts';
import type { SandboxOptions } from './options.ts';
import { Store } from './store.ts';

/** The sandbox has no web interface, so the address uses a reserved name. */
const WEB_URL_ROOT = 'https://sandbox.example/runs';

export interface FacedWorld {
  readonly face: Face;
  readonly world: World;
}

export function createWorld(options: SandboxOptions, library: Pick<Library, 'choose'>): FacedWorld {
  const { service = 'agent-run', now = Date.now, speed = 1, webUrlRoot = WEB_URL_ROOT } = options;
  const { token = `sbx_${randomBytes(16).toString('hex')}`, pathPrefix = '' } = options;
  const face = createFace(service, options);
  const store = new Store({ now, speed, webUrlRoot, idOf: (nth) => face.idOf(nth) });
  const scenarioFor: World['scenarioFor'] = (prompt) => library.choose(store.created, prompt);
  return { face, world: { store, token, pathPrefix, now, scenarioFor } };
}
