/**
 * Searches everything that leaves a process for secrets. Independent of the forms that the action
 * redacts: it decodes texts in every way a reader could and looks for the secret itself.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Encodings in which an echo of the secret may appear (contract 5). */
export function writings(secret: string): string[] {
  const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
  return [
    secret,
    `Authorization: Bearer ${secret}`,
    `"${secret}"`,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    Buffer.from(secret, 'utf8').toString('hex'),
    ...['', 'a', 'ab', 'abc'].map((before) => base64(`${before}${secret}${before}`)),
    base64(`Bearer ${secret}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ];
}

/**
 * Repeats all encodings of all secrets, so that every position where a text is truncated or wrapped
 * is inside one.
 */
export function echo(secrets: readonly string[], length = 6000): string {
  const all = secrets.flatMap(writings);
  let text = '';
  for (let at = 0; text.length < length; at += 1) {
    text += `${all[at % all.length] ?? ''}${'.'.repeat(at % 7)} `;
  }
  return text;
}

/** Pieces of this length reveal too much of a secret. */
const PIECE = 10;

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) =>
    Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function htmlDecoded(text: string): string {
  const named: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  };
  return text.replace(/&(#x?[0-9a-f]+|amp|lt|gt|quot|apos);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) {
      return named[name.toLowerCase()] ?? whole;
    }
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{4})|(["'\\/]))/gi,
    (_, code: string | undefined, sign: string) =>
      code === undefined ? sign : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Removes invisible characters. */
function seen(text: string): string {
  return text.replace(/\x1b\[[0-9;]*m/g, '').replace(/[\p{Cf}\x00-\x08]/gu, '');
}

const DECODERS: readonly (readonly [name: string, decode: (given: string) => string])[] = [
  ['percent', percentDecoded],
  ['HTML', htmlDecoded],
  ['JSON', unescaped],
  ['unseen', seen],
];

/** The text, and each other text that decoding it once or twice gives, with the way to it. */
function readings(text: string): Map<string, string> {
  const found = new Map([[text, 'plain']]);
  const add = (way: string, decoded: string): void => {
    if (!found.has(decoded)) {
      found.set(decoded, way);
    }
  };
  for (const [name, decode] of DECODERS) {
    add(name, decode(text));
  }
  for (const [once, outer] of [...found].slice(1)) {
    for (const [inner, decode] of DECODERS) {
      add(`${outer}, ${inner}`, decode(once));
    }
  }
  return found;
}

/** What each run of Base64 in a text decodes to, wherever in it a reader begins. */
function base64Decoded(text: string): Buffer {
  const decoded = [...text.matchAll(/[A-Za-z0-9+/_-]{12,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64')),
  );
  const between = Buffer.from([0]);
  return Buffer.concat(decoded.flatMap((piece) => [piece, between]));
}

/**
 * Describes the traces of the secrets in a text. Empty if there are none. The text is decoded once
 * for all of them, which is what takes the time.
 */
export function leaks(text: string, secrets: readonly string[]): string[] {
  const found = new Map(secrets.map((secret) => [secret, new Set<string>()]));
  for (const [reading, way] of readings(text)) {
    const base64 = base64Decoded(reading);
    const lower = reading.toLowerCase();
    for (const [secret, traces] of found) {
      if (reading.includes(secret)) {
        traces.add(way);
      }
      if (base64.includes(secret)) {
        traces.add(`${way}, Base64`);
      }
      if (lower.includes(Buffer.from(secret, 'utf8').toString('hex'))) {
        traces.add(`${way}, hex`);
      }
    }
  }
  for (const [secret, traces] of found) {
    if (traces.size > 0) {
      continue;
    }
    for (let at = 0; at + PIECE <= secret.length; at += 1) {
      const piece = secret.slice(at, at + PIECE);
      if (text.includes(piece)) {
        traces.add(`a piece: ${piece}`);
      }
    }
  }
  return [...found].flatMap(([secret, traces]) =>
    Array.from(traces, (trace) => `${secret.slice(0, 4)}…, ${trace}`),
  );
}

/** Every file below a folder, by path relative to it. */
export function filesBelow(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}
