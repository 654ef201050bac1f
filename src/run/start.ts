/** Creates, resumes or attaches to a run. What cannot be undone is sent again only when it surely was not carried out (contract 4.1). */
import type { Clock, Random } from '../ports.ts';
import type { CallOptions, Client, CreateBody } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { answerFloor, backoff } from '../service/retry-after.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import type { AgentRun, LogsPage } from '../service/schema.ts';
import { detectOrder, rawEntry, type RawEntry } from './log/entry.ts';
import { failureOf, type CallName, type Failure } from './error-message.ts';
import { createRetryDelay } from './pacing/matrix-start.ts';
import type { RunEvent, RunMode } from './events.ts';
import type { Baseline } from './log/full-scan.ts';

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
  /** Where the log could not be read before a resume: entries older than this (epoch, ms) belong to earlier turns. */
  readonly since: number | null;
  /** The run's result before this turn; null when it had none. */
  readonly resultBefore: string | null;
  /** The status word before this turn. */
  readonly statusBefore: string | null;
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
  since: null,
  resultBefore: null,
  statusBefore: null,
  refusedMs: 0,
} as const;

/** How far the service's clock may be behind this machine's. */
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
  const since = baseline === null ? ports.clock.wall() - CLOCK_SKEW_MS : null;
  const sent = yield* send(ports, {
    call,
    name: 'resume',
    runId,
    webUrl: run.web_url,
    ambiguousTries: 1,
    send: () => ports.client.resume(body, call),
  });
  const turn: Started = {
    mode: 'resumed',
    runId,
    webUrl: run.web_url,
    status: run.status,
    baseline: baseline ?? NOTHING_BEFORE.baseline,
    since,
    resultBefore: run.result,
    statusBefore: run.status,
    refusedMs: 0,
  };
  if (!sent.ok) return { ...sent, pending: turn };
  const { value, refusedMs } = sent;
  return {
    ok: true,
    started: { ...turn, webUrl: value?.web_url ?? turn.webUrl, status: value?.status ?? turn.status, refusedMs },
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
      if (error.proof === 'ambiguous') ambiguous += 1;
      else if (!reading) yield { type: 'unsent' };
      connected ||= error.status !== null || error.proof === 'ambiguous';
      if (error.throttled) refusedSince ??= clock.now();
      const left = call.deadline - clock.now();
      // Where the time was up before another try got out, what the service said last is why.
      const why: ServiceError = error.proof === 'unsent' ? (refusal ?? error) : error;
      if (error.proof === 'permanent' || ambiguous >= sending.ambiguousTries) return notSent(ports, sending, { why });
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
      if (call.deadline - clock.now() < 1)
        return notSent(ports, sending, { why: error, outOfTime: reading && connected });
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

interface Before {
  readonly run: AgentRun;
  /** Null when the log could not be read. */
  readonly baseline: Baseline | null;
}

/** How many times a failing log is tried before a resume goes on without knowing it. */
const BASELINE_TRIES = 3;

async function* readBefore(ports: StartPorts, runId: number, call: CallOptions): Steps<Sent<Before>> {
  const read = { call, name: 'read', runId, webUrl: null } as const;
  const logs = yield* send(ports, {
    ...read,
    ambiguousTries: BASELINE_TRIES,
    send: () => baselineOf(ports.client, runId, call),
  });
  if (logs.ok || logs.error.redirect || logs.error.proof === 'unsent') return logs;
  // The logs endpoint is ALPHA and may fail (2.3); the run itself tells at least status and result.
  return yield* send(ports, {
    ...read,
    ambiguousTries: Infinity,
    send: async () => ({ run: await ports.client.run(runId, call), baseline: null }),
  });
}

/** How far a log reaches, as far as it was read. */
interface Extent {
  readonly count: number;
  /** The page at its end. */
  readonly page: readonly RawEntry[];
}

/** Null where the page is empty, or the one before again: a service that does not turn its pages would be asked without end. */
function beyond({ page: before }: Extent, skip: number, page: readonly RawEntry[]): Extent | null {
  const marks = (entries: readonly RawEntry[]): string => entries.map(({ fingerprint }) => fingerprint).join();
  return page.length === 0 || marks(page) === marks(before) ? null : { count: skip + page.length, page };
}

/**
 * The number of entries, and the newest one. A total is believed as far as the log bears it out: where it says that there is more
 * than the first page shows, the log's end is looked at, and a full page is followed by the next (the total may be the page's own count).
 */
async function baselineOf(client: Client, runId: number, call: CallOptions): Promise<Before> {
  const read = (skip: number): Promise<LogsPage> => client.logs({ runId, skip, limit: PAGE_LIMIT }, call);
  const entries = async (skip: number): Promise<RawEntry[]> => (await read(skip)).logs.map(rawEntry);
  const run = await read(0);
  const first = run.logs.map(rawEntry);
  let known: Extent = { count: first.length, page: first };
  const total = run.total_logs ?? 0;
  if (total > known.count) known = beyond(known, total - 1, await entries(total - 1)) ?? known;
  while (known.page.length >= PAGE_LIMIT) {
    const next = beyond(known, known.count, await entries(known.count));
    if (next === null) break;
    known = next;
  }
  const order = detectOrder(first);
  const newest = order === 'desc' ? first[0] : known.page.at(-1);
  return { run, baseline: { count: known.count, order, first: first[0] ?? null, last: newest ?? null } };
}
