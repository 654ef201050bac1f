/**
 * The endpoints of the service (sheet, section 3), one attempt per call. All methods reject with
 * `ServiceError`, or with `signal.reason` on abort.
 */
import { isEventStream } from '../../http/reply.ts';
import { parsed } from '../../http/response.ts';
import { bodyError, ServiceError } from '../../http/errors.ts';
import type { HttpResponse, HttpStream } from '../../http/port.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Requests, ServiceRequest } from '../../http/request.ts';
import { ofAsked } from '../kit/ids.ts';
import { readPages, type Page } from '../kit/pages.ts';
import { agentIdForm } from './ids.ts';
import {
  parseAgent,
  parseCreated,
  parseFollowUp,
  parseKeyOwner,
  parseRun,
  parseRunPage,
  parseUsage,
  parseUserMessages,
  type Created,
  type CursorAgent,
  type Run,
  type RunUsage,
} from './schema.ts';

/** At most this many items a page (sheet, section 2). */
const PAGE_MAX = 100;
/** Agents with more runs than this are beyond anything that a step makes. */
const PAGES_MAX = 10;

export interface PromptBody {
  readonly text: string;
  readonly images?: readonly { readonly data: string; readonly mimeType: string }[];
}

export interface CreateBody {
  prompt: PromptBody;
  /** The id that the new agent gets. */
  agentId?: string;
  model?: { readonly id: string };
  repos?: readonly { readonly url: string; readonly startingRef: string | undefined }[];
  autoCreatePR?: boolean;
  readonly [field: string]: unknown;
}

/** A run of an agent. */
export interface RunRef {
  readonly agentId: string;
  readonly runId: string;
}

/** A stream, after the event with this id; null: from its start. */
interface StreamRef extends RunRef {
  readonly lastEventId: string | null;
}

export class CursorClient {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Takes up to a minute (sheet, section 3.1). A 409 may be about an agent of ours. */
  async create(body: CreateBody, call: CallOptions): Promise<Created> {
    const request = { method: 'POST', path: '/v1/agents', body, category: 'creation' } as const;
    const response = await this.#requests.send(request, call).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status === 409) {
        throw error.proving('ambiguous');
      }
      throw error;
    });
    const problem = 'without a readable agent id';
    const created = parsed(response, { read: parseCreated, problem });
    const { agentId } = body;
    if (agentId !== undefined) {
      ofAsked(created.agent, { id: agentId, noun: 'agent', response, formOf: agentIdForm });
    }
    return created;
  }

  async agent(agentId: string, call: CallOptions): Promise<CursorAgent> {
    const response = await this.#get(`/v1/agents/${agentId}`, call);
    const agent = parsed(response, { read: parseAgent, problem: 'its body is no agent' });
    return ofAsked(agent, { id: agentId, noun: 'agent', response, formOf: agentIdForm });
  }

  async run({ agentId, runId }: RunRef, call: CallOptions): Promise<Run> {
    const response = await this.#get(`/v1/agents/${agentId}/runs/${runId}`, call);
    const run = parsed(response, { read: parseRun, problem: 'its body is no run' });
    return ofAsked(run, { id: runId, noun: 'run', response });
  }

  /** The newest runs of an agent, newest first. */
  async newestRuns(agentId: string, call: CallOptions): Promise<readonly Run[]> {
    return (await this.#runPage({ agentId, cursor: null }, call)).items;
  }

  /** All runs of an agent, newest first. */
  async runs(agentId: string, call: CallOptions): Promise<readonly Run[]> {
    const { items } = await readPages({
      read: (cursor) => this.#runPage({ agentId, cursor }, call),
      pagesMax: PAGES_MAX,
    });
    return items;
  }

  async #runPage(
    { agentId, cursor }: { readonly agentId: string; readonly cursor: string | null },
    call: CallOptions,
  ): Promise<Page<Run>> {
    const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await this.#get(`/v1/agents/${agentId}/runs?limit=${PAGE_MAX}${after}`, call);
    return parsed(response, { read: parseRunPage, problem: 'its body has no list of runs' });
  }

  async followUp(agentId: string, prompt: PromptBody, call: CallOptions): Promise<Run> {
    const path = `/v1/agents/${agentId}/runs`;
    const response = await this.#requests.send({ method: 'POST', path, body: { prompt } }, call);
    return parsed(response, { read: parseFollowUp, problem: 'without a readable run id' });
  }

  async cancel({ agentId, runId }: RunRef, call: CallOptions): Promise<void> {
    const path = `/v1/agents/${agentId}/runs/${runId}/cancel`;
    await this.#requests.send({ method: 'POST', path }, call);
  }

  async usage({ agentId, runId }: RunRef, call: CallOptions): Promise<RunUsage> {
    const response = await this.#get(`/v1/agents/${agentId}/usage?runId=${runId}`, call);
    const read = (body: unknown): RunUsage | null => parseUsage(body, runId);
    return parsed(response, { read, problem: 'its body tells no use' });
  }

  /** What the user said to an agent, oldest first. Kept longer than streams (sheet, 3.4). */
  async userMessages(agentId: string, call: CallOptions): Promise<readonly string[]> {
    const response = await this.#get(`/v0/agents/${agentId}/conversation`, call);
    return parsed(response, { read: parseUserMessages, problem: 'its body has no messages' });
  }

  /** Whose key it is. Names and addresses of people are not even read. */
  async keyOwner(call: CallOptions): Promise<'person' | 'service'> {
    const response = await this.#get('/v1/me', call);
    return parsed(response, { read: parseKeyOwner, problem: 'its body is no JSON object' });
  }

  /** Whether agents can be listed with this key. */
  async listsAgents(call: CallOptions): Promise<void> {
    await this.#get('/v1/agents?limit=1', call);
  }

  /** The stream of a run, which lives until the call's signal aborts. */
  async stream({ agentId, runId, lastEventId }: StreamRef, call: CallOptions): Promise<HttpStream> {
    const path = `/v1/agents/${agentId}/runs/${runId}/stream`;
    const stream = await this.#requests.open({ path, lastEventId }, call);
    if (!isEventStream(stream)) {
      throw bodyError({ ...stream, body: '' }, 'its body is no event stream');
    }
    return stream;
  }

  #get(path: string, call: CallOptions): Promise<HttpResponse> {
    const request: ServiceRequest = { method: 'GET', path };
    return this.#requests.send(request, call);
  }
}
