/**
 * Polls a run during one turn: reads it, and emits what is new. The log may tell the run's status
 * as well. If it fails, the run itself is read instead, and the log is tried again now and then
 * (contract 2.3).
 */
import type { LogPart, RunShown, TurnEntry, TurnReader } from '../agents/port.ts';
import { entryMeaning } from '../message-types.ts';
import { GATEWAY_PATIENCE_MS, ServiceError } from '../http/errors.ts';
import { LogHealth } from './log-health.ts';
import type { RunEvent } from './events.ts';
import { isFromBeforeTheEnd } from './replica.ts';
import type { RunContext } from './send.ts';
import type { Started } from './started-turn.ts';
import { changedBy, showsNewAnswer, type TurnRecord } from './state.ts';
import type { Observation } from './turn-end.ts';

/** Milliseconds of emitting entries after which signals are handled (contract 6.5). */
const SLICE_MS = 50;
/** After a signal, what was received is told for so long (contract 6.5). */
const TELL_MS = 1_000;
/** A run that was accepted may not be found for so long (contract 4.1). */
const NOT_FOUND_MS = 30_000;
/** A log that could be read before a follow-up is waited for so long (contract 4.5). */
const LOGLESS_MS = 30_000;

/** Nothing was read for now. Rethrows a redirect, and what is no failure of the service. */
export function asNothing(error: unknown): null {
  if (error instanceof ServiceError && !error.redirect) {
    return null;
  }
  throw error;
}

/** The methods that read reject with a `ServiceError`, or with `call.signal.reason` on abort. */
export class Poller {
  readonly context: RunContext;
  readonly started: Started;
  readonly startedAt: number;
  readonly log: TurnReader;
  readonly health = new LogHealth();
  /** What was read of the log last, or null. */
  lastPart: LogPart<RunShown> | null = null;
  /** Earliest time of the next request, on the clock's `now`. */
  notBefore = 0;
  /** The end was seen, and the log was read to its end as far as that could be done. */
  isDrained = false;
  readonly #warnedOf = new Set<string>();
  /** Received and not told yet. */
  #toEmit: TurnEntry[] = [];
  /** The run or its log was read. */
  #seen = false;
  /** Consecutive refusals (401, 403, 404) to read the run. */
  #refusals = 0;
  /**
   * Since when a gateway has answered each read of the run, or null if it did not answer the last.
   */
  #gatewaySince: number | null = null;

  constructor(context: RunContext, started: Started) {
    const { agent, clock, emit } = context;
    const { runId, mode, runBefore, before, sent } = started;
    this.context = context;
    this.started = started;
    this.startedAt = clock.now();
    const turn = { runId, mode, runBefore, before, sent, acceptedAt: this.startedAt };
    this.log = agent.turn(turn, {
      warn: (message) => this.warn(message),
      note: (message) => emit({ type: 'note', message }),
      notice: (message) => emit({ type: 'notice', message }),
    });
  }

  get record(): TurnRecord {
    return this.context.turn();
  }

  /** All of the log was read, as far as the service tells. */
  get isLogComplete(): boolean {
    return !this.health.isFailing && this.lastPart?.complete === true;
  }

  /** A warning said that the log cannot be read, and no attempt succeeded since. */
  get hasToldNoLog(): boolean {
    return this.#warnedOf.has('logs') && !this.health.wasRead;
  }

  /** Reads the run or its log, and emits what is new. */
  async poll(): Promise<Observation> {
    if (this.health.rests) {
      return this.#pollRun();
    }
    try {
      return await this.pollLogs();
    } catch (error) {
      // Refused for now, or never sent, or asked for already: the run would fare no better.
      const isOfLog = error instanceof ServiceError && this.log.readsRun !== true;
      if (!isOfLog || error.redirect || error.proof === 'unsent') {
        throw error;
      }
      return this.#pollRun(error);
    }
  }

  /** Polls the log alone. */
  async pollLogs(): Promise<Observation> {
    const part = await this.#readLog();
    const run = await this.#runOf(part);
    return this.#takeIn(run, part);
  }

  async #readLog(): Promise<LogPart<RunShown>> {
    try {
      const part = await this.log.read(this.context.call, { last: this.record.ended });
      this.lastPart = part;
      this.health.succeeded();
      this.#sawRun();
      return part;
    } catch (error) {
      if (error instanceof ServiceError) {
        this.#readFailed(error);
      }
      throw error;
    }
  }

  #readFailed(error: ServiceError): void {
    if (this.log.readsRun === true) {
      this.#runFailed(error);
    } else {
      this.#logsFailed(error);
    }
  }

  #logsFailed(error: ServiceError): void {
    this.#keepWait(error);
    if (error.proof !== 'unsent') {
      this.health.failed(error, { now: this.context.clock.now(), isFresh: this.#isFresh });
    }
  }

  /**
   * A page should have all fields of the run (spec 2.2). One without a status is completed by the
   * run itself.
   */
  async #runOf({ run, more }: LogPart<RunShown>): Promise<RunShown | null> {
    const shown = run === null ? null : this.#classified(run);
    const isTold = shown !== null && shown.status !== null;
    if (more || isTold || this.log.readsRun === true) {
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
      // The run endpoint fails as well, so the logs endpoint is not at fault and is tried first
      // again.
      this.health.excused();
      // The log may have taken the time that was left.
      throw error instanceof ServiceError && error.kind === 'no_time' ? (met ?? error) : error;
    }
    // Without a recognized status, only the log can show the end of the run, if there is one.
    const canShowEnd = run.meaning !== 'unknown';
    this.health.passed(canShowEnd || this.health.isNotOffered);
    this.#warnOfLogs();
    return this.#takeIn(run, null);
  }

  /**
   * Reads the run itself.
   *
   * @param until on the clock's `now`, where the step does not wait as long as it may
   */
  async readRun(until = Infinity): Promise<RunShown> {
    const { call } = this.context;
    try {
      const run = await this.log.run({ ...call, deadline: Math.min(call.deadline, until) });
      this.#sawRun();
      return this.#classified(run);
    } catch (error) {
      if (error instanceof ServiceError) {
        this.#runFailed(error);
      }
      throw error;
    }
  }

  #runFailed(error: ServiceError): void {
    this.#keepWait(error);
    const since = this.#gatewaySince ?? this.context.clock.now();
    this.#gatewaySince = error.isGatewayPage ? since : null;
    if (!this.#mayPass(error)) {
      this.#refusals += 1;
    }
  }

  /** Records the minimum wait that a failed request asks for. */
  #keepWait(error: ServiceError): void {
    const { clock } = this.context;
    this.notBefore = Math.max(this.notBefore, clock.now() + (error.retryAfterMs ?? 0));
  }

  #mayPass(error: ServiceError): boolean {
    if (error.isGatewayPage && this.isThere && this.#gatewaySince !== null) {
      return this.context.clock.now() - this.#gatewaySince < GATEWAY_PATIENCE_MS;
    }
    return error.passing || (error.status === 404 && this.#isFresh);
  }

  /** Whether a poll that failed with this ends the turn. */
  isFatal(error: ServiceError): boolean {
    if (this.#mayPass(error)) {
      return false;
    }
    // A single refusal of a run that was there may come of a restart, or of a replica that lags
    // behind.
    return error.redirect || !this.isThere || this.#refusals > 1;
  }

  /** The run is known to exist. */
  get isThere(): boolean {
    return this.#seen || this.started.mode !== 'attached';
  }

  #sawRun(): void {
    this.#seen = true;
    this.#refusals = 0;
    this.#gatewaySince = null;
  }

  get #isFresh(): boolean {
    return (
      this.started.mode !== 'attached' && this.context.clock.now() - this.startedAt < NOT_FOUND_MS
    );
  }

  /** Emits each warning once. */
  warn(message: string, subject = message): void {
    if (this.#warnedOf.has(subject)) {
      return;
    }
    this.#warnedOf.add(subject);
    this.context.emit({ type: 'warning', message });
  }

  #warnOfLogs(): void {
    const { problem, isNotOffered } = this.health;
    if (problem === null) {
      return;
    }
    if (isNotOffered) {
      const gone =
        `The service offers no log of this run (${problem.message}): ` +
        'its status and result are followed without it.';
      this.warn(gone, 'logs');
      return;
    }
    const unread =
      `The log of the run cannot be read at the moment (${problem.message}); ` +
      'the status is followed without it, and the log is tried again, ' +
      'for the last time when the run has ended.';
    this.warn(unread, 'logs');
  }

  /**
   * Emits the new entries, and then what changed of the run, so that the job log is in
   * chronological order.
   */
  async #takeIn(run: RunShown | null, part: LogPart<RunShown> | null): Promise<Observation> {
    const { clock } = this.context;
    const told = part?.entries ?? this.log.overdue();
    const views = [...told.map(({ entry }) => entry.view), ...(part?.untold ?? [])];
    const echo = told.findIndex(({ isEcho }) => isEcho);
    await this.#tell(told);
    const hasChanged = run !== null && this.takeRun(run) === 'changed';
    return {
      now: clock.now(),
      status: run?.status ?? null,
      meaning: run?.meaning ?? 'unknown',
      newAnswer: showsNewAnswer(this.record),
      entryMeanings: views.map((view) => entryMeaning(view.message_type)),
      echo: echo === -1 ? null : echo,
      moved: hasChanged || told.length > 0 || part?.moved === true,
      more: part?.more === true,
      withoutLog: part === null,
      logless: this.#isLogless,
      isUnbegun: run?.isUnbegun === true,
      tellsRun: run !== null,
    };
  }

  get #isLogless(): boolean {
    if (this.health.problem === null || this.health.wasRead) {
      return false;
    }
    const { before } = this.started;
    // Before a follow-up that could not be read; before a turn of another kind was nothing.
    const isUnread = this.started.mode === 'resumed' && (before?.entries ?? null) === null;
    return isUnread || this.context.clock.now() - this.startedAt >= LOGLESS_MS;
  }

  /**
   * Emits what the service shows of the run, if it changed. Nothing of a response counts that a
   * replica gave which lags behind the end.
   *
   * @param run its `meaning` by the inputs' words
   */
  takeRun(run: RunShown): 'changed' | 'same' | 'lags' {
    const { record, context, started } = this;
    const { emit } = context;
    if (isFromBeforeTheEnd(run, { record, statusBefore: started.statusBefore })) {
      return 'lags';
    }
    const changed = changedBy(run, record);
    if (changed === null) {
      return 'same';
    }
    emit({ type: 'status', ...changed });
    return 'changed';
  }

  /** Lets other work run in between, so that signals are handled (contract 6.5). */
  async #tell(entries: readonly TurnEntry[]): Promise<void> {
    const { clock, call } = this.context;
    this.#toEmit.push(...entries);
    while (this.#toEmit.length > 0) {
      this.#tellFor(SLICE_MS);
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

  /** Nothing more is read: what was received is told however the turn ends. */
  close(): void {
    this.#toEmit.push(...this.log.close({ isCutOff: !this.isDrained }));
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
    lastWords: run.lastWords ?? page.lastWords,
    cause: run.cause ?? page.cause,
    usage: run.usage ?? page.usage,
    createdAt: run.createdAt ?? page.createdAt,
  };
}
