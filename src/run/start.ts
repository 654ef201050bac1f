/** Creates, resumes or attaches to a run. What cannot be undone is sent again only when it surely was not carried out (contract 4.1). */
import type { CallOptions, CreateBody } from '../service/client.ts';
import { LogsNotOffered, type ServiceError } from '../service/errors.ts';
import type { AgentRun } from '../service/schema.ts';
import { baselineAt, baselineOf, type Before } from './baseline.ts';
import type { RunMode } from './events.ts';
import type { Baseline } from './log/baseline.ts';
import { send, type NotSent, type Sent, type StartPorts, type Steps } from './send-with-retry.ts';

export type { StartPorts };

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

export interface NotStarted extends Omit<NotSent, 'error'> {
  /** Null when no request was made. */
  readonly error: ServiceError | null;
  /** The turn that began if an ambiguous resume was carried out after all. */
  readonly pending?: Started;
}

export type StartResult = { readonly ok: true; readonly started: Started } | NotStarted;

const NOTHING_BEFORE = {
  baseline: { count: 0, last: null, order: null },
  resultBefore: null,
  statusBefore: null,
  prompt: null,
  elsewhere: false,
  refusedMs: 0,
} as const;

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
