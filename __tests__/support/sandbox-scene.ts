/** A whole step in memory against the sandbox service, in virtual time. Like the bundle's tests, but without processes and HTTP. */
import { createLibrary } from '../../sandbox/library.ts';
import type { SandboxOptions } from '../../sandbox/options.ts';
import { serviceOptions } from '../../sandbox/server.ts';
import { answerTo, routeOf, type ServiceRequest } from '../../sandbox/service.ts';
import type { Store } from '../../sandbox/store.ts';
import { TransportError, type HttpRequest } from '../../src/service/http/port.ts';
import type { Answering } from './memory-http.ts';
import { memoryScene, TOKEN, type MemoryScene, type SceneOptions } from './memory-scene.ts';

/** A network fault. `lost`: the request is carried out, and the connection breaks before the answer. */
export type Disturbance = 'lost' | number | null;

export interface SandboxSceneOptions extends Omit<SceneOptions, 'answer'> {
  readonly sandbox?: SandboxOptions;
  /** Called with calls such as `POST /v1/…/run`. A number answers with that status instead of carrying out the request. */
  readonly disturb?: (call: string, nth: number) => Disturbance;
  /** Uses another scene's service, for a later step of the same workflow. */
  readonly on?: SandboxScene;
}

export interface SandboxScene extends MemoryScene {
  readonly store: Store;
  /** Method and path of each request, without the organization. */
  readonly paths: () => string[];
  readonly bodies: (path: string) => readonly Readonly<Record<string, unknown>>[];
}

function serviceRequest({ method, url, headers, body }: HttpRequest): ServiceRequest {
  const { pathname, searchParams } = new URL(url);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, path: pathname, query: searchParams, headers: lower, body: body ?? '' };
}

const pathOf = ({ method, url }: HttpRequest): string =>
  `${method} ${new URL(url).pathname.replace('/v1/organizations/1', '')}`;

/** A second of the scenario is a second of the virtual clock. */
export async function sandboxScene({
  sandbox = {},
  disturb,
  on,
  ...options
}: SandboxSceneOptions = {}): Promise<SandboxScene> {
  const library = await createLibrary(sandbox.scenarios ?? [sandbox.scenario ?? 'auto']);
  let answer: Answering = () => ({ status: 500 });
  const scene = memoryScene({
    ...options,
    ...(on !== undefined && { clock: on.clock }),
    answer: (request, nth) => answer(request, nth),
  });
  const service = serviceOptions({ ...sandbox, token: TOKEN, now: () => scene.clock.wall() }, library);
  const { store } = on ?? service;
  answer = (http, nth) => {
    const disturbed = disturb?.(pathOf(http), nth) ?? null;
    if (typeof disturbed === 'number') return { status: disturbed, body: { message: 'Out of order' } };
    const request = serviceRequest(http);
    const all = { ...service, store };
    const given = answerTo(all, { request, routed: routeOf(all, request.path), stale: false });
    return disturbed === 'lost' ? new TransportError('reset', 'the connection was reset') : given;
  };
  return {
    ...scene,
    store,
    paths: () => scene.http.requests.map(pathOf),
    bodies: (path) =>
      scene.http.requests
        .filter((request) => pathOf(request) === path)
        .map(({ body }) => JSON.parse(body ?? '{}') as object as Readonly<Record<string, unknown>>),
  };
}
