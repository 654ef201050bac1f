/** A stateful GitHub on a loopback port: the documented endpoints that the action uses, with scripted faults. */
import { createServer, type ServerResponse } from 'node:http';
import { error, type FakeUser, invalid, ok, pageOf, publicUser, type Reply, simpleUser } from './fake-github-shapes.ts';
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

export interface Fault {
  readonly method?: string;
  readonly path?: RegExp;
  /** Matching requests that pass before the fault occurs (default 0). It occurs `times` times (default 1). */
  readonly skip?: number;
  readonly times?: number;
  /** Whether the request is carried out first. */
  readonly processed?: boolean;
  /** `reset` drops the connection, `hang` never answers, a number answers with that status. */
  readonly act: 'reset' | 'hang' | (Omit<Reply, 'body'> & { readonly body?: unknown });
}

export interface FakeGitHubOptions {
  /** Path prefix of every endpoint, such as `/api/v3` on GitHub Enterprise Server. */
  readonly prefix?: string;
  /** The owner of the token. Without one it is an installation token, whose comments are by `github-actions[bot]`. */
  readonly user?: string;
  /** Existing issues and pull requests. Defaults to 7. */
  readonly threads?: readonly number[];
}

export interface FakeGitHub extends FakeReviews {
  /** Base address, with the prefix. */
  readonly url: string;
  /** Requests in the order of their arrival. `answer` is set once it was sent. */
  readonly requests: (Exchange & { answer?: { status: number; body: unknown } })[];
  readonly faults: Fault[];
  /** Logins with their permission and role; others have `read`. */
  readonly permissions: Map<string, { readonly permission: string; readonly role_name: string }>;
  /** Types of accounts; others are a `User`. */
  readonly accountTypes: Map<string, FakeUser['type']>;
  /** Existing pull requests of any repository. */
  readonly pulls: FakePullRequest[];
  /** Commit statuses in the order they were created. */
  readonly statuses: FakeStatus[];
  /** Reactions to comments, in the order in which they were added. */
  readonly reactions: readonly { readonly comment: number; readonly content: string }[];
  comments(thread: number): FakeComment[];
  addComment(thread: number, body: string, author?: FakeUser): FakeComment;
  deleteComment(id: number): void;
  /** "METHOD path?query" of every request so far. */
  log(): string[];
  /** Resolves as soon as this many requests have arrived. */
  arrived(count: number): Promise<void>;
  readonly close: () => Promise<void>;
}

const BOT: FakeUser = { login: 'github-actions[bot]', type: 'Bot' };
const REPOSITORY = '/repos/octo/repo';

export async function startFakeGitHub(options: FakeGitHubOptions = {}): Promise<FakeGitHub> {
  const { prefix = '', threads = [7] } = options;
  const own: FakeUser = options.user === undefined ? BOT : { login: options.user, type: 'User' };
  const store: FakeComment[] = [];
  const requests: FakeGitHub['requests'] = [];
  const faults: Fault[] = [];
  const struck = new Map<Fault, number>();
  const permissions: FakeGitHub['permissions'] = new Map();
  const reactions: { comment: number; content: string }[] = [];
  const accountTypes: FakeGitHub['accountTypes'] = new Map();
  const pulls: FakePullRequest[] = [];
  const statuses: FakeStatus[] = [];
  const answerPullRequest = pullRequestAnswers({ pulls, statuses });
  const reviews: FakeReviews = { files: new Map(), reviews: [], reviewComments: [] };
  const answerReview = reviewAnswers({ ...reviews, pulls, own });
  const waiters = new Set<() => void>();
  let origin = '';
  let nextId = 1001;

  const server = createServer((incoming, response) => {
    void readBody(incoming).then((text) => {
      if (text === null) return;
      const { pathname, searchParams } = new URL(incoming.url ?? '/', origin);
      const request: FakeGitHub['requests'][number] = {
        method: incoming.method ?? '',
        path: pathname.startsWith(prefix) ? pathname.slice(prefix.length) : `outside ${prefix}: ${pathname}`,
        query: Object.fromEntries(searchParams),
        headers: incoming.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      requests.push(request);
      const fault = takeFault(request);
      const reply = fault === null || fault.processed === true ? answer(request) : { status: 500, body: null };
      send(request, response, fault === null ? reply : fault.act);
      for (const wake of [...waiters]) wake();

      function send(to: typeof request, out: ServerResponse, act: Fault['act'] | Reply): void {
        if (act === 'reset') incoming.socket.destroy();
        else if (act !== 'hang') {
          const nothing = act.status === 304 || act.status === 204;
          const body = nothing
            ? null
            : (act.body ?? { message: `status ${act.status}`, documentation_url: 'https://docs.github.com/rest' });
          to.answer = { status: act.status, body };
          const type = { 'content-type': 'application/json; charset=utf-8', 'x-ratelimit-reset': '4000000000' };
          out.writeHead(act.status, { ...type, 'x-ratelimit-remaining': '4000', ...act.headers });
          out.end(nothing ? '' : typeof body === 'string' ? body : JSON.stringify(body));
        }
      }
    });
  });

  function takeFault(request: Exchange): Fault | null {
    for (const fault of faults) {
      if (fault.method !== undefined && fault.method !== request.method) continue;
      if (fault.path !== undefined && !fault.path.test(request.path)) continue;
      const seen = (struck.get(fault) ?? 0) + 1;
      struck.set(fault, seen);
      const { skip = 0, times = 1 } = fault;
      if (seen > skip && seen <= skip + times) return fault;
    }
    return null;
  }

  function answer({ method, path, query, headers, body }: Exchange): Reply {
    if (!/^token .+/.test(String(headers['authorization']))) return error(401, 'Requires authentication');
    const exchange = { method, path, query, headers, body };
    const aboutPullRequests = answerReview(exchange) ?? answerPullRequest(exchange);
    if (aboutPullRequests !== null) return aboutPullRequests;
    const [, thread] = /^\/repos\/octo\/repo\/issues\/(\d+)\/comments$/.exec(path) ?? [];
    const [, comment] = /^\/repos\/octo\/repo\/issues\/comments\/(\d+)$/.exec(path) ?? [];
    const [, login] = /^\/repos\/octo\/repo\/collaborators\/([^/]+)\/permission$/.exec(path) ?? [];
    const [, reacted] = /^\/repos\/octo\/repo\/issues\/comments\/(\d+)\/reactions$/.exec(path) ?? [];
    const text = (body as { body?: unknown } | undefined)?.body;
    if (method === 'GET' && path === '/user') {
      return options.user === undefined ? error(403, 'Resource not accessible by integration') : ok(publicUser(own));
    }
    const [, account] = /^\/users\/([^/]+)$/.exec(path) ?? [];
    if (method === 'GET' && account !== undefined) {
      const name = decodeURIComponent(account);
      return ok(publicUser({ login: name, type: accountTypes.get(name) ?? 'User' }));
    }
    if (method === 'GET' && login !== undefined) {
      const user: FakeUser = { login: decodeURIComponent(login), type: 'User' };
      const { permission, role_name } = permissions.get(user.login) ?? { permission: 'read', role_name: 'read' };
      return ok({ permission, role_name, user: { ...simpleUser(user), role_name } });
    }
    if (method === 'POST' && reacted !== undefined) {
      const { content } = body as { content: string };
      reactions.push({ comment: Number(reacted), content });
      return { status: 201, body: { id: reactions.length, content } };
    }
    if (thread !== undefined && !threads.includes(Number(thread))) return error(404, 'Not Found');
    if (method === 'GET' && thread !== undefined) {
      const all = store.filter((known) => known.thread === Number(thread));
      return pageOf(all.map(view), query, `${origin}${prefix}${path}`);
    }
    if (method === 'POST' && thread !== undefined) {
      return invalid(text) ?? { status: 201, body: view(add(Number(thread), String(text), own)) };
    }
    if (method === 'PATCH' && comment !== undefined) {
      const found = store.find(({ id }) => id === Number(comment));
      if (found === undefined) return error(404, 'Not Found');
      const problem = invalid(text);
      if (problem === null) found.body = String(text);
      return problem ?? ok(view(found));
    }
    return error(404, 'Not Found');
  }

  function view(comment: FakeComment): object {
    const at = comment.createdAt;
    return {
      id: comment.id,
      node_id: `IC_${comment.id}`,
      url: `${origin}${prefix}${REPOSITORY}/issues/comments/${comment.id}`,
      html_url: `https://github.test/octo/repo/issues/${comment.thread}#issuecomment-${comment.id}`,
      issue_url: `${origin}${prefix}${REPOSITORY}/issues/${comment.thread}`,
      body: comment.body,
      user: simpleUser(comment.author),
      author_association: 'NONE',
      created_at: at,
      updated_at: at,
    };
  }

  function add(thread: number, body: string, author: FakeUser): FakeComment {
    const id = nextId++;
    const comment = { id, thread, body, author, createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString() };
    store.push(comment);
    return comment;
  }

  const { host, close } = await listen(server);
  origin = `http://${host}`;

  return {
    url: `${origin}${prefix}`,
    requests,
    faults,
    permissions,
    accountTypes,
    pulls,
    statuses,
    reactions,
    ...reviews,
    comments: (thread) => store.filter((comment) => comment.thread === thread),
    addComment: (thread, body, author = { login: 'visitor', type: 'User' }) => add(thread, body, author),
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
          if (requests.length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
    close,
  };
}
