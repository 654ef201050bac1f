/**
 * Polls a run during one turn: reads it, and emits what is new. The logs endpoint tells status and
 * new entries in one request. If it fails (it is ALPHA), the run endpoint is read instead, and the
 * logs endpoint is tried again now and then (contract 2.3).
 */
import { GATEWAY_PATIENCE_MS, LogsNotOffered, ServiceError } from '../http/errors.ts';
import { answerFloor } from '../http/retry-after.ts';
import { completedBy, runOf, type AgentRun } from '../agents/agent-run/schema.ts';
import { beginsWithoutEcho, isSameStatus, isTerminal, LAG_MS, type Observation } from './status.ts';
import { Log, type Numbered, type RawEntry, type Taken } from './log.ts';
import type { RunContext, Started } from './start.ts';
import { changedBy, showsNewAnswer, type RunRecord } from './state.ts';

/** Attempts at the log that failed since the last one that did not. */
interface LogsFailure {
  /** On the clock's `now`. */
  readonly since: number;
  readonly error: ServiceError;
  readonly stumbles: number;
}

/**
 * Consecutive failures of the log after which it counts as unreadable: a single lost answer is no
 * news.
 */
const LOGS_STUMBLES = 2;
/** Polls without the log before it is tried again. */
const LOGS_RETRY_POLLS = 5;
/** Milliseconds of emitting entries after which signals are handled (contract 6.5). */
const SLICE_MS = 50;

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
  readonly log: Log;
  /** Earliest time of the next request, on the clock's `now`. */
  notBefore = 0;
  /** Null if the last attempt at the log succeeded. */
  logsFailure: LogsFailure | null = null;
  readonly #said = new Set<string>();
  /** The log was read at least once. */
  #logsRead = false;
  /** Polls left until the log is tried again. */
  #untilLogs = 0;
  /** The run or its log was read. */
  #seen = false;
  /** Consecutive refusals (401, 403, 404) to read the run. */
  #refusals = 0;
  /** Since when a gateway has answered each read of the run, or null if it did not answer the last. */
  #gatewaySince: number | null = null;

  constructor(context: RunContext, started: Started) {
    this.context = context;
    this.started = started;
    this.startedAt = context.clock.now();
    this.log = new Log(started.before, {
      followUp: started.prompt,
      warn: (message) => this.warn(message),
    });
  }

  get record(): RunRecord {
    return this.context.turn();
  }

  /** Why the run endpoint is read instead of the logs endpoint; null while that is in use. */
  get logsProblem(): ServiceError | null {
    return (this.logsFailure?.stumbles ?? 0) < LOGS_STUMBLES
      ? null
      : (this.logsFailure?.error ?? null);
  }

  /** Whether the service offers the log at neither of its addresses. */
  get logsNotOffered(): boolean {
    return this.logsFailure?.error instanceof LogsNotOffered;
  }

  /** A warning said that the log cannot be read, and no attempt succeeded since. */
  get saidToHaveNoLog(): boolean {
    return this.#said.has('logs') && !this.#logsRead;
  }

  /** Reads the run or its log, and emits what is new. */
  async poll(): Promise<Observation> {
    if (this.#untilLogs > 0) {
      return this.#pollRun();
    }
    try {
      return await this.pollLogs();
    } catch (error) {
      // Refused for now, or never sent: the run endpoint would fare no better.
      if (!(error instanceof ServiceError) || error.redirect || error.proof === 'unsent') {
        throw error;
      }
      return this.#pollRun(error);
    }
  }

  /** Polls the logs endpoint alone. */
  async pollLogs(): Promise<Observation> {
    const { client, call } = this.context;
    const request = this.log.next({ last: this.record.ended });
    try {
      const page = await client.logs(
        { ...request, runId: this.started.runId, runKnown: this.#seen },
        call,
      );
      const taken = this.log.take(request, page);
      this.#logsRead = true;
      this.logsFailure = null;
      this.#sawRun();
      const shown = runOf(page);
      // A page should have all fields of the run (spec 2.2). One without a status is completed by
      // the run itself.
      const run =
        shown.status === null && !taken.more ? await this.readRun().catch(asNothing) : null;
      return await this.#takeIn(run === null ? shown : completedBy(run, shown), taken);
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      if (error.kind !== 'too_large') {
        throw this.#logsFailed(error);
      }
      await this.#entries(this.log.refused(request));
      return this.pollLogs();
    }
  }

  #logsFailed(error: ServiceError): ServiceError {
    this.#refused(error);
    if (error.proof === 'unsent') {
      return error;
    }
    const { since, stumbles } = this.logsFailure ?? {
      since: this.context.clock.now(),
      stumbles: 0,
    };
    // A new run's log may appear soon. A request that timed out is not repeated soon, because it
    // takes its time again.
    const isNew = error.status === 404 && this.#isFresh && !(error instanceof LogsNotOffered);
    const weight = error.proof === 'ambiguous' && !error.timedOut ? 1 : LOGS_STUMBLES;
    const more = isNew ? 0 : weight;
    this.logsFailure = { since, error, stumbles: stumbles + more };
    if (this.logsProblem !== null) {
      this.#untilLogs = LOGS_RETRY_POLLS;
    }
    return error;
  }

  /** @param met what the log failed with, if it was read before */
  async #pollRun(met?: ServiceError): Promise<Observation> {
    let run: AgentRun;
    try {
      run = await this.readRun();
    } catch (error) {
      // The run endpoint fails as well, so the logs endpoint is not at fault and is tried first
      // again.
      this.#untilLogs = 0;
      // The log may have taken the time that was left.
      throw error instanceof ServiceError && error.kind === 'no_time' ? (met ?? error) : error;
    }
    // Without a recognized status, only the log can show the end of the run, if there is one.
    const mayWait = this.context.classify(run.status) !== 'unknown' || this.logsNotOffered;
    this.#untilLogs = mayWait ? Math.max(0, this.#untilLogs - 1) : 0;
    this.#warnOfLogs();
    return this.#takeIn(run, null);
  }

  /** Reads the run itself (endpoint 2). */
  async readRun(): Promise<AgentRun> {
    const { client, call } = this.context;
    try {
      const run = await client.run(this.started.runId, call);
      this.#sawRun();
      return run;
    } catch (error) {
      if (error instanceof ServiceError) {
        this.#refused(error);
        const since = this.#gatewaySince ?? this.context.clock.now();
        this.#gatewaySince = error.isGatewayPage ? since : null;
      }
      if (error instanceof ServiceError && !this.#mayPass(error)) {
        this.#refusals += 1;
      }
      throw error;
    }
  }

  /** Records the minimum wait that a failed request asks for. */
  #refused(error: ServiceError): void {
    const { clock } = this.context;
    this.notBefore = Math.max(
      this.notBefore,
      clock.now() + (answerFloor(error, clock.wall()) ?? 0),
    );
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
    return this.started.mode !== 'attached' && this.context.clock.now() - this.startedAt < LAG_MS;
  }

  /** Emits each warning once. */
  warn(message: string, subject = message): void {
    if (this.#said.has(subject)) {
      return;
    }
    this.#said.add(subject);
    this.context.emit({ type: 'warning', message });
  }

  #warnOfLogs(): void {
    const { logsProblem: problem, logsNotOffered } = this;
    if (problem === null) {
      return;
    }
    this.warn(
      logsNotOffered
        ? `The service offers no log of this run (${problem.message}): its status and result are followed without it.`
        : `The log of the run cannot be read at the moment (${problem.message}); the status is followed without it, and the log is tried again, for the last time when the run has ended.`,
      'logs',
    );
  }

  /**
   * Emits the new entries, and then what changed of the run, so that the job log is in
   * chronological order.
   */
  async #takeIn(run: AgentRun, taken: Taken | null): Promise<Observation> {
    const begins = this.#beginsWith(this.log.waiting);
    const fresh = [...(begins ? this.log.release() : []), ...(taken?.fresh ?? [])];
    const seen = [...fresh.map(({ entry }) => entry), ...(begins ? this.log.waiting : [])];
    const echo = fresh.findIndex((each) => each.echo === true);
    const { clock, classify, emit } = this.context;
    for (const entry of taken?.amended ?? []) {
      emit({ type: 'amended', entry });
    }
    await this.#entries(fresh);
    const hasChanged = this.takeRun(run);
    return {
      now: clock.now(),
      status: run.status,
      statusClass: classify(run.status),
      newAnswer: showsNewAnswer(this.record),
      kinds: seen.map(({ view }) => view.message_type),
      echo: echo === -1 ? null : echo,
      moved: hasChanged || fresh.length > 0 || taken?.moved === true,
      more: taken?.more === true,
      withoutLog: taken === null,
      logless: this.#isLogless,
    };
  }

  get #isLogless(): boolean {
    if (this.logsProblem === null || this.#logsRead) {
      return false;
    }
    return (
      this.started.before.count === null || this.context.clock.now() - this.startedAt >= LAG_MS
    );
  }

  /** Emits what the service shows of the run, if it changed. Returns whether it did. */
  takeRun(run: AgentRun): boolean {
    const isStale = this.record.ended && this.#isFromBeforeTheEnd(run);
    const changed = changedBy(isStale ? { ...run, status: null } : run, this.record);
    if (changed !== null) {
      this.context.emit({ type: 'status', ...changed });
    }
    return changed !== null;
  }

  /** A replica that lags behind may show the run as active again, or the end of the turn before. */
  #isFromBeforeTheEnd({ status }: AgentRun): boolean {
    const { mode, statusBefore } = this.started;
    if (status === null || status === this.record.status) {
      return false;
    }
    const isOld = mode === 'resumed' && statusBefore !== null && isSameStatus(status, statusBefore);
    return isOld || !isTerminal(this.context.classify(status));
  }

  /** Lets other work run in between, so that signals are handled (contract 6.5). */
  async #entries(fresh: readonly Numbered[]): Promise<void> {
    const { clock, call } = this.context;
    let begun = clock.now();
    for (const numbered of fresh) {
      this.context.emit({ type: 'entry', ...numbered });
      if (clock.now() - begun < SLICE_MS) {
        continue;
      }
      await clock.sleep(1, call.signal);
      begun = clock.now();
    }
  }

  /**
   * Whether entries that were read belong to the turn, although no echo of its follow-up shows
   * where it begins.
   */
  #beginsWith(waiting: readonly RawEntry[]): boolean {
    const { resultBefore, mode } = this.started;
    if (mode !== 'resumed') {
      return true;
    }
    const waitedMs = this.context.clock.now() - this.startedAt;
    return beginsWithoutEcho(waiting, { waitedMs, resultBefore });
  }

  /** What waits for other entries is told however the turn ends. */
  flush(): void {
    for (const numbered of this.log.finish()) {
      this.context.emit({ type: 'entry', ...numbered });
    }
  }
}
