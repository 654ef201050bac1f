/**
 * Creates, resumes or attaches to a run (contract 4.1). Requests with side effects are sent again
 * only if they were certainly not carried out. What became of one whose answer was lost,
 * `idempotency` finds out.
 */
import type { RunId } from '../agents/port.ts';
import { dataUrisOf } from '../inputs/files.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Files } from '../runner/port.ts';
import type { CallOptions, Client, CreateBody } from '../agents/agent-run/client.ts';
import {
  NOTHING_BEFORE,
  readLogBefore,
  UNREAD_BEFORE,
  type LogBefore,
} from '../agents/agent-run/log/before.ts';
import { GATEWAY_PATIENCE_MS, ServiceError } from '../http/errors.ts';
import { persistently, type Wait } from '../http/retry.ts';
import type { Published } from '../agents/agent-run/published.ts';
import type { AgentRun, IdentifiedRun } from '../agents/agent-run/schema.ts';
import type { Emit, RunEvent } from './events.ts';
import {
  asNotStarted,
  asServiceError,
  endOfRequest,
  NotStarted,
  timedOutEnd,
  type CallName,
} from './failure.ts';
import { createOnce, findFollowUp, warning, withMark, type OncePorts } from './idempotency.ts';
import { createRetryDelay, startDelay } from './pacing.ts';
import type { RunRecord } from './state.ts';

export interface FollowUp {
  readonly runId: RunId;
  readonly prompt: string;
  /**
   * Appended to the prompt, so that its echo in the log proves that it arrived (contract 4.9, 7.2).
   * Null for none.
   */
  readonly mark: string | null;
  /** The turn of this step whose answer is to be corrected. The agent has its images already. */
  readonly corrects?: RunRecord;
}

/** What to do with which run (contract 1.1, 7.2). */
export type StartOrder =
  | { readonly kind: 'create'; readonly body: CreateBody }
  | (FollowUp & {
      readonly kind: 'resume';
      /**
       * The request to create a new run if the service no longer has this one (7.2). Null to fail
       * instead.
       */
      readonly otherwise: CreateBody | null;
    })
  /** Nothing is sent. The run is only followed. */
  | { readonly kind: 'attach'; readonly runId: RunId };

export function startOrderOf(
  {
    agentRunId,
    model,
    repoId,
    requestFields,
  }: Pick<Inputs, 'agentRunId' | 'model' | 'repoId' | 'requestFields'>,
  asked: {
    /** Null if nothing is sent. */
    readonly prompt: string | null;
    /** The run recorded in the thread. `agent_run_id` takes precedence. */
    readonly recordedRun: RunId | null;
    readonly mark: string | null;
  },
): StartOrder {
  const { prompt, recordedRun, mark } = asked;
  const runId = agentRunId ?? recordedRun;
  if (runId !== null && prompt === null) {
    return { kind: 'attach', runId };
  }
  const body = {
    ...requestFields,
    prompt: prompt ?? '',
    ...(repoId !== null && { repo_id: repoId }),
    ...(model !== null && { model }),
  };
  if (runId === null) {
    return { kind: 'create', body };
  }
  return {
    kind: 'resume',
    runId,
    prompt: body.prompt,
    mark,
    otherwise: agentRunId === null ? body : null,
  };
}

/** What a session works with. */
export interface RunContext extends OncePorts {
  readonly client: Client & {
    readonly published: Pick<Published, 'analyzeLogs' | 'generateSetupCommands' | 'runs' | 'unban'>;
  };
  readonly files: Pick<Files, 'readBytes'>;
  readonly inputs: Inputs;
  /**
   * Like the signal of `call`, but slightly later, so that a create or resume in flight can still
   * be answered and a new run's ID is not lost (7.3).
   */
  readonly lateStop: AbortSignal;
  /** Called before each create or resume. If it throws, the session ends without sending. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** The state of the turn as folded from the events emitted so far, from `started` on. */
  readonly turn: () => RunRecord;
  /**
   * Waits between two polls. Defaults to the clock's `sleep`; a fleet may end the wait earlier,
   * because its list of runs shows a change, or later, because other runs come first. Rejects with
   * the signal's reason.
   */
  readonly wait?: ((delayMs: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/**
 * A turn that may be followed: what its `started` event tells, and what tells its entries and its
 * end from earlier ones.
 */
export interface Started extends Omit<
  Extract<RunEvent, { type: 'started' }>,
  'entriesBefore' | 'repair' | 'type'
> {
  /** The log before this turn. */
  readonly before: LogBefore;
  /** The status word before this turn. */
  readonly statusBefore: string | null;
  /** The text sent to the run, or null if nothing was sent. */
  readonly prompt: string | null;
}

/** Emits `begin` first. Rejects with `NotStarted`, or with the reason of `call.signal` on abort. */
export async function startRun(context: RunContext, start: StartOrder): Promise<Started> {
  const { clock, emit } = context;
  if (start.kind === 'create') {
    return createRun(context, start.body);
  }
  const { runId } = start;
  emit({ type: 'begin', runId, at: clock.now() });
  if (start.kind === 'attach') {
    return attachTo(runId);
  }
  const resumed = await resumeRun(context, start).catch(asNotStarted);
  if (!(resumed instanceof NotStarted)) {
    return resumed;
  }
  if (resumed.end.errorCode !== 'not_found' || start.otherwise === null) {
    throw resumed;
  }
  emit({ type: 'gone', runId });
  return createRun(context, start.otherwise);
}

export function attachTo(runId: RunId): Started {
  return { ...NEW, mode: 'attached', runId, webUrl: null, status: null };
}

const NEW = {
  before: NOTHING_BEFORE,
  resultBefore: null,
  statusBefore: null,
  prompt: null,
} as const;

/** They are read when they are sent, because they may be large. */
function imagesOf({ inputs: { images }, files }: RunContext): {
  readonly images?: readonly string[];
} {
  return images.length === 0 ? {} : { images: dataUrisOf(images, files) };
}

/**
 * Creates a run when it is the turn of this job among its siblings. With a key, attaches to the one
 * that an earlier attempt created.
 */
async function createRun(context: RunContext, given: CreateBody): Promise<Started> {
  const { call, clock, emit, inputs, random } = context;
  const spreadMs = startDelay(inputs, random);
  if (spreadMs > 0) {
    await clock.sleep(Math.min(spreadMs, Math.max(0, call.deadline - clock.now())), call.signal);
  }
  emit({ type: 'begin', runId: null, at: clock.now() });
  const outcome = await createOnce(context, {
    body: { ...given, ...imagesOf(context) },
    send: (body) => send(context, { name: 'create', send: (late) => create(context, body, late) }),
  });
  if (outcome.kind === 'attach') {
    return attachTo(outcome.runId);
  }
  const { id: runId, web_url: webUrl, status } = outcome.run;
  return { ...NEW, mode: 'created', runId, webUrl, status };
}

/** What to do if the service has no endpoint for a `task`, or no record of the given ID. */
const MISSING = {
  'setup-commands': [
    'This service has no endpoint that generates setup commands (`task: setup-commands`). ' +
      'Use `task: run` with a prompt that asks for them.',
    'Check the inputs `base_url`, `org_id` and `repo` or `repo_id`: ' +
      'the organization has no such repository, or one of the IDs is wrong.',
  ],
  'analyze-logs': [
    'This service has no endpoint that analyzes the logs of a sandbox ' +
      '(`task: analyze-logs`). Use `task: run` with a prompt that contains the log.',
    'Check the inputs `base_url`, `org_id` and `sandbox_id`: ' +
      'the organization has no such sandbox, or one of the IDs is wrong.',
  ],
} as const;

/** The other tasks use endpoints of the published API (contract 1.1). */
async function create(
  { client, inputs }: RunContext,
  body: CreateBody,
  call: CallOptions,
): Promise<IdentifiedRun> {
  const { task, sandboxId } = inputs;
  if (task !== 'setup-commands' && task !== 'analyze-logs') {
    return client.create(body, call);
  }
  const [endpoint, record] = MISSING[task];
  const { published } = client;
  const { repo_id: repoId, prompt } = body;
  try {
    if (task === 'analyze-logs') {
      return await published.analyzeLogs(Number(sandboxId), call);
    }
    return await published.generateSetupCommands(
      { repo_id: Number(repoId), ...(prompt !== '' && { prompt }) },
      call,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    if (error.notOffered) {
      throw error.because(endpoint);
    }
    throw error.status === 404 ? error.because(record) : error;
  }
}

/**
 * Resumes a run. Reads it and its log first, to distinguish the entries and the answer of this turn
 * from earlier ones (4.5).
 */
export async function resumeRun(context: RunContext, followUp: FollowUp): Promise<Started> {
  const { client, emit, inputs } = context;
  const { runId, mark, corrects = null } = followUp;
  const resumedFrom = client.reached();
  const seen = corrects !== null;
  const run = await readRun(context, { runId, resumedFrom, seen });
  const before = await logBefore(context, { runId, resumedFrom, seen });
  const { web_url: webUrl, status, result, summary } = run;
  emit({ type: 'found', runId, webUrl, status });
  // The first follow-up to a run has taken an earlier request to stop it back.
  if (inputs.onCancel === 'stop' && corrects?.mode !== 'resumed') {
    await takeStopBack(context, runId);
  }
  const prompt = withMark(followUp.prompt, mark);
  const body = { agent_run_id: runId, prompt, ...(corrects === null && imagesOf(context)) };
  const request = {
    runId,
    webUrl,
    resumedFrom,
    send: (call: CallOptions) => client.resume(body, call),
  };
  const reply = await send(context, { name: 'resume', ...request }).catch((error: unknown) =>
    findFollowUp(context, { runId, mark, lost: asNotStarted(error) }),
  );
  return {
    mode: 'resumed',
    runId,
    prompt,
    before,
    statusBefore: status,
    resultBefore: result,
    summaryBefore: summary,
    webUrl: reply?.web_url ?? webUrl,
    status: reply?.status ?? status,
  };
}

/** How long a follow-up may be delayed to unban its run. */
const UNBAN_PATIENCE_MS = 10_000;

/**
 * Takes back an earlier request to stop the run, because `ban` also blocks its pull request
 * (contract 1.1).
 */
async function takeStopBack({ client, call, emit }: RunContext, runId: RunId): Promise<void> {
  const patiently = { ...call, patienceMs: UNBAN_PATIENCE_MS };
  const error = await client.published.unban(runId, patiently).catch(asServiceError);
  // A service without `ban` has nothing to unban.
  if (error instanceof ServiceError && !error.notOffered) {
    emit(warning(`Run ${runId} could not be unblocked before the follow-up (${error.message}).`));
  }
}

/**
 * Number of attempts to read the log before a resume proceeds without it: its endpoint is ALPHA and
 * may fail (2.3).
 */
const LOG_TRIES = 3;

/** Reads what tells the entries of this turn from those before it (contract 4.5). */
async function logBefore(context: RunContext, of: Read): Promise<LogBefore> {
  const { client } = context;
  const read = await send(context, {
    ...of,
    name: 'read',
    ambiguousTries: LOG_TRIES,
    send: (call) => readLogBefore(client, of.runId, call),
  }).catch(asNotStarted);
  if (!(read instanceof NotStarted)) {
    return read;
  }
  const { error, end } = read;
  if (end.outcome === 'timed_out' || error?.redirect === true || error?.proof === 'unsent') {
    throw read;
  }
  return UNREAD_BEFORE;
}

/** Reads a run without changing it. Retries temporary failures until the deadline. */
export function readRun(context: RunContext, of: Read): Promise<AgentRun> {
  return send(context, { ...of, name: 'read', send: (call) => context.client.run(of.runId, call) });
}

/**
 * Tells what is being waited for: an outage once, and as long as nothing connects again and again
 * (contract 5).
 */
export function waitTeller(emit: Emit, connected: () => boolean): (wait: Wait) => void {
  let isTold = false;
  return ({ error, waitMs, sinceMs }) => {
    if (error.throttled) {
      emit({ type: 'throttled', waitMs });
    } else if (!isTold || !connected()) {
      isTold = true;
      emit({ type: 'outage', message: error.message, waitMs, sinceMs });
    }
  };
}

interface Read {
  readonly runId: RunId;
  /**
   * For the requests of a resume, which follows reads: `client.reached()` before the first of them.
   */
  readonly resumedFrom?: number;
  /** This step has read the run before. Default: false. */
  readonly seen?: boolean;
}

interface Sending<T> extends Partial<Read> {
  readonly name: CallName;
  readonly webUrl?: string | null;
  readonly send: (call: CallOptions) => Promise<T>;
  /**
   * Ambiguous failures of a read to accept. Creates and resumes are never sent again after the
   * first one.
   */
  readonly ambiguousTries?: number;
}

/**
 * Sends one request until it is accepted, permanently refused, ambiguous, or out of time (contract
 * 3.2, 4.1, 5). Rejects with `NotStarted`.
 */
async function send<T>(context: RunContext, sending: Sending<T>): Promise<T> {
  const { call, client, emit, inputs, lateStop } = context;
  const {
    name,
    runId = null,
    webUrl = null,
    resumedFrom: reachedBefore = client.reached(),
    seen = false,
  } = sending;
  const reading = name === 'read';
  let triesLeft = reading ? (sending.ambiguousTries ?? Infinity) : 1;
  const connected = (): boolean => client.reached() > reachedBefore;
  const isWaitedOut = (error: ServiceError): boolean =>
    reading && (error.passing || (seen && error.isGatewayPage));
  const passes = (error: ServiceError): boolean => {
    const proof = isWaitedOut(error) && error.proof === 'permanent' ? 'ambiguous' : error.proof;
    if (proof === 'ambiguous') {
      triesLeft -= 1;
    } else if (!reading) {
      emit({ type: 'unsent' });
    }
    return proof !== 'permanent' && triesLeft > 0;
  };
  // A service that never connected within this time is considered unreachable (contract 5,
  // `network`).
  const patienceMs = (error: ServiceError): number => {
    if (error.isGatewayPage) {
      return GATEWAY_PATIENCE_MS;
    }
    return connected() ? Infinity : error.patienceMs;
  };
  const attempt = async (): Promise<T> => {
    call.signal.throwIfAborted();
    if (!reading) {
      await context.beforeSending?.();
      emit({ type: 'sending', runId });
    }
    return sending.send(reading ? call : { ...call, signal: lateStop });
  };
  const sent = await persistently(
    attempt,
    {
      ...context,
      passes,
      patienceMs,
      throttledMs: createRetryDelay,
      onWait: waitTeller(emit, connected),
    },
    call,
  ).catch(asServiceError);
  if (!(sent instanceof ServiceError)) {
    return sent;
  }
  // A resume that is refused until the timeout has a code of its own, with its reads too (contract
  // 5).
  const isRefused = sent.throttled && sending.resumedFrom !== undefined;
  const isLate = reading && connected() && triesLeft > 0 && sent.passing && !isRefused;
  const end = isLate
    ? timedOutEnd('could not be read', { obstacle: sent.message, ...inputs })
    : endOfRequest(sent, { call: name, ...inputs, runId, webUrl });
  throw new NotStarted(end, sent);
}
