/**
 * GitHub as far as the action uses it: the documented endpoints with their state, and scripted
 * faults. Answers in this process (`gitHubModel`), or on a loopback port (`startFakeGitHub`).
 */
import { createServer } from 'node:http';
import {
  error,
  type FakeUser,
  invalid,
  ok,
  pageOf,
  publicUser,
  type Reply,
  simpleUser,
} from './fake-github-shapes.ts';
import { checkAnswers, type FakeChecks } from './fake-github-checks.ts';
import { type FakePullRequest, type FakeStatus, pullRequestAnswers } from './fake-github-pulls.ts';
import { reviewAnswers, type FakeReviews } from './fake-github-reviews.ts';
import { listen, readBody } from './loopback.ts';
import type { Exchange } from './openapi.ts';

export interface FakeComment {
  readonly id: number;
  readonly thread: number;
  readonly author: FakeUser;
  readonly createdAt: string;
  body: string;
}

/** `reset` drops the connection, `hang` never answers, anything else is the answer. */
export type FaultAct = 'reset' | 'hang' | (Omit<Reply, 'body'> & { readonly body?: unknown });

export interface Fault {
  readonly method?: string;
  readonly path?: RegExp;
  /**
   * Matching requests that pass before the fault occurs (default 0). It occurs `times` times
   * (default 1).
   */
  readonly skip?: number;
  readonly times?: number;
  /** Whether the request is carried out first. */
  readonly processed?: boolean;
  /** Runs when the request arrives. The answer waits for it. */
  readonly meanwhile?: (request: Exchange) => unknown;
  /** By default, the request is carried out and answered. */
  readonly act?: FaultAct | undefined;
}

interface FakeGitHubOptions {
  /** Path prefix of every endpoint, such as `/api/v3` on GitHub Enterprise Server. */
  readonly prefix?: string;
  /** `owner/name`. Defaults to `octo/repo`. */
  readonly repository?: string;
  /**
   * The owner of the token. Without one it is an installation token, whose comments are by
   * `github-actions[bot]`.
   */
  readonly user?: string;
  /** Existing issues and pull requests. Defaults to 7. */
  readonly threads?: readonly number[];
  /** Logins with their permission; others have `read`. */
  readonly permissions?: Readonly<Record<string, string>>;
}

interface Outgoing {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

export interface GitHubModel extends FakeReviews {
  /** Base address, with the prefix. */
  readonly url: string;
  readonly repository: string;
  /** Requests in the order of their arrival. `answer` is set once it was sent. */
  readonly requests: (Exchange & { answer?: { status: number; body: unknown } })[];
  readonly faults: Fault[];
  /** What all requests meet that are not about people. */
  failure: FaultAct | null;
  /** Logins with their permission and role; others have `read`. */
  readonly permissions: Map<string, { readonly permission: string; readonly role_name: string }>;
  /** Types of accounts. Others are a `Bot` if their login says so, or a `User`. */
  readonly accountTypes: Map<string, FakeUser['type']>;
  /** Existing pull requests of any repository. */
  readonly pulls: FakePullRequest[];
  /** Commit statuses in the order they were created. */
  readonly statuses: FakeStatus[];
  /** What is checked of each commit, as of now. */
  readonly checks: Map<string, FakeChecks | (() => FakeChecks)>;
  /** Reactions to comments, in the order in which they were added. */
  readonly reactions: readonly { readonly comment: number; readonly content: string }[];
  /** The comments of all threads, in the order in which they were added. */
  readonly thread: readonly FakeComment[];
  comments(thread: number): FakeComment[];
  /** The number of the next comment. */
  nextId: number;
  addComment(thread: number, body: string, author?: FakeUser): FakeComment;
  deleteComment(id: number): void;
  /** "METHOD path?query" of every request so far. */
  log(): string[];
  /** Resolves as soon as this many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Answers a request of this process. */
  fetch: typeof globalThis.fetch;
  receive(
    address: string,
    request: Pick<Exchange, 'method' | 'headers'> & { readonly text: string },
  ): Promise<Outgoing | 'reset' | 'hang'>;
}

export interface FakeGitHub extends GitHubModel {
  readonly close: () => Promise<void>;
}

export const BOT: FakeUser = { login: 'github-actions[bot]', type: 'Bot' };

export async function startFakeGitHub(options: FakeGitHubOptions = {}): Promise<FakeGitHub> {
  const model = gitHubModel(options);
  const server = createServer((incoming, response) => {
    void readBody(incoming).then(async (text) => {
      if (text === null) {
        return;
      }
      const { url = '/', method = '', headers } = incoming;
      const out = await model.receive(url, { method, headers, text });
      if (out === 'reset') {
        incoming.socket.destroy();
      } else if (out !== 'hang') {
        response.writeHead(out.status, out.headers).end(out.text);
      }
    });
  });
  const { host, close } = await listen(server);
  return Object.assign(model, { url: `http://${host}${options.prefix ?? ''}`, close });
}

export function gitHubModel(options: FakeGitHubOptions = {}): GitHubModel {
  const { prefix = '', repository = 'octo/repo', threads = [7] } = options;
  const url = `https://api.github.test${prefix}`;
  const own: FakeUser = options.user === undefined ? BOT : { login: options.user, type: 'User' };
  const store: FakeComment[] = [];
  const requests: GitHubModel['requests'] = [];
  const faults: Fault[] = [];
  const struck = new Map<Fault, number>();
  const given = Object.entries(options.permissions ?? {});
  const permissions: GitHubModel['permissions'] = new Map(
    given.map(([login, permission]) => [login, { permission, role_name: permission }]),
  );
  const reactions: { comment: number; content: string }[] = [];
  const accountTypes: GitHubModel['accountTypes'] = new Map();
  const pulls: FakePullRequest[] = [];
  const statuses: FakeStatus[] = [];
  const checks: GitHubModel['checks'] = new Map();
  const answerChecks = checkAnswers({ checks, url: () => model.url });
  const answerPullRequest = pullRequestAnswers({ repository, pulls, statuses });
  const reviews: FakeReviews = { files: new Map(), reviews: [], reviewComments: [] };
  const answerReview = reviewAnswers({ ...reviews, repository, pulls, own });
  const waiters = new Set<() => void>();

  const receive: GitHubModel['receive'] = async (address, { method, headers, text }) => {
    const { pathname, searchParams } = new URL(address, url);
    const request: GitHubModel['requests'][number] = {
      method,
      path: pathname.startsWith(prefix)
        ? pathname.slice(prefix.length)
        : `outside ${prefix}: ${pathname}`,
      query: Object.fromEntries(searchParams),
      headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    requests.push(request);
    const fault = takeFault(request);
    if (fault?.meanwhile !== undefined) {
      await fault.meanwhile(request);
    }
    const reply = fault?.act === undefined || fault.processed === true ? answer(request) : null;
    for (const wake of [...waiters]) {
      wake();
    }
    const act = fault?.act ?? reply ?? 'hang';
    return act === 'reset' || act === 'hang' ? act : outgoing(request, act);
  };

  function outgoing(
    request: GitHubModel['requests'][number],
    act: Exclude<FaultAct, string>,
  ): Outgoing {
    const nothing = act.status === 304 || act.status === 204;
    const documentation_url = 'https://docs.github.com/rest';
    const body = nothing
      ? null
      : (act.body ?? { message: `status ${act.status}`, documentation_url });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    request.answer = { status: act.status, body };
    const type = {
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-reset': '4000000000',
    };
    return {
      status: act.status,
      headers: { ...type, 'x-ratelimit-remaining': '4000', ...act.headers },
      text: nothing ? '' : text,
    };
  }

  function takeFault(request: Exchange): Fault | null {
    if (model.failure !== null && !/\/collaborators\/|^\/users?\b/.test(request.path)) {
      return { act: model.failure };
    }
    for (const fault of faults) {
      if (fault.method !== undefined && fault.method !== request.method) {
        continue;
      }
      if (fault.path !== undefined && !fault.path.test(request.path)) {
        continue;
      }
      const seen = (struck.get(fault) ?? 0) + 1;
      struck.set(fault, seen);
      const { skip = 0, times = 1 } = fault;
      if (seen > skip && seen <= skip + times) {
        return fault;
      }
    }
    return null;
  }

  function answer(exchange: Exchange): Reply {
    const { method, path, query, headers, body } = exchange;
    // Where a job's log lies, everybody may read it who has the address.
    const isOpen = path.startsWith('/job-logs/');
    if (!isOpen && !/^token .+/.test(String(headers['authorization']))) {
      return error(401, 'Requires authentication');
    }
    const aboutPullRequests =
      answerReview(exchange) ?? answerChecks(exchange) ?? answerPullRequest(exchange);
    if (aboutPullRequests !== null) {
      return aboutPullRequests;
    }
    const ours = path.startsWith(`/repos/${repository}/`)
      ? path.slice(`/repos/${repository}`.length)
      : '';
    const [, thread] = /^\/issues\/(\d+)\/comments$/.exec(ours) ?? [];
    const [, comment] = /^\/issues\/comments\/(\d+)$/.exec(ours) ?? [];
    const [, login] = /^\/collaborators\/([^/]+)\/permission$/.exec(ours) ?? [];
    const [, reacted] = /^\/(?:issues|pulls)\/comments\/(\d+)\/reactions$/.exec(ours) ?? [];
    const text = (body as { body?: unknown } | undefined)?.body;
    if (method === 'GET' && path === '/user') {
      return options.user === undefined
        ? error(403, 'Resource not accessible by integration')
        : ok(publicUser(own));
    }
    const [, account] = /^\/users\/([^/]+)$/.exec(path) ?? [];
    if (method === 'GET' && account !== undefined) {
      const name = decodeURIComponent(account);
      return ok(
        publicUser({
          login: name,
          type: accountTypes.get(name) ?? (name.endsWith('[bot]') ? 'Bot' : 'User'),
        }),
      );
    }
    if (method === 'GET' && login !== undefined) {
      const user: FakeUser = { login: decodeURIComponent(login), type: 'User' };
      const { permission, role_name } = permissions.get(user.login) ?? {
        permission: 'read',
        role_name: 'read',
      };
      return ok({ permission, role_name, user: { ...simpleUser(user), role_name } });
    }
    if (method === 'POST' && reacted !== undefined) {
      const { content } = body as { content: string };
      reactions.push({ comment: Number(reacted), content });
      const id = reactions.length;
      const fields = {
        node_id: `REA_${id}`,
        user: simpleUser(own),
        created_at: '2026-01-01T00:00:00Z',
      };
      return { status: 201, body: { id, content, ...fields } };
    }
    if (thread !== undefined && !threads.includes(Number(thread))) {
      return error(404, 'Not Found');
    }
    if (method === 'GET' && thread !== undefined) {
      const all = store.filter((known) => known.thread === Number(thread));
      return pageOf(all.map(view), query, `${url}${path}`);
    }
    if (method === 'POST' && thread !== undefined) {
      return invalid(text) ?? { status: 201, body: view(add(Number(thread), String(text), own)) };
    }
    if (method === 'PATCH' && comment !== undefined) {
      const found = store.find(({ id }) => id === Number(comment));
      if (found === undefined) {
        return error(404, 'Not Found');
      }
      const problem = invalid(text);
      if (problem === null) {
        found.body = String(text);
      }
      return problem ?? ok(view(found));
    }
    return error(404, 'Not Found');
  }

  function view(comment: FakeComment): object {
    const at = comment.createdAt;
    return {
      id: comment.id,
      node_id: `IC_${comment.id}`,
      url: `${url}/repos/${repository}/issues/comments/${comment.id}`,
      html_url: `https://github.test/${repository}/issues/${comment.thread}#issuecomment-${comment.id}`,
      issue_url: `${url}/repos/${repository}/issues/${comment.thread}`,
      body: comment.body,
      user: simpleUser(comment.author),
      author_association: 'NONE',
      created_at: at,
      updated_at: at,
    };
  }

  function add(thread: number, body: string, author: FakeUser): FakeComment {
    const id = model.nextId++;
    const comment = {
      id,
      thread,
      body,
      author,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString(),
    };
    store.push(comment);
    return comment;
  }

  const model: GitHubModel = {
    url,
    repository,
    failure: null,
    nextId: 1001,
    requests,
    faults,
    permissions,
    accountTypes,
    pulls,
    statuses,
    checks,
    reactions,
    ...reviews,
    thread: store,
    receive,
    fetch: (address, { method = 'GET', headers, body, signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        const text = typeof body === 'string' ? body : '';
        const request = { method, headers: headers as Record<string, string>, text };
        receive(address as string, request).then((out) => {
          if (out === 'reset') {
            reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }));
          } else if (out !== 'hang') {
            resolve(new Response(out.text || null, out));
          }
        }, reject);
      }),
    comments: (thread) => store.filter((comment) => comment.thread === thread),
    addComment: (thread, body, author = { login: 'visitor', type: 'User' }) =>
      add(thread, body, author),
    deleteComment: (id) =>
      void store.splice(
        store.findIndex((comment) => comment.id === id),
        1,
      ),
    log: () =>
      requests.map(({ method, path, query }) => {
        const search = new URLSearchParams(query).toString();
        return `${method} ${path}${search === '' ? '' : `?${search}`}`;
      }),
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) {
            return;
          }
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
  };
  return model;
}
