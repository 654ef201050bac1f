/** Creates, resumes or attaches to a run. What cannot be undone is sent again only when it surely was not carried out (contract 4.1). */
import type { Clock, Random } from '../ports.ts';
import type { CallOptions, Client, CreateBody } from '../service/client.ts';
import { LogsNotOffered, ServiceError } from '../service/errors.ts';
import { answerFloor, backoff } from '../service/retry-after.ts';
import type { AgentRun } from '../service/schema.ts';
import { baselineAt, baselineOf, type Before } from './baseline.ts';
import { failureOf, type CallName, type Failure } from './error-message.ts';
import { createRetryDelay } from './pacing/matrix-start.ts';
import type { RunEvent, RunMode } from './events.ts';
import type { Baseline } from './log/baseline.ts';

export interface StartPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: string;
  readonly orgId: number;
  /** Aborts as soon as the step is to end. What is in flight then may still be answered while `call.signal` has not aborted. */
  readonly stop: AbortSignal;
}

/** The events of a request while it is made, and what came of it. */
type Steps<T> = AsyncGenerator<RunEvent, T>;

export interface Started {
  readonly mode: RunMode;
  readonly runId: number;
  readonly webUrl: string | null;
  readonly status: string | null;
  readonly baseline: Baseline;
  /** The run's result before this turn; null when it had none. */
  readonly resultBefore: string | null;
  /** The run's summary before this turn; undefined when that is not known. */
  readonly summaryBefore?: string | null;
  /** The status word before this turn. */
  readonly statusBefore: string | null;
  /** What was sent to the run; null when nothing was. */
  readonly prompt: string | null;
  /** The follow-up was answered by another run than the one it was sent to: that one has no turns before. */
  readonly elsewhere: boolean;
  /** Milliseconds from the first 429 of create or resume to its acceptance; 0 when it was never refused. */
  readonly refusedMs: number;
  /** The metadata that the service gave back with the created run. */
  readonly metadata?: AgentRun['metadata'];
}

export interface NotStarted {
  readonly ok: false;
  readonly failure: Failure;
  /** Null when no request was made. */
  readonly error: ServiceError | null;
  /** The service answered, but until the time was up it did not show the run. */
  readonly outOfTime: boolean;
  /** The turn that began if an ambiguous resume was carried out after all. */
  readonly pending?: Started;
}

type NotSent = NotStarted & { readonly error: ServiceError };

export type StartResult = { readonly ok: true; readonly started: Started } | NotStarted;

const NOTHING_BEFORE = {
  baseline: { count: 0, last: null, order: null },
  resultBefore: null,
  statusBefore: null,
  prompt: null,
  elsewhere: false,
  refusedMs: 0,
} as const;

/** A service that no connection can be made to for so long is out of reach (contract 5). */
export const NEVER_CONNECTED_MS = 120_000;
/** How far the clock that dates the log may be behind the one that was asked before a resume. */
const CLOCK_SKEW_MS = 5_000;

export async function* createRun(ports: StartPorts, body: CreateBody, call: CallOptions): Steps<StartResult> {
  const sent = yield* send(ports, {
    call,
    name: 'create',
    runId: null,
    webUrl: null,
    ambiguousTries: 1,
    send: () => ports.client.create(body, call),
  });
  if (!sent.ok) return sent;
  const { id, web_url: webUrl, status, metadata } = sent.value;
  return {
    ok: true,
    started: { ...NOTHING_BEFORE, mode: 'created', runId: id, webUrl, status, metadata, refusedMs: sent.refusedMs },
  };
}

export function attachTo(runId: number): Started {
  return { mode: 'attached', runId, webUrl: null, status: null, ...NOTHING_BEFORE };
}

/**
 * Resumes a run. The log is read first, so that the entries of this turn can be told from those before (4.5).
 */
export async function* resumeRun(
  ports: StartPorts,
  { runId, prompt }: { readonly runId: number; readonly prompt: string },
  call: CallOptions,
): Steps<StartResult> {
  const before = yield* readBefore(ports, runId, call);
  if (!before.ok) return before;
  const { run, baseline } = before.value;
  yield { type: 'found', runId, webUrl: run.web_url, status: run.status };
  const body = { agent_run_id: runId, prompt };
  const since = (ports.client.serviceTime() ?? ports.clock.wall()) - CLOCK_SKEW_MS;
  const sent = yield* send(ports, {
    call,
    name: 'resume',
    runId,
    webUrl: run.web_url,
    ambiguousTries: 1,
    send: () => ports.client.resume(body, call),
  });
  const turn: Started = {
    ...NOTHING_BEFORE,
    mode: 'resumed',
    runId,
    webUrl: run.web_url,
    status: run.status,
    baseline: baseline ?? { ...NOTHING_BEFORE.baseline, since },
    prompt,
    resultBefore: run.result ?? null,
    statusBefore: run.status,
    ...(run.summary !== undefined && { summaryBefore: run.summary }),
  };
  if (!sent.ok) return { ...sent, pending: turn };
  const { value: reply, refusedMs } = sent;
  if (reply !== null && reply.id !== null && reply.id !== runId) {
    const message = `The service answered the follow-up to run ${runId} with another run, ${reply.id}: that one is followed.`;
    yield { type: 'warning', message };
    const { id, web_url: webUrl, status } = reply;
    const { resultBefore, summaryBefore = null } = turn;
    const there = {
      mode: 'resumed',
      runId: id,
      webUrl,
      status,
      prompt,
      resultBefore,
      summaryBefore,
      refusedMs,
    } as const;
    return { ok: true, started: { ...NOTHING_BEFORE, ...there, elsewhere: true } };
  }
  return {
    ok: true,
    started: {
      ...turn,
      webUrl: reply?.web_url ?? turn.webUrl,
      status: reply?.status ?? turn.status,
      // The log's page may lack it.
      ...(turn.summaryBefore === undefined && reply?.summary !== undefined && { summaryBefore: reply.summary }),
      refusedMs,
    },
  };
}

type Sent<T> = { readonly ok: true; readonly value: T; readonly refusedMs: number } | NotSent;

interface Sending<T> {
  readonly call: CallOptions;
  readonly name: CallName;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly send: () => Promise<T>;
  /** How often an ambiguous failure may be met. Creates and resumes: once, they are never sent again after one. */
  readonly ambiguousTries: number;
}

/** Sends until it is accepted, refused for good, ambiguous, or the time is up. */
async function* send<T>(ports: StartPorts, sending: Sending<T>): Steps<Sent<T>> {
  const { clock, random } = ports;
  const { call, name } = sending;
  const reading = name === 'read';
  const startedAt = clock.now();
  let ambiguous = 0;
  let connected = false;
  let outage = false;
  let refusedSince: number | null = null;
  let refusal: ServiceError | null = null;
  for (let attempt = 1; ; attempt += 1) {
    ports.stop.throwIfAborted();
    try {
      if (!reading) yield { type: 'sending', runId: sending.runId };
      const value = await sending.send();
      return { ok: true, value, refusedMs: refusedSince === null ? 0 : clock.now() - refusedSince };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The step ends by the signal, whatever the answer in flight then was (contract 7.3).
      ports.stop.throwIfAborted();
      // A log that is refused is done without; a run is asked for again.
      const again = error.proof === 'permanent' && error.passing && sending.ambiguousTries === Infinity;
      const proof = again ? 'ambiguous' : error.proof;
      if (proof === 'ambiguous') ambiguous += 1;
      else if (!reading) yield { type: 'unsent' };
      connected ||= error.status !== null || error.proof === 'ambiguous';
      if (error.throttled) refusedSince ??= clock.now();
      // What never connects for so long is not going to (contract 5, `network`).
      const until =
        connected || error.kind === 'no_time' ? call.deadline : Math.min(call.deadline, startedAt + NEVER_CONNECTED_MS);
      const left = until - clock.now();
      // Where the time was up before another try got out, what the service said last is why.
      const why: ServiceError = error.proof === 'unsent' ? (refusal ?? error) : error;
      if (proof === 'permanent' || ambiguous >= sending.ambiguousTries) return notSent(ports, sending, { why });
      if (left <= 0) return notSent(ports, sending, { why, outOfTime: reading && connected });
      refusal = error.throttled ? error : null;
      const floorMs = answerFloor(error, clock.wall());
      // A floor beyond the deadline is waited for until the deadline: while time remains, a 429 does not fail the step.
      const waitedMs = refusedSince === null ? 0 : clock.now() - refusedSince;
      const retry = { attempt, floorMs, random, leftMs: left, waitedMs };
      const waitMs = Math.min(left, error.throttled ? createRetryDelay(retry) : backoff(retry));
      if (error.throttled) yield { type: 'throttled', waitMs };
      else if (!outage) yield { type: 'outage', message: error.message, waitMs };
      outage ||= !error.throttled;
      await clock.sleep(waitMs, ports.stop);
      // Less than a millisecond is none: clocks count in fractions.
      if (until - clock.now() < 1) return notSent(ports, sending, { why: error, outOfTime: reading && connected });
    }
  }
}

function notSent(
  { baseUrl, orgId }: StartPorts,
  { name, runId, webUrl }: Pick<Sending<unknown>, 'name' | 'runId' | 'webUrl'>,
  { why, outOfTime = false }: { readonly why: ServiceError; readonly outOfTime?: boolean },
): NotSent {
  return { ok: false, failure: failureOf(why, { call: name, baseUrl, orgId, runId, webUrl }), error: why, outOfTime };
}

/** Reads a run that is only to be known; passing trouble is waited out until the deadline. */
export function readRun(ports: StartPorts, runId: number, call: CallOptions): Steps<Sent<AgentRun>> {
  const read = (): Promise<AgentRun> => ports.client.run(runId, call);
  return send(ports, { call, name: 'read', runId, webUrl: null, ambiguousTries: Infinity, send: read });
}

/** How many times a failing log is tried before a resume goes on without knowing it. */
const BASELINE_TRIES = 3;

async function* readBefore(ports: StartPorts, runId: number, call: CallOptions): Steps<Sent<Before>> {
  const read = { call, name: 'read', runId, webUrl: null } as const;
  const logs = yield* send(ports, {
    ...read,
    ambiguousTries: BASELINE_TRIES,
    send: () => baselineOf(ports.client, { runId }, call),
  });
  if (logs.ok || logs.error.redirect || logs.error.proof === 'unsent') return logs;
  // The logs endpoint is ALPHA and may fail (2.3); the run itself tells at least status and result.
  return yield* send(ports, {
    ...read,
    ambiguousTries: Infinity,
    send: async () => {
      const run = await ports.client.run(runId, call);
      const isElsewhere = logs.error.status === 404 && !(logs.error instanceof LogsNotOffered);
      return { run, baseline: isElsewhere ? await baselineAt(ports.client, runId, call) : null };
    },
  });
}
