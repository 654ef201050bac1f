/** The four endpoints of the spec (section 4), one attempt each. Whether to try again is decided above. */
import { bodyError } from './errors.ts';
import type { Published } from './published.ts';
import { Requests, type CallOptions, type ClientOptions } from './request.ts';
import type { AgentRun, LogsPage } from './schema.ts';
import type * as Schemas from './schema.ts';

export type { CallOptions, ClientOptions };

export interface CreateBody {
  readonly prompt: string;
  readonly repo_id?: number;
  readonly [field: string]: unknown;
}

export interface ResumeBody {
  readonly agent_run_id: number;
  readonly prompt: string;
  /** Data URIs; beyond the spec. */
  readonly images?: readonly string[];
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export interface Client {
  /** Endpoint 1. Resolves only with a readable id. */
  create(body: CreateBody, call: CallOptions): Promise<AgentRun & { readonly id: number }>;
  /** Endpoint 3. An empty 2xx is accepted: the spec shows no answer and the id is known. */
  resume(body: ResumeBody, call: CallOptions): Promise<AgentRun | null>;
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

export interface ServiceClient extends Client {
  /** What is published beyond the spec, under the same rate limiter; loaded when it is first asked for. */
  published(): Promise<Published>;
}

export function createClient(options: ClientOptions): ServiceClient {
  return new RequestingClient(new Requests(options));
}

class RequestingClient implements ServiceClient {
  readonly #requests: Requests;
  readonly #path: string;

  constructor(requests: Requests) {
    this.#requests = requests;
    this.#path = `${requests.organizationPath}/agent/run`;
  }

  spacing(): number {
    return this.#requests.spacing();
  }

  async published(): Promise<Published> {
    const { createPublished } = await import('./published.ts');
    return createPublished(this.#requests);
  }

  async create(body: CreateBody, call: CallOptions): Promise<AgentRun & { readonly id: number }> {
    const answer = await this.#requests.post({ path: this.#path, body, category: 'creation' }, call);
    const { parseRun } = await schemas();
    const run = parseRun((await this.#requests.json(answer, call)).body);
    if (run === null || run.id === null) throw bodyError(answer, 'without a readable run id');
    return { ...run, id: run.id };
  }

  async resume(body: ResumeBody, call: CallOptions): Promise<AgentRun | null> {
    const answer = await this.#requests.post({ path: `${this.#path}/resume`, body, category: 'standard' }, call);
    if (answer.body.trim() === '') return null;
    const { parseRun } = await schemas();
    const run = parseRun((await this.#requests.json(answer, call)).body);
    if (run === null) throw bodyError(answer, 'its body is not the JSON object expected');
    return run;
  }

  async run(runId: number, call: CallOptions): Promise<AgentRun> {
    const answer = await this.#requests.get(`${this.#path}/${runId}`, call);
    const { parseRun } = await schemas();
    const run = parseRun((await this.#requests.json(answer, call)).body);
    if (run === null) throw bodyError(answer, 'its body is not the JSON object expected');
    return run;
  }

  async logs(
    page: { readonly runId: number; readonly skip: number; readonly limit: number },
    call: CallOptions,
  ): Promise<LogsPage> {
    const path = `${this.#path}/${page.runId}/logs?skip=${page.skip}&limit=${page.limit}`;
    const answer = await this.#requests.get(path, call);
    const { parseLogsPage } = await schemas();
    const { body, beyondLimit } = await this.#requests.json(answer, call, { key: 'logs', limit: page.limit });
    const parsed = parseLogsPage(body);
    if (parsed === null) throw bodyError(answer, 'its body has no list of log entries');
    return { ...parsed, ...(beyondLimit > 0 && { beyond_limit: beyondLimit }) };
  }
}

/** Loaded with the first answer: nothing before the first request needs them (docs/decisions/start-up.md). */
async function schemas(): Promise<typeof Schemas> {
  return import('./schema.ts');
}
