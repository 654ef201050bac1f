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

const DECODERS: Readonly<Record<string, (given: string) => string>> = {
  percent: percentDecoded,
  HTML: htmlDecoded,
  JSON: unescaped,
  unseen: seen,
};

/** Describes the traces of the secret in a text. Empty if there are none. */
export function leaks(text: string, secret: string): string[] {
  const found = new Set<string>();
  const look = (name: string, given: string): void => {
    if (given.includes(secret)) {
      found.add(name);
    }
    for (const [run] of given.matchAll(/[A-Za-z0-9+/_-]{12,}/g)) {
      for (let offset = 0; offset < 4; offset += 1) {
        if (Buffer.from(run.slice(offset), 'base64').includes(secret)) {
          found.add(`${name}, Base64`);
        }
      }
    }
    if (given.toLowerCase().includes(Buffer.from(secret, 'utf8').toString('hex'))) {
      found.add(`${name}, hex`);
    }
  };
  look('plain', text);
  for (const [outer, decode] of Object.entries(DECODERS)) {
    const once = decode(text);
    if (once === text) {
      continue;
    }
    look(outer, once);
    for (const [inner, again] of Object.entries(DECODERS)) {
      const twice = again(once);
      if (twice !== once) {
        look(`${outer}, ${inner}`, twice);
      }
    }
  }
  if (found.size > 0) {
    return [...found];
  }
  for (let at = 0; at + PIECE <= secret.length; at += 1) {
    if (text.includes(secret.slice(at, at + PIECE))) {
      found.add(`a piece: ${secret.slice(at, at + PIECE)}`);
    }
  }
  return [...found];
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
