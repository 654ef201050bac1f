/**
 * The changes of state of a task as entries of the action's own type, because GitHub keeps no log
 * that can be read (contract 18.3). Each is told once, when it is seen.
 */
import { STATE_TYPE } from '../../message-types.ts';
import { EntryMaker } from '../kit/entries.ts';
import type { Entry, RunId } from '../port.ts';
import { sessionsOf, stateOf } from './shown.ts';
import type { Session, Task } from './schema.ts';

/** A state that a task or one of its sessions was seen in. */
interface Seen {
  /** The session's id; null: of the task while it has none. */
  readonly sourceId: string | null;
  /** What is told once. */
  readonly state: string;
  /** The run is judged by it. */
  readonly isJudged: boolean;
  readonly text: string;
  /** As the service tells it, null where it does not. */
  readonly at: string | null;
}

/** Tells the changes of one task. */
export class StateEntries {
  readonly #maker: EntryMaker;
  /** What was told last of each session, by its id; of the task itself under the empty text. */
  readonly #told = new Map<string, string>();
  /** What was told last of what the run is judged by; null: nothing yet. */
  #judged: string | null = null;

  /** @param wall the time of receipt, for changes whose time is not told */
  constructor(id: RunId, wall: () => number) {
    this.#maker = new EntryMaker(id, wall);
  }

  /**
   * What is new, oldest first.
   *
   * @param judged the session by which the run is judged
   */
  take(task: Task, judged: Session | null): readonly Entry[] {
    return changesOf(task, judged)
      .filter((seen) => this.#takeIn(seen))
      .map((seen) => this.#entry(seen));
  }

  /** Returns whether it is to be told. */
  #takeIn({ sourceId, state, isJudged }: Seen): boolean {
    const source = sourceId ?? '';
    // The task is in the state of its session, which may come or go between two reads.
    const isFirst = !this.#told.has(source) || sourceId === null;
    const isSame = this.#told.get(source) === state;
    const isTold = isSame || (isJudged && isFirst && this.#judged === state);
    this.#told.set(source, state);
    this.#judged = isJudged ? state : this.#judged;
    return !isTold;
  }

  #entry({ sourceId, text, at }: Seen): Entry {
    return this.#maker.make({ type: STATE_TYPE, observation: text, at, sourceId });
  }
}

function changesOf(task: Task, judged: Session | null): readonly Seen[] {
  const sessions = sessionsOf(task);
  if (sessions.length === 0) {
    const state = stateOf(task, null);
    const seen = { sourceId: null, isJudged: true, at: task.updated_at };
    return state === null ? [] : [{ ...seen, state, text: state }];
  }
  return sessions.flatMap((session) => {
    if (session.state === null) {
      return [];
    }
    const state = stateText(session);
    const isJudged = session === judged;
    const text = isJudged ? state : `${state} ${OTHERS}`;
    return [{ sourceId: session.id, state, isJudged, text, at: timeOf(session) }];
  });
}

function stateText({ state, error = null }: Session): string {
  return error === null ? String(state) : `${String(state)}: ${error}`;
}

/** A person has started it on the web; it is mentioned, and decides nothing. */
const OTHERS = '(another session of this task, which does not decide this run)';

function timeOf({ created_at, updated_at, completed_at }: Session): string | null {
  return completed_at ?? updated_at ?? created_at;
}
