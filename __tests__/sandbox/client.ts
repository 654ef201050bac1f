/** A minimal HTTP client that sends exactly what a test specifies, including invalid requests. */
import { request } from 'node:http';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON, or undefined if it is not JSON. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface Sent {
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: unknown;
  /** In addition to the usual ones. Null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly signal?: AbortSignal;
}

export const ORG = '/v1/organizations/1/agent/run';

/** `target` is like `GET /v1/…`. Rejects if the connection ends before the response does. */
export function call(sandbox: Sandbox, target: string, sent: Sent = {}): Promise<Reply> {
  const [method = 'GET', path = '/'] = target.split(' ');
  // Undefined stays undefined.
  const body = typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body);
  const usual = {
    authorization: `Bearer ${sandbox.token}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
  const wanted: Readonly<Record<string, string | null>> = { ...usual, ...sent.headers };
  const headers = Object.entries(wanted).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  );
  const { hostname, port, pathname } = new URL(sandbox.url);
  const prefix = pathname.replace(/\/$/, '');
  return new Promise((done, failed) => {
    const options = {
      hostname,
      port,
      method,
      path: prefix + path,
      headers: Object.fromEntries(headers),
      agent: false,
    };
    const outgoing = request(
      { ...options, ...(sent.signal && { signal: sent.signal }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: parsed(text),
          });
        });
      },
    );
    outgoing.on('error', failed).end(body);
  });
}

function parsed(text: string): Reply['json'] {
  try {
    return JSON.parse(text) as Reply['json'];
  } catch {
    return {};
  }
}

/** Creates a run and returns its ID. */
export async function create(sandbox: Sandbox, prompt = 'Do it.'): Promise<number> {
  const { status, json, text } = await call(sandbox, `POST ${ORG}`, { body: { prompt } });
  if (status !== 200) {
    throw new Error(`create: ${status} ${text}`);
  }
  return json['id'] as number;
}

export interface Bench {
  readonly start: (options?: SandboxOptions) => Promise<Sandbox>;
  /** Advances the clock of the sandboxes, in milliseconds. */
  readonly advance: (ms: number) => void;
  /** Closes the sandboxes and resets the clock. */
  readonly close: () => Promise<void>;
}

/** The initial time of a bench. */
export const NOON = Date.UTC(2026, 0, 2, 12);

/**
 * Sandboxes that share a clock, which only moves on request. By default they only serve the
 * specification's endpoints.
 */
export function bench(usual: SandboxOptions = { api: 'spec' }): Bench {
  const started: Sandbox[] = [];
  let now = NOON;
  return {
    start: async (options = {}) => {
      const sandbox = await startSandbox({
        scenario: 'quick',
        now: () => now,
        ...usual,
        ...options,
      });
      started.push(sandbox);
      return sandbox;
    },
    advance: (ms) => {
      now += ms;
    },
    close: async () => {
      now = NOON;
      await Promise.all(started.splice(0).map((sandbox) => sandbox.close()));
    },
  };
}

/** The log entries of a reply, with the fields that tests use. */
export function logsOf(reply: Reply): readonly Readonly<Record<string, unknown>>[] {
  return reply.json['logs'] as readonly Readonly<Record<string, unknown>>[];
}
