/**
 * Runs many sessions in one process under one scheduler (contract 13): starts them, follows them, and keeps a row for
 * each.
 */
import type { Task } from '../inputs/tasks.ts';
import type { TraceHead } from '../report/page/header.ts';
import type { ErrorCode } from '../run/events.ts';
import { createClassifier } from '../run/status.ts';
import { KnownLogsAddress } from '../service/logs-address.ts';
import { logsFilesOf } from './files.ts';
import { Repositories } from './repositories.ts';
import { RunList } from './run-list.ts';
import { listReader } from './scheduling/list-reader.ts';
import { Permits } from './scheduling/permits.ts';
import type { FleetScope } from './scope.ts';
import { stopBudget } from './stop.ts';
import { TaskRun } from './task-run.ts';
import { rowStart, type FleetRow } from './telling/rows.ts';

export interface FleetOptions extends FleetScope {
  readonly tasks: readonly Task[];
  /** The run of a task exists. */
  readonly onStarted: () => void;
  /** A task's session has ended. `ended` is the number that have. */
  readonly onEnd: (row: FleetRow, ended: number) => void;
}

/** Maximum number of sessions that are starting a run at the same time. The others do not use memory yet. */
const STARTING_MOST = 12;
/** Errors that every other task would encounter too, and how many in a row prove it. */
const HOPELESS: ReadonlySet<ErrorCode | null> = new Set(['unauthorized', 'quota_exceeded', 'network']);
const HOPELESS_MOST = 3;

export class Fleet {
  readonly #options: FleetOptions;
  readonly #permits: Permits;
  readonly #rows: FleetRow[];
  readonly #active = new Map<number, TaskRun>();
  readonly #starting = new Set<number>();
  readonly #heads = new Map<number, TraceHead>();
  readonly #repositories: Repositories;
  readonly #runList = new RunList();
  readonly #logsAddress = new KnownLogsAddress();
  readonly #logsFiles: ReadonlyMap<string, string | null>;
  readonly #stopBudget: () => number;
  #changed = Promise.withResolvers<null>();
  #ended = 0;
  #hopeless = 0;
  #created = false;
  /** Why no more sessions are started, or null. */
  #halt: string | null = null;

  constructor(options: FleetOptions) {
    const { ports, inputs, tasks } = options;
    this.#options = options;
    this.#logsFiles = logsFilesOf(inputs, tasks);
    this.#repositories = new Repositories(ports);
    this.#stopBudget = stopBudget(ports);
    this.#rows = tasks.map(({ key }) => rowStart(key));
    this.#permits = new Permits({
      clock: ports.clock,
      random: ports.random,
      share: { siblings: inputs.siblings, index: inputs.siblingIndex },
      readList: listReader({ ...ports, ...inputs }, createClassifier(inputs)),
    });
  }

  /** The current state, in the order of the tasks. A task is waiting until its create is sent. */
  rows(): readonly FleetRow[] {
    return this.#rows.map((row, index) => this.#active.get(index)?.row ?? row);
  }

  /** What the index of the reports shows about each run that has a report. */
  heads(): ReadonlyMap<number, TraceHead> {
    return this.#heads;
  }

  /** Runs all tasks to their end. After a signal, rejects with `Cancelled` once every session has ended. */
  async run(): Promise<void> {
    const { stop } = this.#options.ports;
    const sessions: Promise<void>[] = [];
    const wake = (): void => this.#wake();
    stop.addEventListener('abort', wake, { once: true });
    for (const [index, task] of this.#options.tasks.entries()) {
      while (!this.#mayStart() && this.#halt === null && !stop.aborted) await this.#changed.promise;
      if (this.#halt !== null || stop.aborted) break;
      sessions.push(this.#runTask(index, task));
    }
    await Promise.all(sessions);
    stop.removeEventListener('abort', wake);
    const why = stop.aborted ? 'The step was cancelled before this task was started.' : this.#halt;
    for (const [index, row] of this.#rows.entries())
      if (row.outcome === 'waiting') this.#rows[index] = { ...row, outcome: 'skipped', errorMessage: why };
    stop.throwIfAborted();
  }

  #mayStart(): boolean {
    const { maxParallel } = this.#options.inputs;
    return this.#starting.size < STARTING_MOST && this.#active.size < (maxParallel ?? Infinity);
  }

  #wake(): void {
    this.#changed.resolve(null);
    this.#changed = Promise.withResolvers<null>();
  }

  async #runTask(index: number, task: Task): Promise<void> {
    const { onStarted, onEnd } = this.#options;
    const run = new TaskRun({
      ...{ ...this.#options, task, permits: this.#permits, repositories: this.#repositories },
      ...{ logsAddress: this.#logsAddress, runList: this.#runList, stopBudget: this.#stopBudget },
      logsFile: this.#logsFiles.get(task.key) ?? null,
      onStarted: () => {
        this.#created = true;
        this.#starting.delete(index);
        this.#wake();
        onStarted();
      },
    });
    this.#active.set(index, run);
    this.#starting.add(index);
    const row = await run.run();
    this.#rows[index] = row;
    if (run.head !== null) this.#heads.set(index, run.head);
    this.#active.delete(index);
    this.#starting.delete(index);
    this.#judge(row);
    this.#ended += 1;
    onEnd(row, this.#ended);
    this.#wake();
  }

  #judge({ key, outcome, errorCode }: FleetRow): void {
    const { failFast, failOn } = this.#options.inputs;
    const failed = outcome === 'failed' || outcome === 'error' || outcome === 'timed_out' || outcome === 'cancelled';
    if (failFast && (failed || (outcome === 'unverified' && failOn.has(outcome))))
      this.#halt ??= `Not started: the task "${key}" ended as ${outcome}, and \`fail_fast\` is set.`;
    this.#hopeless = HOPELESS.has(errorCode) && !this.#created ? this.#hopeless + 1 : 0;
    if (this.#hopeless >= HOPELESS_MOST)
      this.#halt ??= `Not started: the first tasks all ended with the error ${String(errorCode)}, as this one would.`;
    if (this.#halt !== null) for (const index of this.#starting) this.#active.get(index)?.withdraw(this.#halt);
  }
}
