/** What is known of a turn and of its last poll, from which `completion` decides whether the turn is over. Plain, immutable data. */
import type { StatusClass } from './status.ts';

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
  readonly quietLooks: number;
  readonly lastNews: number;
  /** Successful polls in this turn. */
  readonly looks: number;
  /** When the run was last polled (as `clock.now`). */
  readonly lookedAt: number;
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
    quietLooks: 0,
    lastNews: options.startedAt,
    looks: 0,
    lookedAt: options.startedAt,
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
  /** This poll did not read the log. */
  readonly withoutLog?: boolean;
  /** The log cannot be read, and probably not soon either. */
  readonly logless?: boolean;
}
