/**
 * Decides when a turn is over, by what the polls showed (contract 4.3, 4.5): the meanings of
 * status words and of log entries, whichever service they come from. Plain, immutable data and pure
 * functions: `observe` takes a poll in, `judgeTurn` looks up in `RULES` what it means.
 */
import type { Meaning } from '../agents/port.ts';
import { isSameStatus, isTerminal } from '../agents/status-word.ts';
import { NEW_ANSWER_AFTER_MS } from '../agents/values.ts';
import type { EntryMeaning } from '../message-types.ts';
import type { RunEnd } from '../outcomes.ts';
import type { RunMode } from '../runner/saved-state.ts';

/**
 * What a poll showed. The entries themselves were emitted: an async function holds all its values
 * while it waits, and of the runs of a fleet a hundred or more wait at the same time.
 */
export interface Observation {
  readonly now: number;
  readonly status: string | null;
  readonly meaning: Meaning;
  /** What the new entries are, oldest first. */
  readonly entryMeanings: readonly (EntryMeaning | 'unknown')[];
  /** The index in `entryMeanings` of the follow-up's own entry, or null. */
  readonly echo: number | null;
  /** More entries must be read before a decision. */
  readonly more: boolean;
  /**
   * There are new entries, also those that may be of the turn before, or what the service shows of
   * the run changed.
   */
  readonly moved: boolean;
  /**
   * The run's result or summary differs from the one before this turn. That may have come from a
   * replica that lags, so that this alone proves little.
   */
  readonly newAnswer: boolean;
  /**
   * This poll did not read the log, so that it does not show whether the run goes on after the
   * answer.
   */
  readonly withoutLog: boolean;
  /** The log cannot be read, and probably not soon either. */
  readonly logless: boolean;
  /** See `RunShown`. */
  readonly isUnbegun: boolean;
  /** See `RunShown`. */
  readonly isOwnEnd: boolean;
  /** Something was told of the run itself, so that a status that is null was not sent. */
  readonly tellsRun: boolean;
}

/** How the turn began. */
interface TurnStart {
  readonly mode: RunMode;
  readonly startedAt: number;
  /** The status word before a resume. Only a different one can be a sign of work. */
  readonly statusBefore: string | null;
  /** The response to the resume said that the run is active. */
  readonly replyActive: boolean;
  /** The run was still active when the follow-up was sent. */
  readonly busyBefore: boolean;
  /** The turn is a run of its own, so that its end is no other's (`Agent.turnIsRun`). */
  readonly isOwnRun: boolean;
}

/** What was seen in this turn. */
interface Signs {
  /** The run at work. */
  readonly active: boolean;
  /** An entry of this turn; the echo of the prompt is none. */
  readonly work: boolean;
  /**
   * A status word other than before the follow-up; where the log cannot be read, also a result or
   * summary, or that the response to the follow-up said that the run is active.
   */
  readonly changed: boolean;
  /** The run at work after a terminal status of this turn. */
  readonly activeAfterEnd: boolean;
  /** The follow-up's own entry. */
  readonly echo: boolean;
  /** An answer or error of this turn: after the echo, if there is one. */
  readonly answer: boolean;
  /**
   * No prompt came after the last answer: it begins another turn, except in a created run, whose
   * prompt may come late.
   */
  readonly answerStands: boolean;
  /** A status word. */
  readonly status: boolean;
}

/** The turn so far. */
export interface TurnState {
  readonly turn: TurnStart;
  /** The last poll. */
  readonly last: Pick<
    Observation,
    | 'isOwnEnd'
    | 'isUnbegun'
    | 'logless'
    | 'meaning'
    | 'more'
    | 'newAnswer'
    | 'status'
    | 'withoutLog'
  >;
  readonly signs: Signs;
  /** Successful polls since the last news that left nothing to read. */
  readonly quiet: { readonly polls: number; readonly since: number };
}

interface Begun extends Pick<TurnStart, 'busyBefore' | 'mode' | 'statusBefore'> {
  /** What the status in the response to the create or resume means. */
  readonly meaning: Meaning;
  /** See `Started`. */
  readonly isSeenAtWork?: boolean;
}

export function turnStart(
  { mode, meaning, statusBefore, busyBefore, isSeenAtWork = false }: Begun,
  { startedAt, isOwnRun }: Pick<TurnStart, 'isOwnRun' | 'startedAt'>,
): TurnState {
  const replyActive = meaning === 'active';
  return {
    turn: { mode, startedAt, statusBefore, replyActive, busyBefore, isOwnRun },
    last: {
      status: null,
      meaning: 'unknown',
      newAnswer: false,
      withoutLog: true,
      logless: false,
      more: false,
      isUnbegun: false,
      isOwnEnd: false,
    },
    signs: {
      active: isSeenAtWork,
      work: false,
      changed: false,
      activeAfterEnd: false,
      echo: false,
      answer: false,
      answerStands: false,
      status: false,
    },
    quiet: { polls: 0, since: startedAt },
  };
}

export function observe(state: TurnState, seen: Observation): TurnState {
  const { now, more, newAnswer, withoutLog, logless, moved, tellsRun } = seen;
  // The pages of one long log are read without asking for a status that they lack.
  const isUntold = seen.status === null && (more || !tellsRun);
  const { status, meaning, isUnbegun, isOwnEnd } = isUntold ? state.last : seen;
  const last = { status, meaning, newAnswer, withoutLog, logless, more, isUnbegun, isOwnEnd };
  const isNews = moved || status !== state.last.status;
  // A poll that leaves more to read counts as neither, because some logs must be read completely
  // each time.
  const quietPolls = state.quiet.polls + (more ? 0 : 1);
  return {
    turn: state.turn,
    last,
    signs: signsWith(state, seen, last),
    quiet: isNews ? { polls: 0, since: now } : { polls: quietPolls, since: state.quiet.since },
  };
}

function signsWith(
  { turn, signs, last: before }: TurnState,
  { entryMeanings, echo, logless }: Observation,
  { status, meaning, newAnswer }: TurnState['last'],
): Signs {
  const isNewWord = meaning === 'unknown' && status !== null && status !== turn.statusBefore;
  const isActive = meaning === 'active' || isNewWord;
  const isChanged =
    isOtherWord(status, turn.statusBefore) || (logless && (newAnswer || turn.replyActive));
  return {
    active: signs.active || isActive,
    work: signs.work || entryMeanings.some((meaning) => meaning !== 'prompt'),
    changed: signs.changed || isChanged,
    activeAfterEnd: signs.activeAfterEnd || (isTerminal(before.meaning) && isActive),
    echo: signs.echo || echo !== null,
    answer: answersWith(signs.answer, { entryMeanings, echo }),
    answerStands: standsWith(signs.answerStands, { entryMeanings, mode: turn.mode }),
    status: signs.status || status !== null,
  };
}

/** A status word proves nothing if the previous one is unknown. */
function isOtherWord(status: string | null, before: string | null): boolean {
  return status !== null && before !== null && !isSameStatus(status, before);
}

function answersWith(
  answered: boolean,
  { entryMeanings, echo }: Pick<Observation, 'entryMeanings' | 'echo'>,
): boolean {
  const ofTurn = echo === null ? entryMeanings : entryMeanings.slice(echo + 1);
  const isAnswered = ofTurn.some((meaning) => meaning === 'answer' || meaning === 'error');
  return isAnswered || (echo === null && answered);
}

function standsWith(
  stood: boolean,
  { entryMeanings, mode }: Pick<Observation, 'entryMeanings'> & Pick<TurnStart, 'mode'>,
): boolean {
  const last = entryMeanings.findLast(
    (meaning) => meaning === 'answer' || (meaning === 'prompt' && mode !== 'created'),
  );
  return last === undefined ? stood : last === 'answer';
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
/** Without any entry, where the log can be read (contract 4.5). */
const NO_ENTRY: Quiet = { polls: 2, ms: NEW_ANSWER_AFTER_MS };
const isIdleBefore = ({ turn: { mode, busyBefore } }: TurnState): boolean =>
  mode === 'resumed' && !busyBefore;
const isBusyBefore = ({ turn: { mode, busyBefore } }: TurnState): boolean =>
  mode === 'resumed' && busyBefore;

/** What ends a turn: any rule whose quiet time is over. Their order does not matter. */
const RULES: readonly Rule[] = [
  // Nothing came before the turn, or its log tells its end, so that it is no other's.
  {
    status: 'terminal',
    when: ({ turn, last }) => turn.mode !== 'resumed' || turn.isOwnRun || last.isOwnEnd,
    quiet: AT_ONCE,
  },
  // Contract 4.5: a resumed run that had ended, so that its status may still be the old one.
  {
    status: 'terminal',
    when: (state) => isIdleBefore(state) && state.signs.active,
    quiet: AT_ONCE,
  },
  {
    status: 'terminal',
    when: (state) => isIdleBefore(state) && state.signs.changed,
    quiet: { polls: 2, ms: 5_000 },
  },
  {
    status: 'terminal',
    when: (state) => isIdleBefore(state) && state.last.newAnswer,
    quiet: NO_ENTRY,
  },
  {
    status: 'terminal',
    when: (state) => isIdleBefore(state) && state.signs.answer,
    quiet: { polls: 3, ms: 5_000 },
  },
  // Contract 4.5: a run that was still at work, so that the end may be that of the turn before.
  {
    status: 'terminal',
    when: (state) => isBusyBefore(state) && state.signs.echo && state.signs.answer,
    quiet: AT_ONCE,
  },
  {
    status: 'terminal',
    when: (state) => isBusyBefore(state) && state.signs.activeAfterEnd,
    quiet: AT_ONCE,
  },
  { status: 'terminal', when: isBusyBefore, quiet: { polls: 3, ms: 30_000 } },
  // Contract 4.3: a status that tells no end.
  {
    status: 'unknown',
    when: (state) => state.signs.answerStands && !state.last.withoutLog,
    quiet: { polls: 3, ms: 30_000 },
  },
  {
    status: 'unknown',
    when: (state) => showsAnswerAlone(state) && mayTrustAnswer(state),
    quiet: { polls: 3, ms: 30_000 },
  },
  { status: 'unknown', when: showsAnswerAlone, quiet: NO_ENTRY },
  {
    status: 'unknown',
    when: (state) => state.signs.answerStands,
    quiet: { polls: 3, ms: 600_000 },
  },
  {
    status: 'active',
    when: (state) => state.signs.answerStands && !state.last.withoutLog,
    quiet: { polls: 3, ms: 600_000 },
  },
];

/** A result or summary has come, and never a status word. */
function showsAnswerAlone({ signs, last }: TurnState): boolean {
  return !signs.status && last.newAnswer;
}

/** Nothing was read before the turn that may have come from a replica that lags. */
function mayTrustAnswer({ turn, signs }: TurnState): boolean {
  return turn.mode !== 'resumed' || signs.changed;
}

/**
 * A resumed run that shows no sign of work for this long did not act on the follow-up (contract
 * 4.5), and a new one that has not begun does not act on what it was asked (18.5).
 */
const NO_SIGN_MS = 600_000;

type TurnVerdict =
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
  /** The run shows no sign of work (4.5, 18.5). */
  | { readonly kind: 'not_taken_up' };

export function judgeTurn(state: TurnState, now: number): TurnVerdict {
  const { meaning } = state.last;
  const rules = rulesFor(state);
  if (rules.some(({ quiet }) => isQuiet(state, quiet, now))) {
    return { kind: 'ended', outcome: isTerminal(meaning) ? meaning : 'succeeded' };
  }
  const isIgnored = showsNoSign(state) && now - state.turn.startedAt >= NO_SIGN_MS;
  const isIdle = state.last.isUnbegun && now - state.quiet.since >= NO_SIGN_MS;
  if (isIgnored || isIdle) {
    return { kind: 'not_taken_up' };
  }
  return {
    kind: 'continue',
    confirmMs: Math.min(Infinity, ...rules.map(({ quiet }) => quiet.ms / quiet.polls)),
  };
}

function rulesFor(state: TurnState): readonly Rule[] {
  const { meaning } = state.last;
  const status = isTerminal(meaning) ? 'terminal' : meaning;
  // The record of a run of its own decides alone (contract 18.3).
  if (state.turn.isOwnRun && status !== 'terminal') {
    return [];
  }
  return RULES.filter((rule) => rule.status === status && rule.when(state));
}

function isQuiet({ last, quiet }: TurnState, { polls, ms }: Quiet, now: number): boolean {
  return polls === 0 || (!last.more && quiet.polls >= polls && now - quiet.since >= ms);
}

/**
 * A resumed run that was read and did nothing. Without a log that can be read, its status may be
 * that of the turn before, and its work unseen.
 */
export function showsNoSign({ turn, signs, last }: TurnState): boolean {
  const wasRead = !last.withoutLog || last.logless;
  const hasSign = signs.active || signs.work || signs.changed || last.newAnswer;
  return turn.mode === 'resumed' && !turn.isOwnRun && wasRead && !hasSign;
}
