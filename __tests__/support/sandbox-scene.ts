/** A whole step in memory against the sandbox service, in virtual time. Like the bundle's tests, but without processes and HTTP. */
import { createLibrary } from '../../sandbox/library.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { serviceOptions } from '../../sandbox/server.ts';
import { answerTo, routeOf, type ServiceRequest } from '../../sandbox/service.ts';
import type { HttpRequest } from '../../src/service/http/port.ts';
import type { Answering } from './memory-http.ts';
import { memoryScene, TOKEN, type MemoryScene, type SceneOptions } from './memory-scene.ts';

export interface SandboxSceneOptions extends Omit<SceneOptions, 'answer'> {
  readonly sandbox?: SandboxOptions;
}

function serviceRequest({ method, url, headers, body }: HttpRequest): ServiceRequest {
  const { pathname, searchParams } = new URL(url);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, path: pathname, query: searchParams, headers: lower, body: body ?? '' };
}

/** A second of the scenario is a second of the virtual clock. */
export async function sandboxScene({ sandbox = {}, ...options }: SandboxSceneOptions = {}): Promise<MemoryScene> {
  const library = await createLibrary(sandbox.scenarios ?? [sandbox.scenario ?? 'auto']);
  let answer: Answering = () => ({ status: 500 });
  const scene = memoryScene({ ...options, answer: (request, nth) => answer(request, nth) });
  const service = serviceOptions({ ...sandbox, token: TOKEN, now: () => scene.clock.wall() }, library);
  answer = (http) => {
    const request = serviceRequest(http);
    return answerTo(service, { request, routed: routeOf(service, request.path), stale: false });
  };
  return scene;
}
