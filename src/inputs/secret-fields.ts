/**
 * Secrets for a run stand in fields of `request_fields` (contract 5; sheet of Devin, section 12).
 * Those of all services count, also where the step's own service takes none.
 */
import { SERVICE_NAMES, SERVICE_TABLE } from '../agents/service-table.ts';
import { isRecord } from '../safe/json.ts';
import { SECRET_MIN } from '../safe/redaction.ts';

export const SECRET_FIELDS: readonly string[] = [
  ...new Set(SERVICE_NAMES.flatMap((name) => SERVICE_TABLE[name].secretFields)),
];
/** The names that lead to each. */
const PATHS = SECRET_FIELDS.map((field) => field.split('.'));

/** As JSON and YAML write the name of a field, also JSON in a text. */
const NAMES_ONE = new RegExp(
  String.raw`\b(?:${PATHS.map(([name]) => name).join('|')})\b\\*["']?\s*:`,
);

/** Whether a text, which may not be valid, gives such a field. */
export function namesSecretField(text: string): boolean {
  return NAMES_ONE.test(text);
}

export function secretsInFields(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return PATHS.flatMap((path) => textsAt(fields, path)).filter(canBeSecret);
}

function textsAt(held: unknown, [name, ...within]: readonly string[]): readonly string[] {
  if (name === undefined) {
    return textsIn(held);
  }
  if (Array.isArray(held)) {
    return held.flatMap((item) => textsAt(item, [name, ...within]));
  }
  return isRecord(held) ? textsAt(held[name], within) : [];
}

/**
 * What is said not to be `sensitive` is none. Of a header such as `Bearer abc`, the token alone is
 * one as well.
 */
function textsIn(held: unknown): readonly string[] {
  if (typeof held === 'string') {
    const [, token] = /^(?:basic|bearer|token)\s+(\S+)$/i.exec(held) ?? [];
    return token === undefined ? [held] : [held, token];
  }
  if (Array.isArray(held)) {
    return held.flatMap(textsIn);
  }
  if (!isRecord(held)) {
    return [];
  }
  const { value, sensitive } = held;
  if (value === undefined) {
    return Object.values(held).flatMap(textsIn);
  }
  return sensitive === false ? [] : textsIn(value);
}

/** A word of JSON would be taken out of the action's own outputs. */
function canBeSecret(text: string): boolean {
  return text.length >= SECRET_MIN && !/^(?:true|false|null)$/i.test(text);
}
