/** The four endpoints of the spec (section 4), one attempt each. Whether to try again is decided above. */
import type { Clock } from '../ports.ts';
import type { ServiceError } from './errors.ts';
import { bodyError, statusError, transportFailure } from './errors.ts';
import { TransportError, type Http, type HttpAnswer } from './http/port.ts';
import { parseJson } from '../shared/json.ts';
import {
  limiterDelay,
  limiterDone,
  limiterSent,
  limiterSpacing,
  limiterStart,
  type LimiterState,
} from './rate-limit.ts';
import type { AgentRun, LogsPage } from './schema.ts';
import type * as Schemas from './schema.ts';

/** A create may take the service long, and giving up on it is ambiguous: be patient. */
const SEND_TIMEOUT_MS = 120_000;
const READ_HEADERS_TIMEOUT_MS = 20_000;
const READ_TOTAL_TIMEOUT_MS = 60_000;

export interface ClientOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** Root of the service without a trailing slash; may have a path prefix. */
  readonly baseUrl: string;
  readonly orgId: number;
  readonly token: string;
  readonly userAgent: string;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** On the clock's `now`; no call outlives it. */
  readonly deadline: number;
  /** The most to wait for the answer once the request is sent, in milliseconds. Absent: as long as is usual. */
  readonly patienceMs?: number;
}

export interface CreateBody {
  readonly prompt: string;
  readonly repo_id?: number;
  readonly [field: string]: unknown;
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export interface Client {
  /** Endpoint 1. Resolves only with a readable id. */
  create(body: CreateBody, call: CallOptions): Promise<AgentRun & { readonly id: number }>;
  /** Endpoint 3. An empty 2xx is accepted: the spec shows no answer and the id is known. */
  resume(body: { readonly agent_run_id: number; readonly prompt: string }, call: CallOptions): Promise<AgentRun | null>;
  /** Endpoint 2. */
  run(runId: number, call: CallOptions): Promise<AgentRun>;
  /** Milliseconds to leave between two looks, so that the token's budget lasts (contract 3.1). */
  spacing(): number;
  /** Endpoint 4. */
  logs(
    page: { readonly runId: number; readonly skip: number; readonly limit: number },
    call: CallOptions,
  ): Promise<LogsPage>;
}

export function createClient(options: ClientOptions): Client {
  return new ServiceClient(options);
}

class ServiceClient implements Client {
  readonly #options: ClientOptions;
  #limiter: LimiterState = limiterStart();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  spacing(): number {
    return limiterSpacing(this.#limiter, this.#options.clock.now());
  }

  async create(body: CreateBody, call: CallOptions): Promise<AgentRun & { readonly id: number }> {
    const answer = await this.#post('', { body, category: 'creation' }, call);
    const { parseRun } = await schemas();
    const run = parseRun(json(answer));
    if (run === null || run.id === null) throw bodyError(answer, 'without a readable run id');
    return { ...run, id: run.id };
  }

  async resume(
    body: { readonly agent_run_id: number; readonly prompt: string },
    call: CallOptions,
  ): Promise<AgentRun | null> {
    const answer = await this.#post('/resume', { body, category: 'standard' }, call);
    if (answer.body.trim() === '') return null;
    const { parseRun } = await schemas();
    const run = parseRun(json(answer));
    if (run === null) throw bodyError(answer, 'its body is not the JSON object expected');
    return run;
  }

  async run(runId: number, call: CallOptions): Promise<AgentRun> {
    const answer = await this.#get(`/${runId}`, call);
    const { parseRun } = await schemas();
    const run = parseRun(json(answer));
    if (run === null) throw bodyError(answer, 'its body is not the JSON object expected');
    return run;
  }

  async logs(
    page: { readonly runId: number; readonly skip: number; readonly limit: number },
    call: CallOptions,
  ): Promise<LogsPage> {
    const answer = await this.#get(`/${page.runId}/logs?skip=${page.skip}&limit=${page.limit}`, call);
    const { parseLogsPage } = await schemas();
    const parsed = parseLogsPage(json(answer));
    if (parsed === null) throw bodyError(answer, 'its body has no list of log entries');
    return parsed;
  }

  #post(
    path: string,
    { body, category }: { readonly body: object; readonly category: 'creation' | 'standard' },
    call: CallOptions,
  ): Promise<HttpAnswer> {
    const request = { method: 'POST', path, body: JSON.stringify(body), category } as const;
    return this.#send(
      { ...request, fresh: true, headersTimeoutMs: SEND_TIMEOUT_MS, totalTimeoutMs: SEND_TIMEOUT_MS },
      call,
    );
  }

  #get(path: string, call: CallOptions): Promise<HttpAnswer> {
    const request = { method: 'GET', path, body: null, category: 'standard', fresh: false } as const;
    return this.#send(
      { ...request, headersTimeoutMs: READ_HEADERS_TIMEOUT_MS, totalTimeoutMs: READ_TOTAL_TIMEOUT_MS },
      call,
    );
  }

  async #send(
    request: {
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly body: string | null;
      readonly category: 'creation' | 'standard';
      readonly fresh: boolean;
      readonly headersTimeoutMs: number;
      readonly totalTimeoutMs: number;
    },
    call: CallOptions,
  ): Promise<HttpAnswer> {
    const { http, clock, baseUrl, orgId, token, userAgent } = this.#options;
    const wait = limiterDelay(this.#limiter, request.category, clock.now());
    // Nothing outlives the deadline, a wait for our own limit included.
    if (wait > 0) await clock.sleep(Math.max(0, Math.min(wait, call.deadline - clock.now())), call.signal);
    call.signal.throwIfAborted();
    const left = call.deadline - clock.now();
    if (left <= 0) throw tooLate();
    this.#limiter = limiterSent(this.#limiter, request.category, clock.now());
    const most = Math.min(left, call.patienceMs ?? left);
    const body = request.body === null ? {} : { 'content-type': 'application/json' };
    const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': userAgent, ...body };
    let answer: HttpAnswer;
    try {
      answer = await http.send(
        {
          method: request.method,
          url: `${baseUrl}/v1/organizations/${orgId}/agent/run${request.path}`,
          headers,
          body: request.body,
          fresh: request.fresh,
          headersTimeoutMs: Math.min(request.headersTimeoutMs, most),
          totalTimeoutMs: Math.min(request.totalTimeoutMs, most),
        },
        call.signal,
      );
    } catch (error) {
      if (error instanceof TransportError) throw transportFailure(error);
      throw error;
    } finally {
      this.#limiter = limiterDone(this.#limiter, clock.now());
    }
    if (answer.status < 200 || answer.status > 299) throw statusError(answer);
    return answer;
  }
}

/** Loaded with the first answer: nothing before the first request needs them (docs/decisions/start-up.md). */
async function schemas(): Promise<typeof Schemas> {
  return import('./schema.ts');
}

/** The step's time ran out while the client waited for its own rate limit: nothing was sent. */
function tooLate(): ServiceError {
  return transportFailure(new TransportError('no_time', 'the time was up before the request could be sent'));
}

function json(answer: HttpAnswer): unknown {
  try {
    return parseJson(answer.body);
  } catch (cause) {
    const error = bodyError(answer, 'its body is not JSON');
    throw Object.assign(error, { cause });
  }
}
