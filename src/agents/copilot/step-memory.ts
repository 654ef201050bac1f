/** What a step has found out of its tasks. Shared by the agents of a fleet. */
import { Rests } from '../kit/rests.ts';
import { ListPlace } from '../kit/standings.ts';
import type { RunId } from '../port.ts';
import type { KnownTasks } from './client.ts';
import type { Task } from './schema.ts';

/** A task that this step has created, or found by its key. */
export interface OwnTask {
  /** `ara-…`; null without `idempotency`. */
  readonly marker: string | null;
  readonly asksForPullRequest: boolean;
  /** The session that does what was asked, once it is known (sheet, section 4). */
  sessionId: string | null;
}

/** A task that was read while looking for a key. */
export interface Candidate {
  readonly task: Task;
  /** Its prompt was seen, so that it need not be read again. */
  readonly isSeen: boolean;
}

/** The list of a repository, as it was read while looking for a key. */
export interface SearchedList {
  readonly tasks: readonly Task[];
  /** It was read until tasks were too old to matter. */
  readonly isWhole: boolean;
  /** None older was asked for (ms since the epoch). */
  readonly from: number;
  /** When it was asked for, on the clock's `now`. */
  readonly at: number;
}

export class StepMemory {
  readonly known: KnownTasks = new Map();
  readonly own = new Map<RunId, OwnTask>();
  /** The answers of creates, which tell the first state of their tasks. */
  readonly created = new Map<RunId, Task>();
  /** The repository of a task as `owner/name`; null: it is read without one. */
  readonly repositories = new Map<RunId, string | null>();
  readonly candidates = new Map<RunId, Candidate>();
  readonly lists = new Map<string, SearchedList>();
  /** The person behind the token; null: GitHub does not say. Undefined: not asked yet. */
  person: number | null | undefined = undefined;
  /** That there is no log was said. */
  isMissingLogTold = false;
  /** Where reading the list of tasks goes on. */
  readonly listed = new ListPlace();
  readonly rests = new Rests();
}
