/** How long hostile answers may take (contract 6.5): while one is read, no signal is heard. */
import { describe, expect, it } from '@jest/globals';
import { holdsVerdict } from '../../src/run/second-verdict.ts';
import { processorMs } from '../support/processor-time.ts';
import { readingOf } from '../support/review-answer.ts';

const LENGTH = 1_000_000;

describe.each([
  '{ ',
  '{',
  '"',
  '\\"',
  '{"',
  '{\\"',
  '{"\\"',
  '{\\"\n',
  '{a}',
  ',{pass ',
  '[]{"a":',
])('a million characters of %j after an opened string', (piece) => {
  const text = `{"${piece.repeat(LENGTH / piece.length)}`;

  it.each([
    ['a review', () => readingOf(text, true)],
    ['a second verdict', () => holdsVerdict(text)],
  ])('are soon looked through for %s', (_what, read) => {
    expect(processorMs(read)).toBeLessThan(3_000);
  });
});
