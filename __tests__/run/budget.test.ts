/** What a run has used of its budget, in words (contract 20). */
import { expect, it } from '@jest/globals';
import { usedText, type KeptBudget } from '../../src/run/budget.ts';

const budget: KeptBudget = {
  amount: 5,
  unit: 'usd',
  kept: 'watched',
  usageOf: 'turn',
  setBy: '`budget`',
};
const usd = (costUsd: number) => ({ unit: 'tokens', amount: 1_000, costUsd }) as const;
const none = { usage: null, usageBeforeStep: null, usageBeforeTurn: null };

it.each([
  ['one turn', { ...none, usage: usd(5.25) }, '5.25 USD of the 5.00 USD that `budget` allows'],
  [
    // The output `usage` tells of the last turn alone.
    'several turns',
    { usage: usd(2), usageBeforeStep: usd(1), usageBeforeTurn: usd(4) },
    '5.00 USD of the 5.00 USD that `budget` allows (2.00 USD in its last turn)',
  ],
  [
    'a last turn that has told nothing yet',
    { ...none, usageBeforeTurn: usd(5) },
    '5.00 USD of the 5.00 USD that `budget` allows (0.00 USD in its last turn)',
  ],
  ['nothing', none, 'all of the 5.00 USD that `budget` allows'],
])('is told after %s', (_, record, words) => {
  expect(usedText(record, budget)).toBe(words);
});

it('is one number where `usage` tells of the whole run', () => {
  const record = { usage: usd(6), usageBeforeStep: usd(1), usageBeforeTurn: usd(4) };
  expect(usedText(record, { ...budget, usageOf: 'run' })).toBe(
    '5.00 USD of the 5.00 USD that `budget` allows',
  );
});
