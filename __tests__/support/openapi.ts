/**
 * Validates requests and responses against GitHub's OpenAPI description, of which `openapi/` holds
 * what the action uses (`npm run openapi`). Compiles only the schemas that are needed.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

export interface Exchange {
  readonly method: string;
  /** Without the API's base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  readonly answer?: { readonly status: number; readonly body: unknown };
}

interface Ref {
  readonly $ref?: string;
}
interface Parameter extends Ref {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: object;
}
interface Content extends Ref {
  readonly required?: boolean;
  readonly content?: Record<string, { readonly schema: object }>;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly examples: Record<string, { readonly value: Record<string, unknown> }>;
  };
}

/** The slices in `openapi/`. */
export type Description = 'api.github.com' | 'ghes-3.19';

function read(description: Description): Document {
  return JSON.parse(
    readFileSync(new URL(`openapi/${description}.json`, import.meta.url), 'utf8'),
  ) as Document;
}

const { examples } = read('api.github.com').components;

/** An example that GitHub's description gives. */
export function exampleOf(
  name: 'pull-request' | 'commit' | 'status' | 'check-run' | 'check-suite-paginated',
): Readonly<Record<string, unknown>> {
  return examples[name]?.value ?? {};
}

/** Returns a validator that lists the deviations of an exchange from the description. */
export function loadOpenApi(description: Description): (exchange: Exchange) => string[] {
  const document = read(description);
  const compiled = new Map<object, ValidateFunction>();

  function complaints(schema: object, value: unknown, where: string): string[] {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = compile(document, schema);
      compiled.set(schema, validate);
    }
    if (validate(value)) {
      return [];
    }
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${where}${instancePath}: ${String(message)}`,
    );
  }

  function judgeParameters(
    operation: Operation,
    exchange: Exchange,
    inPath: Record<string, string>,
  ): string[] {
    const parameters = (operation.parameters ?? []).map((parameter) =>
      resolve(document, parameter),
    );
    const given = { path: inPath, query: exchange.query };
    const unknown = Object.keys(exchange.query)
      .filter(
        (name) =>
          !parameters.some((parameter) => parameter.in === 'query' && parameter.name === name),
      )
      .map((name) => `query ${name}: not described`);
    return [
      ...unknown,
      ...parameters.flatMap(({ in: place, name, required, schema }) => {
        const value = place === 'header' ? undefined : given[place][name];
        if (value === undefined) {
          return required === true ? [`${place} ${name}: missing`] : [];
        }
        return complaints(schema, typed(schema, value), `${place} ${name}`);
      }),
    ];
  }

  function judgeBody(content: Content | undefined, body: unknown, where: string): string[] {
    const resolved = content === undefined ? {} : resolve(document, content);
    const schema = resolved.content?.['application/json']?.schema;
    if (schema === undefined) {
      return body === undefined || body === null ? [] : [`${where}: none is described`];
    }
    if (body === undefined) {
      return resolved.required === true ? [`${where}: missing`] : [];
    }
    return complaints(schema, body, where);
  }

  return (exchange) => {
    const found = findOperation(document, exchange);
    if (found === null) {
      return [`${exchange.method} ${exchange.path}: not described (see scripts/openapi-slice.ts)`];
    }
    const { operation, inPath } = found;
    const type = String(exchange.headers['content-type'] ?? '');
    const { answer } = exchange;
    const described = answer === undefined ? undefined : operation.responses[String(answer.status)];
    return [
      ...judgeParameters(operation, exchange, inPath),
      ...judgeBody(operation.requestBody, exchange.body, 'body'),
      ...(exchange.body !== undefined && !type.startsWith('application/json')
        ? [`content-type: ${type}`]
        : []),
      ...(answer !== undefined && described !== undefined
        ? judgeBody(described, answer.body, 'answer')
        : []),
    ];
  };
}

function findOperation(document: Document, { method, path }: Exchange) {
  for (const [template, methods] of Object.entries(document.paths)) {
    const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => String(name));
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    const operation = methods[method.toLowerCase()];
    if (match === null || operation === undefined) {
      continue;
    }
    const inPath = Object.fromEntries(
      names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? '')]),
    );
    return { operation, inPath };
  }
  return null;
}

/** Converts text of a path or query to the described type. */
function typed(schema: object, value: string): unknown {
  const type = 'type' in schema ? schema.type : null;
  if (type === 'integer' && /^-?\d+$/.test(value)) {
    return Number(value);
  }
  const isBoolean = type === 'boolean' && /^(?:true|false)$/.test(value);
  return isBoolean ? value === 'true' : value;
}

/**
 * Compiles the schema with only the components it refers to, because the whole slice would take
 * seconds.
 */
function compile(document: Document, schema: object): ValidateFunction {
  const root: Record<string, unknown> = { schema };
  const pending: unknown[] = [schema];
  const seen = new Set<string>();
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    const ref = '$ref' in value && typeof value.$ref === 'string' ? value.$ref : null;
    if (ref !== null && !seen.has(ref)) {
      seen.add(ref);
      const target = resolve(document, value);
      put(root, ref, target);
      pending.push(target);
    }
    pending.push(...(Object.values(value) as unknown[]));
  }
  // OpenAPI 3.0 has keywords that are unknown to JSON Schema: `nullable`, `example` and
  // `discriminator`.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  return ajv.addSchema(nullableSpeltOut(root) as object, 'root').compile({ $ref: 'root#/schema' });
}

/** Ajv supports `nullable` only together with `type`, so otherwise it is replaced with `anyOf`. */
function nullableSpeltOut(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(nullableSpeltOut);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, nullableSpeltOut(child)]),
  );
  if (copy['nullable'] !== true || 'type' in copy) {
    return copy;
  }
  const { nullable: _, ...rest } = copy;
  return { anyOf: [{ type: 'null' }, rest] };
}

function put(root: Record<string, unknown>, ref: string, target: unknown): void {
  const path = ref.slice(2).split('/');
  const last = path.pop() ?? '';
  let at = root;
  for (const part of path) {
    at = (at[part] ??= {}) as Record<string, unknown>;
  }
  at[last] = target;
}

function resolve<T extends object>(document: Document, value: T & Ref): T {
  if (value.$ref === undefined) {
    return value;
  }
  let at: unknown = document;
  for (const part of value.$ref.slice(2).split('/')) {
    at = (at as Record<string, unknown>)[part];
  }
  return at as T;
}
