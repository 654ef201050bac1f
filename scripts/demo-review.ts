/**
 * The pull request of `npm run demo -- --scenario review`: as much of GitHub as a review needs, on
 * a loopback port, in memory. The tests have a whole one, which needs packages that the demo does
 * without.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REVIEWED } from '../sandbox/scenarios/review.ts';

export const REPOSITORY = 'octo/shop';
const NUMBER = 128;
const ADDRESS = `https://github.com/${REPOSITORY}/pull/${NUMBER}`;
const AUTHOR = { login: 'mona', type: 'User' };
const BOT = { login: 'github-actions[bot]', type: 'Bot' };
const BASE = { sha: 'b'.repeat(40), repo: { full_name: REPOSITORY } };
const HEADS = ['1f0c2d9'.padEnd(40, '0'), '8ae41b7'.padEnd(40, '0')];

export interface Posted {
  readonly id: number;
  readonly user: typeof BOT;
  readonly html_url: string;
  readonly path?: string;
  readonly line?: number;
  body: string;
}

/** The fields of the requests that are read here. */
interface Sent {
  readonly body?: string;
  readonly comments?: readonly {
    readonly path: string;
    readonly line: number;
    readonly body: string;
  }[];
}

interface DemoPullRequest {
  /** For `GITHUB_API_URL`. */
  readonly url: string;
  /** The event payload of the push that is reviewed next. */
  payload(): object;
  /** Another commit on the branch. */
  push(): void;
  readonly reviews: readonly Posted[];
  readonly comments: readonly Posted[];
  close(): void;
}

export async function startDemoPullRequest(): Promise<DemoPullRequest> {
  let pushes = 0;
  const reviews: Posted[] = [];
  const comments: Posted[] = [];
  const pull = () => ({
    number: NUMBER,
    title: 'Hide products that are sold out',
    user: AUTHOR,
    created_at: '2026-01-01T00:00:00Z',
    state: 'open',
    head: { ref: 'hide-sold-out', sha: HEADS[pushes], repo: BASE.repo },
    base: { ref: 'main', ...BASE },
  });
  const posted = (
    body: string,
    rest: { readonly path?: string; readonly line?: number } = {},
  ): Posted => {
    const id = 5001 + reviews.length + comments.length;
    return { id, user: BOT, html_url: `${ADDRESS}#pullrequestreview-${id}`, body, ...rest };
  };

  function answer(method: string, path: string, sent: Sent): object | null {
    const [, edited] = /\/pulls\/comments\/(\d+)$/.exec(path) ?? [];
    if (method === 'PATCH' && edited !== undefined) {
      const comment = comments.find(({ id }) => id === Number(edited));
      return comment === undefined ? null : Object.assign(comment, { body: sent.body });
    }
    if (method === 'POST' && path.endsWith('/reviews')) {
      const review = posted(sent.body ?? '');
      reviews.push(review);
      for (const { path: file, line, body } of sent.comments ?? []) {
        comments.push(posted(body, { path: file, line }));
      }
      return review;
    }
    if (path.endsWith(`/pulls/${NUMBER}`)) {
      return pull();
    }
    if (path.endsWith('/files')) {
      return [{ filename: REVIEWED.path, patch: REVIEWED.patches[pushes] }];
    }
    if (path.endsWith('/reviews')) {
      return reviews;
    }
    if (path.endsWith('/comments')) {
      return comments;
    }
    if (path.endsWith('/permission')) {
      return { permission: 'write', role_name: 'write', user: AUTHOR };
    }
    return null;
  }

  const server = createServer((request, response) => {
    void readJson(request).then((sent) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const found = answer(request.method ?? '', path, sent);
      // The token of a job belongs to no user.
      const missing = path === '/user' ? 403 : 404;
      response.writeHead(found === null ? missing : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ?? { message: 'Resource not accessible by integration' }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payload: () => ({
      action: pushes === 0 ? 'opened' : 'synchronize',
      number: NUMBER,
      pull_request: pull(),
      repository: { name: 'shop', full_name: REPOSITORY, owner: { login: 'octo' } },
      sender: AUTHOR,
    }),
    push: () => void (pushes = Math.min(pushes + 1, HEADS.length - 1)),
    reviews,
    comments,
    close: () => void server.close(),
  };
}

/** The reviews and their inline comments as text. */
export function reviewText({
  reviews,
  comments,
}: Pick<DemoPullRequest, 'comments' | 'reviews'>): string {
  return [
    ...reviews.map(({ body }) => `--- Review\n${withoutMarker(body)}`),
    ...comments.map(
      ({ body, path = '', line = 0 }) => `--- Comment on ${path}:${line}\n${withoutMarker(body)}`,
    ),
  ].join('\n\n');
}

export function withoutMarker(body: string): string {
  return body.replace(/^<!--[^\n]*-->\n/, '');
}

async function readJson(request: IncomingMessage): Promise<Sent> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
  }
  return text === '' ? {} : (JSON.parse(text) as Sent);
}
