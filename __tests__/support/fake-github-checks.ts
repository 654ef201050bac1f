/**
 * Check suites, check runs and logs of jobs of the fake GitHub, based on the examples in GitHub's
 * OpenAPI description.
 */
import { createHash } from 'node:crypto';
import { error, ok, pageOf, type Reply } from './fake-github-shapes.ts';
import { exampleOf, type Exchange } from './openapi.ts';

interface FakeCheckSuite {
  readonly id: number;
  /** By default GitHub Actions. */
  readonly app?: string;
  /** By default `completed`. */
  readonly status?: string;
  readonly conclusion?: string | null;
  /** By default as many as there are. */
  readonly runCount?: number;
}

export interface FakeCheckRun {
  readonly name: string;
  readonly id?: number;
  readonly suite?: number;
  readonly app?: string;
  /** By default `completed` if there is a conclusion, else `in_progress`. */
  readonly status?: string;
  readonly conclusion?: string | null;
  readonly startedAt?: string;
  /** By default a job of the workflow run 5. */
  readonly url?: string;
  readonly title?: string;
  readonly summary?: string;
  readonly annotations?: readonly {
    readonly path: string;
    readonly line: number;
    readonly message: string;
  }[];
  /** The log of its job. Absent: the token may not read it. */
  readonly log?: string;
}

/** What is checked of a commit at some moment. */
export interface FakeChecks {
  readonly suites?: readonly FakeCheckSuite[];
  readonly runs?: readonly FakeCheckRun[];
}

interface Store {
  /** What is checked of each commit, as of now. */
  readonly checks: Map<string, FakeChecks | (() => FakeChecks)>;
  /** The base address. */
  readonly url: () => string;
}

const [SUITE = {}] = exampleOf('check-suite-paginated')['check_suites'] as readonly object[];
const APP = exampleOf('check-run')['app'] as Readonly<Record<string, unknown>>;

/** A suite of GitHub Actions for these conclusions. Null: it is running. */
export function actionsSuite(
  conclusions: Readonly<Record<string, string | null>>,
  { id = 1 }: { readonly id?: number } = {},
): Required<FakeChecks> {
  const entries = Object.entries(conclusions);
  const isDone = entries.every(([, conclusion]) => conclusion !== null);
  const isBad = entries.some(([, conclusion]) => conclusion === 'failure');
  const end = isBad ? 'failure' : 'success';
  const suite: FakeCheckSuite = {
    id,
    status: isDone ? 'completed' : 'in_progress',
    conclusion: isDone ? end : null,
  };
  const runs = entries.map(([name, conclusion], at): FakeCheckRun => ({
    name,
    id: id * 1000 + at,
    suite: id,
    conclusion,
  }));
  return { suites: [suite], runs };
}

/** Answers a request for checks. Null for all others. */
export function checkAnswers({ checks, url }: Store) {
  const now = (sha: string): FakeChecks => {
    const of = checks.get(sha) ?? {};
    return typeof of === 'function' ? of() : of;
  };
  const allRuns = (): readonly FakeCheckRun[] =>
    [...checks.keys()].flatMap((sha) => now(sha).runs ?? []);
  return ({ method, path, query, headers }: Exchange): Reply | null => {
    const [, log] = /^\/job-logs\/(\d+)$/.exec(path) ?? [];
    if (log !== undefined) {
      const text = allRuns().find(({ id }) => id === Number(log))?.log ?? '';
      return { status: 200, body: text, headers: { 'content-type': 'text/plain' } };
    }
    // Commits of every repository: no two have the same name.
    const [, repository = '', ours = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)$/.exec(path) ?? [];
    const [, sha = '', kind] =
      /^\/commits\/([0-9a-f]{40,64})\/check-(suites|runs)$/.exec(ours) ?? [];
    if (method === 'GET' && kind === 'suites') {
      const { suites = [], runs = [] } = now(sha);
      const shapes = suites.map((suite) => suiteShape(suite, { sha, runs }));
      return cached(listOf('check_suites', shapes, { query, path }), headers['if-none-match']);
    }
    if (method === 'GET' && kind === 'runs') {
      const shapes = (now(sha).runs ?? []).map((run) => runShape(run, { sha, repository }));
      return cached(listOf('check_runs', shapes, { query, path }), headers['if-none-match']);
    }
    const [, annotated] = /^\/check-runs\/(\d+)\/annotations$/.exec(ours) ?? [];
    if (method === 'GET' && annotated !== undefined) {
      const run = allRuns().find(({ id }) => id === Number(annotated));
      return ok((run?.annotations ?? []).map(annotationShape));
    }
    const [, job] = /^\/actions\/jobs\/(\d+)\/logs$/.exec(ours) ?? [];
    if (method === 'GET' && job !== undefined) {
      const run = allRuns().find(({ id }) => id === Number(job));
      if (run?.log === undefined) {
        return error(403, 'Resource not accessible by integration');
      }
      return { status: 302, body: '', headers: { location: `${url()}/job-logs/${job}` } };
    }
    return null;
  };
}

function listOf(
  name: string,
  all: readonly object[],
  { query, path }: Pick<Exchange, 'path' | 'query'>,
): Reply {
  const page = pageOf(all, query, path);
  return { ...page, body: { total_count: all.length, [name]: page.body } };
}

/** With an ETag, and 304 where that was given. */
export function cached(reply: Reply, given: string | string[] | undefined): Reply {
  const digest = createHash('sha256').update(JSON.stringify(reply)).digest('hex');
  const etag = `W/"${digest}"`;
  return given === etag
    ? { status: 304, body: null, headers: { etag } }
    : { ...reply, headers: { ...reply.headers, etag } };
}

function suiteShape(
  { id, app = 'github-actions', status = 'completed', conclusion = null, runCount }: FakeCheckSuite,
  { sha, runs }: { readonly sha: string; readonly runs: readonly FakeCheckRun[] },
): object {
  return {
    ...SUITE,
    id,
    head_sha: sha,
    status,
    conclusion,
    pull_requests: [],
    app: { ...APP, slug: app, name: app === 'github-actions' ? 'GitHub Actions' : app },
    latest_check_runs_count: runCount ?? runs.filter(({ suite }) => suite === id).length,
  };
}

function runShape(
  run: FakeCheckRun,
  { sha, repository }: { readonly sha: string; readonly repository: string },
): object {
  const { name, id = 1, suite = null, app = 'github-actions', conclusion = null } = run;
  const url = run.url ?? `https://github.com/${repository}/actions/runs/5/job/${id}`;
  const { annotations = [] } = run;
  return {
    ...exampleOf('check-run'),
    id,
    head_sha: sha,
    name,
    status: run.status ?? (conclusion === null ? 'in_progress' : 'completed'),
    conclusion,
    started_at: run.startedAt ?? '2026-01-01T00:00:00Z',
    completed_at: conclusion === null ? null : '2026-01-01T00:01:00Z',
    details_url: url,
    html_url: url,
    check_suite: suite === null ? null : { id: suite },
    app: { ...APP, slug: app, name: app },
    output: {
      title: run.title ?? null,
      summary: run.summary ?? null,
      text: null,
      annotations_count: annotations.length,
      annotations_url: `https://api.github.test/check-runs/${id}/annotations`,
    },
    pull_requests: [],
  };
}

function annotationShape({
  path,
  line,
  message,
}: NonNullable<FakeCheckRun['annotations']>[number]): object {
  return {
    path,
    start_line: line,
    end_line: line,
    start_column: null,
    end_column: null,
    annotation_level: 'failure',
    title: null,
    message,
    raw_details: null,
    blob_href: '',
  };
}
