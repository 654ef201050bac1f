/** A turn that may be followed, and what tells its entries and its end from earlier ones. */
import type { Before, Meaning, Message, RequestIdentity, RunId, RunShown } from '../agents/port.ts';
import type { RunEvent } from './events.ts';

/** What the `started` event of the turn tells, and what came before it. */
export interface Started extends Omit<
  Extract<RunEvent, { type: 'started' }>,
  'again' | 'entriesBefore' | 'followed' | 'isBusyBefore' | 'meaning' | 'type' | 'usageBefore'
> {
  /** What the status means, by the inputs' words too. */
  readonly meaning: Meaning;
  /** The run before a follow-up; null without one. */
  readonly runBefore: RunShown | null;
  /** What is remembered of it. Null without a follow-up, or where it could not be read. */
  readonly before: Before | null;
  /** The status word before this turn, null where it is a run of its own. */
  readonly statusBefore: string | null;
  /** The run was, or may have been, at work when the follow-up was sent. */
  readonly busyBefore: boolean;
  /** The run was read at work after the follow-up was sent. Absent: it was not read. */
  readonly isSeenAtWork?: boolean;
  /** What was sent to the run, without its images; null if nothing was. */
  readonly sent: Message | null;
  /** As in `FoundFollowUp`: the run has gone on to a later turn. Absent: no. */
  readonly isPast?: boolean;
  /** The key of a created run that the answer to the create did not show. Null or absent: none. */
  readonly unseenKey?: RequestIdentity | null;
}

/** Nothing came before the turn. */
export const NO_EARLIER_TURN = {
  runBefore: null,
  before: null,
  resultBefore: null,
  statusBefore: null,
  busyBefore: false,
  sent: null,
} as const;

export function attachTo(runId: RunId): Started {
  return {
    ...NO_EARLIER_TURN,
    mode: 'attached',
    runId,
    webUrl: null,
    status: null,
    meaning: 'unknown',
  };
}
