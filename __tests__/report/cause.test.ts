import { describe, expect, it } from '@jest/globals';
import { causeOf, lastWords } from '../../src/report/cause.ts';
import type { StepDigest } from '../../src/report/step-view.ts';

/** `ERROR bash` or `ACTION edit`: a kind and perhaps a tool. */
function steps(...words: readonly string[]): readonly StepDigest[] {
  return words.map((word, index) => {
    const [kind = '', tool = null] = word.split(' ');
    const error = kind === 'ERROR' || kind === 'PR_CREATION_FAILED';
    return { index, time: index, kind, tool, headline: word, error, detail: error ? word : null };
  });
}

const causeIndex = (...words: readonly string[]): number | null => causeOf(steps(...words))?.error.index ?? null;

describe('the cause of a failure', () => {
  it.each([
    ['no error', ['ACTION bash'], null],
    ['the only error', ['ACTION bash', 'ERROR bash'], 1],
    ['an error before one that was overcome', ['ERROR edit', 'ERROR bash', 'ACTION bash'], 0],
    ['the last error when all were overcome', ['ERROR edit', 'ACTION edit', 'ERROR bash', 'ACTION bash'], 2],
    ['the last of two that were not', ['ERROR edit', 'ERROR bash', 'ACTION view'], 1],
    ['an error without a tool', ['ERROR', 'ACTION bash'], 0],
    ['an earlier success overcomes nothing', ['ACTION bash', 'ERROR bash', 'ACTION view'], 1],
    ['a pull request after a failed one', ['ERROR', 'PR_CREATION_FAILED', 'INITIAL_PR_GENERATION'], 0],
    ['an error rather than the pull request that failed for it', ['ERROR bash', 'PR_CREATION_FAILED'], 0],
    ['a failed pull request', ['PR_CREATION_FAILED', 'ACTION bash'], 0],
  ] as const)('%s', (_, words, index) => expect(causeIndex(...words)).toBe(index));

  it('is followed by a failed pull request', () => {
    const then = (...words: readonly string[]): number | undefined => causeOf(steps(...words))?.then?.index;
    expect(then('ERROR bash', 'PR_CREATION_FAILED')).toBe(1);
    expect(then('ERROR bash', 'PR_CREATION_FAILED', 'INITIAL_PR_GENERATION')).toBeUndefined();
    expect(then('PR_CREATION_FAILED')).toBeUndefined();
  });

  it('comes with the three steps before it', () => {
    const cause = causeOf(steps('ACTION a', 'ACTION b', 'ACTION c', 'ACTION d', 'ERROR e'));
    expect(cause?.before.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(causeOf(steps('ERROR'))?.before).toEqual([]);
  });

  it('ends with the last words', () => {
    expect(lastWords(steps('PLAN_EVALUATION', 'ACTION a', 'ERROR'))?.index).toBe(0);
    expect(lastWords(steps('ACTION a'))).toBeNull();
  });
});
