/** Responses with the fields that GitHub's OpenAPI description requires. */

export interface FakeUser {
  readonly login: string;
  readonly type: 'User' | 'Bot';
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function error(status: number, message: string): Reply {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) } };
}

export function invalid(text: unknown): Reply | null {
  if (typeof text === 'string' && text.length > 0 && text.length <= 65_536) return null;
  const message =
    typeof text === 'string' && text.length > 0 ? 'body is too long (maximum is 65536 characters)' : 'body is blank';
  const errors = [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }];
  return {
    status: 422,
    body: { message: 'Validation Failed', documentation_url: 'https://docs.github.com/rest', errors },
  };
}

export function simpleUser({ login, type }: FakeUser): Record<string, unknown> {
  const address = `https://github.test/users/${encodeURIComponent(login)}`;
  const links = ['avatar', 'events', 'followers', 'following', 'gists', 'organizations', 'received_events', 'repos'];
  return {
    id: 1,
    node_id: 'U_1',
    login,
    type,
    site_admin: false,
    gravatar_id: null,
    url: address,
    html_url: address,
    ...Object.fromEntries([...links, 'starred', 'subscriptions'].map((name) => [`${name}_url`, address])),
  };
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
