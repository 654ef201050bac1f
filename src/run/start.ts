/**
 * Creates, resumes or attaches to a run. Requests with side effects are sent again only if they were certainly not
 * carried out (contract 4.1).
 */
import type { Inputs } from '../inputs/parse.ts';
import type { Clock, Random } from '../ports.ts';
import type { CallOptions, Client, CreateBody } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import { persistently, type Wait } from '../service/retry.ts';
import type { Published } from '../service/published.ts';
import { completedBy, type AgentRun, type IdentifiedRun } from '../service/schema.ts';
import { orderOf, rawEntry } from './entry.ts';
import type { Emit, RunMode } from './events.ts';
import { failureOf, type CallName, type Failure } from './failure.ts';
import { NOTHING_BEFORE, type LogBefore } from './log.ts';
import { createRetryDelay } from './pacing.ts';

export interface StartPorts {
  readonly emit: Emit;
  readonly client: Client & {
    readonly published: Pick<Published, 'analyzeLogs' | 'generateSetupCommands' | 'unban'>;
  };
  readonly clock: Clock;
  readonly random: Random;
  readonly inputs: Pick<Inputs, 'baseUrl' | 'orgId' | 'sandboxId' | 'task'>;
  /** On the clock's `now`. */
  readonly deadline: number;
  /** Aborts when the step must end. */
  readonly stop: AbortSignal;
  /** Like `stop`, but slightly later, so that a create or resume in flight can still be answered and a new run's ID is not lost (7.3). */
  readonly lateStop: AbortSignal;
  /** Called before each create or resume. If it throws, the session ends without sending. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
}

export interface Started {
  readonly mode: RunMode;
  readonly runId: number;
  readonly webUrl: string | null;
  readonly status: string | null;
  /** The log before this turn. */
  readonly before: LogBefore;
  /** The run's result before this turn, or undefined if unknown. */
  readonly resultBefore: string | null | undefined;
  /** The run's summary before this turn, or undefined if unknown. */
  readonly summaryBefore?: string | null | undefined;
  /** The status word before this turn. */
  readonly statusBefore: string | null;
  /** The text sent to the run, or null if nothing was sent. */
  readonly prompt: string | null;
  /** The metadata that the service returned with the created run. */
  readonly metadata?: AgentRun['metadata'];
}

/** A request that was not carried out, or for which that is unknown. */
export interface NotSent {
  readonly ok: false;
  readonly failure: Failure;
  readonly error: ServiceError;
  /** The service responded, but did not return the run before the deadline. */
  readonly outOfTime: boolean;
}

export interface NotStarted extends Omit<NotSent, 'error'> {
  /** Null if no request was made. */
  readonly error: ServiceError | null;
  /** The turn that has begun if an ambiguous resume was in fact carried out. */
  readonly pending?: Started;
}

export type StartResult = { readonly ok: true; readonly started: Started } | NotStarted;

const NEW = {
  before: NOTHING_BEFORE,
  resultBefore: null,
  statusBefore: null,
  prompt: null,
} as const;

export async function createRun(ports: StartPorts, body: CreateBody): Promise<StartResult> {
  const sent = await send(ports, { name: 'create', send: (call) => create(ports, body, call) });
  if (!sent.ok) return sent;
  const { id: runId, web_url: webUrl, status, metadata } = sent.value;
  return { ok: true, started: { ...NEW, mode: 'created', runId, webUrl, status, metadata } };
}

/** What to do if the service has no endpoint for a `task`, or no record of the given ID. */
const MISSING = {
  'setup-commands': [
    'This service has no endpoint that generates setup commands (`task: setup-commands`). Use `task: run` with a prompt that asks for them.',
    'Check the inputs `base_url`, `org_id` and `repo` or `repo_id`: the organization has no such repository, or one of the IDs is wrong.',
  ],
  'analyze-logs': [
    'This service has no endpoint that analyzes the logs of a sandbox (`task: analyze-logs`). Use `task: run` with a prompt that contains the log.',
    'Check the inputs `base_url`, `org_id` and `sandbox_id`: the organization has no such sandbox, or one of the IDs is wrong.',
  ],
} as const;

/** The other tasks use endpoints of the published API (contract 1.1). */
async function create({ client, inputs }: StartPorts, body: CreateBody, call: CallOptions): Promise<IdentifiedRun> {
  const { task, sandboxId } = inputs;
  if (task !== 'setup-commands' && task !== 'analyze-logs') return client.create(body, call);
  const [endpoint, record] = MISSING[task];
  const { published } = client;
  const { repo_id: repoId, prompt } = body;
  try {
    if (task === 'analyze-logs') return await published.analyzeLogs(Number(sandboxId), call);
    return await published.generateSetupCommands({ repo_id: Number(repoId), ...(prompt !== '' && { prompt }) }, call);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.notOffered) throw error.because(endpoint);
    throw error.status === 404 ? error.because(record) : error;
  }
}

export function attachTo(runId: number): Started {
  return { mode: 'attached', runId, webUrl: null, status: null, ...NEW };
}

export interface FollowUp {
  readonly runId: number;
  readonly prompt: string;
  /** Data URIs. */
  readonly images?: readonly string[];
  /** Take an earlier request to stop the run back first (`on_cancel: stop`). */
  readonly unban?: boolean;
}

/** Resumes a run. Reads its log first, to distinguish the entries and the answer of this turn from earlier ones (4.5). */
export async function resumeRun(
  ports: StartPorts,
  { runId, prompt, images, unban = false }: FollowUp,
): Promise<StartResult> {
  const reachedBefore = ports.client.reached();
  const read = await readBefore(ports, runId);
  if (!read.ok) return read;
  const { run, log: before } = read.value;
  ports.emit({ type: 'found', runId, webUrl: run.web_url, status: run.status });
  if (unban) await takeStopBack(ports, runId);
  const body = { agent_run_id: runId, prompt, ...(images && { images }) };
  const of = { runId, webUrl: run.web_url, reachedBefore };
  const sent = await send(ports, { ...of, name: 'resume', send: (call) => ports.client.resume(body, call) });
  const turn: Started = {
    ...{ ...NEW, mode: 'resumed', runId, prompt, before },
    ...{ webUrl: run.web_url, status: run.status, statusBefore: run.status, resultBefore: run.result },
    ...(run.summary !== undefined && { summaryBefore: run.summary }),
  };
  if (!sent.ok) return { ...sent, pending: turn };
  const { value: reply } = sent;
  if (reply === null) return { ok: true, started: turn };
  const { web_url: webUrl, status } = reply;
  const here = { webUrl: webUrl ?? turn.webUrl, status: status ?? turn.status };
  // The run may not have shown its summary before.
  const summaryBefore = turn.summaryBefore ?? reply.summary;
  return { ok: true, started: { ...turn, ...here, ...(summaryBefore !== undefined && { summaryBefore }) } };
}

/** How long a follow-up may be delayed to unban its run. */
const UNBAN_PATIENCE_MS = 10_000;

/** Takes back an earlier request to stop the run, because `ban` also blocks its pull request (contract 1.1). */
async function takeStopBack({ client, stop, deadline, emit }: StartPorts, runId: number): Promise<void> {
  try {
    await client.published.unban(runId, { signal: stop, deadline, patienceMs: UNBAN_PATIENCE_MS });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A service without `ban` has nothing to unban.
    if (error.notOffered) return;
    const message = `Run ${runId} could not be unblocked before the follow-up (${error.message}).`;
    emit({ type: 'warning', message });
  }
}

/** Reads a run without changing it. Retries temporary failures until the deadline. */
export function readRun(ports: StartPorts, runId: number): Promise<Sent<AgentRun>> {
  return send(ports, { name: 'read', runId, send: (call) => ports.client.run(runId, call) });
}

/** A run and its log before a follow-up. */
interface Before {
  readonly run: AgentRun;
  readonly log: LogBefore;
}

/** Number of attempts to read the log before a resume proceeds without it. */
const LOG_TRIES = 3;

async function readBefore(ports: StartPorts, runId: number): Promise<Sent<Before>> {
  const read = { name: 'read', runId, reachedBefore: ports.client.reached() } as const;
  const log = await send(ports, { ...read, ambiguousTries: LOG_TRIES, send: (call) => readLog(ports, runId, call) });
  if (!log.ok && (log.outOfTime || log.error.redirect || log.error.proof === 'unsent')) return log;
  if (log.ok && log.value.run.status !== null && (log.value.run.result ?? null) !== null) return log;
  // The run itself may show what the page leaves out. The logs endpoint is ALPHA and may fail (2.3).
  const ambiguousTries = log.ok ? LOG_TRIES : Infinity;
  const run = await send(ports, { ...read, ambiguousTries, send: (call) => ports.client.run(runId, call) });
  if (!run.ok) return log.ok && !run.error.redirect ? log : run;
  if (!log.ok) return { ...run, value: { run: run.value, log: { count: null, order: null } } };
  return { ...log, value: { ...log.value, run: completedBy(run.value, log.value.run) } };
}

/** Reads how many entries the log has (contract 4.5), and their order, at either of its addresses. */
async function readLog({ client }: StartPorts, runId: number, call: CallOptions): Promise<Before> {
  const of = { runId, runKnown: true, limit: PAGE_LIMIT };
  const run = await client.logs({ ...of, skip: 0 }, call);
  let count = Math.max(run.logs.length, run.total_logs ?? 0);
  // Without a total, a page with fewer entries than asked for is the last one (spec 4.5).
  for (let size = run.logs.length; run.total_logs === null && size >= PAGE_LIMIT; count += size)
    size = (await client.logs({ ...of, skip: count }, call)).logs.length;
  return { run, log: { count, order: orderOf(run.logs.map(rawEntry)) } };
}

export type Sent<T> = { readonly ok: true; readonly value: T } | NotSent;

interface Sending<T> {
  readonly name: CallName;
  readonly runId?: number;
  readonly webUrl?: string | null;
  readonly send: (call: CallOptions) => Promise<T>;
  /** `client.reached()` before the first request of the call, if this is not the first one: a resume follows reads. */
  readonly reachedBefore?: number;
  /** Ambiguous failures of a read to accept. Creates and resumes are never sent again after the first one. */
  readonly ambiguousTries?: number;
}

/** Sends one request until it is accepted, permanently refused, ambiguous, or out of time (contract 3.2, 4.1, 5). */
async function send<T>(ports: StartPorts, sending: Sending<T>): Promise<Sent<T>> {
  const { client, clock, random, emit, stop, lateStop, deadline, inputs } = ports;
  const { name, runId = null, webUrl = null, reachedBefore = client.reached() } = sending;
  const reading = name === 'read';
  let triesLeft = reading ? (sending.ambiguousTries ?? Infinity) : 1;
  let isTold = false;
  const connected = (): boolean => client.reached() > reachedBefore;
  const passes = (error: ServiceError): boolean => {
    const proof = reading && error.passing && error.proof === 'permanent' ? 'ambiguous' : error.proof;
    if (proof === 'ambiguous') triesLeft -= 1;
    else if (!reading) emit({ type: 'unsent' });
    return proof !== 'permanent' && triesLeft > 0;
  };
  const onWait = ({ error, waitMs, sinceMs }: Wait): void => {
    if (error.throttled) emit({ type: 'throttled', waitMs });
    else if (!isTold || !connected()) {
      isTold = true;
      emit({ type: 'outage', message: error.message, waitMs, sinceMs });
    }
  };
  // A service that never connected within this time is considered unreachable (contract 5, `network`).
  const patienceMs = (error: ServiceError): number => (connected() ? Infinity : error.patienceMs);
  const retry = { clock, random, passes, patienceMs, throttledMs: createRetryDelay, onWait };
  const attempt = async (): Promise<T> => {
    stop.throwIfAborted();
    if (!reading) {
      await ports.beforeSending?.();
      emit({ type: 'sending', runId });
    }
    return sending.send({ signal: reading ? stop : lateStop, deadline });
  };
  try {
    return { ok: true, value: await persistently(attempt, retry, { signal: stop, deadline }) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const failure = failureOf(error, { call: name, ...inputs, runId, webUrl });
    return { ok: false, failure, error, outOfTime: reading && connected() && triesLeft > 0 && error.passing };
  }
}
