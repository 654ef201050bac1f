/** The four endpoints of the spec (section 4). Each call makes one attempt; callers decide whether to retry. */
import { readJson } from './answer.ts';
import { AnotherRun, bodyError, LogsNotOffered, ServiceError } from './errors.ts';
import type { HttpAnswer } from './http/port.ts';
import { KnownLogsAddress, type LogsAddress } from './logs-address.ts';
import { createPublished, type Published } from './published.ts';
import { Requests, type CallOptions, type ClientOptions } from './request.ts';
import { parseLogsPage, parseRun, type AgentRun, type IdentifiedRun, type LogsPage } from './schema.ts';

export type { CallOptions, ClientOptions };

export interface CreateBody {
  readonly prompt: string;
  readonly repo_id?: number;
  readonly [field: string]: unknown;
}

export interface ResumeBody {
  readonly agent_run_id: number;
  readonly prompt: string;
  /** Data URIs. Not part of the spec. */
  readonly images?: readonly string[];
}

export interface LogsRequest {
  readonly runId: number;
  readonly skip: number;
  readonly limit: number;
  /**
   * The run was read successfully by other means, so a 404 means that the log address is wrong, not that the run is
   * missing.
   */
  readonly runKnown?: boolean;
  /** The page before showed that there is more. For the scheduler of a fleet. */
  readonly goesOn?: boolean;
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export interface Client {
  /** Endpoint 1. Resolves only if the response has a readable run ID. */
  create(body: CreateBody, call: CallOptions): Promise<IdentifiedRun>;
  /** Endpoint 3. An empty 2xx is accepted: the spec defines no response body, and the run ID is known. */
  resume(body: ResumeBody, call: CallOptions): Promise<AgentRun | null>;
  /** Endpoint 2. */
  run(runId: number, call: CallOptions): Promise<AgentRun>;
  /** Minimum milliseconds between two polls that keep the token within its budget (contract 3.1). */
  spacing(): number;
  /** Milliseconds until the rate limit allows another read and `reserve` more, 0 if it does now (contract 3.1). */
  readDelay(reserve?: number): number;
  /**
   * The service's current time (ms since the epoch) based on the `Date` of its last response, or null if there was
   * none.
   */
  serviceTime(): number | null;
  /** Requests that reached the service so far, whatever became of them. */
  reached(): number;
  /** Endpoint 4, at either of its two published addresses. Rejects with `LogsNotOffered` if neither exists. */
  logs(page: LogsRequest, call: CallOptions): Promise<LogsPage>;
}

export interface ServiceClient extends Client {
  /** The published endpoints beyond the spec, under the same rate limiter. Loaded on first use. */
  published(): Promise<Published>;
}

export interface ClientParts extends ClientOptions {
  /** Shared by the clients of one step, so that only one of them must find the log address. Absent: its own. */
  readonly logsAddress?: KnownLogsAddress;
}

export function createClient(options: ClientParts): ServiceClient {
  return new RequestingClient(new Requests(options), options.logsAddress ?? new KnownLogsAddress());
}

class RequestingClient implements ServiceClient {
  readonly #requests: Requests;
  readonly #path: string;
  readonly #logs: KnownLogsAddress;

  constructor(requests: Requests, logs: KnownLogsAddress) {
    this.#requests = requests;
    this.#logs = logs;
    this.#path = `${requests.organizationPath}/agent/run`;
  }

  spacing(): number {
    return this.#requests.spacing();
  }

  readDelay(reserve = 0): number {
    return this.#requests.readDelay(reserve);
  }

  serviceTime(): number | null {
    return this.#requests.serviceTime();
  }

  reached(): number {
    return this.#requests.reached();
  }

  published(): Promise<Published> {
    return Promise.resolve(createPublished(this.#requests));
  }

  async create(body: CreateBody, call: CallOptions): Promise<IdentifiedRun> {
    const answer = await this.#requests.post({ path: this.#path, body, category: 'creation' }, call);
    const run = parseRun(readJson(answer));
    if (run === null || run.id === null) throw bodyError(answer, 'without a readable run id');
    return { ...run, id: run.id };
  }

  async resume(body: ResumeBody, call: CallOptions): Promise<AgentRun | null> {
    const answer = await this.#requests.post({ path: `${this.#path}/resume`, body, category: 'standard' }, call);
    if (answer.body.trim() === '') return null;
    const run = parseRun(readJson(answer));
    if (run === null) throw bodyError(answer, 'its body is not the JSON object expected');
    return run;
  }

  async run(runId: number, call: CallOptions): Promise<AgentRun> {
    const answer = await this.#requests.get(`${this.#path}/${runId}`, call);
    const run = parseRun(readJson(answer));
    if (run === null) throw bodyError(answer, 'its body is not the JSON object expected');
    return ofRun(runId, run, answer);
  }

  async logs(page: LogsRequest, call: CallOptions): Promise<LogsPage> {
    const { next, confirmed } = this.#logs;
    const first = await this.#tryLogs(next, page, call);
    if (!(first instanceof ServiceError)) return first;
    const elsewhere = !confirmed && (first.notOffered || (first.status === 404 && page.runKnown === true));
    if (!elsewhere) throw first;
    const other = next === 'spec' ? 'alpha' : 'spec';
    const second = await this.#tryLogs(other, page, call);
    if (!(second instanceof ServiceError)) return second;
    if (first.notOffered && second.notOffered) {
      this.#logs.prefer('spec');
      throw new LogsNotOffered([this.#logsPath('spec', page.runId), this.#logsPath('alpha', page.runId)], second);
    }
    // Next time, start with the address that gave a more specific error than "not offered".
    if (!second.notOffered) this.#logs.prefer(other);
    throw second.notOffered ? first : second;
  }

  /** Returns the page, or the error if the response had an error status. Rejects for all other failures. */
  async #tryLogs(
    address: LogsAddress,
    { runId, skip, limit }: LogsRequest,
    call: CallOptions,
  ): Promise<LogsPage | ServiceError> {
    let answer: HttpAnswer;
    try {
      answer = await this.#requests.get(`${this.#logsPath(address, runId)}?skip=${skip}&limit=${limit}`, call);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'status') return error;
      throw error;
    }
    const parsed = parseLogsPage(readJson(answer));
    if (parsed === null) throw bodyError(answer, 'its body has no list of log entries');
    this.#logs.confirm(address);
    return ofRun(runId, parsed, answer);
  }

  #logsPath(address: LogsAddress, runId: number): string {
    const path = `${this.#path}/${runId}/logs`;
    return address === 'spec' ? path : path.replace('/v1/', '/v1/alpha/');
  }
}

/** @throws AnotherRun (contract 2.3) */
function ofRun<T extends AgentRun>(runId: number, run: T, answer: HttpAnswer): T {
  if (run.id === null || run.id === runId) return run;
  throw new AnotherRun(answer, run.id);
}
