/**
 * The schema of the action's own, and what of an `output_schema` draft 7 can say (contract 18.5).
 */
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { outcomeSchema, readOutcome } from '../../../src/agents/devin/outcome.ts';

const options = { strict: false, validateFormats: false, logger: false } as const;
const passes = (schema: object, answer: unknown): boolean =>
  new Ajv(options).validate(outcomeSchema(schema), { outcome: 'done', message: 'x', answer });

/** What both drafts can say, with values that satisfy it and values that do not. */
const SAME: readonly (readonly [string, object, readonly unknown[], readonly unknown[]])[] = [
  ['a definition', { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' }, ['x'], [1]],
  [
    'a reference with something beside it',
    {
      $defs: { 'a/b c': { type: 'string' } },
      properties: { x: { $ref: '#/$defs/a~1b%20c', minLength: 2 } },
    },
    [{ x: 'ab' }],
    [{ x: 'a' }, { x: 1 }],
  ],
  [
    'a reference to the whole',
    { type: 'object', properties: { n: { $ref: '#' } }, additionalProperties: false },
    [{ n: { n: {} } }],
    [{ n: { m: 1 } }],
  ],
  [
    'a definition that names itself',
    {
      $ref: '#/$defs/tree',
      $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    },
    [[[], [[]]]],
    [[1]],
  ],
  [
    'a reference into the schema',
    { properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' } } },
    [{ b: 1 }],
    [{ b: 'x' }],
  ],
  [
    'an anchor, and an id',
    {
      $id: 'https://example.com/root',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { a: { $ref: '#one' }, b: { $ref: 'other' } },
      $defs: { x: { $anchor: 'one', type: 'string' }, y: { $id: 'other', type: 'number' } },
    },
    [{ a: 'x', b: 1 }],
    [{ a: 1 }, { b: 'x' }],
  ],
  [
    'two definitions of one name',
    {
      $defs: { a: { type: 'string' }, b: { $defs: { a: { type: 'number' } } } },
      properties: { x: { $ref: '#/$defs/a' }, y: { $ref: '#/$defs/b/$defs/a' } },
    },
    [{ x: 'x', y: 1 }],
    [{ x: 1 }, { y: 'x' }],
  ],
  [
    'a tuple',
    { prefixItems: [{ type: 'string' }], items: { type: 'number' }, additionalItems: false },
    [['a', 1, 2], []],
    [[1], ['a', 'b']],
  ],
  [
    'a dependency',
    {
      dependentRequired: { a: ['b'] },
      dependentSchemas: { a: { properties: { c: { type: 'string' } } }, d: { required: ['e'] } },
    },
    [
      { a: 1, b: 1, c: 'x' },
      { d: 1, e: 1 },
    ],
    [{ a: 1 }, { a: 1, b: 1, c: 2 }, { d: 1 }],
  ],
  [
    'data that looks like a schema',
    { enum: [{ $ref: '#/nowhere', $id: 'x' }] },
    [{ $ref: '#/nowhere', $id: 'x' }],
    [{}],
  ],
  [
    'combinations',
    { anyOf: [{ type: 'string' }, { if: { type: 'number' }, then: { minimum: 1 } }] },
    ['x', 1],
    [0],
  ],
];

describe('the schema of the output', () => {
  it.each(SAME)('%s means the same', (...[, schema, right, wrong]) => {
    const original = new Ajv2020(options);
    for (const value of right) {
      expect([passes(schema, value), original.validate(schema, value)]).toEqual([true, true]);
    }
    for (const value of wrong) {
      expect([passes(schema, value), original.validate(schema, value)]).toEqual([false, false]);
    }
    const text = JSON.stringify(outcomeSchema(schema));
    expect(text).not.toMatch(/"\$(?:schema|defs|anchor)"/);
  });

  it('what draft 7 cannot say is left out', () => {
    const schema = {
      contains: { type: 'string' },
      minContains: 0,
      unevaluatedProperties: false,
      properties: { a: { contains: { const: 1 }, minContains: 2 } },
    };
    expect(outcomeSchema(schema)).toMatchObject({
      properties: { answer: { properties: { a: { contains: { const: 1 } } } } },
    });
    expect(JSON.stringify(outcomeSchema(schema))).not.toMatch(/minContains|unevaluated/);
    expect(passes(schema, [1])).toBe(true);
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
      answer: '{"a":[1]}',
    });
    expect(readOutcome({ outcome: 'blocked', message: 'x' })).toMatchObject({ answer: null });
    for (const other of [null, [], {}, { outcome: 'ok', message: 'x' }, { message: 'x' }]) {
      expect(readOutcome(other)).toBeNull();
    }
  });
});
