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

/** The logs endpoint answered. */
export interface PolledPage {
  readonly kind: 'page';
  readonly run: AgentRun;
  readonly taken: Taken;
}

/** `throttled`: 429. `fault`: temporary error. Poll again later after both. `fatal`: polling again would not help. */
export interface PollFailed {
  readonly kind: 'throttled' | 'fault' | 'fatal';
  readonly error: ServiceError;
}

/** The run endpoint answered; the log is unavailable at the moment. */
export interface PolledRun {
  readonly kind: 'run';
  readonly run: AgentRun;
}

export type Poll = PolledPage | PolledRun | PollFailed;

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
/** Consecutive failures of the log after which it counts as unreadable: a single lost answer is no news. */
const LOGS_STUMBLES = 2;
/** Polls without the log before it is tried again. */
const LOGS_RETRY_POLLS = 5;

export class Poller {
  readonly #options: PollerOptions;
  /** Consecutive failures of the log. */
  #stumbles = 0;
  /** Polls left until the log is tried again. */
  #untilLogs = 0;
  #failingSince: number | null = null;
  #logsError: ServiceError | null = null;
  #logsRead = false;
  /** Consecutive refusals (401, 403, 404) to read the run. */
  #refusals = 0;
  /** Whether the run was read. */
  #seen = false;
  /** Whether the run endpoint has answered. */
  #runKnown = false;
  #notBefore = 0;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Why the run endpoint is read instead of the logs endpoint; null while that is in use. */
  get logsProblem(): ServiceError | null {
    return this.#stumbles < LOGS_STUMBLES ? null : this.#logsError;
  }

  /** Since when every attempt at the log failed, on the clock's `now`. Null if the last one succeeded. */
  get logsFailingSince(): number | null {
    return this.#failingSince;
  }

  /** Whether the log was read at least once. */
  get logsRead(): boolean {
    return this.#logsRead;
  }

  /** Whether the service offers the log at neither of its addresses. */
  get logsNotOffered(): boolean {
    return !this.#logsRead && this.#logsError instanceof LogsNotOffered;
  }

  /** Earliest time of the next request, on the clock's `now`. */
  get notBefore(): number {
    return this.#notBefore;
  }

  async poll(call: CallOptions): Promise<Poll> {
    if (this.#untilLogs > 0) return this.#pollRun(call);
    return (await this.pollLogs(call)) ?? this.#pollRun(call);
  }

  /**
   * Polls the logs endpoint alone. Null if it failed, so that the run endpoint should be read instead.
   * @param last the end of the run was seen, see `Log.next`
   */
  async pollLogs(call: CallOptions, { last = false } = {}): Promise<PolledPage | PollFailed | null> {
    const { client, log, runId } = this.#options;
    const request = log.next({ last });
    try {
      const page = await client.logs({ ...request, runId, runKnown: this.#runKnown }, call);
      const taken = log.take(request, page);
      this.#logsRead = true;
      [this.#stumbles, this.#untilLogs, this.#failingSince] = [0, 0, null];
      this.#sawRun();
      return { kind: 'page', run: await this.#withStatus(runOf(page), { more: taken.more, call }), taken };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === 'too_large') {
        log.refused(request);
        return this.pollLogs(call, { last });
      }
      return this.#logsFailed(error);
    }
  }

  #logsFailed(error: ServiceError): PollFailed | null {
    if (error.redirect) return { kind: 'fatal', error };
    this.#refused(error);
    if (error.throttled) return { kind: 'throttled', error };
    if (error.proof === 'unsent') return { kind: 'fault', error };
    this.#failingSince ??= this.#options.clock.now();
    this.#logsError = error;
    // A new run's log may appear soon.
    if (error.status === 404 && this.#isFresh && !(error instanceof LogsNotOffered)) return null;
    // A request that timed out is not repeated soon, because it takes its time again.
    this.#stumbles += error.proof === 'ambiguous' && !error.timedOut ? 1 : LOGS_STUMBLES;
    if (this.#stumbles >= LOGS_STUMBLES) this.#untilLogs = LOGS_RETRY_POLLS;
    return null;
  }

  async #pollRun(call: CallOptions): Promise<PolledRun | PollFailed> {
    try {
      const run = await this.readRun(call);
      // Without a recognized status, only the log can show the end of the run, if there is one.
      const mayWait = this.#options.tells(run.status) || this.logsNotOffered;
      this.#untilLogs = mayWait ? Math.max(0, this.#untilLogs - 1) : 0;
      this.#sawRun();
      return { kind: 'run', run };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The run endpoint fails as well, so the logs endpoint is not at fault and is tried first again.
      this.#untilLogs = 0;
      if (error.throttled) return { kind: 'throttled', error };
      return { kind: this.#isFatal(error) ? 'fatal' : 'fault', error };
    }
  }

  /** Reads the run itself (endpoint 2). */
  async readRun(call: CallOptions): Promise<AgentRun> {
    try {
      const run = await this.#options.client.run(this.#options.runId, call);
      this.#runKnown = true;
      return run;
    } catch (error) {
      if (error instanceof ServiceError) this.#refused(error);
      throw error;
    }
  }

  /** Records the minimum wait that a failed request asks for. */
  #refused(error: ServiceError): void {
    const { clock } = this.#options;
    this.#notBefore = Math.max(this.#notBefore, clock.now() + (answerFloor(error, clock.wall()) ?? 0));
  }

  /** A log page should have all fields of the run (spec 2.2). One without a status is completed by the run itself. */
  async #withStatus(
    run: AgentRun,
    { more, call }: { readonly more: boolean; readonly call: CallOptions },
  ): Promise<AgentRun> {
    if (run.status !== null || more) return run;
    try {
      return completedBy(await this.readRun(call), run);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.redirect) throw error;
      return run;
    }
  }

  #isFatal(error: ServiceError): boolean {
    if (error.passing || (error.status === 404 && this.#isFresh)) return false;
    this.#refusals += 1;
    // A single refusal of a run that was there may come of a restart, or of a replica that lags behind.
    return error.redirect || !this.#wasThere || this.#refusals > 1;
  }

  #sawRun(): void {
    this.#seen = true;
    this.#refusals = 0;
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
