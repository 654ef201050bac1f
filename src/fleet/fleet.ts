/** A step with `tasks` (contract 13): starts them, follows all of them, and tells of all at its end. */
import { dirname } from 'node:path';
import type { Context, Many } from '../context.ts';
import { attempt } from '../step/finish.ts';
import type { Said } from '../github/commit-status.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Task } from '../inputs/tasks.ts';
import type { StepView } from '../report/step-view.ts';
import type { SessionEnd } from '../run/events.ts';
import { createClassifier } from '../run/status.ts';
import { setOutputs, type OutputValues } from '../report/outputs.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/clock.ts';
import { withoutRepository } from '../run/repository.ts';
import { annotation, logInline } from '../safe/job-log.ts';
import { fileNamePart } from '../safe/outputs.ts';
import { createClient, KnownLogsAddress } from '../service/client.ts';
import type { Published } from '../service/published.ts';
import type { Permit } from '../service/limits.ts';
import { openCommitStatus } from '../report/step-commit-status.ts';
import { plainEnd } from '../run/failure.ts';
import type { Verdict } from '../report/ending.ts';
import { temporaryFile } from '../report/reporters.ts';
import { asSentence, counted, duration, joined, messageOf } from '../safe/format.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import { openThread } from '../thread/thread.ts';
import { Journal } from './journal.ts';
import { RunList } from './list.ts';
import { fileLine, fleetOutputs, writeIndex } from './outputs.ts';
import { Queue } from './queue.ts';
import * as Rows from './rows.ts';
import type { FleetRow } from './rows.ts';
import { fleetComment, fleetSummary } from './summary.ts';
import { Halted, NOT_STARTED, TaskRun, type TaskScope } from './task.ts';

export interface FleetOrder {
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  readonly tasks: readonly Task[];
}

const PROGRESS_MS = 30_000;
/** The runner shows at most ten annotations per step. */
const WARNINGS_MOST = 5;
/** Maximum number of tasks that are starting a run at the same time. The others do not use memory yet. */
const STARTING_MOST = 12;
/** Errors in a row on create that show that no other create would do better. Until one was accepted, no more are on their way. */
const HOPELESS_MOST = 2;

export async function runFleet(context: Context, order: FleetOrder): Promise<null> {
  const fleet = new Fleet(context, order);
  context.many = fleet;
  await fleet.run();
  return null;
}

class Fleet implements Many {
  readonly #context: Context;
  readonly #order: FleetOrder;
  readonly #scope: TaskScope;
  readonly #paths: Readonly<Record<'journal' | 'runs' | 'report' | 'trace', string>>;
  readonly #halt = new AbortController();
  readonly #logsFiles: ReadonlyMap<string, string | null>;
  /** Tasks that have begun. */
  readonly #runs = new Map<string, TaskRun>();
  readonly #ended = new Map<string, FleetRow>();
  readonly #heads = new Map<string, StepView>();
  readonly #starting = new Set<string>();
  readonly #said = new Set<string>();
  #changed = Promise.withResolvers<null>();
  #runsFile: string | null = null;
  #hasCreated = false;
  #hopeless = 0;
  #isUnfinished = false;

  constructor(context: Context, order: FleetOrder) {
    const { files } = context;
    const { inputs, tasks } = order;
    this.#context = context;
    this.#order = order;
    this.#logsFiles = logsFilesOf(inputs, tasks);
    // Other steps of the job may be fleets as well.
    const name = `agent-runs-${context.uuid().slice(0, 8)}`;
    const path = (ending: string): string => temporaryFile(context.env, `${name}${ending}`);
    this.#paths = {
      journal: path('-state.jsonl'),
      runs: path('.jsonl'),
      report: path('.html'),
      trace: path('-otlp.jsonl'),
    };
    this.#scope = taskScope(context, order, {
      halt: this.#halt.signal,
      journal: new Journal(files, this.#paths.journal, (error) =>
        context.warn(
          `The state of the runs cannot be recorded (${messageOf(error)}): if this step is killed, its post step cannot say where they stand.`,
        ),
      ),
      tracePath: inputs.otlp ? this.#paths.trace : null,
      warn: (message) => this.#warnOnce(message),
    });
  }

  async run(): Promise<void> {
    const { host, step, stop, startedAt, event } = this.#context;
    const { inputs, tasks } = this.#order;
    step.dispatch({ type: 'asked', orgId: inputs.orgId });
    step.dispatch({ type: 'begin', runId: null, at: startedAt });
    await attempt(this.#context, 'folder of the files', () =>
      this.#context.files.makeDirectory(dirname(this.#paths.journal)),
    );
    this.#scope.journal.begin(tasks.map(({ key }) => key));
    saveRunState(host, { phase: 'fleet', journal: this.#paths.journal });
    const onComment = (commentUrl: string): void => step.dispatch({ type: 'wrote', commentUrl });
    this.#context.thread = await openThread(
      { ...this.#context, inputs, event, onComment },
      { render: (view, options) => fleetComment({ rows: this.#rows(), view, note: view.cutShort }, options) },
    );
    this.#context.commitStatus = openCommitStatus(this.#context, inputs);
    host.line(logInline(openingLine(this.#order)));
    const bare = tasks.filter(({ own }) => own.repo === null && own.repoId === null && own.agentRunId === null);
    const message = withoutRepository({ some: bare.length, all: tasks.length });
    if (bare.length > 0) host.notice(annotation(message), { title: 'Agent runs: repository' });
    const done = new AbortController();
    const telling = this.#tellProgress(done.signal);
    const running = this.#runAll();
    try {
      await Promise.race([running, aborted(stop)]);
      if (stop.aborted) {
        // At once, because the step may be killed soon (contract 7.3).
        this.#end();
        setOutputs(host, this.outputs(), this.#context.written);
      }
      await running;
    } finally {
      done.abort();
      await telling;
    }
    this.#end();
  }

  /** The current state, in the order of the tasks. */
  #rows(): readonly FleetRow[] {
    return this.#order.tasks.map(({ key }) => this.#ended.get(key) ?? this.#runs.get(key)?.row ?? Rows.rowStart(key));
  }

  /** With the end of the tasks that were not followed to theirs. */
  #finalRows(): readonly FleetRow[] {
    const { stop } = this.#context;
    const why = this.#halt.signal.reason instanceof Halted ? this.#halt.signal.reason.message : 'Not started.';
    const message = stop.reason instanceof Cancelled ? NOT_STARTED : why;
    return this.#rows().map((row) =>
      row.outcome === 'waiting'
        ? { ...row, outcome: 'skipped', message }
        : row.outcome === 'running'
          ? { ...row, outcome: 'cancelled' }
          : row,
    );
  }

  async #runAll(): Promise<void> {
    const { stop } = this.#context;
    const running: Promise<void>[] = [];
    const wake = (): void => this.#wake();
    stop.addEventListener('abort', wake, { once: true });
    const isOver = (): boolean => stop.aborted || this.#halt.signal.aborted;
    for (const task of this.#order.tasks) {
      while (!this.#mayStart() && !isOver()) await this.#changed.promise;
      const permit = task.own.agentRunId === null && !isOver() ? await this.#creation() : null;
      if (isOver()) break;
      running.push(this.#runTask(task, permit));
    }
    await Promise.all(running);
    stop.removeEventListener('abort', wake);
  }

  /** Waits for the creation limit. Null if no more tasks are started. */
  async #creation(): Promise<Permit | null> {
    const signal = AbortSignal.any([this.#context.stop, this.#halt.signal]);
    try {
      return await this.#scope.queue.acquire('creation', { signal, deadline: Infinity, priority: () => 'create' });
    } catch (error) {
      if (!signal.aborted) throw error;
      return null;
    }
  }

  #mayStart(): boolean {
    const { maxParallel } = this.#order.inputs;
    const isHopeful = this.#hasCreated && this.#hopeless === 0;
    const most = isHopeful ? STARTING_MOST : HOPELESS_MOST - this.#hopeless;
    return this.#starting.size < most && this.#runs.size - this.#ended.size < (maxParallel ?? Infinity);
  }

  #wake(): void {
    this.#changed.resolve(null);
    this.#changed = Promise.withResolvers<null>();
  }

  async #runTask(task: Task, permit: Permit | null): Promise<void> {
    const { host, step, clock, startedAt, thread, commitStatus } = this.#context;
    const { key } = task;
    const run = new TaskRun({
      ...{ ...this.#scope, task, permit, logsFile: this.#logsFiles.get(key) ?? null },
      onStarted: () => {
        if (!this.#hasCreated) {
          // A comment is written as soon as there is a run.
          step.dispatch({ type: 'begin', runId: run.row.runId, at: startedAt });
          thread?.update(step.view());
          commitStatus?.begin(step.view(), this.status());
        }
        this.#hasCreated = true;
        this.#hopeless = 0;
        this.#starting.delete(key);
        this.#wake();
      },
    });
    this.#runs.set(key, run);
    this.#starting.add(key);
    await run.run();
    const { row, head } = run;
    this.#ended.set(key, row);
    if (head !== null) this.#heads.set(key, head);
    this.#isUnfinished ||= run.isUnfinished;
    this.#starting.delete(key);
    this.#judge(run, row);
    const elapsedMs = clock.now() - startedAt;
    host.line(Rows.endLine(row, { ended: this.#ended.size, tasks: this.#order.tasks.length, elapsedMs }));
    this.#wake();
  }

  /** Starts no more tasks after a failure with `fail_fast`, or after errors that each of them would meet. */
  #judge(run: TaskRun, { key, outcome, errorCode }: FleetRow): void {
    const { failFast, failOn } = this.#order.inputs;
    const failed = outcome === 'failed' || outcome === 'error' || outcome === 'timed_out' || outcome === 'cancelled';
    if (failFast && (failed || (outcome === 'unverified' && failOn.has(outcome))))
      this.#halt.abort(new Halted(`Not started: the task "${key}" ended as ${outcome}, and \`fail_fast\` is set.`));
    this.#hopeless = run.meetsAll ? this.#hopeless + 1 : this.#hopeless;
    if (this.#hopeless >= HOPELESS_MOST)
      this.#halt.abort(
        new Halted(
          `Not started: ${this.#hopeless} creates in a row were refused with ${String(errorCode)}, as this one would be.`,
        ),
      );
  }

  /** A warning common to several runs is printed once, also if it names each run. The reports of the runs contain each of them. */
  #warnOnce(message: string): void {
    const common = message.replace(/\/run\/\d+/g, '/run');
    if (this.#said.has(common) || this.#said.size >= WARNINGS_MOST) return;
    this.#said.add(common);
    this.#context.warn(message);
  }

  /** Regularly reports counts in the job log and the comment. */
  async #tellProgress(done: AbortSignal): Promise<void> {
    const { clock, host, startedAt, thread, step } = this.#context;
    let said = '';
    for (;;) {
      try {
        await clock.sleep(PROGRESS_MS, done);
      } catch {
        return;
      }
      const rows = this.#rows();
      const outcomes = rows.map(({ outcome }) => outcome).join();
      if (outcomes === said) continue;
      said = outcomes;
      host.line(Rows.progressLine(rows, clock.now() - startedAt));
      thread?.update(step.view());
    }
  }

  #end(): void {
    const { step, clock, stop } = this.#context;
    const rows = this.#finalRows();
    const cutShort = stop.reason instanceof Cancelled ? stop.reason.message : null;
    const outcome = cutShort === null ? Rows.fleetOutcome(rows) : 'cancelled';
    const isGood = outcome === 'succeeded' || outcome === 'started' || outcome === 'skipped';
    const errorCode = rows.find((row) => row.outcome === 'error')?.errorCode ?? null;
    const end: SessionEnd = {
      ...{ ...plainEnd(outcome), cutShort, errorCode: outcome === 'error' ? errorCode : null },
      ...{ errorMessage: isGood ? null : this.#sentence(cutShort) },
      skipReason: outcome === 'skipped' ? (rows[0]?.message ?? null) : null,
    };
    step.dispatch({ type: 'ended', end, at: clock.now() });
  }

  /** What happened, in one line: the counts, the worst task, and what goes on. */
  #sentence(cutShort: string | null): string {
    const rows = this.#finalRows();
    const [worst] = Rows.worstFirst(rows);
    const first =
      worst === undefined || worst.outcome === 'succeeded' || cutShort !== null
        ? ''
        : asSentence(
            `The task "${worst.key}" ended as ${worst.outcome}${worst.message === null ? '' : `: ${worst.message}`}`,
          );
    const open = rows.filter(
      ({ runId, outcome, stopped }) => runId !== null && outcome === 'cancelled' && stopped === null,
    );
    const goOn =
      cutShort === null || open.length === 0
        ? ''
        : `${counted(open.length, 'run')} may still be going on; collect them with tasks of \`key\` and \`agent_run_id\` from \`runs\`.`;
    const counts = `${counted(rows.length, 'agent run')}: ${Rows.countsText(rows)}.`;
    return joined([cutShort ?? '', counts, first, Rows.stopsText(rows), goOn], ' ');
  }

  outputs(): OutputValues {
    const { step } = this.#context;
    const { errorMessage } = step.state;
    const rows = this.#finalRows();
    return fleetOutputs({ ...step.state, view: step.view(), rows, runsFile: this.#runsFile, errorMessage });
  }

  async writeFiles(): Promise<void> {
    const { files, step, stop } = this.#context;
    const { inputs } = this.#order;
    const { runs, report, trace } = this.#paths;
    const rows = this.#finalRows();
    if (inputs.otlp && files.isFile(trace)) step.dispatch({ type: 'wrote', otlpFile: trace });
    await attempt(this.#context, 'runs file', () => {
      files.write(runs, rows.map((row) => `${fileLine(row)}\n`).join(''));
      this.#runsFile = runs;
    });
    // After a signal, the time is needed for what cannot be made later from the logs.
    if (!inputs.report || stop.aborted) return;
    await attempt(this.#context, 'trace report', async () => {
      await writeIndex(this.#context, report, { rows, heads: this.#heads });
      step.dispatch({ type: 'wrote', reportFile: report });
    });
  }

  summary(): string {
    const { step } = this.#context;
    const rows = this.#finalRows();
    const note = joined([step.state.cutShort ?? '', Rows.stopsText(rows)], ' ') || null;
    return fleetSummary({ rows, view: step.view(), runsFile: this.#runsFile, note });
  }

  status(): Said {
    const { outcome, durationMs } = this.#context.step.view();
    return Rows.statusOfRows(outcome === 'running' ? this.#rows() : this.#finalRows(), { outcome, durationMs });
  }

  isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  verdict(cancelled: string | null): Verdict {
    const { failOn } = this.#order.inputs;
    const { outcome, errorCode, errorMessage } = this.#context.step.state;
    const chosen = [outcome, ...this.#finalRows().map((row) => row.outcome)].some((one) =>
      failOn.has(one as SessionEnd['outcome']),
    );
    const red = chosen || cancelled !== null || errorCode === 'internal';
    const quiet = outcome === 'succeeded' || outcome === 'started' || outcome === 'skipped';
    const level = red ? 'error' : quiet ? 'notice' : 'warning';
    const message = quiet && !red ? '' : (errorMessage ?? this.#sentence(cancelled));
    return { red, level, message, title: `Agent runs: ${outcome.replace('_', ' ')}` };
  }

  lastLine(): string {
    const { outcome, durationMs, requests } = this.#context.step.view();
    return `Agent runs: ${outcome} after ${duration(durationMs)} (${Rows.countsText(this.#finalRows())}; ${counted(requests, 'request')}).`;
  }
}

/** One queue, one watch of the list and one look-up for all tasks. */
export function taskScope(
  context: Context,
  { inputs, schema }: Pick<FleetOrder, 'inputs' | 'schema'>,
  own: Pick<TaskScope, 'halt' | 'journal' | 'tracePath' | 'warn'>,
): TaskScope {
  const { clock, random, stop } = context;
  const queue = new Queue({ clock, random, siblings: inputs.siblings });
  const { published } = createClient({ ...context, ...inputs, limiter: queue.limiter(() => 'poll') });
  const read: Published['runs'] = (page, call) => published.runs(page, call);
  const list = new RunList({ clock, stop, read, classify: createClassifier(inputs) });
  const shared = {
    queue,
    list,
    logsAddress: new KnownLogsAddress(),
    lookUps: lookUps(),
    metadata: new Map<number, unknown>(),
  };
  return { ...own, context, inputs, schema, ...shared };
}

function openingLine({ tasks, inputs }: FleetOrder): string {
  const { maxParallel, wait, orgId } = inputs;
  const parallel = maxParallel === null ? '' : `, ${counted(maxParallel, 'run')} at a time`;
  const until = wait ? 'until all have ended' : 'until all are started (wait: false)';
  return `${counted(tasks.length, 'task')} in organization ${orgId}${parallel}, ${until}. Each run has its own log file.`;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The pages of the lists in which tasks look up repositories and runs of earlier attempts are read once for all tasks. */
function lookUps(): TaskScope['lookUps'] {
  const pages = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const page = (pages.get(name) as Promise<T> | undefined) ?? read();
    pages.set(name, page);
    // A temporary failure must not affect later tasks.
    page.catch(() => pages.delete(name));
    return page;
  };
  return ({ published }, isFresh) => ({
    ...published,
    repositories: (page, call) => once(`repositories ${page.skip}`, () => published.repositories(page, call)),
    runs: (page, call) =>
      isFresh() ? published.runs(page, call) : once(`runs ${page.skip}`, () => published.runs(page, call)),
  });
}

/** The log file of each key: each task has its own, even if `logs_file` names one for all, or the file system ignores case. */
export function logsFilesOf(
  { logsFile }: Pick<Inputs, 'logsFile'>,
  tasks: readonly Pick<Task, 'key'>[],
): ReadonlyMap<string, string | null> {
  const taken = new Set<string>();
  const nameOf = (key: string): string => {
    const plain = fileNamePart(key);
    let name = plain;
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${plain}-${nth}`;
    taken.add(name.toLowerCase());
    return name;
  };
  const fileOf = (key: string): string | null => logsFile?.replace(/(\.[^./\\]*)?$/, `-${nameOf(key)}$1`) ?? null;
  return new Map(tasks.map(({ key }) => [key, fileOf(key)]));
}
