/**
 * What a thread records (contract 7.2): its run, which comments were delivered to that and which
 * wait for it, and the marker that keeps all this in the first line of the action's comment. Pure.
 * A comment is settled once it was delivered or its author was refused. It is not considered again,
 * even if edited.
 */
import type { RunId } from '../agents/port.ts';
import {
  readSignedMarker,
  withoutMarker,
  writeSignedMarker,
  type SignedPlace,
} from '../github/marker.ts';
import type { DeliveredComment } from '../run/untrusted-text.ts';

/**
 * Comments that a request is about to deliver. Recorded before it is sent, so that a kill in
 * between leaves a trace.
 */
export interface Intent {
  readonly ids: readonly number[];
  /** The follow-up's mark, whose echo in the log proves that it arrived. */
  readonly mark: string;
  /**
   * What the service's adapter remembers of the run before the follow-up (`Before`), in base64url,
   * because it stands in a marker. Absent where the follow-up is found without it.
   */
  readonly before?: string;
}

export interface Mailbox {
  /** Follow-ups sent in this thread. */
  readonly turns: number;
  /**
   * Comments up to this id were written before the thread's first turn. Only their own jobs deliver
   * them; 0 if there are none.
   */
  readonly since: number;
  /** Every comment beyond `since` and up to this id is settled; 0 if none is. */
  readonly high: number;
  /** Other settled comments, in ascending order. */
  readonly settled: readonly number[];
  readonly intended: Intent | null;
}

export const EMPTY_MAILBOX: Mailbox = { turns: 0, since: 0, high: 0, settled: [], intended: null };

/**
 * Ids listed individually. Beyond it, the oldest are covered by `high`, so that the marker stays
 * small.
 */
export const SETTLED_MAX = 100;

export function isSettled({ since, high, settled }: Mailbox, id: number): boolean {
  return settled.includes(id) || (id > since && id <= high);
}

/**
 * Records comments as settled.
 *
 * @param waiting ids of requests that are not delivered yet; `high` stays below them
 */
export function settle(
  mailbox: Mailbox,
  ids: readonly number[],
  waiting: readonly number[] = [],
): Mailbox {
  const { since, high } = mailbox;
  const all = new Set([...mailbox.settled, ...ids].filter((id) => id <= since || id > high));
  const settled = [...all].sort((a, b) => a - b);
  if (settled.length <= SETTLED_MAX) {
    return { ...mailbox, settled };
  }
  const floor = Math.min(Infinity, ...waiting.filter((id) => !all.has(id)));
  const folded = settled.slice(0, -SETTLED_MAX / 2).filter((id) => id > since && id < floor);
  const newHigh = folded.at(-1) ?? high;
  return {
    ...mailbox,
    high: newHigh,
    settled: settled.filter((id) => id <= since || id > newHigh),
  };
}

export interface Accepted {
  /**
   * The mark of the request, or null if it has none. What was intended for another one stays
   * intended.
   */
  readonly mark: string | null;
  /** A follow-up counts as a turn. */
  readonly isTurn: boolean;
  readonly waiting?: readonly number[];
}

/** Settles the comments of a request that was accepted. */
export function delivered(mailbox: Mailbox, { mark, isTurn, waiting = [] }: Accepted): Mailbox {
  const turns = isTurn ? mailbox.turns + 1 : mailbox.turns;
  const { intended } = mailbox;
  if (intended === null || intended.mark !== mark) {
    return { ...mailbox, turns };
  }
  return { ...settle(mailbox, intended.ids, waiting), turns, intended: null };
}

/** A comment of the thread that addresses the agent. */
export interface RequestComment extends DeliveredComment {
  readonly id: number;
  readonly authorIsBot: boolean;
}

/**
 * The requests that wait for the thread's run, oldest first.
 *
 * @param own the comment that started this step; already admitted, and included even if the thread
 *   does not show it yet
 * @param again include the step's own comment even if it was delivered
 */
export function waitingRequests(
  requests: readonly RequestComment[],
  {
    mailbox,
    own,
    again,
  }: { readonly mailbox: Mailbox; readonly own: RequestComment; readonly again: boolean },
): readonly RequestComment[] {
  const isOpen = ({ id }: RequestComment): boolean =>
    id !== own.id && id > mailbox.since && !isSettled(mailbox, id);
  const ours = again || !isSettled(mailbox, own.id) ? [own] : [];
  return [...ours, ...requests.filter(isOpen)].sort((a, b) => a.id - b.id);
}

/** The place that a comment belongs to. */
export interface MarkerPlace extends Pick<SignedPlace, 'repository' | 'secret'> {
  /** Number of the issue or pull request. */
  readonly thread: number;
  readonly commentKey: string;
}

/** The step that recorded the run in the thread or sent its last follow-up. */
export interface Writer {
  /** The step's key: 32 hex digits. */
  readonly key: string;
  /** The attempt of its workflow run. */
  readonly attempt: number;
  /** Whether it created or resumed the run. */
  readonly mode: 'created' | 'resumed';
}

/** The data stored in a marker. */
export interface ThreadRecord {
  /** Null in a comment about many runs, none of which a later step could resume. */
  readonly runId: RunId | null;
  readonly writer: Writer | null;
  readonly mailbox: Mailbox;
}

export type MarkerContent = MarkerPlace & Pick<ThreadRecord, 'runId'> & Partial<ThreadRecord>;

const markPlaceOf = ({ secret, repository, thread, commentKey }: MarkerPlace): SignedPlace => ({
  kind: 'thread',
  secret,
  repository,
  scope: [thread, commentKey],
});

/**
 * One line, which must be the first of the comment. Its JSON has only numbers and words of this
 * action, so nothing breaks out of it.
 */
export function writeMarker({
  runId,
  writer = null,
  mailbox = EMPTY_MAILBOX,
  ...place
}: MarkerContent): string {
  const record: ThreadRecord = { runId, writer, mailbox };
  return writeSignedMarker(markPlaceOf(place), JSON.stringify(record));
}

/**
 * The data that a comment's body records for this place, or null if its marker is absent, invalid
 * or for another place.
 */
export function readMarker(body: string, place: MarkerPlace): ThreadRecord | null {
  const found = readSignedMarker(body, markPlaceOf(place));
  if (found?.verified !== true) {
    return null;
  }
  // The signature proves that `writeMarker` wrote it. Markers of earlier editions have the ID as a
  // number.
  type Recorded = Omit<ThreadRecord, 'runId'> & { readonly runId: RunId | number | null };
  const record = JSON.parse(found.content) as Recorded;
  return { ...record, runId: record.runId === null ? null : String(record.runId) };
}

/** Replaces the marker in the first line of the body. */
export function withThreadMarker(body: string, marker: string): string {
  return `${marker}\n${withoutMarker(body)}`;
}
