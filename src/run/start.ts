/**
 * Creates, resumes or attaches to a run, at most once (contract 4.1, 4.9). Requests with side effects are sent again only if they were
 * certainly not carried out. After a lost answer, the run is looked for by its key, or the follow-up by its mark.
 */
import { dataUrisOf } from '../inputs/files.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock, Files, Random } from '../runner/port.ts';
import type { CallOptions, Client, CreateBody } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import { persistently, type Wait } from '../service/retry.ts';
import type { Published } from '../service/published.ts';
import type { AgentRun, IdentifiedRun } from '../service/schema.ts';
import { orderOf, rawEntry } from './entry.ts';
import type { Emit, RequestIdentity, RunMode } from './events.ts';
import { failureOf, type CallName, type Failure } from './failure.ts';
import { NOTHING_BEFORE, type LogBefore } from './log.ts';
import {
  afterCreate,
  beforeCreate,
  earlierRuns,
  hasEcho,
  identityIn,
  lookFor,
  note,
  runSentAt,
  SETTLE_MS,
  warning,
  withIdentity,
  withMark,
  type ExactlyOnce,
} from './once.ts';
import { createRetryDelay, startDelay } from './pacing.ts';
import type { StatusClass } from './status.ts';

export interface FollowUp {
  readonly runId: number;
  readonly prompt: string;
  /** Appended to the prompt, so that its echo in the log proves that it arrived (contract 4.9, 7.2). Null for none. */
  readonly mark: string | null;
}

/** What to do with which run (contract 1.1, 7.2). */
export type StartOrder =
  | { readonly kind: 'create'; readonly body: CreateBody }
  | (FollowUp & {
      readonly kind: 'resume';
      /** The request to create a new run if the service no longer has this one (7.2). Null to fail instead. */
      readonly otherwise: CreateBody | null;
    })
  /** Nothing is sent. The run is only followed. */
  | { readonly kind: 'attach'; readonly runId: number };

export function startOrderOf(
  { agentRunId, model, repoId, requestFields }: Pick<Inputs, 'agentRunId' | 'model' | 'repoId' | 'requestFields'>,
  asked: {
    /** Null if nothing is sent. */
    readonly prompt: string | null;
    /** The run recorded in the thread. `agent_run_id` takes precedence. */
    readonly recordedRun: number | null;
    readonly mark: string | null;
  },
): StartOrder {
  const { prompt, recordedRun, mark } = asked;
  const runId = agentRunId ?? recordedRun;
  if (runId !== null && prompt === null) return { kind: 'attach', runId };
  const body = {
    ...{ ...requestFields, prompt: prompt ?? '' },
    ...(repoId !== null && { repo_id: repoId }),
    ...(model !== null && { model }),
  };
  if (runId === null) return { kind: 'create', body };
  return { kind: 'resume', runId, prompt: body.prompt, mark, otherwise: agentRunId === null ? body : null };
}

export interface StartPorts {
  readonly emit: Emit;
  readonly client: Client & {
    readonly published: Pick<Published, 'analyzeLogs' | 'generateSetupCommands' | 'runs' | 'unban'>;
  };
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Pick<Files, 'readBytes'>;
  readonly inputs: Pick<
    Inputs,
    'baseUrl' | 'images' | 'onCancel' | 'orgId' | 'sandboxId' | 'siblingIndex' | 'siblings' | 'task'
  >;
  readonly classify: (word: string | null) => StatusClass;
  /** Null without `idempotency: metadata` (contract 4.9). */
  readonly exactlyOnce: ExactlyOnce | null;
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
}

/** The request was not carried out, or that is unknown. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  readonly failure: Failure;
  /** Null if no request was made. */
  readonly error: ServiceError | null;
  /** The service responded, but did not return the run before the deadline. */
  readonly outOfTime: boolean;

  constructor(failure: Failure, { error = null, outOfTime = false }: Partial<Pick<NotStarted, 'error' | 'outOfTime'>>) {
    super(failure.message, { cause: error });
    this.failure = failure;
    this.error = error;
    this.outOfTime = outOfTime;
  }
}

/** The failure as a value. Rethrows anything else. */
export function asNotStarted(error: unknown): NotStarted {
  if (error instanceof NotStarted) return error;
  throw error;
}

function ambiguous(message: string, error: ServiceError | null = null): NotStarted {
  return new NotStarted({ code: 'ambiguous_create', message }, { error });
}

/** Emits `begin` first. Rejects with `NotStarted`, or with `stop.reason` on abort. */
export async function startRun(ports: StartPorts, start: StartOrder): Promise<Started> {
  const { clock, emit, inputs } = ports;
  if (start.kind === 'create') return createInTurn(ports, start.body);
  const { runId } = start;
  emit({ type: 'begin', runId, at: clock.now() });
  if (start.kind === 'attach') return attachTo(runId);
  const { prompt, mark, otherwise } = start;
  const order = { runId, prompt, mark, ...imagesOf(ports), unban: inputs.onCancel === 'stop' };
  const resumed = await resumeRun(ports, order).catch(asNotStarted);
  if (!(resumed instanceof NotStarted)) return resumed;
  if (resumed.failure.code !== 'not_found' || otherwise === null) throw resumed;
  emit({ type: 'gone', runId });
  return createInTurn(ports, otherwise);
}

export function attachTo(runId: number): Started {
  return { ...NEW, mode: 'attached', runId, webUrl: null, status: null };
}

const NEW = { before: NOTHING_BEFORE, resultBefore: null, statusBefore: null, prompt: null } as const;

/** They are read when they are sent, because they may be large. The agent has them already when its answer is to be corrected. */
function imagesOf({ inputs: { images }, files }: StartPorts): { readonly images?: readonly string[] } {
  return images.length === 0 ? {} : { images: dataUrisOf(images, files) };
}

/** Creates a run when it is the turn of this job among its siblings. */
async function createInTurn(ports: StartPorts, body: CreateBody): Promise<Started> {
  const { clock, deadline, emit, inputs, random, stop } = ports;
  const spreadMs = startDelay({ siblings: inputs.siblings, index: inputs.siblingIndex, random });
  if (spreadMs > 0) await clock.sleep(Math.min(spreadMs, Math.max(0, deadline - clock.now())), stop);
  emit({ type: 'begin', runId: null, at: clock.now() });
  return createRun(ports, { ...body, ...imagesOf(ports) });
}

/** Creates a run. With a key, attaches to the one that an earlier attempt created under it. */
export async function createRun(ports: StartPorts, body: CreateBody): Promise<Started> {
  const { exactlyOnce, emit, clock, stop, deadline, classify } = ports;
  if (exactlyOnce === null) return createdAs(await sendCreate(ports, body));
  const { metadata, lookFirst } = exactlyOnce;
  let { identity } = exactlyOnce;
  if (lookFirst) {
    const search = earlierRuns(exactlyOnce, clock.wall());
    const found = await lookFor({ ...ports, metadata }, search, { signal: stop, deadline });
    const plan = beforeCreate(found, { identity, classify });
    if (plan.kind === 'refuse') throw ambiguous(plan.message);
    if (plan.say !== undefined) emit(plan.say);
    if (plan.kind === 'attach') return attachTo(plan.runId);
    ({ identity } = plan);
  }
  return createdAs(await createWithKey({ ...ports, metadata }, { body, identity }));
}

function createdAs({ id: runId, web_url: webUrl, status }: IdentifiedRun): Started {
  return { ...NEW, mode: 'created', runId, webUrl, status };
}

async function createWithKey(
  ports: StartPorts & Pick<ExactlyOnce, 'metadata'>,
  { body, identity }: { readonly body: CreateBody; readonly identity: RequestIdentity },
): Promise<IdentifiedRun> {
  const { emit, clock, stop, deadline } = ports;
  const sentAt = clock.wall();
  emit({ type: 'keyed', identity, sentAt });
  const sent = await sendCreate(ports, withIdentity(body, identity)).catch(asNotStarted);
  if (!(sent instanceof NotStarted)) {
    const kept = identityIn(sent.metadata);
    if (kept?.key !== identity.key || kept.generation !== identity.generation)
      emit(warning(off('did not give the metadata of the created run back')));
    return sent;
  }
  const { error, failure } = sent;
  if (error?.status === 400 || error?.status === 422) {
    // A refused create was not carried out, so it may be sent again. If it is refused without the key too, that was not the reason.
    emit(note('The service refused the create request; it is sent again without the key.'));
    const run = await sendCreate(ports, body);
    emit(warning(off('refused the request with metadata and accepted it without')));
    return run;
  }
  if (failure.code !== 'ambiguous_create') throw sent;
  emit(note(`${String(error?.message)}: looking for the run in the list of runs, for up to two minutes.`));
  const found = await lookFor(ports, runSentAt({ identity, sentAt }), { signal: stop, deadline });
  const run = afterCreate(found, identity);
  if (typeof run === 'string') throw ambiguous(`${failure.message} ${run}`, error);
  emit(note(`Run ${run.id} carries the key of this request: it is the run that was created.`));
  return run;
}

function off(what: string): string {
  return `The service ${what}, so \`idempotency: metadata\` is off for this run: if an answer is lost or the job is run again, the run cannot be found. Remove the input, or use a service that keeps metadata.`;
}

function sendCreate(ports: StartPorts, body: CreateBody): Promise<IdentifiedRun> {
  return send(ports, { name: 'create', send: (call) => create(ports, body, call) });
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

interface FirstFollowUp extends FollowUp {
  /** Data URIs. */
  readonly images?: readonly string[];
  /** Take an earlier request to stop the run back first (`on_cancel: stop`). */
  readonly unban?: boolean;
}

/** Resumes a run. Reads it and its log first, to distinguish the entries and the answer of this turn from earlier ones (4.5). */
export async function resumeRun(ports: StartPorts, followUp: FirstFollowUp): Promise<Started> {
  const { client, emit, exactlyOnce } = ports;
  const { runId, mark, images, unban = false } = followUp;
  const reachedBefore = client.reached();
  const run = await readRun(ports, runId);
  const before = await logBefore(ports, { runId, reachedBefore });
  const { web_url: webUrl, status, result, summary } = run;
  emit({ type: 'found', runId, webUrl, status });
  if (unban) await takeStopBack(ports, runId);
  const prompt = withMark(followUp.prompt, mark);
  const body = { agent_run_id: runId, prompt, ...(images && { images }) };
  const request = { runId, webUrl, reachedBefore, send: (call: CallOptions) => client.resume(body, call) };
  let reply: AgentRun | null = null;
  try {
    reply = await send(ports, { name: 'resume', ...request });
  } catch (error) {
    const isLost = error instanceof NotStarted && error.failure.code === 'ambiguous_create';
    if (!isLost || exactlyOnce === null || mark === null) throw error;
    await findFollowUp(ports, { runId, mark, lost: error });
  }
  return {
    ...{ mode: 'resumed', runId, prompt, before, statusBefore: status, resultBefore: result, summaryBefore: summary },
    ...{ webUrl: reply?.web_url ?? webUrl, status: reply?.status ?? status },
  };
}

/** Looks for a follow-up whose answer was lost in the log. Rejects with `NotStarted` if it does not appear in time. */
async function findFollowUp(
  { client, clock, emit, stop, deadline }: StartPorts,
  { runId, mark, lost }: { readonly runId: number; readonly mark: string; readonly lost: NotStarted },
): Promise<void> {
  emit(note('The answer to the follow-up was lost: looking for it in the log, for up to two minutes.'));
  const call = { signal: stop, deadline: Math.min(clock.now() + SETTLE_MS, deadline) };
  if (!(await hasEcho({ client, clock }, { runId, mark }, call))) {
    const unsettled = 'Its log was read for two minutes and does not show the follow-up.';
    throw ambiguous(`${lost.failure.message} ${unsettled}`, lost.error);
  }
  emit(note(`The follow-up has arrived: the log of run ${runId} shows it.`));
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
    emit(warning(`Run ${runId} could not be unblocked before the follow-up (${error.message}).`));
  }
}

/** Number of attempts to read the log before a resume proceeds without it: its endpoint is ALPHA and may fail (2.3). */
const LOG_TRIES = 3;

/** Reads how many entries the log has (contract 4.5), and their order. */
async function logBefore(
  ports: StartPorts,
  of: { readonly runId: number; readonly reachedBefore: number },
): Promise<LogBefore> {
  const page = { runId: of.runId, runKnown: true, skip: 0, limit: PAGE_LIMIT };
  const read = { ...of, name: 'read', ambiguousTries: LOG_TRIES } as const;
  try {
    const { logs, total_logs: total } = await send(ports, { ...read, send: (call) => ports.client.logs(page, call) });
    // Without a total, only a page with fewer entries than asked for tells how many there are (spec 4.5).
    const count = total ?? (logs.length < PAGE_LIMIT ? logs.length : null);
    return { count, order: orderOf(logs.map(rawEntry)) };
  } catch (error) {
    const { error: met, outOfTime } = asNotStarted(error);
    if (outOfTime || met?.redirect === true || met?.proof === 'unsent') throw error;
    return { count: null, order: null };
  }
}

/** Reads a run without changing it. Retries temporary failures until the deadline. */
export function readRun(ports: StartPorts, runId: number): Promise<AgentRun> {
  return send(ports, { name: 'read', runId, send: (call) => ports.client.run(runId, call) });
}

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

/** Sends one request until it is accepted, permanently refused, ambiguous, or out of time (contract 3.2, 4.1, 5). Rejects with `NotStarted`. */
async function send<T>(ports: StartPorts, sending: Sending<T>): Promise<T> {
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
    return await persistently(attempt, retry, { signal: stop, deadline });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const failure = failureOf(error, { call: name, ...inputs, runId, webUrl });
    throw new NotStarted(failure, { error, outOfTime: reading && connected() && triesLeft > 0 && error.passing });
  }
}
