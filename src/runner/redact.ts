/**
 * Redacts secrets and their encoded forms before anything leaves the process. The runner's masking is only a second line of defence,
 * because it covers only the registered values.
 */

import type { Redact } from '../service/answer/cleanse.ts';
import { escapePattern } from '../shared/pattern.ts';

/** Shorter secrets would match ordinary words. No service issues such tokens. */
const SECRET_MIN = 4;
/** Shorter parts of a Base64 text would match by chance. */
const CORE_MIN = 6;
const MARK = '***';

/** The Base64 digits that depend only on `bytes` if these start at `offset` (0 to 2) of a longer text. */
function base64Core(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** The Base64 forms of the secret at each alignment: alone, after `Bearer `, and as UTF-16 (PowerShell). */
function base64Cores(secret: string): string[] {
  const texts = [Buffer.from(secret), Buffer.from(`Bearer ${secret}`), Buffer.from(secret, 'utf16le')];
  return texts
    .flatMap((bytes) => [0, 1, 2].map((offset) => base64Core(bytes, offset)))
    .filter((core) => core.length >= CORE_MIN);
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function base64Forms(secret: string): string[] {
  const padded = [secret, `Bearer ${secret}`].map((text) => Buffer.from(text).toString('base64'));
  const long = [...base64Cores(secret), ...padded.filter((form) => form.length >= CORE_MIN)];
  return long.flatMap((form) => [form, urlSafe(form), encodeURIComponent(form)]);
}

function percentForms(secret: string): string[] {
  const partly = encodeURIComponent(secret.toWellFormed());
  const whole = [...Buffer.from(secret, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const lower = (form: string): string => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [partly, lower(partly), form, lower(form), whole, whole.toUpperCase()];
}

/** The JSON forms: plain, with escaped slashes, and with characters escaped that are unsafe in HTML. */
function jsonForms(secret: string): string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const html = plain.replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [plain, plain.replaceAll('/', '\\/'), html, JSON.stringify(plain).slice(1, -1)];
}

function htmlForms(secret: string): string[] {
  const basic = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = basic.replaceAll('"', '&quot;');
  return [basic, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&#x27;')];
}

function hexForms(secret: string): string[] {
  const hex = Buffer.from(secret, 'utf8').toString('hex');
  return [hex, hex.toUpperCase()];
}

/** The secret and each of its lines, if long enough. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set([secret, secret.trim(), ...lines])].filter((part) => part.length >= SECRET_MIN);
}

/**
 * The forms of a secret to mask: the secret and each of its lines; Base64 and Base64url at the three alignments, alone and after `Bearer `;
 * percent encoding, JSON, HTML and hexadecimal. Unique, longest first. Secrets and lines shorter than four characters are left out, because
 * they would match ordinary text.
 */
export function encodedForms(secret: string): string[] {
  const forms = partsOf(secret).flatMap((part) => [
    part,
    ...base64Forms(part),
    ...percentForms(part),
    ...jsonForms(part),
    ...htmlForms(part),
    ...hexForms(part),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * A pattern in which each character may be literal, percent-encoded, a character reference or a JSON escape (also in nested JSON). Encoders
 * differ in which characters they encode, so a list of complete forms would have gaps.
 */
function anyWriting(secret: string): RegExp {
  const characters = Array.from(secret, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const bytes = [...Buffer.from(character, 'utf8')]
      .map((byte) => `%(?:25){0,3}${byte.toString(16).padStart(2, '0')}`)
      .join('');
    const units = character
      .split('')
      .map((unit) => `\\\\{1,31}u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    const itself = escapePattern(character);
    const escapes = /["'\\/]/.test(character) ? '(?:\\\\|%(?:25){0,3}5[cC]){0,31}' : '';
    const escaped = `${escapes}${itself}`;
    const name = NAMED[character];
    const references = [
      `&#0{0,5}${code};?`,
      `&#x0{0,5}${code.toString(16)};?`,
      ...(name === undefined ? [] : [`&${name};`]),
    ];
    return `(?:${[escaped, `${escapes}${caseless(bytes)}`, ...references.map(caseless), caseless(units), ...(character === ' ' ? ['\\+'] : [])].join('|')})`;
  });
  return new RegExp(characters.join(BETWEEN), 'gu');
}

/**
 * What may occur between two characters of a secret: usually nothing, or invisible characters such as the colour codes that `grep` inserts,
 * raw or in JSON. The sanitizers remove these later, which would make the secret readable again. Spaces and zero-width spaces are included
 * because the sanitizers insert them. The alternatives do not overlap, because ambiguous ones would cause catastrophic backtracking.
 */
const BETWEEN =
  '(?: |(?:(?:(?:\\x1b|\\\\{1,31}u001[bB])\\[|\\x9b)[0-?]{0,20}[@-~]|(?!\\x1b\\[|\\x9b)[\\p{Cc}\\p{Cf}\\p{Me}\\p{Default_Ignorable_Code_Point}]|\\\\{1,31}u(?:00(?:0[0-9a-f]|1[0-9ac-f]|1[bB](?!\\[))|200[b-f]|206[0-f]|feff)){1,6}?)??';

/** Makes the hexadecimal digits of a pattern case-insensitive. */
function caseless(pattern: string): string {
  return pattern.replace(/[a-fx]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Line separators within a Base64 text, raw or in JSON. */
const WRAP = '(?:\\s|\\\\{1,31}[nrt]){0,6}';
/** Byte separators in a dump: spaces, colons, prefixes and line ends. */
const BETWEEN_BYTES = '(?:[\\s:,;_-]|0x|%|\\\\{1,31}(?:[nrtx]|u00)){0,6}';

/** Patterns for Base64 in lines, and for hexadecimal in any case, lines or groups. */
function anyDump(part: string): RegExp[] {
  const cores = base64Cores(part).flatMap((core) => [...new Set([core, urlSafe(core)])]);
  return [
    ...cores.map((core) => new RegExp(Array.from(core, escapePattern).join(WRAP), 'g')),
    hexDump(Buffer.from(part), 'gi'),
  ];
}

function hexDump(bytes: Uint8Array, flags: string): RegExp {
  const digits = (byte: number): string => Array.from(byte.toString(16).padStart(2, '0')).join(WRAP);
  return new RegExp(Array.from(bytes, digits).join(BETWEEN_BYTES), flags);
}

/** A cheap check whether a text may contain a dump of the part. Lines are never short enough to split both halves of sixteen digits. */
function createDumpSuspicion(part: string): (text: string) => boolean {
  const halves = base64Cores(part).flatMap((core) => {
    const half = Math.min(8, core.length >> 1);
    return [core.slice(0, half), core.slice(half, 2 * half)].flatMap((text) => [text, urlSafe(text)]);
  });
  const sought = [...new Set(halves)];
  const begun = hexDump(Buffer.from(part).subarray(0, 4), 'i');
  return (text) => sought.some((half) => text.includes(half)) || begun.test(text);
}

/** The first character of each encoding in `anyWriting`. */
const ENCODED = /%[0-9a-fA-F]{2}|&(?:#|[aA]mp;|lt;|gt;|quot;|[aA]pos;)|\\u/;
/** The same for secrets with a character that may be escaped by a backslash or encoded as `+`. */
const ESCAPED = new RegExp(`${ENCODED.source}|\\\\|\\+`);

/** The rare part of `BETWEEN`. A pattern with this class between all characters takes milliseconds to compile. */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Me}\p{Default_Ignorable_Code_Point}]--[\t\r\n]]/v;

/**
 * A cheap check whether a text may contain any form of the secrets, without false negatives. Most texts contain no encoded characters, so
 * only the secret itself, its Base64 and its hexadecimal form are possible.
 */
function createSuspicion(parts: readonly string[], forms: readonly string[]): (text: string) => boolean {
  const encoded = parts.some((part) => /["'\\/ ]/.test(part)) ? ESCAPED : ENCODED;
  const bare = parts.map((part) => new RegExp(Array.from(part, escapePattern).join('[ \\t\\r\\n]{0,6}'), 'u'));
  const plain = forms.filter((form) => !encoded.test(form) && !parts.includes(form));
  // Forms that contain another form need no search of their own.
  const shortest = plain.filter((form) => !plain.some((other) => other !== form && form.includes(other)));
  return (text) =>
    encoded.test(text) ||
    INVISIBLE.test(text) ||
    shortest.some((form) => text.includes(form)) ||
    bare.some((pattern) => pattern.test(text));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** All matches of all forms. Matches may overlap. */
function findSpans(text: string, forms: readonly string[], writings: readonly RegExp[]): Span[] {
  const spans: Span[] = [];
  for (const pattern of writings)
    for (const match of text.matchAll(pattern)) spans.push({ from: match.index, to: match.index + match[0].length });
  for (const form of forms)
    for (let from = text.indexOf(form); from !== -1; from = text.indexOf(form, from + 1))
      spans.push({ from, to: from + form.length });
  return spans;
}

/** UTF-16 units that are searched at once, and the assumed maximum length of an encoded secret (generous). */
const WINDOW = 128 * 1024;
const OVERLAP = 16 * 1024;

/** Replaces every form of every secret with `***`. Overlapping matches are merged, so no part of a secret remains. */
export function createRedactor(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.flatMap(encodedForms))];
  const parts = secrets.flatMap(partsOf);
  const isSuspicious = createSuspicion(parts, forms);
  const suspicions = parts.map(createDumpSuspicion);
  let writings: readonly RegExp[] | null = null;
  let dumps: readonly RegExp[] | null = null;
  const spansIn = (text: string): Span[] => {
    const dumped = suspicions.some((mayBeDumped) => mayBeDumped(text));
    if (!dumped && !isSuspicious(text)) return [];
    // Compiled on first use, because it would delay the first request.
    writings ??= parts.map(anyWriting);
    if (dumped) dumps ??= parts.flatMap(anyDump);
    return findSpans(text, forms, [...writings, ...(dumped && dumps !== null ? dumps : [])]);
  };
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
