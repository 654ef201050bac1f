/**
 * Polls a run once. The logs endpoint returns status and new entries in one request (contract 2.3). If it fails (it is ALPHA), the
 * run endpoint is read instead, and the logs endpoint is retried at intervals. Longer than other modules because all fallbacks share
 * the results of earlier polls.
 */
import type { Clock } from '../../ports.ts';
import type { CallOptions, Client } from '../../service/client.ts';
import { LogsNotOffered, ServiceError } from '../../service/errors.ts';
import { answerFloor } from '../../service/retry-after.ts';
import { completedBy, runOf, type AgentRun } from '../../service/schema.ts';
import type { LogCursor } from './cursor.ts';
import type { Taken } from './page.ts';

export type Look =
  /** The logs endpoint answered. */
  | { readonly kind: 'page'; readonly run: AgentRun; readonly taken: Taken }
  /** The run endpoint answered, or a page that contradicts others; the log is unavailable at the moment. */
  | { readonly kind: 'run'; readonly run: AgentRun }
  /** 429: poll again later. */
  | { readonly kind: 'throttled'; readonly error: ServiceError }
  /** Temporary error: poll again later. */
  | { readonly kind: 'fault'; readonly error: ServiceError }
  /** Permanent error: polling again would not help. */
  | { readonly kind: 'fatal'; readonly error: ServiceError };

export interface ReaderOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly cursor: LogCursor;
  readonly runId: number;
  /** Whether a status word is recognized; false for null. */
  readonly tells: (status: string | null) => boolean;
  /** Time at which create or resume was accepted (as `clock.now`); null if the step only attached to the run. */
  readonly acceptedAt: number | null;
}

/** A new run may not be visible on all replicas yet (contract 4.1). */
const NOT_FOUND_GRACE_MS = 30_000;
const NOT_FOUND_TRIES = 3;
/** Polls between two retries of a failing logs endpoint. */
const LOGS_RETRY_LOOKS = 5;
/** Consecutive failures before the logs endpoint is suspended; a timeout suspends it at once. */
const LOGS_STUMBLES = 2;
/** Share of the request's time that the logs endpoint may use, so that enough is left for the run endpoint. */
const LOGS_PATIENCE = { part: 1 / 3, leastMs: 2_000 };
/** Consecutive log pages without a status before the run endpoint is read as well. */
const STATUSLESS_LOOKS = 3;

export class Reader {
  readonly #options: ReaderOptions;
  #logsFailures = 0;
  /** Polls left until the logs endpoint is retried; null while it is in use. */
  #untilLogs: number | null = null;
  #unauthorized = 0;
  #notFound = 0;
  #seen = false;
  /** Starts one below the limit: the very first page without a status would be reported as unknown. */
  #statusless = STATUSLESS_LOOKS - 1;
  /** The last answer of the run endpoint, while log pages have no status, with the result of a later page. */
  #told: AgentRun | null = null;
  #notBefore = 0;
  #logsProblem: ServiceError | null = null;
  #logsRead = false;
  #beyondLimit = 0;
  #triedLogsAt = -Infinity;
  /** Whether the run endpoint has answered. */
  #runKnown = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Why the logs endpoint is suspended; null while it is in use. */
  get logsProblem(): ServiceError | null {
    return this.#untilLogs === null ? null : this.#logsProblem;
  }

  /** Whether the log was read at least once. */
  get logsRead(): boolean {
    return this.#logsRead;
  }

  /** Entries on the last page beyond the requested limit. */
  get beyondLimit(): number {
    return this.#beyondLimit;
  }

  /** Time of the last logs request (as `clock.now`). */
  get triedLogsAt(): number {
    return this.#triedLogsAt;
  }

  /** Whether the service offers the log at neither of its addresses. */
  get logsNotOffered(): boolean {
    return !this.#logsRead && this.logsProblem instanceof LogsNotOffered;
  }

  /** @param how `logs: 'now'` tries the logs endpoint even if suspended; `logs: 'only'` does not fall back to the run endpoint */
  async look(call: CallOptions, how: { readonly logs: 'usual' | 'now' | 'only' } = { logs: 'usual' }): Promise<Look> {
    if (this.#untilLogs === null || this.#untilLogs <= 0 || how.logs !== 'usual') {
      const look = await this.#lookAtLogs(call);
      if (look !== null) return look;
      if (how.logs === 'only' && this.#logsProblem !== null) return { kind: 'fault', error: this.#logsProblem };
    }
    return this.lookAtRun(call);
  }

  /** Records the minimum wait that a failed request asks for. */
  refused(error: ServiceError): void {
    const { clock } = this.#options;
    this.#notBefore = Math.max(this.#notBefore, clock.now() + (answerFloor(error, clock.wall()) ?? 0));
  }

  /** Earliest time of the next request (as `clock.now`). */
  get notBefore(): number {
    return this.#notBefore;
  }

  /** Reads the run itself (endpoint 2). */
  async readRun(call: CallOptions): Promise<AgentRun> {
    const run = await this.#options.client.run(this.#options.runId, call);
    this.#runKnown = true;
    return run;
  }

  /** Null if the log failed and the run endpoint should be read instead. */
  async #lookAtLogs(call: CallOptions): Promise<Look | null> {
    const { client, clock, cursor, runId } = this.#options;
    const patienceMs = Math.max(LOGS_PATIENCE.leastMs, (call.deadline - clock.now()) * LOGS_PATIENCE.part);
    try {
      const asked = cursor.next();
      const of = { runId, runKnown: this.#runKnown, goesOn: cursor.hasMore };
      this.#triedLogsAt = clock.now();
      const page = await client.logs({ ...of, ...asked }, { ...call, patienceMs });
      const taken = cursor.take(asked, page);
      this.#logsRead = true;
      this.#beyondLimit = page.beyond_limit ?? 0;
      if (taken.nonsense) {
        this.#suspendLogs(nonsense());
        // Only the entries contradict each other. What the page says of the run counts.
        return page.status === null ? null : this.#tookRun(runOf(page));
      }
      this.#logsFailures = 0;
      this.#untilLogs = null;
      this.#sawRun();
      return { kind: 'page', run: await this.#withStatus(runOf(page), { more: taken.more, call }), taken };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.redirect) return { kind: 'fatal', error };
      if (error.throttled) return { kind: 'throttled', error };
      if (error.proof === 'unsent') return { kind: 'fault', error };
      this.#logsFailures += 1;
      const stumble = error.proof === 'ambiguous' && this.#untilLogs === null && this.#logsFailures < LOGS_STUMBLES;
      if (stumble && !error.timedOut) return { kind: 'fault', error };
      // A new run's log may appear soon, so a 404 does not suspend the logs endpoint.
      if (error instanceof LogsNotOffered) return this.#suspendLogs(error);
      if (error.status !== 404 || !this.#isFresh()) return this.#suspendLogs(error);
      this.#logsProblem = error;
      return null;
    }
  }

  /**
   * Fills in a status missing from a log page, which should have all fields of the run (spec 2.2). The run endpoint is read at intervals
   * and its answer reused in between, so that status and result do not appear to change.
   */
  async #withStatus(
    run: AgentRun,
    { more, call }: { readonly more: boolean; readonly call: CallOptions },
  ): Promise<AgentRun> {
    if (run.status !== null) {
      this.#statusless = 0;
      this.#told = null;
      return run;
    }
    // The pages of one long log count once. If a read of the run is due, it comes with the first of them.
    if (!more || this.#statusless === STATUSLESS_LOOKS - 1) this.#statusless += 1;
    const completed = this.#told === null ? run : completedBy(run, this.#told);
    // A page without a result must not bring back the older answer.
    if ((run.result ?? null) !== null) this.#told = completed;
    if (this.#statusless < STATUSLESS_LOOKS) return completed;
    this.#statusless = 0;
    try {
      this.#told = completedBy(await this.readRun(call), run);
      return this.#told;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.redirect) throw error;
      this.refused(error);
      return completed;
    }
  }

  #suspendLogs(problem: ServiceError): null {
    this.#logsProblem = problem;
    this.#untilLogs = LOGS_RETRY_LOOKS;
    return null;
  }

  /** Polls the run endpoint only. */
  async lookAtRun(call: CallOptions): Promise<Look> {
    try {
      return this.#tookRun(await this.readRun(call));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The run endpoint fails as well, so the logs endpoint is not at fault and is tried first again.
      if (this.#untilLogs !== null) this.#untilLogs = 0;
      if (error.throttled) return { kind: 'throttled', error };
      return { kind: this.#isFatal(error) ? 'fatal' : 'fault', error };
    }
  }

  #tookRun(run: AgentRun): Look {
    this.#told = run;
    // Without a recognized status, only the log can show the end of the run, if there is one.
    const mayWait = this.#options.tells(run.status) || this.logsNotOffered;
    if (this.#untilLogs !== null) this.#untilLogs = mayWait ? this.#untilLogs - 1 : 0;
    this.#sawRun();
    return { kind: 'run', run };
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

  /** Whether the run is known to exist: it was accepted or read. */
  #wasThere(): boolean {
    return this.#seen || this.#options.acceptedAt !== null;
  }

  #isFresh(): boolean {
    const { acceptedAt, clock } = this.#options;
    return acceptedAt !== null && clock.now() - acceptedAt < NOT_FOUND_GRACE_MS;
  }
}

function nonsense(): ServiceError {
  const message = 'the pages of the log contradict each other';
  return new ServiceError(message, { kind: 'body', proof: 'ambiguous', status: null, headers: {}, said: '' });
}
