import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { logInline } from '../../src/safe/job-log.ts';
import { parseJson } from '../../src/safe/json.ts';
import { markdownFence } from '../../src/safe/markdown.ts';
import { createRedactor, redactedValue, secretForms, Secrets } from '../../src/safe/redaction.ts';

const TOKEN = 'sk-Tést/a+b="c\'<&>~/9?z';
const lowerEscapes = (text: string): string => text.replace(/%../g, (code) => code.toLowerCase());
const ENCODERS: readonly (readonly [string, (token: string) => string])[] = [
  ['itself', (token) => token],
  ['Bearer', (token) => `Bearer ${token}`],
  ['Base64', (token) => Buffer.from(token).toString('base64')],
  ['Base64url', (token) => Buffer.from(token).toString('base64url')],
  ['Base64 with Bearer', (token) => Buffer.from(`Bearer ${token}`).toString('base64')],
  ['Base64, one byte in', (token) => Buffer.from(`a${token}bcd`).toString('base64')],
  ['Base64, two bytes in', (token) => Buffer.from(`ab${token}cd`).toString('base64')],
  [
    'Base64 of a header',
    (token) => Buffer.from(`Authorization: Bearer ${token}\r\n`).toString('base64'),
  ],
  ['Base64 in an address', (token) => encodeURIComponent(Buffer.from(token).toString('base64'))],
  ['percent', (token) => encodeURIComponent(token)],
  ['percent, lower case', (token) => lowerEscapes(encodeURIComponent(token))],
  ['form', (token) => new URLSearchParams({ token }).toString()],
  ['JSON', (token) => JSON.stringify({ token })],
  ['JSON with escaped slashes', (token) => JSON.stringify({ token }).replaceAll('/', '\\/')],
  [
    'JSON in ASCII',
    (token) =>
      JSON.stringify(token).replace(
        /[^ -~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  ],
  ['hexadecimal', (token) => Buffer.from(token).toString('hex')],
  ['hexadecimal, upper case', (token) => Buffer.from(token).toString('hex').toUpperCase()],
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

  it('redacts any token in every form', () => {
    const unit = fc.constantFrom(...'abcXYZ019-_.~+/=:%$&"\\ é漢'.match(/./gu)!);
    const anyToken = fc
      .string({ unit, minLength: 8, maxLength: 60 })
      .filter((text) => text.trim() === text);
    fc.assert(
      fc.property(anyToken, fc.constantFrom(...ENCODERS), (token, [, encode]) => {
        const redacted = createRedactor([token])(`>${encode(token)}<`);
        expect(redacted).toContain('***');
        expect(redacted).not.toContain(token);
      }),
      { numRuns: 500 },
    );
  });

  it('redacts each line of a multi-line secret', () => {
    expect(createRedactor(['-----BEGIN-----\n  abcdefgh\r\n-----END-----'])('x abcdefgh y')).toBe(
      'x *** y',
    );
  });

  it('takes the longest of secrets that contain each other', () => {
    const both = createRedactor(['abcdef', 'abcdefghij']);
    expect(both('abcdef abcdefghij')).toBe('*** ***');
  });

  it('recognizes a secret that the sanitizers made whole again', () => {
    for (const secret of [
      '550e8400-e29b-41d4-a716-446655440000',
      'ghs_0123456789abcdef',
      'sk-0123456789abcdef',
    ]) {
      for (const sanitize of [markdownFence, logInline]) {
        const colored = `${secret.slice(0, 9)}\x1b[31m\u200b${secret.slice(9)}`;
        expect(redactedIn(secret, sanitize(colored))).not.toContain(secret);
        expect(redactedIn(secret, sanitize(colored))).toContain('***');
      }
    }
  });

  it('keeps text without secrets, and ignores secrets under four characters', () => {
    expect(redact('nothing here')).toBe('nothing here');
    expect(createRedactor(['', 'a', 'abc'])('abc a')).toBe('abc a');
    expect(createRedactor([])('abc a')).toBe('abc a');
    expect(createRedactor(['abcd'])('abcd')).toBe('***');
  });
});

const redactedIn = (secret: string, text: string): string => createRedactor([secret])(text);

describe('secretForms', () => {
  it('returns each form once, the longest first', () => {
    const forms = secretForms(TOKEN);
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms).toEqual([...forms].sort((a, b) => b.length - a.length));
    expect(forms).toContain(TOKEN);
  });

  it('returns none for a short secret, and no short forms', () => {
    expect(secretForms('abc')).toEqual([]);
    for (const form of secretForms('abcd')) {
      expect(form.length).toBeGreaterThanOrEqual(4);
    }
    // Five digits of Base64 may stand anywhere by chance, six may not.
    expect([
      secretForms('abcd').includes('YWJjZ'),
      secretForms('abcde').includes('YWJjZG'),
    ]).toEqual([false, true]);
  });
});

it('redacts the strings and names in a value, however JSON spelled them, and nothing else', () => {
  const secret = 'tok-"secret"';
  const spelled = secret.replace(
    /./g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const value: unknown = JSON.parse(`{"a":["x ${spelled}",1,null,true],"${spelled}":{"b":"y"}}`);
  expect(redactedValue(value, createRedactor([secret]))).toEqual({
    a: ['x ***', 1, null, true],
    '***': { b: 'y' },
  });
  const digits = '{"id":12345678901234567890}';
  expect(JSON.stringify(redactedValue(parseJson(digits), createRedactor([secret])))).toBe(digits);
});

it('redacts a secret from when it is learned on', () => {
  const secrets = new Secrets(['first-secret']);
  const text = 'first-secret second-secret';
  expect(secrets.redact(text)).toBe('*** second-secret');
  expect([secrets.learn('second-secret'), secrets.learn('second-secret')]).toEqual([true, false]);
  expect(secrets.redact(text)).toBe('*** ***');
});
