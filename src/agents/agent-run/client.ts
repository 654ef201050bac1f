/**
 * The four endpoints of the spec (section 4); `published.ts` has those beyond it. One attempt per
 * call: `retry.ts` sends again what `errors.ts` allows.
 */
import type { CallOptions } from '../../http/limits.ts';
import type { Requests } from '../../http/request.ts';
import { parsed } from '../../http/response.ts';
import { ofAsked } from '../kit/ids.ts';
import type { RunId } from '../port.ts';
import { logsRead, type KnownLogsAddress, type LogsRequest } from './logs-read.ts';
import { createPublished, type Published } from './published.ts';
import {
  parseIdentifiedRun,
  parseRun,
  type AgentRun,
  type IdentifiedRun,
  type LogsPage,
} from './schema.ts';

/** The fields of the spec, and those of `request_fields`. */
export interface CreateBody {
  prompt: string;
  repo_id?: number;
  /** Not part of the spec, as `images`. */
  model?: string;
  /** Data URIs. */
  images?: readonly string[];
  readonly [field: string]: unknown;
}

interface ResumeBody {
  readonly agent_run_id: RunId;
  readonly prompt: string;
  /** Data URIs. Not part of the spec. */
  readonly images?: readonly string[] | undefined;
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

interface ClientParts {
  readonly orgId: string;
  /** Shared by the clients of one step, so that only one of them must find the log address. */
  readonly logsAddress: KnownLogsAddress;
}

export function createClient(
  requests: Requests,
  { orgId, logsAddress }: ClientParts,
): ServiceClient {
  /** Runs that were read: a 404 of their log means that it has another address. */
  const known = new Set<RunId>();
  const organization = `/v1/organizations/${orgId}`;
  const root = `${organization}/agent/run`;

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
      return ofAsked(parsed(response, RUN), { id: body.agent_run_id, noun: 'run', response });
    },
    async run(runId, call) {
      const response = await requests.send({ method: 'GET', path: `${root}/${runId}` }, call);
      const run = ofAsked(parsed(response, RUN), { id: runId, noun: 'run', response });
      known.add(runId);
      return run;
    },
    logs: logsRead(requests, { root, address: logsAddress, isKnown: (runId) => known.has(runId) }),
    published: createPublished(requests, organization),
  };
}

const RUN = { read: parseRun, problem: 'its body is not the JSON object expected' };
