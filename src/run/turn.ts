/** One turn of a run while it is followed: its log, what polls it, and what is emitted of it. */
import type { Clock, Random } from '../ports.ts';
import type { CallOptions, Client } from '../service/client.ts';
import type { AgentRun } from '../service/schema.ts';
import { isEcho, toEntry, type RawEntry } from './entry.ts';
import type { Emit, RunEvent } from './events.ts';
import { Log, type Taken } from './log.ts';
import type { PaceOptions } from './pacing.ts';
import { Poller } from './poll.ts';
import type { Started } from './start.ts';
import { changedAnswer, changedFacts, type RunRecord } from './state.ts';
import type { StatusClass } from './status.ts';

/** Milliseconds of emitting entries after which signals are handled (contract 6.5). */
const SLICE_MS = 50;

export interface FollowContext {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** The state of the run as folded from the events emitted so far. */
  readonly turn: () => RunRecord | null;
  readonly classify: (word: string | null) => StatusClass;
  readonly call: CallOptions;
  readonly pace: PaceOptions;
  /**
   * Waits between two polls. Defaults to the clock's `sleep`; a fleet may end the wait earlier, because its list of runs shows a change,
   * or later, because other runs come first. Rejects with the signal's reason.
   */
  readonly wait?: ((delayMs: number, signal: AbortSignal) => Promise<void>) | undefined;
  readonly baseUrl: string;
  readonly orgId: number;
}

export class Turn {
  readonly context: FollowContext;
  readonly started: Started;
  readonly startedAt: number;
  readonly log: Log;
  readonly poller: Poller;
  readonly #emit: Emit;
  readonly #said = new Set<string>();
  #entries = 0;

  constructor(context: FollowContext, started: Started, emit: Emit) {
    const { client, clock, classify } = context;
    const { runId, mode, elsewhere, prompt, before } = started;
    this.context = context;
    this.started = started;
    this.startedAt = clock.now();
    this.#emit = emit;
    // A run that is only attached to, and a new one in the place of the one to resume, have no follow-up to wait for.
    const followUp = mode === 'resumed' && !elsewhere ? prompt : null;
    this.log = new Log(before, { runId, followUp, warn: (message) => this.warn(message) });
    const tells = (word: string | null): boolean => classify(word) !== 'unknown';
    const acceptedAt = mode === 'attached' ? null : this.startedAt;
    this.poller = new Poller({ client, clock, log: this.log, runId, tells, acceptedAt });
  }

  get record(): RunRecord {
    const record = this.context.turn();
    if (record === null) throw new Error('the events of the run are not folded');
    return record;
  }

  tell(event: RunEvent): void {
    this.#emit(event);
  }

  /** Emits each warning once. */
  warn(message: string, subject = message): void {
    if (this.#said.has(subject)) return;
    this.#said.add(subject);
    this.tell({ type: 'warning', message });
  }

  /** Emits the run's data about its work, if it changed. */
  answer(run: AgentRun): void {
    const changed = changedAnswer(this.record, run);
    if (changed !== null) this.tell({ type: 'answer', ...changed });
  }

  /** Emits status and address, if they changed. */
  facts(run: AgentRun): void {
    const changed = changedFacts(this.record, run);
    if (changed !== null) this.tell({ type: 'status', ...changed });
  }

  /** Emits what a page brought, and empties `fresh`. Lets other work run in between, so that signals are handled (contract 6.5). */
  async entries({ fresh, amended }: Pick<Taken, 'fresh' | 'amended'>): Promise<void> {
    const { clock, call } = this.context;
    for (const { index, entry } of amended) this.tell({ type: 'amended', entry: toEntry(entry, index) });
    let begun = clock.now();
    for (let raw = fresh.shift(); raw !== undefined; raw = fresh.shift()) {
      const pause = clock.now() - begun >= SLICE_MS;
      this.#entry(raw, fresh.length > 0 && !pause);
      if (!pause) continue;
      await clock.sleep(1, call.signal);
      begun = clock.now();
    }
  }

  #entry(raw: RawEntry, more: boolean): void {
    const entry = toEntry(raw, this.#entries);
    this.#entries += 1;
    this.tell({ type: 'entry', entry, more, ...(this.isEcho(raw) && { echo: true }) });
  }

  /** A warning said that the log cannot be read, and no attempt succeeded since. */
  get saidToHaveNoLog(): boolean {
    return this.#said.has('logs') && !this.poller.logsRead;
  }

  /** What waits for other entries is told however the turn ends. */
  flush(): void {
    for (const raw of this.log.finish()) this.#entry(raw, false);
  }

  /** Whether the entry is the follow-up's own. */
  isEcho({ value }: RawEntry): boolean {
    const { prompt, mode } = this.started;
    return mode === 'resumed' && prompt !== null && isEcho(value, prompt);
  }

  logsTrouble(): void {
    const { logsProblem: problem, logsNotOffered } = this.poller;
    if (problem === null) return;
    this.warn(
      logsNotOffered
        ? `The service offers no log of this run (${problem.message}): its status and result are followed without it.`
        : `The log of the run cannot be read at the moment (${problem.message}); the status is followed without it, and the log is tried again, for the last time when the run has ended.`,
      'logs',
    );
  }
}
