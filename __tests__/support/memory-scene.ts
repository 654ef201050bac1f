/** A whole step in memory: the runner, the service and GitHub behind their ports, in virtual time. */
import type { EventContext } from '../../src/github/event.ts';
import {
  GitHubError,
  type CommitStatus,
  type GitHub,
  type GitHubComment,
  type GitHubPullRequest,
  type GitHubReviewComment,
  type NewReview,
  type PullRequestFile,
  type PullRequestPlace,
} from '../../src/github/port.ts';
import type { Ports } from '../../src/context.ts';
import type { HttpRequest } from '../../src/service/http/port.ts';
import { RUN_ID, WEB_URL } from './memory-client.ts';
import { MemoryFiles } from './memory-files.ts';
import { MemoryHost } from './memory-host.ts';
import { MemoryHttp, type Answer, type Answering } from './memory-http.ts';
import { VirtualClock } from './virtual-clock.ts';

export const TOKEN = 'tok-0123456789abcdef';

export const INPUTS: Readonly<Record<string, string>> = {
  token: TOKEN,
  org_id: '1',
  base_url: 'https://agents.example.com',
  prompt: 'Fix it.',
};

/** `POST create`, `POST resume`, `GET logs`, `GET run`. */
export function callOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>): string {
  if (method === 'POST') return url.endsWith('/resume') ? 'POST resume' : 'POST create';
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
  const run = { id: RUN_ID, web_url: WEB_URL, status: 'COMPLETE', result: 'Fixed it.', ...fields };
  return (request) => {
    const call = callOf(request);
    const special = (answers as Readonly<Record<string, Answer | Error | 'hang' | undefined>>)[call];
    if (special !== undefined) return special;
    if (call !== 'GET logs') return { body: run };
    const skip = Number(new URL(request.url).searchParams.get('skip'));
    return { body: { ...run, logs: entries.slice(skip, skip + 100), total_logs: entries.length } };
  };
}

/** By default in this repository, and open. */
type MemoryPullRequest = Omit<GitHubPullRequest, 'headRepository' | 'baseSha' | 'abandoned'> &
  Partial<Pick<GitHubPullRequest, 'headRepository' | 'baseSha' | 'abandoned'>>;

/** Comments on a page, as many as GitHub gives at most. */
const PAGE = 100;

/** One thread of comments by a bot. */
export class MemoryGitHub implements GitHub {
  readonly thread: GitHubComment[] = [];
  readonly pulls: MemoryPullRequest[] = [];
  /** SHA → when it was committed. */
  readonly commits = new Map<string, number>();
  readonly statuses: CommitStatus[] = [];
  /** Permission by login; others have `read`. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly reactions: { readonly commentId: number; readonly reaction: string }[] = [];
  /** The changed files of the pull request. */
  readonly files: PullRequestFile[] = [];
  readonly reviewed: GitHubComment[] = [];
  /** Review comments. */
  readonly inline: GitHubReviewComment[] = [];
  /** Reviews as they were sent, the refused ones too. */
  readonly submitted: NewReview[] = [];
  /** Refuses a review, before or after it was carried out. `nth` counts from 1. */
  refuseReview:
    ((review: NewReview, nth: number) => { readonly error: Error; readonly processed: boolean } | null) | null = null;
  asked = 0;
  /** Calls on comments, pull requests and commits. */
  calls = 0;
  /** Thrown by every call on comments. */
  failure: Error | null = null;
  /** Edits are never answered. */
  hangingEdits = false;
  #lastId = 0;

  constructor(permissions: Readonly<Record<string, string>> = {}) {
    this.permissions = permissions;
  }

  permissionOf(login: string): Promise<{ readonly permission: string; readonly roleName: string }> {
    this.asked += 1;
    const permission = this.permissions[login] ?? 'read';
    return Promise.resolve({ permission, roleName: permission });
  }

  accountType(login: string): Promise<string | null> {
    return Promise.resolve(login.endsWith('[bot]') ? 'Bot' : 'User');
  }

  ownLogin(): Promise<string | null> {
    return Promise.resolve(null);
  }

  async *comments(): AsyncIterable<readonly GitHubComment[]> {
    for (let from = 0; ; from += PAGE) {
      await this.#call();
      const page = this.thread.slice(from, from + PAGE);
      yield page;
      if (page.length < PAGE) return;
    }
  }

  async createComment(_thread: number, body: string): Promise<GitHubComment> {
    await this.#call();
    // Numbers of deleted comments are not used again.
    this.#lastId = Math.max(this.#lastId, ...this.thread.map(({ id }) => id)) + 1;
    const id = this.#lastId;
    const comment = {
      id,
      body,
      htmlUrl: `https://github.com/c/${id}`,
      author: 'app[bot]',
      authorIsBot: true,
    };
    this.thread.push(comment);
    return comment;
  }

  async updateComment(commentId: number, body: string, signal: AbortSignal): Promise<GitHubComment> {
    await this.#call();
    if (this.hangingEdits)
      await new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason as Error);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const at = this.thread.findIndex(({ id }) => id === commentId);
    const known = this.thread[at];
    if (known === undefined) throw new GitHubError({ status: 404, message: 'Not Found', retryAfterMs: null });
    const comment = { ...known, body };
    this.thread[at] = comment;
    return comment;
  }

  async pullRequest({ repository, number }: PullRequestPlace): Promise<GitHubPullRequest> {
    await this.#call();
    const found = this.pulls.find((pull) => pull.repository === repository && pull.number === number);
    if (found === undefined) throw new GitHubError({ status: 404, message: 'Not Found', retryAfterMs: null });
    return { headRepository: repository, baseSha: 'b'.repeat(40), abandoned: false, ...found };
  }

  async committedAt({ sha }: { readonly sha: string }): Promise<number | null> {
    await this.#call();
    return this.commits.get(sha) ?? null;
  }

  async createCommitStatus(status: CommitStatus): Promise<void> {
    await this.#call();
    this.statuses.push(status);
  }

  async pullRequestFiles(): Promise<readonly PullRequestFile[]> {
    await this.#call();
    return this.files;
  }

  async reviews(): Promise<readonly GitHubComment[]> {
    await this.#call();
    return [...this.reviewed];
  }

  async reviewComments(): Promise<readonly GitHubReviewComment[]> {
    await this.#call();
    return [...this.inline];
  }

  async createReview(review: NewReview): Promise<GitHubComment> {
    await this.#call();
    this.submitted.push(review);
    const refusal = this.refuseReview?.(review, this.submitted.length) ?? null;
    if (refusal !== null && !refusal.processed) throw refusal.error;
    const by = { author: 'app[bot]', authorIsBot: true };
    const created = {
      ...by,
      id: this.reviewed.length + 1,
      body: review.body,
      htmlUrl: `https://github.com/r/${this.reviewed.length + 1}`,
    };
    this.reviewed.push(created);
    for (const { body } of review.comments)
      this.inline.push({ ...by, id: 100 + this.inline.length, body, htmlUrl: '', inReplyTo: null });
    if (refusal !== null) throw refusal.error;
    return created;
  }

  async updateReviewComment(commentId: number, body: string): Promise<void> {
    await this.#call();
    const at = this.inline.findIndex(({ id }) => id === commentId);
    this.inline[at] = { ...this.inline[at]!, body };
  }

  reactToReviewComment(commentId: number, reaction: string): Promise<void> {
    return this.react(commentId, reaction);
  }

  async react(commentId: number, reaction: string): Promise<void> {
    await this.#call();
    this.reactions.push({ commentId, reaction });
  }

  async #call(): Promise<void> {
    this.calls += 1;
    await Promise.resolve();
    if (this.failure !== null) throw this.failure;
  }
}

export interface SceneOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
  readonly saved?: Readonly<Record<string, string>>;
  readonly answer?: Answering;
  readonly github?: MemoryGitHub;
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
  readonly github: MemoryGitHub;
  readonly stop: AbortController;
  /** The tokens and events with which GitHub was opened. */
  readonly githubCalls: { readonly token: string; readonly event: EventContext }[];
  readonly calls: () => string[];
}

export function memoryScene(options: SceneOptions = {}): MemoryScene {
  const {
    inputs = {},
    env = {},
    payload = {},
    saved = {},
    answer = service([]),
    github = new MemoryGitHub(),
    clock = new VirtualClock(),
    contents = {},
  } = options;
  const host = new MemoryHost({ ...INPUTS, ...inputs }, saved);
  const files = new MemoryFiles(contents);
  const http = new MemoryHttp(clock, answer);
  const stop = new AbortController();
  const githubCalls: MemoryScene['githubCalls'] = [];
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
      return Promise.resolve(github);
    },
    stop: stop.signal,
    uuid: () => '3f0c0a52-5f2c-4a34-9b0e-1d8f0f6f2b11',
    userAgent: 'agent-run-action/0.0.0',
  };
  return { ports, host, files, clock, http, github, stop, githubCalls, calls: () => http.requests.map(callOf) };
}
