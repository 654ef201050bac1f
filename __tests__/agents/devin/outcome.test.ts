/** The schema of the action's own, and which `output_schema` goes in it (contract 18.5). */
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { outcomeSchema, readOutcome } from '../../../src/agents/devin/outcome.ts';

const options = { strict: false, validateFormats: false, logger: false } as const;
const answerIn = (schema: object): unknown =>
  (outcomeSchema(schema) as { readonly properties: object }).properties['answer' as never];

describe('the schema of the output', () => {
  it('has that of the answer as it is, without the line that names its draft', () => {
    const schema = {
      type: 'object',
      properties: { list: { prefixItems: [{ type: 'string' }] }, when: { format: 'date' } },
      unevaluatedProperties: false,
    };
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(answerIn({ $schema, ...schema })).toEqual(schema);
  });

  it.each<[string, object]>([
    ['$ref', { properties: { n: { $ref: '#' } } }],
    ['$dynamicRef', { items: { $dynamicRef: '#node' } }],
    ['$recursiveRef', { items: { $recursiveRef: '#' } }],
    ['$defs', { $defs: {} }],
    ['definitions', { anyOf: [{ definitions: {} }] }],
    ['$id', { $id: 'https://example.com/root' }],
    ['more than 64 kB', { title: 'x'.repeat(65_536) }],
  ])('has none with %s, which is asked for in words', (_, schema) => {
    expect(outcomeSchema(schema)).toEqual(outcomeSchema(null));
  });

  it('asks for the answer only where the task is done', () => {
    const validate = new Ajv(options).compile(outcomeSchema({ type: 'object' }));
    expect(
      [
        { outcome: 'done', message: 'x', answer: {} },
        { outcome: 'question', message: 'x' },
        { outcome: 'done', message: 'x' },
        { outcome: 'ready', message: 'x' },
        { outcome: 'blocked' },
      ].map((output) => validate(output)),
    ).toEqual([true, true, false, false, false]);
    expect(new Ajv(options).validate(outcomeSchema(null), { outcome: 'done', message: 'x' })).toBe(
      true,
    );
  });
});

describe('an output', () => {
  it('is read in the own form alone', () => {
    expect(readOutcome({ outcome: 'done', message: 'x', answer: { a: [1] } })).toEqual({
      outcome: 'done',
      message: 'x',
      reference: '',
      answer: '{"a":[1]}',
    });
    expect(readOutcome({ outcome: 'done', reference: ' ara-1 ' })).toMatchObject({
      message: '',
      reference: 'ara-1',
    });
    expect(readOutcome({ outcome: 'blocked', message: 'x' })).toMatchObject({ answer: null });
    for (const other of [null, [], {}, { outcome: 'ok', message: 'x' }, { message: 'x' }]) {
      expect(readOutcome(other)).toBeNull();
    }
  });
});
