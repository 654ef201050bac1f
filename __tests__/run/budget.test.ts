/** The budget of a run, and what it has used of it, in words (contract 20). */
import { expect, it } from '@jest/globals';
import { serviceNamed } from '../../src/inputs/service.ts';
import { budgetOf, isExceeded, isUsedUp, usedText, type KeptBudget } from '../../src/run/budget.ts';

const budget: KeptBudget = {
  amount: 5,
  unit: 'usd',
  kept: 'watched',
  usageOf: 'step',
  setBy: '`budget`',
};
const usd = (costUsd: number) => ({ unit: 'tokens', amount: 1_000, costUsd }) as const;
const none = { usage: null, usageBeforeStep: null };

it.each([
  [
    'this step',
    { usage: usd(5.25), usageBeforeStep: usd(1) },
    '5.25 USD of the 5.00 USD that `budget` allows',
  ],
  ['nothing', none, 'all of the 5.00 USD that `budget` allows'],
])('is told of %s', (_, record, words) => {
  expect(usedText(record, budget)).toBe(words);
});

it.each([
  [4.99, false, false],
  [5, true, false],
  [5.01, true, true],
])('of 5 USD, with %s used, is used up: %s, exceeded: %s', (used, isUp, isMore) => {
  const record = { usage: usd(used), usageBeforeStep: null };
  expect([isUsedUp(record, budget), isExceeded(record, budget)]).toEqual([isUp, isMore]);
});

it('leaves out what was used before the step where `usage` tells of the whole run', () => {
  const record = { usage: usd(6), usageBeforeStep: usd(1) };
  expect(usedText(record, { ...budget, usageOf: 'run' })).toBe(
    '5.00 USD of the 5.00 USD that `budget` allows',
  );
});

it('is set by a field of the create too, of a run that the step creates', () => {
  const { facts } = serviceNamed('devin');
  const inputs = { budget: null, requestFields: { max_acu_limit: 5 } };
  expect(budgetOf({ ...inputs, agentRunId: null }, facts)).toMatchObject({
    amount: 5,
    setBy: '`max_acu_limit`',
  });
  expect(budgetOf({ ...inputs, agentRunId: 'devin-1' }, facts)).toBeNull();
});
