import type { ErrorObject } from 'ajv/dist/2020.js';

/** Validation errors as lines for people and for the agent: `at /a/b: must be string`. */

const MOST_ERRORS = 20;
const LONGEST_ERROR = 400;

/** A JSON pointer (RFC 6901) as it appears in messages; the empty pointer is the whole value. */
export function place(pointer: string): string {
  return pointer === '' ? 'at the root' : `at ${oneLine(pointer)}`;
}

/** Appends a key to a JSON pointer. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Control characters and line ends as JSON escapes: a key chosen by the agent must not become a line of its own. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map(shown).join(', ') : shown(values);
}

/** What the validator says, with the one thing added that is needed to act on it. */
function sentence(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const said = error.message ?? `fails ${error.keyword}`;
  switch (error.keyword) {
    case 'additionalProperties':
      return `must not have the property ${shown(params['additionalProperty'])}`;
    case 'unevaluatedProperties':
      return `must not have the property ${shown(params['unevaluatedProperty'])}`;
    case 'enum':
      return `must be one of ${listed(params['allowedValues'])}`;
    case 'const':
      return `must be ${shown(params['allowedValue'])}`;
    case 'type':
      return `must be ${Array.isArray(params['type']) ? params['type'].join(' or ') : String(params['type'])}`;
    case 'false schema':
      return 'must not be there';
    case 'propertyNames':
      return `must not have a property named ${shown(params['propertyName'])}`;
    default:
      return error.propertyName === undefined ? said : `the property name ${shown(error.propertyName)} ${said}`;
  }
}

function cut(text: string): string {
  const line = oneLine(text);
  return line.length <= LONGEST_ERROR ? line : `${line.slice(0, LONGEST_ERROR).toWellFormed()}…`;
}

/** Each error once and one a line, at most 20 of them; the last line then counts the rest. */
export function errorLines(errors: readonly ErrorObject[]): readonly string[] {
  const lines = [...new Set(errors.map((error) => cut(`${place(error.instancePath)}: ${sentence(error)}`)))];
  if (lines.length <= MOST_ERRORS) return lines;
  return [...lines.slice(0, MOST_ERRORS), `and ${lines.length - MOST_ERRORS} more`];
}

/** The first error of each place, at most three: a broken schema sets off a whole cascade. */
export function firstErrors(errors: readonly ErrorObject[]): string {
  const byPlace = new Map<string, string>();
  for (const error of errors) {
    if (!byPlace.has(error.instancePath))
      byPlace.set(error.instancePath, cut(`${place(error.instancePath)}: ${sentence(error)}`));
  }
  return [...byPlace.values()].slice(0, 3).join('; ');
}

/** Text from elsewhere (a parser's message) as part of a sentence. */
export function quoted(text: string): string {
  return cut(text.replace(/\s+/g, ' '));
}
