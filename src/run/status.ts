/**
 * Decides when a turn is over: what its status words mean (contract 4.2), and what the polls showed
 * (contract 4.3, 4.5). Plain, immutable data and pure functions: `observe` takes a poll in, `judge`
 * looks up in `RULES` what it means.
 */
import { OUTCOME_TABLE, type RunEnd } from '../outcomes.ts';
import type { Inputs } from '../inputs/parse.ts';
import { meaningOf } from '../message-types.ts';
import type { RunMode } from '../runner/saved-state.ts';
import { normalizeStatus } from '../agents/agent-run/schema.ts';

/** The outcome that a status word tells, or that the run is not over. */
export type StatusClass = RunEnd | 'active' | 'unknown';

/**
 * What status words mean (contract 4.2). The spec does not list them, so the table is an assumption
 * that inputs can extend.
 */
export const STATUS_TABLE: Readonly<Record<Exclude<StatusClass, 'unknown'>, readonly string[]>> = {
  succeeded: ['COMPLETE', 'COMPLETED', 'SUCCESS', 'SUCCEEDED', 'DONE', 'FINISHED'],
  failed: [
    'ERROR',
    'FAILED',
    'FAILURE',
    'TIMEOUT',
    'TIMED_OUT',
    'MAX_ITERATIONS_REACHED',
    'OUT_OF_TOKENS',
  ],
  cancelled: ['CANCELLED', 'CANCELED', 'STOPPED', 'ABORTED'],
  needs_input: ['PAUSED', 'WAITING_FOR_INPUT', 'REQUIRES_ACTION'],
  active: [
    'ACTIVE',
    'RUNNING',
    'PENDING',
    'QUEUED',
    'IN_PROGRESS',
    'EVALUATION',
    'CREATED',
    'STARTED',
  ],
};

export function isSameStatus(one: string, other: string): boolean {
  return normalizeStatus(one) === normalizeStatus(other);
}

/**
 * Creates the classifier. Words from the inputs take precedence over the built-in table. Null means
 * unrecognized.
 */
export function createClassifier({
  failureStatuses,
  successStatuses,
}: Pick<Inputs, 'failureStatuses' | 'successStatuses'>): (word: string | null) => StatusClass {
  const rows = [
    ...Object.entries(STATUS_TABLE),
    ['failed', failureStatuses],
    ['succeeded', successStatuses],
  ] as const;
  const known = new Map(
    rows.flatMap(([meaning, words]) =>
      words.map((word) => [normalizeStatus(word), meaning as StatusClass]),
    ),
  );
  return (word) => known.get(normalizeStatus(word ?? '')) ?? 'unknown';
}

export function isTerminal(meaning: StatusClass): meaning is RunEnd {
  return meaning !== 'active' && meaning !== 'unknown';
}

/** Whether a later attempt starts a new run after one of this meaning (contract 4.9). */
export function startsAnew(meaning: StatusClass): boolean {
  return isTerminal(meaning) && OUTCOME_TABLE[meaning].startsAnew;
}

/**
 * What a poll showed. The entries themselves were emitted: an async function holds all its values
 * while it waits, and of the runs of a fleet a hundred or more wait at the same time.
 */
export interface Observation {
  readonly now: number;
  readonly status: string | null;
  readonly statusClass: StatusClass;
  /** The message types of the new entries (spec 2.4). */
  readonly kinds: readonly (string | null)[];
  /** The index in `kinds` of the follow-up's own `USER_MESSAGE`, or null. */
  readonly echo: number | null;
  /** More entries must be read before a decision. */
  readonly more: boolean;
  /**
   * There are new entries, also those that may be of the turn before, or what the service shows of
   * the run changed.
   */
  readonly moved: boolean;
  /** The run's result or summary differs from the one before this turn. */
  readonly newAnswer: boolean;
  /**
   * This poll did not read the log, so that it does not show whether the run goes on after the
   * answer.
   */
  readonly withoutLog: boolean;
  /** The log cannot be read, and probably not soon either. */
  readonly logless: boolean;
}

/** The turn so far, with the last poll. */
export interface TurnState extends Pick<
  Observation,
  'status' | 'statusClass' | 'newAnswer' | 'withoutLog' | 'more'
> {
  readonly mode: RunMode;
  readonly startedAt: number;
  /** The status word before a resume. Only a different one can be a sign of work. */
  readonly statusBefore: string | null;
  /** The response to the resume said that the run is active. */
  readonly replyActive: boolean;
  /** The run was still active when the follow-up was sent. */
  readonly busyBefore: boolean;
  /** The run was seen active in this turn. */
  readonly seenActive: boolean;
  /** Any sign that the run acted on the follow-up. */
  readonly sign: boolean;
  /**
   * The run shows a status word, result or summary that differs from the one before the follow-up.
   */
  readonly changed: boolean;
  /** The run was seen active after a terminal status of this turn. */
  readonly activeAfterEnd: boolean;
  /** The follow-up's own `USER_MESSAGE` was seen. */
  readonly echoed: boolean;
  /** A `FINAL_ANSWER` or `ERROR` of this turn was seen: after the echo, if there is one. */
  readonly answered: boolean;
  /**
   * No `USER_MESSAGE` came after the last `FINAL_ANSWER`: it begins another turn, except in a
   * created run, whose prompt may come late.
   */
  readonly answerStands: boolean;
  /** No status word has come yet. */
  readonly neverStatus: boolean;
  /** Successful polls since the last news that left nothing to read. */
  readonly quietPolls: number;
  readonly lastNews: number;
  /** Successful polls in this turn. */
  readonly polls: number;
}

/** @param started `status` is that of the response to the create or resume */
export function turnStart(
  started: Pick<TurnState, 'mode' | 'status' | 'statusBefore'>,
  {
    startedAt,
    classify,
  }: Pick<TurnState, 'startedAt'> & { readonly classify: (word: string | null) => StatusClass },
): TurnState {
  const { mode, status, statusBefore } = started;
  return {
    mode,
    startedAt,
    statusBefore,
    replyActive: classify(status) === 'active',
    busyBefore: classify(statusBefore) === 'active',
    status: null,
    statusClass: 'unknown',
    newAnswer: false,
    withoutLog: true,
    more: false,
    seenActive: false,
    sign: false,
    changed: false,
    activeAfterEnd: false,
    echoed: false,
    answered: false,
    answerStands: false,
    neverStatus: true,
    quietPolls: 0,
    lastNews: startedAt,
    polls: 0,
  };
}

export function observe(state: TurnState, seen: Observation): TurnState {
  const { now, kinds, echo, more, newAnswer, withoutLog, logless } = seen;
  // The pages of one long log are read without asking for a status that they lack.
  const { status, statusClass } = seen.status === null && more ? state : seen;
  const works = kinds.some((kind) => meaningOf(kind) !== 'prompt'); // An echo of the prompt is not a sign of work.
  const another = statusClass === 'unknown' && status !== null && status !== state.statusBefore;
  const active = statusClass === 'active' || another;
  const news = seen.moved || status !== state.status;
  // A status word proves nothing if the previous one is unknown.
  const wordChanged =
    status !== null && state.statusBefore !== null && !isSameStatus(status, state.statusBefore);
  const changed = state.changed || wordChanged || newAnswer || (logless && state.replyActive);
  const lastWord = kinds
    .map(meaningOf)
    .findLast(
      (meaning) => meaning === 'answer' || (meaning === 'prompt' && state.mode !== 'created'),
    );
  return {
    ...state,
    status,
    statusClass,
    newAnswer,
    withoutLog,
    more,
    seenActive: state.seenActive || active,
    sign: state.sign || active || works || changed,
    changed,
    activeAfterEnd: state.activeAfterEnd || (isTerminal(state.statusClass) && active),
    echoed: state.echoed || echo !== null,
    answered:
      echo === null ? state.answered || kinds.some(isAnswer) : kinds.slice(echo + 1).some(isAnswer),
    answerStands: lastWord === undefined ? state.answerStands : lastWord === 'answer',
    neverStatus: state.neverStatus && status === null,
    // A poll that leaves more to read counts as neither, because some logs must be read completely
    // each time.
    quietPolls: news ? 0 : state.quietPolls + (more ? 0 : 1),
    lastNews: news ? now : state.lastNews,
    polls: state.polls + 1,
  };
}

function isAnswer(kind: string | null): boolean {
  const meaning = meaningOf(kind);
  return meaning === 'answer' || meaning === 'error';
}

/** Polls in a row without news, over at least this time. */
interface Quiet {
  readonly polls: number;
  readonly ms: number;
}

interface Rule {
  /** What the status word means. */
  readonly status: 'terminal' | 'active' | 'unknown';
  /** What else is known. */
  readonly when: (state: TurnState) => boolean;
  /** What is waited for before the turn is over. */
  readonly quiet: Quiet;
}

const AT_ONCE: Quiet = { polls: 0, ms: 0 };
const isIdleBefore = ({ mode, busyBefore }: TurnState): boolean =>
  mode === 'resumed' && !busyBefore;
const isBusyBefore = ({ mode, busyBefore }: TurnState): boolean => mode === 'resumed' && busyBefore;

/** What ends a turn. The first rule whose quiet time is over applies. */
const RULES: readonly Rule[] = [
  // Nothing came before the turn, so its end is no other's.
  { status: 'terminal', when: ({ mode }) => mode !== 'resumed', quiet: AT_ONCE },
  // Contract 4.5: a resumed run that had ended, so that its status may still be the old one.
  { status: 'terminal', when: (state) => isIdleBefore(state) && state.seenActive, quiet: AT_ONCE },
  {
    status: 'terminal',
    when: (state) => isIdleBefore(state) && state.changed,
    quiet: { polls: 2, ms: 5_000 },
  },
  {
    status: 'terminal',
    when: (state) => isIdleBefore(state) && state.answered,
    quiet: { polls: 3, ms: 5_000 },
  },
  // Contract 4.5: a run that was still at work, so that the end may be that of the turn before.
  {
    status: 'terminal',
    when: (state) => isBusyBefore(state) && state.echoed && state.answered,
    quiet: AT_ONCE,
  },
  {
    status: 'terminal',
    when: (state) => isBusyBefore(state) && state.activeAfterEnd,
    quiet: AT_ONCE,
  },
  { status: 'terminal', when: isBusyBefore, quiet: { polls: 3, ms: 30_000 } },
  // Contract 4.3: a status that tells no end.
  {
    status: 'unknown',
    when: (state) => state.answerStands && !state.withoutLog,
    quiet: { polls: 3, ms: 30_000 },
  },
  {
    status: 'unknown',
    when: (state) => state.neverStatus && state.newAnswer,
    quiet: { polls: 3, ms: 30_000 },
  },
  { status: 'unknown', when: (state) => state.answerStands, quiet: { polls: 3, ms: 600_000 } },
  {
    status: 'active',
    when: (state) => state.answerStands && !state.withoutLog,
    quiet: { polls: 3, ms: 600_000 },
  },
];

/**
 * A resumed run that shows no sign of work for this long did not act on the follow-up (contract
 * 4.5).
 */
const NO_SIGN_MS = 600_000;

export type Verdict =
  /**
   * `confirmMs`: poll this soon, so that the quiet time of a rule takes no longer than it must.
   * Infinity without one.
   */
  | { readonly kind: 'continue'; readonly confirmMs: number }
  /**
   * As the status word says, or `succeeded`: it tells no end, but the answer exists and nothing
   * changes (4.3).
   */
  | { readonly kind: 'ended'; readonly outcome: RunEnd }
  /** The resumed run shows no sign of work (4.5). */
  | { readonly kind: 'not_taken_up' };

export function judge(state: TurnState, now: number): Verdict {
  const { statusClass } = state;
  const status = isTerminal(statusClass) ? 'terminal' : statusClass;
  const rules = RULES.filter((rule) => rule.status === status && rule.when(state));
  if (rules.some(({ quiet }) => isQuiet(state, quiet, now))) {
    return { kind: 'ended', outcome: isTerminal(statusClass) ? statusClass : 'succeeded' };
  }
  if (showsNoSign(state) && now - state.startedAt >= NO_SIGN_MS) {
    return { kind: 'not_taken_up' };
  }
  return {
    kind: 'continue',
    confirmMs: Math.min(Infinity, ...rules.map(({ quiet }) => quiet.ms / quiet.polls)),
  };
}

function isQuiet(
  { more, quietPolls, lastNews }: TurnState,
  { polls, ms }: Quiet,
  now: number,
): boolean {
  return polls === 0 || (!more && quietPolls >= polls && now - lastNews >= ms);
}

/** A resumed run that was read and did nothing. */
export function showsNoSign({ mode, sign, polls }: TurnState): boolean {
  return mode === 'resumed' && !sign && polls > 0;
}
