/** Cursor's cloud agents: a request as data, an answer as data (sheet, sections 2 and 3). */
import type { StoredRun } from '../../store.ts';
import { endpoint, findEndpoint, routeOf } from '../endpoints.ts';
import {
  json,
  type Answer,
  type Face,
  type FaceCall,
  type FaceRequest,
  type Habits,
  type Route,
  type RunShowing,
  type ServiceRequest,
  type World,
} from '../face.ts';
import { asText, entryOf } from '../entries.ts';
import { uuidOf } from '../ids.ts';
import { cursorPage } from '../paging.ts';
import { bodyObject, isObject, type Misfit } from '../shape.ts';
import {
  agentBody,
  agentSummary,
  foreignRun,
  foreignRunId,
  runBody,
  runsOf,
  usageBody,
  type CursorRun,
} from './agents.ts';
import { CursorRefused, errorBody } from './errors.ts';
import { CURSOR_FAULTS, type CursorKind } from './faults.ts';
import { createMisfits, followUpShape } from './shapes.ts';
import { hasEvent, missingStream, runStream } from './stream.ts';

const ENDPOINTS = [
  endpoint('POST /v1/agents', 'create'),
  endpoint('GET /v1/agents', 'agents'),
  endpoint('GET /v1/agents/{agent}', 'agent'),
  endpoint('DELETE /v1/agents/{agent}', 'delete'),
  endpoint('POST /v1/agents/{agent}/runs', 'resume'),
  endpoint('GET /v1/agents/{agent}/runs', 'runs'),
  endpoint('GET /v1/agents/{agent}/runs/{run}', 'read'),
  endpoint('GET /v1/agents/{agent}/runs/{run}/stream', 'logs'),
  endpoint('POST /v1/agents/{agent}/runs/{run}/cancel', 'cancel'),
  endpoint('GET /v1/agents/{agent}/usage', 'usage'),
  endpoint('POST /v1/agents/{agent}/archive', 'archive'),
  endpoint('POST /v1/agents/{agent}/unarchive', 'unarchive'),
  endpoint('GET /v1/agents/{agent}/artifacts', 'artifacts'),
  endpoint('GET /v1/agents/{agent}/artifacts/download', 'artifact'),
  endpoint('GET /v1/models', 'models'),
  endpoint('GET /v1/repositories', 'repositories'),
  endpoint('GET /v1/me', 'me'),
  endpoint('GET /v0/agents/{agent}/conversation', 'conversation'),
] as const;

const QUERIES: Readonly<Partial<Record<CursorKind, readonly string[]>>> = {
  agents: ['limit', 'cursor', 'prUrl', 'includeArchived'],
  runs: ['limit', 'cursor'],
  usage: ['runId'],
  artifact: ['path'],
};
/** How long a stream is kept after its run, in real time. The service does not publish it. */
const RETENTION_MS = 10_800_000;
const REPOSITORIES_EACH_MS = 60_000;
const WELL_FORMED_EVENT = /^\d{10,16}-\d+$/;

type Call = FaceCall<RunShowing>;

export class CursorFace implements Face {
  readonly declared = CURSOR_FAULTS;
  readonly orgId = '';
  readonly example = { path: '/v1/agents', body: { prompt: { text: 'Fix the bug.' } } };
  #repositoriesAt = -Infinity;

  idOf(nth: number): string {
    return `bc-${uuidOf(`cursor/${nth}`)}`;
  }

  clear(): void {
    this.#repositoriesAt = -Infinity;
  }

  route(world: World, request: ServiceRequest): Route | null {
    return routeOf(ENDPOINTS, {
      world,
      request,
      runId: ({ agent = null }) => agent,
      prompt: (body) => (isObject(body?.['prompt']) ? asText(body['prompt']['text']) : ''),
    });
  }

  answer(world: World, { request, habits }: FaceRequest): Answer {
    try {
      return this.#carryOut(world, { request, habits });
    } catch (error) {
      if (error instanceof CursorRefused) {
        return json(error.status, refusalBody(error, habits));
      }
      return json(500, errorBody('internal_error', `Sandbox: ${String(error)}`));
    }
  }

  #carryOut(world: World, { request, habits }: FaceRequest): Answer {
    if (!isAuthorized(world, request)) {
      throw new CursorRefused(401, 'unauthorized', 'Invalid User API Key');
    }
    const found = findEndpoint(ENDPOINTS, { request, pathPrefix: world.pathPrefix });
    if (found.kind !== 'found') {
      const status = found.kind === 'nowhere' ? 404 : 405;
      throw new CursorRefused(status, 'not_implemented', `No endpoint ${request.path}`);
    }
    const { endpoint: known, params } = found;
    const { store, now } = world;
    const call = { world, request, params, store, now: now(), habits };
    onlyQuery(request.query, QUERIES[known.kind] ?? []);
    switch (known.kind) {
      case 'create':
        return create(call);
      case 'agents':
        return listAgents(call);
      case 'agent':
        return json(200, agentBody(knownAgent(call), call));
      case 'delete':
        return remove(call);
      case 'resume':
        return followUp(call);
      case 'runs':
        return listRuns(call);
      case 'read':
        return read(call);
      case 'logs':
        return stream(call);
      case 'cancel':
        return cancel(call);
      case 'usage':
        return usage(call);
      case 'archive':
        return archive(call, true);
      case 'unarchive':
        return archive(call, false);
      case 'artifacts':
        knownAgent(call);
        return json(200, { items: [] });
      case 'artifact':
        knownAgent(call);
        throw new CursorRefused(404, 'artifact_not_found', 'Artifact not found.');
      case 'models':
        return json(200, { items: [{ id: 'sandbox-1', displayName: 'Sandbox 1' }] });
      case 'repositories':
        return this.#repositories(call);
      case 'me':
        return json(200, ME);
      case 'conversation':
        return conversation(call);
    }
  }

  /** One request a minute. */
  #repositories({ now }: Call): Answer {
    if (now - this.#repositoriesAt < REPOSITORIES_EACH_MS) {
      throw new CursorRefused(429, 'rate_limit_exceeded', 'One request a minute.');
    }
    this.#repositoriesAt = now;
    return json(200, { items: [{ url: 'https://github.com/octo/shop' }] });
  }
}

const ME = {
  apiKeyName: 'sandbox',
  createdAt: '2026-01-01T00:00:00.000Z',
  userId: 11,
  userEmail: 'octo-dev@sandbox.example',
};

function create(call: Call): Answer {
  const { world, store, request } = call;
  const body = jsonBody(request);
  if ('metadata' in body) {
    throw new CursorRefused(403, 'feature_unavailable', 'metadata is not available.');
  }
  refuseMisfits(createMisfits(body));
  const { agentId, prompt, repos } = body as {
    readonly agentId?: string;
    readonly prompt: { readonly text: string };
    readonly repos?: readonly { readonly url: string }[];
  };
  if (agentId !== undefined && store.get(agentId) !== undefined) {
    throw new CursorRefused(409, 'agent_id_conflict', 'An agent with this id already exists.');
  }
  const agent = store.create({
    prompt: prompt.text,
    scenario: world.scenarioFor(prompt.text),
    request: body,
    repository: addressOf(repos?.[0]?.url ?? ''),
    keys: agentId === undefined ? [] : [agentId],
    ...(agentId !== undefined && { id: agentId }),
  });
  const run = newestRun(call, agent);
  return json(created(call), { agent: agentBody(agent, call), run: runBody(run, call) });
}

function followUp(call: Call): Answer {
  const { store, request, habits } = call;
  const agent = knownAgent(call);
  const body = jsonBody(request);
  refuseMisfits(followUpShape(body, []));
  if (agent.isArchived) {
    throw new CursorRefused(409, 'agent_archived', 'The agent is archived.');
  }
  if (!newestRun(call, agent).isOver) {
    throw new CursorRefused(409, 'agent_busy', 'The agent has an active run.');
  }
  const { prompt } = body as { readonly prompt: { readonly text: string } };
  const run = runBody(newestRun(call, store.resume(agent, prompt.text)), call);
  return json(created(call), habits.has('bare-run') ? run : { run });
}

function created({ habits }: Call): number {
  return habits.has('plain-200') ? 200 : 201;
}

function newestRun({ store }: Call, agent: StoredRun): CursorRun {
  const run = runsOf(store, agent).at(-1);
  if (run === undefined) {
    throw new Error('an agent has at least one run');
  }
  return run;
}

function listAgents(call: Call): Answer {
  const { store, request, habits, now } = call;
  const { query } = request;
  const isAll = query.get('includeArchived') !== 'false';
  const pull = query.get('prUrl');
  const lag = habits.get('lag')?.forMs ?? 0;
  const agents = store
    .all()
    .toReversed()
    .filter((agent) => isAll || !agent.isArchived)
    .filter((agent) => agent.createdAt + lag <= now)
    .filter((agent) => pull === null || pullsOf(call, agent).includes(pull));
  return page(call, agents, (agent) => agentSummary(agent, call));
}

function pullsOf({ store }: Call, agent: StoredRun): readonly string[] {
  return (store.now(agent).pullRequests ?? []).map(({ url }) => url);
}

function listRuns(call: Call): Answer {
  const { habits } = call;
  const agent = knownAgent(call);
  const runs = runsOf(call.store, agent).filter((run) => !isLagging(call, run));
  const bodies = runs.toReversed().map((run) => {
    const { result, durationMs, ...bare } = runBody(run, call);
    return habits.has('bare-list') ? bare : runBody(run, call);
  });
  if (habits.has('foreign-run')) {
    bodies.unshift(foreignRun(agent));
  }
  const all = bodies.map((body) => ({ id: String(body['id']), body }));
  return page(call, all, ({ body }) => body);
}

function page<Item extends { readonly id: string }>(
  { request, habits }: Call,
  all: readonly Item[],
  shown: (item: Item) => unknown,
): Answer {
  const limit = Number(request.query.get('limit') ?? '20');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw new CursorRefused(400, 'validation_error', 'limit must be from 1 to 100');
  }
  const paged = cursorPage(all, { limit, cursor: request.query.get('cursor') ?? '' });
  if (paged.kind === 'no-cursor') {
    throw new CursorRefused(400, 'validation_error', 'cursor is unknown');
  }
  const { items, next } = paged.page;
  const body = { items: items.map(shown) };
  if (next !== '') {
    return json(200, { ...body, nextCursor: next });
  }
  if (habits.has('null-cursor')) {
    return json(200, { ...body, nextCursor: null });
  }
  return json(200, habits.has('empty-cursor') ? { ...body, nextCursor: '' } : body);
}

function read(call: Call): Answer {
  const agent = knownAgent(call);
  if (call.habits.has('foreign-run') && call.params['run'] === foreignRunId(agent.id)) {
    return json(200, foreignRun(agent));
  }
  return json(200, runBody(knownRun(call, agent), call));
}

function stream(call: Call): Answer {
  const { world, request, habits, now } = call;
  const agent = knownAgent(call);
  const run = knownRun(call, agent);
  const lastEventId = asText(request.headers['last-event-id']);
  const age = now - call.store.realTime(agent, run.state.turn.acceptedAt);
  const isYoung = (name: string): boolean => age < (habits.get(name)?.forMs ?? 0);
  if (isYoung('stream-409') || isYoung('stream-410')) {
    const status = isYoung('stream-409') ? 409 : 410;
    throw new CursorRefused(status, 'stream_unavailable', 'The stream is not available yet.');
  }
  const endedFor = run.isOver ? now - call.store.realTime(agent, run.endedAt) : 0;
  if (endedFor > RETENTION_MS) {
    throw new CursorRefused(410, 'stream_expired', 'The stream has expired.');
  }
  refuseEvent(call, { agent, run, lastEventId });
  const order = { agent, index: run.state.index, lastEventId, habits };
  const content = isYoung('stream-late') ? missingStream(run) : runStream(world, order);
  return {
    status: 200,
    headers: {
      'cache-control': 'no-cache',
      'x-cursor-stream-retention-seconds': String(RETENTION_MS / 1000),
    },
    content: { kind: 'stream', stream: content },
  };
}

/** One of another run is refused; an unknown one in the right form only gives silence. */
function refuseEvent(
  { store, habits }: Call,
  {
    agent,
    run,
    lastEventId: id,
  }: { readonly agent: StoredRun; readonly run: CursorRun; readonly lastEventId: string },
): void {
  if (id === '' || hasEvent(run, { id, habits })) {
    return;
  }
  const isForeign = runsOf(store, agent).some((each) => hasEvent(each, { id, habits }));
  if (isForeign || !WELL_FORMED_EVENT.test(id)) {
    throw new CursorRefused(400, 'invalid_last_event_id', 'Last-Event-ID is not of this run.');
  }
}

function cancel(call: Call): Answer {
  const run = knownRun(call, knownAgent(call));
  if (run.isOver) {
    throw new CursorRefused(409, 'run_not_cancellable', 'The run is not active.');
  }
  call.store.stop(run.agent);
  return json(200, { id: run.id });
}

function usage(call: Call): Answer {
  const agent = knownAgent(call);
  const runId = call.request.query.get('runId');
  const runs = runsOf(call.store, agent).filter(({ id }) => runId === null || id === runId);
  if (runs.length === 0) {
    throw new CursorRefused(404, 'run_not_found', 'Run not found.');
  }
  return json(200, usageBody(runs, call));
}

function archive(call: Call, isArchived: boolean): Answer {
  const agent = knownAgent(call);
  call.store.archive(agent, isArchived);
  return json(200, { id: agent.id });
}

function remove(call: Call): Answer {
  const agent = knownAgent(call);
  call.store.remove(agent);
  return json(200, { id: agent.id });
}

/** The texts of all runs; it outlives the streams. */
function conversation(call: Call): Answer {
  const agent = knownAgent(call);
  const isEchoed = !call.habits.has('no-echo');
  const messages = runsOf(call.store, agent).flatMap(({ state }) => {
    const said = state.log
      .filter(({ isRaw }) => !isRaw)
      .map(entryOf)
      .filter(({ message_type }) => message_type === 'FINAL_ANSWER')
      .map(({ observation }) => ({ type: 'assistant_message', text: asText(observation) }));
    return [...(isEchoed ? [{ type: 'user_message', text: state.turn.prompt }] : []), ...said];
  });
  const numbered = messages.map((message, index) => ({ id: `msg_${index + 1}`, ...message }));
  return json(200, { id: agent.id, messages: numbered });
}

function knownAgent(call: Call): StoredRun {
  const agent = call.store.get(call.params['agent'] ?? '');
  const lag = call.habits.get('lag')?.forMs ?? 0;
  if (agent === undefined || agent.createdAt + lag > call.now) {
    throw new CursorRefused(404, 'agent_not_found', 'Agent not found.');
  }
  return agent;
}

function knownRun(call: Call, agent: StoredRun): CursorRun {
  const run = runsOf(call.store, agent).find(({ id }) => id === call.params['run']);
  if (run === undefined || isLagging(call, run)) {
    throw new CursorRefused(404, 'run_not_found', 'Run not found.');
  }
  return run;
}

function isLagging({ store, habits, now }: Call, { agent, state }: CursorRun): boolean {
  const lag = habits.get('lag')?.forMs ?? 0;
  return store.realTime(agent, state.turn.acceptedAt) + lag > now;
}

/** A key as bearer token, or as user with an empty password. */
function isAuthorized({ token }: World, { headers }: ServiceRequest): boolean {
  const basic = Buffer.from(`${token}:`, 'utf8').toString('base64');
  return [`Bearer ${token}`, `Basic ${basic}`].includes(asText(headers['authorization']));
}

function jsonBody({ headers, body }: ServiceRequest): Readonly<Record<string, unknown>> {
  if (body === '') {
    throw new CursorRefused(400, 'missing_body', 'A body is required.');
  }
  const fields = bodyObject(body);
  if (!/^application\/json\s*(;|$)/i.test(asText(headers['content-type'])) || fields === null) {
    throw new CursorRefused(400, 'validation_error', 'The body must be a JSON object.');
  }
  return fields;
}

function refuseMisfits(misfits: readonly Misfit[]): void {
  if (misfits.length > 0) {
    const told = misfits.map(({ at, why }) => `${at.join('.')} ${why}`).join('; ');
    throw new CursorRefused(400, 'validation_error', told);
  }
}

function onlyQuery(query: URLSearchParams, known: readonly string[]): void {
  const unknown = [...query.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new CursorRefused(400, 'validation_error', `Unrecognized key: ${unknown.join(', ')}`);
  }
}

function refusalBody({ code, message }: CursorRefused, habits: Habits): unknown {
  if (habits.has('flat-error')) {
    return { code, message };
  }
  return habits.has('string-error') ? { error: code, message } : errorBody(code, message);
}

/** With its scheme, and without `.git` or a slash at the end. */
function addressOf(url: string): string {
  const bare = url.replace(/\/+$/, '').replace(/\.git$/, '');
  return bare === '' || /^https?:\/\//.test(bare) ? bare : `https://${bare}`;
}
