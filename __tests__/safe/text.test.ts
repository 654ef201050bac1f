import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  asSentence,
  counted,
  cutBefore,
  duration,
  ellipsisBefore,
  fileNamePart,
  grouped,
  inTime,
  joined,
  lastLines,
  outputValue,
  shortId,
} from '../../src/safe/text.ts';

describe('formatting', () => {
  it.each([
    [0, '0s'],
    [-5, '0s'],
    [59_400, '59s'],
    [60_000, '1m 00s'],
    [65_000, '1m 05s'],
    [3_720_000, '1h 02m'],
  ])('shows %d ms as %s', (ms, said) => expect(duration(ms)).toBe(said));

  it.each([
    [inTime(499), 'now'],
    [inTime(500), 'in 1s'],
    [grouped(999), '999'],
    [grouped('1234567 steps'), '1,234,567 steps'],
    [shortId('12345678901234567890'), '12345678901234567890'],
    [shortId('devin-7c1e0a55f2d94b11aa'), '7c1e0a55'],
    [shortId('bc-5f0c1d2e-3a4b-4c5d-8e6f-708192a3b4c5'), '5f0c1d2e'],
    [shortId('a-long-name-of-another-kind'), 'a-long-name-of-another-kind'],
  ])('writes %j as %j', (text, said) => expect(text).toBe(said));

  it.each([
    ['No', 'No.'],
    ['Gone (HTTP 404)', 'Gone (HTTP 404).'],
    ['Too many requests.', 'Too many requests.'],
    ['It said: "No"', 'It said: "No".'],
    ['It said: "No."', 'It said: "No."'],
    ['Why?', 'Why?'],
  ])('ends a sentence once: %s', (text, said) => expect(asSentence(text)).toBe(said));

  it('uses the singular or plural of a noun', () => {
    expect([0, 1, 2].map((count) => counted(count, 'step'))).toEqual([
      '0 steps',
      '1 step',
      '2 steps',
    ]);
    expect(counted(2, 'entry', 'entries')).toBe('2 entries');
  });

  it('joins the non-empty parts', () => {
    expect(joined(['', 'one', '', 'two'])).toBe('one\n\ntwo');
    expect(joined(['one', '', 'two'], ' · ')).toBe('one · two');
  });
});

describe('the end of a text', () => {
  it.each([
    ['one\ntwo', 7, 'one\ntwo'],
    ['one\ntwo', 6, 'two'],
    ['one\ntwo', 3, 'two'],
    ['one\ntwo', 2, 'wo'],
    ['one\ntwo', 0, ''],
    ['🙂🙂', 3, '🙂'],
  ])('of %j in %i units is %j', (text, length, end) => {
    expect(lastLines(text, length)).toBe(end);
  });

  it.each([
    ['one two', 7, 'one two'],
    ['one two', 4, '…two'],
    ['one two', 1, '…'],
    ['🙂🙂', 3, '…🙂'],
    ['🙂🙂', 2, '…'],
  ])('of %j with an ellipsis in %i units is %j', (text, length, end) => {
    expect(ellipsisBefore(text, length)).toBe(end);
  });

  it('says how much is missing before it', () => {
    const text = `${'-'.repeat(90)}\nThe end.`;
    expect(cutBefore(text, 99)).toBe(text);
    expect(cutBefore(text, 60)).toBe('… (91 characters before)\nThe end.');
  });
});

describe('outputValue', () => {
  it('changes only lone surrogates and NUL', () => {
    expect(outputValue('a\0b\ud800c😀\r\n\x1b[31m::error::x\u202e')).toBe(
      'ab\ufffdc😀\r\n\x1b[31m::error::x\u202e',
    );
    fc.assert(
      fc.property(fc.string(), (text) => expect(outputValue(text)).toBe(text.replaceAll('\0', ''))),
    );
  });
});

describe('fileNamePart', () => {
  it('returns a plain name for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom('.', '/', '\\', '-', 'a', ' ') }),
        ),
        (text) => {
          expect(fileNamePart(text)).toMatch(/^[\w](?:[\w.-]{0,63}[\w])?$/);
          expect(fileNamePart(text)).not.toContain('..');
        },
      ),
    );
  });

  it.each([
    ['build (ubuntu, 24)', 'build-ubuntu-24'],
    ['../../etc/passwd', 'etc-passwd'],
    ['', 'unnamed'],
    ['...', 'unnamed'],
    ['run-12.jsonl', 'run-12.jsonl'],
  ])('turns %j into %j', (text, name) => {
    expect(fileNamePart(text)).toBe(name);
  });
});
