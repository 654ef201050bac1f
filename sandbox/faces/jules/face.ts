/** Jules: a request as data, an answer as data (sheet, sections 2 and 3). */
import { asText } from '../entries.ts';
import { endpoint, findEndpoint, routeOf } from '../endpoints.ts';
import {
  json,
  type Answer,
  type Face,
  type FaceCall,
  type FaceRequest,
  type Route,
  type RunShowing,
  type ServiceRequest,
  type World,
} from '../face.ts';
import { cursorPage } from '../paging.ts';
import { bodyObject, isObject, type Misfit } from '../shape.ts';
import { badFields, errorBody, invalidKey, JulesRefused } from './errors.ts';
import { JULES_FAULTS, type JulesKind } from './faults.ts';
import {
  activitiesOf,
  activityBody,
  APPROVED,
  digitsOf,
  sessionBody,
  sessionsOf,
  shownTime,
  stateOf,
  type Activity,
  type Session,
} from './sessions.ts';
import { misfitsOf } from './shapes.ts';

const SESSION = '/v1alpha/sessions/{session}';
const ENDPOINTS = [
  endpoint('POST /v1alpha/sessions', 'create'),
  endpoint('GET /v1alpha/sessions', 'runs'),
  endpoint(`GET ${SESSION}`, 'read'),
  endpoint(`DELETE ${SESSION}`, 'remove'),
  endpoint(`GET ${SESSION}/activities`, 'logs'),
  endpoint(`GET ${SESSION}/activities/{activity}`, 'activity'),
  endpoint(`POST ${SESSION}:sendMessage`, 'resume'),
  endpoint(`POST ${SESSION}:approvePlan`, 'approve'),
  endpoint(`POST ${SESSION}:archive`, 'archive'),
  endpoint(`POST ${SESSION}:unarchive`, 'unarchive'),
  endpoint('GET /v1alpha/sources', 'sources'),
  endpoint('GET /v1alpha/sources/github/{owner}/{repo}', 'source'),
] as const;

const PAGE = ['pageSize', 'pageToken'];
const QUERIES: Readonly<Partial<Record<JulesKind, readonly string[]>>> = {
  runs: [...PAGE, 'filter'],
  logs: [...PAGE, 'filter'],
  sources: [...PAGE, 'filter'],
};
const PAGE_MAX = 100;
const PAGE_USUAL = 50;
/** A session at work takes a message in, without a turn of its own. */
const AT_WORK = ['QUEUED', 'PLANNING', 'IN_PROGRESS'];
const WAITS = ['AWAITING_PLAN_APPROVAL', 'PAUSED'];
const MARKERS = /\bara-[\w-]+/g;

type Call = FaceCall<RunShowing>;

export class JulesFace implements Face {
  readonly declared = JULES_FAULTS;
  readonly orgId = '';
  readonly example = { path: '/v1alpha/sessions', body: { prompt: 'Fix the bug.' } };

  idOf(nth: number): string {
    return digitsOf(`jules/${nth}`);
  }

  clear(): void {
    // It counts nothing.
  }

  route(world: World, request: ServiceRequest): Route | null {
    return routeOf(ENDPOINTS, {
      world,
      request,
      runId: ({ session = null }) => session,
      prompt: (body) => asText(body?.['prompt']),
    });
  }

  answer(world: World, { request, habits }: FaceRequest): Answer {
    try {
      return this.#carryOut(world, { request, habits });
    } catch (error) {
      const refused =
        error instanceof JulesRefused
          ? error
          : new JulesRefused('INTERNAL', `Sandbox: ${String(error)}`);
      return json(refused.code, errorBody(refused));
    }
  }

  #carryOut(world: World, { request, habits }: FaceRequest): Answer {
    const found = findEndpoint(ENDPOINTS, { request, pathPrefix: world.pathPrefix });
    refuseKey(world, request);
    if (found.kind !== 'found') {
      throw new JulesRefused('NOT_FOUND', 'Method not found.');
    }
    const { endpoint: known, params } = found;
    onlyQuery(request.query, QUERIES[known.kind] ?? []);
    const { store, now } = world;
    const call = { world, request, params, store, now: now(), habits };
    switch (known.kind) {
      case 'create':
        return create(call);
      case 'runs':
        return list(call);
      case 'read':
        return json(200, sessionBody(knownSession(call), { showing: call }));
      case 'remove':
        store.remove(knownSession(call).run);
        return json(200, {});
      case 'logs':
        return activities(call);
      case 'activity':
        return activity(call);
      case 'resume':
        return message(call);
      case 'approve':
        return approve(call);
      case 'archive':
        store.archive(knownSession(call).run, true);
        return json(200, {});
      case 'unarchive':
        store.archive(knownSession(call).run, false);
        return json(200, {});
      case 'sources':
        return page(call, { name: 'sources', items: [{ id: 'octo/shop' }] }, ({ id }) =>
          sourceBody(id, call),
        );
      case 'source':
        return json(200, sourceBody(placeIn(call), call));
    }
  }
}

function create(call: Call): Answer {
  const { world, store, request } = call;
  const body = jsonBody(request);
  refuseMisfits(misfitsOf.create(body));
  const isAsked = body['automationMode'] === 'AUTO_CREATE_PR';
  if (isAsked && body['requirePlanApproval'] !== false) {
    const message = 'automation_mode AUTO_CREATE_PR needs require_plan_approval to be false.';
    throw new JulesRefused('FAILED_PRECONDITION', message);
  }
  const prompt = asText(body['prompt']);
  const run = store.create({
    prompt,
    scenario: world.scenarioFor(prompt),
    request: body,
    repository: addressIn(body),
    keys: [...prompt.matchAll(MARKERS)].map(([marker]) => marker),
  });
  return json(200, sessionBody({ id: run.id, run }, { showing: call }));
}

function addressIn({ sourceContext }: Readonly<Record<string, unknown>>): string {
  if (!isObject(sourceContext)) {
    return '';
  }
  const name = asText(sourceContext['source']);
  const place = name.replace(/^sources\/github[/-]/, '').split(/[/-]/);
  if (!name.startsWith('sources/github') || place.length < 2) {
    throw new JulesRefused('NOT_FOUND', 'Could not get source.');
  }
  return `https://github.com/${place[0] ?? ''}/${place.slice(1).join('-')}`;
}

function list(call: Call): Answer {
  const { habits, now, request } = call;
  const lag = habits.get('list-lag')?.forMs ?? 0;
  const filter = request.query.get('filter') ?? '';
  const isRefused = filter !== '' && habits.has('archive-refused');
  if (isRefused || (filter !== '' && !/^archived\s*=\s*(true|false)$/.test(filter))) {
    throw new JulesRefused('INVALID_ARGUMENT', 'Invalid filter.');
  }
  const wanted = filter.endsWith('true');
  const sessions = sessionsOf(call)
    .filter(({ run }) => run.createdAt + lag <= now)
    .filter(({ run }) => (run.isArchived || habits.has('archived')) === wanted);
  const items = habits.has('oldest-first') ? sessions : sessions.toReversed();
  return page(call, { name: 'sessions', items }, (session) =>
    sessionBody(session, { showing: call, isListed: true }),
  );
}

const SINCE = /^create_time\s*>\s*"([^"]+)"$/;

function activities(call: Call): Answer {
  const { habits, now, request } = call;
  const session = knownSession(call);
  const late = habits.get('late-activities')?.forMs ?? 0;
  if (now < session.run.createdAt + late) {
    throw notFound();
  }
  const all = activitiesOf(session, call);
  const filter = request.query.get('filter');
  const items = filter === null ? all : since(all, { filter, call });
  const ordered = habits.has('newest-first') ? items.toReversed() : items;
  return page(call, { name: 'activities', items: ordered }, (one) =>
    activityBody(one, { sessionId: session.id, habits }),
  );
}

function since(
  all: readonly Activity[],
  { filter, call }: { readonly filter: string; readonly call: Call },
): readonly Activity[] {
  const { habits } = call;
  const from = Date.parse(SINCE.exec(filter)?.[1] ?? '');
  if (habits.has('filter-refused') || Number.isNaN(from)) {
    throw new JulesRefused('INVALID_ARGUMENT', 'Invalid filter.');
  }
  return habits.has('filter-ignored') ? all : all.filter(({ at }) => shownTime(at, habits) > from);
}

function activity(call: Call): Answer {
  const session = knownSession(call);
  const found = activitiesOf(session, call).find(({ id }) => id === call.params['activity']);
  if (found === undefined) {
    throw notFound();
  }
  return json(200, activityBody(found, { sessionId: session.id, habits: call.habits }));
}

/** The answer tells nothing: neither an id nor a state. */
function message(call: Call): Answer {
  const { store, request } = call;
  const { run } = knownSession(call);
  const body = jsonBody(request);
  refuseMisfits(misfitsOf.message(body));
  const text = asText(body['prompt']);
  // What is shown otherwise, or for a while, does not count here.
  const state = stateOf(run, { ...call, habits: new Map() });
  if (WAITS.includes(state)) {
    throw new JulesRefused('FAILED_PRECONDITION', `The session is ${state}.`);
  }
  if (AT_WORK.includes(state)) {
    store.note(run, text);
  } else {
    store.resume(run, text);
  }
  return json(200, {});
}

function approve(call: Call): Answer {
  const { store, request } = call;
  const { run } = knownSession(call);
  refuseMisfits(misfitsOf.empty(jsonBody(request)));
  store.rekey(run, [...run.keys, APPROVED]);
  return json(200, {});
}

interface Listed<Item> {
  readonly name: string;
  readonly items: readonly Item[];
}

/** An empty list is left out, and so is the token on the last page. */
function page<Item extends { readonly id: string }>(
  { request, habits }: Call,
  { name, items: all }: Listed<Item>,
  shownAs: (item: Item) => unknown,
): Answer {
  const { query } = request;
  const token = query.get('pageToken') ?? '';
  const paged = cursorPage(all, { limit: pageSize(query), cursor: token });
  if (paged.kind === 'no-cursor') {
    throw badFields([{ field: 'page_token', description: 'is invalid' }]);
  }
  const { items, next } = paged.page;
  const last = all.at(-1);
  const repeated =
    habits.has('repeated-token') && last !== undefined
      ? Buffer.from(last.id, 'utf8').toString('base64url')
      : '';
  const nextPageToken = next === '' ? repeated : next;
  return json(200, {
    ...(items.length > 0 && { [name]: items.map(shownAs) }),
    ...(nextPageToken !== '' && { nextPageToken }),
  });
}

function pageSize(query: URLSearchParams): number {
  const given = query.get('pageSize');
  const size = given === null ? PAGE_USUAL : Number(given);
  if (!Number.isInteger(size) || size < 1 || size > PAGE_MAX) {
    throw badFields([{ field: 'page_size', description: `must be from 1 to ${PAGE_MAX}` }]);
  }
  return size;
}

function sourceBody(place: string, { habits }: Call): unknown {
  const [owner = '', repo = ''] = place.split('/');
  const isOld = habits.has('source-names');
  return {
    name: isOld ? `sources/github-${owner}-${repo}` : `sources/github/${place}`,
    id: isOld ? `github-${owner}-${repo}` : `github/${place}`,
    githubRepo: {
      owner,
      repo,
      defaultBranch: { displayName: 'main' },
      branches: [{ displayName: 'main' }],
    },
  };
}

function placeIn({ params: { owner = '', repo = '' } }: Pick<Call, 'params'>): string {
  return `${owner}/${repo}`;
}

function knownSession(call: Call): Session {
  const session = sessionsOf(call).find(({ id }) => id === call.params['session']);
  if (session === undefined) {
    throw notFound();
  }
  return session;
}

function notFound(): JulesRefused {
  return new JulesRefused('NOT_FOUND', 'Requested entity was not found.');
}

/** The key has a header of its own; nothing else proves anybody. */
function refuseKey(world: World, { headers }: ServiceRequest): void {
  const key = asText(headers['x-goog-api-key']);
  if (headers['authorization'] !== undefined) {
    const message = 'Request had invalid authentication credentials.';
    throw new JulesRefused('UNAUTHENTICATED', message);
  }
  if (key === '') {
    const message = "Method doesn't allow unregistered callers.";
    throw new JulesRefused('PERMISSION_DENIED', message);
  }
  if (key !== world.token) {
    throw invalidKey();
  }
}

function jsonBody({ headers, body }: ServiceRequest): Readonly<Record<string, unknown>> {
  const fields = bodyObject(body);
  if (!/^application\/json\s*(;|$)/i.test(asText(headers['content-type'])) || fields === null) {
    throw new JulesRefused('INVALID_ARGUMENT', 'Invalid JSON payload received.');
  }
  return fields;
}

function refuseMisfits(misfits: readonly Misfit[]): void {
  if (misfits.length > 0) {
    throw badFields(misfits.map(({ at, why }) => ({ field: at.join('.'), description: why })));
  }
}

function onlyQuery(query: URLSearchParams, known: readonly string[]): void {
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw badFields(
      unknown.map((field) => ({ field, description: 'Cannot bind query parameter' })),
    );
  }
}
