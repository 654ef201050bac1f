/** The decisions of contract 4.3 and 4.5 as a table of polls. */
import { describe, expect, it } from '@jest/globals';
import { isSettling, judge, NO_SIGN_LIMIT_MS, observe, showsNoSign } from '../../src/run/ending.ts';
import { createClassifier } from '../../src/run/status.ts';
import { turnStart, type TurnState } from '../../src/run/ending.ts';

const classify = createClassifier({ successStatuses: [], failureStatuses: [] });

/** The clock may start at any value. */
const START_MS = 700_000_000;

interface LookAt {
  /** Seconds. */
  readonly at: number;
  readonly status: string | null;
  readonly kinds?: readonly (string | null)[];
  readonly more?: boolean;
  readonly echo?: number;
  readonly newAnswer?: boolean;
  readonly answerMoved?: boolean;
  readonly outdated?: boolean;
  readonly logless?: boolean;
  readonly withoutLog?: boolean;
}

function after(
  mode: TurnState['mode'],
  looks: readonly LookAt[],
  {
    statusBefore = 'COMPLETE',
    replyActive = false,
  }: { readonly statusBefore?: string | null; readonly replyActive?: boolean } = {},
): TurnState {
  return looks.reduce(
    (state, { at, status, kinds = [], more = false, ...fields }) =>
      observe(state, {
        now: START_MS + at * 1000,
        status,
        statusClass: classify(status),
        kinds,
        more,
        ...fields,
      }),
    turnStart({
      mode,
      startedAt: START_MS,
      statusBefore: mode === 'resumed' ? statusBefore : null,
      replyActive,
      busyBefore: mode === 'resumed' && classify(statusBefore) === 'active',
    }),
  );
}

function verdictOf(mode: TurnState['mode'], looks: readonly LookAt[], before?: Parameters<typeof after>[2]) {
  return judge(after(mode, looks, before), START_MS + (looks.at(-1)?.at ?? 0) * 1000);
}

const quiet = (status: string | null, ...at: number[]): LookAt[] => at.map((second) => ({ at: second, status }));
const noLog = (status: string, ...at: number[]): LookAt[] =>
  at.map((second) => ({ at: second, status, withoutLog: true }));
const answer = (at: number, status: string | null): LookAt => ({ at, status, kinds: ['FINAL_ANSWER'] });

const noSign = (looks: readonly LookAt[], at: number): boolean =>
  showsNoSign(after('resumed', looks), START_MS + at * 1000);

/** The run shows a result or summary of this turn. */
const withNewAnswer = (status: string | null, ...at: number[]): LookAt[] =>
  at.map((second) => ({ at: second, status, newAnswer: true }));

describe('the beginning of a turn', () => {
  it('has no information', () => {
    const known = { mode: 'resumed', startedAt: START_MS, statusBefore: 'COMPLETE', replyActive: true } as const;
    expect(turnStart(known)).toEqual({
      ...known,
      status: null,
      statusClass: 'unknown',
      seenActive: false,
      busyBefore: false,
      sign: false,
      changed: false,
      endSeen: false,
      activeAfterEnd: false,
      outdated: false,
      echoed: false,
      answeredAfterEcho: false,
      neverStatus: true,
      hasResult: false,
      worked: false,
      finalAnswer: false,
      answerStands: false,
      errorEntry: false,
      logSeen: false,
      complete: true,
      quietPolls: 0,
      lastNews: START_MS,
      polls: 0,
      polledAt: START_MS,
    });
  });

  it('does not count the first answer as news, but counts a later one', () => {
    const moved = (...at: number[]): LookAt[] => at.map((second) => ({ at: second, status: 'ODD', answerMoved: true }));
    expect(after('created', moved(1))).toMatchObject({ quietPolls: 1, lastNews: START_MS });
    expect(after('created', moved(1, 2))).toMatchObject({ quietPolls: 0, lastNews: START_MS + 2_000 });
  });

  it('does not count the first status word as news, but counts a later one', () => {
    expect(after('created', quiet('ODD', 1))).toMatchObject({ polls: 1, quietPolls: 1, lastNews: START_MS });
    expect(after('created', [...quiet('ODD', 1), ...quiet('ODDER', 2)])).toMatchObject({
      polls: 2,
      quietPolls: 0,
      lastNews: START_MS + 2_000,
    });
  });
});

describe('a created or attached run', () => {
  it.each(['created', 'attached'] as const)('%s: the first terminal status counts', (mode) => {
    expect(verdictOf(mode, quiet('FAILED', 1))).toEqual({ kind: 'terminal', meaning: 'failure' });
  });

  it.each([
    ['no answer', [...quiet('ODD', 0, 20, 40, 60)], 'continue'],
    ['an answer and three quiet looks over 30 s', [answer(0, 'ODD'), ...quiet('ODD', 10, 20, 30)], 'assumed_success'],
    ['an answer and three quiet looks over 29 s', [answer(0, 'ODD'), ...quiet('ODD', 10, 20, 29)], 'continue'],
    ['an answer and two quiet looks over 60 s', [answer(0, 'ODD'), ...quiet('ODD', 30, 60)], 'continue'],
    [
      'an answer, then another entry',
      [
        answer(0, 'ODD'),
        ...quiet('ODD', 10, 20),
        { at: 25, status: 'ODD', kinds: ['ACTION'] },
        ...quiet('ODD', 30, 40),
      ],
      'continue',
    ],
    [
      'an answer, then another word',
      [answer(0, 'ODD'), ...quiet('ODD', 10), ...quiet('ODDER', 20, 30, 40)],
      'continue',
    ],
    [
      'an answer, more to read',
      [answer(0, 'ODD'), ...quiet('ODD', 10, 20), { at: 31, status: 'ODD', more: true }],
      'continue',
    ],
    [
      'an answer and three quiet looks, more to read at the last',
      [answer(0, 'ODD'), ...quiet('ODD', 10, 20, 25), { at: 31, status: 'ODD', more: true }],
      'continue',
    ],
    [
      'an answer and three quiet looks that took two pages each',
      [
        answer(0, 'ODD'),
        ...[10, 20, 30].flatMap((at) => [{ at: at - 1, status: 'ODD', more: true }, ...quiet('ODD', at)]),
      ],
      'assumed_success',
    ],
    ['an answer, and no log for ten minutes', [answer(0, 'ODD'), ...noLog('ODD', 10, 300, 600)], 'assumed_success'],
    ['an answer, and no log for almost ten minutes', [answer(0, 'ODD'), ...noLog('ODD', 10, 300, 599)], 'continue'],
    ['an answer, still active, and no log', [answer(0, 'RUNNING'), ...noLog('RUNNING', 10, 300, 900)], 'continue'],
    [
      'an answer, and at the last look no log',
      [answer(0, 'ODD'), ...quiet('ODD', 10, 20), { at: 30, status: 'ODD', withoutLog: true }],
      'continue',
    ],
    ['an answer, no word at all', [answer(0, null), ...quiet(null, 10, 20, 30)], 'assumed_success'],
    ['an answer, but at work', [answer(0, 'RUNNING'), ...quiet('RUNNING', 10, 20, 60)], 'continue'],
  ] as const)('of unknown status with %s: %s', (_, looks, kind) => {
    expect(verdictOf('created', looks).kind).toBe(kind);
  });

  it('is never reported as not having acted on the follow-up', () => {
    expect(verdictOf('created', quiet(null, 1, 700)).kind).toBe('continue');
    expect(verdictOf('attached', quiet('ODD', 1, 700)).kind).toBe('continue');
  });
});

describe('a resumed run', () => {
  it.each([
    ['the old terminal status', quiet('COMPLETE', 1, 60, 120), 'continue'],
    ['another terminal status and two quiet looks over 5 s', quiet('FAILED', 1, 5), 'terminal'],
    ['another terminal status and two quiet looks over 4 s', quiet('FAILED', 1, 4), 'continue'],
    ['the old status, written otherwise', quiet('complete', 1, 60, 120), 'continue'],
    ['another result', withNewAnswer('COMPLETE', 1, 6, 8), 'terminal'],
    ['another result a moment ago', withNewAnswer('COMPLETE', 1, 3, 4), 'continue'],
    ['no status in between', [...quiet(null, 1), ...quiet('COMPLETE', 2)], 'continue'],
    ['active in between', [...quiet('RUNNING', 1), ...quiet('COMPLETE', 2)], 'terminal'],
    ['a new word nobody knows in between', [...quiet('ODD', 1), ...quiet('COMPLETE', 2)], 'terminal'],
    ['an answer and three quiet looks over 5 s', [answer(0, 'COMPLETE'), ...quiet('COMPLETE', 2, 4, 5)], 'terminal'],
    ['an answer and three quiet looks over 4 s', [answer(0, 'COMPLETE'), ...quiet('COMPLETE', 1, 2, 4)], 'continue'],
    ['an answer and two quiet looks', [answer(0, 'COMPLETE'), ...quiet('COMPLETE', 5, 50)], 'continue'],
    [
      'an error and three quiet looks',
      [{ at: 0, status: 'COMPLETE', kinds: ['ERROR'] }, ...quiet('COMPLETE', 2, 4, 6)],
      'terminal',
    ],
    [
      'an action and quiet looks',
      [{ at: 0, status: 'COMPLETE', kinds: ['ACTION'] }, ...quiet('COMPLETE', 10, 20, 30)],
      'continue',
    ],
    [
      'an echoed message and quiet looks',
      [{ at: 0, status: 'COMPLETE', kinds: ['USER_MESSAGE'] }, ...quiet('COMPLETE', 10, 20, 30)],
      'continue',
    ],
    ['nothing for ten minutes', quiet('COMPLETE', 1, 599, 600), 'not_taken_up'],
    [
      'only an echo for ten minutes',
      [{ at: 1, status: 'COMPLETE', kinds: ['USER_MESSAGE'] }, ...quiet('COMPLETE', 600)],
      'not_taken_up',
    ],
    ['nothing for almost ten minutes', quiet('COMPLETE', 1, 599), 'continue'],
    [
      'work, then nothing for ten minutes',
      [{ at: 1, status: 'COMPLETE', kinds: ['ACTION'] }, ...quiet('COMPLETE', 700)],
      'continue',
    ],
  ] as const)('with %s: %s', (_, looks, kind) => {
    expect(verdictOf('resumed', looks).kind).toBe(kind);
  });

  it('does not count the unrecognized status it already had as a sign of work', () => {
    expect(verdictOf('resumed', quiet('ODD', 1, 600), { statusBefore: 'ODD' }).kind).toBe('not_taken_up');
    expect(verdictOf('resumed', quiet('ODD', 1, 600), { statusBefore: 'COMPLETE' }).kind).toBe('continue');
  });

  it.each([
    ['an action and quiet looks over 60 s', 'ACTION', [20, 40, 60], 'terminal'],
    ['an action and quiet looks over 59 s', 'ACTION', [20, 40, 59], 'continue'],
    ['an echo and quiet looks over 60 s', 'USER_MESSAGE', [20, 40, 60], 'continue'],
  ] as const)('whose resume was answered with an active status, with %s: %s', (...[, kind, at, verdict]) => {
    const looks = [{ at: 0, status: 'FAILED', kinds: [kind] }, ...quiet('FAILED', ...at)];
    expect(verdictOf('resumed', looks, { replyActive: true, statusBefore: 'FAILED' }).kind).toBe(verdict);
  });

  it('may have done something since it was last polled', () => {
    expect(noSign(quiet('COMPLETE', 1, 5), 35)).toBe(true);
    expect(noSign(quiet('COMPLETE', 1, 5), 36)).toBe(false);
  });

  it('shows no sign if it could never be read', () => {
    const state = turnStart({ mode: 'resumed', startedAt: START_MS, statusBefore: null, replyActive: false });
    expect(showsNoSign(state, START_MS)).toBe(false);
    expect(judge(state, START_MS + NO_SIGN_LIMIT_MS).kind).toBe('continue');
  });
});

describe('settling', () => {
  it.each([
    ['created', quiet('COMPLETE', 1), true],
    ['created', quiet('RUNNING', 1), false],
    ['created', [answer(1, 'ODD')], true],
    ['created', quiet('ODD', 1), false],
    ['created', withNewAnswer(null, 1), true],
    ['created', quiet(null, 1), false],
    ['created', [...quiet('ODD', 1), ...withNewAnswer(null, 2)], false],
    ['created', [answer(1, 'RUNNING')], false],
    ['resumed', quiet('COMPLETE', 1), false],
    ['resumed', [answer(1, 'COMPLETE')], true],
    ['resumed', [...quiet('RUNNING', 1), ...quiet('COMPLETE', 2)], true],
  ] as const)('%s after %j: %s', (mode, looks, expected) => {
    expect(isSettling(after(mode, looks))).toBe(expected);
  });
});

describe('an end on an older copy of the log', () => {
  const active = quiet('RUNNING', 1);
  const end = (...at: number[]): LookAt[] => at.map((second) => ({ at: second, status: 'COMPLETE', outdated: true }));

  it('may be that of the turn before, so that a resumed run needs another poll', () => {
    expect(verdictOf('resumed', [...active, ...end(2)]).kind).toBe('continue');
    expect(verdictOf('resumed', [...active, ...end(2), ...quiet('RUNNING', 3), ...end(4)]).kind).toBe('continue');
    expect(verdictOf('resumed', [...active, ...end(2), ...quiet('COMPLETE', 3)]).kind).toBe('terminal');
  });

  it('counts if the next poll shows the end too, even on a copy like it', () => {
    expect(verdictOf('resumed', [...active, ...end(2, 3)]).kind).toBe('terminal');
  });

  it.each(['created', 'attached'] as const)('counts for a run that was %s', (mode) => {
    expect(verdictOf(mode, [...active, ...end(2)]).kind).toBe('terminal');
  });
});

describe('a resumed run whose log cannot be read', () => {
  const logless = (status: string, ...at: number[]): LookAt[] =>
    at.map((second) => ({ at: second, status, logless: true }));

  it.each([
    ['counts the answer to the resume that said "active" as a sign', true, 'terminal'],
    ['goes on without one', false, 'continue'],
  ] as const)('%s', (_, replyActive, kind) => {
    expect(verdictOf('resumed', logless('COMPLETE', 1, 6), { replyActive }).kind).toBe(kind);
    expect(verdictOf('resumed', logless('COMPLETE', 1, 4), { replyActive }).kind).toBe('continue');
    expect(verdictOf('resumed', quiet('COMPLETE', 1, 6), { replyActive }).kind).toBe('continue');
  });
});

describe('a run that was at work when the follow-up was sent', () => {
  const busy = { statusBefore: 'RUNNING' };
  const echo = (at: number, ...kinds: string[]): LookAt => ({
    at,
    status: 'RUNNING',
    kinds: ['USER_MESSAGE', ...kinds],
    echo: 0,
  });

  it.each<[string, LookAt[], string]>([
    ['an end alone', quiet('COMPLETE', 1, 10, 20), 'continue'],
    ['an end and 30 quiet seconds', quiet('COMPLETE', 1, 10, 20, 31), 'terminal'],
    ['an end first seen late, and 30 seconds since the start', quiet('COMPLETE', 15, 20, 25, 31), 'continue'],
    ['an end with the answer of the turn before', [answer(1, 'COMPLETE'), ...quiet('COMPLETE', 8)], 'continue'],
    [
      'an end with work and the answer of the turn before',
      [{ at: 1, status: 'COMPLETE', kinds: ['ACTION', 'FINAL_ANSWER'] }, ...quiet('COMPLETE', 8)],
      'continue',
    ],
    [
      'the answer of the turn before in a later poll',
      [...quiet('RUNNING', 1), answer(2, 'COMPLETE'), ...quiet('COMPLETE', 8)],
      'continue',
    ],
    ['an end after it was active all the time', [...quiet('RUNNING', 1, 2), ...quiet('COMPLETE', 3)], 'continue'],
    ['an end after work of the follow-up', [echo(1, 'ACTION'), ...quiet('COMPLETE', 8)], 'continue'],
    ['an end after an answer to the follow-up', [echo(1, 'FINAL_ANSWER'), ...quiet('COMPLETE', 8)], 'terminal'],
    ['an end after an error of the follow-up', [echo(1), { at: 2, status: 'COMPLETE', kinds: ['ERROR'] }], 'terminal'],
    ['an end with the follow-up not begun', [echo(1), ...quiet('COMPLETE', 8)], 'continue'],
    [
      'an answer before the follow-up’s own message',
      [{ at: 1, status: 'RUNNING', kinds: ['FINAL_ANSWER', 'USER_MESSAGE'], echo: 1 }, ...quiet('COMPLETE', 8)],
      'continue',
    ],
    ['another end', [...quiet('COMPLETE', 1), ...quiet('RUNNING', 2), ...quiet('COMPLETE', 3)], 'terminal'],
    [
      'an end, and after it an older copy that shows the turn before at work',
      [...quiet('COMPLETE', 1), { at: 2, status: 'RUNNING', outdated: true }, ...quiet('COMPLETE', 3)],
      'continue',
    ],
  ])('with %s', (_, looks, kind) => {
    expect(verdictOf('resumed', looks, busy).kind).toBe(kind);
  });
});

describe('a run that never shows a status', () => {
  it('succeeds once it has a result and three polls over 30 s were quiet', () => {
    expect(verdictOf('created', withNewAnswer(null, 1, 10, 31)).kind).toBe('assumed_success');
    expect(verdictOf('created', withNewAnswer(null, 1, 10, 29)).kind).toBe('continue');
    expect(verdictOf('created', quiet(null, 1, 10, 31)).kind).toBe('continue');
    expect(verdictOf('created', [...quiet('RUNNING', 1), ...withNewAnswer(null, 2, 40, 80, 120)]).kind).toBe(
      'continue',
    );
  });
});

describe('a run whose status stays active', () => {
  it('succeeds ten quiet minutes after the final answer', () => {
    expect(verdictOf('created', [answer(0, 'RUNNING'), ...quiet('RUNNING', 60, 300, 600)]).kind).toBe(
      'assumed_success',
    );
    expect(verdictOf('created', [answer(0, 'RUNNING'), ...quiet('RUNNING', 60, 300, 599)]).kind).toBe('continue');
    expect(verdictOf('created', quiet('RUNNING', 60, 300, 900)).kind).toBe('continue');
  });
});

describe('a final answer that a message of a user follows', () => {
  const message = (at: number, status: string, ...kinds: string[]): LookAt => ({ at, status, kinds });
  const later = (status: string): LookAt[] => quiet(status, 60, 300, 900);

  it.each(['RUNNING', 'ODD'])('is that of the turn before, whether in one poll or in two (%s)', (status) => {
    const together = [message(0, status, 'FINAL_ANSWER', 'USER_MESSAGE'), ...later(status)];
    const apart = [answer(0, status), message(1, status, 'USER_MESSAGE', 'ACTION'), ...later(status)];
    for (const looks of [together, apart]) {
      expect(verdictOf('attached', looks).kind).toBe('continue');
      expect(verdictOf('resumed', looks, { statusBefore: status }).kind).toBe('continue');
      expect(isSettling(after('attached', looks))).toBe(false);
    }
  });

  it.each(['RUNNING', 'ODD'])('counts in a created run, whose prompt may come late (%s)', (status) => {
    const looks = [message(0, status, 'FINAL_ANSWER', 'USER_MESSAGE'), ...later(status)];
    expect(verdictOf('created', looks).kind).toBe('assumed_success');
  });

  it.each(['RUNNING', 'ODD'])('counts again once that turn has its own (%s)', (status) => {
    const looks = [message(0, status, 'FINAL_ANSWER', 'USER_MESSAGE'), answer(1, status), ...later(status)];
    expect(verdictOf('attached', looks).kind).toBe('assumed_success');
    expect(verdictOf('resumed', looks, { statusBefore: status }).kind).toBe('assumed_success');
  });
});

it('counts entries of unknown types as work', () => {
  for (const kind of [null, 'SOMETHING_NEW'])
    expect(noSign([{ at: 5, status: 'COMPLETE', kinds: [kind] }], 5)).toBe(false);
  expect(noSign([{ at: 5, status: 'COMPLETE', kinds: ['USER_MESSAGE'] }], 5)).toBe(true);
});
