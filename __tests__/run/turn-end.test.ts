/** When a turn is over: the decisions of contract 4.3 and 4.5 as tables of polls. */
import { describe, expect, it } from '@jest/globals';
import { entryMeaning } from '../../src/message-types.ts';
import { statusMeaning } from '../../src/agents/agent-run/words.ts';
import {
  judgeTurn,
  observe,
  showsNoSign,
  turnStart,
  type Observation,
  type TurnState,
} from '../../src/run/turn-end.ts';
import type { RunMode } from '../../src/runner/saved-state.ts';

const classify = statusMeaning;

/** The clock may start at any value. */
const START_MS = 700_000_000;

/** One poll, at this many seconds. */
type Poll = {
  readonly at: number;
  readonly status: string | null;
  /** The types of the new entries. */
  readonly kinds?: readonly string[];
} & Partial<Omit<Observation, 'now' | 'status' | 'entryMeanings'>>;
type Before = Partial<Pick<TurnState['turn'], 'isOwnRun' | 'replyActive' | 'statusBefore'>> & {
  readonly isSeenAtWork?: boolean;
};

function after(mode: RunMode, polls: readonly Poll[], before: Before = {}): TurnState {
  const { statusBefore = 'COMPLETE', replyActive = false, isOwnRun = false } = before;
  const { isSeenAtWork = false } = before;
  const nothing = {
    echo: null,
    more: false,
    moved: false,
    newAnswer: false,
    withoutLog: false,
    isUnbegun: false,
    isOwnEnd: false,
    tellsRun: true,
    logless: false,
  };
  return polls.reduce(
    (state, { at, status, kinds = [], ...fields }) =>
      observe(state, {
        ...nothing,
        now: START_MS + at * 1000,
        status,
        meaning: classify(status),
        entryMeanings: kinds.map(entryMeaning),
        moved: kinds.length > 0,
        ...fields,
      }),
    turnStart(
      {
        mode,
        statusBefore: mode === 'resumed' ? statusBefore : null,
        busyBefore: mode === 'resumed' && classify(statusBefore) === 'active',
        meaning: replyActive ? 'active' : 'unknown',
        isSeenAtWork,
      },
      { startedAt: START_MS, isOwnRun },
    ),
  );
}

function verdictOf(mode: RunMode, polls: readonly Poll[], before?: Before) {
  return judgeTurn(after(mode, polls, before), START_MS + (polls.at(-1)?.at ?? 0) * 1000);
}

const quiet = (status: string | null, ...at: number[]): Poll[] =>
  at.map((second) => ({ at: second, status }));
const has = (kind: string, at: number, status: string | null): Poll => ({
  at,
  status,
  kinds: [kind],
});
const noLog = (status: string, ...at: number[]): Poll[] =>
  at.map((second) => ({ at: second, status, withoutLog: true }));
const answer = (at: number, status: string | null): Poll => has('FINAL_ANSWER', at, status);
/** The run shows a result or summary of this turn. */
const result = (status: string | null, ...at: number[]): Poll[] =>
  at.map((second) => ({ at: second, status, newAnswer: true }));

const loglessResult = (status: string | null, ...at: number[]): Poll[] =>
  result(status, ...at).map((poll) => ({ ...poll, withoutLog: true, logless: true }));

describe('a created or attached run', () => {
  it.each(['created', 'attached'] as const)(
    'that was %s: the first terminal status counts',
    (mode) => {
      expect(verdictOf(mode, quiet('FAILED', 1))).toEqual({ kind: 'ended', outcome: 'failed' });
      expect(verdictOf(mode, [{ at: 1, status: 'COMPLETE', more: true }])).toMatchObject({
        outcome: 'succeeded',
      });
    },
  );

  it.each<[string, readonly Poll[], string]>([
    ['no answer', quiet('ODD', 0, 20, 40, 60), 'continue'],
    [
      'an answer and three quiet polls over 30 s',
      [answer(0, 'ODD'), ...quiet('ODD', 10, 20, 30)],
      'ended',
    ],
    [
      'an answer and three quiet polls over 29 s',
      [answer(0, 'ODD'), ...quiet('ODD', 10, 20, 29)],
      'continue',
    ],
    [
      'an answer and two quiet polls over 60 s',
      [answer(0, 'ODD'), ...quiet('ODD', 30, 60)],
      'continue',
    ],
    [
      'an answer, then another entry',
      [
        answer(0, 'ODD'),
        ...quiet('ODD', 10, 20),
        has('ACTION', 25, 'ODD'),
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
      'an answer and three quiet polls, more to read at the last',
      [answer(0, 'ODD'), ...quiet('ODD', 10, 20, 25), { at: 31, status: 'ODD', more: true }],
      'continue',
    ],
    [
      'an answer and three quiet polls of two pages each, the first without a status',
      [
        answer(0, 'ODD'),
        ...[10, 20, 30].flatMap((at) => [
          { at: at - 1, status: null, more: true },
          ...quiet('ODD', at),
        ]),
      ],
      'ended',
    ],
    ['an answer, no word at all', [answer(0, null), ...quiet(null, 10, 20, 30)], 'ended'],
    ['a result, no word at all', result(null, 0, 10, 20, 30), 'ended'],
    [
      'a result, but a word once',
      [...quiet('ODD', 0), ...result(null, 10, 20, 30, 50)],
      'continue',
    ],
    [
      'an answer, but active for a minute',
      [answer(0, 'RUNNING'), ...quiet('RUNNING', 10, 20, 60)],
      'continue',
    ],
    [
      'an answer, but active for 10 minutes',
      [answer(0, 'RUNNING'), ...quiet('RUNNING', 10, 20, 600)],
      'ended',
    ],
    [
      'an answer, then no log for ten minutes',
      [answer(0, 'ODD'), ...noLog('ODD', 10, 300, 600)],
      'ended',
    ],
    [
      'an answer, then no log for almost that',
      [answer(0, 'ODD'), ...noLog('ODD', 10, 300, 599)],
      'continue',
    ],
    [
      'an answer, then active without a log',
      [answer(0, 'RUNNING'), ...noLog('RUNNING', 10, 300, 900)],
      'continue',
    ],
    ['nothing for long', quiet('ODD', 1, 700), 'continue'],
  ])('of unknown or active status with %s: %s', (_, polls, kind) => {
    expect(verdictOf('created', polls)).toMatchObject({
      kind,
      ...(kind === 'ended' && { outcome: 'succeeded' }),
    });
  });

  it('may show its prompt after its answer, but one that is only followed begins another turn then', () => {
    const polls = [answer(0, 'ODD'), has('USER_MESSAGE', 1, 'ODD'), ...quiet('ODD', 10, 20, 31)];
    expect(verdictOf('created', polls).kind).toBe('ended');
    expect(verdictOf('attached', polls).kind).toBe('continue');
  });
});

describe('a resumed run that had ended', () => {
  it.each<[string, readonly Poll[], string]>([
    ['the old terminal status', quiet('COMPLETE', 1, 60, 120), 'continue'],
    ['the old status, written otherwise', quiet('complete', 1, 60, 120), 'continue'],
    ['another terminal status and two quiet polls over 5 s', quiet('FAILED', 1, 4, 6), 'ended'],
    ['another terminal status and two quiet polls over 4 s', quiet('FAILED', 1, 4, 5), 'continue'],
    ['another terminal status and one quiet poll', quiet('FAILED', 1, 9), 'continue'],
    // What was read before it may have come from a replica that lags.
    ['another result and a minute without any entry', result('COMPLETE', 1, 31, 61), 'ended'],
    ['another result for less', result('COMPLETE', 1, 30, 60), 'continue'],
    [
      'another result, and an entry meanwhile',
      [...result('COMPLETE', 1), has('USER_MESSAGE', 31, 'COMPLETE'), ...result('COMPLETE', 61)],
      'continue',
    ],
    ['another result, no log', loglessResult('COMPLETE', 1, 4, 6), 'ended'],
    ['another result a moment ago, no log', loglessResult('COMPLETE', 1, 3, 4), 'continue'],
    ['another result, no word at all, for a minute', result(null, 1, 31, 61), 'ended'],
    ['another result, no word at all, for half', result(null, 1, 16, 31), 'continue'],
    ['no status in between', [...quiet(null, 1), ...quiet('COMPLETE', 2)], 'continue'],
    ['active in between', [...quiet('RUNNING', 1), ...quiet('COMPLETE', 2)], 'ended'],
    ['a new word nobody knows in between', [...quiet('ODD', 1), ...quiet('COMPLETE', 2)], 'ended'],
    [
      'an answer and three quiet polls over 5 s',
      [answer(0, 'COMPLETE'), ...quiet('COMPLETE', 2, 4, 5)],
      'ended',
    ],
    [
      'an answer and three quiet polls over 4 s',
      [answer(0, 'COMPLETE'), ...quiet('COMPLETE', 1, 2, 4)],
      'continue',
    ],
    [
      'an answer and two quiet polls',
      [answer(0, 'COMPLETE'), ...quiet('COMPLETE', 5, 50)],
      'continue',
    ],
    [
      'an error and three quiet polls',
      [has('ERROR', 0, 'COMPLETE'), ...quiet('COMPLETE', 2, 4, 6)],
      'ended',
    ],
    [
      'an action and quiet polls',
      [has('ACTION', 0, 'COMPLETE'), ...quiet('COMPLETE', 10, 20, 30)],
      'continue',
    ],
    [
      'an echo and quiet polls',
      [has('USER_MESSAGE', 0, 'COMPLETE'), ...quiet('COMPLETE', 10, 20, 30)],
      'continue',
    ],
    ['nothing for ten minutes', quiet('COMPLETE', 1, 599, 600), 'not_taken_up'],
    [
      'only an echo for ten minutes',
      [has('USER_MESSAGE', 1, 'COMPLETE'), ...quiet('COMPLETE', 600)],
      'not_taken_up',
    ],
    ['nothing for almost ten minutes', quiet('COMPLETE', 1, 599), 'continue'],
    ['its end alone, as its log is refused', noLog('COMPLETE', 10, 310, 620), 'continue'],
    [
      'nothing but its log, which is refused then',
      [...quiet('COMPLETE', 1), ...noLog('COMPLETE', 620)],
      'continue',
    ],
    [
      'work, then nothing for ten minutes',
      [has('ACTION', 1, 'COMPLETE'), ...quiet('COMPLETE', 700)],
      'continue',
    ],
  ])('with %s: %s', (_, polls, kind) => {
    expect(verdictOf('resumed', polls).kind).toBe(kind);
  });

  it('that was read at work when its follow-up was found has ended', () => {
    const polls = [has('ACTION', 1, 'FAILED')];
    const seen = { statusBefore: 'FAILED', isSeenAtWork: true };
    expect(verdictOf('resumed', polls, seen)).toMatchObject({ kind: 'ended', outcome: 'failed' });
  });

  it('whose log tells its end, which is like the one before, has ended', () => {
    const polls = [{ ...has('ACTION', 1, 'FAILED'), isOwnEnd: true }];
    expect(verdictOf('resumed', polls, { statusBefore: 'FAILED' })).toMatchObject({
      kind: 'ended',
      outcome: 'failed',
    });
    const untold = polls.map((poll) => ({ ...poll, isOwnEnd: false }));
    expect(verdictOf('resumed', untold, { statusBefore: 'FAILED' }).kind).toBe('continue');
  });

  it.each([
    [610, 'not_taken_up'],
    [609, 'continue'],
  ])('created, that has not begun since second 10, at second %i: %s', (second, kind) => {
    const waits = { status: 'ACTIVE', isUnbegun: true } as const;
    const polls = [
      { ...waits, at: 10, moved: true },
      { ...waits, at: 300 },
      { ...waits, at: second },
    ];
    expect(verdictOf('created', polls).kind).toBe(kind);
    const begun = polls.map((poll) => ({ ...poll, isUnbegun: false }));
    expect(verdictOf('created', begun).kind).toBe('continue');
  });

  it('does not count the unrecognized status it already had as a sign of work', () => {
    expect(verdictOf('resumed', quiet('ODD', 1, 600), { statusBefore: 'ODD' }).kind).toBe(
      'not_taken_up',
    );
    expect(verdictOf('resumed', quiet('ODD', 1, 600), { statusBefore: 'COMPLETE' }).kind).toBe(
      'continue',
    );
  });

  it.each([
    ['said "active", and the log cannot be read', true, true, 'ended'],
    ['said "active", but the log can be read', true, false, 'continue'],
    ['said nothing, and the log cannot be read', false, true, 'continue'],
  ])('of which the answer to the resume %s', (...[, replyActive, logless, kind]) => {
    const polls = [1, 4, 6].map((at) => ({ at, status: 'COMPLETE', logless }));
    expect(verdictOf('resumed', polls, { replyActive }).kind).toBe(kind);
    expect(verdictOf('resumed', polls.slice(0, 2), { replyActive }).kind).toBe('continue');
  });

  it('shows no sign only if it was read', () => {
    expect(showsNoSign(after('resumed', []))).toBe(false);
    expect(showsNoSign(after('resumed', quiet('COMPLETE', 1)))).toBe(true);
    expect(showsNoSign(after('resumed', quiet('RUNNING', 1)))).toBe(false);
    expect(showsNoSign(after('created', quiet('ODD', 1)))).toBe(false);
  });
});

describe('a resumed run that was still at work', () => {
  const busy = { statusBefore: 'RUNNING' };
  const end = { at: 2, status: 'COMPLETE' };

  it.each<[string, readonly Poll[], string]>([
    ['an end', [...quiet('RUNNING', 1), end], 'continue'],
    ['an end at the first poll', [end], 'continue'],
    [
      'an end and an answer of either turn',
      [...quiet('RUNNING', 1), answer(2, 'COMPLETE')],
      'continue',
    ],
    [
      'an end and an answer after the echo',
      [{ ...end, kinds: ['USER_MESSAGE', 'FINAL_ANSWER'], echo: 0 }],
      'ended',
    ],
    [
      'an end and an answer before the echo',
      [{ ...end, kinds: ['FINAL_ANSWER', 'USER_MESSAGE'], echo: 1 }],
      'continue',
    ],
    [
      'an echo, and an error later',
      [{ at: 1, status: 'RUNNING', kinds: ['USER_MESSAGE'], echo: 0 }, has('ERROR', 2, 'FAILED')],
      'ended',
    ],
    [
      'an end, active again, an end',
      [end, ...quiet('RUNNING', 3), ...quiet('COMPLETE', 4)],
      'ended',
    ],
    ['an end and 30 quiet seconds', [end, ...quiet('COMPLETE', 12, 22, 32)], 'ended'],
    ['an end and 29 quiet seconds', [end, ...quiet('COMPLETE', 12, 22, 31)], 'continue'],
  ])('with %s: %s', (_, polls, kind) => {
    expect(verdictOf('resumed', polls, busy).kind).toBe(kind);
  });
});

it.each<[string, RunMode, readonly Poll[], number]>([
  ['a run at work', 'created', quiet('RUNNING', 1), Infinity],
  ['a resumed run that shows its old status', 'resumed', quiet('COMPLETE', 1), Infinity],
  ['another status', 'resumed', quiet('FAILED', 1), 2_500],
  ['an answer', 'resumed', [answer(1, 'COMPLETE')], 5_000 / 3],
  ['an unknown status and an answer', 'created', [answer(1, 'ODD')], 10_000],
])(
  '%s of a run that was %s is confirmed at an interval of the quiet time',
  (...[, mode, polls, confirmMs]) => {
    expect(verdictOf(mode, polls)).toEqual({ kind: 'continue', confirmMs });
  },
);

describe('a turn that is a run of its own', () => {
  const own: Before = { isOwnRun: true };

  it('ends by its record alone, whatever its log says (18.3)', () => {
    const polls = [answer(0, null), ...quiet(null, 10, 20, 3_600)];
    expect(verdictOf('created', polls, own)).toEqual({ kind: 'continue', confirmMs: Infinity });
    const ended = { kind: 'ended', outcome: 'succeeded' };
    expect(verdictOf('resumed', quiet('COMPLETE', 0), own)).toEqual(ended);
  });

  it('shows by its new id that the follow-up was taken, without any sign of work', () => {
    expect(showsNoSign(after('resumed', quiet(null, 0), own))).toBe(false);
    expect(showsNoSign(after('resumed', quiet(null, 0)))).toBe(true);
  });
});

it.each(['created', 'attached'] as const)('a run that was %s need show no sign of work', (mode) => {
  expect(showsNoSign(after(mode, quiet(null, 10)))).toBe(false);
});

it('nothing is known of a turn that was not read', () => {
  const state = after('resumed', []);
  expect(state.last).toEqual({
    status: null,
    meaning: 'unknown',
    newAnswer: false,
    withoutLog: true,
    logless: false,
    more: false,
    isUnbegun: false,
    isOwnEnd: false,
  });
  expect(new Set(Object.values(state.signs))).toEqual(new Set([false]));
  expect([state.quiet, showsNoSign(state)]).toEqual([{ polls: 0, since: START_MS }, false]);
});

it.each<[string, Partial<Poll>, string | null]>([
  ['of one page of many', { more: true }, 'ACTIVE'],
  ['that does not tell of the run', { tellsRun: false }, 'ACTIVE'],
  ['of the run itself', {}, null],
])('a poll without a status, %s', (_, poll, status) => {
  const state = after('created', [
    { at: 0, status: 'ACTIVE' },
    { at: 10, status: null, ...poll },
  ]);
  expect(state.last.status).toBe(status);
});

it('what was said before the echo of the follow-up is none of this turn', () => {
  const before = { at: 0, status: 'ACTIVE', kinds: ['FINAL_ANSWER'] };
  const echoed = { at: 10, status: 'ACTIVE', kinds: ['USER_MESSAGE'], echo: 0 };
  expect(after('resumed', [before]).signs.answer).toBe(true);
  expect(after('resumed', [before, echoed]).signs).toMatchObject({ echo: true, answer: false });
});

it.each([
  ['created', true],
  ['attached', false],
  ['resumed', false],
] as const)('an answer stands behind a later message of a person where %s: %s', (mode, stands) => {
  const polls = [answer(0, 'ODD'), has('USER_MESSAGE', 10, 'ODD'), has('ACTION', 20, 'ODD')];
  expect(after(mode, polls).signs.answerStands).toBe(stands);
});
