/** When a turn is over: pure decisions over what the looks brought (contract 4.3, 4.5). */
import { isTerminal, type StatusClass, type TerminalClass } from './status.ts';

/** Three polls in a row without news, over at least this long, end a turn whose status word is unknown (4.3) … */
const UNKNOWN_QUIET_MS = 30_000;
/** … or whose old terminal status may be the new one (4.5). */
const RESUMED_QUIET_MS = 5_000;
/** The answer to a resume said "active" and entries came, but no look saw it so: long enough for a stale status to change. */
const REPLIED_QUIET_MS = 60_000;
const QUIET_LOOKS = 3;
/** A resumed run that shows no sign of work for so long did not take the follow-up up (4.5). */
export const NO_SIGN_LIMIT_MS = 600_000;

export interface TurnState {
  readonly mode: 'created' | 'resumed' | 'attached';
  readonly startedAt: number;
  /** The status word before a resume; only another one can be a sign of work. */
  readonly statusBefore: string | null;
  /** The answer to the resume itself said that the run is active. */
  readonly replyActive: boolean;
  readonly status: string | null;
  readonly statusClass: StatusClass;
  /** The run was seen at work in this turn. */
  readonly seenActive: boolean;
  /** Any sign that the follow-up was taken up. */
  readonly sign: boolean;
  /** Entries came that are more than an echo of the prompt. */
  readonly worked: boolean;
  readonly finalAnswer: boolean;
  readonly errorEntry: boolean;
  /** The last look left nothing to be read. */
  readonly complete: boolean;
  /** Successful looks since the last news, as far as they left nothing to be read. */
  readonly quietLooks: number;
  readonly lastNews: number;
  /** Successful looks in this turn. */
  readonly looks: number;
}

export function turnStart(options: Pick<TurnState, 'mode' | 'startedAt' | 'statusBefore' | 'replyActive'>): TurnState {
  return {
    ...options,
    status: null,
    statusClass: 'unknown',
    seenActive: false,
    sign: false,
    worked: false,
    finalAnswer: false,
    errorEntry: false,
    complete: true,
    quietLooks: 0,
    lastNews: options.startedAt,
    looks: 0,
  };
}

export interface Observation {
  readonly now: number;
  readonly status: string | null;
  readonly statusClass: StatusClass;
  /** The message types of the new entries (spec 2.4). */
  readonly kinds: readonly (string | null)[];
  /** More entries are to be read before the picture is complete. */
  readonly more: boolean;
}

export function observe(state: TurnState, seen: Observation): TurnState {
  // An echo of the prompt is no sign of work.
  const works = seen.kinds.some((kind) => kind !== 'USER_MESSAGE');
  const another = seen.statusClass === 'unknown' && seen.status !== null && seen.status !== state.statusBefore;
  const active = seen.statusClass === 'active' || another;
  const news = seen.kinds.length > 0 || (state.looks > 0 && seen.status !== state.status);
  return {
    ...state,
    status: seen.status,
    statusClass: seen.statusClass,
    seenActive: state.seenActive || active,
    sign: state.sign || active || works,
    worked: state.worked || works,
    finalAnswer: state.finalAnswer || seen.kinds.includes('FINAL_ANSWER'),
    errorEntry: state.errorEntry || seen.kinds.includes('ERROR'),
    complete: !seen.more,
    // A look that leaves more to be read says neither: some logs have to be read as a whole each time.
    quietLooks: news ? 0 : state.quietLooks + (seen.more ? 0 : 1),
    lastNews: news ? seen.now : state.lastNews,
    looks: state.looks + 1,
  };
}

export type Verdict =
  | { readonly kind: 'continue' }
  /** The status word is final. */
  | { readonly kind: 'terminal'; readonly meaning: TerminalClass }
  /** Nobody knows the word, but the answer is there and nothing moves (4.3). */
  | { readonly kind: 'assumed_success' }
  /** The resumed run shows no sign of work (4.5). */
  | { readonly kind: 'not_taken_up' };

export function judge(state: TurnState, now: number): Verdict {
  const quiet = (ms: number): boolean =>
    state.complete && state.quietLooks >= QUIET_LOOKS && now - state.lastNews >= ms;
  if (isTerminal(state.statusClass)) {
    const answered = (state.finalAnswer || state.errorEntry) && quiet(RESUMED_QUIET_MS);
    const worked = state.worked && state.replyActive && quiet(REPLIED_QUIET_MS);
    const counts = state.mode !== 'resumed' || state.seenActive || answered || worked;
    if (counts) return { kind: 'terminal', meaning: state.statusClass };
  }
  if (state.statusClass === 'unknown' && state.finalAnswer && quiet(UNKNOWN_QUIET_MS))
    return { kind: 'assumed_success' };
  if (showsNoSign(state) && now - state.startedAt >= NO_SIGN_LIMIT_MS) return { kind: 'not_taken_up' };
  return { kind: 'continue' };
}

/** A resumed run that could be read and did nothing. */
export function showsNoSign(state: TurnState): boolean {
  return state.mode === 'resumed' && !state.sign && state.looks > 0;
}

/** The turn looks finished and only waits for quiet looks: they may come soon. */
export function isSettling(state: TurnState): boolean {
  if (isTerminal(state.statusClass))
    return state.mode !== 'resumed' || state.seenActive || state.finalAnswer || state.errorEntry;
  return state.statusClass === 'unknown' && state.finalAnswer;
}
