/**
 * What is checked of a commit, page by page (contract 19.1): the suites and check runs of apps, and
 * the commit statuses. The shapes are those of GitHub's REST API for checks and commit statuses.
 */
import * as z from 'zod/mini';
import { hasNextPage } from '../http/reply.ts';
import type { CheckReads, CommitPlace } from './port.ts';
import { readWithEither, repositoryPath, type TwoTokens } from './pull-requests.ts';
import { PAGE_SIZE, read, stampTime, type GitHubReply } from './request.ts';

/** Reads a path of GitHub's API, with its query. Rejects with `GitHubError`. */
export type ReadReply = (path: string, signal: AbortSignal) => Promise<GitHubReply>;

/**
 * GitHub gives the check runs of at most 1,000 suites. The bound only stops a server whose pages
 * never end.
 */
const PAGES_MAX = 50;

const text = z.catch(z.nullable(z.string()), null);
const count = z.catch(z.nullable(z.int()), null);
const appSchema = z.catch(z.nullable(z.object({ slug: text, name: text })), null);

const suiteSchema = z.object({
  id: z.int(),
  status: text,
  conclusion: text,
  app: appSchema,
  latest_check_runs_count: count,
});

const runSchema = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  conclusion: text,
  started_at: text,
  details_url: text,
  html_url: text,
  app: appSchema,
  check_suite: z.catch(z.nullable(z.object({ id: z.int() })), null),
  output: z.catch(
    z.nullable(z.object({ title: text, summary: text, annotations_count: count })),
    null,
  ),
});

const statusSchema = z.object({
  id: z.catch(z.int(), 0),
  context: z.string(),
  state: z.string(),
  description: text,
  target_url: text,
  created_at: text,
});

const annotationSchema = z.object({ path: z.string(), start_line: z.int(), message: text });

export function checkReads(readReply: ReadReply): CheckReads {
  const all = <T extends Numbered>(
    path: string,
    { list, item, signal }: Listed<T> & { readonly signal: AbortSignal },
  ): Promise<readonly T[]> => allPages(readReply, path, { list, item, signal });

  return {
    async checkSuites(place, signal) {
      const path = `${commitPath(place)}/check-suites`;
      const suites = await all(path, { list: 'check_suites', item: suiteSchema, signal });
      return suites.map(({ id, status, conclusion, app, latest_check_runs_count: runCount }) => ({
        id,
        app: app?.slug ?? null,
        appName: app?.name ?? app?.slug ?? 'an app',
        // GitHub documents a suite without a status, which has just been asked for.
        status: status ?? 'queued',
        conclusion,
        runCount,
      }));
    },

    async checkRuns(place, signal) {
      const path = `${commitPath(place)}/check-runs?filter=latest`;
      const runs = await all(path, { list: 'check_runs', item: runSchema, signal });
      return runs.map((run) => ({
        id: run.id,
        name: run.name,
        app: run.app?.slug ?? null,
        suiteId: run.check_suite?.id ?? null,
        status: run.status,
        conclusion: run.conclusion,
        startedAt: stampTime(run.started_at ?? ''),
        addresses: [run.details_url, run.html_url].flatMap((url) => url ?? []),
        title: run.output?.title ?? '',
        summary: run.output?.summary ?? '',
        annotationCount: run.output?.annotations_count ?? 0,
      }));
    },

    async commitStatuses(place, signal) {
      const path = `${commitPath(place)}/statuses`;
      const statuses = await all(path, { list: null, item: statusSchema, signal });
      return statuses.map((status) => ({
        id: status.id,
        context: status.context,
        state: status.state,
        description: status.description ?? '',
        targetUrl: status.target_url,
        createdAt: stampTime(status.created_at ?? ''),
      }));
    },

    async annotations({ repository, checkRunId }, signal) {
      const path = `${repositoryPath(repository)}/check-runs/${checkRunId}/annotations`;
      const reply = await readReply(`${path}?per_page=${PAGE_SIZE}`, signal);
      return read(z.array(annotationSchema), reply.data).map((annotation) => ({
        path: annotation.path,
        line: annotation.start_line,
        message: annotation.message ?? '',
      }));
    },
  };
}

function commitPath({ repository, sha }: CommitPlace): string {
  return `${repositoryPath(repository)}/commits/${encodeURIComponent(sha)}`;
}

interface Numbered {
  /** 0: unknown. */
  readonly id: number;
}

/** How a list is answered. */
interface Listed<T extends Numbered> {
  /** The field that holds the items. Null: the answer itself is the list. */
  readonly list: string | null;
  readonly item: z.ZodMiniType<T>;
}

/** All items of a list, each once, also where it grows while it is read. */
async function allPages<T extends Numbered>(
  readReply: ReadReply,
  path: string,
  { list, item, signal }: Listed<T> & { readonly signal: AbortSignal },
): Promise<readonly T[]> {
  const known = new Map<string, T>();
  const query = path.includes('?') ? '&' : '?';
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const reply = await readReply(`${path}${query}per_page=${PAGE_SIZE}&page=${page}`, signal);
    const { items, total } = pageOf(reply.data, { list, item });
    const before = known.size;
    for (const each of items) {
      known.set(each.id === 0 ? JSON.stringify(each) : String(each.id), each);
    }
    const isMore = known.size > before && total !== null && known.size < total;
    if (!isMore && !hasNextPage(reply.headers, { received: items.length, size: PAGE_SIZE })) {
      break;
    }
  }
  return [...known.values()];
}

function pageOf<T extends Numbered>(
  data: unknown,
  { list, item }: Listed<T>,
): { readonly items: readonly T[]; readonly total: number | null } {
  if (list === null) {
    return { items: read(z.array(item), data), total: null };
  }
  const page = read(z.looseObject({ total_count: count }), data);
  return { items: read(z.array(item), page[list]), total: page.total_count };
}

/** Reads of checks with two tokens (contract 19.1). */
export function checkReadsOfBoth(tokens: TwoTokens<CheckReads>): CheckReads {
  const ask = <T>(read: (reads: CheckReads) => Promise<T>): Promise<T> =>
    readWithEither(tokens, read);
  return {
    checkSuites: (place, signal) => ask((reads) => reads.checkSuites(place, signal)),
    checkRuns: (place, signal) => ask((reads) => reads.checkRuns(place, signal)),
    commitStatuses: (place, signal) => ask((reads) => reads.commitStatuses(place, signal)),
    annotations: (place, signal) => ask((reads) => reads.annotations(place, signal)),
  };
}
