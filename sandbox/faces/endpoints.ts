/** Tables of endpoints: which one a request is for. */
import type { Route, ServiceRequest, World } from './face.ts';
import { bodyObject } from './shape.ts';

export interface Endpoint<Kind extends string> {
  readonly kind: Kind;
  readonly method: string;
  readonly path: RegExp;
}

export type Found<Kind extends string> =
  | {
      readonly kind: 'found';
      readonly endpoint: Endpoint<Kind>;
      readonly params: Readonly<Record<string, string>>;
    }
  /** The path takes another method. */
  | { readonly kind: 'wrong-method' }
  | { readonly kind: 'nowhere' };

/** `target` is like `GET /v1/agents/{agent}`; a name in braces takes one segment. */
export function endpoint<Kind extends string>(target: string, kind: Kind): Endpoint<Kind> {
  const [method = '', template = ''] = target.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/]+)`);
  return { kind, method, path: new RegExp(`^${path}$`) };
}

export function findEndpoint<Kind extends string>(
  table: readonly Endpoint<Kind>[],
  { request, pathPrefix }: { readonly request: ServiceRequest; readonly pathPrefix: string },
): Found<Kind> {
  if (!request.path.startsWith(pathPrefix)) {
    return { kind: 'nowhere' };
  }
  const rest = request.path.slice(pathPrefix.length);
  const matching = table.filter(({ path }) => path.test(rest));
  const found = matching.find(({ method }) => method === request.method);
  if (found === undefined) {
    return { kind: matching.length === 0 ? 'nowhere' : 'wrong-method' };
  }
  const groups = found.path.exec(rest)?.groups ?? {};
  const params = Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decoded(value)]),
  );
  return { kind: 'found', endpoint: found, params };
}

interface Routing<Kind extends string> {
  readonly world: World;
  readonly request: ServiceRequest;
  readonly runId: (params: Readonly<Record<string, string>>, kind: Kind) => string | null;
  /** Of a create, by its body; null: that is no JSON object. */
  readonly prompt: (body: Readonly<Record<string, unknown>> | null) => string;
}

/** The route of a request, by the table of a service. Null: there is no such endpoint. */
export function routeOf<Kind extends string>(
  table: readonly Endpoint<Kind>[],
  { world, request, runId, prompt }: Routing<Kind>,
): Route | null {
  const found = findEndpoint(table, { request, pathPrefix: world.pathPrefix });
  if (found.kind !== 'found') {
    return null;
  }
  const { kind } = found.endpoint;
  return {
    kind,
    runId: runId(found.params, kind),
    prompt: kind === 'create' ? prompt(bodyObject(request.body)) : null,
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
