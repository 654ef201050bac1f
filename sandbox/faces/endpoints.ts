/** Tables of endpoints: which one a request is for. */
import type { ServiceRequest } from './face.ts';

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

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
