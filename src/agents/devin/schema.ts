/**
 * What the service answers (sheet, section 3), read tolerantly (contract 2.2): unknown fields pass,
 * and a field of the wrong type counts as absent.
 */
import * as z from 'zod/mini';
import type { ServiceError } from '../../http/errors.ts';
import { isRecord } from '../../safe/json.ts';
import { safeId } from '../kit/ids.ts';
import type { RunId } from '../port.ts';

const text = z.catch(z.optional(z.nullable(z.string())), null);
const number = z.catch(z.optional(z.nullable(z.number())), null);

/** Times after this are milliseconds already (sheet, section 2). */
const SECONDS_MAX = 1e11;

function timeOf(epoch: number | null | undefined): number | null {
  if (epoch === null || epoch === undefined) {
    return null;
  }
  return epoch > SECONDS_MAX ? epoch : epoch * 1_000;
}

/** A session as one answer shows it. Detail and output are told by get and list alone. */
export interface Session {
  /** With or without `devin-`, as the service gives it. */
  readonly id: RunId;
  readonly url: string | null;
  readonly orgId: string | null;
  readonly status: string | null;
  readonly detail: string | null;
  /** The structured output, null for none. */
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly tags: readonly string[];
  readonly pullRequests: readonly string[];
  /** ms since the epoch, as the next one. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly acus: number | null;
  readonly isArchived: boolean;
}

const sessionSchema = z.object({
  session_id: safeId,
  url: text,
  org_id: text,
  status: text,
  status_detail: text,
  structured_output: z.optional(z.unknown()),
  tags: z.catch(z.array(z.catch(z.string(), '')), []),
  pull_requests: z.catch(z.array(z.catch(z.object({ pr_url: text }), { pr_url: null })), []),
  created_at: number,
  updated_at: number,
  acus_consumed: number,
  is_archived: z.catch(z.boolean(), false),
});

/** Null without a readable id. */
export function parseSession(body: unknown): Session | null {
  const { data } = sessionSchema.safeParse(body);
  if (data === undefined) {
    return null;
  }
  const output = data.structured_output;
  return {
    id: data.session_id,
    url: data.url ?? null,
    orgId: data.org_id ?? null,
    status: data.status ?? null,
    detail: data.status_detail ?? null,
    output: isRecord(output) ? output : null,
    tags: data.tags,
    pullRequests: data.pull_requests.flatMap(({ pr_url: url }) => url ?? []),
    createdAt: timeOf(data.created_at),
    updatedAt: timeOf(data.updated_at),
    acus: data.acus_consumed ?? null,
    isArchived: data.is_archived,
  };
}

/** One page of a list. A cursor is promised only while there is a next page. */
export interface DevinPage<Item> {
  readonly items: readonly Item[];
  readonly cursor: string | null;
  readonly hasNext: boolean;
  /** Why the next page, which is announced, cannot be read (sheet, section 2). Null: it can. */
  readonly problem: ServiceError | null;
}

const pageSchema = z.object({
  items: z.array(z.unknown()),
  end_cursor: text,
  has_next_page: z.catch(z.boolean(), false),
});

function parsePage(body: unknown): DevinPage<unknown> | null {
  const { data } = pageSchema.safeParse(body);
  if (data === undefined) {
    return null;
  }
  const { items, has_next_page: hasNext } = data;
  const cursor = data.end_cursor ?? '';
  return { items, cursor: cursor === '' ? null : cursor, hasNext, problem: null };
}

/** Sessions without a readable id are left out. */
export function parseSessions(body: unknown): DevinPage<Session> | null {
  const page = parsePage(body);
  if (page === null) {
    return null;
  }
  return { ...page, items: page.items.flatMap((i) => parseSession(i) ?? []) };
}

/** A message of a session's log. */
export interface SessionMessage {
  /** Null if the service gives none. */
  readonly id: string | null;
  readonly isAgent: boolean;
  readonly text: string;
  /** ms since the epoch. */
  readonly createdAt: number | null;
}

const messageSchema = z.object({
  event_id: text,
  source: text,
  message: text,
  created_at: number,
});

/** What is no object is left out. */
export function parseMessages(body: unknown): DevinPage<SessionMessage> | null {
  const page = parsePage(body);
  if (page === null) {
    return null;
  }
  return { ...page, items: page.items.flatMap((i) => parseMessage(i) ?? []) };
}

function parseMessage(item: unknown): SessionMessage | null {
  const { data } = messageSchema.safeParse(item);
  if (data === undefined) {
    return null;
  }
  return {
    id: data.event_id ?? null,
    // Who is not the user is the agent, or the service in its name.
    isAgent: data.source !== 'user',
    text: data.message ?? '',
    createdAt: timeOf(data.created_at),
  };
}

/** Whose the key is. Names are not read (contract 18.8). */
export interface Self {
  /** Null where the key alone does not tell it. */
  readonly orgId: string | null;
  readonly isPerson: boolean;
}

const selfSchema = z.object({ org_id: text, principal_type: text });

export function parseSelf(body: unknown): Self | null {
  const { data } = selfSchema.safeParse(body);
  if (data === undefined) {
    return null;
  }
  const orgId = data.org_id ?? '';
  return {
    orgId: orgId === '' ? null : orgId,
    isPerson: data.principal_type !== 'service_user' && (data.principal_type ?? '') !== '',
  };
}
