/** The sandbox: the service of the spec as a real HTTP server on this machine (contract 10). */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerFaulty, FaultPlan, statusSeen, strikesBefore } from './faults.ts';
import { createLibrary, type Library, type ScenarioChoice } from './library.ts';
import { RateLimiter, SPEC_LIMITS } from './limits.ts';
import type { SandboxOptions, SandboxRequest } from './options.ts';
import { SAMPLE_ORGANIZATION } from './organization.ts';
import { readFaults } from './read-scenario.ts';
import type { FaultSource, Scenario } from './scenario.ts';
import { answerTo, routeOf, type Routed, type ServiceOptions } from './service.ts';
import { Store, type RunState, type StoredRun } from './store.ts';

export type { SandboxOptions, SandboxRequest };

export interface Sandbox {
  /** For the input `base_url`. */
  readonly url: string;
  readonly token: string;
  readonly orgId: number;
  /** Every completely received request, in order. */
  readonly requests: SandboxRequest[];
  readonly store: Store;
  /** The runs in their current state. */
  runs(): readonly (StoredRun & RunState)[];
  /** Adds a run as if it had been created `elapsedMs` of scenario time ago. */
  seedRun(order?: {
    readonly scenario?: string | Exclude<ScenarioChoice, string>;
    readonly id?: number;
    readonly elapsedMs?: number;
    readonly prompt?: string;
  }): StoredRun;
  /** Clears runs, requests and the counts of limits and faults. */
  clear(): void;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

/** The sandbox has no web interface, so the address uses a reserved name. */
const WEB_URL_ROOT = 'https://sandbox.example/runs';
const MAX_BODY_BYTES = 10_000_000;

/** The service's settings, with defaults for missing options. */
export function serviceOptions(
  options: SandboxOptions,
  library: Library,
): ServiceOptions & { readonly store: Store } {
  const {
    api = 'published',
    logs = api === 'published' ? 'both' : 'spec',
    metadata = 'keep',
  } = options;
  const now = options.now ?? Date.now;
  const { webUrlRoot = WEB_URL_ROOT } = options;
  const store = new Store({ now, speed: options.speed ?? 1, webUrlRoot });
  return {
    store,
    orgId: options.orgId ?? 1,
    organization: { ...SAMPLE_ORGANIZATION, ...options.organization },
    mode: { api, logs, metadata },
    token: options.token ?? `sbx_${randomBytes(16).toString('hex')}`,
    pathPrefix: options.pathPrefix ?? '',
    limiter: new RateLimiter({ ...SPEC_LIMITS, ...options.limits }),
    now,
    scenarioFor: (prompt) => library.choose(store.created, prompt),
    logOrder: options.logOrder ?? 'asc',
    repoIds: options.repoIds ?? null,
    extraFields: options.extraFields ?? ['model', 'metadata'],
    retryAfter: options.retryAfter ?? 'none',
    errorFormat: options.errorFormat ?? null,
  };
}

/** Starts the service. @throws ScenarioError if a scenario cannot be read or is invalid */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1' } = options;
  const library = await createLibrary(options.scenarios ?? [options.scenario ?? 'auto']);
  const service = serviceOptions(options, library);
  const { store, limiter, now, token, orgId, pathPrefix } = service;
  const faults = new FaultPlan();
  const ownFaults = readFaults('faults', options.faults ?? []);
  const requests: SandboxRequest[] = [];

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    if (body === null) {
      return void response.writeHead(413, { connection: 'close' }).end();
    }
    const [path = '', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
    const { method = '', headers } = incoming;
    const request: SandboxRequest = {
      method,
      path,
      query: new URLSearchParams(query),
      headers,
      body,
      at: now(),
      status: null,
    };
    requests.push(request);
    await respond(request, response);
    options.onRequest?.(request);
  }

  async function respond(request: SandboxRequest, response: ServerResponse): Promise<void> {
    const routed = routeOf(service, request.path);
    const fault = faultFor(request, routed);
    // With a fault that takes effect before the request, the request must not be carried out.
    if (fault !== null && strikesBefore(fault)) {
      request.status = statusSeen(fault, 503);
      return answerFaulty(response, fault, { status: 503, body: '' });
    }
    const answer = answerTo(service, { request, routed, stale: fault === 'stale' });
    const body = JSON.stringify(answer.body);
    request.status = answer.status;
    // Refused requests need no fault.
    if (fault === null || answer.status >= 300) {
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
        .end(body);
      return;
    }
    request.status = statusSeen(fault, answer.status);
    return answerFaulty(response, fault, { status: answer.status, body });
  }

  function faultFor(request: SandboxRequest, { route }: Routed): FaultSource['do'] | null {
    if (route === null) {
      return null;
    }
    const run = store.get(Number(route.runId ?? bodyField(request.body, 'agent_run_id') ?? NaN));
    const prompt = bodyField(request.body, 'prompt');
    const scenario: Scenario | undefined =
      run?.scenario ??
      (route.kind === 'create'
        ? service.scenarioFor(typeof prompt === 'string' ? prompt : '')
        : undefined);
    const rules = { own: ownFaults, scenario: scenario?.faults ?? [] };
    return faults.next({ kind: route.kind, runId: run?.id ?? null }, rules);
  }

  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    // A client that disconnects during its request is not an error of the sandbox.
    serve(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done, failed) =>
    server.once('error', failed).listen(options.port ?? 0, host, done),
  );
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}${pathPrefix}`,
    token,
    orgId,
    requests,
    store,
    runs: () => store.all().map((run) => ({ ...run, ...store.state(run) })),
    seedRun: ({ scenario, prompt = 'An earlier prompt.', ...known } = {}) => {
      const chosen =
        scenario === undefined ? library.choose(0, prompt) : library.find(scenario, prompt);
      return store.create({
        orgId,
        repoId: null,
        prompt,
        scenario: chosen,
        seeded: true,
        ...known,
      });
    },
    clear: () => {
      requests.length = 0;
      for (const each of [store, limiter, faults]) {
        each.clear();
      }
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

/**
 * Null if it is too long. It is still read to its end, because a client that is still sending does
 * not receive a response.
 */
async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY_BYTES) {
      chunks.push(chunk as Buffer);
    }
  }
  if (size > MAX_BODY_BYTES) {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function bodyField(body: string, name: string): unknown {
  try {
    return (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
}

/** A request as a line for the console. */
export function requestLine({ at, method, path, query, status }: SandboxRequest): string {
  const asked = query.size === 0 ? path : `${path}?${query.toString()}`;
  return `${new Date(at).toISOString()} ${method} ${asked} ${status ?? 'no answer'}`;
}
