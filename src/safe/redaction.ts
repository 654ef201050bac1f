/**
 * Redacts secrets before anything leaves the process (contract 5: as they are, in Base64,
 * URL-encoded, escaped as JSON, in hexadecimal). The runner's own masking covers only the job log,
 * and only the values that were registered. Pure.
 */
import { isRecord } from './json.ts';
import { escapePattern } from './text.ts';

/**
 * What messages and notices are built from. Inputs, which hold the tokens, are no such object, so
 * that spreading them into one does not compile.
 */
export interface Secretless {
  readonly token?: never;
  readonly githubToken?: never;
}

/** Replaces every form of every secret with `***`. */
export type Redact = (text: string) => string;

/** Shorter secrets would match ordinary words. No service issues such tokens. */
export const SECRET_MIN = 4;
/** Fewer digits of Base64 may stand anywhere by chance. */
const BASE64_MIN = 6;
const MARK = '***';

/** The secret and each of its lines, if long enough. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]/).map((line) => line.trim());
  return [secret, ...lines].filter((part) => part.length >= SECRET_MIN);
}

/**
 * The Base64 digits that depend only on `bytes`, for each of the three places where these may start
 * in a longer text.
 */
function base64Forms(bytes: Buffer): string[] {
  const digits = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const long = digits.filter((core) => core.length >= BASE64_MIN);
  return long.flatMap((core) => [
    core,
    core.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(core),
  ]);
}

/**
 * As encoders write a text in an address: path, form, and with the digits of escapes in lower case.
 */
function urlForms(text: string): string[] {
  const forms = [
    encodeURIComponent(text.toWellFormed()),
    new URLSearchParams([['', text]]).toString().slice(1),
  ];
  return [
    ...forms,
    ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
  ];
}

function jsonForms(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const ascii = plain.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [plain, ascii].flatMap((form) => [form, form.replaceAll('/', '\\/')]);
}

/**
 * Unique forms of the secrets and of each of their lines to redact and mask, longest first. None of
 * secrets under four characters.
 */
export function secretForms(...secrets: readonly string[]): string[] {
  const forms = secrets.flatMap(partsOf).flatMap((part) => {
    const bytes = Buffer.from(part);
    const hex = bytes.toString('hex');
    return [
      part,
      ...base64Forms(bytes),
      ...urlForms(part),
      ...jsonForms(part),
      hex,
      hex.toUpperCase(),
    ];
  });
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

export function createRedactor(secrets: readonly string[]): Redact {
  const forms = secretForms(...secrets);
  if (forms.length === 0) {
    return (text) => text;
  }
  const pattern = new RegExp(forms.map(escapePattern).join('|'), 'g');
  return (text) => text.replace(pattern, MARK);
}

/** Secrets of which more may be learned, such as keys that a service's answers bring. */
export class Secrets {
  readonly #known: Set<string>;
  /** Null: not made since the last one was learned. A fleet may bring many at once. */
  #redactor: Redact | null = null;

  constructor(secrets: readonly string[]) {
    this.#known = new Set(secrets);
  }

  readonly redact: Redact = (text) => {
    this.#redactor ??= createRedactor([...this.#known]);
    return this.#redactor(text);
  };

  /** From now on it is redacted. Returns whether it was not known before. */
  learn(secret: string): boolean {
    if (this.#known.has(secret)) {
      return false;
    }
    this.#known.add(secret);
    this.#redactor = null;
    return true;
  }
}

/**
 * Redacts the strings and names in a JSON value. Parsed strings, because JSON can spell a secret in
 * many ways. Lists and objects without secrets are returned as they are: to build large ones again
 * takes longer than to look through them.
 */
export function redactedValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') {
    return redact(value);
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => redactedValue(item, redact));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  // Numbers that keep their notation are frozen objects without strings.
  if (!isRecord(value) || Object.isFrozen(value)) {
    return value;
  }
  const names = Object.keys(value);
  const items = names.map((name) => redactedValue(value[name], redact));
  const isClean = names.every((name, at) => items[at] === value[name] && redact(name) === name);
  return isClean ? value : Object.fromEntries(names.map((name, at) => [redact(name), items[at]]));
}
