/**
 * A step with `tasks` (contract 13): starts them, follows all of them, and tells of all at its end.
 */
import { SHOWN, stopsFleet } from '../outcomes.ts';
import { dirname } from 'node:path';
import { attempt, type Context } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { FleetTask } from '../inputs/tasks.ts';
import type { SessionEnd } from '../run/events.ts';
import type { OwnFile } from '../report/telling.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/clock.ts';
import { withoutRepository } from '../agents/repository.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { counted, duration, fileNamePart, joined, messageOf } from '../safe/text.ts';
import { plainEnd } from '../run/failure.ts';
import { temporaryFile } from '../report/step-files.ts';
import { openThread } from '../thread/thread.ts';
import { mayPauseText, mostAtOnce } from './at-once.ts';
import { CreateVerdicts, type CreateVerdict } from './create-verdict.ts';
import { FleetLog } from './fleet-log.ts';
import { Journal } from './journal.ts';
import { fileLine, writeIndex } from './outputs.ts';
import * as Rows from './rows.ts';
import {
  Halted,
  notStarted,
  TaskRun,
  taskScope,
  type TaskScope,
  type CommonOrder,
} from './task.ts';
import { fleetTelling, type FleetView } from './telling.ts';
import { taskTitles, type TaskTitles } from './titles.ts';

export interface FleetOrder extends CommonOrder {
  readonly tasks: readonly FleetTask[];
}

export async function runFleet(context: Context, order: FleetOrder): Promise<void> {
  await new Fleet(context, order).run();
}

/** How many tasks may be starting at the same time, with their prompts and look-ups. */
const STARTING_MOST = 12;

class Fleet {
  readonly #context: Context;
  readonly #order: FleetOrder;
  readonly #scope: TaskScope;
  /** Path prefix of the files of all runs. */
  readonly #stem: string;
  readonly #halt = new AbortController();
  /** In the order of the tasks. */
  readonly #runs: readonly TaskRun[];
  readonly #titles: TaskTitles;
  readonly #log: FleetLog;
  readonly #verdicts = new CreateVerdicts();
  #changed = Promise.withResolvers<null>();
  /** Runs that are to mend their work, and wait for a place. */
  #placesWanted = 0;
  #runsFile: string | null = null;

  constructor(context: Context, order: FleetOrder) {
    const { inputs, tasks } = order;
    this.#context = context;
    this.#order = order;
    const { clock, host, startedAt, warn } = context;
    this.#log = new FleetLog({
      clock,
      host,
      startedAt,
      warn,
      logs: inputs.logs,
      progress: () => this.#progress(),
      waits: () => this.#waits(),
    });
    // Other steps of the job may be fleets as well.
    this.#stem = temporaryFile(context.env, `agent-runs-${context.uuid().slice(0, 8)}`);
    this.#scope = taskScope(context, order, {
      over: AbortSignal.any([context.stop, this.#halt.signal]),
      journal: new Journal(context.files, `${this.#stem}-state.jsonl`, (error) =>
        context.warn(
          `The state of the runs cannot be recorded (${messageOf(error)}): ` +
            'if this step is killed, its post step cannot say where they stand.',
        ),
      ),
      tracePath: inputs.otlp ? `${this.#stem}-otlp.jsonl` : null,
      logsFiles: logsFilesOf(inputs, tasks),
      warn: (message) => this.#log.warn(message),
      notice: (message) => this.#log.notice(message),
      tell: (message) => this.#log.note(message),
      onStarted: (run) => this.#started(run),
      onChecking: () => this.#wake(),
      mostAtOnce: mostAtOnce(order),
      untilPlace: (take, deadline) => this.#untilPlace(take, deadline),
      onCreateVerdict: (verdict) => this.#judgeCreate(verdict),
      sharesRepository: sharesRepository(tasks),
    });
    this.#runs = tasks.map((task) => new TaskRun(this.#scope, task));
    this.#titles = taskTitles(this.#runs.map(({ row }) => row));
  }

  async run(): Promise<void> {
    const { clock, files, host, step, stop, startedAt } = this.#context;
    const { inputs, agent, tasks, sinks } = this.#order;
    const { journal, tracePath } = this.#scope;
    const telling = fleetTelling({
      view: () => this.#view(),
      files: this.#files(),
      leavesRuns: () => this.#runs.some((run) => run.isUnfinished),
    });
    sinks.begin({ inputs, prompt: null, telling });
    step.dispatch({ type: 'begin', runId: null, at: startedAt });
    await attempt(this.#context, 'folder of the files', () =>
      files.makeDirectory(dirname(this.#stem)),
    );
    for (const { key } of tasks) {
      journal.save(key, 'phase', 'idle');
    }
    saveRunState(host, { phase: 'fleet', journal: journal.path, startedAt: clock.wall() });
    const thread = await openThread({ ...this.#context, inputs, headSha: null });
    if (thread !== null) {
      sinks.useThread(thread);
    }
    host.line(logInline(openingLine(this.#order)));
    // Elsewhere `repo` has said so.
    const isSilent = agent.facts.repository === 'none';
    const bare = tasks.filter(
      ({ own }) => isSilent && own.repo === null && own.repoId === null && own.agentRunId === null,
    );
    const message = withoutRepository({ some: bare.length, all: tasks.length });
    if (bare.length > 0) {
      host.notice(annotation(message), { title: 'Agent runs: repository' });
    }
    const paused = mayPauseText(this.#order);
    if (paused !== null) {
      this.#context.warn(paused);
    }
    const onStop = (): void => {
      this.#wake();
      // At once, because the step may be killed soon (contract 7.3).
      this.#end();
    };
    if (stop.aborted) {
      onStop();
    } else {
      stop.addEventListener('abort', onStop, { once: true });
    }
    const told = new AbortController();
    const progress = this.#log.tellProgress(() => this.#rows(false), told.signal);
    try {
      await this.#runAll();
    } finally {
      told.abort();
      await progress;
    }
    stop.removeEventListener('abort', onStop);
    if (tracePath !== null && files.isFile(tracePath)) {
      step.dispatch({ type: 'known', otlpFile: tracePath });
    }
    this.#end();
  }

  #view(): FleetView {
    const { step } = this.#context;
    const rows = this.#rows();
    const note = joined([step.state.cutShort ?? '', Rows.stopsText(rows)], ' ');
    return { rows, step: step.view(), runsFile: this.#runsFile, note };
  }

  /**
   * In the order of the tasks. At the end with the end of those that were not followed to theirs.
   */
  #rows(isOver = this.#context.step.state.outcome !== 'running'): readonly Rows.TaskRow[] {
    const rows = this.#runs.map(({ row }) => row);
    if (isOver) {
      return rows.map((row) => Rows.finalRow(row, notStarted(this.#scope.over.reason)));
    }
    return rows;
  }

  #countIn(...phases: readonly TaskRun['phase'][]): number {
    return this.#runs.filter(({ phase }) => phases.includes(phase)).length;
  }

  async #runAll(): Promise<void> {
    const { over } = this.#scope;
    const running: Promise<void>[] = [];
    for (const run of this.#runs) {
      while (!over.aborted && !this.#mayStart(run)) {
        await this.#changed.promise;
      }
      if (over.aborted) {
        break;
      }
      running.push(this.#runTask(run));
    }
    await Promise.all(running);
  }

  #mayStart({ creates }: TaskRun): boolean {
    const { agent } = this.#order;
    // One that is refused for now keeps its place: the next create would be refused as well.
    const creatingMost = Math.min(agent.createsAtOnce, this.#verdicts.creatingMost);
    if (creates && this.#creating() >= creatingMost) {
      return false;
    }
    if (this.#countIn('starting') >= STARTING_MOST) {
      return false;
    }
    // A run that is to mend its work goes first: its time has begun, and that of this task has not.
    return this.#freePlaces() > this.#placesWanted;
  }

  #freePlaces(): number {
    return this.#scope.mostAtOnce - this.#countIn('starting', 'running');
  }

  /** See `OwnScope`. */
  async #untilPlace(take: () => void, deadline: number): Promise<boolean> {
    const { clock, stop } = this.#context;
    this.#placesWanted += 1;
    try {
      for (;;) {
        stop.throwIfAborted();
        if (this.#freePlaces() > 0) {
          take();
          return true;
        }
        const remainingMs = deadline - clock.now();
        if (remainingMs <= 0) {
          return false;
        }
        const changed = new AbortController();
        void this.#changed.promise.then(() => changed.abort());
        const signal = AbortSignal.any([stop, changed.signal]);
        await clock.sleep(remainingMs, signal).catch(() => undefined);
      }
    } finally {
      this.#placesWanted -= 1;
    }
  }

  #creating(): number {
    return this.#runs.filter(({ creates, phase }) => creates && phase === 'starting').length;
  }

  #wake(): void {
    this.#changed.resolve(null);
    this.#changed = Promise.withResolvers<null>();
  }

  async #runTask(run: TaskRun): Promise<void> {
    await run.run();
    this.#judge(run);
    this.#tell(run);
    this.#wake();
  }

  #started(run: TaskRun): void {
    this.#verdicts.runStarted();
    // Otherwise its end follows at once, and it may have been over before.
    if (this.#order.inputs.wait) {
      this.#tell(run);
    }
    this.#wake();
  }

  /** That a run was started, or has ended. */
  #tell({ row }: TaskRun): void {
    this.#log.row(row, this.#titles.own.get(row.key) ?? '');
    // Elsewhere it is told as soon as there is a run.
    if (this.#verdicts.hasRun) {
      this.#context.step.dispatch({ type: 'runs' });
    }
  }

  #progress(): Rows.Progress {
    const { clock, startedAt } = this.#context;
    return {
      ended: this.#countIn('over'),
      tasks: this.#runs.length,
      elapsedMs: clock.now() - startedAt,
    };
  }

  #waits(): Rows.Waits {
    const halted = this.#scope.over.aborted ? this.#countIn('waiting') : 0;
    return { toBegin: this.#waitsToBegin(), halted, checking: this.#countIn('checking') };
  }

  /**
   * The place comes before the limits, which count only once there is one. But where nothing runs,
   * those hold the places whose creates were refused.
   */
  #waitsToBegin(): string {
    const { agent, inputs } = this.#order;
    const starting = this.#runs.filter(({ phase }) => phase === 'starting');
    const refused = starting.flatMap(({ refusedMs }) => refusedMs ?? []);
    const isHeldByLimits = refused.length > 0 && this.#countIn('running') === 0;
    if (this.#countIn('waiting') > 0 && this.#freePlaces() <= 0 && !isHeldByLimits) {
      const isOwn = inputs.maxParallel !== null;
      return `a free place (${isOwn ? 'max_parallel: ' : 'at most '}${this.#scope.mostAtOnce})`;
    }
    const firstMs = refused.length === 0 ? 0 : Math.min(...refused);
    const delayMs = Math.max(this.#scope.queue.untilCreate(), firstMs);
    if (delayMs > 0) {
      return `the creation limit, next in ${duration(delayMs)}`;
    }
    if (refused.length > 0) {
      return 'the creation limit';
    }
    return this.#creating() >= agent.createsAtOnce ? 'an earlier create' : '';
  }

  /** Starts no more tasks after errors in a row that each of them would meet. */
  #judgeCreate(verdict: CreateVerdict): void {
    const why = this.#verdicts.take(verdict);
    if (why !== null) {
      this.#halt.abort(new Halted(why));
    }
  }

  /** Starts no more tasks after a failure with `fail_fast`. */
  #judge({ row: { key, outcome } }: TaskRun): void {
    const { failFast, failOn } = this.#order.inputs;
    if (failFast && stopsFleet(outcome, { failOn })) {
      this.#halt.abort(
        new Halted(`Not started: the task "${key}" ended as ${outcome}, and \`fail_fast\` is set.`),
      );
    }
  }

  #end(): void {
    const { step, clock, stop } = this.#context;
    const { inputs } = this.#order;
    const rows = this.#rows(true);
    const cutShort = stop.reason instanceof Cancelled ? stop.reason.message : null;
    const outcome = cutShort === null ? Rows.fleetOutcome(rows) : 'cancelled';
    const isGood = !Rows.someFails(rows, inputs.failOn) && !SHOWN[outcome].fails;
    const isSkipped = SHOWN[outcome].ending === 'not_begun';
    const end: SessionEnd = {
      ...plainEnd(outcome),
      cutShort,
      errorCode: cutShort === null ? Rows.fleetErrorCode(rows) : null,
      errorMessage: isGood ? null : Rows.sentence(rows, { isCut: cutShort !== null }),
      skipReason: isSkipped ? (rows[0]?.message ?? null) : null,
    };
    step.dispatch({ type: 'ended', end, at: clock.now() });
  }

  /** The data of all runs, and the index of their reports. */
  #files(): readonly OwnFile[] {
    const { files, step, stop } = this.#context;
    const [runs, page] = [`${this.#stem}.jsonl`, `${this.#stem}.html`];
    const data = (): void => {
      const lines = this.#rows().map((row) => `${fileLine(row)}\n`);
      files.write(runs, lines.join(''));
      this.#runsFile = runs;
    };
    const index = async (): Promise<void> => {
      const { report, wait } = this.#order.inputs;
      // After a signal, the time is needed for what cannot be made later from the logs. Without
      // waiting there are none.
      if (report !== 'none' && wait && !stop.aborted) {
        await writeIndex(this.#context, {
          path: page,
          step: step.view(),
          rows: this.#rows(),
          titles: this.#titles,
        });
        step.dispatch({ type: 'known', reportFile: page });
      }
    };
    return [
      { name: 'runs file', write: data },
      { name: 'trace report', write: index },
    ];
  }
}

/** Whether all creates name the same repository, or none. */
function sharesRepository(tasks: readonly FleetTask[]): boolean {
  const named = tasks
    .filter(({ own }) => own.agentRunId === null)
    .map(({ own: { repo, repoId } }) => JSON.stringify([repo?.toLowerCase() ?? null, repoId]));
  return new Set(named).size <= 1;
}

function openingLine(order: FleetOrder): string {
  const { tasks, inputs } = order;
  const { wait, orgId } = inputs;
  const most = mostAtOnce(order);
  const where = orgId === '' ? '' : ` in organization ${orgId}`;
  const atOnce = counted(Math.min(most, tasks.length), 'run');
  const parallel = wait && Number.isFinite(most) ? `, ${atOnce} at a time` : '';
  const until = wait
    ? 'until all have ended. Each run has its own log file.'
    : 'until all are started (wait: false).';
  return `${counted(tasks.length, 'task')}${where}${parallel}, ${until}`;
}

/**
 * The log file of each key: each task has its own, even if `logs_file` names one for all, or the
 * file system ignores case.
 */
export function logsFilesOf(
  { logsFile }: Pick<Inputs, 'logsFile'>,
  tasks: readonly Pick<FleetTask, 'key'>[],
): ReadonlyMap<string, string | null> {
  const taken = new Set<string>();
  const nameOf = (key: string): string => {
    const plain = fileNamePart(key);
    let name = plain;
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) {
      name = `${plain}-${nth}`;
    }
    taken.add(name.toLowerCase());
    return name;
  };
  const fileOf = (key: string): string | null =>
    logsFile?.replace(/(\.[^./\\]*)?$/, `-${nameOf(key)}$1`) ?? null;
  return new Map(tasks.map(({ key }) => [key, fileOf(key)]));
}
