/**
 * The endpoints of Jules that the action uses, and what they answer (sheet, sections 2 and 3). One
 * attempt per call. Answers are read tolerantly (contract 2.2): unknown fields pass, a field of the
 * wrong type counts as absent. Only ids cannot be done without.
 */
import * as z from 'zod/mini';
import { whatTheServiceSaid } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Requests } from '../../http/request.ts';
import { parsed, readJson } from '../../http/response.ts';
import { isRecord, jsonOrNull } from '../../safe/json.ts';
import { joined } from '../../safe/text.ts';
import { encodedPath } from '../../safe/url.ts';
import { orNull, text } from '../kit/fields.ts';
import { ofAsked, safeId } from '../kit/ids.ts';
import { listOf } from '../kit/lists.ts';
import { tokenPage, type Page } from '../kit/pages.ts';
import { queryOf } from '../kit/query.ts';
import { refusalTable, type RefusalWords } from '../kit/refusals.ts';
import type { RunId } from '../port.ts';

/** The service allows 1 to 100 (sheet, section 2). */
export const PAGE_MAX = 100;

const count = orNull(z.number());

/** The id, or the name that ends with it (sheet, section 3). Empty without one. */
function idIn(value: unknown): string {
  const { id, name } = isRecord(value) ? value : {};
  if (typeof id === 'string' && id !== '') {
    return id;
  }
  return typeof name === 'string' ? (name.split('/').at(-1) ?? '') : '';
}

const pullSchema = z.object({ url: z.string(), description: text });
const outputSchema = z.object({ pullRequest: orNull(pullSchema) });
type Output = z.infer<typeof outputSchema>;

const sessionSchema = z.object({
  prompt: text,
  title: text,
  state: text,
  url: text,
  createTime: text,
  updateTime: text,
  automationMode: text,
  sourceContext: z.catch(z.object({ source: text }), { source: null }),
  /** Empty lists are left out by the service. */
  outputs: listOf<Output>(outputSchema),
});
export type Session = z.infer<typeof sessionSchema> & { readonly id: RunId };

const stepSchema = z.object({ title: text, description: text });
type PlanStep = z.infer<typeof stepSchema>;
const artifactSchema = z.object({
  bashOutput: orNull(z.object({ command: text, output: text, exitCode: count })),
  changeSet: orNull(
    z.object({ gitPatch: z.catch(z.object({ unidiffPatch: text }), { unidiffPatch: null }) }),
  ),
  media: orNull(z.object({ mimeType: text })),
});
export type Artifact = z.infer<typeof artifactSchema>;

const activitySchema = z.object({
  createTime: text,
  description: text,
  artifacts: listOf<Artifact>(artifactSchema),
  agentMessaged: orNull(z.object({ agentMessage: text })),
  userMessaged: orNull(z.object({ userMessage: text })),
  planGenerated: orNull(
    z.object({
      plan: z.catch(z.object({ steps: listOf<PlanStep>(stepSchema) }), { steps: [] }),
    }),
  ),
  planApproved: orNull(z.object({})),
  progressUpdated: orNull(z.object({ title: text, description: text })),
  sessionCompleted: orNull(z.object({})),
  sessionFailed: orNull(z.object({ reason: text })),
});
export type Activity = z.infer<typeof activitySchema> & {
  readonly id: string;
  /** The field that says what it is, where the sheet does not name it; null where it does. */
  readonly other: { readonly name: string; readonly value: unknown } | null;
};

function parseSession(body: unknown): Session | null {
  const id = safeId.safeParse(idIn(body)).data;
  const session = sessionSchema.safeParse(body).data;
  return id === undefined || session === undefined ? null : { ...session, id };
}

/** The fields of an activity that say nothing of its kind (sheet, section 6). */
const COMMON = new Set(['name', 'id', 'description', 'createTime', 'originator', 'artifacts']);

function parseActivity(item: unknown): Activity | null {
  const id = idIn(item);
  const activity = activitySchema.safeParse(item).data;
  if (id === '' || activity === undefined || !isRecord(item)) {
    return null;
  }
  const kinds = Object.keys(activitySchema.shape).filter((name) => !COMMON.has(name));
  const isKnown = kinds.some((name) => isRecord(item[name]));
  const other = isKnown ? undefined : Object.entries(item).find(([name]) => !COMMON.has(name));
  const [name = '', value] = other ?? [];
  return { ...activity, id, other: other === undefined ? null : { name, value } };
}

/** An empty list is left out, as in a session. */
function pageOf<Item>(
  body: unknown,
  { list, read }: { readonly list: string; readonly read: (item: unknown) => Item | null },
): Page<Item> | null {
  const whole = isRecord(body) ? { [list]: [], ...body } : null;
  return tokenPage(whole, { list, next: 'nextPageToken', read });
}

/** A repository that the GitHub app of Jules sees. */
export interface Source {
  /** As the service names it: it is never built by hand. */
  readonly name: string;
  readonly defaultBranch: string | null;
}

const sourceSchema = z.object({
  name: z.string().check(z.minLength(1)),
  githubRepo: z.catch(z.object({ defaultBranch: z.object({ displayName: z.string() }) }), {
    defaultBranch: { displayName: '' },
  }),
});

function parseSource(body: unknown): Source | null {
  const source = sourceSchema.safeParse(body).data;
  if (source === undefined) {
    return null;
  }
  const branch = source.githubRepo.defaultBranch.displayName;
  return { name: source.name, defaultBranch: branch === '' ? null : branch };
}

interface SessionList {
  readonly isArchived: boolean;
  readonly cursor: string | null;
  readonly size: number;
}

interface ActivityList {
  /** Those made later alone, as the service writes times; null: all. */
  readonly since: string | null;
  readonly cursor: string | null;
  readonly size: number;
}

/** The methods reject with `ServiceError`, or with `call.signal.reason` on abort. */
export class JulesClient {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** @param repository `owner/name` */
  async source(repository: string, call: CallOptions): Promise<Source> {
    const path = `/v1alpha/sources/github/${encodedPath(repository)}`;
    const response = await this.#get(path, call);
    return parsed(response, { read: parseSource, problem: 'its body is no source' });
  }

  async create(body: object, call: CallOptions): Promise<Session> {
    const request = { method: 'POST', path: '/v1alpha/sessions', category: 'creation' } as const;
    const create = { ...call, patienceMs: CREATE_MS };
    const response = await this.#requests.send({ ...request, body }, create);
    return parsed(response, { read: parseSession, problem: 'without a readable id of a session' });
  }

  async session(id: RunId, call: CallOptions): Promise<Session> {
    const response = await this.#get(pathOf(id), call);
    const session = parsed(response, { read: parseSession, problem: 'its body is no session' });
    return ofAsked(session, { id, noun: 'session', response });
  }

  async sessions(list: SessionList, call: CallOptions): Promise<Page<Session>> {
    const filter = list.isArchived ? 'archived = true' : null;
    const query = queryOf({ ...pageQuery(list), filter });
    const response = await this.#get(`/v1alpha/sessions?${query}`, call);
    return parsed(response, {
      read: (body) => pageOf(body, { list: 'sessions', read: parseSession }),
      problem: 'its body has no list of sessions',
    });
  }

  async activities(id: RunId, list: ActivityList, call: CallOptions): Promise<Page<Activity>> {
    const filter = list.since === null ? null : `create_time>"${list.since}"`;
    const path = `${pathOf(id)}/activities?${queryOf({ ...pageQuery(list), filter })}`;
    const response = await this.#get(path, call);
    return parsed(response, {
      read: (body) => pageOf(body, { list: 'activities', read: parseActivity }),
      problem: 'its body has no list of activities',
    });
  }

  /**
   * The answer tells nothing. What is no JSON may come from somebody between, so that the message
   * may not have arrived.
   */
  async say(id: RunId, prompt: string, call: CallOptions): Promise<void> {
    const path = `${pathOf(id)}:sendMessage`;
    readJson(await this.#requests.send({ method: 'POST', path, body: { prompt } }, call));
  }

  #get(path: string, call: CallOptions): Promise<HttpResponse> {
    return this.#requests.send({ method: 'GET', path }, call);
  }
}

/** Sheet, section 7. */
const CREATE_MS = 60_000;

function pathOf(id: RunId): string {
  return `/v1alpha/sessions/${encodeURIComponent(id)}`;
}

function pageQuery({
  cursor,
  size,
}: {
  readonly cursor: string | null;
  readonly size: number;
}): Readonly<Record<string, string | null>> {
  return { pageSize: String(size), pageToken: cursor };
}

/** The reason of a source that could not be read, although it is there (sheet, section 2). */
export const SOURCE_BUSY = 'source_busy';

export const NO_SOURCE =
  'Check that the GitHub app of Jules is installed on the repository ' +
  '(https://jules.google.com, with the GitHub account that owns it), and the input `repo`.';

/** What refusals mean (sheet, section 2). */
export const judge = refusalTable(
  [
    { reason: 'API_KEY_INVALID', means: { code: 'unauthorized' } },
    {
      status: 403,
      means: {
        advice:
          "The API key may not do this, or the session is another person's: use a key of the " +
          'person whose sessions these are, made at https://jules.google.com/settings.',
      },
    },
    {
      // With another status it may be the failure of a session that was made all the same.
      status: 404,
      said: /could not get source/i,
      means: {
        reason: SOURCE_BUSY,
        code: 'not_found',
        advice: NO_SOURCE,
        mayConcernRepository: true,
      },
    },
  ],
  refusedWords,
);

interface Details {
  readonly reason: string;
  readonly violations: readonly string[];
}

/** In Google's form, `{"error": {"message", "status", "details"}}`. */
function refusedWords({ body, redact }: HttpResponse): RefusalWords {
  const { reason, violations } = detailsOf(body);
  const sentence = whatTheServiceSaid(body, redact);
  const fields = violations.filter((field) => !sentence.includes(field));
  if (fields.length === 0) {
    return { reason, said: sentence };
  }
  const told = whatTheServiceSaid(JSON.stringify({ message: fields.join('; ') }), redact);
  return { reason, said: joined([sentence.replace(/\.$/, ''), told], ': ') };
}

function detailsOf(body: string): Details {
  const details = errorSchema.safeParse(jsonOrNull(body)).data?.error.details ?? [];
  const reason = details.map((one) => one.reason ?? '').find((one) => one !== '') ?? '';
  const violations = details.flatMap(({ fieldViolations }) =>
    fieldViolations.map(({ field, description }) => joined([field ?? '', description ?? ''], ': ')),
  );
  return { reason, violations };
}

const violationSchema = z.object({ field: text, description: text });
type Violation = z.infer<typeof violationSchema>;
const detailSchema = z.object({
  reason: z.catch(z.optional(z.string()), undefined),
  fieldViolations: listOf<Violation>(violationSchema),
});
type Detail = z.infer<typeof detailSchema>;
const errorSchema = z.object({ error: z.object({ details: listOf<Detail>(detailSchema) }) });
