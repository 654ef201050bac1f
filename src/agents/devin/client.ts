/**
 * The endpoints of Devin's API v3 that the action uses (sheet, section 3). One attempt per call; a
 * session is found with `devin-` before its id and without, whichever the service takes.
 */
import { parsed, readJson } from '../../http/response.ts';
import { asServiceError, bodyError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { HttpResponse } from '../../http/port.ts';
import type { Requests, ServiceRequest } from '../../http/request.ts';
import { beforehand } from '../kit/failures.ts';
import { ofAsked } from '../kit/ids.ts';
import { queryOf } from '../kit/query.ts';
import { SharedReads } from '../kit/shared-reads.ts';
import type { RunId } from '../port.ts';
import { noOrganization } from './refusals.ts';
import {
  parseMessages,
  parseSelf,
  parseSession,
  parseSessions,
  type SessionMessage,
  type DevinPage,
  type Self,
  type Session,
} from './schema.ts';

/** Items on a page of the lists that are read; the service allows 1 to 200 (sheet, section 2). */
export const PAGE_MAX = 200;

const PREFIX = 'devin-';

/** The id without `devin-`: the same for both forms of one session. */
export function bareId(id: RunId): string {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id;
}

/**
 * What the list of sessions is asked for: flat, one value each (sheet, section 1). A parameter that
 * is null is not sent.
 */
export type ListQuery = Readonly<Record<string, string | null>>;

/** What was found out of the service, shared by the agents of a step. */
export class ServiceFindings {
  /** Whose the key is, asked once. */
  readonly self = new SharedReads<'self', Self>();
  /** Before the id in paths. */
  prefix: string = PREFIX;
  /**
   * A path with it was answered, by the service itself: what is readable comes from nobody else.
   */
  isPrefixSure = false;
  /** Messages on a page. Fewer once a page of them was too large (contract 6.5). */
  messagesMax = PAGE_MAX;
}

interface SessionRequest<Result> extends Pick<ServiceRequest, 'body' | 'method'> {
  /** After the session's own path, such as `/archive`. */
  readonly rest?: string;
  /** Throws a `ServiceError` if the body is not what the endpoint gives. */
  readonly read: (response: HttpResponse) => Result;
}

/**
 * What became of a request that changes the session, the session itself tells (sheet, section 8.3).
 */
const unread = (): void => undefined;

/** The methods reject with `ServiceError`, or with `call.signal.reason` on abort. */
export class DevinClient {
  readonly #requests: Requests;
  readonly #orgId: string;
  readonly #known: ServiceFindings;

  /** @param orgId as the input gives it, empty without one */
  constructor(requests: Requests, orgId: string, known: ServiceFindings) {
    this.#requests = requests;
    this.#orgId = orgId;
    this.#known = known;
  }

  /** Whose the key is. */
  async self(call: CallOptions): Promise<Self> {
    const response = await this.#requests.send({ method: 'GET', path: '/v3/self' }, call);
    return parsed(response, {
      read: parseSelf,
      problem: 'its body is not the JSON object expected',
    });
  }

  /** The organization of the input, or of the key. Rejects where neither tells one. */
  async organization(call: CallOptions): Promise<string> {
    if (this.#orgId !== '') {
      return this.#orgId;
    }
    const { orgId } = await this.#known.self.read('self', () => this.self(call));
    if (orgId === null) {
      throw noOrganization();
    }
    return orgId;
  }

  async create(body: object, call: CallOptions): Promise<Session> {
    const path = await this.#sessions(call).catch((error: unknown) => {
      throw beforehand(error);
    });
    const response = await this.#requests.send(
      { method: 'POST', path, body, category: 'creation' },
      call,
    );
    return parsed(response, { read: parseSession, problem: 'without a readable session id' });
  }

  /** A page also where what follows it cannot be read (`DevinPage.problem`). */
  async list(query: ListQuery, call: CallOptions): Promise<DevinPage<Session>> {
    const path = `${await this.#sessions(call)}?${queryOf(query)}`;
    const response = await this.#requests.send({ method: 'GET', path }, call);
    const page = parsed(response, {
      read: parseSessions,
      problem: 'its body has no list of sessions',
    });
    return checkedPage(page, { response, after: query['after'] ?? null });
  }

  async session(id: RunId, call: CallOptions): Promise<Session> {
    const read = (response: HttpResponse): Session => ofSession(id, response);
    return this.#toSession(id, { method: 'GET', read }, call);
  }

  /**
   * A page also where what follows it cannot be read (`DevinPage.problem`). One that is too large
   * is asked for with half as many messages, down to one.
   *
   * @param after the cursor that leads to the page, null for the first
   */
  async messages(
    id: RunId,
    after: string | null,
    call: CallOptions,
  ): Promise<DevinPage<SessionMessage>> {
    for (;;) {
      const first = this.#known.messagesMax;
      const page = await this.#messages(id, { first, after }, call).catch(asServiceError);
      if (!(page instanceof ServiceError)) {
        return page;
      }
      if (page.kind !== 'too_large' || first === 1) {
        throw page;
      }
      this.#known.messagesMax = Math.floor(first / 2);
    }
  }

  #messages(
    id: RunId,
    { first, after }: { readonly first: number; readonly after: string | null },
    call: CallOptions,
  ): Promise<DevinPage<SessionMessage>> {
    const cursor = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const rest = `/messages?first=${first}${cursor}`;
    const read = (response: HttpResponse): DevinPage<SessionMessage> => {
      const page = parsed(response, {
        read: parseMessages,
        problem: 'its body has no list of messages',
      });
      return checkedPage(page, { response, after });
    };
    return this.#toSession(id, { method: 'GET', rest, read }, call);
  }

  /**
   * The answer is no help: it tells neither detail nor output, nor the message. Whatever JSON the
   * service answers with counts as taken (sheet, sections 7 and 8.2). What is no JSON may come from
   * somebody between, so that the message may not have arrived.
   */
  async say(id: RunId, message: string, call: CallOptions): Promise<void> {
    await this.#toSession(
      id,
      { method: 'POST', rest: '/messages', body: { message }, read: readJson },
      call,
    );
  }

  async archive(id: RunId, call: CallOptions): Promise<void> {
    await this.#toSession(id, { method: 'POST', rest: '/archive', read: unread }, call);
  }

  async unarchive(id: RunId, call: CallOptions): Promise<void> {
    await this.#toSession(id, { method: 'POST', rest: '/unarchive', read: unread }, call);
  }

  async #sessions(call: CallOptions): Promise<string> {
    const organization = encodeURIComponent(await this.organization(call));
    return `/v3/organizations/${organization}/sessions`;
  }

  /** Nothing is carried out by a request that is answered with 404. */
  async #toSession<Result>(
    id: RunId,
    { rest = '', read, ...request }: SessionRequest<Result>,
    call: CallOptions,
  ): Promise<Result> {
    const known = this.#known;
    const sessions = await this.#sessions(call).catch((error: unknown) => {
      throw request.method === 'GET' ? error : beforehand(error);
    });
    const send = async (prefix: string): Promise<Result> => {
      const path = `${sessions}/${encodeURIComponent(prefix + bareId(id))}${rest}`;
      const result = read(await this.#requests.send({ ...request, path }, call));
      known.prefix = prefix;
      known.isPrefixSure = true;
      return result;
    };
    const first = known.prefix;
    try {
      return await send(first);
    } catch (error) {
      const isElsewhere = error instanceof ServiceError && error.status === 404;
      // Another request of a fleet may have found out meanwhile that it is the other one.
      const isSure = known.isPrefixSure && known.prefix === first;
      if (!isElsewhere || isSure) {
        throw error;
      }
      return await send(first === PREFIX ? '' : PREFIX).catch((second: unknown) => {
        throw second instanceof ServiceError && second.status === 404 ? error : second;
      });
    }
  }
}

function ofSession(id: RunId, response: HttpResponse): Session {
  const session = parsed(response, {
    read: parseSession,
    problem: 'its body is not the session expected',
  });
  return ofAsked(session, { id, noun: 'session', response, formOf: bareId });
}

/** A next page without a way to it is an error, not an end (sheet, section 2). */
function checkedPage<Item>(
  page: DevinPage<Item>,
  { response, after }: { readonly response: HttpResponse; readonly after: string | null },
): DevinPage<Item> {
  if (!page.hasNext || (page.cursor !== null && page.cursor !== after)) {
    return page;
  }
  const problem =
    page.cursor === null
      ? 'it announces a next page without a cursor that leads to it'
      : 'the cursor of its next page is the one of this page';
  return { ...page, hasNext: false, problem: bodyError(response, problem) };
}

/** The page, if what follows it can be read as well. */
export function whole<Item>(page: DevinPage<Item>): DevinPage<Item> {
  if (page.problem !== null) {
    throw page.problem;
  }
  return page;
}
