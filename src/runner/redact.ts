/**
 * The token's second shadow: before anything leaves the process, the secret and the forms it takes when somebody
 * encodes it are replaced. The runner's masking is the second line, and knows only what it was told.
 */

import type { Redact } from '../service/answer/cleanse.ts';
import { escapePattern } from '../shared/pattern.ts';

/** Below this a secret would blot out ordinary words; no service gives out such a token. */
const SECRET_MIN = 4;
/** Part of a Base64 text shorter than this says too little to be told from chance. */
const CORE_MIN = 6;
const MARK = '***';

/** The Base64 digits that come from `bytes` alone when they stand `offset` (0 to 2) bytes into a longer text. */
function base64Core(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** What of a Base64 text comes from the secret at each alignment, alone, behind `Bearer `, and as PowerShell encodes it. */
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

/** As JSON writes it, with escaped slashes, and with the characters escaped that are unsafe in HTML. */
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

/** The secret and each of its lines, as far as they are long enough. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set([secret, secret.trim(), ...lines])].filter((part) => part.length >= SECRET_MIN);
}

/**
 * The secret and the forms in which it may turn up, for masking: itself and each of its lines; Base64 and Base64url at
 * the three alignments, alone and after `Bearer `; percent-encoded, JSON, HTML and hexadecimal. Longest first, each
 * once. Secrets and lines under four characters give none: they would blot out ordinary text.
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
 * The secret with each character written as itself, percent-encoded, as a character reference or escaped as in JSON
 * (also in JSON inside JSON): encoders differ in which characters they touch, so no list of whole forms is complete.
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
 * What may stand between two characters of a secret: nothing most of the time; what nobody sees, colours above all, which
 * `grep` puts into a word it has found, as they are or in JSON. The sanitisers take those out, and the secret would be
 * whole again. The blank and the zero-width space are theirs. Each piece can be read in one way only, so what begins an escape sequence
 * is none of the single characters: with two ways for each of many pieces, matching would not end.
 */
const BETWEEN =
  '(?: |(?:(?:(?:\\x1b|\\\\{1,31}u001[bB])\\[|\\x9b)[0-?]{0,20}[@-~]|(?!\\x1b\\[|\\x9b)[\\p{Cc}\\p{Cf}\\p{Me}\\p{Default_Ignorable_Code_Point}]|\\\\{1,31}u(?:00(?:0[0-9a-f]|1[0-9ac-f]|1[bB](?!\\[))|200[b-f]|206[0-f]|feff)){1,6}?)??';

/** The pattern with each letter of its hexadecimal digits in either case. */
function caseless(pattern: string): string {
  return pattern.replace(/[a-fx]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** What parts the lines of a Base64 text, as it is or in JSON. */
const WRAP = '(?:\\s|\\\\{1,31}[nrt]){0,6}';
/** What parts the bytes of a dump: blanks, colons, prefixes, ends of lines. */
const BETWEEN_BYTES = '(?:[\\s:,;_-]|0x|%|\\\\{1,31}(?:[nrtx]|u00)){0,6}';

/** Base64 in lines, and hexadecimal in any case, lines or groups. */
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

/** Whether a dump of the part can be in a text. Lines are never so short that they cut both halves of sixteen digits. */
function createDumpSuspicion(part: string): (text: string) => boolean {
  const halves = base64Cores(part).flatMap((core) => {
    const half = Math.min(8, core.length >> 1);
    return [core.slice(0, half), core.slice(half, 2 * half)].flatMap((text) => [text, urlSafe(text)]);
  });
  const sought = [...new Set(halves)];
  const begun = hexDump(Buffer.from(part).subarray(0, 4), 'i');
  return (text) => sought.some((half) => text.includes(half)) || begun.test(text);
}

/** What an encoded character begins with, wherever an encoder is at work (`anyWriting`). */
const ENCODED = /%[0-9a-fA-F]{2}|&(?:#|[aA]mp;|lt;|gt;|quot;|[aA]pos;)|\\u/;
/** The same for secrets with a character that is escaped by a backslash or written as a `+`. */
const ESCAPED = new RegExp(`${ENCODED.source}|\\\\|\\+`);

/** What of `BETWEEN` is rare: with a class like this between all characters, a pattern takes milliseconds to compile. */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Me}\p{Default_Ignorable_Code_Point}]--[\t\r\n]]/v;

/**
 * Cheaply, whether any form or writing of the secrets can be in a text: most texts hold nothing that begins an encoded
 * character, and then only the secret itself, its Base64 and its hexadecimal can be there. Never false where one is.
 */
function createSuspicion(parts: readonly string[], forms: readonly string[]): (text: string) => boolean {
  const encoded = parts.some((part) => /["'\\/ ]/.test(part)) ? ESCAPED : ENCODED;
  const bare = parts.map((part) => new RegExp(Array.from(part, escapePattern).join('[ \\t\\r\\n]{0,6}'), 'u'));
  const plain = forms.filter((form) => !encoded.test(form) && !parts.includes(form));
  // What contains another form need not be looked for.
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

/** Every place of every form; places may overlap. */
function findSpans(text: string, forms: readonly string[], writings: readonly RegExp[]): Span[] {
  const spans: Span[] = [];
  for (const pattern of writings)
    for (const match of text.matchAll(pattern)) spans.push({ from: match.index, to: match.index + match[0].length });
  for (const form of forms)
    for (let from = text.indexOf(form); from !== -1; from = text.indexOf(form, from + 1))
      spans.push({ from, to: from + form.length });
  return spans;
}

/** UTF-16 units that are looked through in one go, and the most that a secret may take up in any writing: far more than it does. */
const WINDOW = 128 * 1024;
const OVERLAP = 16 * 1024;

/** Replaces every form of every secret by `***`; forms that overlap go together, so that no rest of one stays. */
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
    // Only now: compiling them takes a good part of the time to the first request.
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
