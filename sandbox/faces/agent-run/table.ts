/**
 * The table of endpoints: the four of the specification (spec 4), and the published ones beyond
 * them.
 */
import type { Mode } from '../../scenario.ts';
import type { CallKind } from './faults.ts';
import type { Category } from './limits.ts';

interface Endpoint {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST';
  /** The limit that its requests count against. */
  readonly category: Category;
  /** Groups: `org`, `run` and `item`, if the path has them. */
  readonly path: RegExp;
  readonly isServed: (mode: Mode) => boolean;
}

/** A parsed path. The identifiers are not validated. */
export interface EndpointRoute {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST';
  readonly category: Category;
  /** Null if the path has no organization. */
  readonly orgId: string | null;
  readonly runId: string | null;
  /** A user or a sandbox. */
  readonly itemId: string | null;
}

const always = (): boolean => true;
const published = ({ api }: Mode): boolean => api === 'published';
const logsAtSpecPath = ({ logs }: Mode): boolean => logs === 'both' || logs === 'spec';
const logsAtAlphaPath = ({ logs }: Mode): boolean => logs === 'both' || logs === 'alpha';

/** In matching order: names such as `resume` come before `{agent_run_id}`. */
const ENDPOINTS: readonly Endpoint[] = [
  row('POST ORG/agent/run', 'create', { category: 'creation' }),
  row('POST ORG/agent/run/resume', 'resume'),
  row('POST ORG/agent/run/ban', 'ban', { isServed: published }),
  row('POST ORG/agent/run/unban', 'unban', { isServed: published }),
  row('POST ORG/agent/run/remove-from-pr', 'remove-from-pr', { isServed: published }),
  row('GET ORG/agent/runs', 'runs', { isServed: published }),
  row('GET ORG/agent/run/RUN/logs', 'logs', { isServed: logsAtSpecPath }),
  row('GET ALPHA/agent/run/RUN/logs', 'logs', { isServed: logsAtAlphaPath }),
  row('GET ORG/agent/run/RUN', 'read'),
  row('GET /v1/users/me', 'me', { isServed: published }),
  row('GET /v1/organizations', 'organizations', { isServed: published }),
  row('GET ORG/users', 'users', { isServed: published }),
  row('GET ORG/users/ITEM', 'user', { isServed: published }),
  row('GET ORG/repos', 'repos', { isServed: published }),
  row('GET ORG/integrations', 'integrations', { isServed: published }),
  row('POST ORG/setup-commands/generate', 'setup-commands', {
    category: 'setup',
    isServed: published,
  }),
  row('POST ORG/sandbox/ITEM/analyze-logs', 'analyze-logs', {
    category: 'analysis',
    isServed: published,
  }),
];

function row(
  target: string,
  kind: CallKind,
  rest: Partial<Pick<Endpoint, 'category' | 'isServed'>> = {},
): Endpoint {
  const [method, template = ''] = target.split(' ');
  const path = template
    .replace('ORG', '/v1/organizations/(?<org>[^/]+)')
    .replace('ALPHA', '/v1/alpha/organizations/(?<org>[^/]+)')
    .replace('RUN', '(?<run>[^/]+)')
    .replace('ITEM', '(?<item>[^/]+)');
  const { category = 'standard', isServed = always } = rest;
  return {
    kind,
    method: method === 'POST' ? 'POST' : 'GET',
    category,
    isServed,
    path: new RegExp(`^${path}$`),
  };
}

/** The endpoint of a path in a mode of the service, or null. */
export function findRoute(
  path: string,
  { prefix, mode }: { readonly prefix: string; readonly mode: Mode },
): EndpointRoute | null {
  if (!path.startsWith(prefix)) {
    return null;
  }
  const rest = path.slice(prefix.length);
  const endpoint = ENDPOINTS.find((each) => each.isServed(mode) && each.path.test(rest));
  if (endpoint === undefined) {
    return null;
  }
  const { org = null, run = null, item = null } = endpoint.path.exec(rest)?.groups ?? {};
  const { kind, method, category } = endpoint;
  return { kind, method, category, orgId: org, runId: run, itemId: item };
}
