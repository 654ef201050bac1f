/**
 * Decides when a turn is over, from what the polls showed (contract 4.3, 4.5). Plain, immutable data and pure functions: `observe` takes a
 * poll in, `judge` says what it means.
 */
import { isSameStatus, isTerminal, type StatusClass, type TerminalClass } from './status.ts';

/** Three polls in a row without news, over at least this long, end a turn whose status word is unknown (4.3) … */
const UNKNOWN_QUIET_MS = 30_000;
/** … or whose old terminal status may be the new one (4.5). */
const RESUMED_QUIET_MS = 5_000;
/** The resume response said "active" and entries arrived, but no poll saw the run active. Long enough for a stale status to change. */
const REPLIED_QUIET_MS = 60_000;
const QUIET_POLLS = 3;
/** With a sign of work, fewer polls over `RESUMED_QUIET_MS` are enough. */
const QUIET_POLLS_AFTER_SIGN = 2;
/** If the run was active when the follow-up was sent, an end may belong to the previous turn. */
const BUSY_QUIET_MS = 30_000;
/** The final answer exists, the status stays active and nothing changes: the service did not end the run (4.3). */
const FORGOTTEN_MS = 600_000;
/** A resumed run that shows no sign of work for this long did not act on the follow-up (4.5). */
export const NO_SIGN_LIMIT_MS = 600_000;
/** Nobody knows what happened after a poll that is older than this. */
const NO_SIGN_FRESH_MS = 30_000;

export interface TurnState {
  readonly mode: 'created' | 'resumed' | 'attached';
  readonly startedAt: number;
  /** The status word before a resume. Only a different one can be a sign of work. */
  readonly statusBefore: string | null;
  /** The response to the resume said that the run is active. */
  readonly replyActive: boolean;
  /** The run was still active when the follow-up was sent. */
  readonly busyBefore: boolean;
  readonly status: string | null;
  readonly statusClass: StatusClass;
  /** The run was seen active in this turn. */
  readonly seenActive: boolean;
  /** Any sign that the run acted on the follow-up. */
  readonly sign: boolean;
  /** The run shows a status word, result or summary that differs from the one before the follow-up. */
  readonly changed: boolean;
  /** A terminal status was seen in this turn. */
  readonly endSeen: boolean;
  /** The run was seen active again after that. */
  readonly activeAfterEnd: boolean;
  /** The last poll showed an older copy of the log, and the poll before it no end, so an end may be that of the previous turn. */
  readonly outdated: boolean;
  /** The follow-up's own `USER_MESSAGE` was seen. */
  readonly echoed: boolean;
  /** A `FINAL_ANSWER` or `ERROR` came after it. */
  readonly answeredAfterEcho: boolean;
  /** No status word has come yet. */
  readonly neverStatus: boolean;
  /** The run shows a result of this turn. */
  readonly hasResult: boolean;
  /** Entries other than an echo of the prompt arrived. */
  readonly worked: boolean;
  readonly finalAnswer: boolean;
  /** No `USER_MESSAGE` came after the last `FINAL_ANSWER`: it begins another turn, except in a created run, whose prompt may come late. */
  readonly answerStands: boolean;
  readonly errorEntry: boolean;
  /** The last poll read the log. */
  readonly logSeen: boolean;
  /** The last poll left nothing to read. */
  readonly complete: boolean;
  /** Successful polls since the last news that left nothing to read. */
  readonly quietPolls: number;
  readonly lastNews: number;
  /** Successful polls in this turn. */
  readonly polls: number;
  /** When the run was last polled (as `clock.now`). */
  readonly polledAt: number;
}

type TurnOptions = Pick<TurnState, 'mode' | 'startedAt' | 'statusBefore' | 'replyActive'> &
  Partial<Pick<TurnState, 'busyBefore'>>;

export function turnStart(options: TurnOptions): TurnState {
  return {
    busyBefore: false,
    ...options,
    status: null,
    statusClass: 'unknown',
    seenActive: false,
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
    lastNews: options.startedAt,
    polls: 0,
    polledAt: options.startedAt,
  };
}

export interface Observation {
  readonly now: number;
  readonly status: string | null;
  readonly statusClass: StatusClass;
  /** The message types of the new entries (spec 2.4). */
  readonly kinds: readonly (string | null)[];
  /** More entries must be read before a decision. */
  readonly more: boolean;
  /** The index in `kinds` of the follow-up's own `USER_MESSAGE`, or null. */
  readonly echo?: number | null;
  /** The run's result or summary differs from the one before this turn. */
  readonly newAnswer?: boolean;
  /** The run's result, summary or pull requests changed since the last poll. */
  readonly answerMoved?: boolean;
  /** The page announces fewer entries than were read before. */
  readonly outdated?: boolean;
  /** There are new entries, also those that may be of the turn before. */
  readonly moved?: boolean;
  /** This poll did not read the log. */
  readonly withoutLog?: boolean;
  /** The log cannot be read, and probably not soon either. */
  readonly logless?: boolean;
}

export function observe(state: TurnState, seen: Observation): TurnState {
  const works = seen.kinds.some((kind) => kind !== 'USER_MESSAGE'); // An echo of the prompt is not a sign of work.
  const another = seen.statusClass === 'unknown' && seen.status !== null && seen.status !== state.statusBefore;
  const active = seen.statusClass === 'active' || another;
  const {
    echo = null,
    newAnswer = false,
    answerMoved = false,
    outdated = false,
    logless = false,
    moved = false,
    withoutLog = false,
  } = seen;
  // The first poll brings news only if it shows the end of a run that was still at work.
  const statusMoved = state.polls > 0 ? seen.status !== state.status : state.busyBefore && isTerminal(seen.statusClass);
  const news = moved || seen.kinds.length > 0 || statusMoved || (state.polls > 0 && answerMoved);
  // A status word proves nothing if the previous one is unknown.
  const wordChanged =
    seen.status !== null && state.statusBefore !== null && !isSameStatus(seen.status, state.statusBefore);
  const changed = state.changed || wordChanged || newAnswer || (logless && state.replyActive);
  const isAnswer = (kind: string | null): boolean => kind === 'FINAL_ANSWER' || kind === 'ERROR';
  const turnWord = state.mode === 'created' ? undefined : 'USER_MESSAGE';
  const lastWord = seen.kinds.findLast((kind) => kind === 'FINAL_ANSWER' || kind === turnWord);
  const afterEcho = state.echoed ? seen.kinds : echo === null ? [] : seen.kinds.slice(echo + 1);
  return {
    ...state,
    changed,
    endSeen: state.endSeen || isTerminal(seen.statusClass),
    // An older copy may still show the turn before at work.
    activeAfterEnd: state.activeAfterEnd || (state.endSeen && active && !outdated),
    // A service that always announces too few entries is believed the second time.
    outdated: outdated && !isTerminal(state.statusClass),
    echoed: state.echoed || echo !== null,
    answeredAfterEcho: state.answeredAfterEcho || afterEcho.some(isAnswer),
    neverStatus: state.neverStatus && seen.status === null,
    hasResult: newAnswer,
    status: seen.status,
    statusClass: seen.statusClass,
    seenActive: state.seenActive || active,
    sign: state.sign || active || works || changed,
    worked: state.worked || works,
    finalAnswer: state.finalAnswer || seen.kinds.includes('FINAL_ANSWER'),
    answerStands: lastWord === undefined ? state.answerStands : lastWord === 'FINAL_ANSWER',
    errorEntry: state.errorEntry || seen.kinds.includes('ERROR'),
    logSeen: !withoutLog,
    complete: !seen.more,
    // A poll that leaves more to read counts as neither, because some logs must be read completely each time.
    quietPolls: news ? 0 : state.quietPolls + (seen.more ? 0 : 1),
    lastNews: news ? seen.now : state.lastNews,
    polls: state.polls + 1,
    polledAt: seen.now,
  };
}

export type Verdict =
  | { readonly kind: 'continue' }
  /** The status word is final. */
  | { readonly kind: 'terminal'; readonly meaning: TerminalClass }
  /** The word is unrecognized, but the final answer exists and nothing changes (4.3). */
  | { readonly kind: 'assumed_success' }
  /** The resumed run shows no sign of work (4.5). */
  | { readonly kind: 'not_taken_up' };

export function judge(state: TurnState, now: number): Verdict {
  const quiet: Quiet = (ms, polls = QUIET_POLLS) =>
    state.complete && state.quietPolls >= polls && now - state.lastNews >= ms;
  if (isTerminal(state.statusClass)) {
    if (endCounts(state, quiet)) return { kind: 'terminal', meaning: state.statusClass };
  }
  // Without the log, a poll does not show whether the run goes on after the answer.
  const answered = (state.answerStands && state.logSeen) || (state.neverStatus && state.hasResult);
  const forgotten = state.answerStands && quiet(FORGOTTEN_MS);
  if (state.statusClass === 'unknown' && (forgotten || (answered && quiet(UNKNOWN_QUIET_MS))))
    return { kind: 'assumed_success' };
  if (state.statusClass === 'active' && state.logSeen && forgotten) return { kind: 'assumed_success' };
  if (showsNoSign(state, now) && now - state.startedAt >= NO_SIGN_LIMIT_MS) return { kind: 'not_taken_up' };
  return { kind: 'continue' };
}

type Quiet = (ms: number, polls?: number) => boolean;

/** Whether a terminal status belongs to this turn (contract 4.5). */
function endCounts(state: TurnState, quiet: Quiet): boolean {
  if (state.mode !== 'resumed') return true;
  if (state.outdated) return false;
  if (state.busyBefore) return state.answeredAfterEcho || state.activeAfterEnd || quiet(BUSY_QUIET_MS);
  if (state.seenActive) return true;
  if (state.changed && quiet(RESUMED_QUIET_MS, QUIET_POLLS_AFTER_SIGN)) return true;
  if ((state.finalAnswer || state.errorEntry) && quiet(RESUMED_QUIET_MS)) return true;
  return state.worked && state.replyActive && quiet(REPLIED_QUIET_MS);
}

/** A resumed run that was readable until now and did nothing. */
export function showsNoSign(state: TurnState, now: number): boolean {
  return state.mode === 'resumed' && !state.sign && state.polls > 0 && now - state.polledAt <= NO_SIGN_FRESH_MS;
}

/** The turn seems finished and only needs polls without news, so these may come soon. */
export function isSettling(state: TurnState): boolean {
  if (isTerminal(state.statusClass))
    return state.mode !== 'resumed' || state.sign || state.finalAnswer || state.errorEntry;
  return state.statusClass === 'unknown' && (state.answerStands || (state.neverStatus && state.hasResult));
}

/** How long entries wait for the echo of the follow-up, which a service need not send. A replica lags behind for less. */
const ECHO_MS = 30_000;

/** Entries that came after the number read before the follow-up, without its echo. */
interface Unechoed {
  readonly now: number;
  /** The observations of the final answers among them. */
  readonly answers: readonly unknown[];
  /** The run's result before the follow-up, or null if it had none or that is not known. */
  readonly resultBefore: string | null;
}

/**
 * Whether such entries belong to this turn (contract 4.5). A replica that lagged behind may have told too small a number: then they are of
 * the turn before, and so is an answer that is the result before the follow-up.
 */
export function beginsWithoutEcho(state: TurnState, { now, answers, resultBefore }: Unechoed): boolean {
  if (resultBefore !== null && answers.length > 0) return answers.some((answer) => answer !== resultBefore);
  return now - state.startedAt >= ECHO_MS && state.polls >= QUIET_POLLS;
}
