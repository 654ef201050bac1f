/** GitHub's agent tasks, and the reads beside them: a request as data, an answer as data. */
import { checksBody } from '../../github.ts';
import { asText } from '../entries.ts';
import { endpoint, findEndpoint, routeOf } from '../endpoints.ts';
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
import { bodyObject, boolean, object, text } from '../shape.ts';
import { CopilotRefused, refusalBody } from './errors.ts';
import { COPILOT_FAULTS, type CopilotKind } from './faults.ts';
import {
  commitBody,
  commitsOf,
  pullBody,
  pullsIn,
  wholePullBody,
  type PullCommit,
} from './pulls.ts';
import {
  baseOf,
  ME,
  numberOf,
  placeOf,
  taskBody,
  taskDetail,
  tasksOf,
  taskState,
  updatedAt,
  type Showing,
  type Task,
} from './tasks.ts';

/** The settings of this service alone. */
export interface CopilotOptions {
  /** Where web pages are. Default: `https://github.com`. */
  readonly serverUrl?: string;
}

const ENDPOINTS = [
  endpoint('POST /agents/repos/{owner}/{repo}/tasks', 'create'),
  endpoint('GET /agents/repos/{owner}/{repo}/tasks', 'runs'),
  endpoint('GET /agents/tasks', 'my-runs'),
  endpoint('GET /agents/repos/{owner}/{repo}/tasks/{task}', 'read'),
  endpoint('GET /agents/tasks/{task}', 'read'),
  endpoint('GET /user', 'me'),
  endpoint('GET /repos/{owner}/{repo}', 'repository'),
  endpoint('GET /repositories/{id}', 'repository'),
  endpoint('GET /repos/{owner}/{repo}/pulls', 'pulls'),
  endpoint('GET /repos/{owner}/{repo}/pulls/{number}', 'pull'),
  endpoint('GET /repos/{owner}/{repo}/pulls/{number}/commits', 'commits'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}', 'commit'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-suites', 'checks'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-runs', 'checks'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}/statuses', 'checks'),
] as const;

const PAGE = ['per_page', 'page'];
const LIST = [...PAGE, 'sort', 'direction', 'state', 'is_archived', 'since'];
const QUERIES: Readonly<Partial<Record<CopilotKind, readonly string[]>>> = {
  runs: [...LIST, 'creator_id'],
  'my-runs': LIST,
  pulls: [...PAGE, 'state', 'head', 'base', 'sort', 'direction'],
  commits: PAGE,
  checks: [...PAGE, 'filter', 'check_name', 'status', 'app_id'],
};
const OF_TASKS: readonly CopilotKind[] = ['create', 'runs', 'my-runs', 'read'];
const VERSIONS = ['2022-11-28', '2026-03-10'];
const LIMIT_HEADERS = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4999' };
/** What tokens of app installations begin with, the job's own among them. */
const INSTALLATION = 'ghs_';

const createShape = object({
  prompt: text({ min: 1 }),
  'model?': text({ min: 1 }),
  'custom_agent?': text({ min: 1 }),
  'create_pull_request?': boolean,
  'base_ref?': text({ min: 1 }),
  'head_ref?': text({ min: 1 }),
});

type Call = FaceCall<Showing>;

export class CopilotFace implements Face {
  readonly declared = COPILOT_FAULTS;
  readonly orgId = '';
  readonly example = { path: '/agents/repos/octo/shop/tasks', body: { prompt: 'Fix the bug.' } };
  readonly #serverUrl: string;

  constructor({ serverUrl = 'https://github.com' }: CopilotOptions) {
    this.#serverUrl = serverUrl;
  }

  idOf(nth: number): string {
    return uuidOf(`copilot/${nth}`);
  }

  clear(): void {
    // It counts nothing.
  }

  route(world: World, request: ServiceRequest): Route | null {
    return routeOf(ENDPOINTS, {
      world,
      request,
      runId: ({ task = null }) => task,
      prompt: (body) => asText(body?.['prompt']),
    });
  }

  answer(world: World, { request, habits }: FaceRequest): Answer {
    try {
      return conditional(request, this.#carryOut(world, { request, habits }));
    } catch (error) {
      if (!(error instanceof CopilotRefused)) {
        return json(500, refusalBody(`Sandbox: ${String(error)}`));
      }
      return json(error.status, refusalBody(error.message, error.errors), LIMIT_HEADERS);
    }
  }

  #carryOut(world: World, { request, habits }: FaceRequest): Answer {
    const found = findEndpoint(ENDPOINTS, { request, pathPrefix: world.pathPrefix });
    refuseHeaders(request);
    if (found.kind !== 'found') {
      throw new CopilotRefused(404, 'Not Found');
    }
    const { endpoint: known, params } = found;
    refuseToken(world, { request, isOfTasks: OF_TASKS.includes(known.kind) });
    onlyQuery(request.query, QUERIES[known.kind] ?? []);
    const { store, now, pathPrefix } = world;
    const origin = `http://${asText(request.headers['host'])}${pathPrefix}`;
    const serverUrl = this.#serverUrl;
    const call = { world, request, params, store, now: now(), habits, origin, serverUrl };
    switch (known.kind) {
      case 'create':
        return create(call);
      case 'runs':
      case 'my-runs':
        return list(call);
      case 'read':
        return json(200, taskDetail(knownTask(call), call));
      case 'me':
        return json(200, ME);
      case 'repository':
        return repository(call);
      case 'pulls':
        return listPulls(call);
      case 'pull':
        return json(200, wholePullBody(knownPull(call), call));
      case 'commits':
        return json(
          200,
          commitsOf(knownPull(call), call).map((commit) => commitBody(commit, call)),
        );
      case 'commit':
        return json(200, commitBody(knownCommit(call), call));
      case 'checks':
        return checksOf(knownCommit(call), call);
    }
  }
}

const LISTS = { 'check-suites': 'suites', 'check-runs': 'runs', statuses: 'statuses' } as const;

/** Those of the last push. Without one: workflows on its pushes wait for a person's approval. */
function checksOf({ run, sha }: PullCommit, { world, store, request }: Call): Answer {
  const [list = ''] = /[\w-]+$/.exec(request.path) ?? [];
  const kind = Object.entries(LISTS).find(([name]) => name === list)?.[1] ?? 'statuses';
  const pushes = store.turns(run).flatMap((turn) => turn.pushes);
  const push = pushes.at(-1) ?? { number: 0, checks: [], at: 0 };
  const ageMs = store.scenarioNow(run) - push.at;
  return json(200, checksBody(world, kind, { run, push, sha, place: placeOf(run), ageMs }));
}

function create(call: Call): Answer {
  const { world, store, request, serverUrl } = call;
  const body = bodyObject(request.body);
  if (body === null) {
    throw new CopilotRefused(400, 'Problems parsing JSON');
  }
  const [misfit] = createShape(body, []);
  if (misfit !== undefined) {
    const isMissing = misfit.why === 'is required';
    const message = `${misfit.at.join('.')} ${misfit.why}`;
    throw new CopilotRefused(422, 'Validation Failed', [
      { code: isMissing ? 'missing_field' : 'invalid', message },
    ]);
  }
  const prompt = asText(body['prompt']);
  const run = store.create({
    prompt,
    scenario: world.scenarioFor(prompt),
    request: body,
    repository: `${serverUrl}/${placeIn(call)}`,
    keys: [...prompt.matchAll(/\bara-[\w-]+/g)].map(([marker]) => marker),
  });
  return json(201, taskBody({ id: run.id, run, creatorId: ME.id, prompt: null }, call));
}

function list(call: Call): Answer {
  const { request, habits, now } = call;
  const { query } = request;
  const lag = habits.get('list-lag')?.forMs ?? 0;
  const isOfRepository = call.params['owner'] !== undefined;
  const place = placeIn(call).toLowerCase();
  const creators = query.getAll('creator_id').flatMap((ids) => ids.split(','));
  const states = query.get('state')?.split(',') ?? null;
  const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
  const all = tasksOf(call)
    .filter(({ run }) => run.createdAt + lag <= now)
    .filter(({ run, creatorId }) =>
      isOfRepository ? placeOf(run).toLowerCase() === place : creatorId === ME.id,
    )
    .filter(({ creatorId }) => creators.length === 0 || creators.includes(String(creatorId)))
    .filter((task) => states === null || states.includes(taskState(task, call)))
    .filter(({ run }) => Math.floor(updatedAt(run, call) / 1000) * 1000 >= since);
  const isArchived = habits.has('archived');
  const wanted = query.get('is_archived') === 'true';
  const tasks = isArchived === wanted ? ordered(all, call) : [];
  const { items, headers } = page(call, tasks);
  const totals = {
    total_active_count: isArchived ? 0 : all.length,
    total_archived_count: isArchived ? all.length : 0,
  };
  const body = { tasks: items.map((task) => taskBody(task, call)) };
  return json(200, habits.has('link-only') ? body : { ...body, ...totals }, headers);
}

/** Newest first, by the last change unless another order is asked for. */
function ordered(tasks: readonly Task[], call: Call): readonly Task[] {
  const { query } = call.request;
  const sort = query.get('sort') ?? 'updated_at';
  const direction = query.get('direction') ?? 'desc';
  if (!['updated_at', 'created_at'].includes(sort) || !['asc', 'desc'].includes(direction)) {
    throw new CopilotRefused(422, 'Validation Failed', [{ code: 'invalid' }]);
  }
  const timeIn = ({ run }: Task): number =>
    sort === 'created_at' ? run.createdAt : updatedAt(run, call);
  const oldestFirst = tasks.toSorted((a, b) => timeIn(a) - timeIn(b));
  return direction === 'asc' ? oldestFirst : oldestFirst.toReversed();
}

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The header `Link` names the pages around this one. */
function page<Item>({ request, origin }: Call, all: readonly Item[]): ListPage<Item> {
  const { query, path } = request;
  const size = integer(query, { name: 'per_page', initial: 30, max: 100 });
  const number = integer(query, { name: 'page', initial: 1, max: Infinity });
  const last = Math.max(1, Math.ceil(all.length / size));
  const items = all.slice((number - 1) * size, number * size);
  const address = (to: number): string => {
    const asked = new URLSearchParams(query);
    asked.set('page', String(to));
    return `<${new URL(origin).origin}${path}?${asked.toString()}>`;
  };
  const before = [
    [1, 'first'],
    [number - 1, 'prev'],
  ] as const;
  const after = [
    [number + 1, 'next'],
    [last, 'last'],
  ] as const;
  const links = [...(number > 1 ? before : []), ...(number < last ? after : [])];
  const told = links.map(([to, rel]) => `${address(to)}; rel="${rel}"`).join(', ');
  return { items, headers: told === '' ? {} : { link: told } };
}

/** By its name, or by its number. */
function placeAskedFor(call: Call): string | undefined {
  const { params, store } = call;
  if (params['id'] === undefined) {
    return placeIn(call);
  }
  const known = [...store.all().map(placeOf), 'octo/shop'];
  return known.find((each) => String(numberOf(each)) === params['id']);
}

function repository(call: Call): Answer {
  const place = placeAskedFor(call);
  if (place === undefined) {
    throw new CopilotRefused(404, 'Not Found');
  }
  const [owner = ''] = place.split('/');
  return json(200, {
    id: numberOf(place),
    full_name: place,
    default_branch: 'main',
    owner: { id: numberOf(owner), login: owner },
  });
}

function listPulls(call: Call): Answer {
  const { query } = call.request;
  const [owner = ''] = placeIn(call).split('/');
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const pulls = pullsIn(placeIn(call), call)
    .filter(() => state === 'open' || state === 'all')
    .filter((pull) => head === null || `${owner}:${pull.head}`.toLowerCase() === head.toLowerCase())
    .filter(({ run }) => base === null || baseOf(run) === base);
  const { items, headers } = page(call, pulls);
  return json(
    200,
    items.map((pull) => pullBody(pull, call)),
    headers,
  );
}

function knownTask(call: Call): Task {
  const { params } = call;
  const task = tasksOf(call).find(({ id }) => id === params['task']);
  const isElsewhere =
    params['owner'] !== undefined &&
    task !== undefined &&
    placeOf(task.run).toLowerCase() !== placeIn(call).toLowerCase();
  if (task === undefined || isElsewhere) {
    throw new CopilotRefused(404, 'Not Found');
  }
  return task;
}

function knownPull(call: Call): ReturnType<typeof pullsIn>[number] {
  const pull = pullsIn(placeIn(call), call).find(
    ({ number }) => String(number) === call.params['number'],
  );
  if (pull === undefined) {
    throw new CopilotRefused(404, 'Not Found');
  }
  return pull;
}

function knownCommit(call: Call): PullCommit {
  const commit = pullsIn(placeIn(call), call)
    .flatMap((pull) => commitsOf(pull, call))
    .find(({ sha }) => sha === call.params['sha']);
  if (commit === undefined) {
    throw new CopilotRefused(404, 'Not Found');
  }
  return commit;
}

/** `owner/name` of the path; empty without one. */
function placeIn({ params: { owner = '', repo = '' } }: Pick<Call, 'params'>): string {
  return owner === '' ? '' : `${owner}/${repo}`;
}

function refuseHeaders({ headers }: ServiceRequest): void {
  const version = headers['x-github-api-version'];
  if (version !== undefined && !VERSIONS.includes(asText(version))) {
    throw new CopilotRefused(400, `${asText(version)} is no version of the API`);
  }
  if (asText(headers['user-agent']) === '') {
    throw new CopilotRefused(403, 'Request forbidden by administrative rules: no User-Agent.');
  }
}

/** A token of an installation, such as the job's own, may read pull requests, and no tasks. */
function refuseToken(
  world: World,
  { request, isOfTasks }: { readonly request: ServiceRequest; readonly isOfTasks: boolean },
): void {
  const given = asText(request.headers['authorization']);
  const token = given.replace(/^(Bearer|token) /i, '');
  if (given === '') {
    throw new CopilotRefused(isOfTasks ? 400 : 401, 'Requires authentication');
  }
  if (token.startsWith(INSTALLATION)) {
    if (isOfTasks) {
      throw new CopilotRefused(403, 'Resource not accessible by integration');
    }
    return;
  }
  if (token !== world.token) {
    throw new CopilotRefused(401, 'Bad credentials');
  }
}

/** 304 for what the client has already. */
function conditional({ method, headers }: ServiceRequest, answer: Answer): Answer {
  if (method !== 'GET' || answer.content.kind !== 'json') {
    return { ...answer, headers: { ...LIMIT_HEADERS, ...answer.headers } };
  }
  const etag = `W/"${hexOf(JSON.stringify(answer.content.value), 40)}"`;
  const sent = { ...LIMIT_HEADERS, ...answer.headers, etag };
  if (headers['if-none-match'] === etag) {
    return { status: 304, headers: sent, content: { kind: 'none' } };
  }
  return { ...answer, headers: sent };
}

function onlyQuery(query: URLSearchParams, known: readonly string[]): void {
  const unknown = [...query.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new CopilotRefused(422, 'Validation Failed', [
      { code: 'custom', message: `Unknown query parameter ${unknown.join(', ')}` },
    ]);
  }
}

function integer(
  query: URLSearchParams,
  { name, initial, max }: { readonly name: string; readonly initial: number; readonly max: number },
): number {
  const given = query.get(name);
  const value = given === null ? initial : Number(given);
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new CopilotRefused(422, 'Validation Failed', [{ code: 'invalid', message: name }]);
  }
  return value;
}
