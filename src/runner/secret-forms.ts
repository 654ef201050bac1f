/** Forms and spellings in which a secret may turn up in a text. Pure. */
import { escapePattern } from '../shared/pattern.ts';

/** Shorter secrets would match ordinary words. No service issues such tokens. */
const SECRET_MIN = 4;
/** Shorter parts of a Base64 text would match by chance. */
const CORE_MIN = 6;

/** The Base64 digits that depend only on `bytes` if these start at `offset` (0 to 2) of a longer text. */
function base64Core(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** Base64 forms for any position of the secret in the encoded text, in UTF-8 and in UTF-16 (as used by PowerShell). */
function base64Forms(secret: string): string[] {
  const cores = [Buffer.from(secret), Buffer.from(secret, 'utf16le')].flatMap((bytes) =>
    [0, 1, 2].map((offset) => base64Core(bytes, offset)),
  );
  return cores
    .filter((core) => core.length >= CORE_MIN)
    .flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(core)]);
}

/** The output of common encoders: `encodeURIComponent`, forms, JSON, JSON in JSON, HTML. */
function escapedForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    ...[json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)],
    ...[html, html.replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
  ];
}

/** The secret and each of its lines, if long enough. */
export function partsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]/).map((line) => line.trim());
  return [...new Set([secret, secret.trim(), ...lines])].filter((part) => part.length >= SECRET_MIN);
}

/** Unique forms of the secret and of each of its lines to mask, longest first. Empty for secrets under four characters. */
export function encodedForms(secret: string): string[] {
  const forms = partsOf(secret).flatMap((part) => {
    const hex = Buffer.from(part).toString('hex');
    return [part, ...base64Forms(part), ...escapedForms(part), hex, hex.toUpperCase()];
  });
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Makes the pattern match letters in either case. */
function caseless(pattern: string): string {
  return pattern.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/**
 * Matches the secret with each character literal, percent-encoded, as a character reference or escaped as in JSON, with up to four nested
 * encodings. Encoders differ in the characters they change, so a list of complete forms would not suffice.
 */
export function anySpelling(secret: string): RegExp {
  const characters = Array.from(secret, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    const percent = Array.from(
      Buffer.from(character),
      (byte) => `%(?:25){0,3}${caseless(byte.toString(16).padStart(2, '0'))}`,
    );
    const units = Array.from({ length: character.length }, (_, at) =>
      character.charCodeAt(at).toString(16).padStart(4, '0'),
    );
    const backslashes = /["'\\/]/.test(character) ? '(?:\\\\|%(?:25){0,3}5[cC]){0,15}' : '';
    const spellings = [
      `${backslashes}(?:${escapePattern(character)}|${percent.join('')})`,
      units.map((unit) => `\\\\{1,15}u${caseless(unit)}`).join(''),
      `&(?:#0{0,5}${character.codePointAt(0)};?|#[xX]0{0,5}${caseless(hex)};?${character in NAMED ? `|${caseless(NAMED[character] ?? '')};` : ''})`,
    ];
    return `(?:${[...spellings, ...(character === ' ' ? ['\\+'] : [])].join('|')})`;
  });
  return new RegExp(characters.join(''), 'gu');
}
