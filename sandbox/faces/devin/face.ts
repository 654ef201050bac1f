/** Devin's sessions of an organization: a request as data, an answer as data (sheet, 2 and 3). */
import type { StoredRun } from '../../store.ts';
import { asText } from '../entries.ts';
import { endpoint, findEndpoint, routeOf } from '../endpoints.ts';
import {
  json,
  type Answer,
  type Face,
  type FaceCall,
  type FaceRequest,
  type Habits,
  type Route,
  type ServiceRequest,
  type World,
} from '../face.ts';
import { hexOf, uuidOf } from '../ids.ts';
import { cursorPage } from '../paging.ts';
import { bodyObject, type Misfit } from '../shape.ts';
import { DevinRefused, earlierProblem, problem, PROBLEM_TYPE } from './errors.ts';
import { DEVIN_FAULTS, type DevinKind } from './faults.ts';
import {
  epoch,
  isDead,
  isOutOfMoney,
  messageBody,
  messagesOf,
  sessionBody,
  sessionState,
  updatedAt,
  type Showing,
} from './sessions.ts';
import { misfitsOf } from './shapes.ts';

const ORG = '/v3/organizations/{org}';
const SESSION = `${ORG}/sessions/{session}`;
const ENDPOINTS = [
  endpoint(`POST ${ORG}/sessions`, 'create'),
  endpoint(`GET ${ORG}/sessions`, 'runs'),
  endpoint(`GET ${SESSION}`, 'read'),
  endpoint(`DELETE ${SESSION}`, 'stop'),
  endpoint(`GET ${SESSION}/messages`, 'logs'),
  endpoint(`POST ${SESSION}/messages`, 'resume'),
  endpoint(`POST ${SESSION}/archive`, 'archive'),
  endpoint(`POST ${SESSION}/unarchive`, 'unarchive'),
  endpoint(`GET ${SESSION}/tags`, 'tags'),
  endpoint(`POST ${SESSION}/tags`, 'tags'),
  endpoint(`PUT ${SESSION}/tags`, 'tags'),
  endpoint(`GET ${SESSION}/attachments`, 'attachments'),
  endpoint(`POST ${ORG}/attachments`, 'upload'),
  endpoint(`GET ${ORG}/attachments/{attachment}/{name}`, 'attachment'),
  endpoint('GET /signed/{attachment}/{name}', 'signed'),
  endpoint('GET /v3/self', 'self'),
  endpoint('GET /v3beta1/organizations/{org}/repositories', 'repositories'),
  endpoint(`GET ${ORG}/consumption/daily/sessions/{session}`, 'consumption'),
] as const;

const PAGE = ['first', 'after'];
const QUERIES: Readonly<Partial<Record<DevinKind, readonly string[]>>> = {
  create: ['devin_id'],
  runs: [
    ...PAGE,
    'devin_id',
    'tags',
    'session_ids',
    'user_ids',
    'service_user_ids',
    'repo_names',
    'origins',
    'automation_ids',
    'created_after',
    'created_before',
    'updated_after',
    'updated_before',
    'is_archived',
    'playbook_id',
    'schedule_id',
    'parent_session_id',
    'category',
  ],
  logs: PAGE,
  stop: ['archive'],
  repositories: PAGE,
  consumption: ['time_after', 'time_before'],
};
/** Filters by something that no session of the sandbox has. */
const MATCHING_NONE = [
  'user_ids',
  'automation_ids',
  'playbook_id',
  'schedule_id',
  'parent_session_id',
  'category',
];

type Call = FaceCall<Showing>;

export class DevinFace implements Face {
  readonly declared = DEVIN_FAULTS;
  readonly orgId = 'org-5a4db0c1';
  readonly example = {
    path: `/v3/organizations/${this.orgId}/sessions`,
    body: { prompt: 'Fix the bug.' },
  };

  idOf(nth: number): string {
    return hexOf(`devin/${nth}`, 32);
  }

  clear(): void {
    // It counts nothing.
  }

  route(world: World, request: ServiceRequest): Route | null {
    return routeOf(ENDPOINTS, {
      world,
      request,
      runId: ({ session }) => (session === undefined ? null : bareId(session)),
      prompt: (body) => asText(body?.['prompt']),
    });
  }

  answer(world: World, { request, habits }: FaceRequest): Answer {
    try {
      return this.#carryOut(world, { request, habits });
    } catch (error) {
      if (!(error instanceof DevinRefused)) {
        return json(500, { detail: `Sandbox: ${String(error)}` });
      }
      const { status, message, misfits } = error;
      if (habits.has('earlier-error')) {
        return json(status, earlierProblem(message, misfits));
      }
      return json(status, problem(status, message, misfits), PROBLEM_TYPE);
    }
  }

  #carryOut(world: World, { request, habits }: FaceRequest): Answer {
    const found = findEndpoint(ENDPOINTS, { request, pathPrefix: world.pathPrefix });
    const isSigned = found.kind === 'found' && found.endpoint.kind === 'signed';
    if (!isSigned && request.headers['authorization'] !== `Bearer ${world.token}`) {
      throw new DevinRefused(401, 'Invalid or missing API key.');
    }
    if (found.kind !== 'found') {
      throw new DevinRefused(found.kind === 'nowhere' ? 404 : 405, `Nothing at ${request.path}`);
    }
    const { endpoint: known, params } = found;
    if (params['org'] !== undefined && params['org'] !== this.orgId) {
      throw new DevinRefused(403, 'The key has no permission in this organization.');
    }
    const { store, now } = world;
    const { orgId } = this;
    const call = { world, request, params, store, now: now(), habits, orgId };
    onlyQuery(request.query, QUERIES[known.kind] ?? []);
    switch (known.kind) {
      case 'create':
        return create(call);
      case 'runs':
        return list(call);
      case 'read':
        return json(200, sessionBody(knownSession(call), { showing: call, isRead: true }));
      case 'stop':
        return terminate(call);
      case 'logs':
        return messages(call);
      case 'resume':
        return message(call);
      case 'archive':
        return archive(call);
      case 'unarchive':
        return shown(call, store.archive(knownSession(call), false));
      case 'tags':
        return tags(call);
      case 'attachments':
        knownSession(call);
        return json(200, []);
      case 'upload':
        return upload(call);
      case 'attachment':
        return attachment(call);
      case 'signed':
        return signed(request);
      case 'self':
        return self(call);
      case 'repositories':
        return page(call, [{ id: 'octo/shop' }], ({ id }) => ({
          repo_path: id,
          repo_name: id.split('/')[1],
        }));
      case 'consumption':
        knownSession(call);
        return json(200, { total_acus: 0, consumption_by_date: [] });
    }
  }
}

function create(call: Call): Answer {
  const { world, store, request } = call;
  const body = jsonBody(request);
  refuseMisfits(misfitsOf.create(body));
  const prompt = asText(body['prompt']);
  const [repo = ''] = (body['repos'] ?? []) as readonly string[];
  const run = store.create({
    prompt,
    scenario: world.scenarioFor(prompt),
    request: body,
    repository: addressOf(repo),
    keys: (body['tags'] ?? []) as readonly string[],
  });
  return shown(call, run);
}

function addressOf(repo: string): string {
  return repo === '' || repo.startsWith('https://') ? repo : `https://github.com/${repo}`;
}

function shown(call: Call, run: StoredRun): Answer {
  return json(200, sessionBody(run, { showing: call, isRead: false }));
}

function list(call: Call): Answer {
  const { store, habits, now, request } = call;
  const lag = habits.get('list-lag')?.forMs ?? 0;
  const sessions = store
    .all()
    .filter((run) => run.createdAt + lag <= now)
    .filter((run) => isListed(run, { query: request.query, call }));
  const ordered = habits.has('oldest-first') ? sessions : sessions.toReversed();
  return page(call, ordered, (run) => sessionBody(run, { showing: call, isRead: true }));
}

function isListed(
  run: StoredRun,
  { query, call }: { readonly query: URLSearchParams; readonly call: Call },
): boolean {
  const { store, habits } = call;
  const isOneOf = (name: string, values: readonly string[]): boolean =>
    !query.has(name) || query.getAll(name).some((given) => values.includes(given));
  const isWithin = (name: string, at: number): boolean =>
    at > integer(query, { name: `${name}_after`, initial: -1 }) &&
    at < integer(query, { name: `${name}_before`, initial: Infinity });
  const archived = query.get('is_archived') ?? (habits.has('archived-hidden') ? 'false' : null);
  const repos = ((run.request['repos'] ?? []) as readonly string[]).map((repo) =>
    repo.replace(/^https:\/\/[^/]+\//, ''),
  );
  return (
    hasTags(run.keys, { given: query.getAll('tags'), habits }) &&
    (archived === null || String(run.isArchived) === archived) &&
    isOneOf('session_ids', [run.id, `devin-${run.id}`]) &&
    isOneOf('repo_names', repos) &&
    isOneOf('origins', ['api']) &&
    isOneOf('service_user_ids', ['service-user-1']) &&
    MATCHING_NONE.every((name) => !query.has(name)) &&
    isWithin('created', epoch(run.createdAt, call.habits)) &&
    isWithin('updated', epoch(updatedAt(run, store), call.habits))
  );
}

/** All of them, where nothing else is asked for. */
function hasTags(
  tags: readonly string[],
  { given, habits }: { readonly given: readonly string[]; readonly habits: Habits },
): boolean {
  if (given.length === 0 || habits.has('tags-ignored')) {
    return true;
  }
  if (habits.has('tags-whole')) {
    return given.join(',') === tags.join(',');
  }
  if (habits.has('tags-any')) {
    return given.some((tag) => tags.includes(tag));
  }
  return given.every((tag) => tags.includes(tag));
}

/** A cursor is promised only while there is a next page. */
function page<Item extends { readonly id: string }>(
  { request, habits }: Call,
  all: readonly Item[],
  shownAs: (item: Item) => unknown,
): Answer {
  const { query } = request;
  const first = integer(query, { name: 'first', initial: 100 });
  if (first < 1 || first > 200) {
    throw new DevinRefused(422, 'query invalid', [
      { at: ['query', 'first'], why: 'must be from 1 to 200' },
    ]);
  }
  const after = query.get('after') ?? '';
  const paged = cursorPage(all, { limit: first, cursor: after });
  if (paged.kind === 'no-cursor') {
    throw new DevinRefused(422, 'query invalid', [{ at: ['query', 'after'], why: 'is unknown' }]);
  }
  const { items, next } = paged.page;
  const body = { items: items.map(shownAs), total: null };
  if (next !== '') {
    return json(200, { ...body, end_cursor: next, has_next_page: true });
  }
  if (habits.has('next-without-cursor')) {
    return json(200, { ...body, end_cursor: null, has_next_page: true });
  }
  if (habits.has('repeated-cursor')) {
    return json(200, { ...body, end_cursor: after, has_next_page: true });
  }
  return json(200, { ...body, end_cursor: null, has_next_page: false });
}

function messages(call: Call): Answer {
  const all = messagesOf(knownSession(call), call);
  return page(call, all, (each) => messageBody(each, call.habits));
}

/** Wakes a session that sleeps; one at work takes it in, without a turn of its own. */
function message(call: Call): Answer {
  const { store, request, habits } = call;
  const known = knownSession(call);
  const body = jsonBody(request);
  refuseMisfits(misfitsOf.message(body));
  const text = asText(body['message']);
  const run = habits.has('exits') ? store.close(known) : known;
  // What is shown for a while after a message does not count here.
  const state = sessionState(run, { ...call, habits: new Map() });
  if (isDead(run, state)) {
    const refusedAs = habits.has('exited-422') ? 422 : 409;
    throw new DevinRefused(habits.has('exited-404') ? 404 : refusedAs, 'The session has exited.');
  }
  if (run.isArchived) {
    throw new DevinRefused(409, 'The session is archived.');
  }
  const isAtWork = ['new', 'claimed', 'resuming'].includes(state.status) || isWorking(state.detail);
  const isNote = isOutOfMoney(state) || (isAtWork && !store.nextScript(run).queued);
  if (isNote) {
    return shown(call, store.note(run, text));
  }
  return shown(call, store.resume(run, text, { isWoken: state.status === 'suspended' }));
}

function isWorking(detail: string | null): boolean {
  return detail === 'working';
}

/** The answer still shows the state before. */
function terminate(call: Call): Answer {
  const { store, request, habits } = call;
  const run = knownSession(call);
  const answer = shown(call, run);
  if (habits.has('delete-archives')) {
    store.archive(store.sleep(run), true);
    return answer;
  }
  const closed = store.close(run);
  if (request.query.get('archive') === 'true') {
    store.archive(closed, true);
  }
  return answer;
}

/** Puts a session to sleep that has not ended, and hides it. */
function archive(call: Call): Answer {
  const { store } = call;
  const run = knownSession(call);
  const state = sessionState(run, call);
  const resting = isDead(run, state) || isOutOfMoney(state) ? run : store.sleep(run);
  return shown(call, store.archive(resting, true));
}

function tags(call: Call): Answer {
  const { store, request } = call;
  const run = knownSession(call);
  if (request.method === 'GET') {
    return json(200, { tags: run.keys });
  }
  const body = jsonBody(request);
  refuseMisfits(misfitsOf.tags(body));
  const given = body['tags'] as readonly string[];
  const all = request.method === 'PUT' ? given : [...run.keys, ...given];
  return json(200, { tags: store.rekey(run, [...new Set(all)]).keys });
}

function upload(call: Call): Answer {
  const { request, orgId } = call;
  if (!/^multipart\/form-data/i.test(asText(request.headers['content-type']))) {
    throw new DevinRefused(422, 'body invalid', [{ at: ['body', 'file'], why: 'is required' }]);
  }
  const name = /filename="([^"]+)"/.exec(request.body)?.[1] ?? 'file';
  const id = uuidOf(request.body);
  const url = `${originOf(call)}/v3/organizations/${orgId}/attachments/${id}/${name}`;
  return json(200, { attachment_id: id, name, url });
}

function attachment(call: Call): Answer {
  const { attachment: id = '', name = '' } = call.params;
  const location = `${originOf(call)}/signed/${id}/${name}`;
  return { status: 307, headers: { location }, content: { kind: 'none' } };
}

/** Another host in reality: no key must arrive here. */
function signed({ headers }: ServiceRequest): Answer {
  const isClean = headers['authorization'] === undefined;
  return json(isClean ? 200 : 400, { signed: isClean });
}

function originOf({ request, world }: Call): string {
  return `http://${asText(request.headers['host'])}${world.pathPrefix}`;
}

function self({ habits, orgId }: Call): Answer {
  const org_id = habits.has('no-org') ? null : orgId;
  if (habits.has('personal-key')) {
    return json(200, {
      principal_type: 'pat_user',
      user_id: 'user-1',
      user_name: 'Octo Dev',
      api_key_id: 'key-1',
      api_key_name: 'sandbox',
      org_id,
    });
  }
  return json(200, {
    principal_type: 'service_user',
    service_user_id: 'service-user-1',
    service_user_name: 'sandbox',
    org_id,
  });
}

/** Paths take the id with `devin-` before it. */
function knownSession(call: Call): StoredRun {
  const { store, params, habits, now } = call;
  const given = params['session'] ?? '';
  const run = store.get(bareId(given));
  const lag = habits.get('read-lag')?.forMs ?? 0;
  if (!isTaken(given, habits) || run === undefined || run.createdAt + lag > now) {
    throw new DevinRefused(404, 'Session not found.');
  }
  return run;
}

function isTaken(id: string, habits: Habits): boolean {
  if (id.startsWith('devin-')) {
    return !habits.has('bare-paths-only');
  }
  return habits.has('bare-paths') || habits.has('bare-paths-only');
}

function bareId(id: string): string {
  return id.replace(/^devin-/, '');
}

function jsonBody({ headers, body }: ServiceRequest): Readonly<Record<string, unknown>> {
  const fields = bodyObject(body);
  if (!/^application\/json\s*(;|$)/i.test(asText(headers['content-type'])) || fields === null) {
    throw new DevinRefused(422, 'body invalid', [{ at: ['body'], why: 'must be a JSON object' }]);
  }
  return fields;
}

function refuseMisfits(misfits: readonly Misfit[]): void {
  if (misfits.length > 0) {
    throw new DevinRefused(422, 'body invalid', misfits);
  }
}

function onlyQuery(query: URLSearchParams, known: readonly string[]): void {
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const misfits = unknown.map((name) => ({ at: ['query', name], why: 'is not known' }));
    throw new DevinRefused(422, 'query invalid', misfits);
  }
}

function integer(
  query: URLSearchParams,
  { name, initial }: { readonly name: string; readonly initial: number },
): number {
  const given = query.get(name);
  if (given === null) {
    return initial;
  }
  if (!/^\d{1,15}$/.test(given)) {
    throw new DevinRefused(422, 'query invalid', [
      { at: ['query', name], why: 'must be an integer' },
    ]);
  }
  return Number(given);
}
