/** The service of the spec and the published API: a request as data, an answer as data. */
import type { Mode, ErrorFormat, Scenario } from '../../scenario.ts';
import {
  json,
  type Answer,
  type ExampleCreate,
  type Face,
  type FaceRequest,
  type Habits,
  type Route as FaceRoute,
  type ServiceRequest,
  type World,
} from '../face.ts';
import { errorAnswer, RateLimited, Refused, retryHeaders, type RetryAfter } from './errors.ts';
import { AGENT_RUN_FAULTS } from './faults.ts';
import { RateLimiter, SPEC_LIMITS, type Limits } from './limits.ts';
import type { EndpointOptions } from './options.ts';
import {
  listOrganizations,
  listRepositories,
  listUsers,
  readIntegrations,
  readMe,
  readUser,
} from './organization.ts';
import { createRun, listRuns, readLogs, readRun, resumeRun } from './runs.ts';
import { SAMPLE_ORGANIZATION, type Organization } from './sample-organization.ts';
import {
  analyzeLogs,
  ban,
  generateSetupCommands,
  removeFromPullRequest,
  unban,
} from './special-runs.ts';
import { findRoute, type EndpointRoute } from './table.ts';

/** The settings of this service alone. */
export interface AgentRunOptions {
  /**
   * The only organization that the token may use. All others are answered with 403, whether they
   * exist or not. Default: 1.
   */
  readonly orgId?: number;
  /**
   * The published API, which includes the specification's endpoints (default), or only the latter.
   */
  readonly api?: Mode['api'];
  /** Where logs are served. Default: `both` with the published API, otherwise `spec`. */
  readonly logs?: Mode['logs'];
  /** How a create's `metadata` is handled. Default: `keep`. */
  readonly metadata?: Mode['metadata'];
  /** The data that the published API shows. Default for missing parts: `SAMPLE_ORGANIZATION`. */
  readonly organization?: Partial<Organization>;
  /** Overrides single limits of the spec. Null switches a limit off. */
  readonly limits?: Partial<Limits>;
  /** The retry time in a 429. Default: `none`. */
  readonly retryAfter?: RetryAfter;
  /** Default: the format of the selected API. */
  readonly errorFormat?: ErrorFormat;
  /** Repositories that a create may name. Default: any. */
  readonly repoIds?: readonly number[];
  /**
   * Additional fields that a create accepts. Default: `model` and `metadata`. The published API
   * also accepts its own.
   */
  readonly extraFields?: readonly string[];
}

/** A request with its endpoint and the service mode of this endpoint. */
interface Routed {
  readonly route: EndpointRoute | null;
  readonly mode: Mode;
  readonly errorFormat: ErrorFormat;
}

const FIRST_ID = 1001;

export class AgentRunFace implements Face {
  readonly declared = AGENT_RUN_FAULTS;
  readonly limiter: RateLimiter;
  readonly #org: string;
  readonly #options: AgentRunOptions;
  readonly #mode: Mode;

  constructor(options: AgentRunOptions) {
    const { api = 'published', metadata = 'keep' } = options;
    const { logs = api === 'published' ? 'both' : 'spec' } = options;
    this.#options = options;
    this.#mode = { api, logs, metadata };
    this.#org = String(options.orgId ?? 1);
    this.limiter = new RateLimiter({ ...SPEC_LIMITS, ...options.limits });
  }

  get example(): ExampleCreate {
    const path = `/v1/organizations/${this.#org}/agent/run`;
    return { path, body: { prompt: 'Fix the bug.' } };
  }

  get orgId(): string {
    return this.#org;
  }

  idOf(nth: number): string {
    return String(FIRST_ID + nth - 1);
  }

  clear(): void {
    this.limiter.clear();
  }

  route(world: World, { path, body }: ServiceRequest): FaceRoute | null {
    const { route } = this.#routed(world, path);
    if (route === null) {
      return null;
    }
    const runId = route.runId ?? namedIn(body, 'agent_run_id');
    const prompt = route.kind === 'create' ? (namedIn(body, 'prompt') ?? '') : null;
    return { kind: route.kind, runId, prompt };
  }

  answer(world: World, { request, habits }: FaceRequest): Answer {
    const routed = this.#routed(world, request.path);
    const { mode, errorFormat } = routed;
    try {
      const route = this.#admit(world, { request, routed });
      const options = this.#endpointOptions(replicaOf(world, habits), modeWith(mode, habits));
      const before = habits.has('silent-reply') ? runBefore(options, request) : null;
      const body = carryOut(options, { request, route, stale: habits.has('stale') });
      return json(200, shownBody(before ?? body, { world, habits }));
    } catch (error) {
      if (error instanceof NoEndpoint && errorFormat === 'published') {
        return json(404, { detail: 'Not Found' });
      }
      if (!(error instanceof Refused)) {
        return json(500, { message: `Sandbox: ${String(error)}` });
      }
      const { status, body } = errorAnswer(error, errorFormat);
      return json(status, body, this.#errorHeaders(error, { route: routed.route, world }));
    }
  }

  #errorHeaders(
    error: Refused,
    { route, world }: { readonly route: EndpointRoute | null; readonly world: World },
  ): Readonly<Record<string, string>> {
    if (error instanceof RateLimited) {
      const { retryAfter: say = 'none' } = this.#options;
      return retryHeaders(error.refusal, { say, now: world.now() });
    }
    return error.status === 405 && route !== null ? { allow: route.method } : {};
  }

  /** Finds the endpoint. The scenario of a run, or of the next run, may set its own mode. */
  #routed({ store, scenarioFor, pathPrefix: prefix }: World, path: string): Routed {
    const named = /\/agent\/run\/(\d+)(?:\/|$)/.exec(path)?.[1];
    const scenario: Scenario = store.get(named ?? '')?.scenario ?? scenarioFor('');
    const mode = {
      ...this.#mode,
      ...(scenario.mode.api === 'spec' && { logs: 'spec' as const }),
      ...scenario.mode,
    };
    const usual = mode.api === 'published' ? 'published' : 'message';
    const errorFormat = scenario.errorFormat ?? this.#options.errorFormat ?? usual;
    return { route: findRoute(path, { prefix, mode }), mode, errorFormat };
  }

  /**
   * Checks authentication, path and limits in this order: 401, 404, 400 for an organization that is
   * not a number, 403, 405, 429.
   */
  #admit(
    world: World,
    { request, routed: { route } }: { readonly request: ServiceRequest; readonly routed: Routed },
  ): EndpointRoute {
    const { method, path, headers } = request;
    if (headers['authorization'] !== `Bearer ${world.token}`) {
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
    if (route.orgId !== null && route.orgId !== this.#org) {
      throw new Refused(403, `The token has no permission for organization ${route.orgId}`);
    }
    if (method !== route.method) {
      throw new Refused(405, `${path} takes ${route.method}, not ${method}`);
    }
    const refusal = this.limiter.take(route.category, world.now());
    if (refusal !== null) {
      throw new RateLimited(refusal);
    }
    return route;
  }

  #endpointOptions({ store, scenarioFor }: World, mode: Mode): EndpointOptions {
    const { organization, repoIds = null } = this.#options;
    const { extraFields = ['model', 'metadata'] } = this.#options;
    return {
      store,
      orgId: Number(this.#org),
      organization: { ...SAMPLE_ORGANIZATION, ...organization },
      scenarioFor,
      mode,
      repoIds,
      extraFields,
    };
  }
}

class NoEndpoint extends Refused {
  constructor(path: string) {
    super(404, `No endpoint ${path}`);
  }
}

/** The habits of a replica that lags behind. */
const LAGS = ['list-lag', 'read-lag', 'log-lag'];

/** Replicas that lag behind by different times answer in turn. */
const REPLICAS = 4;

function replicaOf(world: World, habits: Habits): World {
  const lags = LAGS.map((name) => habits.get(name)?.forMs ?? 0);
  const mostMs = habits.get('uneven-list')?.forMs ?? 0;
  const unevenMs = (mostMs * (Math.floor(world.now()) % REPLICAS)) / (REPLICAS - 1);
  const lagMs = Math.max(...lags, unevenMs);
  return lagMs === 0 ? world : { ...world, store: world.store.behind(lagMs) };
}

function modeWith(mode: Mode, habits: Habits): Mode {
  return habits.has('lost-metadata') ? { ...mode, metadata: 'drop' } : mode;
}

/** The run of a follow-up before that is carried out. */
function runBefore(options: EndpointOptions, { body }: ServiceRequest): unknown {
  const runId = namedIn(body, 'agent_run_id') ?? '';
  return readRun(options, { runId, query: new URLSearchParams() });
}

function shownBody(
  body: unknown,
  { world: { store }, habits }: { readonly world: World; readonly habits: Habits },
): unknown {
  if (habits.has('foreign-run')) {
    return foreignBody(body);
  }
  const lateMs = habits.get('late-result')?.forMs ?? 0;
  if (habits.has('no-result') || lateMs > 0) {
    const shown = body as Readonly<Record<string, unknown>>;
    const late = store.behind(lateMs);
    const run = late.get(String(shown['id']));
    const isShown = run !== undefined && !habits.has('no-result');
    return { ...shown, result: isShown ? late.now(run).result : null };
  }
  return body;
}

/** Nobody's run, which has failed. */
const FOREIGN_ID = 999_999;

/** The same of another run. */
function foreignBody(body: unknown): unknown {
  const shown = body as Readonly<Record<string, unknown>>;
  const run = { ...shown, id: FOREIGN_ID, status: 'FAILED', result: 'What another run did.' };
  if (!('logs' in shown)) {
    return run;
  }
  const entry = {
    agent_run_id: FOREIGN_ID,
    created_at: shown['created_at'],
    message_type: 'FINAL_ANSWER',
    observation: 'What another run said.',
  };
  return { ...run, logs: [entry], total_logs: 1 };
}

/** A text or number in a body that was not validated yet, as text. */
function namedIn(body: string, name: string): string | null {
  try {
    const value = (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  } catch {
    return null;
  }
}

function carryOut(
  options: EndpointOptions,
  {
    request,
    route,
    stale,
  }: { readonly request: ServiceRequest; readonly route: EndpointRoute; readonly stale: boolean },
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
