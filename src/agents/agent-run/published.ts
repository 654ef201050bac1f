/**
 * The published endpoints beyond the spec (lists, `ban`, other tasks), one attempt per call, under
 * the client's rate limiter (contract 2.1, 3.1). A service may lack any of them, and a call of one
 * rejects with `NotOffered` then. Their schemas are as tolerant as those of the spec: malformed
 * fields count as absent (contract 2.2).
 */
import type { RunId } from '../port.ts';
import * as z from 'zod/mini';
import { parsed } from '../../http/response.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Requests, ServiceRequest } from '../../http/request.ts';
import type { HttpResponse } from '../../http/port.ts';
import { text } from '../kit/fields.ts';
import type { Page } from '../kit/pages.ts';
import { PAGE_MAX } from './logs-read.ts';
import { whereOffered } from './not-offered.ts';
import { count, id, parseIdentifiedRun, parseRun, runId, type IdentifiedRun } from './schema.ts';

/** A page of a list; the next one is named by how many items stand before it, as text. */
export interface PageRequest {
  readonly skip: number;
  /** At most 100. */
  readonly limit: number;
}

/** @param cursor leads to a page of 100 items; null for the first one */
export function pageAt(cursor: string | null): PageRequest {
  return { skip: Number(cursor ?? 0), limit: PAGE_MAX };
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export interface Published {
  /** A page of the organization's runs, newest first. */
  runs(page: PageRequest, call: CallOptions): Promise<Page<IdentifiedRun>>;
  repositories(page: PageRequest, call: CallOptions): Promise<Page<Repository>>;
  organizations(page: PageRequest, call: CallOptions): Promise<Page<Organization>>;
  /** The user the token belongs to. */
  me(call: CallOptions): Promise<User>;
  /** The types of the active ones, such as `github`. */
  integrations(call: CallOptions): Promise<readonly string[]>;
  /**
   * Stops all agents of the run's pull request and prevents its check events from starting new ones
   * until `unban`.
   */
  ban(runId: RunId, call: CallOptions): Promise<void>;
  unban(runId: RunId, call: CallOptions): Promise<void>;
  /** Starts a run that generates setup commands. Not retried after an ambiguous failure. */
  generateSetupCommands(
    body: { readonly repo_id: number; readonly prompt?: string },
    call: CallOptions,
  ): Promise<IdentifiedRun>;
  /** Starts a run that analyzes the logs of a sandbox. Not retried after an ambiguous failure. */
  analyzeLogs(sandboxId: number, call: CallOptions): Promise<IdentifiedRun>;
}

/** What to do where an endpoint is missing. */
export const WITHOUT = {
  ban: 'This service has no endpoint that stops a run.',
  check: 'This service does not tell it.',
  runs: 'This service has no list of runs.',
  repositories:
    'This service has no list of repositories, so `repo` cannot be looked up. ' +
    "Give the repository's number in `repo_id` instead.",
  setupCommands:
    'This service has no endpoint that generates setup commands (`task: setup-commands`). ' +
    'Use `task: run` with a prompt that asks for them.',
  analyzeLogs:
    'This service has no endpoint that analyzes the logs of a sandbox ' +
    '(`task: analyze-logs`). Use `task: run` with a prompt that contains the log.',
} as const;

/** @param root path of the organization's endpoints, such as `/v1/organizations/7` */
export function createPublished(requests: Requests, root: string): Published {
  const send = (
    request: ServiceRequest,
    call: CallOptions,
    missing: keyof typeof WITHOUT,
  ): Promise<HttpResponse> => whereOffered(requests.send(request, call), WITHOUT[missing]);
  const list = async <T>(
    path: string,
    {
      page: { skip, limit },
      item,
      missing,
    }: {
      readonly page: PageRequest;
      readonly item: (item: unknown) => T | null;
      readonly missing: keyof typeof WITHOUT;
    },
    call: CallOptions,
  ): Promise<Page<T>> => {
    const request = { method: 'GET', path: `${path}?skip=${skip}&limit=${limit}` } as const;
    const response = await send(request, call, missing);
    const read = (body: unknown): Page<T> | null => parseList(body, { skip, limit, read: item });
    return parsed(response, { read, problem: 'its body has no list of items' });
  };
  const one = async <T>(
    path: string,
    read: (body: unknown) => T | null,
    call: CallOptions,
  ): Promise<T> => {
    const response = await send({ method: 'GET', path }, call, 'check');
    return parsed(response, { read, problem: 'its body is not the JSON object expected' });
  };
  const about = async (verb: 'ban' | 'unban', runId: RunId, call: CallOptions): Promise<void> => {
    const path = `${root}/agent/run/${verb}`;
    const body = { agent_run_id: Number(runId) };
    await send({ method: 'POST', path, body }, call, 'ban');
  };
  const start = async (
    request: Omit<ServiceRequest, 'method'>,
    call: CallOptions,
    missing: keyof typeof WITHOUT,
  ): Promise<IdentifiedRun> => {
    const response = await send({ method: 'POST', ...request }, call, missing);
    return parsed(response, { read: parseStartedRun, problem: 'without a readable run id' });
  };
  return {
    runs: (page, call) =>
      list(`${root}/agent/runs`, { page, item: parseIdentifiedRun, missing: 'runs' }, call),
    repositories: (page, call) =>
      list(`${root}/repos`, { page, item: parseRepository, missing: 'repositories' }, call),
    organizations: (page, call) =>
      list('/v1/organizations', { page, item: parseOrganization, missing: 'check' }, call),
    me: (call) => one('/v1/users/me', parseUser, call),
    integrations: (call) => one(`${root}/integrations`, parseIntegrations, call),
    ban: (runId, call) => about('ban', runId, call),
    unban: (runId, call) => about('unban', runId, call),
    generateSetupCommands: (body, call) =>
      start(
        { path: `${root}/setup-commands/generate`, body, category: 'setup' },
        call,
        'setupCommands',
      ),
    analyzeLogs: (sandboxId, call) =>
      start(
        { path: `${root}/sandbox/${sandboxId}/analyze-logs`, category: 'analysis' },
        call,
        'analyzeLogs',
      ),
  };
}

const flag = z.catch(z.boolean(), false);

const listSchema = z.object({ items: z.array(z.unknown()), total: count });

/**
 * Reads a page of a list, or returns null if the body has none. Malformed items are left out. A
 * page shorter than requested need not be the last one.
 */
function parseList<T>(
  body: unknown,
  {
    skip,
    limit,
    read,
  }: { readonly skip: number; readonly limit: number; readonly read: (item: unknown) => T | null },
): Page<T> | null {
  const parsed = listSchema.safeParse(body);
  if (!parsed.success) {
    return null;
  }
  const { items, total } = parsed.data;
  const reached = skip + items.length;
  const hasMore = total === null ? items.length >= limit : reached < total;
  return {
    items: items.flatMap((item) => read(item) ?? []),
    next: hasMore && items.length > 0 ? String(reached) : null,
  };
}

const repositorySchema = z.object({ id, full_name: text, archived: flag });
export interface Repository {
  readonly id: number;
  /** `owner/name` */
  readonly fullName: string;
  readonly archived: boolean;
}

function parseRepository(item: unknown): Repository | null {
  const parsed = repositorySchema.safeParse(item);
  if (!parsed.success || parsed.data.id === null || parsed.data.full_name === null) {
    return null;
  }
  return { id: parsed.data.id, fullName: parsed.data.full_name, archived: parsed.data.archived };
}

const organizationSchema = z.object({ id, name: text });
export interface Organization {
  readonly id: number;
  readonly name: string | null;
}

function parseOrganization(item: unknown): Organization | null {
  const parsed = organizationSchema.safeParse(item);
  if (parsed.success && parsed.data.id !== null) {
    return { id: parsed.data.id, name: parsed.data.name };
  }
  return null;
}

/** What it is called is not read: nobody is told (contract 18.8). */
const userSchema = z.object({ id });
type User = z.infer<typeof userSchema>;

function parseUser(body: unknown): User | null {
  return userSchema.safeParse(body).data ?? null;
}

const integrationSchema = z.object({ integration_type: text, active: flag });
const integrationsSchema = z.object({ integrations: z.array(z.unknown()) });

function parseIntegrations(body: unknown): readonly string[] | null {
  const types = integrationsSchema.safeParse(body).data?.integrations.flatMap((item) => {
    const { data } = integrationSchema.safeParse(item);
    return data?.active === true ? (data.integration_type ?? []) : [];
  });
  return types ?? null;
}

const startedRunSchema = z.object({ agent_run_id: runId, status: text, url: text });
/** The run started by one of these endpoints, or null without a readable run ID. */
function parseStartedRun(body: unknown): IdentifiedRun | null {
  const parsed = startedRunSchema.safeParse(body);
  if (!parsed.success || parsed.data.agent_run_id === null) {
    return null;
  }
  const { agent_run_id: startedId, status, url } = parsed.data;
  const run = parseRun({ status, web_url: url });
  return run && { ...run, id: startedId };
}
