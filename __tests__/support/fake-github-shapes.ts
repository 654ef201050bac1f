/** Responses with the fields that GitHub's OpenAPI description requires. */
import { exampleOf } from './openapi.ts';

export interface FakeUser {
  readonly login: string;
  readonly type: 'User' | 'Bot';
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function error(status: number, message: string): Reply {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}

/** A page of a list, with the links to its neighbours. @param address of the list */
export function pageOf(
  all: readonly object[],
  query: Readonly<Record<string, string>>,
  address: string,
): Reply {
  const size = Math.min(100, Number(query['per_page'] ?? 30));
  const page = Number(query['page'] ?? 1);
  const pages = Math.ceil(all.length / size);
  const link = (to: number, rel: string): string =>
    `<${address}?per_page=${size}&page=${to}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next'), link(pages, 'last')] : []),
  ];
  const headers = links.length > 0 ? { link: links.join(', ') } : {};
  return { ...ok(all.slice((page - 1) * size, page * size)), headers };
}

export function invalid(text: unknown): Reply | null {
  if (typeof text === 'string' && text.length > 0 && text.length <= 65_536) {
    return null;
  }
  const message =
    typeof text === 'string' && text.length > 0
      ? 'body is too long (maximum is 65536 characters)'
      : 'body is blank';
  const errors = [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }];
  return {
    status: 422,
    body: {
      message: 'Validation Failed',
      documentation_url: 'https://docs.github.com/rest',
      errors,
    },
  };
}

const USER = exampleOf('pull-request')['user'] as Readonly<Record<string, unknown>>;

export function simpleUser({ login, type }: FakeUser): Record<string, unknown> {
  return { ...USER, login, type };
}

export function publicUser(user: FakeUser): Record<string, unknown> {
  const nothing = ['bio', 'blog', 'company', 'email', 'hireable', 'location', 'name'];
  return {
    ...simpleUser(user),
    ...Object.fromEntries(nothing.map((name) => [name, null])),
    followers: 0,
    following: 0,
    public_gists: 0,
    public_repos: 0,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  };
}
