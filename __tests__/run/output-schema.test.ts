import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { compileSchema } from '../../src/run/output-schema.ts';
import type { OutputSchema } from '../../src/run/output-schema.ts';
import { compiledSchema } from '../support/compiled-schema.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function compiled(schema: unknown): OutputSchema {
  return compiledSchema(typeof schema === 'string' ? schema : JSON.stringify(schema));
}

function problem(schema: unknown): string {
  const found = compileSchema(typeof schema === 'string' ? schema : JSON.stringify(schema));
  return found.kind === 'unusable' ? found.why : '';
}

function errors(schema: unknown, answer: unknown): readonly string[] {
  const reading = compiled(schema).read(
    typeof answer === 'string' ? answer : JSON.stringify(answer),
  );
  return reading.ok ? [] : reading.errors;
}

function json(schema: unknown, answer: string): string | readonly string[] {
  const reading = compiled(schema).read(answer);
  return reading.ok ? reading.json : reading.errors;
}

const VERDICT = {
  type: 'object',
  properties: {
    verdict: { enum: ['pass', 'fail'] },
    findings: {
      type: 'array',
      items: { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] },
    },
  },
  required: ['verdict'],
  additionalProperties: false,
};

// What the validator itself decides is told only as far as docs/structured-results.md promises it.
describe('a schema that cannot be used', () => {
  it.each<readonly [string, unknown, string]>([
    ['no JSON', '{"type": }', 'is not valid JSON'],
    ['empty', '', 'Unexpected end of JSON input'],
    ['a list', '[]', 'must be an object or a boolean'],
    ['null', 'null', 'must be an object or a boolean'],
    [
      'an unknown type',
      { properties: { a: { type: 'strin' } } },
      '/properties/a/type must be equal to one of',
    ],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      'no schema with key or ref "http://',
    ],
    [
      'a foreign address',
      { items: { $ref: 'https://example.com/a.json' } },
      'reference https://example.com/a.json',
    ],
    ['a neighbouring file', { $ref: 'other.json#/a' }, 'reference other.json#/a'],
    [
      'a pointer to nothing',
      { properties: { 'a/b': { $ref: '#/$defs/none' } } },
      'reference #/$defs/none',
    ],
    ['a pattern', { items: { pattern: '(' } }, 'Invalid regular expression: /(/'],
    ['a dynamic reference', { items: { $dynamicRef: '#b' } }, 'not supported; use $ref'],
    ['a reference in a circle', { $ref: '#' }, 'leads back to itself'],
    [
      'a reference in a circle of two',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#' } } },
      'leads back to itself',
    ],
    [
      'the address of the meta-schema',
      { $id: DIALECT, type: 'string' },
      'is not a usable JSON Schema',
    ],
    ['endless depth', '{"not":'.repeat(20_000) + 'true' + '}'.repeat(20_000), 'nested too deeply'],
  ])('%s', (_name, schema, expected) => {
    expect(problem(schema)).toContain(expected);
    expect(problem(schema)).not.toContain('\n');
  });
});

describe('a schema that can be used', () => {
  const text = { type: 'string' };
  it.each<readonly [string, unknown, unknown, readonly string[]]>([
    ['true', true, 1, []],
    ['false', false, 1, ['at the root: boolean schema is false']],
    ['this dialect named', { $schema: DIALECT, ...text }, 1, ['at the root: must be string']],
    ['a byte order mark', `\uFEFF{"type":"string"}`, 1, ['at the root: must be string']],
    [
      'a pointer reference',
      { $ref: '#/$defs/a', $defs: { a: text } },
      1,
      ['at the root: must be string'],
    ],
    [
      'an anchor',
      { $ref: '#a', $defs: { a: { $anchor: 'a', ...text } } },
      1,
      ['at the root: must be string'],
    ],
    [
      'an address in it',
      { items: { $ref: 'b' }, $defs: { b: { $id: 'b', ...text } } },
      [1],
      ['at /0: must be string'],
    ],
    [
      'recursion',
      { type: 'array', items: { $ref: '#' } },
      [[], [[1]]],
      ['at /1/0/0: must be array'],
    ],
    ['format is an annotation', { format: 'email' }, 'x@', []],
    [
      'unknown keywords and formats',
      { nonsense: 1, format: 'none', ...text },
      1,
      ['at the root: must be string'],
    ],
    ['$async is an annotation', { $async: true, ...text }, 1, ['at the root: must be string']],
  ])('%s', (...[, schema, answer, expected]) => {
    expect(errors(schema, JSON.stringify(answer))).toEqual(expected);
  });
});

describe('errors', () => {
  const closed = { additionalProperties: false };
  const texts = { additionalProperties: { type: 'string' } };
  it.each<readonly [string, unknown, unknown, readonly string[]]>([
    ['required', { required: ['b'] }, {}, ["must have required property 'b'"]],
    [
      'required, as all objects inherit it',
      { required: ['toString'] },
      {},
      ["must have required property 'toString'"],
    ],
    ['const', { const: { a: 1 } }, 2, ['must be equal to constant ({"a":1})']],
    ['additional', closed, { 'c"d': 1 }, ['must NOT have additional properties ("c\\"d")']],
    [
      'unevaluated',
      { unevaluatedProperties: false },
      { a: 1 },
      ['must NOT have unevaluated properties ("a")'],
    ],
    [
      'a line end in a key',
      closed,
      { 'a\n::b\u2028': 1 },
      ['must NOT have additional properties ("a\\n::b ")'],
    ],
    [
      'property names',
      { propertyNames: { pattern: '^a' } },
      { b: 1 },
      ['the property name "b" must match pattern "^a"', 'property name must be valid ("b")'],
    ],
  ])('at the root: %s', (...[, schema, answer, expected]) => {
    expect(errors(schema, answer)).toEqual(expected.map((line) => `at the root: ${line}`));
  });

  it.each<readonly [string, unknown, unknown, readonly string[]]>([
    [
      'enum',
      VERDICT,
      { verdict: 'maybe' },
      ['at /verdict: must be equal to one of the allowed values (["pass","fail"])'],
    ],
    [
      'a deep place',
      VERDICT,
      { verdict: 'pass', findings: [{ line: 1 }, { line: 'x' }] },
      ['at /findings/1/line: must be integer'],
    ],
    ['escaped pointers', texts, { 'a/b~c': 1 }, ['at /a~1b~0c: must be string']],
    ['a line end in a pointer', texts, { 'a\nb': 1 }, ['at /a b: must be string']],
    ['no JSON', VERDICT, 'The verdict is pass.', ['the answer is not JSON']],
    ['nothing', VERDICT, '', ['the answer is not JSON']],
  ])('%s', (...[, schema, answer, expected]) => {
    expect(errors(schema, answer)).toEqual(expected);
  });

  it('are at most twenty, each once, and the rest is counted', () => {
    const lines = errors(
      { items: { type: 'string' } },
      Array.from({ length: 5000 }, (_, index) => index),
    );
    expect(lines).toHaveLength(21);
    expect(lines[19]).toBe('at /19: must be string');
    expect(lines[20]).toBe('and 4980 more');
    expect(errors({ anyOf: [{ type: 'string' }, { type: 'string' }] }, 1)).toEqual([
      'at the root: must be string',
      'at the root: must match a schema in anyOf',
    ]);
  });

  it('are cut when a key is huge', () => {
    const [line = ''] = errors({ additionalProperties: false }, { ['k'.repeat(1_000_000)]: 1 });
    expect(line.length).toBeLessThan(420);
  });
});

describe('reading', () => {
  it.each([
    ['bare', ' \n{"a": 1}\n', '{"a":1}'],
    ['bare with a byte order mark', '\uFEFF[1]', '[1]'],
    ['fenced', 'Done.\n\n```json\n{"a": 1}\n```\n', '{"a":1}'],
    ['fenced with carriage returns', 'Done.\r\n```json\r\n{"a":\r\n1}\r\n```\r\nBye', '{"a":1}'],
    ['tildes, indented, without a word', 'x\n   ~~~\n   [1]\n  ~~~~\ny', '[1]'],
    ['an info string of several words', '```json title="a~b"\n1\n```', '1'],
    [
      'the last of several that say the same',
      '```json\n{"a":1,"b":2}\n```\n```\n{"b": 2, "a": 1}\n```',
      '{"b":2,"a":1}',
    ],
    ['the last that parses', '```json\n1\n```\nRun:\n```sh\nmake test\n```', '1'],
    ['a longer fence around shorter ones', '````json\n"```"\n````', '"```"'],
    ['a fence of the other kind inside', '~~~\n"a"\n~~~', '"a"'],
    ['not closed', 'x\n```json\n{"a":1}', '{"a":1}'],
    [
      'numbers beyond a double',
      '{"id": 1234567890123456789, "big": 1e400, "half": 1.50, "plain": 12}',
      '{"id":1234567890123456789,"big":1e400,"half":1.50,"plain":12}',
    ],
    ['digits in a string', '["1234567890123456789"]', '["1234567890123456789"]'],
    [
      'one name in several objects, and as a text',
      '{"a": {"a": "a"}, "b": ["a", "a"]}',
      '{"a":{"a":"a"},"b":["a","a"]}',
    ],
  ])('%s', (_name, answer, expected) => {
    expect(json(true, answer)).toBe(expected);
  });

  it.each([
    ['indented by four', '    ```json\n    1\n    ```'],
    ['two marks', '``json\n1\n``'],
    ['back ticks in the info string', '``` `json`\n1\n```x'],
    ['a closing fence that is shorter', '````json\n1\n```'],
    ['a closing fence with a word', '```json\n1\n```json'],
    ['in the middle of prose', 'The result is {"a": 1}.'],
    ['two values', '{"a": 1}\n{"a": 2}'],
    ['comments', '```json\n{"a": 1} // one\n```'],
  ])('does not read: %s', (_name, answer) => {
    expect(json(true, answer)).toEqual(['the answer is not JSON']);
  });

  it('validates the last block that parses, not the last that fits', () => {
    expect(json({ type: 'object' }, '```json\n{}\n```\n```\n[1]\n```')).toEqual([
      'at the root: must be object',
    ]);
  });

  const verdict = (pass: boolean): string => `\`\`\`json\n{"pass": ${pass}}\n\`\`\``;
  it.each([
    ['a failure after a success', `${verdict(true)}\n${verdict(false)}`],
    [
      'a success after a failure, quoted from somewhere',
      `${verdict(false)}\nThe docs say:\n${verdict(true)}`,
    ],
    [
      'a third one that agrees with one of them',
      `${verdict(true)}\n${verdict(false)}\n${verdict(true)}`,
    ],
  ])('refuses blocks that satisfy the schema and differ: %s', (_, answer) => {
    const schema = { type: 'object', required: ['pass'] };
    expect(json(schema, answer)).toEqual([expect.stringContaining('several JSON blocks')]);
    // An example of another shape is no answer.
    expect(json(schema, `\`\`\`\n{"other": 1}\n\`\`\`\n${verdict(true)}`)).toBe('{"pass":true}');
  });

  it.each([
    ['{"pass": false, "pass": true}', '"pass"'],
    ['{"a": [{"b": 1}, {"b": 1, "c": {"d": 1}, "b" : 2}]}', '"b"'],
    ['{"pa\\u0073s": false, "x\\"y": 1, "pass": true}', '"pass"'],
    ['{"": 1, "a": {}, "": 2}', '""'],
  ])('refuses an object with a name twice: %s', (answer, name) => {
    expect(json(true, answer)).toEqual([`an object has the name ${name} twice`]);
  });

  it('keeps keys that name the prototype as data', () => {
    const reading = compiled({ type: 'object', properties: { a: { default: 1 } } }).read(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}',
    );
    expect(reading.ok && reading.json).toBe(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(errors({ additionalProperties: false }, '{"__proto__": 1}')).toEqual([
      'at the root: must NOT have additional properties ("__proto__")',
    ]);
    expect(errors({ required: ['__proto__'] }, '{}')).toEqual([
      "at the root: must have required property '__proto__'",
    ]);
  });

  it('says so when a value is nested too deeply', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(json({ type: 'array', items: { $ref: '#' } }, deep)).toEqual([
      'the answer is nested too deeply to be checked',
    ]);
  });

  it.each([
    ['bare', `[${'{},'.repeat(600_000)}{}]`],
    ['in a block', `\`\`\`json\n[${'0,'.repeat(1_100_000)}0]\n\`\`\``],
  ])('is no value where it has more than a million: %s (6.5)', (_, answer) => {
    expect(json({ type: 'array' }, answer)).toEqual(['the answer has more than a million values']);
  });

  it('is found behind text that is no JSON, whatever brackets that has', () => {
    const colours = '\u001b[31mred\u001b[0m '.repeat(600);
    expect(json({ required: ['a'] }, `${colours}\n\n\`\`\`json\n{"a":1}\n\`\`\``)).toBe('{"a":1}');
  });

  it.each([
    ['a pattern', { type: 'string', pattern: '^(a+)+$' }, `"${'a'.repeat(40)}!"`],
    ['a list', { uniqueItems: true }, Array.from({ length: 30_000 }, (_, n) => ({ n }))],
  ])('gives up on what would take the validator for ever: %s', (_, schema, answer) => {
    expect(errors(schema, answer)).toEqual([
      expect.stringContaining('could not be checked within half a second'),
    ]);
  });

  it('always reads a fenced value back, whatever stands around it', () => {
    const fence = fc.tuple(
      fc.constantFrom('`', '~'),
      fc.integer({ min: 3, max: 6 }),
      fc.nat(3),
      fc.nat(3),
    );
    const prose = fc.array(fc.stringMatching(/^[^`~\r\n]*$/)).map((lines) => lines.join('\n'));
    const layout = fc.constantFrom(undefined, 2, '\t');
    const info = fc.constantFrom('', 'json', ' JSON x="1"');
    const anything = compiled(true);
    const parts = fc.record({
      value: fc.jsonValue(),
      before: prose,
      after: prose,
      fence,
      layout,
      info,
    });
    fc.assert(
      fc.property(
        parts,
        ({
          value,
          before,
          after,
          fence: [mark, length, indent, more],
          layout: spaces,
          info: word,
        }) => {
          const open = ' '.repeat(indent) + mark.repeat(length) + word;
          const close = mark.repeat(length + more);
          const answer = `${before}\n${open}\n${JSON.stringify(value, null, spaces)}\n${close}\n${after}`;
          expect(anything.read(answer)).toMatchObject({ ok: true, json: JSON.stringify(value) });
        },
      ),
    );
  });

  it('never throws, and accepts its own reading of an answer', () => {
    const schema = compiled({ type: ['object', 'array', 'string'], maxProperties: 2, maxItems: 2 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.stringMatching(/^[`~\n{}[\]"0-9a:, ]*$/),
        ),
        (answer) => {
          const reading = schema.read(answer);
          if (reading.ok) {
            expect(schema.read(reading.json)).toEqual(reading);
          } else {
            expect(reading.errors.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('prompts', () => {
  it('state the schema in one line, as it was written, and how to answer', () => {
    const text = compiled({ type: 'string', nullable: true, description: '```\nx' }).promptAddition;
    expect(text.split('\n')).toContain('{"type":"string","nullable":true,"description":"```\\nx"}');
    expect(text).toContain('```json');
    expect(text.length).toBeLessThan(500);
  });

  it('name every error in the repair, and state the schema again', () => {
    const text = compiled(VERDICT).repairPrompt([
      'at /a: must be string',
      'at /b: must be integer',
    ]);
    expect(text).toContain('- at /a: must be string\n- at /b: must be integer\n');
    expect(text).toContain(JSON.stringify(VERDICT));
  });
});

describe('a second verdict', () => {
  const schema = { properties: { pass: { type: 'boolean' } }, required: ['pass'] };
  const fenced = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;
  const verdict = fenced('{"pass": true}');

  it.each([
    `${verdict}\n\n${verdict}`,
    `${verdict}\n\nThe log said {"pass": false}.`,
    `They wrote {"why": "x", "pass": "no"}\n\n${verdict}`,
    `They wrote { pass: false }\n\n${verdict}`,
    `They wrote {'pass': false, …\n\n${verdict}`,
    `They wrote {"a": {"pass": 1}}\n\n${verdict}`,
    `They wrote {\\"pass\\": true}\n\n${verdict}`,
    `${fenced('{"pass": tru')}\n\n${verdict}`,
    `- quoted:\n  ${fenced('{"pass": true}').replaceAll('\n', '\n  ')}\n\n${verdict}`,
  ])('is a mismatch: %j', (answer) => {
    expect(json(schema, answer)).toEqual([expect.stringContaining('`pass`')]);
  });

  it.each([
    verdict,
    `All tests pass: {3 of 3}.\n\n${verdict}`,
    `It says "pass": true somewhere.\n\n${verdict}`,
    `{"why": "{\\"pass\\": false}"}\n\n${verdict}`,
    fenced('{"pass": true, "why": "the log says {\\"pass\\": false}"}'),
    '{"pass": true, "parts": [{"pass": false}]}',
  ])('is none: %j', (answer) => {
    expect(typeof json(schema, answer)).toBe('string');
  });

  it('is looked for only where the schema has a verdict', () => {
    const answer = `They wrote {"pass": false}\n\n${fenced('{"a": 1}')}`;
    expect(json({ type: 'object' }, answer)).toBe('{"a":1}');
    expect(
      json(
        { type: 'object', $ref: '#v', $defs: { v: { $anchor: 'v', ...schema } } },
        `{"pass": false}\n\n${verdict}`,
      ),
    ).toEqual([expect.stringContaining('`pass`')]);
  });
});
