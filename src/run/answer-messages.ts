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

/** Escapes control characters and line breaks as in JSON, so that a key chosen by the agent cannot start a new line. */
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

/** The validator's message, with the detail that is needed to fix the error. */
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

/** Unique errors, one per line. After 20, the last line gives the number of the others. */
export function errorLines(errors: readonly ErrorObject[]): readonly string[] {
  const lines = [...new Set(errors.map((error) => cut(`${place(error.instancePath)}: ${sentence(error)}`)))];
  if (lines.length <= MOST_ERRORS) return lines;
  return [...lines.slice(0, MOST_ERRORS), `and ${lines.length - MOST_ERRORS} more`];
}

/** The first error at each place, at most three, because a broken schema causes many follow-on errors. */
export function firstErrors(errors: readonly ErrorObject[]): string {
  const byPlace = new Map<string, string>();
  for (const error of errors) {
    if (!byPlace.has(error.instancePath))
      byPlace.set(error.instancePath, cut(`${place(error.instancePath)}: ${sentence(error)}`));
  }
  return [...byPlace.values()].slice(0, 3).join('; ');
}

/** Untrusted text, such as a parser's message, for use in a sentence. */
export function quoted(text: string): string {
  return cut(text.replace(/\s+/g, ' '));
}
