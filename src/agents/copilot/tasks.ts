/**
 * The tasks of a step: how they are read, and what is known of each (sheet, sections 3.2 and 4).
 */
import { isMissing } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import type { RunId, RunShown } from '../port.ts';
import type { Client } from './client.ts';
import type { OwnTask, StepMemory } from './step-memory.ts';
import { judgedSession, shownTask, stateOf } from './shown.ts';
import type { Task } from './schema.ts';
import { IDLE_MS, isIdle } from './words.ts';

export interface TaskParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly memory: StepMemory;
  /** `owner/name` where tasks are that name none; null: unknown. */
  readonly repository: string | null;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
}

export interface TaskListParts extends TaskParts {
  readonly tasks: Tasks;
}

export class Tasks {
  readonly #parts: TaskParts;

  constructor(parts: TaskParts) {
    this.#parts = parts;
  }

  wall(): number {
    return this.#parts.clock.wall();
  }

  ownOf(id: RunId): OwnTask | null {
    return this.#parts.memory.own.get(id) ?? null;
  }

  /** What the create answered, null for a task that this step has not created. */
  createdOf(id: RunId): Task | null {
    return this.#parts.memory.created.get(id) ?? null;
  }

  /** Remembers a task as our own. */
  adopt(
    task: Task,
    { own, repository }: { readonly own: OwnTask; readonly repository: string | null },
  ): void {
    const { memory } = this.#parts;
    memory.own.set(task.id, own);
    memory.repositories.set(task.id, repository);
  }

  /** Calls it the first time alone: a fleet says it for all its runs. */
  sayNoLog(say: () => void): void {
    const { memory } = this.#parts;
    if (!memory.isMissingLogTold) {
      memory.isMissingLogTold = true;
      say();
    }
  }

  /**
   * The task with its sessions. One that is only followed is looked for in the repository of the
   * step, where everybody's tasks are, and else among the person's own.
   */
  async read(id: RunId, call: CallOptions): Promise<Task> {
    const { client, memory, repository } = this.#parts;
    const known = memory.repositories.get(id);
    if (known !== undefined) {
      return this.#noted(await client.task({ id, repository: known }, call));
    }
    const task = await client.task({ id, repository }, call).catch((error: unknown) => {
      if (repository === null || !isMissing(error)) {
        throw error;
      }
      return null;
    });
    if (task !== null) {
      memory.repositories.set(id, repository);
      return this.#noted(task);
    }
    const own = await client.task({ id, repository: null }, call);
    memory.repositories.set(id, null);
    return this.#noted(own);
  }

  shown(task: Task): RunShown {
    const { clock, memory, repository, serverUrl } = this.#parts;
    const own = this.ownOf(task.id);
    const state = stateOf(task, judgedSession(task, own));
    const restMs = memory.rests.of(task.id, {
      shown: `${String(state)} ${String(task.updated_at)}`,
      now: clock.now(),
    });
    const known = memory.repositories.get(task.id);
    return shownTask(task, {
      own,
      repository: known === undefined ? repository : known,
      serverUrl,
      isResting: isIdle(state) && restMs >= IDLE_MS,
    });
  }

  /** Notes which session is ours, so that later ones decide nothing. */
  #noted(task: Task): Task {
    const own = this.ownOf(task.id);
    if (own !== null) {
      own.sessionId ??= judgedSession(task, own)?.id ?? null;
    }
    return task;
  }
}
