/**
 * The four endpoints of the spec (section 4); `published.ts` has those beyond it. One attempt per
 * call: `retry.ts` sends again what `errors.ts` allows.
 */
import type { RunId } from '../port.ts';
import { parsed } from '../../http/response.ts';
import { bodyFailure, NotOffered, ServiceError, transportFailure } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import { TransportError } from '../../http/proof.ts';
import { isNotOffered } from './not-offered.ts';
import { createPublished, type Published } from './published.ts';
import type { CallOptions, Requests } from '../../http/request.ts';
import {
  parseIdentifiedRun,
  parseLogsPage,
  parseRun,
  type AgentRun,
  type IdentifiedRun,
  type LogsPage,
} from './schema.ts';

export type { CallOptions };

/** Of the spec, and the fields of `request_fields`. */
export interface CreateBody {
  prompt: string;
  repo_id?: number;
  /** Not part of the spec, as `images`. */
  model?: string;
  /** Data URIs. */
  images?: readonly string[];
  readonly [field: string]: unknown;
}

export interface ResumeBody {
  readonly agent_run_id: RunId;
  readonly prompt: string;
  /** Data URIs. Not part of the spec. */
  readonly images?: readonly string[] | undefined;
}

export interface LogsRequest {
  readonly runId: RunId;
  readonly skip: number;
  readonly limit: number;
}

/**
 * An answer with more entries than were asked for counts as one that is too large (contract 6.5).
 */
export class MoreThanAsked extends ServiceError {
  constructor({ limit }: Pick<LogsRequest, 'limit'>) {
    const failure = transportFailure(
      new TransportError('too_large', `the answer has more entries than the ${limit} asked for`),
    );
    super(failure.message, failure, { cause: failure });
  }
}

/** A 2xx response with the ID of another run (contract 2.3). */
export class AnotherRun extends ServiceError {
  constructor(response: HttpResponse, runId: string) {
    super(`HTTP ${response.status}, but it is about another run (${runId})`, bodyFailure(response));
  }
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export interface Client {
  /** Endpoint 1. Resolves only if the response has a readable run ID. */
  create(body: CreateBody, call: CallOptions): Promise<IdentifiedRun>;
  /**
   * Endpoint 3. An empty 2xx is accepted: the spec defines no response body, and the run ID is
   * known.
   */
  resume(body: ResumeBody, call: CallOptions): Promise<AgentRun | null>;
  /** Endpoint 2. */
  run(runId: RunId, call: CallOptions): Promise<AgentRun>;
  /**
   * Endpoint 4, at either of its two published addresses. Rejects with `NotOffered` if neither
   * exists, and with `MoreThanAsked`.
   */
  logs(page: LogsRequest, call: CallOptions): Promise<LogsPage>;
}

export interface ServiceClient extends Client {
  /** The published endpoints beyond the spec, under the same rate limiter. */
  readonly published: Published;
}

/** The address in the spec, or the one with `/alpha` in the published API. */
export type LogsAddress = 'spec' | 'alpha';

/**
 * Which of the two published addresses of the log the service uses (contract 2.3). Kept for a step.
 */
export class KnownLogsAddress {
  /** To try first. */
  next: LogsAddress = 'spec';
  /** Whether it has responded successfully. */
  confirmed = false;

  confirm(address: LogsAddress): void {
    this.next = address;
    this.confirmed = true;
  }

  /** Has no effect once an address is confirmed, possibly for another client. */
  prefer(address: LogsAddress): void {
    if (!this.confirmed) {
      this.next = address;
    }
  }
}

export interface ClientParts {
  readonly orgId: string;
  /** Shared by the clients of one step, so that only one of them must find the log address. */
  readonly logsAddress: KnownLogsAddress;
}

export function createClient(
  requests: Requests,
  { orgId, logsAddress }: ClientParts,
): ServiceClient {
  /** Runs that were read: a 404 then means that the log has another address. */
  const known = new Set<RunId>();
  const organization = `/v1/organizations/${orgId}`;
  const root = `${organization}/agent/run`;
  const logsPath = (address: LogsAddress, runId: RunId): string => {
    const path = `${root}/${runId}/logs`;
    return address === 'spec' ? path : path.replace('/v1/', '/v1/alpha/');
  };

  /**
   * Returns the page, or the error if the response had an error status. Rejects for all other
   * failures.
   */
  const tryLogs = async (
    address: LogsAddress,
    { runId, skip, limit }: LogsRequest,
    call: CallOptions,
  ): Promise<LogsPage | ServiceError> => {
    let response: HttpResponse;
    try {
      const path = `${logsPath(address, runId)}?skip=${skip}&limit=${limit}`;
      response = await requests.send({ method: 'GET', path }, call);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'status') {
        return error;
      }
      throw error;
    }
    const page = parsed(response, {
      read: parseLogsPage,
      problem: 'its body has no list of log entries',
    });
    logsAddress.confirm(address);
    if (page.logs.length > limit) {
      throw new MoreThanAsked({ limit });
    }
    return ofRun(runId, page, response);
  };

  return {
    async create(body, call) {
      const response = await requests.send(
        { method: 'POST', path: root, body, category: 'creation' },
        call,
      );
      return parsed(response, { read: parseIdentifiedRun, problem: 'without a readable run id' });
    },
    async resume(body, call) {
      const sent = { ...body, agent_run_id: Number(body.agent_run_id) };
      const response = await requests.send(
        { method: 'POST', path: `${root}/resume`, body: sent },
        call,
      );
      if (response.body.trim() === '') {
        return null;
      }
      return ofRun(body.agent_run_id, parsed(response, RUN), response);
    },
    async run(runId, call) {
      const response = await requests.send({ method: 'GET', path: `${root}/${runId}` }, call);
      const run = ofRun(runId, parsed(response, RUN), response);
      known.add(runId);
      return run;
    },
    async logs(page, call) {
      const { next, confirmed } = logsAddress;
      const first = await tryLogs(next, page, call);
      if (!(first instanceof ServiceError)) {
        return first;
      }
      const elsewhere =
        !confirmed && (isNotOffered(first) || (first.status === 404 && known.has(page.runId)));
      if (!elsewhere) {
        throw first;
      }
      const other = next === 'spec' ? 'alpha' : 'spec';
      const second = await tryLogs(other, page, call);
      if (!(second instanceof ServiceError)) {
        return second;
      }
      if (isNotOffered(first) && isNotOffered(second)) {
        logsAddress.prefer('spec');
        throw new NotOffered(second, {
          advice: '',
          message:
            `HTTP ${String(second.status)} at ${logsPath('spec', page.runId)} ` +
            `and at ${logsPath('alpha', page.runId)}`,
        });
      }
      // Next time, start with the address that gave a more specific error than "not offered".
      if (!isNotOffered(second)) {
        logsAddress.prefer(other);
      }
      throw isNotOffered(second) ? first : second;
    },
    published: createPublished(requests, organization),
  };
}

const RUN = { read: parseRun, problem: 'its body is not the JSON object expected' };

/** @throws AnotherRun (contract 2.3) */
function ofRun<T extends AgentRun>(runId: RunId, run: T, response: HttpResponse): T {
  if (run.id === null || run.id === runId) {
    return run;
  }
  throw new AnotherRun(response, run.id);
}
