/** The marker of the thread's comment, which links it to a run and records which comments were delivered to it (contract 7.2). */
import { readMark, withoutMark, writeMark, type MarkPlace } from '../github/mark.ts';
import { EMPTY_MAILBOX, type Mailbox } from './mailbox.ts';

/** The place that a comment belongs to. */
export interface MarkerPlace extends Pick<MarkPlace, 'repository' | 'secret'> {
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
  readonly runId: number;
  readonly writer: Writer | null;
  readonly mailbox: Mailbox;
}

export type MarkerContent = MarkerPlace & Pick<ThreadRecord, 'runId'> & Partial<ThreadRecord>;

const placeOf = ({ secret, repository, thread, commentKey }: MarkerPlace): MarkPlace => ({
  ...{ kind: 'thread', secret, repository },
  scope: [thread, commentKey],
});

/** One line, which must be the first of the comment. Its JSON has only numbers and words of this action, so nothing breaks out of it. */
export function writeMarker({ runId, writer = null, mailbox = EMPTY_MAILBOX, ...place }: MarkerContent): string {
  const record: ThreadRecord = { runId, writer, mailbox };
  return writeMark(placeOf(place), JSON.stringify(record));
}

/** The data that a comment's body records for this place, or null if its marker is absent, invalid or for another place. */
export function readMarker(body: string, place: MarkerPlace): ThreadRecord | null {
  const found = readMark(body, placeOf(place));
  // The signature proves that `writeMarker` wrote it.
  return found?.verified === true ? (JSON.parse(found.content) as ThreadRecord) : null;
}

/** Replaces the marker in the first line of the body. */
export function withMarker(body: string, marker: string): string {
  return `${marker}\n${withoutMark(body)}`;
}
