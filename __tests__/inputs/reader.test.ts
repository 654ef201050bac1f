import { describe, expect, it } from '@jest/globals';
import { describeProblems, InputReader } from '../../src/inputs/reader.ts';
import { choice } from '../../src/inputs/row.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const reader = (value: string): InputReader => new InputReader(() => value);

describe('the reader', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    [' a , b ', ['a', 'b']],
    ['a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
    [',,\n', []],
    ['two words', ['two words']],
  ])('splits %j into %j', (text, words) => {
    expect(reader(text).list('x')).toEqual(words);
  });

  it.each([
    ['', 'a', 0],
    ['b', 'b', 0],
    ['B', 'b', 0],
    ['c', 'a', 1],
  ])('chooses for %j %s', (...[given, chosen, problems]) => {
    const read = reader(given);
    expect(choice(['a', 'b']).read({ read, env: {}, files: new MemoryFiles() }, 'x')).toBe(chosen);
    expect(read.problems).toHaveLength(problems);
  });

  it.each([
    ['1', 1],
    ['001', 1],
    ['', null],
    ['0', null],
    ['-3', null],
    ['1.5', null],
    ['1e3', null],
    ['0x10', null],
    ['１', null],
  ])('reads the integer %j as %p', (given, value) => {
    expect(reader(given).integer('x')).toBe(value);
  });

  it.each([
    ['2.', 2],
    ['.5', 0.5],
    ['0.001', 0.001],
    ['', null],
    ['1e3', null],
    ['1,5', null],
    ['-1', null],
    ['Infinity', null],
  ])('reads the number %j as %p', (given, value) => {
    expect(reader(given).positive('x', { accepted: 'y', unitSeconds: 60 })).toBe(value);
  });

  it.each([
    ['1e3', 'y, written in digits alone, at most 9 of them before the point'],
    ['99999999999', 'y, written in digits alone, at most 9 of them before the point'],
    ['0', 'y'],
    ['1h', 'y. Did you mean `60`?'],
    ['1,5', 'y. Did you mean `1.5`?'],
    ['0,125', 'y. Did you mean `0.125`?'],
    ['1,500', 'y. Did you mean `1500`?'],
    ['1,800s', 'y. Did you mean `30`?'],
  ])('says of the number %j that it accepts %s', (given, accepted) => {
    const read = reader(given);
    read.positive('x', { accepted: 'y', unitSeconds: 60 });
    expect(read.problems).toMatchObject([{ accepted }]);
  });

  it.each([
    ['1e3', 'a positive integer, or nothing, written in digits alone, at most 15 of them'],
    ['9'.repeat(20), 'a positive integer, or nothing, written in digits alone, at most 15 of them'],
    ['1.5', 'a positive integer, or nothing'],
    ['0', 'a positive integer, or nothing'],
  ])('says of the integer %j that it accepts %s', (given, accepted) => {
    const read = reader(given);
    read.integer('x', { more: ', or nothing' });
    expect(read.problems).toMatchObject([{ accepted }]);
  });
});

describe('the message', () => {
  const problem = { name: 'org_id', given: '"x"', accepted: 'a positive integer' };
  it('counts the problems and puts each on a line', () => {
    expect(describeProblems([problem])).toMatch(
      /^An input is not valid.*\n- `org_id`: got "x"; accepted: a positive integer$/,
    );
    expect(describeProblems([problem, problem])).toMatch(/^2 inputs are not valid/);
  });
});

it.each([
  ['words', 'accepted: a number. This action has no input `api_key`: did you mean `token`?'],
  [
    'a question?',
    'accepted: a question? This action has no input `api_key`: did you mean `token`?',
  ],
])('a name that is meant for the input follows %s as a sentence', (...[ending, expected]) => {
  const accepted = ending === 'words' ? 'a number' : ending;
  const problem = { name: 'token', given: 'nothing', accepted };
  const message = describeProblems([problem], [{ given: 'api_key', meant: 'token' }]);
  expect(message).toContain(expected);
});
