/** The service without HTTP: takes a request as data and returns a response as data. */
import type { EndpointOptions } from './endpoints/options.ts';
import {
  listOrganizations,
  listRepositories,
  listUsers,
  readIntegrations,
  readMe,
  readUser,
} from './endpoints/organization.ts';
import { createRun, listRuns, readLogs, readRun, resumeRun } from './endpoints/runs.ts';
import {
  analyzeLogs,
  ban,
  generateSetupCommands,
  removeFromPullRequest,
  unban,
} from './endpoints/special-runs.ts';
import { findRoute, type Route } from './endpoints/table.ts';
import { errorAnswer, RateLimited, Refused, retryHeaders, type RetryAfter } from './errors.ts';
import type { RateLimiter } from './limits.ts';
import type { ErrorFormat, Mode, Scenario } from './scenario.ts';

export interface ServiceRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As text. */
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ServiceOptions extends EndpointOptions {
  readonly token: string;
  readonly pathPrefix: string;
  readonly limiter: RateLimiter;
  readonly retryAfter: RetryAfter;
  /** Null: the format of the API. */
  readonly errorFormat: ErrorFormat | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A request with its endpoint and the service mode of this endpoint. */
export interface Routed {
  readonly route: Route | null;
  readonly mode: Mode;
  readonly errorFormat: ErrorFormat;
}

/** Finds the endpoint. The scenario of a run, or of the next run, may set its own mode. */
export function routeOf(options: ServiceOptions, path: string): Routed {
  const { store, scenarioFor, pathPrefix: prefix } = options;
  const named = /\/agent\/run\/(\d+)(?:\/|$)/.exec(path)?.[1];
  const scenario: Scenario = store.get(Number(named ?? NaN))?.scenario ?? scenarioFor('');
  const mode = {
    ...options.mode,
    ...(scenario.mode.api === 'spec' && { logs: 'spec' as const }),
    ...scenario.mode,
  };
  const errorFormat =
    scenario.errorFormat ??
    options.errorFormat ??
    (mode.api === 'published' ? 'published' : 'message');
  return { route: findRoute(path, { prefix, mode }), mode, errorFormat };
}

/**
 * Carries a request out or returns an error response. `stale`: the list lags behind. Never throws.
 */
export function answerTo(
  options: ServiceOptions,
  {
    request,
    routed,
    stale,
  }: { readonly request: ServiceRequest; readonly routed: Routed; readonly stale: boolean },
): Answer {
  const { mode, errorFormat } = routed;
  try {
    const route = admit(options, { request, routed });
    return {
      status: 200,
      body: carryOut({ ...options, mode }, { request, route, stale }),
      headers: {},
    };
  } catch (error) {
    if (error instanceof NoEndpoint && errorFormat === 'published') {
      return { status: 404, body: { detail: 'Not Found' }, headers: {} };
    }
    if (!(error instanceof Refused)) {
      return { status: 500, body: { message: `Sandbox: ${String(error)}` }, headers: {} };
    }
    const { retryAfter: say, now } = options;
    let headers: Readonly<Record<string, string>> = {};
    if (error instanceof RateLimited) {
      headers = retryHeaders(error.refusal, { say, now: now() });
    } else if (error.status === 405 && routed.route !== null) {
      headers = { allow: routed.route.method };
    }
    return { ...errorAnswer(error, errorFormat), headers };
  }
}

class NoEndpoint extends Refused {
  constructor(path: string) {
    super(404, `No endpoint ${path}`);
  }
}

/**
 * Checks authentication, path and limits in this order: 401, 404, 400 for an organization that is
 * not a number, 403, 405, 429.
 */
function admit(
  options: ServiceOptions,
  { request, routed: { route } }: { readonly request: ServiceRequest; readonly routed: Routed },
): Route {
  const { method, path, headers } = request;
  if (headers['authorization'] !== `Bearer ${options.token}`) {
    throw new Refused(401, 'Invalid or missing API token');
  }
  if (route === null) {
    throw new NoEndpoint(path);
  }
  if (route.orgId !== null && !/^[1-9]\d{0,14}$/.test(route.orgId)) {
    throw new Refused(400, `org_id must be a positive integer, not "${route.orgId}"`, [
      'path',
      'org_id',
    ]);
  }
  if (route.orgId !== null && route.orgId !== String(options.orgId)) {
    throw new Refused(403, `The token has no permission for organization ${route.orgId}`);
  }
  if (method !== route.method) {
    throw new Refused(405, `${path} takes ${route.method}, not ${method}`);
  }
  const refusal = options.limiter.take(route.category, options.now());
  if (refusal !== null) {
    throw new RateLimited(refusal);
  }
  return route;
}

function carryOut(
  options: EndpointOptions,
  {
    request,
    route,
    stale,
  }: { readonly request: ServiceRequest; readonly route: Route; readonly stale: boolean },
): unknown {
  const { method, query, headers, body } = request;
  if (method === 'GET' && body !== '') {
    throw new Refused(400, 'A GET request takes no body', ['body']);
  }
  const given = headers['content-type'];
  const sent = { query, contentType: typeof given === 'string' ? given : '', body };
  const runId = route.runId ?? '';
  const itemId = route.itemId ?? '';
  switch (route.kind) {
    case 'create':
      return createRun(options, sent);
    case 'resume':
      return resumeRun(options, sent);
    case 'read':
      return readRun(options, { runId, query });
    case 'logs':
      return readLogs(options, { runId, query });
    case 'runs':
      return listRuns(options, { query, stale });
    case 'ban':
      return ban(options, sent);
    case 'unban':
      return unban(options, sent);
    case 'remove-from-pr':
      return removeFromPullRequest(options, sent);
    case 'setup-commands':
      return generateSetupCommands(options, sent);
    case 'analyze-logs':
      return analyzeLogs(options, { sandboxId: itemId, query });
    case 'me':
      return readMe(options, { query });
    case 'organizations':
      return listOrganizations(options, { query });
    case 'users':
      return listUsers(options, { query });
    case 'user':
      return readUser(options, { query, userId: itemId });
    case 'repos':
      return listRepositories(options, { query });
    case 'integrations':
      return readIntegrations(options, { query });
  }
}
