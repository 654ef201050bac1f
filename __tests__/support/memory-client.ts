/**
 * The service as an in-memory `Client` port: a run that advances in virtual time, with scripted
 * faults.
 */
import type { LogsRequest } from '../../src/agents/agent-run/logs-read.ts';
import type { Client, CreateBody } from '../../src/agents/agent-run/client.ts';
import type { CallOptions } from '../../src/http/limits.ts';
import { bodyError, ServiceError, statusError, transportFailure } from '../../src/http/errors.ts';
import { TransportError, type TransportKind } from '../../src/http/proof.ts';
import {
  parseLogsPage,
  parseRun,
  type AgentRun,
  type LogsPage,
} from '../../src/agents/agent-run/schema.ts';
import { entriesSince, RUN_ID } from './entries.ts';
import type { VirtualClock } from './virtual-clock.ts';

export type CallName = 'create' | 'resume' | 'run' | 'logs';

export interface SeenCall {
  readonly name: CallName;
  /** Milliseconds since the clock was made. */
  readonly at: number;
  /** Number of calls with this name so far, including this one. */
  readonly nth: number;
  readonly skip: number;
  readonly limit: number;
  readonly body: unknown;
  /** Timeout for the answer in milliseconds; null for the default. */
  readonly patienceMs: number | null;
  /** Aborts the call. */
  readonly signal: AbortSignal;
}

/** What the service shows from a given time on. Absent fields are unchanged. */
export interface Moment {
  /** Milliseconds since the clock was made. */
  readonly at: number;
  readonly status?: string | null;
  /** Number of entries that exist. */
  readonly entries?: number;
  readonly result?: string | null;
}

type Given = ServiceError | Readonly<Record<string, unknown>> | null | undefined;

export interface ServiceScript {
  readonly entries?: readonly unknown[];
  readonly moments?: readonly Moment[];
  /** Modifies a page before it is returned. */
  readonly page?: (page: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /**
   * Returns a failure instead of the answer, or other fields of the run; undefined for the scripted
   * answer.
   */
  readonly answer?: (call: SeenCall) => Given | Promise<Given>;
}

const notScripted = (): Promise<never> => Promise.reject(new Error('not scripted'));

export { RUN_ID };
export const WEB_URL = 'https://agents.example.com/runs/77';

export class MemoryClient implements Client {
  readonly calls: SeenCall[] = [];
  /** A test that needs one of these hands in its own. */
  readonly published = {
    analyzeLogs: notScripted,
    generateSetupCommands: notScripted,
    runs: notScripted,
    unban: notScripted,
  };
  readonly #clock: VirtualClock;
  readonly #script: ServiceScript;
  #reached = 0;
  #askedUntil = -Infinity;

  constructor(clock: VirtualClock, script: ServiceScript) {
    this.#clock = clock;
    this.#script = script;
  }

  reached(): number {
    return this.#reached;
  }

  /** As the limiter keeps it. */
  asked(): number {
    return Math.max(0, this.#askedUntil - this.#clock.now());
  }

  create(body: CreateBody, call: CallOptions): Promise<AgentRun & { readonly id: string }> {
    return this.#call({ name: 'create', body }, call, (given) => {
      const run = parseRun(given ?? this.#facts());
      return { ...run!, id: run!.id! };
    });
  }

  resume(body: object, call: CallOptions): Promise<AgentRun | null> {
    return this.#call({ name: 'resume', body }, call, (given) =>
      given === null ? null : parseRun(given ?? this.#facts())!,
    );
  }

  run(_runId: string, call: CallOptions): Promise<AgentRun> {
    return this.#call({ name: 'run' }, call, (given) => parseRun({ ...this.#facts(), ...given })!);
  }

  logs({ skip, limit }: LogsRequest, call: CallOptions): Promise<LogsPage> {
    return this.#call({ name: 'logs', skip, limit }, call, (given) => {
      const { entries = [], page = (same) => same } = this.#script;
      const there = entries.slice(0, this.#now().entries ?? entries.length);
      const shown = there.slice(skip, skip + limit);
      return parseLogsPage(
        page({ ...this.#facts(), logs: shown, total_logs: there.length, ...given }),
      )!;
    });
  }

  /** Names of the calls, in order. */
  names(): CallName[] {
    return this.calls.map(({ name }) => name);
  }

  /** Times of the calls with one name, in milliseconds since the clock was created. */
  times(name: CallName): number[] {
    return this.calls.filter((call) => call.name === name).map(({ at }) => at);
  }

  async #call<T>(
    { name, skip = 0, limit = 0, body = null }: Partial<SeenCall> & Pick<SeenCall, 'name'>,
    { signal, patienceMs }: CallOptions,
    read: (given: Readonly<Record<string, unknown>> | null | undefined) => T,
  ): Promise<T> {
    signal.throwIfAborted();
    const nth = this.calls.filter((call) => call.name === name).length + 1;
    const seen = {
      name,
      at: this.#clock.elapsed,
      nth,
      skip,
      limit,
      body,
      patienceMs: patienceMs ?? null,
      signal,
    };
    this.calls.push(seen);
    if (this.calls.length > 5_000) {
      throw new Error('the client is called without end');
    }
    const given = await Promise.resolve(this.#script.answer?.(seen));
    if (!(given instanceof ServiceError) || given.status !== null || given.proof === 'ambiguous') {
      this.#reached += 1;
    }
    if (given instanceof ServiceError) {
      const until = this.#clock.now() + (given.retryAfterMs ?? 0);
      this.#askedUntil = Math.max(this.#askedUntil, until);
      throw given;
    }
    return read(given);
  }

  #now(): Moment {
    const { moments = [] } = this.#script;
    const past = moments.filter(({ at }) => at <= this.#clock.elapsed);
    return past.reduce<Moment>((known, moment) => ({ ...known, ...moment }), { at: 0 });
  }

  #facts(): Readonly<Record<string, unknown>> {
    const { status = null, result = null } = this.#now();
    return { id: Number(RUN_ID), organization_id: 1, web_url: WEB_URL, status, result };
  }
}

export function httpError(
  status: number,
  {
    headers = {},
    body = '',
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): ServiceError {
  return statusError({ status, headers, body });
}

export function oddBody(): ServiceError {
  return bodyError({ status: 200, headers: {}, body: '[]' }, 'its body has no list of log entries');
}

export function linkError(kind: TransportKind): ServiceError {
  return transportFailure(new TransportError(kind, `a fault of kind ${kind}`));
}

/** Second 0 is the start of a virtual clock. */
export const { entry, finalAnswer } = entriesSince(Date.UTC(2026, 0, 2, 3, 4, 5));

/** `count` actions, one second apart. */
export function actions(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => entry(index));
}
