/** What a step has found out of its tasks. Shared by the agents of a fleet. */
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

/** Since when a task shows the state that it shows. */
interface Rest {
  readonly state: string;
  /** On the clock's `now`. */
  readonly since: number;
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
  /** The page of the list of tasks to read next. */
  standingsPage = 1;
  readonly #rests = new Map<RunId, Rest>();

  /** How long the task shows this state, in ms. */
  restOf(id: RunId, { state, now }: { readonly state: string; readonly now: number }): number {
    const rest = this.#rests.get(id);
    if (rest?.state === state) {
      return now - rest.since;
    }
    this.#rests.set(id, { state, since: now });
    return 0;
  }
}
