/** The four endpoints of the specification (spec 4), and the published list of runs. */
import type { Mode } from '../../scenario.ts';
import type { StoredRun } from '../../store.ts';
import { Refused } from './errors.ts';
import type { EndpointOptions } from './options.ts';
import {
  bodyFields,
  dataUris,
  jsonObject,
  listPage,
  onlyQuery,
  optional,
  pageFields,
  pageOf,
  pathId,
  positive,
  queryInteger,
  requiredText,
  type EndpointRequest,
  type Fields,
} from './request.ts';
import { entryBody, logsBody, runBody } from './run-body.ts';

const PUBLISHED_FIELDS = ['images', 'metadata', 'model', 'agent_type'];
const AGENT_TYPES = ['codegen', 'claude_code'];

/** Endpoint 1 (spec 4.2). */
export function createRun(options: EndpointOptions, request: EndpointRequest): unknown {
  const { store, mode, organization } = options;
  const isPublished = mode.api === 'published';
  const scenario = options.scenarioFor(promptIn(request.body));
  const known = ['prompt', 'repo_id', ...options.extraFields, ...scenario.extraFields];
  const body = bodyFields(
    request,
    isPublished ? [...new Set([...known, ...PUBLISHED_FIELDS])] : known,
  );
  const prompt = requiredText(body, 'prompt');
  let repoId: number | null = null;
  if (isPublished) {
    repoId = optional(body, 'repo_id', positive);
  } else if (body['repo_id'] !== undefined) {
    repoId = positive(body, 'repo_id');
  }
  knownRepository(options, repoId);
  const fields = isPublished ? publishedFields(body, mode) : {};
  const metadata = mode.metadata === 'drop' ? null : optional(fields, 'metadata', jsonObject);
  const repository = organization.repositories.find(({ id }) => id === repoId);
  const run = store.create({
    repoId,
    repository: repository === undefined ? '' : `https://github.com/${repository.fullName}`,
    prompt,
    scenario,
    metadata,
    keys: Object.values(metadata ?? {}).filter((value) => typeof value === 'string'),
    request: body,
  });
  return runBody(run, options);
}

/** Checks fields that the published API accepts beyond the specification. @throws Refused */
function publishedFields(body: Fields, { metadata }: Mode): Fields {
  optional(body, 'images', dataUris);
  optional(body, 'model', requiredText);
  optional(body, 'metadata', jsonObject);
  const agentType = optional(body, 'agent_type', requiredText);
  if (agentType !== null && !AGENT_TYPES.includes(agentType)) {
    throw new Refused(400, `agent_type must be one of ${AGENT_TYPES.join(', ')}`, [
      'body',
      'agent_type',
    ]);
  }
  if (metadata === 'refuse' && body['metadata'] !== undefined && body['metadata'] !== null) {
    throw new Refused(400, 'Extra inputs are not permitted', ['body', 'metadata']);
  }
  return body;
}

/** @throws Refused if the organization has no such repository */
export function knownRepository({ repoIds }: EndpointOptions, repoId: number | null): void {
  if (repoId !== null && repoIds !== null && !repoIds.includes(repoId)) {
    throw new Refused(404, `Repository ${repoId} not found`);
  }
}

/** Endpoint 3 (spec 4.4). */
export function resumeRun(options: EndpointOptions, request: EndpointRequest): unknown {
  const { store, mode } = options;
  const isPublished = mode.api === 'published';
  const body = bodyFields(request, [
    'agent_run_id',
    'prompt',
    ...(isPublished ? ['images', 'model'] : []),
  ]);
  const id = positive(body, 'agent_run_id');
  const prompt = requiredText(body, 'prompt');
  if (isPublished) {
    publishedFields(body, mode);
  }
  return runBody(store.resume(knownRun(options, id), prompt), options);
}

interface RunQuery {
  readonly runId: string;
  readonly query: URLSearchParams;
}

/** Endpoint 2 (spec 4.3). */
export function readRun(options: EndpointOptions, { runId, query }: RunQuery): unknown {
  onlyQuery(query, []);
  return runBody(knownRun(options, pathId(runId, 'agent_run_id')), options);
}

/** Endpoint 4 (spec 4.5). */
export function readLogs(options: EndpointOptions, { runId, query }: RunQuery): unknown {
  const { store, mode } = options;
  onlyQuery(query, ['skip', 'limit', ...(mode.api === 'published' ? ['reverse'] : [])]);
  const page = pageOf(query);
  const reverse = query.get('reverse');
  if (reverse !== null && !['true', 'false'].includes(reverse)) {
    throw new Refused(400, `reverse must be true or false, not "${reverse}"`, ['query', 'reverse']);
  }
  const run = knownRun(options, pathId(runId, 'agent_run_id'));
  const { log } = store.now(run);
  const ordered = reverse === 'true' ? log.toReversed() : log;
  return {
    ...logsBody(run, options),
    logs: ordered.slice(page.skip, page.skip + page.limit).map((item) => entryBody(run, item)),
    total_logs: log.length,
    ...pageFields(page, log.length),
  };
}

/**
 * The list of runs, newest first. `stale`: without the newest run, to simulate a list that lags
 * behind.
 */
export function listRuns(
  options: EndpointOptions,
  { query, stale }: { readonly query: URLSearchParams; readonly stale: boolean },
): unknown {
  const { store, organization } = options;
  onlyQuery(query, ['skip', 'limit', 'user_id', 'source_type']);
  const page = pageOf(query);
  const userId = queryInteger(query, { name: 'user_id', initial: 0, min: 0, max: Infinity });
  const sourceType = query.get('source_type');
  const ofUser = userId === 0 || userId === organization.me.id;
  const newestFirst = store
    .all()
    .toSorted((a, b) => b.createdAt - a.createdAt || Number(b.id) - Number(a.id));
  const runs = (stale ? newestFirst.slice(1) : newestFirst).filter(
    (run) => ofUser && (sourceType === null || run.sourceType === sourceType),
  );
  const shown = listPage(runs, page);
  return {
    ...shown,
    items: (shown['items'] as readonly StoredRun[]).map((run) => runBody(run, options)),
  };
}

/** @throws Refused */
export function knownRun(
  { store, mode }: Pick<EndpointOptions, 'store' | 'mode'>,
  id: number,
): StoredRun {
  const run = store.get(String(id));
  if (run !== undefined) {
    return run;
  }
  throw new Refused(
    404,
    mode.api === 'published' ? 'Agent run not found.' : `Agent run ${id} not found`,
  );
}

/** The prompt, which selects a scenario before the request is validated. */
function promptIn(body: string): string {
  try {
    const prompt = (JSON.parse(body) as Fields | null)?.['prompt'];
    return typeof prompt === 'string' ? prompt : '';
  } catch {
    return '';
  }
}
