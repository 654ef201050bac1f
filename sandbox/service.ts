/** The service without its wire: a request as data in, an answer as data out. */
import { errorBody, RateLimited, Refused, retryHeaders, type RetryAfter } from './errors.ts';
import type { CallKind } from './faults.ts';
import type { RateLimiter } from './limits.ts';
import { createRun, readLogs, readRun, resumeRun, type RouteOptions } from './routes.ts';
import type { ErrorFormat } from './scenario.ts';

export interface ServiceRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As text. */
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a path stands for; the identifiers are as in the path, unchecked. */
export interface Route {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST';
  readonly orgId: string;
  readonly runId: string | null;
}

export interface ServiceOptions extends RouteOptions {
  readonly token: string;
  readonly pathPrefix: string;
  readonly limiter: RateLimiter;
  readonly retryAfter: RetryAfter;
  readonly errorFormat: ErrorFormat;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The endpoint of a path (spec 4), null for none. */
export function findRoute(path: string, prefix: string): Route | null {
  if (!path.startsWith(prefix)) return null;
  const match = /^\/v1\/organizations\/([^/]+)\/agent\/run(?:\/([^/]+)(\/logs)?)?$/.exec(path.slice(prefix.length));
  if (match === null) return null;
  const [, orgId = '', runId, logs] = match;
  if (runId === undefined) return { kind: 'create', method: 'POST', orgId, runId: null };
  if (runId === 'resume' && logs === undefined) return { kind: 'resume', method: 'POST', orgId, runId: null };
  return { kind: logs === undefined ? 'read' : 'logs', method: 'GET', orgId, runId };
}

/** Carries a request out, or says why not. Never throws. */
export function answerTo(options: ServiceOptions, request: ServiceRequest): Answer {
  const route = findRoute(request.path, options.pathPrefix);
  try {
    return {
      status: 200,
      body: carryOut(options, { request, route: admit(options, { request, route }) }),
      headers: {},
    };
  } catch (error) {
    if (!(error instanceof Refused))
      return { status: 500, body: { message: `Sandbox: ${String(error)}` }, headers: {} };
    const { retryAfter: say, now } = options;
    const headers =
      error instanceof RateLimited
        ? retryHeaders(error.refusal, { say, now: now() })
        : error.status === 405 && route !== null
          ? { allow: route.method }
          : {};
    return { status: error.status, body: errorBody(error, errorFormat(options, route)), headers };
  }
}

/** Who asks, for what, and how often: 401, 404, 400 for an organization that is no number, 403, 405, 429, in this order. */
function admit(
  options: ServiceOptions,
  { request, route }: { readonly request: ServiceRequest; readonly route: Route | null },
): Route {
  const { method, path, headers } = request;
  if (headers['authorization'] !== `Bearer ${options.token}`) throw new Refused(401, 'Invalid or missing API token');
  if (route === null) throw new Refused(404, `No endpoint ${path}`);
  if (!/^[1-9]\d{0,14}$/.test(route.orgId))
    throw new Refused(400, `org_id must be a positive integer, not "${route.orgId}"`, ['path', 'org_id']);
  if (route.orgId !== String(options.orgId))
    throw new Refused(403, `The token has no permission for organization ${route.orgId}`);
  if (method !== route.method) throw new Refused(405, `${path} takes ${route.method}, not ${method}`);
  const refusal = options.limiter.take(route.kind === 'create' ? 'creation' : 'standard', options.now());
  if (refusal !== null) throw new RateLimited(refusal);
  return route;
}

function carryOut(
  options: ServiceOptions,
  { request, route }: { readonly request: ServiceRequest; readonly route: Route },
): unknown {
  const { method, query, headers, body } = request;
  if (method === 'GET' && body !== '') throw new Refused(400, 'A GET request takes no body', ['body']);
  const given = headers['content-type'];
  const contentType = typeof given === 'string' ? given : '';
  const runId = route.runId ?? '';
  switch (route.kind) {
    case 'create':
      return createRun(options, { query, contentType, body });
    case 'resume':
      return resumeRun(options, { query, contentType, body });
    case 'read':
      return readRun(options, { runId, query });
    case 'logs':
      return readLogs(options, { runId, query });
  }
}

/** A run's scenario may have errors written in a way of its own. */
function errorFormat({ store, errorFormat, scenarioFor }: ServiceOptions, route: Route | null): ErrorFormat {
  const run = route?.runId === undefined || route.runId === null ? undefined : store.get(Number(route.runId));
  return (run?.scenario ?? scenarioFor('')).errorFormat ?? errorFormat;
}
