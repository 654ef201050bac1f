/**
 * Redacts secrets in the strings and names of a parsed response (contract 6.5). This happens before anything is
 * truncated, because a truncated secret is no longer recognized, and after parsing, because JSON can spell a secret in
 * many ways.
 */
import { isRecord } from '../../shared/json.ts';

/** Redacts secrets in a text. */
export interface Redact {
  (text: string): string;
  /** Does the same for a long text, in slices. */
  inSlices(text: string): Generator<undefined, string>;
}

/** UTF-16 units of a text that are redacted in one go. */
const SHORT = 64 * 1024;
/** UTF-16 units of all strings of one log entry. The rest is truncated and marked. */
const ENTRY_MAX = 4_000_000;
const SHORTEST_CUT = 200;
const NAME_MAX = 1_000;
const PER_SLICE = 1_000;

/**
 * Strings and names inside `value` in document order. `JSON.stringify` would not do, because its escapes would hide
 * secrets.
 */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node === 'string') texts.push(node);
    else if (Array.isArray(node)) node.forEach(visit);
    else if (isOpen(node))
      for (const [key, child] of Object.entries(node)) {
        texts.push(key);
        visit(child);
      }
  };
  visit(value);
  return texts;
}

/** Numbers kept in their original notation are frozen objects with nothing to search. */
function isOpen(node: unknown): node is Readonly<Record<string, unknown>> {
  return isRecord(node) && !Object.isFrozen(node);
}

interface Rewrite {
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
}

function rewritten(value: unknown, how: Rewrite): unknown {
  if (typeof value === 'string') return how.text(value);
  if (Array.isArray(value)) return value.map((item) => rewritten(item, how));
  if (!isOpen(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [how.name(key), rewritten(item, how)]));
}

function* redacted(text: string, redact: Redact): Generator<undefined, string> {
  return text.length <= SHORT ? redact(text) : yield* redact.inSlices(text);
}

/** One value without secrets, with its strings bounded to the maximum for an entry. */
function* cleansedValue(value: unknown, redact: Redact): Generator<undefined, unknown> {
  const texts = textsIn(value);
  // Few responses contain a secret, and one check of the whole is cheaper than a check of each string.
  const all = texts.join('\n');
  const hasSecret = (yield* redacted(all, redact)) !== all;
  if (!hasSecret && all.length <= ENTRY_MAX) return value;
  const clean = new Map<string, string>();
  for (const [at, text] of texts.entries()) {
    if (at % PER_SLICE === 0) yield;
    if (hasSecret && !clean.has(text)) clean.set(text, yield* redacted(text, redact));
  }
  let left = ENTRY_MAX;
  const cut = (text: string, units: number): string =>
    text.length <= units ? text : `${text.slice(0, units)}… [${text.length - units} characters left out]`;
  return rewritten(value, {
    name: (name) => cut(clean.get(name) ?? name, NAME_MAX),
    text: (text) => {
      const known = clean.get(text) ?? text;
      // Short strings are kept, because they may explain what the truncated ones are.
      const shown = cut(known, Math.max(left, SHORTEST_CUT));
      left = Math.max(0, left - shown.length);
      return shown;
    },
  });
}

/** The parsed response body without secrets. Each element of the named list is treated as an entry of its own. */
export function* cleanse(
  body: unknown,
  { redact, list }: { readonly redact: Redact; readonly list: string },
): Generator<undefined, unknown> {
  if (!isRecord(body) || !Array.isArray(body[list])) return yield* cleansedValue(body, redact);
  const elements: unknown[] = [];
  for (const element of body[list] as readonly unknown[]) {
    elements.push(yield* cleansedValue(element, redact));
    yield;
  }
  const rest = yield* cleansedValue({ ...body, [list]: null }, redact);
  return isRecord(rest) ? { ...rest, [list]: elements } : rest;
}
