/** Decides when a turn is over, based on the polls (contract 4.3, 4.5). Pure. */
import { isSameStatus, isTerminal, type TerminalClass } from './status.ts';
import type { Observation, TurnState } from './turn-state.ts';

/** Three polls in a row without news, over at least this long, end a turn whose status word is unknown (4.3) … */
const UNKNOWN_QUIET_MS = 30_000;
/** … or whose old terminal status may be the new one (4.5). */
const RESUMED_QUIET_MS = 5_000;
/** The resume response said "active" and entries arrived, but no poll saw the run active. Long enough for a stale status to change. */
const REPLIED_QUIET_MS = 60_000;
const QUIET_LOOKS = 3;
/** With a sign of work, fewer polls over `RESUMED_QUIET_MS` are enough. */
const QUIET_LOOKS_AFTER_SIGN = 2;
/** If the run was active when the follow-up was sent, an end may belong to the previous turn. */
const BUSY_QUIET_MS = 30_000;
/** The final answer exists, the status stays active and nothing changes: the service did not end the run (4.3). */
const FORGOTTEN_MS = 600_000;
/** A resumed run that shows no sign of work for this long did not act on the follow-up (4.5). */
export const NO_SIGN_LIMIT_MS = 600_000;
/** Nobody knows what happened after a poll that is older than this. */
const NO_SIGN_FRESH_MS = 30_000;

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
    withoutLog = false,
  } = seen;
  // The first poll brings news only if it shows the end of a run that was still at work.
  const statusMoved = state.looks > 0 ? seen.status !== state.status : state.busyBefore && isTerminal(seen.statusClass);
  const news = seen.kinds.length > 0 || statusMoved || (state.looks > 0 && answerMoved);
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
    quietLooks: news ? 0 : state.quietLooks + (seen.more ? 0 : 1),
    lastNews: news ? seen.now : state.lastNews,
    looks: state.looks + 1,
    lookedAt: seen.now,
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
  const quiet: Quiet = (ms, looks = QUIET_LOOKS) =>
    state.complete && state.quietLooks >= looks && now - state.lastNews >= ms;
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

type Quiet = (ms: number, looks?: number) => boolean;

/** Whether a terminal status belongs to this turn (contract 4.5). */
function endCounts(state: TurnState, quiet: Quiet): boolean {
  if (state.mode !== 'resumed') return true;
  if (state.outdated) return false;
  if (state.busyBefore) return state.answeredAfterEcho || state.activeAfterEnd || quiet(BUSY_QUIET_MS);
  if (state.seenActive) return true;
  if (state.changed && quiet(RESUMED_QUIET_MS, QUIET_LOOKS_AFTER_SIGN)) return true;
  if ((state.finalAnswer || state.errorEntry) && quiet(RESUMED_QUIET_MS)) return true;
  return state.worked && state.replyActive && quiet(REPLIED_QUIET_MS);
}

/** A resumed run that was readable until now and did nothing. */
export function showsNoSign(state: TurnState, now: number): boolean {
  return state.mode === 'resumed' && !state.sign && state.looks > 0 && now - state.lookedAt <= NO_SIGN_FRESH_MS;
}

/** The turn seems finished and only needs polls without news, so these may come soon. */
export function isSettling(state: TurnState): boolean {
  if (isTerminal(state.statusClass))
    return state.mode !== 'resumed' || state.sign || state.finalAnswer || state.errorEntry;
  return state.statusClass === 'unknown' && (state.answerStands || (state.neverStatus && state.hasResult));
}
