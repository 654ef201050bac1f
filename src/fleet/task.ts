/**
 * One task of a fleet: an ordinary run with its own state and files, finished as a single one is
 * (contract 13).
 */
import type { Agent, RunId, RunShown } from '../agents/port.ts';
import type { Context } from '../context.ts';
import { namedBy } from '../github/provenance.ts';
import type { EventBranches, PullRequestHead } from '../github/event-pull-request.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { FleetTask } from '../inputs/tasks.ts';
import { SHOWN } from '../outcomes.ts';
import { passOf } from '../report/step-commit-status.ts';
import { checksLogLine } from '../report/checks.ts';
import type { HeadChecks, StepView } from '../report/step-view.ts';
import { Step, type StepEvent } from '../report/step.ts';
import { endOfCrash, NotStarted, plainEnd, skippedEnd } from '../run/failure.ts';
import type { SessionEnd } from '../run/events.ts';
import type { OutputSchema } from '../run/output-schema.ts';
import type { Sinks } from '../step/finish.ts';
import type { Pace } from '../step/github-reads.ts';
import type { PerformRun } from '../step/perform.ts';
import { tellPerformed, untold, type Performed } from '../step/performed.ts';
import { LAST_POLL_MS } from '../run/pacing.ts';
import { createClassifier } from '../run/status.ts';
import { Cancelled, pacing } from '../runner/clock.ts';
import { counted, joined } from '../safe/text.ts';
import { ServiceError } from '../http/errors.ts';
import type { CallOptions, Limiter, Permit } from '../http/limits.ts';
import { isHopeless, verdictOfRefusal, type CreateVerdict } from './create-verdict.ts';
import type { Journal } from './journal.ts';
import { keptText } from './kept-row.ts';
import { RunList } from './list.ts';
import { Queue, type Priority, type Reservation } from './queue.ts';
import { rowOf, rowStart, type TaskRow } from './rows.ts';
import { hookedAgent } from './task-agent.ts';

/** What the tasks of a step have in common. */
export interface CommonOrder {
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  /** Shared by all tasks. */
  readonly agent: Agent;
  /** How a step performs its only run, and so each task of a fleet. */
  readonly performRun: PerformRun;
  /** Those of the event's pull request, where its payload does not name them. */
  readonly branches: EventBranches | null;
  /** The head of the event's pull request, for where a new run starts. */
  readonly headBranch: PullRequestHead | null;
  /** Those of the step. */
  readonly sinks: Sinks;
}

/** What happens to the run of a task, as a sentence. */
export interface TaskMessage {
  readonly key: string;
  readonly message: string;
}

interface OwnScope {
  readonly journal: Journal;
  /** By key. Without one, the task has the default. */
  readonly logsFiles: ReadonlyMap<string, string | null>;
  /** The file for the traces of all runs, or null without `otlp`. */
  readonly tracePath: string | null;
  /** Receives the warnings of a run. Many runs may have the same one. */
  readonly warn: (message: TaskMessage) => void;
  /** Receives the notices of a run, likewise. */
  readonly notice: (message: string) => void;
  /** Receives what else is said of a run. */
  readonly tell: (message: TaskMessage) => void;
  readonly onStarted: (run: TaskRun) => void;
  /** A run has ended, and waits for its checks. */
  readonly onChecking: () => void;
  /** How many runs may be unfinished at a time. */
  readonly mostAtOnce: number;
  /**
   * Resolves when a run may work again, which `take` says at once: others wait for the same place.
   * Returns false where there was none until the deadline (on the clock's `now`). Rejects with the
   * signal's reason.
   */
  readonly untilPlace: (take: () => void, deadline: number) => Promise<boolean>;
  /** Called with each answer to a create that proves something, in their order. */
  readonly onCreateVerdict: (verdict: CreateVerdict) => void;
  /** All tasks name the same repository, or none. */
  readonly sharesRepository: boolean;
  /** Aborts when no more tasks are started: with `Halted`, or with the step. */
  readonly over: AbortSignal;
}

/** What all tasks of a fleet work with: one queue, one watch of the list and one agent. */
export interface TaskScope extends CommonOrder, OwnScope {
  /** Shared by the waits for checks of all tasks. */
  readonly pace: Pace;
  /** The step's. */
  readonly context: Context;
  readonly queue: Queue;
  readonly list: RunList;
}

/** Between two reads of GitHub of all tasks that wait for checks (contract 19.5). */
const READ_EVERY_MS = 1_000;

export function taskScope(context: Context, order: CommonOrder, own: OwnScope): TaskScope {
  const { clock, random, stop } = context;
  const { inputs, agent } = order;
  const queue = new Queue({ clock, random }, inputs.siblings);
  const { standings } = agent.under(queue.limiter(() => 'poll'));
  const list = new RunList({ clock, stop, standings, classify: createClassifier(inputs) });
  return { ...order, ...own, context, queue, list, pace: pacing(clock, READ_EVERY_MS) };
}

/** The inputs of one task: its own before those of the step. */
function inputsOfTask({ key, own }: FleetTask, { inputs, logsFiles }: TaskScope): Inputs {
  return {
    ...inputs,
    ...own,
    logsFile: logsFiles.get(key) ?? null,
    // The queue shares the limits between the runs. Which job of the matrix this is stays: without
    // it, the tasks of its neighbours would have the same keys (contract 4.9).
    siblings: 1,
  };
}

/** The task is not started any more. The message says why. */
export class Halted extends Error {
  override readonly name = 'Halted';
}

/** Why a task is not started, from the reason of `over`. */
export function notStarted(reason: unknown): string {
  if (reason instanceof Halted) {
    return reason.message;
  }
  return 'The step was cancelled before this task was started.';
}

/** The status in the list may lag behind, so now and then the run itself is polled. */
const POLL_EVERY_MS = 600_000;
/** What a run is read with when its time is up: once its log, and once itself. */
const LAST_READS = 2;

/** Why a run was not asked to mend its work. */
function noPlace(mostAtOnce: number): string {
  return (
    'No place to work on was free until the time of the run was over ' +
    `(at most ${counted(mostAtOnce, 'run')} at once), so it was not asked to mend anything. ` +
    'Raise `max_parallel` or `timeout_minutes`.'
  );
}

/** For good: by the service, or before anything was sent. */
function isRefusal({ kind, proof }: ServiceError): boolean {
  return proof === 'permanent' && (kind === 'status' || kind === 'unsendable');
}

/** Its request is not sent. */
function giveBack(permit: Permit): void {
  permit.done({ throttled: false, retryAfterMs: null, unsent: true });
}

export class TaskRun {
  readonly #scope: TaskScope;
  readonly key: string;
  readonly #inputs: Inputs;
  readonly #context: Context;
  readonly #sinks: Sinks;
  /**
   * On the clock's `now`. The timeout counts from the create, not from when that was queued
   * (contract 13).
   */
  #deadline = Infinity;
  /** When its create went out last, on the clock's `now`; null: it did not. */
  #sentAt: number | null = null;
  /** The room that the queue keeps for its create. */
  #reserved: Reservation | null = null;
  /** Its create is about to be sent, and waits for the limits again. */
  #isHeldUp = false;
  /** That reached the service (contract 1.2). */
  #requests = 0;
  /** The next request after the run's end is one for its log. */
  #readsLog = false;
  #polledAt = -Infinity;
  /** How often it was read since its time is almost up. */
  #lastReads = 0;
  /** Entries of the log that were announced and not received, or null if it was not read. */
  #missingEntries: number | null = null;
  /** A create was refused for good, and said what that means for the others. */
  #isRefused = false;
  /** Its create was refused for now: when it is sent again, as last told; null: it was not. */
  #refusedUntil: number | null = null;
  /** The list shows the end of the run. */
  #showsEnd = false;
  #pause = new AbortController();
  /** Ends the waits of a task that has sent nothing and will not be started any more. */
  readonly #halted = new AbortController();
  /** Ends what its time has begun. */
  #timed = new AbortController();
  readonly #agent: Agent;
  /** `checking`: the run has ended, and its checks are waited for (contract 19.5). */
  phase: 'waiting' | 'starting' | 'running' | 'checking' | 'over' = 'waiting';
  /** What was told last of its checks. */
  #checksLine = '';

  constructor(scope: TaskScope, task: FleetTask) {
    this.#scope = scope;
    this.key = task.key;
    this.#inputs = inputsOfTask(task, scope);
    const limiter = this.#limiter();
    this.#agent = this.#agentUnder(limiter);
    this.#context = this.#contextUnder(limiter);
    this.#sinks = scope.sinks.forRun(this.#context);
    // Known before it begins, so that one that waits, or is never started, has its title.
    this.#context.step.dispatch({ type: 'asked', ...namedBy(this.#inputs) });
  }

  /** The step's context, but for what each run has of its own. */
  #contextUnder(limiter: Limiter): Context {
    const { context, journal } = this.#scope;
    const { clock, redact, isSandbox } = context;
    const host = journal.host(this.key);
    const requests = (): number => this.#requests;
    const step = new Step(
      { clock, host, redact, requests, isSandbox },
      context.step.state.provenance,
    );
    const warn = (message: string): void => step.warn(message);
    const stop = AbortSignal.any([context.stop, this.#halted.signal]);
    return { ...context, host, step, limiter, warn, stop, written: new Map() };
  }

  /** The current state. A task is waiting until something is sent for it. */
  get row(): TaskRow {
    const view = this.#context.step.view();
    if (view.outcome === 'running' && !view.sending && view.runId === null) {
      return rowStart(this.key, view);
    }
    const row = rowOf(this.key, view);
    const message = joined([row.message ?? '', this.#missing(view)], ' ') || null;
    return { ...row, message, passed: passOf(view.resultJson, this.#inputs.outputSchema) };
  }

  /** It is to create a run, not to go on with one. */
  get creates(): boolean {
    return this.#inputs.agentRunId === null;
  }

  /** Milliseconds until its create, which was refused for now, is sent again; null: it was not. */
  get refusedMs(): number | null {
    if (this.#refusedUntil === null || !this.#isUnsent) {
      return null;
    }
    return Math.max(0, this.#refusedUntil - this.#context.clock.now());
  }

  /** A run may exist that is not known, or a run is to be stopped, and there was no time for it. */
  get isUnfinished(): boolean {
    return this.phase !== 'waiting' && this.#context.host.state('phase') !== 'done';
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { context, journal, list, over, queue, tracePath } = this.#scope;
    const { step } = this.#context;
    this.phase = 'starting';
    step.listen((event) => this.#take(event));
    const onOver = (): void => this.#haltUnsent();
    over.addEventListener('abort', onOver, { once: true });
    const performed = await this.#perform().catch((error: unknown) => untold(this.#endOf(error)));
    over.removeEventListener('abort', onOver);
    tellPerformed(performed, this.#context);
    if (this.#reserved !== null) {
      queue.giveBack(this.#reserved);
    }
    const { turn } = step.state;
    if (turn !== null) {
      list.leave(turn.followed);
    }
    // After a signal, the time is needed for what cannot be made later from the log.
    const report = context.stop.aborted ? 'none' : this.#inputs.report;
    // The step's time: of a run's own timeout it knows by its events.
    const inputs = { ...this.#inputs, report, timeoutMs: Infinity };
    await this.#sinks.finish({ inputs, sharedTrace: tracePath });
    step.dropSteps();
    this.#timed.abort();
    this.phase = 'over';
    journal.save(this.key, 'row', keptText(this.row));
  }

  #take(event: StepEvent): void {
    switch (event.type) {
      case 'noted':
      case 'warning':
        this.#scope.warn({ key: this.key, message: event.message });
        break;
      case 'notice':
        this.#scope.notice(event.message);
        break;
      case 'note':
        this.#scope.tell({ key: this.key, message: event.message });
        break;
      case 'started':
        this.#follow(event.followed ?? event.runId);
        break;
      case 'throttled':
        this.#refusedUntil = this.#context.clock.now() + event.waitMs;
        break;
      case 'unsent':
        this.#haltUnsent();
        break;
      case 'checks_awaited':
        this.#leavePlace();
        break;
      case 'checks':
        this.#tellChecks(event.head);
        break;
      case 'ended':
        this.#judgeWithoutCreate();
        break;
      default:
    }
  }

  /** What was refused for now is not waited for once no more tasks are started. */
  #haltUnsent(): void {
    const { reason } = this.#scope.over as { readonly reason: unknown };
    if (reason instanceof Halted && this.#isUnsent) {
      this.#halted.abort(reason);
    }
  }

  /** Nothing was sent for it, and something was to be. */
  get #isUnsent(): boolean {
    const { turn, sending, expected } = this.#context.step.state;
    const isToSend = this.#inputs.prompt !== null || expected === null;
    return turn === null && (!sending || this.#isHeldUp) && isToSend;
  }

  /** Others may have it while checks are waited for, whether they can be read or not. */
  #leavePlace(): void {
    if (this.phase === 'running') {
      this.phase = 'checking';
      this.#scope.onChecking();
    }
  }

  #tellChecks(head: HeadChecks): void {
    // Without `expect: checks` they are read once, at the end.
    if (this.#context.step.state.fixes === null) {
      return;
    }
    const line = checksLogLine(head);
    if (line !== this.#checksLine) {
      this.#checksLine = line;
      this.#scope.tell({ key: this.key, message: line });
    }
  }

  /** A mend makes the run work again, for which it needs a place. */
  async #takePlace(): Promise<void> {
    if (this.phase !== 'checking') {
      return;
    }
    const take = (): void => {
      this.phase = 'running';
    };
    if (!(await this.#scope.untilPlace(take, this.#deadline))) {
      const errorMessage = noPlace(this.#scope.mostAtOnce);
      throw new NotStarted({ ...plainEnd('unverified'), errorMessage });
    }
  }

  /** What is met before a create was answered: by its look-ups, or because nothing connects. */
  #judgeWithoutCreate(): void {
    const { turn, errorCode } = this.#context.step.state;
    if (turn !== null || this.#isRefused || !this.creates) {
      return;
    }
    const { onCreateVerdict, queue } = this.#scope;
    if (errorCode !== null && isHopeless(errorCode)) {
      onCreateVerdict({ kind: 'hopeless', errorCode });
    }
    // The next create would be refused for all of its time as well: of a day's quota, for hours.
    const waitMs = queue.untilCreate();
    if (errorCode === 'rate_limited' && waitMs >= this.#inputs.timeoutMs) {
      onCreateVerdict({ kind: 'refused_for_long', waitMs });
    }
  }

  async #perform(): Promise<Performed> {
    const { schema, over } = this.#scope;
    // Before its look-ups, so that those of tasks that cannot be created yet take no requests from
    // others.
    await this.#reserve(Infinity);
    over.throwIfAborted();
    return this.#scope.performRun(this.#context, {
      inputs: this.#inputs,
      request: this.#inputs.prompt,
      schema,
      agent: this.#agent,
      sinks: this.#sinks,
      branches: this.#scope.branches,
      headBranch: this.#scope.headBranch,
      task: this.key,
      beginTime: () => this.#beginTime(),
      session: {
        wait: (ms, signal) => this.#wait(ms, signal),
        beforeSending: async () => {
          // One that may have been carried out is no new start (contract 13): sent again under its
          // key, it settles that.
          if (this.#isUnsent) {
            over.throwIfAborted();
            // While one that was refused waits for the limits again, nothing of it is on its way.
            await this.#reserve(this.#deadline);
          }
          await this.#takePlace();
        },
      },
      pace: this.#scope.pace,
    });
  }

  /**
   * Begins its time, or begins it anew once its look-ups are made. That of a run that was created
   * counts from its create, which may have been refused for now for a while before (contract 13).
   * Returns when it is up, on the clock's `now`.
   */
  #beginTime(): number {
    const { queue } = this.#scope;
    const { clock } = this.#context;
    const { onCancel, timeoutMs } = this.#inputs;
    this.#timed.abort();
    this.#timed = new AbortController();
    const { signal } = this.#timed;
    this.#deadline = (this.#sentAt ?? clock.now()) + timeoutMs;
    const requests = onCancel === 'stop' ? LAST_READS + 1 : LAST_READS;
    queue.keepRoom({ deadline: this.#deadline, requests }, signal);
    // A read that waits for its turn by then is the last one.
    clock.sleep(Math.max(0, this.#deadline - LAST_POLL_MS - clock.now()), signal).then(
      () => queue.reconsider(),
      () => undefined,
    );
    return this.#deadline;
  }

  #follow(runId: RunId): void {
    const { list, queue, onStarted } = this.#scope;
    const onEnd = (): void => {
      this.#showsEnd = true;
      this.#pause.abort();
      queue.reconsider();
    };
    list.follow(runId, onEnd);
    // A repair of the answer is no new run, nor is a mend, which works already where it is found.
    const isNew = this.phase === 'starting';
    this.phase = 'running';
    if (!isNew) {
      return;
    }
    // Once the journal has it.
    queueMicrotask(() => onStarted(this));
  }

  /** Waits until the limits allow its create. @param deadline on the clock's `now` */
  async #reserve(deadline: number): Promise<void> {
    const { over, queue } = this.#scope;
    if (this.creates) {
      const wanted = { signal: over, deadline, priority: (): Priority => 'create' };
      this.#reserved ??= await queue.reserve(wanted);
    }
  }

  /**
   * The permit for the create that has a reservation. That is given back where a request of another
   * task was refused since, which all creates wait out (contract 3.2).
   */
  async #createPermit(reserved: Reservation, call: CallOptions): Promise<Permit> {
    const { queue } = this.#scope;
    const wanted = { ...call, priority: () => this.#priority() };
    this.#isHeldUp = true;
    this.#haltUnsent();
    try {
      const permit = await queue.acquireReserved(reserved, wanted);
      this.#reserved = null;
      if (!queue.holdsCreates) {
        return permit;
      }
      giveBack(permit);
      return await queue.acquire('creation', wanted);
    } finally {
      this.#isHeldUp = false;
    }
  }

  #limiter(): Limiter {
    const { clock } = this.#scope.context;
    const queued = this.#scope.queue.limiter(() => this.#priority());
    return {
      ...queued,
      acquire: async (category, call) => {
        const reserved = category === 'creation' ? this.#reserved : null;
        const permit = await (reserved === null
          ? queued.acquire(category, call)
          : this.#createPermit(reserved, call));
        if (category === 'creation') {
          this.#sentAt = clock.now();
        }
        return {
          done: (end) => {
            this.#requests += end.unsent ? 0 : 1;
            permit.done(end);
          },
        };
      },
    };
  }

  #priority(): Priority {
    const { step, stop, clock } = this.#context;
    const { turn } = step.state;
    if (turn === null) {
      return 'create';
    }
    const remainingMs = this.#deadline - clock.now();
    const isLastRead = remainingMs <= LAST_POLL_MS && this.#lastReads < LAST_READS;
    // Once the time is up, what it asks for is the stop.
    if (stop.aborted || this.#showsEnd || isLastRead || remainingMs <= 0) {
      return 'end';
    }
    if (turn.ended) {
      return this.#readsLog ? 'log' : 'end';
    }
    return this.#isListed() && clock.now() - this.#polledAt < POLL_EVERY_MS ? 'live' : 'poll';
  }

  /** The list of runs is expected to show the end of the run, so that only its log is read. */
  #isListed(): boolean {
    const { turn, mode } = this.#context.step.state;
    const { list } = this.#scope;
    if (turn === null || this.#inputs.pollIntervalMs !== null) {
      return false;
    }
    const isActive = turn.status === null ? mode === 'created' : turn.meaning === 'active';
    return isActive && list.covers(turn.followed);
  }

  /**
   * Waits between two reads of the run. Once the list shows its end, the wait of that moment ends,
   * or the next one.
   */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    await this.#context.clock
      .sleep(ms, AbortSignal.any([signal, this.#pause.signal]))
      .catch(() => undefined);
    this.#pause = new AbortController();
    signal.throwIfAborted();
  }

  #agentUnder(limiter: Limiter): Agent {
    const { clock } = this.#scope.context;
    return hookedAgent(this.#scope.agent.under(limiter), {
      create: (create) => this.#create(create),
      onRead: () => {
        this.#polledAt = clock.now();
        if (this.#deadline - this.#polledAt <= LAST_POLL_MS) {
          this.#lastReads += 1;
        }
        this.#showsEnd = false;
        this.#readsLog = false;
      },
      onLog: () => (this.#readsLog = true),
      onMissing: (entries) => (this.#missingEntries = entries),
    });
  }

  async #create(create: () => Promise<RunShown>): Promise<RunShown> {
    const { onCreateVerdict } = this.#scope;
    try {
      const run = await create();
      onCreateVerdict({ kind: 'accepted' });
      return run;
    } catch (error) {
      if (error instanceof ServiceError && isRefusal(error)) {
        this.#isRefused = true;
        const { sharesRepository } = this.#scope;
        onCreateVerdict(verdictOfRefusal(error, { ...this.#inputs, sharesRepository }));
      }
      throw error;
    }
  }

  /**
   * What a run that was not followed to its end lacks of its log. Empty if nothing is known to be
   * missing.
   */
  #missing({ turn, outcome }: StepView): string {
    const { ending } = SHOWN[outcome];
    const isLeft = ending === 'open' || ending === 'handed_on';
    const isOpen = !isLeft && turn !== null && !turn.ended;
    if (!isOpen) {
      return '';
    }
    const missing = this.#missingEntries;
    if (missing === null) {
      return 'Its log was not read.';
    }
    if (missing <= 0) {
      return '';
    }
    return `Its log has ${counted(missing, 'more entry', 'more entries')}, which were not read.`;
  }

  #endOf(error: unknown): SessionEnd {
    if (this.#isUnsent && (error instanceof Halted || error instanceof Cancelled)) {
      return skippedEnd(notStarted(error));
    }
    return endOfCrash(error, this.#context.step.view());
  }
}
