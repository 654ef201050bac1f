/**
 * Reads a run during one turn and emits what is new. The log may tell the run's status as well; if
 * it fails, the run itself is read instead (contract 2.3). When to read what is decided in `next`.
 */
import type { LogPart, RunShown, TurnEntry, TurnReader } from '../agents/port.ts';
import { ServiceError } from '../http/errors.ts';
import { entryMeaning } from '../message-types.ts';
import { note, notice, warning, type RunEvent } from './events.ts';
import { HELD_MS } from './next.ts';
import {
  isLogless,
  isLogNotOffered,
  logProblem,
  noReads,
  withLog,
  withLogBehind,
  withLogUnasked,
  withoutLog,
  withoutRest,
  withoutRun,
  withRest,
  withRun,
  type Reads,
} from './reads.ts';
import type { RunContext } from './send.ts';
import type { Started } from './started-turn.ts';
import { changedBy, isFromBeforeTheEnd, showsNewAnswer, type TurnRecord } from './state.ts';
import { isTerminal } from '../agents/status-word.ts';
import type { Observation } from './turn-end.ts';

/** Milliseconds of emitting entries after which signals are handled (contract 6.5). */
const SLICE_MS = 50;
/** After a signal, what was received is told for so long (contract 6.5). */
const TELL_MS = 1_000;

/** Nothing was read for now. Rethrows a redirect, and what is no failure of the service. */
export function asNothing(error: unknown): null {
  if (error instanceof ServiceError && !error.redirect) {
    return null;
  }
  throw error;
}

/** The methods that read reject with a `ServiceError`, or with `call.signal.reason` on abort. */
export class TurnReads {
  readonly context: RunContext;
  readonly started: Started;
  readonly log: TurnReader;
  /** What the reads so far have shown. */
  reads: Reads;
  readonly #warnedOf = new Set<string>();
  /** Since when the run shows an end and its log is not read, on the clock's `now`. */
  #endShownAt: number | null = null;
  /** Received and not told yet. */
  #toEmit: TurnEntry[] = [];

  constructor(context: RunContext, started: Started) {
    const { agent, clock, emit } = context;
    const { runId, mode, runBefore, before, sent, isFound, isPast } = started;
    const startedAt = clock.now();
    this.context = context;
    this.started = started;
    const turn = { runId, mode, runBefore, before, sent, isFound, isPast, acceptedAt: startedAt };
    this.log = agent.turn(turn, {
      warn: (message) => this.warn(message),
      note: (message) => emit(note(message)),
      notice: (message) => emit(notice(message)),
    });
    this.reads = noReads({
      startedAt,
      mode,
      // Before a turn of another kind was nothing.
      isLogCounted: mode !== 'resumed' || (before?.entries ?? null) !== null,
      isLogOfRun: this.log.readsRun === true,
    });
  }

  get record(): TurnRecord {
    return this.context.turn();
  }

  get #now(): number {
    return this.context.clock.now();
  }

  /** Reads the log, or the run where the log rests or fails, and emits what is new. */
  async poll(): Promise<Observation> {
    if (this.reads.log.restPolls > 0) {
      return this.#pollRun();
    }
    try {
      return await this.pollLog();
    } catch (error) {
      // Refused for now, or never sent, or asked for already: the run would fare no better.
      const isOfLog = error instanceof ServiceError && !this.#failedAtRun;
      if (!isOfLog || error.redirect) {
        throw error;
      }
      if (error.proof !== 'unsent') {
        return this.#pollRun(error);
      }
      const ended = this.#endBeforeLog(error);
      if (ended === null) {
        throw error;
      }
      this.reads = withLogBehind(this.reads);
      return this.#takeIn(ended, null);
    }
  }

  /**
   * The end that was read before the log, where no time is left for the log, or the service wants
   * it to be waited for longer than an end is held up (contract 4.4).
   */
  #endBeforeLog({ kind }: ServiceError): RunShown | null {
    const found = this.log.runBeforeLog?.() ?? null;
    const run = found === null ? null : this.#classified(found);
    if (run === null || !isTerminal(run.meaning)) {
      this.#endShownAt = null;
      return null;
    }
    this.#endShownAt ??= this.#now;
    const heldMs = this.#now + this.context.agent.askedDelay() - this.#endShownAt;
    return kind === 'no_time' || heldMs > HELD_MS ? run : null;
  }

  /** Reads the log alone, and emits what is new. */
  async pollLog(): Promise<Observation> {
    const part = await this.#readLog();
    const run = await this.#runOf(part);
    return this.#takeIn(run, part);
  }

  async #readLog(): Promise<LogPart<RunShown>> {
    try {
      const part = await this.log.read(this.context.call, { last: this.record.ended });
      this.reads = withLog(this.reads, part);
      this.#endShownAt = null;
      return part;
    } catch (error) {
      if (error instanceof ServiceError) {
        const without = this.log.failedAtRun === true ? withLogUnasked : withoutLog;
        this.reads = without(this.reads, error, this.#now);
      }
      throw error;
    }
  }

  /** The run itself was asked for, so that to ask for it again at once would change nothing. */
  get #failedAtRun(): boolean {
    return this.reads.isLogOfRun || this.log.failedAtRun === true;
  }

  /**
   * A page should have all fields of the run (spec 2.2). One without a status is completed by the
   * run itself.
   */
  async #runOf({ run, more }: LogPart<RunShown>): Promise<RunShown | null> {
    const shown = run === null ? null : this.#classified(run);
    const isTold = shown !== null && shown.status !== null;
    if (more || isTold || this.reads.isLogOfRun) {
      return shown;
    }
    const own = await this.readRun().catch(asNothing);
    return own === null || shown === null ? (own ?? shown) : runWithPage(own, shown);
  }

  /** With what its status means by the inputs' words too. */
  #classified(run: RunShown): RunShown {
    return { ...run, meaning: this.context.classify(run) };
  }

  /** @param met what the log failed with, if it was read before */
  async #pollRun(met?: ServiceError): Promise<Observation> {
    let run: RunShown;
    try {
      run = await this.readRun();
    } catch (error) {
      this.reads = withoutRest(this.reads);
      // The log may have taken the time that was left.
      throw error instanceof ServiceError && error.kind === 'no_time' ? (met ?? error) : error;
    }
    this.reads = withRest(this.reads, run.meaning !== 'unknown');
    this.#warnOfLog();
    return this.#takeIn(run, null);
  }

  /**
   * Reads the run itself. Emits nothing.
   *
   * @param until on the clock's `now`, where the step does not wait as long as it may
   */
  async readRun(until = Infinity): Promise<RunShown> {
    const { call } = this.context;
    try {
      const run = await this.log.run({ ...call, deadline: Math.min(call.deadline, until) });
      this.reads = withRun(this.reads);
      return this.#classified(run);
    } catch (error) {
      if (error instanceof ServiceError) {
        this.reads = withoutRun(this.reads, error, this.#now);
      }
      throw error;
    }
  }

  /** Emits each warning once. */
  warn(message: string, subject = message): void {
    if (this.#warnedOf.has(subject)) {
      return;
    }
    this.#warnedOf.add(subject);
    this.context.emit(warning(message));
  }

  #warnOfLog(): void {
    const problem = logProblem(this.reads);
    if (problem === null) {
      return;
    }
    if (isLogNotOffered(this.reads)) {
      const gone =
        `The service offers no log of this run (${problem.message}): ` +
        'its status and result are followed without it.';
      this.warn(gone, 'log');
      return;
    }
    const unread =
      `The log of the run cannot be read at the moment (${problem.message}); ` +
      'the status is followed without it, and the log is tried again, ' +
      'for the last time when the run has ended.';
    this.warn(unread, 'log');
  }

  /** A warning said that the log cannot be read, and no attempt succeeded since. */
  get hasToldNoLog(): boolean {
    return this.#warnedOf.has('log') && !this.reads.log.wasRead;
  }

  /**
   * Emits the new entries, and then what changed of the run, so that the job log is in
   * chronological order.
   */
  async #takeIn(run: RunShown | null, part: LogPart<RunShown> | null): Promise<Observation> {
    const now = this.#now;
    const logless = isLogless(this.reads, now);
    // A read that failed once says nothing: the next one may show where the turn begins.
    const told = part?.entries ?? (logless ? this.log.overdue() : []);
    const views = [...told.map(({ entry }) => entry.view), ...(part?.untold ?? [])];
    const echo = told.findIndex(({ isEcho }) => isEcho);
    await this.#tell(told);
    const hasChanged = run !== null && this.takeRun(run) === 'changed';
    return {
      now,
      status: run?.status ?? null,
      meaning: run?.meaning ?? 'unknown',
      newAnswer: showsNewAnswer(this.record),
      entryMeanings: views.map((view) => entryMeaning(view.message_type)),
      echo: echo === -1 ? null : echo,
      moved: hasChanged || told.length > 0 || part?.moved === true,
      more: part?.more === true,
      withoutLog: part === null,
      logless,
      isUnbegun: run?.isUnbegun === true,
      isOwnEnd: run?.isOwnEnd === true,
      tellsRun: run !== null,
    };
  }

  /**
   * Emits what the service shows of the run, if it changed. Nothing of a response counts that a
   * replica gave which lags behind the end.
   *
   * @param run its `meaning` by the inputs' words
   */
  takeRun(run: RunShown): 'changed' | 'same' | 'lags' {
    const { record, context, started } = this;
    if (isFromBeforeTheEnd(run, { record, statusBefore: started.statusBefore })) {
      return 'lags';
    }
    const changed = changedBy(run, record);
    if (changed === null) {
      return 'same';
    }
    context.emit({ type: 'status', ...changed });
    return 'changed';
  }

  /**
   * Lets other work run in between, so that signals are handled, and goes on once there is room for
   * more, so that a log of any length takes little memory (contract 6.5).
   */
  async #tell(entries: readonly TurnEntry[]): Promise<void> {
    const { clock, call, room } = this.context;
    this.#toEmit.push(...entries);
    while (this.#toEmit.length > 0) {
      this.#tellFor(SLICE_MS);
      await room?.(call.signal);
      if (this.#toEmit.length > 0) {
        await clock.sleep(1, call.signal);
      }
    }
  }

  /** Emits entries for this long, but at least one. */
  #tellFor(ms: number): void {
    const { clock, emit } = this.context;
    const until = clock.now() + ms;
    let told = 0;
    for (const entry of this.#toEmit) {
      emit(entryEvent(entry));
      told += 1;
      if (clock.now() >= until) {
        break;
      }
    }
    this.#toEmit.splice(0, told);
  }

  /**
   * Nothing more is read: what was received is told however the turn ends. `isCutOff`: as in
   * `CloseOptions`.
   */
  close({ isCutOff }: { readonly isCutOff: boolean }): void {
    this.#toEmit.push(...this.log.close({ isCutOff }));
    this.#tellFor(this.context.call.signal.aborted ? TELL_MS : Infinity);
  }
}

function entryEvent({ entry, isEcho, isUncertain = false }: TurnEntry): RunEvent {
  if (isUncertain) {
    return { type: 'entry', entry, isUncertain };
  }
  return isEcho ? { type: 'entry', entry, echo: true } : { type: 'entry', entry };
}

/**
 * What a page of the log tells of the run, updated with what the run itself does. The page's value
 * stays where the run, which may be an older copy, tells none.
 */
function runWithPage(run: RunShown, page: RunShown): RunShown {
  return {
    ...page,
    ...run,
    webUrl: run.webUrl ?? page.webUrl,
    result: run.result ?? page.result,
    summary: run.summary ?? page.summary,
    structured: run.structured ?? page.structured,
    cause: run.cause ?? page.cause,
    usage: run.usage ?? page.usage,
    createdAt: run.createdAt ?? page.createdAt,
  };
}
