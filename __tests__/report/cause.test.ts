import { describe, expect, it } from '@jest/globals';
import {
  causeDetail,
  causeInShort,
  causeTitle,
  endCause,
  reasonIn,
} from '../../src/report/cause.ts';
import { recordOf } from '../../src/run/state.ts';
import type { Cause, Reason, StepDigest } from '../../src/report/step-view.ts';
import { stepView } from '../support/step-view.ts';

/** `ERROR bash` or `ACTION edit 1`: a kind, perhaps a tool and an exit code. */
function steps(...words: readonly string[]): readonly StepDigest[] {
  return words.map((word, index) => {
    const [kind = '', tool = null, code] = word.split(' ');
    const error = kind === 'ERROR' || kind === 'PR_CREATION_FAILED';
    const exit = code === undefined ? {} : { exitCode: Number(code) };
    return {
      index,
      time: index,
      kind,
      tool,
      headline: word,
      error,
      detail: error ? word : null,
      ...exit,
    };
  });
}

const reasonOf = (known: readonly StepDigest[]): Reason =>
  reasonIn({ steps: known, turnStarts: [], opening: null });
const causeOf = (known: readonly StepDigest[]): Cause | null => reasonOf(known).cause;
const lastWords = (known: readonly StepDigest[]): StepDigest | null => reasonOf(known).lastWords;
const causeIndex = (...words: readonly string[]): number | null =>
  causeOf(steps(...words))?.error.index ?? null;

describe('the cause of a failure', () => {
  it.each([
    ['no error', ['ACTION bash'], null],
    ['the only error', ['ACTION bash', 'ERROR bash'], 1],
    ['an error before one that was overcome', ['ERROR edit', 'ERROR bash', 'ACTION bash'], 0],
    [
      'no error when all were overcome',
      ['ERROR edit', 'ACTION edit', 'ERROR bash', 'ACTION bash'],
      null,
    ],
    [
      'an error that a command of the same tool does not overcome by failing',
      ['ERROR bash', 'ACTION bash 1'],
      1,
    ],
    ['the last command', ['PR_CREATION_FAILED', 'INITIAL_PR_GENERATION', 'ACTION bash 137'], 2],
    ['no command that another one followed', ['ACTION bash 1', 'ACTION npm 0'], null],
    ['an error after the last command', ['ACTION bash 1', 'ERROR'], 1],
    ['the last command after an error', ['ERROR', 'ACTION bash 1'], 1],
    [
      'a pull request that failed, rather than a command before it',
      ['ACTION bash 1', 'PR_CREATION_FAILED'],
      1,
    ],
    ['the last of two that were not', ['ERROR edit', 'ERROR bash', 'ACTION view'], 1],
    ['an error without a tool', ['ERROR', 'ACTION bash'], 0],
    ['an earlier success overcomes nothing', ['ACTION bash', 'ERROR bash', 'ACTION view'], 1],
    [
      'a pull request after a failed one',
      ['ERROR', 'PR_CREATION_FAILED', 'INITIAL_PR_GENERATION'],
      0,
    ],
    [
      'an error rather than the pull request that failed for it',
      ['ERROR bash', 'PR_CREATION_FAILED'],
      0,
    ],
    ['a failed pull request', ['PR_CREATION_FAILED', 'ACTION bash'], 0],
  ] as const)('%s', (_, words, index) => expect(causeIndex(...words)).toBe(index));

  it('is followed by a failed pull request', () => {
    const then = (...words: readonly string[]): number | undefined =>
      causeOf(steps(...words))?.then?.index;
    expect(then('ERROR bash', 'PR_CREATION_FAILED')).toBe(1);
    expect(then('ERROR bash', 'PR_CREATION_FAILED', 'INITIAL_PR_GENERATION')).toBeUndefined();
    expect(then('PR_CREATION_FAILED')).toBeUndefined();
  });

  it('has the command before an error that names no tool, unless one went well since', () => {
    const commandOf = (...words: readonly string[]): number | undefined =>
      causeOf(steps(...words))?.command?.index;
    expect(commandOf('ACTION bash 1', 'ACTION view', 'ERROR')).toBe(0);
    expect(commandOf('ACTION bash 1', 'ACTION bash 0', 'ERROR')).toBeUndefined();
    expect(commandOf('ACTION bash 1', 'ERROR edit')).toBeUndefined();
    expect(commandOf('ERROR', 'ACTION bash 1')).toBeUndefined();
    expect(commandOf('ACTION bash 1')).toBeUndefined();
  });

  it('comes with the three steps before it', () => {
    const cause = causeOf(steps('ACTION a', 'ACTION b', 'ACTION c', 'ACTION d', 'ERROR e'));
    expect(cause?.before.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(causeOf(steps('ERROR'))?.before).toEqual([]);
  });

  it('ends with the last words', () => {
    expect(lastWords(steps('FINAL_ANSWER', 'ACTION a', 'ERROR'))?.index).toBe(0);
    expect(lastWords(steps('ACTION a', 'PLAN_EVALUATION', 'ERROR'))?.index).toBe(1);
    // A plan that was carried out.
    expect(lastWords(steps('PLAN_EVALUATION', 'ACTION a', 'ERROR'))).toBeNull();
  });

  it('is of the last turn alone', () => {
    const known = steps('ERROR', 'FINAL_ANSWER', 'ACTION a', 'ERROR b');
    const turnStarts = [{ why: 'repair', index: 2 }] as const;
    const { cause, lastWords: words } = reasonIn({ steps: known, turnStarts, opening: null });
    expect([cause?.error.index, cause?.before.length, words]).toEqual([3, 1, null]);
    const nothing = { cause: null, lastWords: null, isOvercome: false };
    expect(reasonIn({ steps: known, turnStarts, opening: { why: 'mend' } })).toEqual(nothing);
  });

  it('is no error that says that the run failed and not why, where anything else tells it', () => {
    const [error] = steps('ERROR');
    const unsaid: StepDigest = { ...(error as StepDigest), index: 1, namesNoCause: true };
    const [command] = steps('ACTION bash 1');
    expect(causeOf([command as StepDigest, unsaid])?.error).toBe(command);
    expect(causeOf([unsaid])?.error).toBe(unsaid);
    const view = stepView({ outcome: 'failed', steps: [unsaid] });
    const bare = endCause(view);
    expect(bare?.inLog?.error).toBe(unsaid);
    // In a line beside the outcome it would say nothing.
    expect(bare === null ? null : causeInShort(bare, 80)).toBe('');
    const told = recordOf({ mode: 'created', runId: '1', webUrl: null, status: null });
    expect(endCause({ ...view, turn: { ...told, cause: 'Out of memory.' } })?.inLog).toBeNull();
  });

  it('is told of a run that failed, and of no other', () => {
    const known = steps('ACTION bash 137', 'FINAL_ANSWER');
    expect(endCause(stepView({ outcome: 'failed', steps: known }))?.inLog?.error).toBe(known[0]);
    expect(endCause(stepView({ outcome: 'timed_out', steps: known }))).toBeNull();
  });
});

describe('the one cause', () => {
  const told = (cause: string) => ({
    ...recordOf({ mode: 'created', runId: '1', webUrl: null, status: null }),
    cause,
  });
  const failing = steps('ACTION bash 137', 'FINAL_ANSWER');
  const view = stepView({ outcome: 'failed', steps: failing, result: 'I give up.' });

  it('is what the service tells, before what stands in the log', () => {
    const both = endCause({ ...view, turn: told(' The disk is full. ') });
    expect(both).toMatchObject({ told: 'The disk is full.', isInResult: false, said: '' });
    expect(both?.inLog?.error).toBe(failing[0]);
    expect(both === null ? '' : causeInShort(both, 80)).toBe('The disk is full.');
    expect(endCause({ ...view, turn: told('I give up.') })).toMatchObject({ isInResult: true });
  });

  it('is the failure in the log, which has what the service tells', () => {
    const [error] = steps('ERROR bash');
    const [stopped] = [{ ...(error as StepDigest), detail: 'The disk is full.' }];
    const one = endCause({
      ...stepView({ outcome: 'failed', steps: [stopped] }),
      turn: told('The disk is full.'),
    });
    expect(one?.told).toBeNull();
    expect(one === null ? '' : causeInShort(one, 80)).toBe(
      'Error in bash, step 1: The disk is full.',
    );
  });

  it('is what the agent said, where neither tells', () => {
    const said = endCause(stepView({ outcome: 'failed', result: 'I give up.' }));
    expect(said).toMatchObject({ told: null, inLog: null, said: 'I give up.' });
    expect(said === null ? '' : causeInShort(said, 80)).toBe('');
  });

  it('of an error that names no tool is told with the command before it', () => {
    const [command, error] = steps('ACTION bash 1', 'ERROR') as [StepDigest, StepDigest];
    const failed = { ...command, headline: 'npm test', detail: 'Killed' };
    const ended = { ...error, detail: 'The session ended with an error.' };
    const cause = endCause(stepView({ outcome: 'failed', steps: [failed, ended] }));
    const short = (maxLength: number): string =>
      cause === null ? '' : causeInShort(cause, maxLength);
    expect(short(400)).toBe(
      'Error, step 2: The session ended with an error. ' +
        'Before that, bash exited with 1 in step 1: npm test: Killed',
    );
    expect(short(90)).toBe(
      'Error, step 2: The session ended with an err… Before that, bash exited with 1 in step 1: …',
    );
  });

  it('of a call that is no command says that it failed, and not with which code', () => {
    const titles = steps('ACTION edit_file 1', 'ACTION deploy 137', 'ACTION sh 1').map(causeTitle);
    expect(titles).toEqual([
      'edit_file failed in step 1',
      'deploy exited with 137 in step 2',
      'sh exited with 1 in step 3',
    ]);
  });

  it('of a command whose exit code was not told says that it failed', () => {
    const [command] = steps('ACTION run_terminal_cmd 1') as [StepDigest];
    expect(causeTitle({ ...command, isExitUntold: true })).toBe('A command failed in step 1');
  });

  it('of a failed command ends with the last lines that it printed', () => {
    const [command] = steps('ACTION bash 1') as [StepDigest];
    const short = (detail: string, maxLength = 400): string => {
      const failed = { ...command, headline: 'npm test', detail };
      const cause = endCause(stepView({ outcome: 'failed', steps: [failed] }));
      return cause === null ? '' : causeInShort(cause, maxLength);
    };
    const start = 'bash exited with 1 in step 1: npm test';
    expect(short('')).toBe(start);
    expect(short('one\ntwo\n\n  three\r\n\u001b[31mfour\u001b[0m\n')).toBe(
      `${start}: two / three / four`,
    );
    // The end is what counts.
    const long = short(`${'x'.repeat(500)} the end`, 60);
    expect(long).toHaveLength(60);
    expect(long).toMatch(/: npm test: …x+ the end$/);
    expect(short('the end', start.length)).toBe(start);
  });

  it('of a failed command is without the command where the log does not tell it', () => {
    const [step] = steps('ACTION bash 1') as [StepDigest];
    const failed = { ...step, headline: 'Killed', detail: 'Killed', isInputUntold: true };
    const cause = endCause(stepView({ outcome: 'failed', steps: [failed] }));
    expect(cause === null ? '' : causeInShort(cause, 400)).toBe(
      'bash exited with 1 in step 1: Killed',
    );
    expect(causeDetail(failed)).toBe('Killed');
    expect(causeDetail({ ...failed, detail: '' })).toBe('Killed');
  });
});
