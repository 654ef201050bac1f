/**
 * A whole step in memory: the runner, the service and GitHub behind their ports, in virtual time.
 */
import type { EventContext } from '../../src/github/event.ts';
import { createGitHub, type GitHubOptions } from '../../src/github/octokit.ts';
import type { GitHub } from '../../src/github/port.ts';
import type { Clock } from '../../src/runner/port.ts';
import type { Ports } from '../../src/context.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { error } from './fake-github-shapes.ts';
import { gitHubModel, type FaultAct, type GitHubModel } from './fake-github.ts';
import { RUN_ID, WEB_URL } from './memory-client.ts';
import { MemoryFiles } from './memory-files.ts';
import { INPUTS, MemoryHost, TOKEN } from './memory-host.ts';
import { MemoryHttp, type Answer, type Answering } from './memory-http.ts';
import { VirtualClock } from './virtual-clock.ts';

export { INPUTS, TOKEN };

/** `POST create`, `POST resume`, `GET logs`, `GET run`. */
export function callOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>): string {
  if (method === 'POST') {
    return url.endsWith('/resume') ? 'POST resume' : 'POST create';
  }
  return url.includes('/logs') ? 'GET logs' : 'GET run';
}

/** A service whose run has ended with the given log. Single calls can be answered differently. */
export function service(
  entries: readonly unknown[],
  {
    fields = {},
    ...answers
  }: { readonly fields?: object; readonly [call: string]: Answer | Error | 'hang' | object } = {},
): Answering {
  const run = {
    id: Number(RUN_ID),
    web_url: WEB_URL,
    status: 'COMPLETE',
    result: 'Fixed it.',
    ...fields,
  };
  return (request) => {
    const call = callOf(request);
    const special = (answers as Readonly<Record<string, Answer | Error | 'hang' | undefined>>)[
      call
    ];
    if (special !== undefined) {
      return special;
    }
    if (call !== 'GET logs') {
      return { body: run };
    }
    const skip = Number(new URL(request.url).searchParams.get('skip'));
    return { body: { ...run, logs: entries.slice(skip, skip + 100), total_logs: entries.length } };
  };
}

/** GitHub with the repository of a scene. @param permissions by login; others have `read` */
export const memoryGitHub = (permissions: Readonly<Record<string, string>> = {}): GitHubModel =>
  gitHubModel({ repository: 'octo/widgets', permissions });

/** GitHub as a step has it, over the requests of its real client. */
export function clientOf(
  model: GitHubModel,
  clock: Clock,
  given: Partial<GitHubOptions> = {},
): GitHub {
  const { url: apiUrl, repository, fetch } = model;
  return createGitHub({
    token: 'ghs_scene',
    apiUrl,
    repository,
    userAgent: 'scene',
    clock,
    fetch,
    readTail: async (url, signal) => (await fetch(url, { signal, headers: {} })).text(),
    ...given,
  });
}

/** How GitHub refuses a request, or null for a status if the connection is lost. */
export function refusal(
  status: number | null,
  message = 'No.',
  waitMs: number | null = null,
): FaultAct {
  if (status === null) {
    return 'reset';
  }
  return {
    ...error(status, message),
    ...(waitMs !== null && { headers: { 'retry-after': String(waitMs / 1000) } }),
  };
}

export interface SceneOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
  readonly saved?: Readonly<Record<string, string>>;
  readonly answer?: Answering;
  readonly github?: GitHubModel;
  /** Path → content. */
  readonly contents?: Readonly<Record<string, string | Uint8Array>>;
  /** The clock of another scene, for a later step on the same timeline. */
  readonly clock?: VirtualClock;
}

export interface MemoryScene {
  readonly ports: Ports;
  readonly host: MemoryHost;
  readonly files: MemoryFiles;
  readonly clock: VirtualClock;
  readonly http: MemoryHttp;
  readonly github: GitHubModel;
  readonly stop: AbortController;
  /** The tokens and events with which GitHub was opened. */
  readonly githubCalls: { readonly token: string; readonly event: EventContext }[];
  /** The files that were uploaded as artifacts 1, 2 and so on. */
  readonly uploads: readonly string[];
  readonly calls: () => string[];
}

export function memoryScene(options: SceneOptions = {}): MemoryScene {
  const {
    inputs = {},
    env = {},
    payload = {},
    saved = {},
    answer = service([]),
    github = memoryGitHub(),
    clock = new VirtualClock(),
    contents = {},
  } = options;
  const host = new MemoryHost({ ...INPUTS, ...inputs }, saved);
  const files = new MemoryFiles(contents);
  const http = new MemoryHttp(clock, answer);
  const stop = new AbortController();
  const githubCalls: MemoryScene['githubCalls'] = [];
  const uploads: string[] = [];
  const around = {
    RUNNER_TEMP: '/temp',
    GITHUB_WORKSPACE: '/workspace',
    GITHUB_REPOSITORY: 'octo/widgets',
    GITHUB_ACTOR: 'mona',
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_WORKFLOW: 'Agent',
    GITHUB_JOB: 'fix',
    GITHUB_RUN_ID: '7001',
  };
  const ports: Ports = {
    host,
    files,
    clock,
    random: () => 0.5,
    env: { ...around, ...env },
    payload,
    http,
    otlpHttp: () => http,
    github: (given) => {
      githubCalls.push(given);
      const { event, ...options } = given;
      return Promise.resolve(clientOf(github, clock, { ...options, repository: event.repository }));
    },
    uploadArtifact: (path) => {
      uploads.push(path);
      return Promise.resolve(uploads.length);
    },
    stop: stop.signal,
    uuid: () => '3f0c0a52-5f2c-4a34-9b0e-1d8f0f6f2b11',
    userAgent: 'agent-run-action/0.0.0',
  };
  return {
    ports,
    host,
    files,
    clock,
    http,
    github,
    stop,
    githubCalls,
    uploads,
    calls: () => http.requests.map(callOf),
  };
}
