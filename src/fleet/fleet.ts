/** Many sessions in one process, under one scheduler (contract 13): starts them, follows them, and keeps a row for each. */
import type { Ports } from '../context.ts';
import type { EventContext } from '../event/event.ts';
import { exactlyOnceOf } from '../idempotency/index.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Task } from '../inputs/tasks.ts';
import { assemblePrompt } from '../prompt/prompt.ts';
import type { Provenance } from '../report/step-view.ts';
import type { TraceHead } from '../report/trace/header.ts';
import { stepClient } from '../organization/step-client.ts';
import type { ErrorCode } from '../run/events.ts';
import { createClassifier } from '../run/status.ts';
import { Cancelled, lateSignal } from '../runner/signals.ts';
import { createClient } from '../service/client.ts';
import { endOfCrash, failedEnd } from '../session/ends.ts';
import { writeResult } from '../session/finish.ts';
import { verifyClaims } from '../session/verify.ts';
import { startOrderOf } from '../session/order.ts';
import { LogKeeper } from '../session/reporters.ts';
import { runSession } from '../session/session.ts';
import { Step } from '../session/step.ts';
import { runIdOf, webUrlOf } from '../report/step-state.ts';
import { messageOf } from '../shared/format.ts';
import type { OutputSchema } from '../structured-output/index.ts';
import type { Journal } from './journal.ts';
import { listReader } from './list-reader.ts';
import { Member } from './member.ts';
import { Permits } from './permits.ts';
import { writeRunReport } from './reports.ts';
import { NotStarted, Repositories } from './repositories.ts';
import { rowOf, rowStart, type FleetRow } from './rows.ts';

export interface FleetOptions {
  readonly ports: Ports;
  readonly event: EventContext;
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  readonly tasks: readonly Task[];
  readonly provenance: Provenance;
  readonly journal: Journal;
  /** A task's session has ended. */
  readonly onEnd: (row: FleetRow) => void;
}

/** So many sessions may be on their way to a run at the same time; the rest need no memory yet. */
const STARTING_MOST = 12;
/** What would meet every other task too, and how many in a row show that. */
const HOPELESS: ReadonlySet<ErrorCode | null> = new Set(['unauthorized', 'quota_exceeded', 'network']);
const HOPELESS_MOST = 3;

export class Fleet {
  readonly #options: FleetOptions;
  readonly #permits: Permits;
  readonly #rows: FleetRow[];
  readonly #active = new Map<number, Step>();
  readonly #starting = new Set<number>();
  readonly #heads = new Map<number, TraceHead>();
  readonly #repositories: Repositories;
  #changed = Promise.withResolvers<null>();
  #hopeless = 0;
  #created = false;
  /** Why no more are started; null while they are. */
  #halt: string | null = null;

  constructor(options: FleetOptions) {
    const { ports, inputs, tasks } = options;
    this.#options = options;
    this.#repositories = new Repositories(ports);
    this.#rows = tasks.map(({ key }) => rowStart(key));
    this.#permits = new Permits({
      clock: ports.clock,
      random: ports.random,
      share: { siblings: inputs.siblings, index: inputs.siblingIndex },
      readList: listReader({ ...ports, ...inputs }, createClassifier(inputs)),
    });
  }

  /** As things stand, in the order of the tasks. */
  rows(): readonly FleetRow[] {
    return this.#rows.map((row, index) => {
      const step = this.#active.get(index);
      // Until its create went out, a task waits.
      if (
        step === undefined ||
        (step.state.turn === null && step.state.outcome === 'running' && runIdOf(step.state) === null)
      )
        return row;
      return rowOf(row.key, { view: step.view(), resultJson: null });
    });
  }

  /** What the index of the reports shows of each run that has one. */
  heads(): ReadonlyMap<number, TraceHead> {
    return this.#heads;
  }

  /** Runs all tasks to their ends; rejects with `Cancelled` after a signal, when every session has told its end. */
  async run(): Promise<void> {
    const { stop } = this.#options.ports;
    const sessions: Promise<void>[] = [];
    const wake = (): void => this.#wake();
    stop.addEventListener('abort', wake, { once: true });
    for (const index of this.#rows.keys()) {
      while (!this.#mayStart() && this.#halt === null && !stop.aborted) await this.#changed.promise;
      if (this.#halt !== null || stop.aborted) break;
      sessions.push(this.#runTask(index));
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

  async #runTask(index: number): Promise<void> {
    const { ports, event, schema, tasks, provenance, journal, onEnd } = this.#options;
    const task = tasks[index];
    if (task === undefined) return;
    const { clock, stop } = ports;
    const inputs = { ...this.#options.inputs, ...task.own, logsFile: this.#logsFile(task.key) };
    const done = new AbortController();
    const member = new Member({
      permits: this.#permits,
      clock,
      classify: createClassifier(inputs),
      client: (parts) => createClient({ ...ports, ...inputs, ...parts }),
      onSending: (sending) =>
        journal.note({ key: task.key, phase: sending ? 'sending' : 'idle', runId: runIdOf(step.state) }),
    });
    // What one run of many meets is told in its row and its report, not as an annotation of the step.
    const step = new Step(
      { clock: member.clock, host: { warning: () => undefined }, requests: () => member.requests, lean: true },
      provenance,
    );
    this.#active.set(index, step);
    this.#starting.add(index);
    const keeper = new LogKeeper({ ...ports, inputs, step });
    step.listen((runEvent, { mode }) => {
      keeper.take(runEvent);
      if (runEvent.type !== 'started' && runEvent.type !== 'status') return;
      const { runId, webUrl } = runEvent;
      journal.note({ key: task.key, phase: 'running', runId, webUrl, resumed: mode === 'resumed' });
      if (runEvent.type === 'status') return;
      this.#created = true;
      member.follows(runId, runEvent.mode);
      this.#starting.delete(index);
      this.#wake();
    });
    try {
      const prompt = await assemblePrompt({ inputs, schema, event, marker: ports.uuid() });
      const warn = (message: string): void => step.warn(message);
      const client = stepClient(member.client, { ...ports, inputs, warn });
      const deadline = member.clock.now() + inputs.timeoutMs;
      const repoId = await this.#repositories.idFor(inputs, { client, warn, deadline });
      const sources = { ...ports, inputs, event, task: task.key };
      const exactlyOnce = await exactlyOnceOf(sources, () => client.published());
      const known = { ...inputs, repoId };
      const start = startOrderOf(known, { prompt, recordedRun: null, mark: exactlyOnce?.followUpMark ?? null });
      const lateStop = lateSignal(clock, { stop, done: done.signal });
      const context = {
        client,
        clock: member.clock,
        random: ports.random,
        stop,
        lateStop,
        scheduled: true,
      };
      // The matrix shares the budget of the whole fleet; its sessions know nothing of that.
      const alone = { ...inputs, siblings: 1, siblingIndex: 0 };
      const order = { start, schema, exactlyOnce, inputs: alone, deadline };
      for await (const runEvent of runSession(context, order)) step.dispatch(runEvent);
      await verifyClaims({ ports: { ...ports, clock: member.clock }, event, inputs, step, deadline });
    } catch (error) {
      const end =
        error instanceof NotStarted
          ? failedEnd(error.failure.code, error.failure.message)
          : endOfCrash(error, { runId: runIdOf(step.state), webUrl: webUrlOf(step.state) });
      step.dispatch({ type: 'ended', end, at: member.clock.now() });
    }
    done.abort();
    member.leaves();
    await this.#keepFiles(step, { index, inputs, keeper });
    const { resultJson } = step.state;
    const row = rowOf(task.key, { view: step.view(), resultJson });
    this.#rows[index] = row;
    this.#active.delete(index);
    this.#starting.delete(index);
    this.#judge(row);
    journal.note({
      key: task.key,
      phase: 'ended',
      ...(row.outcome !== 'waiting' && row.outcome !== 'running' && { outcome: row.outcome }),
    });
    onEnd(row);
    this.#wake();
  }

  /** Of its own for each task, also where `logs_file` names one for all. */
  #logsFile(key: string): string | null {
    const { logsFile } = this.#options.inputs;
    return logsFile === null ? null : logsFile.replace(/(\.[^./\\]*)?$/, `-${key}$1`);
  }

  /** The run's own files. What cannot be written is said in its row. */
  async #keepFiles(
    step: Step,
    { index, inputs, keeper }: { readonly index: number; readonly inputs: Inputs; readonly keeper: LogKeeper },
  ): Promise<void> {
    const { ports } = this.#options;
    const scene = { step, ports, inputs };
    const attempt = async (what: string, work: () => unknown): Promise<void> => {
      try {
        await work();
      } catch (error) {
        step.warn(`The ${what} could not be written: ${messageOf(error)}.`);
      }
    };
    await attempt('log file', () => keeper.finish());
    await attempt('result file', () => writeResult(scene));
    // After a signal there are two seconds for all of them.
    if (inputs.report && !(ports.stop.reason instanceof Cancelled))
      await attempt('trace report', async () => this.#heads.set(index, await writeRunReport(ports, step)));
  }

  #judge({ key, outcome, errorCode }: FleetRow): void {
    const { failFast, failOn } = this.#options.inputs;
    const failed = outcome === 'failed' || outcome === 'error' || outcome === 'timed_out' || outcome === 'cancelled';
    if (failFast && (failed || (outcome === 'unverified' && failOn.has(outcome))))
      this.#halt ??= `Not started: the task "${key}" ended as ${outcome}, and \`fail_fast\` is set.`;
    this.#hopeless = HOPELESS.has(errorCode) && !this.#created ? this.#hopeless + 1 : 0;
    if (this.#hopeless >= HOPELESS_MOST)
      this.#halt ??= `Not started: the first tasks all ended with the error ${String(errorCode)}, as this one would.`;
  }
}
