/** What the writer of the action's comment is given. */
import type { GitHub } from '../github/port.ts';
import type { Clock } from '../ports.ts';
import type { CommentOptions } from '../report/comment.ts';
import type { StepView } from '../report/step-view.ts';
import type { ThreadKind } from './errors.ts';
import type { MarkerPlace } from './marker.ts';
import type { ThreadMemory } from './memory.ts';

/** Identifies a comment for later edits. */
export interface CommentRef {
  readonly id: number;
  readonly htmlUrl: string;
}

export interface CommentWriterOptions extends MarkerPlace {
  readonly github: GitHub;
  readonly clock: Clock;
  readonly kind: ThreadKind;
  /** Whether to write the full report. If false, one line carries the marker (`resume: thread` without `comment`). */
  readonly full: boolean;
  /** The comment if it is known; if null, the thread is searched before one is created. */
  readonly known: CommentRef | null;
  /** Receives warnings about what users should change, one per topic. They may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Receives lines for the job log about failures that are retried or worked around, one per topic. They may quote GitHub. */
  readonly note: (message: string) => void;
  /** Called once for each comment found or created, so that its address is known before the end. */
  readonly onComment?: (comment: CommentRef) => void;
  /** The marker's content besides the run. */
  readonly memory?: ThreadMemory;
  /** Renders the body, with the marker as its first line. Defaults to that of a single run. */
  readonly render?: (view: StepView, options: CommentOptions) => string;
  /** Other jobs may write the same comment, so their records are read before each edit. */
  readonly shared?: boolean;
  /** The run that the thread recorded when this job planned its turn, or null. Absent if the thread was not read. */
  readonly recorded?: number | null;
  /** Whether the input `agent_run_id` named the run, so that the thread may record another one without any race. */
  readonly isNamed?: boolean;
}

/** A view of a step with a run. Steps without one have no comment. */
export type RunView = StepView & { readonly runId: number };
