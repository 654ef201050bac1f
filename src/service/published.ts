/**
 * The published endpoints beyond the spec, one attempt per call, under the client's rate limiter (contract 2.1, 3.1). A
 * service may lack any of them (see `ServiceError.notOffered`). Loaded only when an input needs them.
 */
import { readJson } from './answer.ts';
import type { HttpAnswer } from './http/port.ts';
import { bodyError } from './errors.ts';
import {
  parseIntegrations,
  parseList,
  parseOrganization,
  parseRepository,
  parseStartedRun,
  parseUser,
  type Integrations,
  type List,
  type Organization,
  type Repository,
  type User,
} from './published-schema.ts';
import type { Category } from './rate-limit.ts';
import type { CallOptions, Requests } from './request.ts';
import { parseRun, type IdentifiedRun } from './schema.ts';

export type { Integrations, List, Organization, Repository, User };

export interface PageRequest {
  readonly skip: number;
  /** At most 100. */
  readonly limit: number;
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export interface Published {
  /** A page of the organization's runs, newest first. */
  runs(page: PageRequest, call: CallOptions): Promise<List<IdentifiedRun>>;
  repositories(page: PageRequest, call: CallOptions): Promise<List<Repository>>;
  organizations(page: PageRequest, call: CallOptions): Promise<List<Organization>>;
  /** The user the token belongs to. */
  me(call: CallOptions): Promise<User>;
  integrations(call: CallOptions): Promise<Integrations>;
  /** Stops all agents of the run's pull request and prevents its check events from starting new ones until `unban`. */
  ban(runId: number, call: CallOptions): Promise<void>;
  unban(runId: number, call: CallOptions): Promise<void>;
  /** Starts a run that generates setup commands. Not retried after an ambiguous failure. */
  generateSetupCommands(
    body: { readonly repo_id: number; readonly prompt?: string },
    call: CallOptions,
  ): Promise<IdentifiedRun>;
  /** Starts a run that analyzes the logs of a sandbox. Not retried after an ambiguous failure. */
  analyzeLogs(sandboxId: number, call: CallOptions): Promise<IdentifiedRun>;
}

export function createPublished(requests: Requests): Published {
  const { organizationPath: root } = requests;
  const list = async <T>(
    path: string,
    { page: { skip, limit }, read }: { readonly page: PageRequest; readonly read: (item: unknown) => T | null },
    call: CallOptions,
  ): Promise<List<T>> => {
    const answer = await requests.get(`${path}?skip=${skip}&limit=${limit}`, call);
    return known(answer, parseList(readJson(answer), { skip, limit, read }), 'its body has no list of items');
  };
  const one = async <T>(path: string, read: (body: unknown) => T | null, call: CallOptions): Promise<T> => {
    const answer = await requests.get(path, call);
    return known(answer, read(readJson(answer)), 'its body is not the JSON object expected');
  };
  const about = async (verb: 'ban' | 'unban', runId: number, call: CallOptions): Promise<void> => {
    const path = `${root}/agent/run/${verb}`;
    await requests.post({ path, body: { agent_run_id: runId }, category: 'standard' }, call);
  };
  const start = async (
    request: { readonly path: string; readonly body: object | null; readonly category: Category },
    call: CallOptions,
  ): Promise<IdentifiedRun> => {
    const answer = await requests.post(request, call);
    return known(answer, parseStartedRun(readJson(answer)), 'without a readable run id');
  };
  return {
    runs: (page, call) => list(`${root}/agent/runs`, { page, read: parseListedRun }, call),
    repositories: (page, call) => list(`${root}/repos`, { page, read: parseRepository }, call),
    organizations: (page, call) => list('/v1/organizations', { page, read: parseOrganization }, call),
    me: (call) => one('/v1/users/me', parseUser, call),
    integrations: (call) => one(`${root}/integrations`, parseIntegrations, call),
    ban: (runId, call) => about('ban', runId, call),
    unban: (runId, call) => about('unban', runId, call),
    generateSetupCommands: (body, call) =>
      start({ path: `${root}/setup-commands/generate`, body, category: 'setup' }, call),
    analyzeLogs: (sandboxId, call) =>
      start({ path: `${root}/sandbox/${sandboxId}/analyze-logs`, body: null, category: 'analysis' }, call),
  };
}

function known<T>(answer: HttpAnswer, value: T | null, problem: string): T {
  if (value === null) throw bodyError(answer, problem);
  return value;
}

function parseListedRun(item: unknown): IdentifiedRun | null {
  const run = parseRun(item);
  return run === null || run.id === null ? null : { ...run, id: run.id };
}
