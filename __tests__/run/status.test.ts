/** What status words mean (contract 4.2). */
import { describe, expect, it } from '@jest/globals';
import { statusMeaning } from '../../src/agents/agent-run/words.ts';
import type { Meaning } from '../../src/agents/port.ts';
import { isSameStatus, isTerminal } from '../../src/agents/status-word.ts';
import { createClassifier, startsAnew } from '../../src/run/status.ts';

const shown = (status: string | null) => ({ status, meaning: statusMeaning(status) });
const classify = (status: string | null): Meaning =>
  createClassifier({ successStatuses: [], failureStatuses: [] })(shown(status));

describe('a status word', () => {
  /** A meaning without a line does not compile. */
  const TABLE: Readonly<Record<Exclude<Meaning, 'unknown'>, string>> = {
    succeeded: 'COMPLETE COMPLETED SUCCESS SUCCEEDED DONE FINISHED',
    failed: 'ERROR FAILED FAILURE TIMEOUT TIMED_OUT MAX_ITERATIONS_REACHED OUT_OF_TOKENS',
    cancelled: 'CANCELLED CANCELED STOPPED ABORTED',
    unverified: '',
    needs_input: 'PAUSED WAITING_FOR_INPUT REQUIRES_ACTION',
    active: 'ACTIVE RUNNING PENDING QUEUED IN_PROGRESS EVALUATION CREATED STARTED',
  };
  const wordsOf = (meaning: keyof typeof TABLE): string[] => TABLE[meaning].match(/\w+/g) ?? [];
  const meanings = Object.keys(TABLE) as (keyof typeof TABLE)[];

  it.each(meanings.flatMap((meaning) => wordsOf(meaning).map((word) => [word, meaning] as const)))(
    '%s means %s, in any case, with - or spaces as _',
    (word, meaning) => {
      const forms = [
        word,
        word.toLowerCase(),
        word.replaceAll('_', '-'),
        ` ${word.replaceAll('_', ' - ')}\n`,
      ];
      for (const form of forms) {
        expect([form, classify(form)]).toEqual([form, meaning]);
      }
      expect(isTerminal(meaning)).toBe(meaning !== 'active');
    },
  );

  it.each([null, '', 'PONDERING', 'COMPLETE!', 'NOT_COMPLETE', 'constructor', '__proto__'])(
    '%p is unrecognized',
    (word) => {
      expect([classify(word), isTerminal(classify(word))]).toEqual(['unknown', false]);
    },
  );

  it.each([
    ['MERGED', 'succeeded'],
    ['Running', 'succeeded'],
    ['GAVE_UP', 'failed'],
    ['gave-up', 'failed'],
    ['done', 'failed'],
    ['FINISHED', 'succeeded'],
  ])('%s means %s where an input names it or another one', (word, meaning) => {
    const inputs = { successStatuses: ['merged', 'running'], failureStatuses: ['gave up', 'DONE'] };
    expect(createClassifier(inputs)(shown(word))).toBe(meaning);
  });

  it.each<[Meaning, boolean]>([
    ['succeeded', false],
    ['needs_input', false],
    ['failed', true],
    ['cancelled', true],
    ['active', false],
    ['unknown', false],
  ])('of a run that is %s, starts a later attempt anew: %s', (meaning, anew) => {
    expect(startsAnew(meaning)).toBe(anew);
  });

  it('is compared without case and separators', () => {
    expect([isSameStatus('Timed out', 'TIMED_OUT'), isSameStatus('COMPLETE', 'COMPLETED')]).toEqual(
      [true, false],
    );
  });
});
