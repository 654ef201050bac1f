/** One task of a fleet: an ordinary run with its own state and files, finished as a single one is (contract 13). */
import type { Context } from '../context.ts';
import { finish } from '../finish.ts';
import { namedBy } from '../github/event.ts';
import { exactlyOnceOf } from '../run/once.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Task } from '../inputs/tasks.ts';
import { repoIdFor } from '../run/repo-input.ts';
import { stepClient } from '../run/step-client.ts';
import { assemblePrompt, promptHash } from '../run/prompt.ts';
import type { TraceHead } from '../report/page/header.ts';
import { runIdOf, webUrlOf } from '../report/step-state.ts';
import type { ErrorCode, SessionEnd } from '../run/events.ts';
import { createClassifier } from '../run/status.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { Cancelled, lateSignal } from '../runner/clock.ts';
import { createClient, type ServiceClient, type KnownLogsAddress } from '../service/client.ts';
import type { Limiter, Permit } from '../service/limits.ts';
import type { Published } from '../service/published.ts';
import { endOfCrash, failedEnd, skippedEnd } from '../run/ends.ts';
import { startOrderOf, type StartOrder } from '../run/order.ts';
import { appendTrace } from '../report/otlp/step.ts';
import { createReporters } from '../report/reporters.ts';
import { runSession } from '../run/session.ts';
import { Step } from '../report/step.ts';
import { verifyClaims } from '../github/verify.ts';
import { counted, messageOf } from '../safe/format.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import type { Journal } from './journal.ts';
import type { RunList } from './list.ts';
import { headOf, readSteps } from './outputs.ts';
import type { Priority, Queue } from './queue.ts';
import { rowOf, rowStart, type FleetRow } from './rows.ts';

/** What the tasks of a step share. */
export interface TaskScope {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  readonly queue: Queue;
  readonly list: RunList;
  readonly logsAddress: KnownLogsAddress;
  readonly journal: Journal;
  /** The lists of runs and repositories, read once for all tasks. `isFresh`: read it again. */
  readonly lookUps: (client: ServiceClient, isFresh: () => boolean) => Published;
  /** The metadata of runs that were read themselves, by ID (contract 4.9). */
  readonly metadata: Map<number, unknown>;
  /** The file for the traces of all runs, or null without `otlp`. */
  readonly tracePath: string | null;
  /** Receives the warnings of a run. Many runs may have the same one. */
  readonly warn: (message: string) => void;
  /** Aborts with `Halted` when no more tasks are started. */
  readonly halt: AbortSignal;
}

export interface TaskOptions extends TaskScope {
  readonly task: Task;
  /** Null for the default. */
  readonly logsFile: string | null;
  readonly onStarted: () => void;
}

/** The task is not started any more. The message says why. */
export class Halted extends Error {
  override readonly name = 'Halted';
}

/** Every other create would meet these too. */
const HOPELESS: ReadonlySet<ErrorCode | null> = new Set(['unauthorized', 'quota_exceeded', 'forbidden', 'network']);
/** While the list of runs shows the status, the log is read this often, if requests are to spare. */
const LOGS_EVERY_MS = 30_000;
/** The status in the list may lag behind, so now and then the run itself is polled. */
const LOOK_EVERY_MS = 600_000;
/** Before its timeout a run is read a last time, ahead of the polls of others. */
const LAST_LOOK_MS = 1_500;
const ENDING_MS = 10_000;

export class TaskRun {
  readonly #options: TaskOptions;
  readonly #inputs: Inputs;
  readonly #context: Context;
  readonly #classify: ReturnType<typeof createClassifier>;
  /** A creation for which the queue has made room. */
  #permit: Permit | null = null;
  /** On the clock's `now`. The timeout counts from the creation of the run, not from when it was queued. */
  #deadline = Infinity;
  #requests = 0;
  #reads: 'log' | 'run' = 'run';
  #lookedAt = -Infinity;
  /** Entries of the log that the service has announced, or null if it was not read. */
  #announced: number | null = null;
  /** The list shows the end of the run. */
  #showsEnd = false;
  #rest = new AbortController();
  #head: TraceHead | null = null;
  /** The create that the task sends. Null for a run that exists. */
  #sends: { readonly repoId: number | null } | null = null;

  constructor(options: TaskOptions) {
    const { context, inputs, task, logsFile, journal, logsAddress } = options;
    this.#options = options;
    this.#inputs = { ...inputs, ...task.own, logsFile };
    this.#classify = createClassifier(inputs);
    const host = journal.host(task.key);
    const requests = (): number => this.#requests;
    const step = new Step(
      { clock: context.clock, host, redact: context.redact, requests, lean: true },
      {
        ...namedBy(this.#inputs),
        ...context.step.state.provenance,
      },
    );
    const warn = (message: string): void => step.warn(message);
    // The step itself has the summary, the comment, the commit status and the trace of all runs.
    const own = { summary: false, comment: false, commitStatus: null, otlp: false, logs: 'none' } as const;
    this.#context = {
      ...{ ...context, host, step, warn, limiter: this.#limiter(), logsAddress, written: new Map() },
      ...{
        inputs: { ...this.#inputs, ...own },
        many: null,
        thread: null,
        commitStatus: null,
        reporters: null,
        prompt: null,
      },
    };
  }

  /** The current state. A task is waiting until something is sent for it. */
  get row(): FleetRow {
    const { step } = this.#context;
    const { state } = step;
    const isWaiting = state.outcome === 'running' && !state.sending && runIdOf(state) === null;
    if (isWaiting) return rowStart(this.#options.task.key);
    return rowOf(this.#options.task.key, {
      state,
      view: step.view(),
      schema: this.#inputs.outputSchema,
      missing: this.#missing(),
    });
  }

  /** What the index of the reports shows about the run, or null without a report. */
  get head(): TraceHead | null {
    return this.#head;
  }

  /** A run may exist that is not known, or a run is to be stopped, and there was no time for it. */
  get isUnfinished(): boolean {
    return this.#mayExist() || this.#context.host.state('phase') !== 'done';
  }

  /** The create was refused for a reason that does not lie in this task (contract 13). */
  get meetsAll(): boolean {
    const { turn, errorCode } = this.#context.step.state;
    if (turn !== null || this.#sends === null) return false;
    // Another 404 may mean the task's repository.
    return errorCode === 'not_found' ? this.#sends.repoId === null : HOPELESS.has(errorCode);
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { context, task, journal, list, tracePath } = this.#options;
    const { step, clock } = this.#context;
    step.listen((event) => {
      if (event.type === 'noted' || event.type === 'warning') this.#options.warn(event.message);
      if (event.type === 'started') this.#follow(event.runId, event.mode === 'created');
    });
    try {
      const end = await this.#work();
      if (end !== null) step.dispatch({ type: 'ended', end, at: clock.now() });
    } catch (error) {
      step.dispatch({ type: 'ended', end: this.#endOf(error), at: clock.now() });
    }
    this.#permit?.done({ status: null, headers: {}, unsent: true });
    const { turn } = step.state;
    if (turn !== null) list.leave(turn.runId);
    // After a signal, the time is needed for what cannot be made later from the log.
    if (context.stop.aborted && this.#context.inputs !== null)
      this.#context.inputs = { ...this.#context.inputs, report: false };
    await finish(this.#context);
    if (this.#context.inputs?.report === true && step.state.reportFile !== null) this.#head = headOf(step.view());
    if (tracePath !== null) await this.#appendTrace(tracePath);
    step.keepSteps([]);
    journal.save(task.key, 'passed', String(this.row.passed ?? ''));
    // The post step looks for a run whose create was on its way (contract 13).
    if (this.#mayExist()) journal.save(task.key, 'phase', 'sending');
  }

  /** Returns the end of a task that was not started, or null if the run's events tell it. */
  async #work(): Promise<SessionEnd | null> {
    const { schema, task, lookUps, halt, queue } = this.#options;
    const { clock, event, random, step, stop, warn } = this.#context;
    const inputs = this.#inputs;
    const prompt = await assemblePrompt({ inputs, schema, event, marker: this.#context.uuid() });
    this.#context.prompt = prompt;
    step.dispatch({ type: 'asked', orgId: inputs.orgId, ...(prompt !== null && { promptHash: promptHash(prompt) }) });
    const service = createClient({ ...this.#context, ...inputs });
    const published = lookUps(service, () => step.state.sending || step.state.turn !== null);
    const signal = AbortSignal.any([stop, halt]);
    const look = { ...this.#context, client: { published }, warn };
    const repo = await repoIdFor(inputs, look, { signal, deadline: clock.now() + inputs.timeoutMs });
    if (!repo.ok) return failedEnd(repo.failure.code, repo.failure.message);
    const exactlyOnce = await exactlyOnceOf(
      { ...this.#context, inputs, task: task.key },
      { published, metadata: this.#options.metadata },
    );
    const mark = exactlyOnce?.followUpMark ?? null;
    const start = startOrderOf({ ...inputs, repoId: repo.repoId }, { prompt, recordedRun: null, mark });
    if (start.kind === 'create')
      this.#permit = await queue.acquire('creation', { signal, deadline: Infinity, priority: () => 'create' });
    this.#sends = start.kind === 'create' ? { repoId: repo.repoId } : null;
    this.#deadline = clock.now() + inputs.timeoutMs;
    if (start.kind === 'resume') saveRunState(this.#context.host, { mark });
    this.#report();
    const done = new AbortController();
    const context = {
      ...{
        client: this.#client(service),
        clock,
        random,
        stop,

        wait: (ms: number, call: AbortSignal) => this.#wait(ms, call),
      },
      ...{
        lateStop: lateSignal(clock, { stop, done: done.signal }),
        beforeSending: () => this.#mayStillSend(),
        turn: () => step.state.turn,
      },
    };
    try {
      await runSession(context, this.#order(start, exactlyOnce), (runEvent) => step.dispatch(runEvent));
    } finally {
      done.abort();
    }
    await verifyClaims({ ports: this.#context, client: service, event, inputs, step, deadline: this.#deadline });
    return null;
  }

  #order(start: StartOrder, exactlyOnce: Awaited<ReturnType<typeof exactlyOnceOf>>): Parameters<typeof runSession>[1] {
    const deadline = (): number => this.#deadline;
    return {
      ...{ start, exactlyOnce, schema: this.#options.schema },
      // The siblings share the limits of the queue, not those of each run.
      inputs: { ...this.#inputs, siblings: 1, siblingIndex: 0 },
      get deadline() {
        return deadline();
      },
    };
  }

  #mayStillSend(): Promise<void> {
    if (this.#context.step.state.turn === null) this.#options.halt.throwIfAborted();
    return Promise.resolve();
  }

  /** Keeps the log, and puts its steps back for the report at the end. */
  #report(): void {
    const context = this.#context;
    const { step } = context;
    const reporters = createReporters({ ...context, inputs: context.inputs ?? this.#inputs });
    context.reporters = {
      ...reporters,
      finish: async () => {
        await reporters.finish();
        const { logsFile } = step.state;
        if (context.inputs?.report === true && logsFile !== null) step.keepSteps(await readSteps(context, logsFile));
      },
    };
  }

  #follow(runId: number, created: boolean): void {
    const { clock } = this.#context;
    const { list, queue, onStarted } = this.#options;
    this.#deadline = clock.now() + this.#inputs.timeoutMs;
    list.follow(runId, {
      created,
      onEnd: () => {
        this.#showsEnd = true;
        this.#rest.abort();
        queue.reconsider();
      },
    });
    onStarted();
  }

  #limiter(): Limiter {
    const { queue } = this.#options;
    const queued = queue.limiter(() => this.#priority());
    return {
      ...queued,
      acquire: async (category, call) => {
        const held = category === 'creation' ? this.#permit : null;
        if (held !== null) this.#permit = null;
        const permit = held ?? (await queued.acquire(category, call));
        this.#requests += 1;
        return permit;
      },
    };
  }

  #priority(): Priority {
    const { step, stop, clock } = this.#context;
    const { turn } = step.state;
    if (turn === null) return 'create';
    if (stop.aborted || this.#showsEnd || this.#deadline - clock.now() < ENDING_MS) return 'end';
    if (turn.ended) return this.#reads === 'log' ? 'log' : 'end';
    return this.#isListed() && clock.now() - this.#lookedAt < LOOK_EVERY_MS ? 'live' : 'poll';
  }

  /** The list of runs is expected to show the end of the run, so that only its log is read. */
  #isListed(): boolean {
    const { turn, mode } = this.#context.step.state;
    if (turn === null || this.#inputs.pollIntervalMs !== null) return false;
    const isActive = turn.status === null ? mode === 'created' : this.#classify(turn.status) === 'active';
    return isActive && this.#options.list.covers(turn.runId);
  }

  /** The run's waits. While the list shows its status, they are longer, and end when the list shows its end. */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#showsEnd) return;
    const { clock } = this.#context;
    const mostMs = this.#deadline - LAST_LOOK_MS - clock.now();
    const waitMs = this.#isListed() ? Math.max(ms, Math.min(LOGS_EVERY_MS, mostMs)) : ms;
    this.#rest = new AbortController();
    try {
      await clock.sleep(waitMs, AbortSignal.any([signal, this.#rest.signal]));
    } catch (error) {
      if (!this.#rest.signal.aborted) throw error;
    }
    signal.throwIfAborted();
  }

  #client(service: ServiceClient): ServiceClient {
    const client = stepClient(service, { ...this.#context, inputs: this.#inputs });
    const looked = <T>(read: T): T => {
      this.#lookedAt = this.#context.clock.now();
      this.#showsEnd = false;
      this.#reads = 'run';
      return read;
    };
    return {
      ...client,
      run: async (runId, call) => looked(await client.run(runId, call)),
      logs: async (page, call) => {
        this.#reads = 'log';
        const read = looked(await client.logs(page, call));
        this.#announced = read.total_logs ?? this.#announced;
        return read;
      },
    };
  }

  #mayExist(): boolean {
    const { turn, sending, outcome, expected } = this.#context.step.state;
    return outcome === 'cancelled' && turn === null && sending && expected === null;
  }

  /** What a run that was not followed to its end lacks of its log. Empty if nothing is known to be missing. */
  #missing(): string {
    const { turn, entriesBefore, steps, outcome } = this.#context.step.state;
    const isOpen = outcome !== 'running' && outcome !== 'started' && turn !== null && !turn.ended;
    if (!isOpen) return '';
    if (this.#announced === null) return 'Its log was not read.';
    const missing = this.#announced - entriesBefore - steps.length;
    return missing <= 0 ? '' : `Its log has ${counted(missing, 'more entry', 'more entries')}, which were not read.`;
  }

  #endOf(error: unknown): SessionEnd {
    const { state } = this.#context.step;
    const isUnsent = state.turn === null && !state.sending && this.#inputs.prompt !== null;
    const isStopped = error instanceof Cancelled || error instanceof Halted;
    if (isStopped && isUnsent)
      return skippedEnd(
        error instanceof Halted ? error.message : 'The step was cancelled before this task was started.',
      );
    return endOfCrash(error, { runId: runIdOf(state), webUrl: webUrlOf(state) });
  }

  async #appendTrace(tracePath: string): Promise<void> {
    try {
      await appendTrace({ ...this.#context, inputs: this.#inputs }, tracePath);
    } catch (error) {
      this.#context.warn(`The OTLP trace could not be written: ${messageOf(error)}.`);
    }
  }
}
