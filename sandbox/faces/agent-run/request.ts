/** Validation of requests. Undocumented fields are refused, so that client errors are noticed. */
import { Refused } from './errors.ts';

export interface EndpointRequest {
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The body's fields, all of them in `allowed`. @throws Refused */
export function bodyFields(
  { query, contentType, body }: EndpointRequest,
  allowed: readonly string[],
): Fields {
  onlyQuery(query, []);
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new Refused(400, 'Requests with a body must carry Content-Type: application/json', [
      'header',
      'content-type',
    ]);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refused(400, 'The body is not valid JSON', ['body']);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw new Refused(400, 'The body must be a JSON object', ['body']);
  }
  for (const name of Object.keys(parsed)) {
    if (!allowed.includes(name)) {
      throw new Refused(400, `Unknown field ${name}; known are ${allowed.join(', ')}`, [
        'body',
        name,
      ]);
    }
  }
  return parsed as Fields;
}

/** @throws Refused for any other parameter, and for one that is given twice */
export function onlyQuery(query: URLSearchParams, allowed: readonly string[]): void {
  for (const name of query.keys()) {
    if (!allowed.includes(name)) {
      throw new Refused(400, `Unknown query parameter ${name}`, ['query', name]);
    }
    if (query.getAll(name).length > 1) {
      throw new Refused(400, `Query parameter ${name} is given twice`, ['query', name]);
    }
  }
}

/** @throws Refused */
export function requiredText(body: Fields, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value.trim() === '') {
    throw new Refused(400, `${name} must be a string that is not empty`, ['body', name]);
  }
  return value;
}

/** Null if the field is null or absent. @throws Refused */
export function optional<T>(
  body: Fields,
  name: string,
  read: (body: Fields, name: string) => T,
): T | null {
  return body[name] === undefined || body[name] === null ? null : read(body, name);
}

/** @throws Refused */
export function positive(body: Fields, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw new Refused(400, `${name} must be a positive integer`, ['body', name]);
  }
  return value;
}

/** Images as data URIs. @throws Refused */
export function dataUris(body: Fields, name: string): readonly string[] {
  const value = body[name];
  const isUri = (item: unknown): boolean =>
    typeof item === 'string' && /^data:image\/[\w.+-]+;base64,/.test(item);
  if (!Array.isArray(value) || !value.every(isUri)) {
    throw new Refused(400, `${name} must be a list of images as data URIs`, ['body', name]);
  }
  return value as readonly string[];
}

/** @throws Refused */
export function jsonObject(body: Fields, name: string): Fields {
  const value = body[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused(400, `${name} must be an object`, ['body', name]);
  }
  return value as Fields;
}

/** An ID in a path. @throws Refused */
export function pathId(value: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) {
    throw new Refused(400, `${name} must be a positive integer, not "${value}"`, ['path', name]);
  }
  return Number(value);
}

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** `skip` and `limit` (spec 4.5); lists of the published API take the same. @throws Refused */
export function pageOf(query: URLSearchParams): Page {
  return {
    skip: queryInteger(query, { name: 'skip', initial: 0, min: 0, max: Infinity }),
    limit: queryInteger(query, { name: 'limit', initial: 100, min: 1, max: 100 }),
  };
}

/**
 * `page` and `pages` are counted in pages of `size` = `limit`; the specification does not show how.
 */
export function pageFields({ skip, limit }: Page, total: number): Fields {
  return { page: Math.floor(skip / limit) + 1, size: limit, pages: Math.ceil(total / limit) };
}

/** A page of a list in the published API's form. */
export function listPage(items: readonly unknown[], page: Page): Fields {
  const shown = items.slice(page.skip, page.skip + page.limit);
  return { items: shown, total: items.length, ...pageFields(page, items.length) };
}

interface IntegerField {
  readonly name: string;
  /** Where the request names none. */
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** @throws Refused */
export function queryInteger(query: URLSearchParams, rule: IntegerField): number {
  const given = query.get(rule.name);
  if (given === null) {
    return rule.initial;
  }
  const value = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
  if (value >= rule.min && value <= rule.max) {
    return value;
  }
  const bound = rule.max === Infinity ? `at least ${rule.min}` : `from ${rule.min} to ${rule.max}`;
  throw new Refused(400, `${rule.name} must be an integer ${bound}, not "${given}"`, [
    'query',
    rule.name,
  ]);
}
