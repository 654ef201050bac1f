/**
 * Redacts secrets and their encoded forms (`secret-forms.ts`) before anything leaves the process. The runner's masking is only a second line of
 * defence, because it covers only the registered values.
 */

import type { Redact } from '../service/answer/cleanse.ts';
import { anySpelling, encodedForms, partsOf } from './secret-forms.ts';

/** Shorter secrets are not found with white space in them, because they would match ordinary words: "the n…" for "then". */
const PARTED_MIN = 8;
const MARK = '***';

/** Text without invisible characters and escapes, as nearly all is. The patterns below take a millisecond to compile. */
const PLAIN = /^[\t\n\r\x20-\x5b\x5d-\x7e]*$/;
/** Characters of which every encoded spelling contains at least one. */
const ENCODED = /[%&\\+]/;

/** What may split a secret in a text, as patterns for plain text (null: nothing) and for any text, which is compiled on demand. */
interface Splitter {
  readonly inPlain: RegExp | null;
  readonly inAny: () => RegExp;
}

/** Colors (also as in JSON) and invisible characters. The sanitizers remove them later, which would restore a secret split by them. */
const UNSEEN: Splitter = {
  inPlain: null,
  inAny: once(
    () =>
      /(?:\x1b\[|\x9b|\\{1,15}u001[bB]\[)[0-?]{0,20}[@-~]|[[\p{Cc}\p{Cf}\p{Me}\p{Default_Ignorable_Code_Point}]--[\t\r\n]]/gv,
  ),
};
/** The same and white space (also as in JSON), which wraps Base64 and hexadecimal text. */
const WRAPPING: Splitter = {
  inPlain: /\s/g,
  inAny: once(() => new RegExp(`${UNSEEN.inAny().source}|\\s|\\\\{1,15}[nrt]`, 'gv')),
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function patternFor(text: string, { inPlain, inAny }: Splitter): RegExp | null {
  return PLAIN.test(text) ? inPlain : inAny();
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Compiles each pattern once and on demand, because compiling all of them would delay the first request. */
type Spelling = (secret: string) => RegExp;

function createSpelling(): Spelling {
  const known = new Map<string, RegExp>();
  return (secret) => {
    const pattern = known.get(secret) ?? anySpelling(secret);
    known.set(secret, pattern);
    return pattern;
  };
}

/** Finds secrets in all forms and spellings in a text, also split by what `splitter` matches. Matches may overlap. */
function createSearch(
  parts: readonly string[],
  { splitter, spelling }: { readonly splitter: Splitter | null; readonly spelling: Spelling },
): (text: string) => Span[] {
  const patternIn = (text: string): RegExp | null => (splitter === null ? null : patternFor(text, splitter));
  const stripped = (text: string): string => {
    const pattern = patternIn(text);
    return pattern === null ? text : text.replace(pattern, '');
  };
  const sought = once(() => {
    // The rest of a secret must not be so short that it matches ordinary words.
    const secrets = [...new Set(parts.map(stripped).flatMap(partsOf))];
    const forms = [...new Set([...parts, ...secrets].flatMap(encodedForms).map(stripped))];
    return { secrets, forms: forms.filter((form) => partsOf(form).length > 0) };
  });
  return (text) => {
    const removed = patternIn(text);
    const rest = removed === null ? text : text.replace(removed, '');
    if (splitter !== null && rest.length === text.length) return [];
    const { secrets, forms } = sought();
    const spans: Span[] = [];
    for (const form of forms)
      for (let from = rest.indexOf(form); from !== -1; from = rest.indexOf(form, from + 1))
        spans.push({ from, to: from + form.length });
    if (ENCODED.test(rest))
      for (const secret of secrets)
        for (const { 0: found, index } of rest.matchAll(spelling(secret)))
          spans.push({ from: index, to: index + found.length });
    if (spans.length === 0 || removed === null) return spans;
    const places = placesOf(text, removed);
    return spans.map(({ from, to }) => ({ from: places[from] ?? 0, to: (places[to - 1] ?? 0) + 1 }));
  };
}

/** The positions in `text` of the units that remain after `removed` is removed. */
function placesOf(text: string, removed: RegExp): Uint32Array {
  const places = new Uint32Array(text.length);
  let at = 0;
  let count = 0;
  const keep = (end: number): void => {
    while (at < end) places[count++] = at++;
  };
  for (const { 0: hole, index } of text.matchAll(removed)) {
    keep(index);
    at = index + hole.length;
  }
  keep(text.length);
  return places;
}

/** UTF-16 units that are searched at a time, and the maximum length of a secret in any form, far above the actual one. */
const WINDOW = 128 * 1024;
const OVERLAP = 16 * 1024;

/** Replaces every form of every secret with `***`. Overlapping forms are replaced together, so that no part of one remains. */
export function createRedactor(secrets: readonly string[]): Redact {
  const parts = [...new Set(secrets.flatMap(partsOf))];
  const spelling = createSpelling();
  const searches = [
    createSearch(parts, { splitter: null, spelling }),
    createSearch(parts, { splitter: UNSEEN, spelling }),
    createSearch(
      parts.filter((part) => part.length >= PARTED_MIN),
      { splitter: WRAPPING, spelling },
    ),
  ];
  const spansIn = (text: string): Span[] => searches.flatMap((search) => search(text));
  function* inSlices(text: string): Generator<undefined, string> {
    const spans: Span[] = [];
    for (let at = 0; at < text.length; at += WINDOW - OVERLAP) {
      for (const { from, to } of spansIn(text.slice(at, at + WINDOW))) spans.push({ from: at + from, to: at + to });
      yield;
    }
    return withoutSpans(text, spans);
  }
  return Object.assign((text: string) => withoutSpans(text, spansIn(text)), { inSlices });
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let result = '';
  let end = 0;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from >= end) result += `${text.slice(end, from)}${MARK}`;
    end = Math.max(end, to);
  }
  return `${result}${text.slice(end)}`;
}
