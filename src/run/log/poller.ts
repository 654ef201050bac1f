/**
 * One look at a run. The logs endpoint tells status and new entries in one request (contract 2.3); when it fails (it is ALPHA), the
 * run itself is read instead, and the log is tried again now and then. Longer than other modules: the ways of falling back share
 * what earlier looks found.
 */
import type { Clock } from '../../ports.ts';
import type { CallOptions, Client } from '../../service/client.ts';
import { LogsNotOffered, ServiceError } from '../../service/errors.ts';
import { answerFloor } from '../../service/retry-after.ts';
import type { AgentRun, LogsPage } from '../../service/schema.ts';
import type { LogCursor } from './cursor.ts';
import type { Taken } from './page.ts';

export type Look =
  /** The logs endpoint answered. */
  | { readonly kind: 'page'; readonly run: AgentRun; readonly taken: Taken }
  /** The run endpoint answered; the log is not to be had at the moment. */
  | { readonly kind: 'run'; readonly run: AgentRun }
  /** 429: look again later. */
  | { readonly kind: 'throttled'; readonly error: ServiceError }
  /** Passing trouble: look again later. */
  | { readonly kind: 'fault'; readonly error: ServiceError }
  /** Looking again does not help. */
  | { readonly kind: 'fatal'; readonly error: ServiceError };

export interface ReaderOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly cursor: LogCursor;
  readonly runId: number;
  /** Whether a status word says where the run stands; null does not. */
  readonly tells: (status: string | null) => boolean;
  /** When create or resume was accepted (on the clock's `now`); null when the run is only attached to. */
  readonly acceptedAt: number | null;
}

/** A fresh run may not be visible everywhere at once (contract 4.1). */
const NOT_FOUND_GRACE_MS = 30_000;
const NOT_FOUND_TRIES = 3;
/** A failing log is tried again every so many looks. */
const LOGS_RETRY_LOOKS = 5;
/** One stumble of the log is no reason to leave it, unless it took all the patience there is for an answer. */
const LOGS_STUMBLES = 2;
/** A log that hangs leaves most of the time for the run itself, but has so many milliseconds at least. */
const LOGS_PATIENCE = { part: 1 / 3, leastMs: 2_000 };

/** Where the log's own run fields lack the status so often in a row, the run is asked as well. */
const STATUSLESS_LOOKS = 3;

export class Reader {
  readonly #options: ReaderOptions;
  #logsFailures = 0;
  /** Looks left until the log is tried again; null while the log is in use. */
  #untilLogs: number | null = null;
  #unauthorized = 0;
  #notFound = 0;
  #seen = false;
  /** The first page without a status is one too many: it would be reported as unknown. */
  #statusless = STATUSLESS_LOOKS - 1;
  /** The status that the run itself told last, while its log tells none. */
  #told: string | null = null;
  #notBefore = 0;
  #logsProblem: ServiceError | null = null;
  #logsRead = false;
  #beyondLimit = 0;
  #triedLogsAt = -Infinity;
  /** Endpoint 2 answered. */
  #runKnown = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Why the log was left, while it is not in use and the run itself can be read; null else. */
  get logsProblem(): ServiceError | null {
    return this.#untilLogs === null ? null : this.#logsProblem;
  }

  /** The log was read at least once. */
  get logsRead(): boolean {
    return this.#logsRead;
  }

  /** Entries that the last page held beyond what was asked for. */
  get beyondLimit(): number {
    return this.#beyondLimit;
  }

  /** On the clock's `now`: when the log was asked for last. */
  get triedLogsAt(): number {
    return this.#triedLogsAt;
  }

  /** The service has the log at neither of its addresses. */
  get logsNotOffered(): boolean {
    return !this.#logsRead && this.logsProblem instanceof LogsNotOffered;
  }

  /** @param how `logs: 'now'` tries the log also when it was left; `logs: 'only'` does not go over to the run */
  async look(call: CallOptions, how: { readonly logs: 'usual' | 'now' | 'only' } = { logs: 'usual' }): Promise<Look> {
    if (this.#untilLogs === null || this.#untilLogs <= 0 || how.logs !== 'usual') {
      const look = await this.#lookAtLogs(call);
      if (look !== null) return look;
      if (how.logs === 'only' && this.#logsProblem !== null) return { kind: 'fault', error: this.#logsProblem };
    }
    return this.lookAtRun(call);
  }

  /** Keeps what a failed request's answer asks to wait at least. */
  refused(error: ServiceError): void {
    const { clock } = this.#options;
    this.#notBefore = Math.max(this.#notBefore, clock.now() + (answerFloor(error, clock.wall()) ?? 0));
  }

  /** On the clock's `now`: no request before this. */
  get notBefore(): number {
    return this.#notBefore;
  }

  /** Reads the run itself (endpoint 2). */
  async readRun(call: CallOptions): Promise<AgentRun> {
    const run = await this.#options.client.run(this.#options.runId, call);
    this.#runKnown = true;
    return run;
  }

  /** Null: the log fails, look at the run. */
  async #lookAtLogs(call: CallOptions): Promise<Look | null> {
    const { client, clock, cursor, runId } = this.#options;
    const patienceMs = Math.max(LOGS_PATIENCE.leastMs, (call.deadline - clock.now()) * LOGS_PATIENCE.part);
    try {
      const asked = cursor.next();
      this.#triedLogsAt = clock.now();
      const page = await client.logs({ runId, ...asked, runKnown: this.#runKnown }, { ...call, patienceMs });
      const taken = cursor.take(asked, page);
      this.#logsRead = true;
      this.#beyondLimit = page.beyond_limit ?? 0;
      if (taken.nonsense) return this.#leaveLogs(nonsense());
      this.#logsFailures = 0;
      this.#untilLogs = null;
      this.#sawRun();
      return { kind: 'page', run: await this.#withStatus(runOf(page), call), taken };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.redirect) return { kind: 'fatal', error };
      if (error.throttled) return { kind: 'throttled', error };
      if (error.proof === 'unsent') return { kind: 'fault', error };
      this.#logsFailures += 1;
      const stumble = error.proof === 'ambiguous' && this.#untilLogs === null && this.#logsFailures < LOGS_STUMBLES;
      if (stumble && !error.timedOut) return { kind: 'fault', error };
      // Not there yet is no reason to leave the log for long.
      if (error instanceof LogsNotOffered) return this.#leaveLogs(error);
      if (error.status !== 404 || !this.#isFresh()) return this.#leaveLogs(error);
      this.#logsProblem = error;
      return null;
    }
  }

  /**
   * "All fields of the run" are promised with its log (spec 2.2); where the status is not among them, the run is asked at times, and
   * what it said holds in between: a word that comes and goes would look like news.
   */
  async #withStatus(run: AgentRun, call: CallOptions): Promise<AgentRun> {
    if (run.status !== null) {
      this.#statusless = 0;
      this.#told = null;
      return run;
    }
    this.#statusless += 1;
    if (this.#statusless < STATUSLESS_LOOKS) return { ...run, status: this.#told };
    this.#statusless = 0;
    try {
      const asked = { ...run, ...withoutNulls(await this.readRun(call)) };
      this.#told = asked.status;
      return asked;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.redirect) throw error;
      this.refused(error);
      return { ...run, status: this.#told };
    }
  }

  #leaveLogs(problem: ServiceError): null {
    this.#logsProblem = problem;
    this.#untilLogs = LOGS_RETRY_LOOKS;
    return null;
  }

  /** Reads the run alone. */
  async lookAtRun(call: CallOptions): Promise<Look> {
    try {
      const run = await this.readRun(call);
      this.#told = run.status;
      // Without a status that says anything only the log can show the end.
      if (this.#untilLogs !== null) this.#untilLogs = this.#options.tells(run.status) ? this.#untilLogs - 1 : 0;
      this.#sawRun();
      return { kind: 'run', run };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The run cannot be read either: it is not the log's own trouble, so the log comes first again.
      if (this.#untilLogs !== null) this.#untilLogs = 0;
      if (error.throttled) return { kind: 'throttled', error };
      return { kind: this.#isFatal(error) ? 'fatal' : 'fault', error };
    }
  }

  #isFatal(error: ServiceError): boolean {
    if (error.passing) return false;
    if (error.status === 401) {
      this.#unauthorized += 1;
      return !this.#wasThere() || this.#unauthorized > 1;
    }
    if (error.status === 404) {
      if (this.#isFresh()) return false;
      this.#notFound += 1;
      return !this.#wasThere() || this.#notFound > NOT_FOUND_TRIES;
    }
    return true;
  }

  #sawRun(): void {
    this.#seen = true;
    this.#unauthorized = 0;
    this.#notFound = 0;
  }

  /** The run is known to exist: it was accepted or seen. */
  #wasThere(): boolean {
    return this.#seen || this.#options.acceptedAt !== null;
  }

  #isFresh(): boolean {
    const { acceptedAt, clock } = this.#options;
    return acceptedAt !== null && clock.now() - acceptedAt < NOT_FOUND_GRACE_MS;
  }
}

/** The run's own fields of a page, so that its entries are not kept along with them. */
function runOf({ logs, total_logs, beyond_limit, ...run }: LogsPage): AgentRun {
  return run;
}

function withoutNulls(run: AgentRun): Partial<AgentRun> {
  return Object.fromEntries(Object.entries(run).filter(([, value]) => value !== null));
}

function nonsense(): ServiceError {
  const message = 'the pages of the log contradict each other';
  return new ServiceError(message, { kind: 'body', proof: 'ambiguous', status: null, headers: {}, said: '' });
}
