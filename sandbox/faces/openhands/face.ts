/** OpenHands' conversations: a request as data, an answer as data (sheet, sections 2 and 3). */
import type { StoredRun } from '../../store.ts';
import { endpoint, findEndpoint, routeOf } from '../endpoints.ts';
import { asText } from '../entries.ts';
import {
  json,
  type Answer,
  type Face,
  type FaceCall,
  type FaceRequest,
  type Route,
  type ServiceRequest,
  type World,
} from '../face.ts';
import { hexOf, uuidOf } from '../ids.ts';
import { bodyObject, type Misfit } from '../shape.ts';
import {
  conversationBody,
  conversationState,
  isOver,
  isStarted,
  sandboxKey,
  startTaskBody,
  startTaskOf,
  wordOfTurn,
  type Showing,
  type StartTask,
} from './conversations.ts';
import { misfit, OpenHandsBroken, OpenHandsRefused, refusal, webPage } from './errors.ts';
import { eventsOf, type Event } from './events.ts';
import { OPENHANDS_FAULTS, type OpenHandsKind } from './faults.ts';
import { bareId, contentText, isUuid, misfitsOf } from './shapes.ts';

const API = '/api/v1';
const CONVERSATIONS = `${API}/app-conversations`;
const EVENTS = `${API}/conversation/{conversation}/events`;
/** The sandbox itself, which has a host of its own in reality. */
const INSIDE = '/sandboxes/{sandbox}/api/conversations/{conversation}';
const ENDPOINTS = [
  endpoint(`POST ${CONVERSATIONS}`, 'create'),
  endpoint(`GET ${CONVERSATIONS}`, 'read'),
  endpoint(`GET ${CONVERSATIONS}/search`, 'runs'),
  endpoint(`GET ${CONVERSATIONS}/count`, 'count'),
  endpoint(`GET ${CONVERSATIONS}/start-tasks`, 'start-tasks'),
  endpoint(`GET ${CONVERSATIONS}/start-tasks/search`, 'start-tasks'),
  endpoint(`GET ${EVENTS}/search`, 'logs'),
  endpoint(`GET ${EVENTS}/count`, 'log-count'),
  endpoint(`GET ${EVENTS}`, 'log-entries'),
  endpoint(`POST ${CONVERSATIONS}/{conversation}/send-message`, 'resume'),
  endpoint(`DELETE ${CONVERSATIONS}/{conversation}`, 'delete'),
  endpoint(`POST ${API}/conversations/{conversation}/pending-messages`, 'pending'),
  endpoint(`POST ${API}/sandboxes/{conversation}/resume`, 'wake'),
  endpoint(`POST ${API}/sandboxes/{conversation}/pause`, 'sleep'),
  endpoint(`POST ${INSIDE}/interrupt`, 'stop'),
  endpoint(`POST ${INSIDE}/pause`, 'pause'),
  endpoint(`GET ${INSIDE}/agent_final_response`, 'answer'),
  endpoint('GET /api/keys/current', 'self'),
  endpoint(`GET ${API}/users/me`, 'me'),
] as const;

/** What the sandbox itself answers, to its own key alone. */
const INSIDE_KINDS: readonly OpenHandsKind[] = ['stop', 'pause', 'answer'];
const EVENT_KINDS = [
  'ACPToolCallEvent',
  'ActionEvent',
  'AgentErrorEvent',
  'Condensation',
  'ConversationErrorEvent',
  'ConversationStateUpdateEvent',
  'InterruptEvent',
  'MessageEvent',
  'ObservationEvent',
  'PauseEvent',
  'ServerErrorEvent',
  'StreamingDeltaEvent',
  'SystemPromptEvent',
  'UserRejectObservation',
];
const PAGE_MAX = 100;
const IDS_MAX = 99;

type Call = FaceCall<Showing>;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_page_id: string | null;
}

export class OpenHandsFace implements Face {
  readonly declared = OPENHANDS_FAULTS;
  readonly orgId = '';
  readonly example = {
    path: CONVERSATIONS,
    body: {
      initial_message: { role: 'user', content: [{ type: 'text', text: 'Fix the bug.' }] },
    },
  };
  /** Start tasks of creates under the id of a conversation that existed. */
  #repeats: StartTask[] = [];
  /** When each sandbox was last resumed, by the id of its conversation (epoch, ms). */
  readonly #woken = new Map<string, number>();

  idOf(nth: number): string {
    return hexOf(`openhands/${nth}`, 32);
  }

  clear(): void {
    this.#repeats = [];
    this.#woken.clear();
  }

  route(world: World, request: ServiceRequest): Route | null {
    return routeOf(ENDPOINTS, {
      world,
      request,
      runId: (params, kind) => this.#runIdOf(world, { kind, request, params }),
      prompt: promptOf,
    });
  }

  /** Of requests by `ids` the first one; of start tasks the conversation that it starts. */
  #runIdOf(
    world: World,
    { kind, request, params }: Pick<Call, 'request' | 'params'> & { readonly kind: OpenHandsKind },
  ): string | null {
    const named = params['conversation'] ?? request.query.get('ids');
    if (named === null) {
      return null;
    }
    const id = bareId(named);
    if (kind !== 'start-tasks') {
      return id;
    }
    return this.#startTasks(world).find((task) => task.id === id)?.run.id ?? null;
  }

  answer(world: World, { request, habits }: FaceRequest): Answer {
    try {
      const found = findEndpoint(ENDPOINTS, { request, pathPrefix: world.pathPrefix });
      if (found.kind !== 'found') {
        return elsewhere(request);
      }
      const { endpoint: known, params } = found;
      const { store, now } = world;
      const origin = originOf(request, world.pathPrefix);
      const call = {
        world,
        request,
        params,
        store,
        now: now(),
        habits,
        woken: this.#woken,
        origin,
      };
      if (INSIDE_KINDS.includes(known.kind)) {
        return inside(call, known.kind);
      }
      refuseStrangers(call);
      if (habits.has('web-page') && request.method === 'GET') {
        return webPage();
      }
      return this.#carryOut(call, known.kind);
    } catch (error) {
      return refusal(error);
    }
  }

  #carryOut(call: Call, kind: OpenHandsKind): Answer {
    switch (kind) {
      case 'create':
        return this.#create(call);
      case 'read':
        return batch(call, (id) => shownById(call, id));
      case 'runs':
        return searchConversations(call);
      case 'count':
        return json(200, startedRuns(call).length);
      case 'start-tasks':
        return this.#readStartTasks(call);
      case 'logs':
        return searchEvents(call);
      case 'log-count':
        return json(200, logOf(call).length);
      case 'log-entries':
        return eventsById(call);
      case 'resume':
        return sendMessage(call);
      case 'pending':
        return json(201, { id: uuidOf(call.request.body), queued: true, position: 1 });
      case 'wake':
        return this.#wake(call);
      case 'sleep':
        call.store.sleep(knownSandbox(call));
        return json(200, { success: true });
      case 'delete':
        call.store.remove(knownConversation(call));
        return json(200, { success: true });
      case 'self':
        return currentKey(call);
      case 'me':
        return json(200, { id: 'user-1', email: 'octo@example.com', git_user_name: 'Octo Dev' });
      default:
        throw new OpenHandsBroken(`no answer to ${kind}`);
    }
  }

  /** A second create under one id is answered alike, and its start task fails (sheet, 7). */
  #create(call: Call): Answer {
    const { world, store, request } = call;
    const body = jsonBody(request);
    refuseMisfits(misfitsOf.create(body), body);
    if (body['parent_conversation_id'] !== undefined && body['parent_conversation_id'] !== null) {
      throw new OpenHandsBroken('the parent is unknown');
    }
    const given = body['conversation_id'];
    const id = typeof given === 'string' ? bareId(given) : this.idOf(store.all().length + 1);
    const existing = store.get(id);
    if (existing !== undefined) {
      const task = {
        id: hexOf(`task/${id}/${this.#repeats.length}`, 32),
        run: existing,
        createdAt: call.now,
        request: body,
        isRepeat: true,
      };
      this.#repeats.push(task);
      return json(200, startTaskBody(task, call));
    }
    const prompt = promptOf(body);
    const repository = asText(body['selected_repository']);
    const run = store.create({
      id,
      prompt,
      scenario: world.scenarioFor(prompt),
      request: body,
      keys: [id],
      repository: repository === '' ? '' : `https://github.com/${repository}`,
    });
    return json(200, startTaskBody(startTaskOf(run), call));
  }

  /** Newest first. */
  #startTasks({ store }: Pick<World, 'store'>): readonly StartTask[] {
    const tasks = [...store.all().map(startTaskOf), ...this.#repeats];
    return tasks.toSorted((a, b) => b.createdAt - a.createdAt);
  }

  #readStartTasks(call: Call): Answer {
    const { request, world } = call;
    const tasks = this.#startTasks(world);
    if (!request.path.endsWith('/search')) {
      return batch(call, (id) => {
        const task = tasks.find((each) => each.id === id);
        return task === undefined ? null : startTaskBody(task, call);
      });
    }
    const { query } = request;
    const since = Date.parse(query.get('created_at__gte') ?? '') || -Infinity;
    const conversation = query.get('conversation_id__eq');
    const shown = tasks
      .filter(({ createdAt }) => createdAt >= since)
      .map((task) => startTaskBody(task, call))
      .filter(
        (task) => conversation === null || task['app_conversation_id'] === bareId(conversation),
      );
    return json(200, pageOf(shown, query));
  }

  #wake(call: Call): Answer {
    const run = knownSandbox(call);
    this.#woken.set(run.id, call.now);
    return json(200, { success: true });
  }
}

/** On this machine without TLS, as the open-source server (sheet, 3.6). */
function originOf({ headers }: ServiceRequest, pathPrefix: string): string {
  const host = asText(headers['host']);
  const isHere = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/.test(host);
  return `${isHere ? 'http' : 'https'}://${host}${pathPrefix}`;
}

/** A path that the API does not have (sheet, section 2). */
function elsewhere({ method }: ServiceRequest): Answer {
  if (method === 'GET') {
    return webPage();
  }
  return json(405, { detail: 'Method Not Allowed' });
}

/** The open-source server takes the key in a header of its own, and no `Bearer`. */
function refuseStrangers({ request, world, habits }: Call): void {
  const isBearer = request.headers['authorization'] === `Bearer ${world.token}`;
  const isSession = request.headers['x-session-api-key'] === world.token;
  const isKnown = habits.has('open-source') ? isSession : isBearer || isSession;
  if (!isKnown) {
    throw new OpenHandsRefused(401, 'Unauthorized');
  }
}

/** What the sandbox's own server answers, whose key no other sandbox has. */
function inside(call: Call, kind: OpenHandsKind): Answer {
  const { request, store, habits } = call;
  const run = store.get(bareId(call.params['conversation'] ?? ''));
  if (run === undefined || request.headers['x-session-api-key'] !== sandboxKey(run)) {
    throw new OpenHandsRefused(401, 'Unauthorized');
  }
  if (kind === 'answer') {
    const finish = eventsOf(run, call).findLast(({ body }) => body['tool_name'] === 'finish');
    const action = finish?.body['action'] as { readonly message?: unknown } | undefined;
    return json(200, { response: asText(action?.message) });
  }
  if (!habits.has('interrupt-ignored')) {
    store.stop(run);
  }
  return json(200, { success: true });
}

function currentKey({ habits }: Call): Answer {
  if (habits.has('open-source')) {
    return webPage();
  }
  return json(200, {
    id: 1,
    name: 'sandbox',
    org_id: null,
    bound_org_id: null,
    user_id: 'user-1',
    auth_type: 'api_key',
  });
}

/** In the order of `ids`, null for what is not there. */
function batch({ request }: Call, shown: (id: string) => unknown): Answer {
  const ids = request.query.getAll('ids');
  if (ids.length === 0) {
    throw misfit([{ at: ['query', 'ids'], why: 'Field required' }]);
  }
  const strange = ids.filter((id) => !isUuid(id));
  if (strange.length > 0) {
    const list = strange.map((id) => `'${id}'`).join(', ');
    throw new OpenHandsRefused(400, `Invalid UUID format for ids: [${list}]`);
  }
  if (ids.length > IDS_MAX) {
    throw new OpenHandsRefused(400, 'Too many ids requested.');
  }
  return json(
    200,
    ids.map((id) => shown(bareId(id))),
  );
}

function shownById(call: Call, id: string): unknown {
  const run = call.store.get(id);
  return run !== undefined && isStarted(run, call) ? conversationBody(run, call) : null;
}

/** Newest first. */
function startedRuns(call: Call): readonly StoredRun[] {
  return call.store
    .all()
    .filter((run) => isStarted(run, call))
    .toReversed();
}

function searchConversations(call: Call): Answer {
  const shown = startedRuns(call).map((run) => conversationBody(run, call));
  return json(200, pageOf(shown, call.request.query));
}

/** Pages by row, so that they shift when something comes in between. */
function pageOf<Item>(all: readonly Item[], query: URLSearchParams): Page<Item> {
  const limit = Number(query.get('limit') ?? PAGE_MAX);
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE_MAX) {
    const why = `Input should be between 1 and ${PAGE_MAX}`;
    throw misfit([{ at: ['query', 'limit'], why }], query.get('limit'));
  }
  const from = Number(query.get('page_id') ?? 0);
  const items = all.slice(from, from + limit);
  const isEnd = from + limit >= all.length;
  return { items, next_page_id: isEnd ? null : String(from + limit) };
}

/** Of an id that nobody knows an empty list; of one that is no UUID a crash (sheet, 3.4). */
function logOf(call: Call): readonly Event[] {
  const id = call.params['conversation'] ?? '';
  if (!isUuid(id)) {
    throw new OpenHandsBroken('badly formed hexadecimal UUID string');
  }
  const run = call.store.get(bareId(id));
  if (run === undefined) {
    return [];
  }
  const events = eventsOf(run, call);
  const first = events[0];
  if (first === undefined || !call.habits.has('unknown-events')) {
    return events;
  }
  const strange = uuidOf(`strange/${run.id}`);
  const body = { ...first.body, id: strange, kind: 'SandboxEvent', note: 'Nobody knows it.' };
  return [first, { ...first, id: strange, body }, ...events.slice(1)];
}

function searchEvents(call: Call): Answer {
  const { query } = call.request;
  const kind = query.get('kind__eq');
  if (kind !== null && !EVENT_KINDS.includes(kind)) {
    const why = `Input should be ${EVENT_KINDS.map((each) => `'${each}'`).join(', ')}`;
    throw misfit([{ at: ['query', 'kind__eq'], why }], kind);
  }
  // Compared as texts, so that a bound with a zone leaves out its own event (sheet, section 2).
  const from = query.get('timestamp__gte') ?? '';
  const to = query.get('timestamp__lt');
  const found = logOf(call)
    .map(({ body }) => body)
    .filter((body) => kind === null || body['kind'] === kind)
    .filter((body) => asText(body['timestamp']) >= from)
    .filter((body) => to === null || asText(body['timestamp']) < to);
  const last = found.at(-1);
  const isTwice = call.habits.has('repeated-events') && last !== undefined;
  const all = isTwice ? [...found, last] : found;
  const ordered = query.get('sort_order') === 'TIMESTAMP_DESC' ? all.toReversed() : all;
  return json(200, pageOf(shifted(ordered, call), query));
}

/** An event that came in between puts the last one of the first page onto the second as well. */
function shifted<Item>(all: readonly Item[], { request, habits }: Call): readonly Item[] {
  const from = Number(request.query.get('page_id') ?? 0);
  const again = all[from - 1];
  if (!habits.has('shifted-page') || again === undefined) {
    return all;
  }
  return [...all.slice(0, from), again, ...all.slice(from)];
}

function eventsById(call: Call): Answer {
  const events = logOf(call);
  const shown = call.request.query
    .getAll('id')
    .map((id) => events.find((event) => event.id === id)?.body ?? null);
  return json(200, shown);
}

/** One at work takes it in; one that waits for a confirmation takes it as that (sheet, 3.5). */
function sendMessage(call: Call): Answer {
  const { store, request, habits } = call;
  const body = jsonBody(request);
  refuseMisfits(misfitsOf.message(body), body);
  const run = knownConversation(call);
  const { sandbox } = conversationState(run, call);
  if (sandbox === 'MISSING') {
    const status = habits.has('missing-410') ? 410 : 404;
    throw new OpenHandsRefused(status, `Sandbox not found for conversation ${run.id}`);
  }
  if (sandbox === 'PAUSED') {
    const resume = `POST ${API}/sandboxes/${run.id}/resume`;
    throw new OpenHandsRefused(409, `Sandbox is PAUSED. Use ${resume} to resume it first.`);
  }
  const text = contentText(body['content']);
  const last = store.turns(run).at(-1);
  const isAtWork = last !== undefined && !isOver(last) && wordOfTurn(last) === 'running';
  if (isAtWork && !store.nextScript(run).queued) {
    store.note(run, text);
  } else {
    store.resume(run, text);
  }
  return json(200, { success: true, sandbox_status: sandbox, message: null });
}

/** Before its start task is `READY`, nobody knows it. */
function knownConversation(call: Call): StoredRun {
  const id = call.params['conversation'] ?? '';
  const run = call.store.get(bareId(id));
  if (run === undefined || !isStarted(run, call)) {
    throw new OpenHandsRefused(404, `Conversation ${id} not found`);
  }
  return run;
}

function knownSandbox(call: Call): StoredRun {
  const run = call.store.get(bareId(call.params['conversation'] ?? ''));
  if (run === undefined) {
    throw new OpenHandsRefused(404, 'Not Found');
  }
  return run;
}

function promptOf(body: Readonly<Record<string, unknown>> | null): string {
  const message = body?.['initial_message'] as { readonly content?: unknown } | null | undefined;
  return contentText(message?.content);
}

function jsonBody({ body }: ServiceRequest): Readonly<Record<string, unknown>> {
  const fields = bodyObject(body);
  if (fields === null) {
    throw misfit([{ at: ['body', '1'], why: 'JSON decode error' }], {});
  }
  return fields;
}

/** What was sent comes back in the refusal (sheet, section 2). */
function refuseMisfits(misfits: readonly Misfit[], body: Readonly<Record<string, unknown>>): void {
  const [first] = misfits;
  if (first !== undefined) {
    throw misfit(misfits, body[first.at[1] ?? ''] ?? null);
  }
}
