import { messageOf } from '../safe/format.ts';
import { child, place, quoted } from './answer-messages.ts';

/**
 * Checks what JSON Schema 2020-12 leaves to the implementation: which references are followed, and which keywords exist. Only subschemas
 * are visited, so a property named `$ref` or an example that contains one is ignored.
 */

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

// Used only to resolve relative references. Never fetched.
const BASE = 'schema:///output-schema';

const HOLDS_SCHEMA = [
  'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'propertyNames', 'then',
  'unevaluatedItems', 'unevaluatedProperties',
] as const; // prettier-ignore
const HOLDS_LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const HOLDS_MAP = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
] as const;

/** Keywords that the validator supports from other dialects. In 2020-12 they are annotations, like any unknown keyword. */
const FOREIGN = ['$async', 'id', 'nullable', '$recursiveRef', '$recursiveAnchor'] as const;

export type SchemaObject = Record<string, unknown>;

interface Place {
  readonly schema: SchemaObject;
  readonly pointer: string;
  /** Absolute URI of the enclosing schema resource, or null if its `$id` is not valid. */
  readonly base: string | null;
}

/** Like `isRecord`, but for schemas that are modified in place. */
export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resource(reference: string, base: string | null): string | null {
  const url = URL.parse(reference, base ?? undefined);
  if (url === null) return null;
  url.hash = '';
  return url.href;
}

function* places(root: SchemaObject): Generator<Place> {
  const waiting: Place[] = [{ schema: root, pointer: '', base: BASE }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next;
    const base = typeof schema['$id'] === 'string' ? resource(schema['$id'], next.base) : next.base;
    yield { schema, pointer, base };
    const push = (value: unknown, at: string) => {
      if (isObject(value)) waiting.push({ schema: value, pointer: at, base });
    };
    for (const key of HOLDS_SCHEMA) push(schema[key], child(pointer, key));
    for (const key of HOLDS_LIST) {
      const list = schema[key];
      if (Array.isArray(list)) list.forEach((value, index) => push(value, child(child(pointer, key), index)));
    }
    for (const key of HOLDS_MAP) {
      const map = schema[key];
      if (isObject(map)) for (const [name, value] of Object.entries(map)) push(value, child(child(pointer, key), name));
    }
  }
}

function patternProblem(pattern: string, pointer: string): string | null {
  try {
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    return `${place(pointer)}: is not a regular expression (${quoted(messageOf(error))})`;
  }
}

function patternsOf({ schema, pointer }: Place): readonly (readonly [string, string])[] {
  const own = typeof schema['pattern'] === 'string' ? [[schema['pattern'], child(pointer, 'pattern')] as const] : [];
  const map = schema['patternProperties'];
  const keys = isObject(map) ? Object.keys(map) : [];
  return [...own, ...keys.map((key) => [key, child(child(pointer, 'patternProperties'), key)] as const)];
}

/** `$schema` must be absent or name this dialect. Embedded resources must not switch to another one. */
export function dialectProblem(schema: SchemaObject, pointer: string): string | null {
  const dialect = schema['$schema'];
  if (dialect === undefined || dialect === DIALECT || dialect === `${DIALECT}#`) return null;
  return `${place(child(pointer, '$schema'))}: is ${quoted(JSON.stringify(dialect))}; accepted is "${DIALECT}", or no $schema at all`;
}

/** The first problem that the meta-schema does not detect (dialects, patterns and references), or null. */
export function schemaProblem(root: SchemaObject): string | null {
  const all = [...places(root)];
  const resources = new Set(all.map(({ base }) => base));
  for (const { schema, pointer, base } of all) {
    const dialect = dialectProblem(schema, pointer);
    if (dialect !== null) return dialect;
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      const reference = schema[keyword];
      if (typeof reference !== 'string') continue;
      const target = resource(reference, base);
      if (target !== null && resources.has(target)) continue;
      return `${place(child(pointer, keyword))}: refers to ${quoted(JSON.stringify(reference))} outside the schema; only references inside it, such as "#/$defs/name", are followed`;
    }
    if (schema['$dynamicRef'] !== undefined && resources.size > 1) {
      return `${place(child(pointer, '$dynamicRef'))}: is not supported in a schema with several $id; use $ref`;
    }
  }
  for (const [pattern, pointer] of all.flatMap(patternsOf)) {
    const problem = patternProblem(pattern, pointer);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Modifies a checked schema in place so that the validator follows 2020-12. With a single resource, `$dynamicRef` is equivalent to `$ref`.
 * It is replaced, because the validator's implementation of `$dynamicRef` can loop.
 */
export function adaptSchema(root: SchemaObject): void {
  for (const { schema } of [...places(root)]) {
    for (const keyword of FOREIGN) Reflect.deleteProperty(schema, keyword);
    if (schema['$dynamicRef'] === undefined) continue;
    const others = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly unknown[]) : [];
    schema['allOf'] = [...others, { $ref: schema['$dynamicRef'] }];
    Reflect.deleteProperty(schema, '$dynamicRef');
  }
}

/** The place of an unresolvable reference: the first one that the validator's message contains. */
export function danglingReference(root: SchemaObject, message: string): string | null {
  for (const { schema, pointer } of places(root)) {
    const reference = schema['$ref'];
    if (typeof reference === 'string' && message.includes(`reference ${reference} from`)) {
      return `${place(child(pointer, '$ref'))}: refers to ${quoted(JSON.stringify(reference))}, which is not in the schema`;
    }
  }
  return null;
}
