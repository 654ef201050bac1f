/** The sandbox: a hosted agent's service as a real HTTP server on this machine (contract 10). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  NO_HABITS,
  type Answer,
  type EventStream,
  type ExampleCreate,
  type Route,
} from './faces/face.ts';
import { answerFaulty, FaultPlan, statusSeen, strikesBefore, type Strike } from './faults.ts';
import { answerGitHub, GITHUB_PATH } from './github.ts';
import { createLibrary, type ScenarioChoice } from './library.ts';
import type { SandboxOptions, SandboxRequest } from './options.ts';
import { readFaults } from './read-scenario.ts';
import type { RunState, Store, StoredRun } from './store.ts';
import { createWorld } from './world.ts';

export type { SandboxOptions, SandboxRequest };

interface SeedOrder {
  readonly scenario?: string | Exclude<ScenarioChoice, string>;
  readonly id?: string;
  /** Of scenario time, since the create. */
  readonly elapsedMs?: number;
  readonly prompt?: string;
  /** Its web address. */
  readonly repository?: string;
  /** The body that it was created with, and the keys that it carries. */
  readonly request?: Readonly<Record<string, unknown>>;
  readonly keys?: readonly string[];
}

export interface Sandbox {
  /** For the input `base_url`. */
  readonly url: string;
  /** For `GITHUB_API_URL`: the pull requests that runs push to, and their checks. */
  readonly gitHubUrl: string;
  readonly token: string;
  /** For the input `org_id`; empty where the service has none. */
  readonly orgId: string;
  /** A create by hand. */
  readonly example: ExampleCreate;
  /** Every completely received request, in order. */
  readonly requests: SandboxRequest[];
  readonly store: Store;
  /** The runs in their current state. */
  runs(): readonly (StoredRun & RunState)[];
  /** Adds a run as if it had been created some time ago. */
  seedRun(order?: SeedOrder): StoredRun;
  /** Clears runs, requests and the counts of limits and faults. */
  clear(): void;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

/** A header of every answer: whoever reads it knows that no agent is at work (contract 10). */
const SANDBOX_HEADER = 'x-agent-sandbox';
const MAX_BODY_BYTES = 10_000_000;
/** How often a stream looks for something new, in real time. */
const STREAM_LOOK_MS = 20;
const NO_FAULT: Strike = { fault: null, habits: NO_HABITS };

/** Starts the service. @throws ScenarioError if a scenario cannot be read or is invalid */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1' } = options;
  const library = await createLibrary(options.scenarios ?? [options.scenario ?? 'auto']);
  const { face, world } = createWorld(options, library);
  const { store, now, token, pathPrefix } = world;
  const faults = new FaultPlan(face.declared);
  const ownFaults = readFaults('faults', options.faults ?? []);
  const requests: SandboxRequest[] = [];

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader(SANDBOX_HEADER, 'true');
    const body = await readBody(incoming);
    if (body === null) {
      return void response.writeHead(413, { connection: 'close' }).end();
    }
    const [path = '', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
    const { method = '', headers } = incoming;
    const received = { method, path, query: new URLSearchParams(query), headers, body };
    const ofGitHub = answerGitHub(world, received);
    if (ofGitHub !== null) {
      return send(ofGitHub, response);
    }
    const route = face.route(world, received);
    const kind = route?.kind ?? null;
    const request: SandboxRequest = { ...received, kind, at: now(), status: null };
    requests.push(request);
    await respond(request, { route, response });
    options.onRequest?.(request);
  }

  async function respond(
    request: SandboxRequest,
    { route, response }: { readonly route: Route | null; readonly response: ServerResponse },
  ): Promise<void> {
    const { fault, habits } = strikeAt(route);
    // With a fault that takes effect before the request, the request must not be carried out.
    if (fault !== null && strikesBefore(fault)) {
      request.status = statusSeen(fault, 503);
      return answerFaulty(response, fault, { status: 503, body: '', headers: {} });
    }
    const answer = face.answer(world, { request, habits });
    request.status = answer.status;
    // Refused requests need no fault.
    if (fault === null || answer.status >= 300) {
      return send(answer, response);
    }
    request.status = statusSeen(fault, answer.status);
    const { status, headers } = answer;
    return answerFaulty(response, fault, { status, headers, body: textOf(answer) });
  }

  /** A request that names no run and starts none plays by the scenario of the next run. */
  function strikeAt(route: Route | null): Strike {
    if (route === null) {
      return NO_FAULT;
    }
    const run = route.runId === null ? undefined : store.get(route.runId);
    const scenario = run?.scenario ?? world.scenarioFor(route.prompt ?? '');
    const struck = { kind: route.kind, runId: run?.id ?? null };
    return faults.next(struck, { own: ownFaults, scenario: scenario.faults });
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

  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${pathPrefix}`;
  return {
    url,
    gitHubUrl: `${url}${GITHUB_PATH}`,
    token,
    orgId: face.orgId,
    example: face.example,
    requests,
    store,
    runs: () => store.all().map((run) => ({ ...run, ...store.state(run) })),
    seedRun: ({ scenario, prompt = 'An earlier prompt.', ...known } = {}) => {
      const chosen =
        scenario === undefined ? library.choose(0, prompt) : library.find(scenario, prompt);
      return store.create({ prompt, scenario: chosen, seeded: true, ...known });
    },
    clear: () => {
      requests.length = 0;
      for (const each of [store, face, faults]) {
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

async function send({ status, headers, content }: Answer, response: ServerResponse): Promise<void> {
  switch (content.kind) {
    case 'none':
      response.writeHead(status, headers).end();
      return;
    case 'json':
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(content.value));
      return;
    case 'text':
      response.writeHead(status, headers).end(content.text);
      return;
    case 'stream':
      response.writeHead(status, { 'content-type': content.stream.contentType, ...headers });
      response.flushHeaders();
      return pour(content.stream, response);
  }
}

/** Until the stream or the connection ends. */
async function pour(stream: EventStream, response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    const { text, state } = stream.take();
    if (text !== '') {
      await new Promise((written) => response.write(text, written));
    }
    if (state === 'ended') {
      response.end();
      return;
    }
    if (state === 'cut') {
      response.destroy();
      return;
    }
    await sleep(STREAM_LOOK_MS);
  }
}

/** What a fault cuts or compresses: of a stream, what it has until now. */
function textOf({ content }: Answer): string {
  switch (content.kind) {
    case 'none':
      return '';
    case 'json':
      return JSON.stringify(content.value);
    case 'text':
      return content.text;
    case 'stream':
      return content.stream.take().text;
  }
}

/** A request as a line for the console. */
export function requestLine({ at, method, path, query, status }: SandboxRequest): string {
  const asked = query.size === 0 ? path : `${path}?${query.toString()}`;
  return `${new Date(at).toISOString()} ${method} ${asked} ${status ?? 'no answer'}`;
}
