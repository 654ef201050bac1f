/** Hostile text must not hold the step up either: while a pattern runs, no signal is heard. */
import { describe, expect, it } from '@jest/globals';
import { htmlText } from '../../src/safe/html.ts';
import { annotation, logInline, logJoined, logLines } from '../../src/safe/job-log.ts';
import {
  markdownCode,
  markdownFence,
  markdownMessage,
  markdownText,
} from '../../src/safe/markdown.ts';
import { PIECES } from '../support/tricks.ts';
import { processorMs } from '../support/processor-time.ts';

const LENGTH = 200_000;
const MORE = [
  '#é',
  '#\u0301',
  ':é',
  ':1',
  '- ',
  ' ',
  '` ',
  'abcdef0',
  '\x9b0',
  '\x1b]a',
  '\x9da',
  '\x9e',
  '\x9f',
  'line 1',
  ':error',
  '\ud800',
];

describe('a piece repeated many times', () => {
  it.each([...new Set([...PIECES, ...MORE])])('%j is sanitised in linear time', (piece) => {
    const text = `${piece.repeat(LENGTH / piece.length)}!`;
    const joined = (given: string): string => logJoined('      2s  ', given);
    const sanitizers = [
      annotation,
      htmlText,
      joined,
      logInline,
      logLines,
      markdownCode,
      markdownFence,
      markdownMessage,
      markdownText,
    ];
    // A quadratic pattern takes a minute.
    expect(processorMs(() => sanitizers.forEach((sanitize) => sanitize(text)))).toBeLessThan(3_000);
  });
});
