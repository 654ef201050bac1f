import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { logInline, markdownFence, markdownText } from '../../src/report/sanitize/index.ts';
import { withTimeLimit } from '../../src/structured-output/time-limit.ts';
import { createRedactor } from '../../src/runner/redact.ts';
import { encodedForms } from '../../src/runner/secret-forms.ts';

const TOKEN = 'sk-Tést/a+b="c\'<&>~/9?z';
const hex = (text: string): string => Buffer.from(text).toString('hex');
/** As `base64` and `xxd -p` break it: so many columns, from a place that is not the text's start. */
const wrapped = (digits: string, columns: number, end: string): string =>
  digits.replace(new RegExp(`(?<=^.{17})|(?<=^.{17}(?:.{${columns}})+)`, 'g'), end);
const ENCODERS: readonly (readonly [string, (token: string) => string])[] = [
  ['itself', (token) => token],
  ['Bearer', (token) => `Bearer ${token}`],
  ['Base64', (token) => Buffer.from(token).toString('base64')],
  ['Base64url', (token) => Buffer.from(token).toString('base64url')],
  ['Base64 with Bearer', (token) => Buffer.from(`Bearer ${token}`).toString('base64')],
  ['Base64, one byte in', (token) => Buffer.from(`a${token}bcd`).toString('base64')],
  ['Base64, two bytes in', (token) => Buffer.from(`ab${token}cd`).toString('base64')],
  ['Base64 of a header', (token) => Buffer.from(`Authorization: Bearer ${token}\r\n`).toString('base64')],
  ['percent', (token) => encodeURIComponent(token)],
  ['percent, lower case', (token) => encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase())],
  ['form', (token) => new URLSearchParams({ token }).toString()],
  ['JSON', (token) => JSON.stringify({ token })],
  ['JSON in JSON', (token) => JSON.stringify(JSON.stringify({ token }))],
  ['JSON in JSON, four deep', (token) => [1, 2, 3, 4].reduce((text) => JSON.stringify(text), token)],
  ['percent twice', (token) => encodeURIComponent(encodeURIComponent(token))],
  ['JSON, percent', (token) => encodeURIComponent(JSON.stringify(token))],
  ['JSON with escaped slashes', (token) => JSON.stringify({ token }).replaceAll('/', '\\/')],
  ['HTML', (token) => token.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`)],
  ['hex', (token) => Buffer.from(token).toString('hex')],
  ['coloured by grep', (token) => `\x1b[01;31m\x1b[K${token.slice(0, 7)}\x1b[m\x1b[K${token.slice(7)}`],
  ['coloured, in JSON', (token) => JSON.stringify(`${token.slice(0, 7)}\x1b[1;31m\x1b[K${token.slice(7)}`)],
  [
    'coloured, in JSON in JSON',
    (token) => JSON.stringify(JSON.stringify(`${token.slice(0, 2)}\x1b[0m${token.slice(2)}`)),
  ],
  ['with soft hyphens and marks', (token) => Array.from(token).join('\u00ad\u200d')],
  ['Base64 in lines', (token) => wrapped(Buffer.from(token).toString('base64'), 64, '\n')],
  ['Base64 in lines, in JSON', (token) => JSON.stringify(wrapped(Buffer.from(token).toString('base64'), 76, '\r\n'))],
  ['Base64 of UTF-16', (token) => Buffer.from(token, 'utf16le').toString('base64')],
  ['hex in lines', (token) => wrapped(hex(token), 60, '\n')],
  ['hex by the byte', (token) => hex(token).replace(/..(?=.)/g, '$& ')],
  ['hex by two bytes', (token) => hex(token).replace(/....(?=.)/g, '$& ')],
  [
    'parted by an escape that begins nothing',
    (token) => `${token.slice(0, 5)}\x1b${token.slice(5, 9)}\x1b\x1b[31m${token.slice(9)}`,
  ],
  ['hex, upper case', (token) => Buffer.from(token).toString('hex').toUpperCase()],
];

describe('createRedactor', () => {
  const redact = createRedactor([TOKEN]);

  it.each(ENCODERS)('redacts %s', (_name, encode) => {
    const encoded = encode(TOKEN);
    const redacted = redact(`before ${encoded} after`);
    expect(redacted).toMatch(/^before .*\*\*\*.* after$/);
    // What little may stay are the neighbours' own digits.
    expect(redacted.length).toBeLessThan(60);
    expect(redacted).not.toContain(encoded);
  });

  it('redacts any token in every encoding', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'abcXYZ019-_.~+/=:%$&"\\ é漢'.match(/./gu)!),
          minLength: 8,
          maxLength: 60,
        }),
        fc.constantFrom(...ENCODERS),
        (token, [name, encode]) => {
          fc.pre(token.trim() === token);
          // Where a backslash of the token meets one of a color's, nobody can tell whose it is.
          fc.pre(!token.includes('\\') || !name.startsWith('coloured, in JSON'));
          const encoded = encode(token);
          const redacted = createRedactor([token])(`>${encoded}<`);
          expect(redacted).toContain('***');
          expect(redacted).not.toContain(token);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('redacts a token with each character encoded differently, split or not', () => {
    const ways: readonly ((character: string) => string)[] = [
      (character) => character,
      (character) => [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      (character) => `&#${String(character.codePointAt(0))};`,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ];
    const piece = fc.record({
      character: fc.constantFrom('a', 'X', '9', '-', '_', '.', '~', '+', '/', '=', ':', '$', '"', 'é', '漢'),
      way: fc.constantFrom(...ways),
      gap: fc.constantFrom('', '', ' ', '\u200b'),
    });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 8, maxLength: 40 }), (pieces) => {
        const token = pieces.map(({ character }) => character).join('');
        const written = pieces.map(({ character, way, gap }, at) => `${at === 0 ? '' : gap}${way(character)}`).join('');
        expect(createRedactor([token])(`>${written}<`)).toBe('>***<');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['abcdefgh', 'abcd%65fgh'],
    ['abcdefgh', 'abcd&#101;fgh'],
    ['abcdefgh', 'abcd\\u0065fgh'],
    ['abcd&fgh', 'abcd&amp;fgh'],
    ['abcd&fgh', 'abcd&Amp;fgh'],
    ['abcd<fgh>', 'abcd&lt;fgh>'],
    ['abcd<fgh>', 'abcd<fgh&gt;'],
    ['abc"defgh"', 'abc&quot;defgh"'],
    ["abc'defgh'", "abc&apos;defgh'"],
    ["abc'defgh'", "abc\\'defgh'"],
    ['abc/defgh/', 'abc\\/defgh/'],
    ['abcd efgh i', 'abcd+efgh i'],
    ['abcdefgh', 'abcd&#x65;fgh'],
    ['ab\tcdefgh', 'ab%09cdefgh'],
    ['abcd efgh ijkl', 'ab\ncd efgh ijkl'],
    ['abcd\u200befgh', 'ab\u200dcdefgh'],
    [' ab\ncd ', 'ab\ncd'],
  ])('redacts %s written as %s, with one character encoded differently', (token, written) => {
    expect(createRedactor([token])(`>${written}<`)).toBe('>***<');
  });

  it('finds no more by looking closely than by looking when there is reason to', () => {
    // What stands behind gives the reason, whatever stands before.
    const reason = '\n%20&#0; \\ \\u +';
    const unit = fc.constantFrom(...'aaabX9-+/\\"\' ~é'.match(/./gu)!);
    const secret = fc.string({ unit, minLength: 4, maxLength: 8 }).filter((text) => text.trim() === text);
    const part = (text: string): fc.Arbitrary<string> =>
      fc.oneof(
        fc.string({ unit, maxLength: 6 }),
        fc.constantFrom(' ', '\u200b', '&amp;', '%41', text.slice(1), text.slice(0, -1), text.split('').join(' ')),
        fc.constantFrom(...encodedForms(text)),
        fc
          .tuple(
            fc.constantFrom(...encodedForms(text)),
            fc.constantFrom('\u200b', '\n', '\r\n\t', '\x1b[31m', '\u202e', '\u0488'),
          )
          .map(([form, between]) => form.split('').join(between)),
      );
    const scene = fc.tuple(secret, secret).chain(([one, two]) =>
      fc.record({
        secrets: fc.constant([one, two]),
        parts: fc.array(fc.oneof(part(one), part(two)), { maxLength: 6 }),
      }),
    );
    fc.assert(
      fc.property(scene, ({ secrets, parts }) => {
        const redactor = createRedactor(secrets);
        const text = parts.join('');
        expect(`${redactor(text)}${redactor(reason)}`).toBe(redactor(`${text}${reason}`));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['\x9b', '\x1b[', '\\u001b', '\\u001b[', '\u200b', '\\u200b', ' '])(
    'does not take for ever where each character may be part of what stands between (%j)',
    (between) => {
      const secret = 'ghs_QFuYXJTtZWfedcba[AbC[de';
      const text = Array.from(secret.slice(0, -1), (character) => `${between}${character}`.repeat(5)).join('');
      const redact = createRedactor([secret]);
      // The slow way is what is asked for.
      redact(`${secret}\u200b`);
      expect(withTimeLimit(5_000, () => redact(text).length)?.value).toBeGreaterThan(0);
    },
  );

  it('redacts each line of a multi-line secret', () => {
    expect(createRedactor(['-----BEGIN-----\n  abcdefgh\r\n-----END-----'])('x abcdefgh y')).toBe('x *** y');
  });

  it('leaves no part of secrets that overlap or contain each other', () => {
    const both = createRedactor(['abcdef', 'abcdefghij', 'ijklmnop']);
    expect(both('-abcdefghijklmnop-')).toBe('-***-');
    expect(both('abcdef abcdefghij')).toBe('*** ***');
    expect(createRedactor(['aaaa'])('aaaaaa')).toBe('***');
    expect(createRedactor(['abcdefgh', 'wxyz'])('wxyz abcdefgh')).toBe('*** ***');
  });

  it('finds the same in slices, between which others may run', () => {
    const filler = 'some text, '.repeat(30_000);
    const text = Array.from({ length: 40 }, (_, index) => `${TOKEN} ${filler.slice(0, index * 431)}`).join('');
    const slices = redact.inSlices(text);
    let steps = 0;
    let step = slices.next();
    for (; step.done !== true; step = slices.next()) steps += 1;
    expect(step.value).toBe(text.replaceAll(TOKEN, '***'));
    expect(steps).toBe(Math.ceil(text.length / (112 * 1024)));
  });

  it('does not take ordinary text for a secret', () => {
    for (const text of ['a b c d', 'ab\u200b c d', 'abcd+fgh%20'])
      expect(createRedactor(['abcd', 'abcdefgh'])(text)).toBe(text.replace('abcd', '***'));
  });

  it('recognizes a secret after sanitizing', () => {
    for (const secret of ['550e8400-e29b-41d4-a716-446655440000', 'ghs_0123456789abcdef', 'a::b:c::d##[e]f', TOKEN]) {
      const redacted = createRedactor([secret]);
      for (const safe of [markdownText(secret), markdownFence(secret), logInline(secret)])
        expect([safe, redacted(safe)]).toEqual([safe, expect.stringMatching(/^(?:```\n)?\*\*\*(?:\n```)?$/)]);
    }
  });

  it('keeps text without secrets, and ignores secrets under four characters', () => {
    expect(redact('nothing here')).toBe('nothing here');
    expect(createRedactor(['', 'a', 'abc'])('abc a')).toBe('abc a');
    expect(createRedactor(['abcd'])('abcd')).toBe('***');
    // Of these, fewer than four characters can be seen.
    const unseen = createRedactor(['\u200b'.repeat(8), `ab${'\u200d'.repeat(8)}c`]);
    expect(unseen('abc \u200b%20& a\u200dbc')).toBe('abc \u200b%20& a\u200dbc');
  });
});

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

describe('encodedForms', () => {
  it('returns each form once, the longest first', () => {
    const forms = encodedForms(TOKEN);
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms).toEqual([...forms].sort((a, b) => b.length - a.length));
    expect(forms).toContain(TOKEN);
  });

  it.each([
    ['JSON', (token: string) => JSON.stringify(token).slice(1, -1)],
    ['JSON with escaped slashes', (token: string) => JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
    ['JSON in JSON', (token: string) => JSON.stringify(JSON.stringify(token).slice(1, -1)).slice(1, -1)],
    ['a URL', encodeURIComponent],
    ['a form', (token: string) => new URLSearchParams({ token }).toString().slice('token='.length)],
    ['HTML', (token: string) => token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
    ['an HTML attribute', (token: string) => token.replace(/[&<>"']/g, (sign) => HTML[sign] ?? sign)],
    ['hexadecimal', hex],
  ])('includes the form in %s, which the runner can only mask as a whole', (_, encode) => {
    expect(encodedForms(TOKEN)).toContain(encode(TOKEN));
  });

  it('returns none for a short secret, and no short forms', () => {
    expect(encodedForms('abc')).toEqual([]);
    for (const form of encodedForms('abcd')) expect(form.length).toBeGreaterThanOrEqual(4);
    // Five digits of Base64 may stand anywhere by chance, six may not.
    expect([encodedForms('abcd').includes('YWJjZ'), encodedForms('abcde').includes('YWJjZG')]).toEqual([false, true]);
  });
});
