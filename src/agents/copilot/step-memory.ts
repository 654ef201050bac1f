/** What a step has found out of its tasks. Shared by the agents of a fleet. */
import { KnownAnswers } from '../../http/known-answers.ts';
import { Rests } from '../kit/rests.ts';
import { SearchMemory } from '../kit/search.ts';
import { ListPlace } from '../kit/standings.ts';
import type { RunId } from '../port.ts';
import type { Task } from './schema.ts';

/** A task that this step has created, or found by its key. */
export interface OwnTask {
  /** `ara-…`; null without `idempotency`. */
  readonly marker: string | null;
  readonly asksForPullRequest: boolean;
  /** The session that does what was asked, once it is known (sheet, section 4). */
  sessionId: string | null;
}

export class StepMemory {
  /** Tasks as they were read last. */
  readonly known = new KnownAnswers<Task>();
  readonly own = new Map<RunId, OwnTask>();
  /** The answers of creates, which tell the first state of their tasks. */
  readonly created = new Map<RunId, Task>();
  /** The repository of a task as `owner/name`; null: it is read without one. */
  readonly repositories = new Map<RunId, string | null>();
  readonly searched = new SearchMemory<Task>();
  /** The person behind the token; null: GitHub does not say. Undefined: not asked yet. */
  person: number | null | undefined = undefined;
  /** That there is no log was said. */
  isMissingLogTold = false;
  /** Where reading the list of tasks goes on. */
  readonly listed = new ListPlace();
  readonly rests = new Rests();
}
