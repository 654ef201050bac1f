/**
 * A loopback service with scripted answers, for behaviour that the sandbox never shows because it
 * conforms to the spec.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, readBody } from './loopback.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: unknown;
  /** Ends the connection instead of answering. */
  readonly reset?: boolean;
  /** Never answers. */
  readonly hang?: boolean;
}

export interface ScriptedService {
  readonly url: string;
  readonly requests: SeenRequest[];
  /** `GET run`, `GET logs`, `POST create`, `POST resume`, in order. */
  readonly calls: string[];
  readonly close: () => Promise<void>;
}

/** Starts a service that calls `answer` for each request. */
export async function scriptedService(
  answer: (call: string, request: SeenRequest, nth: number) => Reply | Promise<Reply>,
): Promise<ScriptedService> {
  const requests: SeenRequest[] = [];
  const calls: string[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(incoming);
    if (text === null) {
      return;
    }
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const isJson = incoming.headers['content-type'] === 'application/json';
    const sent: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: sent === '' ? null : sent,
    };
    const call = nameOf(request);
    requests.push(request);
    calls.push(call);
    const reply = await answer(call, request, calls.filter((name) => name === call).length);
    if (reply.hang === true) {
      return;
    }
    if (reply.reset === true) {
      return void incoming.socket.resetAndDestroy();
    }
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      .end(body);
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  const { host, close } = await listen(server);
  return { url: `http://${host}`, requests, calls, close };
}

function nameOf({ method, path }: SeenRequest): string {
  if (method === 'POST') {
    return path.endsWith('/resume') ? 'POST resume' : 'POST create';
  }
  return path.endsWith('/logs') ? 'GET logs' : 'GET run';
}

/** A page of a log (spec 2.2). */
export function logsPage(
  run: Readonly<Record<string, unknown>>,
  {
    entries,
    query,
  }: {
    readonly entries: readonly unknown[];
    readonly query: URLSearchParams;
  },
): Readonly<Record<string, unknown>> {
  const skip = Number(query.get('skip') ?? '0');
  const limit = Number(query.get('limit') ?? '100');
  return {
    ...run,
    logs: entries.slice(skip, skip + limit),
    total_logs: entries.length,
    page: 1,
    size: limit,
    pages: 1,
  };
}
