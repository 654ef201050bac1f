/**
 * Polls a run once (contract 2.3). The logs endpoint tells status and new entries in one request. If it fails (it is ALPHA), the run
 * endpoint is read instead, and the logs endpoint is tried again now and then.
 */
import type { Clock } from '../ports.ts';
import type { CallOptions, Client } from '../service/client.ts';
import { LogsNotOffered, ServiceError } from '../service/errors.ts';
import { answerFloor } from '../service/retry-after.ts';
import { completedBy, runOf, type AgentRun } from '../service/schema.ts';
import type { Log, Taken } from './log.ts';

export type Poll =
  /** The logs endpoint answered. */
  | { readonly kind: 'page'; readonly run: AgentRun; readonly taken: Taken }
  /** The run endpoint answered; the log is unavailable at the moment. */
  | { readonly kind: 'run'; readonly run: AgentRun }
  /** 429: poll again later. */
  | { readonly kind: 'throttled'; readonly error: ServiceError }
  /** Temporary error: poll again later. */
  | { readonly kind: 'fault'; readonly error: ServiceError }
  /** Permanent error: polling again would not help. */
  | { readonly kind: 'fatal'; readonly error: ServiceError };

export interface PollerOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Log;
  readonly runId: number;
  /** Whether a status word is recognized; false for null. */
  readonly tells: (status: string | null) => boolean;
  /** When create or resume was accepted (on the clock's `now`); null if the step only attached to the run. */
  readonly acceptedAt: number | null;
}

/** A new run may not be visible on all replicas yet (contract 4.1). */
const NOT_FOUND_GRACE_MS = 30_000;
/** Consecutive 404 responses for a run that was there, after which it counts as gone. */
const NOT_FOUND_MOST = 3;
/** Polls between two attempts at a failing logs endpoint. */
const LOGS_RETRY_POLLS = 5;
/** Consecutive failures before the run endpoint is read instead; a timeout is enough, because it took its time already. */
const LOGS_STUMBLES = 2;
/** Share of the time left that the logs endpoint may take, so that enough remains for the run endpoint. */
const LOGS_PATIENCE = { part: 1 / 3, leastMs: 2_000 };
/** Consecutive log pages without a status before the run endpoint is read as well. */
const STATUSLESS_POLLS = 3;

export interface PollHow {
  /** `only`: the logs endpoint is tried even if it failed, and the run endpoint is not read instead. */
  readonly logs: 'usual' | 'only';
  /** The end of the run was seen, see `Log.next`. */
  readonly last?: boolean;
}

export class Poller {
  readonly #options: PollerOptions;
  #logsFailures = 0;
  /** Polls left until the logs endpoint is tried again; null while it is in use. */
  #untilLogs: number | null = null;
  #failingSince: number | null = null;
  #unauthorized = 0;
  #notFound = 0;
  #seen = false;
  /** Starts one below the limit: the very first page without a status would be reported as unknown. */
  #statusless = STATUSLESS_POLLS - 1;
  /** The last answer of the run endpoint, while log pages have no status, with the result of a later page. */
  #told: AgentRun | null = null;
  #notBefore = 0;
  #logsProblem: ServiceError | null = null;
  #logsRead = false;
  /** Whether the run endpoint has answered. */
  #runKnown = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Why the run endpoint is read instead of the logs endpoint; null while that is in use. */
  get logsProblem(): ServiceError | null {
    return this.#untilLogs === null ? null : this.#logsProblem;
  }

  /** Since when every attempt at the log failed, on the clock's `now`; -Infinity if the last one failed for good. Null if it succeeded. */
  get logsFailingSince(): number | null {
    return this.#failingSince !== null && this.#logsProblem?.passing === false ? -Infinity : this.#failingSince;
  }

  /** Whether the log was read at least once. */
  get logsRead(): boolean {
    return this.#logsRead;
  }

  /** Whether the service offers the log at neither of its addresses. */
  get logsNotOffered(): boolean {
    return !this.#logsRead && this.#logsProblem instanceof LogsNotOffered;
  }

  async poll(call: CallOptions, how: PollHow = { logs: 'usual' }): Promise<Poll> {
    if (this.#untilLogs === null || this.#untilLogs <= 0 || how.logs === 'only') {
      const polled = await this.#pollLogs(call, how);
      if (polled !== null) return polled;
      if (how.logs === 'only' && this.#logsProblem !== null) return { kind: 'fault', error: this.#logsProblem };
    }
    return this.pollRun(call);
  }

  /** Polls the run endpoint alone. */
  async pollRun(call: CallOptions): Promise<Poll> {
    try {
      const run = await this.readRun(call);
      this.#told = run;
      // Without a recognized status, only the log can show the end of the run, if there is one.
      const mayWait = this.#options.tells(run.status) || this.logsNotOffered;
      if (this.#untilLogs !== null) this.#untilLogs = mayWait ? this.#untilLogs - 1 : 0;
      this.#sawRun();
      return { kind: 'run', run };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The run endpoint fails as well, so the logs endpoint is not at fault and is tried first again.
      if (this.#untilLogs !== null) this.#untilLogs = 0;
      if (error.throttled) return { kind: 'throttled', error };
      return { kind: this.#isFatal(error) ? 'fatal' : 'fault', error };
    }
  }

  /** Reads the run itself (endpoint 2). */
  async readRun(call: CallOptions): Promise<AgentRun> {
    const run = await this.#options.client.run(this.#options.runId, call);
    this.#runKnown = true;
    return run;
  }

  /** Records the minimum wait that a failed request asks for. */
  refused(error: ServiceError): void {
    const { clock } = this.#options;
    this.#notBefore = Math.max(this.#notBefore, clock.now() + (answerFloor(error, clock.wall()) ?? 0));
  }

  /** Earliest time of the next request, on the clock's `now`. */
  get notBefore(): number {
    return this.#notBefore;
  }

  /** Null if the log failed and the run endpoint should be read instead. */
  async #pollLogs(call: CallOptions, { last = false }: PollHow): Promise<Poll | null> {
    const { client, clock, log, runId } = this.#options;
    const patienceMs = Math.max(LOGS_PATIENCE.leastMs, (call.deadline - clock.now()) * LOGS_PATIENCE.part);
    const request = log.next({ last });
    try {
      const page = await client.logs({ runId, runKnown: this.#runKnown, ...request }, { ...call, patienceMs });
      const taken = log.take(request, page);
      this.#logsRead = true;
      this.#logsFailures = 0;
      this.#untilLogs = null;
      this.#failingSince = null;
      this.#sawRun();
      return { kind: 'page', run: await this.#withStatus(runOf(page), { more: taken.more, call }), taken };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.redirect) return { kind: 'fatal', error };
      if (error.throttled) return { kind: 'throttled', error };
      if (error.proof === 'unsent') return { kind: 'fault', error };
      if (error.kind === 'too_large') {
        log.refused(request);
        return this.#pollLogs(call, { logs: 'usual', last });
      }
      this.#failingSince ??= clock.now();
      this.#logsFailures += 1;
      const stumble = error.proof === 'ambiguous' && this.#untilLogs === null && this.#logsFailures < LOGS_STUMBLES;
      if (stumble && !error.timedOut) return { kind: 'fault', error };
      this.#logsProblem = error;
      // A new run's log may appear soon, so a 404 does not suspend the logs endpoint.
      const isNew = error.status === 404 && this.#isFresh && !(error instanceof LogsNotOffered);
      if (!isNew) this.#untilLogs = LOGS_RETRY_POLLS;
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
    if (!more || this.#statusless === STATUSLESS_POLLS - 1) this.#statusless += 1;
    const completed = this.#told === null ? run : completedBy(run, this.#told);
    // A page without a result must not bring back the older answer.
    if ((run.result ?? null) !== null) this.#told = completed;
    if (this.#statusless < STATUSLESS_POLLS) return completed;
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

  #isFatal(error: ServiceError): boolean {
    if (error.passing) return false;
    if (error.status === 401) {
      this.#unauthorized += 1;
      return !this.#wasThere || this.#unauthorized > 1;
    }
    if (error.status === 404) {
      if (this.#isFresh) return false;
      this.#notFound += 1;
      return !this.#wasThere || this.#notFound > NOT_FOUND_MOST;
    }
    return true;
  }

  #sawRun(): void {
    this.#seen = true;
    this.#unauthorized = 0;
    this.#notFound = 0;
  }

  /** Whether the run is known to exist: it was accepted or read. */
  get #wasThere(): boolean {
    return this.#seen || this.#options.acceptedAt !== null;
  }

  get #isFresh(): boolean {
    const { acceptedAt, clock } = this.#options;
    return acceptedAt !== null && clock.now() - acceptedAt < NOT_FOUND_GRACE_MS;
  }
}
