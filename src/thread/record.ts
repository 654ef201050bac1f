/**
 * What a thread records of its run (contract 7.2): the marker in the first line of the action's
 * comment. Pure.
 */
import type { RunId } from '../agents/port.ts';
import { readSignedMarker, writeSignedMarker, type SignedPlace } from '../github/marker.ts';

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
  readonly workflowRun: string;
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
  /** Follow-ups sent in this thread. */
  readonly turns: number;
  /** A step asked the service to stop the run, which is taken back before a follow-up. */
  readonly isStopped: boolean;
}

/** What a record says beside its run. */
export type RecordedTurn = Omit<ThreadRecord, 'runId'>;

export const NEW_TURN: RecordedTurn = { writer: null, turns: 0, isStopped: false };

export type MarkerContent = MarkerPlace & Pick<ThreadRecord, 'runId'> & Partial<RecordedTurn>;

const signedPlaceOf = ({ secret, repository, thread, commentKey }: MarkerPlace): SignedPlace => ({
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
  writer = NEW_TURN.writer,
  turns = NEW_TURN.turns,
  isStopped = NEW_TURN.isStopped,
  ...place
}: MarkerContent): string {
  const record: ThreadRecord = { runId, writer, turns, isStopped };
  return writeSignedMarker(signedPlaceOf(place), JSON.stringify(record));
}

/**
 * The data that a comment's body records for this place, or null if its marker is absent, invalid
 * or for another place.
 */
export function readMarker(body: string, place: MarkerPlace): ThreadRecord | null {
  const found = readSignedMarker(body, signedPlaceOf(place));
  // The signature proves that `writeMarker` wrote it.
  return found?.verified === true ? (JSON.parse(found.content) as ThreadRecord) : null;
}
