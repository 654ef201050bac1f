/** One task of a fleet: a session with its own client, row and files (contract 13). */
import { passOf } from '../github/commit-status.ts';
import { namedBy } from '../github/event.ts';
import { exactlyOnceOf } from '../idempotency/index.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Task } from '../inputs/tasks.ts';
import { stepClient } from '../organization/step-client.ts';
import { assemblePrompt } from '../prompt/prompt.ts';
import { runIdOf, webUrlOf } from '../report/view-of-step.ts';
import type { TraceHead } from '../report/page/header.ts';
import { createClassifier } from '../run/status.ts';
import { identityText } from '../runner/saved-state.ts';
import { lateSignal } from '../runner/signals.ts';
import { createClient } from '../service/client.ts';
import type { KnownLogsAddress } from '../service/logs-address.ts';
import { endOfCrash, failedEnd } from '../session/ends.ts';
import { startOrderOf } from '../session/order.ts';
import { LogKeeper } from '../session/reporters.ts';
import { runSession } from '../session/session.ts';
import { Step, type Listener } from '../session/step.ts';
import { verifyClaims } from '../session/verify.ts';
import { keepFiles } from './files.ts';
import { NotStarted, type Repositories } from './repositories.ts';
import type { RunList } from './run-list.ts';
import { Member } from './scheduling/member.ts';
import type { Permits } from './scheduling/permits.ts';
import { Withdrawn } from './scheduling/refused.ts';
import type { FleetScope } from './scope.ts';
import { stopLeftMember } from './stop.ts';
import { rowOf, rowStart, type FleetRow } from './telling/rows.ts';

export interface TaskRunOptions extends FleetScope {
  readonly task: Task;
  /** Null for the default. */
  readonly logsFile: string | null;
  readonly permits: Permits;
  readonly logsAddress: KnownLogsAddress;
  readonly repositories: Repositories;
  readonly runList: RunList;
  /** Milliseconds available for a stop request. */
  readonly stopBudget: () => number;
  readonly onStarted: () => void;
}

export class TaskRun {
  readonly #options: TaskRunOptions;
  readonly #inputs: Inputs;
  readonly #member: Member;
  readonly #step: Step;
  readonly #keeper: LogKeeper;
  #prompt: string | null = null;
  /** When the create, resume or first read was sent, on the wall clock: the member's clock stops while it waits. */
  #calledAt: number | null = null;
  /** Why the task is not started any more, or null. */
  #withdrawal: string | null = null;
  #head: TraceHead | null = null;

  constructor(options: TaskRunOptions) {
    const { ports, task, journal, permits, provenance } = options;
    const { clock } = ports;
    this.#options = options;
    this.#inputs = { ...options.inputs, ...task.own, logsFile: options.logsFile };
    const inputs = this.#inputs;
    this.#member = new Member({
      ...{ permits, clock, classify: createClassifier(inputs), fixedInterval: inputs.pollIntervalMs !== null },
      client: (parts) => createClient({ ...ports, ...inputs, ...parts, logsAddress: options.logsAddress }),
      hasEnded: () => this.#step.state.turn?.ended === true,
      onSending: (sending) => {
        const { state } = this.#step;
        if (sending && state.turn === null) this.#calledAt = clock.wall();
        // A schema repair is sent to a run that was started before.
        const before = state.turn === null ? 'idle' : 'running';
        journal.note({ key: task.key, phase: sending ? 'sending' : before, runId: runIdOf(state) });
      },
    });
    // The fleet prints the annotations, because many runs may have the same one.
    const host = { warning: () => undefined };
    this.#step = new Step(
      { clock: this.#member.clock, host, requests: () => this.#member.requests, lean: true },
      { ...namedBy(inputs), ...provenance },
    );
    this.#keeper = new LogKeeper({ ...ports, inputs, step: this.#step });
    // The journal names the run before its log file is created.
    this.#step.listen(this.#noting());
    this.#step.listen((event) => this.#keeper.take(event));
  }

  /** The current state, or null before anything was sent for the task. */
  get row(): FleetRow | null {
    const { state } = this.#step;
    return state.turn === null && state.outcome === 'running' && runIdOf(state) === null ? null : this.#row();
  }

  /** What the index of the reports shows about the run, or null without a report. */
  get head(): TraceHead | null {
    return this.#head;
  }

  /** Does not start the task any more, unless its create or resume was sent. */
  withdraw(why: string): void {
    this.#withdrawal = why;
    this.#member.withdraw();
  }

  /** Never rejects. */
  async run(): Promise<FleetRow> {
    const { ports, journal, task, tracePath, stopBudget } = this.#options;
    const scene = { ports, inputs: this.#inputs, step: this.#step };
    try {
      await this.#session();
    } catch (error) {
      const { state } = this.#step;
      if (error instanceof Withdrawn) return this.#skipped();
      const known = { runId: runIdOf(state), webUrl: webUrlOf(state) };
      const end =
        error instanceof NotStarted ? failedEnd(error.failure.code, error.failure.message) : endOfCrash(error, known);
      this.#step.dispatch({ type: 'ended', end, at: this.#member.clock.now() });
    }
    const left = { journal, key: task.key, member: this.#member, patienceMs: stopBudget() };
    const stopped = await stopLeftMember({ ...scene, ...left });
    this.#member.leaves();
    this.#head = await keepFiles({
      ...{ ...scene, ports: { ...ports, clock: this.#member.clock } },
      ...{ prompt: this.#prompt, calledAt: this.#calledAt, keeper: this.#keeper, tracePath },
    });
    const row = { ...this.#row(), stopped };
    journal.note({
      ...{ key: task.key, phase: 'ended', passed: passOf(row.resultJson, this.#inputs.outputSchema) },
      ...(row.outcome !== 'waiting' && row.outcome !== 'running' && { outcome: row.outcome }),
    });
    return row;
  }

  #skipped(): FleetRow {
    const { journal, task } = this.#options;
    this.#member.leaves();
    journal.note({ key: task.key, phase: 'idle' });
    return { ...rowStart(task.key), outcome: 'skipped', errorMessage: this.#withdrawal };
  }

  #row(): FleetRow {
    const { resultJson } = this.#step.state;
    return rowOf(this.#options.task.key, { view: this.#step.view(), resultJson });
  }

  /** Records what the post step needs after a kill, and tells the member which run it follows. */
  #noting(): Listener {
    const { ports, journal, task, onStarted, warn } = this.#options;
    const { clock } = ports;
    const { key } = task;
    return (event, { mode, entriesBefore }) => {
      if (event.type === 'begin') this.#calledAt = clock.wall();
      if (event.type === 'wrote' && event.logsFile !== undefined)
        journal.note({ key, phase: 'running', logsFile: event.logsFile });
      if (event.type === 'noted' || event.type === 'warning') warn(event.message);
      if (event.type === 'keyed') journal.note({ key, phase: 'idle', identity: identityText(event) });
      if (event.type !== 'started' && event.type !== 'status') return;
      const { runId, webUrl } = event;
      journal.note({ key, phase: 'running', runId, webUrl, resumed: mode === 'resumed', before: entriesBefore });
      if (event.type === 'status') return;
      this.#member.follows(runId, event.mode);
      onStarted();
    };
  }

  /** Rejects with `NotStarted`, or as `runSession` does. */
  async #session(): Promise<void> {
    const { ports, event, schema, task, repositories, runList } = this.#options;
    const { clock, stop, random } = ports;
    const inputs = this.#inputs;
    const member = this.#member;
    const step = this.#step;
    const prompt = await assemblePrompt({ inputs, schema, event, marker: ports.uuid() });
    this.#prompt = prompt;
    const warn = (message: string): void => step.warn(message);
    const client = stepClient(member.client, { ...ports, inputs, warn });
    const timeout = (): number => member.clock.now() + inputs.timeoutMs;
    const repoId = await repositories.idFor(inputs, { client, warn, deadline: timeout() });
    const exactlyOnce = await exactlyOnceOf({ ...ports, inputs, event, task: task.key }, async () =>
      runList.before(await client.published(), () => member.sent),
    );
    const mark = exactlyOnce?.followUpMark ?? null;
    // The timeout counts from the creation of the run, not from the look-up of its repository.
    const deadline = timeout();
    const start = startOrderOf({ ...inputs, repoId }, { prompt, recordedRun: null, mark });
    const done = new AbortController();
    const lateStop = lateSignal(clock, { stop, done: done.signal });
    const turn = () => step.state.turn;
    const context = { client, clock: member.clock, random, stop, lateStop, scheduled: true, turn };
    // The matrix shares the budget of the whole fleet, not of single sessions.
    const alone = { ...inputs, siblings: 1, siblingIndex: 0 };
    try {
      const order = { start, schema, exactlyOnce, inputs: alone, deadline };
      await runSession(context, order, (runEvent) => step.dispatch(runEvent));
    } finally {
      done.abort();
    }
    const calledAt = this.#calledAt;
    await verifyClaims({ ports: { ...ports, clock: member.clock }, client, event, inputs, step, deadline, calledAt });
  }
}
