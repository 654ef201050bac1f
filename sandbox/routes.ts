/**
 * What each endpoint of the spec does with a request. Strict: what the spec does not allow is refused, so that a client's
 * mistakes show.
 */
import { Refused } from './errors.ts';
import type { Scenario } from './scenario.ts';
import type { Store, StoredRun } from './store.ts';

export interface RouteRequest {
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: string;
}

export interface RouteOptions {
  readonly store: Store;
  readonly orgId: number;
  readonly scenarioFor: (prompt: string) => Scenario;
  readonly logOrder: 'asc' | 'desc';
  /** Null: any repository is known. */
  readonly repoIds: readonly number[] | null;
  readonly extraFields: readonly string[];
}

/** Of the query parameter `limit` (spec 4.5). */
const PAGE = { initial: 100, max: 100 } as const;

/** Endpoint 1 (spec 4.2). */
export function createRun(options: RouteOptions, request: RouteRequest): unknown {
  onlyQuery(request.query, []);
  const body = jsonBody(request);
  const prompt = text(body, 'prompt');
  const scenario = options.scenarioFor(prompt);
  onlyFields(body, ['prompt', 'repo_id', ...options.extraFields, ...scenario.extraFields]);
  const repoId = body['repo_id'] === undefined ? null : positive(body['repo_id'], ['body', 'repo_id']);
  if (repoId !== null && options.repoIds !== null && !options.repoIds.includes(repoId)) {
    throw new Refused(404, `Repository ${repoId} not found`);
  }
  const { store, orgId } = options;
  return runBody(store, store.create({ orgId, repoId, prompt, scenario }));
}

/** Endpoint 3 (spec 4.4). */
export function resumeRun(options: RouteOptions, request: RouteRequest): unknown {
  onlyQuery(request.query, []);
  const body = jsonBody(request);
  onlyFields(body, ['agent_run_id', 'prompt']);
  const id = positive(body['agent_run_id'], ['body', 'agent_run_id']);
  const prompt = text(body, 'prompt');
  const { store } = options;
  return runBody(store, store.resume(known(store, id), prompt));
}

/** Endpoint 2 (spec 4.3). */
export function readRun(
  options: RouteOptions,
  { runId, query }: { readonly runId: string; readonly query: URLSearchParams },
): unknown {
  onlyQuery(query, []);
  const { store } = options;
  return runBody(store, known(store, pathId(runId)));
}

/**
 * Endpoint 4 (spec 4.5). `page` and `pages` are counted in pages of `size` = `limit`; the spec does not show how.
 */
export function readLogs(
  options: RouteOptions,
  { runId, query }: { readonly runId: string; readonly query: URLSearchParams },
): unknown {
  onlyQuery(query, ['skip', 'limit']);
  const skip = queryInteger(query, { name: 'skip', initial: 0, min: 0, max: Infinity });
  const limit = queryInteger(query, { name: 'limit', initial: PAGE.initial, min: 1, max: PAGE.max });
  const { store, logOrder } = options;
  const run = known(store, pathId(runId));
  const { entries } = store.state(run);
  const ordered = logOrder === 'asc' ? entries : entries.toReversed();
  return {
    ...runBody(store, run),
    logs: ordered.slice(skip, skip + limit),
    total_logs: entries.length,
    page: Math.floor(skip / limit) + 1,
    size: limit,
    pages: Math.ceil(entries.length / limit),
  };
}

function runBody(store: Store, run: StoredRun): object {
  const state = store.state(run);
  return {
    id: run.id,
    organization_id: run.orgId,
    status: state.status,
    created_at: new Date(run.createdAt).toISOString(),
    web_url: state.webUrl,
    result: state.result,
    ...(state.pullRequests === null ? {} : { github_pull_requests: state.pullRequests }),
  };
}

function known(store: Store, id: number): StoredRun {
  const run = store.get(id);
  if (run === undefined) throw new Refused(404, `Agent run ${id} not found`);
  return run;
}

function pathId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new Refused(400, `agent_run_id must be a positive integer, not "${text}"`, ['path', 'agent_run_id']);
  return Number(text);
}

function jsonBody({ contentType, body }: RouteRequest): Readonly<Record<string, unknown>> {
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new Refused(400, 'Requests with a body must carry Content-Type: application/json', [
      'header',
      'content-type',
    ]);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refused(400, 'The body is not valid JSON', ['body']);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw new Refused(400, 'The body must be a JSON object', ['body']);
  return parsed as Readonly<Record<string, unknown>>;
}

function onlyFields(body: Readonly<Record<string, unknown>>, allowed: readonly string[]): void {
  for (const name of Object.keys(body)) {
    if (!allowed.includes(name))
      throw new Refused(400, `Unknown field ${name}; known are ${allowed.join(', ')}`, ['body', name]);
  }
}

function onlyQuery(query: URLSearchParams, allowed: readonly string[]): void {
  for (const name of query.keys()) {
    if (!allowed.includes(name)) throw new Refused(400, `Unknown query parameter ${name}`, ['query', name]);
    if (query.getAll(name).length > 1)
      throw new Refused(400, `Query parameter ${name} is given twice`, ['query', name]);
  }
}

function text(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new Refused(400, `${name} must be a string that is not empty`, ['body', name]);
  return value;
}

function positive(value: unknown, at: readonly string[]): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new Refused(400, `${at.at(-1) ?? ''} must be a positive integer`, at);
  }
  return value;
}

function queryInteger(
  query: URLSearchParams,
  rule: { readonly name: string; readonly initial: number; readonly min: number; readonly max: number },
): number {
  const given = query.get(rule.name);
  if (given === null) return rule.initial;
  const value = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
  if (value >= rule.min && value <= rule.max) return value;
  const bound = rule.max === Infinity ? `at least ${rule.min}` : `from ${rule.min} to ${rule.max}`;
  throw new Refused(400, `${rule.name} must be an integer ${bound}, not "${given}"`, ['query', rule.name]);
}
