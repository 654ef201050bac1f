/** The table of contract 4.2. */
import { describe, expect, it } from '@jest/globals';
import { normalizeStatus } from '../../src/service/schema.ts';
import { createClassifier, isSameStatus, isTerminal, outcomeOf, type StatusClass } from '../../src/run/status.ts';

const TABLE: readonly (readonly [StatusClass, string])[] = [
  ['success', 'COMPLETE COMPLETED SUCCESS SUCCEEDED DONE FINISHED'],
  ['failure', 'ERROR FAILED FAILURE TIMEOUT TIMED_OUT MAX_ITERATIONS_REACHED OUT_OF_TOKENS'],
  ['cancelled', 'CANCELLED CANCELED STOPPED ABORTED'],
  ['needs_input', 'PAUSED WAITING_FOR_INPUT REQUIRES_ACTION'],
  ['active', 'ACTIVE RUNNING PENDING QUEUED IN_PROGRESS EVALUATION CREATED STARTED'],
];
const WORDS = TABLE.flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const));

const builtIn = createClassifier({ successStatuses: [], failureStatuses: [] });

describe('the built-in table', () => {
  it.each(WORDS)('%s means %s', (word, meaning) => {
    expect(builtIn(word)).toBe(meaning);
  });

  it.each(WORDS)('%s is compared without case, with - and space as _', (word, meaning) => {
    expect(builtIn(word.toLowerCase())).toBe(meaning);
    expect(builtIn(word.replaceAll('_', '-'))).toBe(meaning);
    expect(builtIn(word.replaceAll('_', ' ').toLowerCase())).toBe(meaning);
    expect(builtIn(` ${word}\n`)).toBe(meaning);
  });

  it.each([null, '', 'PONDERING', 'COMPLETE!', 'NOT_COMPLETE', 'constructor', '__proto__'])(
    '%p is unrecognized',
    (word) => {
      expect(builtIn(word)).toBe('unknown');
    },
  );
});

describe('statuses of the inputs', () => {
  const classify = createClassifier({
    successStatuses: ['merged', 'running'],
    failureStatuses: ['gave up', 'DONE'],
  });

  it.each([
    ['MERGED', 'success'],
    ['Running', 'success'],
    ['GAVE_UP', 'failure'],
    ['gave-up', 'failure'],
    ['done', 'failure'],
    ['FINISHED', 'success'],
  ])('%s means %s: inputs extend the table and take precedence', (word, meaning) => {
    expect(classify(word)).toBe(meaning);
  });
});

describe('the outcome of a status', () => {
  it.each([
    ['success', 'succeeded'],
    ['failure', 'failed'],
    ['cancelled', 'cancelled'],
    ['needs_input', 'needs_input'],
  ] as const)('%s is %s', (meaning, outcome) => {
    expect(isTerminal(meaning)).toBe(true);
    expect(outcomeOf(meaning)).toBe(outcome);
  });

  it.each(['active', 'unknown'] as const)('%s is not terminal', (meaning) => {
    expect(isTerminal(meaning)).toBe(false);
  });
});

it('treats several separators as one', () => {
  expect(normalizeStatus('  waiting -  for input ')).toBe('WAITING_FOR_INPUT');
});

it('compares words without case and separators', () => {
  expect([isSameStatus('Timed out', 'TIMED_OUT'), isSameStatus('COMPLETE', 'COMPLETED')]).toEqual([true, false]);
});
