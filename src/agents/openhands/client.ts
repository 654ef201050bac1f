/**
 * The endpoints of OpenHands that the action uses, and what they answer (sheet, sections 2 and 3).
 * One attempt per call. Answers are read tolerantly (contract 2.2): unknown fields pass, a field of
 * the wrong type counts as absent. A web page in the place of an answer is none, because the
 * service gives one for every path that it does not have.
 */
import * as z from 'zod/mini';
import { longest } from '../../http/asked-wait.ts';
import { whatTheServiceSaid, type Judge } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { AuthHeader, Requests } from '../../http/request.ts';
import { parsed } from '../../http/response.ts';
import { isRecord, jsonOrNull } from '../../safe/json.ts';
import { parseTime } from '../entry.ts';
import { absentAsNull } from '../kit/failures.ts';
import { orNull, text } from '../kit/fields.ts';
import { ofAsked, safeId, safeIdOrNull } from '../kit/ids.ts';
import { listOf } from '../kit/lists.ts';
import { tokenPage, type Page } from '../kit/pages.ts';
import { queryOf } from '../kit/query.ts';
import { refusalTable, type RefusalWords } from '../kit/refusals.ts';
import type { RunId } from '../port.ts';
import { bareId } from './facts.ts';

/** The service allows 1 to 100 (sheet, section 2). */
export const PAGE_MAX = 100;

const count = z.catch(z.number(), 0);
const numbers = listOf<number>(z.number());

const tokensSchema = z.object({ prompt_tokens: count, completion_tokens: count });
const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0 };
export const metricsSchema = z.object({
  accumulated_cost: count,
  accumulated_token_usage: z.catch(tokensSchema, NO_TOKENS),
});

const startTaskSchema = z.object({
  id: safeId,
  status: text,
  detail: z.catch(z.unknown(), null),
  created_at: text,
  request: z.catch(
    z.object({ conversation_id: safeIdOrNull, selected_repository: text, pr_number: numbers }),
    { conversation_id: null, selected_repository: null, pr_number: [] },
  ),
});
export type StartTask = z.infer<typeof startTaskSchema>;

const conversationSchema = z.object({
  id: safeId,
  sandbox_id: text,
  selected_repository: text,
  pr_number: numbers,
  metrics: orNull(metricsSchema),
  created_at: text,
  sandbox_status: text,
  execution_status: text,
  conversation_url: text,
  session_api_key: text,
});
export type Conversation = z.infer<typeof conversationSchema>;

/** An event as it came. What it says is read in `entries`. */
export interface RawEvent {
  readonly id: string;
  readonly timestamp: string | null;
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** By the sandbox's clock, ms since the epoch; null: it tells none. */
export function timeOf({ timestamp }: RawEvent): number | null {
  return parseTime(withZone(timestamp));
}

/** The sandbox's clock has no zone: UTC (sheet, section 2). */
export function withZone(timestamp: string | null): string | null {
  if (timestamp === null || /(?:Z|[+-]\d\d:\d\d)$/.test(timestamp)) {
    return timestamp;
  }
  return `${timestamp}Z`;
}

interface EventsOrder {
  /** Those of this time and later, as the service writes times; null: all. */
  readonly since: string | null;
  readonly cursor: string | null;
  readonly size: number;
}

/** The sandbox of a conversation, which has a host and a key of its own. */
interface SandboxPlace {
  readonly url: string;
  readonly key: string;
}

/** The sandbox takes its key in this header alone, and never the API key (sheet, 3.6). */
export const SANDBOX_AUTH: readonly AuthHeader[] = [{ name: 'x-session-api-key', prefix: '' }];

/** The methods reject with `ServiceError`, or with `call.signal.reason` on abort. */
export class OpenHandsClient {
  readonly #requests: Requests;
  readonly #keepSecret: (secret: string) => void;

  /** @param keepSecret told every key of a sandbox that an answer brings */
  constructor(requests: Requests, keepSecret: (secret: string) => void) {
    this.#requests = requests;
    this.#keepSecret = keepSecret;
  }

  async create(body: object, call: CallOptions): Promise<StartTask> {
    const request = { method: 'POST', path: CONVERSATIONS, category: 'creation' } as const;
    const create = { ...call, patienceMs: CREATE_MS };
    const response = await this.#requests.send({ ...request, body }, create);
    return parsed(response, {
      read: (value) => startTaskSchema.safeParse(value).data ?? null,
      problem: 'without a readable id of a start task',
    });
  }

  /** Null: it is not there, or not any more. */
  async startTask(id: string, call: CallOptions): Promise<StartTask | null> {
    const response = await this.#get(`${CONVERSATIONS}/start-tasks?ids=${id}`, call);
    return placeIn(response, { id, schema: startTaskSchema, noun: 'start task' });
  }

  /** Newest first. */
  async startTasks(cursor: string | null, call: CallOptions): Promise<Page<StartTask>> {
    const query = queryOf({ limit: String(PAGE_MAX), page_id: cursor });
    const response = await this.#get(`${CONVERSATIONS}/start-tasks/search?${query}`, call);
    return pageOf(response, startTaskSchema);
  }

  /** Null: it is not there, or not yet. */
  async conversation(id: RunId, call: CallOptions): Promise<Conversation | null> {
    const response = await this.#get(`${CONVERSATIONS}?ids=${id}`, call);
    const asked = { id, schema: conversationSchema, noun: 'conversation' };
    const conversation = placeIn(response, asked);
    return conversation === null ? null : this.#taken(conversation);
  }

  /** Newest first. */
  async conversations(cursor: string | null, call: CallOptions): Promise<Page<Conversation>> {
    const query = queryOf({ limit: String(PAGE_MAX), page_id: cursor });
    const response = await this.#get(`${CONVERSATIONS}/search?${query}`, call);
    const page = pageOf(response, conversationSchema);
    return { ...page, items: page.items.map((one) => this.#taken(one)) };
  }

  #taken(conversation: Conversation): Conversation {
    const { session_api_key: key } = conversation;
    if (key !== null) {
      this.#keepSecret(key);
    }
    return conversation;
  }

  /** Oldest first. */
  async events(id: RunId, order: EventsOrder, call: CallOptions): Promise<Page<RawEvent>> {
    const { since, cursor, size } = order;
    const query = queryOf({ limit: String(size), timestamp__gte: since, page_id: cursor });
    const response = await this.#get(`/api/v1/conversation/${id}/events/search?${query}`, call);
    return parsed(response, { read: eventsIn, problem: 'its body has no list of events' });
  }

  /** While a command runs, the answer comes when that ends (sheet, 3.5). */
  async say(id: RunId, said: string, call: CallOptions): Promise<void> {
    const body = { content: [{ type: 'text', text: said }], run: true };
    const path = `${CONVERSATIONS}/${id}/send-message`;
    const request = { method: 'POST', path, body } as const;
    const response = await this.#requests.send(request, { ...call, patienceMs: SAY_MS });
    parsed(response, { read: asRecord, problem: 'its body is no answer to a message' });
  }

  async wake(sandboxId: string, call: CallOptions): Promise<void> {
    const path = `/api/v1/sandboxes/${encodeURIComponent(sandboxId)}/resume`;
    const response = await this.#requests.send({ method: 'POST', path }, call);
    parsed(response, {
      read: asRecord,
      problem: 'its body does not say that the sandbox is woken',
    });
  }

  /** Ends what the conversation does at once. Sent to its sandbox, with the key of that alone. */
  async interrupt({ url, key }: SandboxPlace, call: CallOptions): Promise<void> {
    const sandbox = this.#requests.at({ baseUrl: url, token: key, auth: SANDBOX_AUTH });
    await sandbox.send({ method: 'POST', path: '/interrupt' }, call);
  }

  /**
   * Whether the key is valid. The open-source server has only the second address, and for the first
   * a web page, or 404 where it serves none (sheet, section 2).
   */
  async checkKey(call: CallOptions): Promise<void> {
    const response = await this.#get('/api/keys/current', call).catch(absentAsNull);
    if (response !== null && isRecord(jsonOrNull(response.body))) {
      return;
    }
    const person = await this.#get('/api/v1/users/me', call);
    parsed(person, { read: asRecord, problem: 'its body is a web page' });
  }

  #get(path: string, call: CallOptions): Promise<HttpResponse> {
    return this.#requests.send({ method: 'GET', path }, call);
  }
}

const CONVERSATIONS = '/api/v1/app-conversations';
/** Sheet, section 7. */
const CREATE_MS = 60_000;
/** Contract 18.10. The service itself gives up after half of it. */
const SAY_MS = 60_000;

/** Reads an answer that tells nothing but that it comes from the service itself. */
function asRecord(value: unknown): object | null {
  return isRecord(value) ? value : null;
}

interface AskedFor<T> {
  readonly id: string;
  readonly schema: z.ZodMiniType<T>;
  /** What the service calls it. */
  readonly noun: string;
}

/**
 * What stands in the place of the one id that was asked for; null: there is nothing of it (sheet,
 * section 2). An answer without that place says nothing of the id.
 *
 * @throws AboutAnother
 */
function placeIn<T extends { readonly id: string }>(
  response: HttpResponse,
  { id, schema, noun }: AskedFor<T>,
): T | null {
  const { item } = parsed(response, {
    read: (body) => {
      if (!Array.isArray(body) || body.length !== 1) {
        return null;
      }
      const [given] = body as readonly unknown[];
      if (given === null) {
        return { item: null };
      }
      const { data } = schema.safeParse(given);
      return data === undefined ? null : { item: data };
    },
    problem: 'its body has no place for the ID that was asked for',
  });
  return item === null ? null : ofAsked(item, { id, noun, response, formOf: bareId });
}

/** Items that do not fit are left out. */
function pageOf<T>(response: HttpResponse, schema: z.ZodMiniType<T>): Page<T> {
  return parsed(response, {
    read: (body) => pageIn(body, (item) => schema.safeParse(item).data ?? null),
    problem: 'its body has no list',
  });
}

function eventsIn(body: unknown): Page<RawEvent> | null {
  return pageIn(body, (item) => {
    if (!isRecord(item) || typeof item['id'] !== 'string') {
      return null;
    }
    const { id, timestamp, kind, ...fields } = item;
    return {
      id,
      timestamp: typeof timestamp === 'string' ? timestamp : null,
      kind: typeof kind === 'string' ? kind : 'Event',
      fields,
    };
  });
}

function pageIn<T>(body: unknown, read: (item: unknown) => T | null): Page<T> | null {
  return tokenPage(body, { list: 'items', next: 'next_page_id', read });
}

/** The conversations of a day are used up (sheet, section 2). */
const DAY_QUOTA = 'daily_conversation_limit_reached';
/** The sandbox of a conversation is gone for good, so that it takes no message (sheet, 3.5). */
export const NO_SANDBOX = /sandbox not found/i;

const wordsOfRefusal = refusalTable(
  [
    {
      reason: DAY_QUOTA,
      means: {
        advice:
          'The conversations of this day are used up: run the workflow again when the service ' +
          'counts anew, at midnight UTC, or raise the limit there.',
      },
    },
  ],
  refusedWords,
);

/** What refusals mean (sheet, section 2). A time in the body is a floor as the header's (18.10). */
export const judge: Judge = (response, told) => {
  const judgement = wordsOfRefusal(response, told);
  const resetAt = response.status === 429 ? resetIn(response.body) : null;
  if (resetAt === null) {
    return judgement;
  }
  const waits = [told.retryAfterMs, told.resetMs, resetAt - told.now];
  return { ...judgement, retryAfterMs: longest(waits) };
};

/** When the service counts anew, in ms since the epoch; null: it does not say. */
function resetIn(body: string): number | null {
  const value = jsonOrNull(body);
  const detail = isRecord(value) ? value['detail'] : undefined;
  const at = isRecord(detail) ? detail['reset_at'] : undefined;
  return typeof at === 'string' ? parseTime(at) : null;
}

/** `{detail}`: a text, an object with a code, or a list, of which `input` is never quoted. */
function refusedWords({ body, redact }: HttpResponse): RefusalWords {
  const value = jsonOrNull(body);
  const detail = isRecord(value) ? value['detail'] : undefined;
  if (isRecord(detail)) {
    const reason = typeof detail['code'] === 'string' ? detail['code'] : '';
    const said = whatTheServiceSaid(JSON.stringify({ message: detail['message'] }), redact);
    return { reason, said };
  }
  return { reason: '', said: whatTheServiceSaid(body, redact) };
}
