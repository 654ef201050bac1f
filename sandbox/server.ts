/** The sandbox: the service of the spec as a real HTTP server on this machine (contract 10). */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerFaulty, FaultPlan, strikesBefore, type CallKind } from './faults.ts';
import { findScenario, scenarioFor } from './library.ts';
import { RateLimiter, SPEC_LIMITS, type Limits, type Refusal } from './limits.ts';
import { createRun, readLogs, readRun, Refused, resumeRun, type RouteOptions } from './routes.ts';
import { readScenario, type Scenario, type ScenarioSource } from './scenario.ts';
import { Store, type StoredRun } from './store.ts';

export interface SandboxOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Random unless given. */
  readonly token?: string;
  readonly orgId?: number;
  /** Name of a built-in scenario, `auto` (by the prompt), or a scenario. `auto` unless given. */
  readonly scenario?: string | ScenarioSource | Scenario;
  /** Scenario seconds per real second, 1 unless given. */
  readonly speed?: number;
  readonly logOrder?: 'asc' | 'desc';
  /** Overrides single limits of the spec; null switches one off. */
  readonly limits?: Partial<Limits>;
  /** What a 429 says about when to come back. */
  readonly retryAfter?: 'none' | 'seconds' | 'date' | 'ms' | 'reset';
  /** How errors are written: `{message}`, `{detail}` or a validation list. The spec does not show it. */
  readonly errorFormat?: 'message' | 'detail' | 'validation';
  /** Repositories that exist; all of them unless given. */
  readonly repoIds?: readonly number[];
  /** Fields beyond the spec that create takes; `model` and `metadata` unless given. */
  readonly extraFields?: readonly string[];
  /** Put before every path, such as `/api`. */
  readonly pathPrefix?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As text. */
  readonly body: string;
  /** Null while it is not answered. */
  status: number | null;
}

export interface Sandbox {
  /** For the input `base_url`. */
  readonly url: string;
  readonly token: string;
  readonly orgId: number;
  /** Every request, in order. */
  readonly requests: SandboxRequest[];
  readonly store: Store;
  /** Puts a run into the store as if it had been created earlier. */
  seedRun(order?: {
    readonly scenario?: string | ScenarioSource | Scenario;
    readonly id?: number;
    readonly elapsedMs?: number;
  }): StoredRun;
  close(): Promise<void>;
}

/** The sandbox has no web interface; the reserved name shows that. */
const WEB_URL_ROOT = 'https://sandbox.example/runs';

type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { orgId = 1, token = `sbx_${randomBytes(16).toString('hex')}`, host = '127.0.0.1', pathPrefix = '' } = options;
  const now = options.now ?? Date.now;
  const requests: SandboxRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => void serve(incoming, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(options.port ?? 0, host, done));
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${pathPrefix}`;

  const store = new Store({ now, speed: options.speed ?? 1, webUrlRoot: WEB_URL_ROOT });
  const limiter = new RateLimiter({ ...SPEC_LIMITS, ...options.limits });
  const faults = new FaultPlan();
  const choose = (prompt: string): Scenario => resolve(options.scenario ?? 'auto', prompt);
  const routes: RouteOptions = {
    store,
    orgId,
    scenarioFor: choose,
    logOrder: options.logOrder ?? 'asc',
    repoIds: options.repoIds ?? null,
    extraFields: options.extraFields ?? ['model', 'metadata'],
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const target = new URL(incoming.url ?? '/', 'http://sandbox');
    const request: SandboxRequest = {
      method: incoming.method ?? '',
      path: target.pathname,
      query: target.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      status: null,
    };
    requests.push(request);
    const route = findRoute(request, pathPrefix);
    const rules = route === null ? [] : faultRules(route);
    const fault = route === null ? null : faults.next(route.kind, rules);
    // A fault that strikes before the request is carried out must not carry it out.
    const answer = fault !== null && strikesBefore(fault) ? { status: 503, body: {} } : answerTo(request, route);
    request.status = answer.status;
    const body = JSON.stringify(answer.body);
    if (fault !== null && (strikesBefore(fault) || answer.status < 300)) {
      if (typeof fault === 'object' && 'status' in fault) request.status = fault.status;
      return answerFaulty(response, fault, { status: answer.status, body });
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(body);
  }

  /** The faults of the scenario that the request belongs to: of the run it names, else of the sandbox's own. */
  function faultRules(route: Route): Scenario['faults'] {
    const run = route.runId === null ? undefined : store.get(Number(route.runId));
    if (run !== undefined) return run.scenario.faults;
    return typeof options.scenario === 'string' && options.scenario === 'auto' ? [] : choose('').faults;
  }

  function answerTo(request: SandboxRequest, route: Route | null): Answer {
    try {
      return { status: 200, body: carryOut(request, route) };
    } catch (error) {
      if (error instanceof Limited) return limited(error.refusal, now(), options.retryAfter ?? 'none');
      if (error instanceof Refused)
        return { status: error.status, body: errorBody(error, options.errorFormat ?? 'message') };
      throw error;
    }
  }

  function carryOut(request: SandboxRequest, route: Route | null): unknown {
    if (request.headers['authorization'] !== `Bearer ${token}`) throw new Refused(401, 'Invalid or missing API token');
    if (route === null) throw new Refused(404, `No endpoint ${request.path}`);
    if (route.orgId !== String(orgId))
      throw new Refused(403, `The token has no permission for organization ${route.orgId}`);
    const refusal = limiter.take(token, route.kind === 'create' ? 'creation' : 'standard', now());
    if (refusal !== null) throw new Limited(refusal);
    const { method, query, headers, body } = request;
    if (method !== route.method) throw new Refused(405, `${request.path} takes ${route.method}, not ${method}`);
    if (typeof headers['user-agent'] !== 'string')
      throw new Refused(400, 'The header User-Agent is missing', ['header', 'user-agent']);
    if (method === 'GET' && body !== '') throw new Refused(400, 'A GET request takes no body', ['body']);
    const contentType = String(headers['content-type'] ?? '');
    const runId = route.runId ?? '';
    switch (route.kind) {
      case 'create':
        return createRun(routes, { method, query, contentType, body });
      case 'resume':
        return resumeRun(routes, { method, query, contentType, body });
      case 'read':
        return readRun(routes, { runId, query });
      case 'logs':
        return readLogs(routes, { runId, query });
    }
  }

  return {
    url,
    token,
    orgId,
    requests,
    store,
    seedRun: ({ scenario, id, elapsedMs } = {}) => {
      const chosen = resolve(scenario ?? options.scenario ?? 'quick', '');
      const known = { ...(id === undefined ? {} : { id }), ...(elapsedMs === undefined ? {} : { elapsedMs }) };
      return store.create({ orgId, repoId: null, prompt: 'An earlier prompt.', scenario: chosen, ...known });
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

class Limited extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('Rate limit exceeded');
    this.refusal = refusal;
  }
}

interface Route {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST';
  readonly orgId: string;
  readonly runId: string | null;
}

function findRoute({ path }: SandboxRequest, prefix: string): Route | null {
  if (!path.startsWith(prefix)) return null;
  const match = /^\/v1\/organizations\/([^/]+)\/agent\/run(?:\/([^/]+)(\/logs)?)?$/.exec(path.slice(prefix.length));
  if (match === null) return null;
  const [, orgId = '', runId, logs] = match;
  if (runId === undefined) return { kind: 'create', method: 'POST', orgId, runId: null };
  if (runId === 'resume' && logs === undefined) return { kind: 'resume', method: 'POST', orgId, runId: null };
  return { kind: logs === undefined ? 'read' : 'logs', method: 'GET', orgId, runId };
}

function resolve(scenario: string | ScenarioSource | Scenario, prompt: string): Scenario {
  if (scenario === 'auto') return scenarioFor(prompt);
  if (typeof scenario === 'string') return findScenario(scenario);
  return 'name' in scenario ? scenario : readScenario('scenario', scenario);
}

function limited({ limit, retryMs }: Refusal, now: number, say: NonNullable<SandboxOptions['retryAfter']>): Answer {
  const seconds = String(Math.ceil(retryMs / 1000));
  const headers: Readonly<Record<typeof say, Readonly<Record<string, string>>>> = {
    none: {},
    seconds: { 'retry-after': seconds },
    date: { 'retry-after': new Date(now + retryMs + 999).toUTCString() },
    ms: { 'retry-after-ms': String(Math.ceil(retryMs)) },
    reset: { 'x-ratelimit-reset': String(Math.ceil((now + retryMs) / 1000)) },
  };
  return { status: 429, body: { message: `Rate limit exceeded (${limit})` }, headers: headers[say] };
}

function errorBody({ message, at }: Refused, format: NonNullable<SandboxOptions['errorFormat']>): unknown {
  if (format === 'message') return { message };
  return { detail: format === 'detail' ? message : [{ loc: at, msg: message, type: 'value_error' }] };
}
