/** What is taken from an answer, and what is refused (contract 6.5). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../src/safe/redaction.ts';
import { readJson } from '../../src/http/response.ts';

const TOKEN = 'sk-0123456789"\\/é<&';
const read = (body: string): unknown =>
  readJson({ status: 200, headers: {}, body, redact: createRedactor([TOKEN]) });

/** Every character of a text as JSON may spell it. */
const spelled = (text: string): string =>
  text.replace(
    /[^]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

describe('readJson', () => {
  it.each([
    ['plain', JSON.stringify(TOKEN).slice(1, -1)],
    ['escaped throughout', spelled(TOKEN)],
    ['behind 32 backslashes', `${'\\'.repeat(64)}${spelled(TOKEN)}`],
    ['with escaped slashes', JSON.stringify(TOKEN).slice(1, -1).replaceAll('/', '\\/')],
  ])('redacts a secret %s in values and in names', (_, spelling) => {
    const text = `{"result":"a ${spelling} b","logs":[{"${spelling}":"x","thought":"${spelling}","list":["${spelling}"]}]}`;
    const body = read(text);
    expect(JSON.stringify(body)).not.toContain('0123456789');
    expect((body as { logs: [{ thought: string }] }).logs[0].thought).toContain('***');
  });

  it('keeps numbers as written', () => {
    expect(JSON.stringify(read('{"logs":[{"n":12345678901234567890},2]}'))).toBe(
      '{"logs":[{"n":12345678901234567890},2]}',
    );
  });

  it('returns all JSON of ordinary size, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        expect(read(JSON.stringify({ value }, null, indent))).toEqual({ value });
      }),
    );
    const signs = `${'[{,"\\'.repeat(400_000)}\\`;
    expect(read(JSON.stringify([signs]))).toEqual([signs]);
  });

  it.each([
    ['brackets', `[${'[],'.repeat(500_001)}0]`],
    ['commas', `[${'0,'.repeat(1_000_001)}0]`],
    ['members', `{${'"a":0,'.repeat(1_000_001)}"a":0}`],
    ['levels', `${'['.repeat(501)}${']'.repeat(501)}`],
    ['levels of objects', `${'{"a":'.repeat(501)}0${'}'.repeat(501)}`],
    ['commas in what is no JSON', ','.repeat(1_000_001)],
  ])('refuses too many %s, as it does too many bytes', (_, body) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({ name: 'ServiceError', kind: 'too_large' }),
    );
  });

  it('takes as many as are allowed', () => {
    expect(read(`[${'0,'.repeat(999_999)}0]`)).toHaveLength(1_000_000);
    expect(read(`${'['.repeat(500)}${']'.repeat(500)}`)).toHaveLength(1);
  });

  it.each(['{"logs":[', '"', '"\\', '', '}'])('reports a body that is not JSON: %j', (body) => {
    const fault = { name: 'ServiceError', kind: 'body', cause: expect.any(SyntaxError) };
    expect(() => read(body)).toThrow(expect.objectContaining(fault));
  });
});
