/**
 * What a thread records of its run (contract 7.2): the marker in the first line of the action's
 * comment. Pure.
 */
import type { RunId } from '../agents/port.ts';
import type { EventContext } from '../github/event.ts';
import { readSignedMarker, writeSignedMarker, type SignedPlace } from '../github/marker.ts';
import type { Inputs } from '../inputs/parse.ts';
import { askedInPublic, stepKey } from '../run/once/key.ts';

/** The place that a comment belongs to. */
export interface MarkerPlace extends Pick<SignedPlace, 'repository' | 'secret'> {
  /** Number of the issue or pull request. */
  readonly thread: number;
  readonly commentKey: string;
}

/** A step that created the run, or sent it a follow-up. */
export interface Writer {
  /** The step's key: 32 hex digits. */
  readonly key: string;
  /** With a key of one's own, steps of other workflow runs have the same one. */
  readonly workflowRun: string;
  /** The attempt of its workflow run. */
  readonly attempt: number;
  /** A hash of what the author asked. Absent where it was not known. */
  readonly asked?: string;
}

export interface WriterSources {
  readonly inputs: Inputs;
  readonly event: EventContext;
  /**
   * The commit that a review is about, which makes another request of another head (contract 4.9);
   * null for none.
   */
  readonly headSha: string | null;
}

/** This step, as it writes itself into a marker. */
export function writerOf(sources: WriterSources): Writer {
  return { ...writerAfterwards(sources), asked: askedInPublic(sources) };
}

/** The same in the post step, which does not read what was asked. */
export function writerAfterwards(sources: WriterSources): Writer {
  const { workflowRunId, attempt } = sources.event;
  return { key: stepKey(sources), workflowRun: workflowRunId, attempt };
}

/** Whether both are known to have asked different things. */
export function asksOther({ asked: one }: Writer, { asked: other }: Writer): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** Whether both are attempts of one step in one workflow run. */
export function isSameStep(one: Writer, other: Writer): boolean {
  return one.key === other.key && one.workflowRun === other.workflowRun;
}

export function isSameAttempt(one: Writer, other: Writer): boolean {
  return isSameStep(one, other) && one.attempt === other.attempt;
}

/** Names a step that has sent a follow-up: `0a1b2c3d4e5f/900`. */
function senderName({ key, workflowRun }: Writer): string {
  return `${key.slice(0, 12)}/${workflowRun}`;
}

/** Names one attempt of it. */
function attemptName(writer: Writer): string {
  return `${senderName(writer)}/${writer.attempt}`;
}

/** Attempts that a marker names. One that is run again after so many others may count twice. */
const NAMED_MOST = 40;

type Counted = Pick<ThreadRecord, 'counted' | 'turns'>;

/** With one follow-up more. */
export function withTurn({ turns, counted }: Counted, writer: Writer): Counted {
  return { turns: turns + 1, counted: [...counted, attemptName(writer)].slice(-NAMED_MOST) };
}

/** Whether a follow-up of this attempt counts already. */
export function hasCounted({ counted }: Counted, writer: Writer): boolean {
  return counted.includes(attemptName(writer));
}

/** Whether one of any attempt of the step does. */
export function hasCountedStep({ counted }: Counted, writer: Writer): boolean {
  return counted.some((name) => name.startsWith(`${senderName(writer)}/`));
}

/** The data stored in a marker. */
export interface ThreadRecord {
  /** Null in a comment about many runs, none of which a later step could resume. */
  readonly runId: RunId | null;
  /** Who created the run. Null where it was not created for this thread. */
  readonly creator: Writer | null;
  /**
   * The run that the creator created, where a follow-up has been sent since: it may be a run of its
   * own, which is recorded in its place. Null: the recorded one.
   */
  readonly createdRunId: RunId | null;
  /** Who created the run or sent its last follow-up. Null where neither was for this thread. */
  readonly writer: Writer | null;
  /** Follow-ups sent in this thread. */
  readonly turns: number;
  /** Who sent the last of them, so that none counts twice (`withTurn`). */
  readonly counted: readonly string[];
  /** A step asked the service to stop the run, which is taken back before a follow-up. */
  readonly isStopped: boolean;
}

/** Whether the run was created for this thread, and got no follow-up since. */
export function isAsCreated({ creator, writer }: ThreadRecord): boolean {
  return creator !== null && writer !== null && isSameAttempt(creator, writer);
}

/** What a record says beside its run. */
export type RecordedTurn = Omit<ThreadRecord, 'runId'>;

export const NEW_TURN: RecordedTurn = {
  creator: null,
  createdRunId: null,
  writer: null,
  turns: 0,
  counted: [],
  isStopped: false,
};

export type MarkerContent = MarkerPlace & Pick<ThreadRecord, 'runId'> & Partial<RecordedTurn>;

const signedPlaceOf = ({ secret, repository, thread, commentKey }: MarkerPlace): SignedPlace => ({
  kind: 'thread',
  secret,
  repository,
  scope: [thread, commentKey],
});

/**
 * One line, which must be the first of the comment. Its JSON has only numbers, IDs of runs
 * (`RunId`) and words of this action, so nothing breaks out of it.
 */
export function writeMarker({
  runId,
  creator = NEW_TURN.creator,
  createdRunId = NEW_TURN.createdRunId,
  writer = NEW_TURN.writer,
  turns = NEW_TURN.turns,
  counted = NEW_TURN.counted,
  isStopped = NEW_TURN.isStopped,
  ...place
}: MarkerContent): string {
  const record: ThreadRecord = {
    runId,
    creator,
    createdRunId,
    writer,
    turns,
    counted,
    isStopped,
  };
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
