import { describe, expect, it } from '@jest/globals';
import {
  integerOf,
  isRecord,
  jsonOrNull,
  jsonTokens,
  nameGivenTwice,
  parseJson,
  readString,
} from '../../src/safe/json.ts';

describe('parseJson', () => {
  it.each([
    '{"a":[1,-2.5,"x",null,true]}',
    '{"id":12345678901234567890}',
    '[-0.1234567890123456789]',
    '{"a":{"b":[100000000000000000001, "100000000000000000001"]}}'.replace(' ', ''),
    '[9007199254740993]',
    '{"big":1.0000000000000000}',
    '{"huge":1e400,"b":[-1.5E+999]}',
  ])('%s is unchanged by a round trip', (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text);
  });

  it('returns plain numbers if a double can represent them', () => {
    expect(parseJson('{"id":1234567890123456,"b":0.1}')).toEqual({ id: 1234567890123456, b: 0.1 });
  });

  it('loses nothing but digits in texts too large for a call per value', () => {
    const many = Array.from({ length: 2_000_001 }, () => 1);
    const parsed = parseJson(`[12345678901234567890,${many.join(',')}]`) as unknown[];
    // Comparing all of them would take longer than parsing.
    expect([parsed.length, parsed[0], parsed.at(-1)]).toEqual([
      many.length + 1,
      12345678901234567890,
      1,
    ]);
  });

  it('does not change digits in strings', () => {
    expect(parseJson('{"a":"[12345678901234567890]"}')).toEqual({ a: '[12345678901234567890]' });
  });

  it.each(['', '{', 'nope', '{"a":12345678901234567890'])('throws a SyntaxError for %p', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

describe('jsonOrNull', () => {
  it.each([
    ['no JSON', '{"a":'],
    ['too many values', `[${'0,'.repeat(1_000_001)}0]`],
    ['too many levels', `${'['.repeat(501)}${']'.repeat(501)}`],
  ])('is null for %s', (_, text) => expect(jsonOrNull(text)).toBeNull());

  it('is the value of any other', () => expect(jsonOrNull(' {"a":[1]} ')).toEqual({ a: [1] }));
});

it.each([
  ['{"a":{"b":1},"b":[{"a":1},{"a":2}],"c":"b"}', null],
  ['{"b":{"a":1,"\\u0061":2}}', 'a'],
  ['{"a":[{}],"a":1}', 'a'],
])('the name that an object has twice in %s is %j', (source, name) =>
  expect(nameGivenTwice(source)).toBe(name),
);

describe('a string', () => {
  it.each([
    ['"a\\"b" c"', 6, true],
    ['""', 2, true],
    ['"a\\\\" b"', 5, true],
    ['"a\nb"', 2, false],
    ['"a\\\nb"', 3, false],
    ['"a\\', 3, false],
    ['"a\\"', 4, false],
    ['"', 1, false],
  ])('%j ends at %d (closed: %s)', (text, end, isClosed) => {
    expect(readString(text, 0)).toEqual({ end, isClosed });
  });

  it('that is not closed is the last token', () => {
    const sources = (text: string): readonly string[] =>
      [...jsonTokens(text)].map(({ source }) => source);
    expect(sources('{"a": ["{", 1]}')).toEqual(['{', '"a"', '[', '"{"', ']', '}']);
    expect(sources('{"a\n"b": "{" }')).toEqual(['{', '"a']);
  });
});

it.each([
  ['007', 7],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', NaN],
  ['-1', NaN],
  ['', NaN],
])('the integer of %j is %d', (digits, value) => expect(integerOf(digits)).toBe(value));

it('tells an object from null, a list and a text', () => {
  expect([{}, null, [], 'x'].map(isRecord)).toEqual([true, false, false, false]);
});
