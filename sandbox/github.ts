/**
 * GitHub beside the service: the pull requests that runs push to, and what is checked of their
 * commits, as scenarios script them (`push`). It only answers reads, at the path `/github` of the
 * sandbox, for `GITHUB_API_URL`.
 */
import { asText } from './faces/entries.ts';
import { endpoint, findEndpoint } from './faces/endpoints.ts';
import { json, type Answer, type ServiceRequest, type World } from './faces/face.ts';
import { hexOf } from './faces/ids.ts';
import { parseTime, type CheckSource } from './scenario.ts';
import { SAMPLE_REPOSITORY, type Push, type StoredRun } from './store.ts';

export const GITHUB_PATH = '/github';

const ENDPOINTS = [
  endpoint('GET /repos/{owner}/{repo}/pulls/{number}', 'pull'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}', 'commit'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-suites', 'suites'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}/check-runs', 'runs'),
  endpoint('GET /repos/{owner}/{repo}/commits/{sha}/statuses', 'statuses'),
  endpoint('GET /repos/{owner}/{repo}/check-runs/{id}/annotations', 'annotations'),
  endpoint('GET /repos/{owner}/{repo}/actions/jobs/{id}/logs', 'log-address'),
  endpoint('GET /job-logs/{id}', 'log'),
] as const;

/** A commit of a pull request. */
export interface Commit {
  readonly run: StoredRun;
  readonly push: Push;
  readonly sha: string;
  /** `owner/name`. */
  readonly place: string;
  /** Scenario time since the push, in milliseconds. */
  readonly ageMs: number;
}

/** A check of a commit, as of now. */
interface Check {
  readonly id: number;
  readonly source: CheckSource;
  /** Null while it is running. */
  readonly conclusion: string | null;
}

/** Null where the path is none of GitHub's. */
export function answerGitHub(world: World, request: ServiceRequest): Answer | null {
  const pathPrefix = `${world.pathPrefix}${GITHUB_PATH}`;
  if (!request.path.startsWith(`${pathPrefix}/`)) {
    return null;
  }
  const found = findEndpoint(ENDPOINTS, { request, pathPrefix });
  if (found.kind !== 'found') {
    return notFound();
  }
  const { endpoint: known, params } = found;
  if (known.kind !== 'log' && asText(request.headers['authorization']) === '') {
    return json(401, { message: 'Requires authentication' });
  }
  const place = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`.toLowerCase();
  const all = commitsOf(world);
  const here = all.filter((commit) => commit.place.toLowerCase() === place);
  const ofSha = here.find(({ sha }) => sha === params['sha']);
  switch (known.kind) {
    case 'pull': {
      const commits = here.filter(({ push }) => String(push.number) === params['number']);
      return commits.length === 0 ? notFound() : json(200, pullBody(world, commits));
    }
    case 'log': {
      const check = all.flatMap(jobsOf).find(({ id }) => String(id) === params['id']);
      const headers = { 'content-type': 'text/plain; charset=utf-8' };
      return { status: 200, headers, content: { kind: 'text', text: check?.source.log ?? '' } };
    }
    case 'log-address': {
      const host = `http://${asText(request.headers['host'])}`;
      const location = `${host}${pathPrefix}/job-logs/${params['id'] ?? ''}`;
      return { status: 302, headers: { location }, content: { kind: 'none' } };
    }
    case 'annotations': {
      const check = here.flatMap(jobsOf).find(({ id }) => String(id) === params['id']);
      return json(200, (check?.source.annotations ?? []).map(annotationBody));
    }
    default:
      return ofSha === undefined ? notFound() : json(200, checksBody(world, known.kind, ofSha));
  }
}

function notFound(): Answer {
  return json(404, { message: 'Not Found' });
}

/** Oldest first. */
function commitsOf({ store }: World): readonly Commit[] {
  return store.all().flatMap((run) => {
    const address = run.repository === '' ? SAMPLE_REPOSITORY : run.repository;
    const place = new URL(address).pathname.replace(/^\//, '');
    const pushes = store.turns(run).flatMap((turn) => turn.pushes);
    return pushes.map((push, index) => ({
      run,
      push,
      sha: hexOf(`${run.id}/push/${index}`, 40),
      place,
      ageMs: store.scenarioNow(run) - push.at,
    }));
  });
}

function pullBody({ store }: World, commits: readonly Commit[]): object {
  const [first] = commits;
  const last = commits.at(-1);
  if (first === undefined || last === undefined) {
    throw new Error('a pull request has a commit');
  }
  const { place, push, sha } = last;
  const repo = { full_name: place };
  return {
    number: push.number,
    title: push.title ?? 'Fix',
    state: 'open',
    merged: false,
    created_at: new Date(store.realTime(first.run, first.push.at)).toISOString(),
    user: { login: 'sandbox-agent[bot]' },
    head: { ref: push.branch ?? 'agent/fix', sha, repo },
    base: { ref: 'main', sha: hexOf(`${place}/base`, 40), repo },
    changed_files: commits.length,
  };
}

/** What a read of the commit, or of what is checked of it, is answered. */
export function checksBody(
  { store }: World,
  kind: 'commit' | 'runs' | 'statuses' | 'suites',
  commit: Commit,
): unknown {
  const jobs = jobsOf(commit);
  const id = idOf(`${commit.sha}/suite`);
  switch (kind) {
    case 'commit': {
      const date = new Date(store.realTime(commit.run, commit.push.at)).toISOString();
      return { sha: commit.sha, commit: { message: 'Fix', committer: { date } } };
    }
    case 'suites': {
      const suites = jobs.length === 0 ? [] : [suiteBody(jobs, id)];
      return { total_count: suites.length, check_suites: suites };
    }
    case 'runs':
      return {
        total_count: jobs.length,
        check_runs: jobs.map((job) => jobBody(job, { commit, suite: id })),
      };
    case 'statuses':
      return checksOf(commit)
        .filter(({ source }) => source.kind === 'status')
        .map(statusBody);
  }
}

function checksOf({ push, sha, ageMs }: Commit): readonly Check[] {
  return (push.checks ?? []).map((source) => {
    const isDone = ageMs >= parseTime(source.after ?? 0, source.name);
    return {
      id: idOf(`${sha}/${source.name}`),
      source,
      conclusion: isDone ? (source.conclusion ?? 'success') : null,
    };
  });
}

function jobsOf(commit: Commit): readonly Check[] {
  return checksOf(commit).filter(({ source }) => source.kind !== 'status');
}

const APP = { slug: 'github-actions', name: 'GitHub Actions' };
const GOOD: readonly string[] = ['success', 'neutral', 'skipped'];

function suiteBody(jobs: readonly Check[], id: number): object {
  const isDone = jobs.every(({ conclusion }) => conclusion !== null);
  const isGood = jobs.every(({ conclusion }) => GOOD.includes(conclusion ?? ''));
  const end = isGood ? 'success' : 'failure';
  return {
    id,
    app: APP,
    status: isDone ? 'completed' : 'in_progress',
    conclusion: isDone ? end : null,
    latest_check_runs_count: jobs.length,
  };
}

function jobBody(
  { id, source, conclusion }: Check,
  { commit, suite }: { readonly commit: Commit; readonly suite: number },
): object {
  const address = `https://github.com/${commit.place}/actions/runs/${suite}/job/${id}`;
  const isDone = conclusion !== null;
  const { title = null, summary = null, annotations = [] } = source;
  return {
    id,
    name: source.name,
    app: APP,
    check_suite: { id: suite },
    status: isDone ? 'completed' : 'in_progress',
    conclusion,
    started_at: null,
    details_url: address,
    html_url: address,
    output: {
      title: isDone ? title : null,
      summary: isDone ? summary : null,
      annotations_count: isDone ? annotations.length : 0,
    },
  };
}

function statusBody({ id, source, conclusion }: Check): object {
  const description = source.title ?? null;
  const state = conclusion ?? 'pending';
  return { id, context: source.name, state, description, target_url: null, created_at: null };
}

function annotationBody({
  path,
  line,
  message,
}: NonNullable<CheckSource['annotations']>[number]): object {
  return { path, start_line: line, end_line: line, annotation_level: 'failure', message };
}

/** A number that looks as GitHub's do. */
function idOf(text: string): number {
  return Number.parseInt(hexOf(text, 9), 16);
}
