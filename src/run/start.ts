/**
 * Creates, resumes or attaches to a run. Requests with side effects are sent again only if they were certainly not
 * carried out (contract 4.1).
 */
import type { CallOptions, CreateBody } from '../service/client.ts';
import { LogsNotOffered, ServiceError } from '../service/errors.ts';
import { completedBy, type AgentRun } from '../service/schema.ts';
import type { RunMode } from './events.ts';
import { orderOf, rawEntry } from './entry.ts';
import { NOTHING_BEFORE, type LogBefore } from './log.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { send, type NotSent, type Sending, type Sent, type StartPorts } from './send-with-retry.ts';

export type { StartPorts };

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
  /** The response to the follow-up names another run, which has no earlier turns. */
  readonly elsewhere: boolean;
  /** The metadata that the service returned with the created run. */
  readonly metadata?: AgentRun['metadata'];
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
  elsewhere: false,
} as const;

export async function createRun(ports: StartPorts, body: CreateBody, call: CallOptions): Promise<StartResult> {
  const sent = await send(ports, {
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
    started: { ...NEW, mode: 'created', runId: id, webUrl, status, metadata },
  };
}

export function attachTo(runId: number): Started {
  return { mode: 'attached', runId, webUrl: null, status: null, ...NEW };
}

/** Resumes a run. Reads the log first, to distinguish the entries of this turn from earlier ones (4.5). */
export async function resumeRun(
  ports: StartPorts,
  { runId, prompt }: { readonly runId: number; readonly prompt: string },
  call: CallOptions,
): Promise<StartResult> {
  const reachedBefore = ports.client.reached();
  const before = await readBefore(ports, runId, { call, reachedBefore });
  if (!before.ok) return before;
  const { run, log } = before.value;
  ports.emit({ type: 'found', runId, webUrl: run.web_url, status: run.status });
  const body = { agent_run_id: runId, prompt };
  const sent = await send(ports, {
    call,
    name: 'resume',
    runId,
    webUrl: run.web_url,
    ambiguousTries: 1,
    reachedBefore,
    send: () => ports.client.resume(body, call),
  });
  const turn: Started = {
    ...NEW,
    mode: 'resumed',
    runId,
    webUrl: run.web_url,
    status: run.status,
    before: log,
    prompt,
    resultBefore: run.result,
    statusBefore: run.status,
    ...(run.summary !== undefined && { summaryBefore: run.summary }),
  };
  if (!sent.ok) return { ...sent, pending: turn };
  const { value: reply } = sent;
  if (reply !== null && reply.id !== null && reply.id !== runId) {
    const message = `The service answered the follow-up to run ${runId} with another run, ${reply.id}: that one is followed.`;
    ports.emit({ type: 'warning', message });
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
    } as const;
    return { ok: true, started: { ...NEW, ...there, elsewhere: true } };
  }
  return {
    ok: true,
    started: {
      ...turn,
      webUrl: reply?.web_url ?? turn.webUrl,
      status: reply?.status ?? turn.status,
      // The log page may not have contained the summary.
      ...(turn.summaryBefore === undefined && reply?.summary !== undefined && { summaryBefore: reply.summary }),
    },
  };
}

/** Reads a run without changing it. Retries temporary failures until the deadline. */
export function readRun(ports: StartPorts, runId: number, call: CallOptions): Promise<Sent<AgentRun>> {
  const read = (): Promise<AgentRun> => ports.client.run(runId, call);
  return send(ports, { call, name: 'read', runId, webUrl: null, ambiguousTries: Infinity, send: read });
}

/** A run and its log before a follow-up. */
interface Before {
  readonly run: AgentRun;
  readonly log: LogBefore;
}

const UNKNOWN_LOG: LogBefore = { count: null, order: null };
/** Number of attempts to read the log before a resume proceeds without it. */
const TRIES = 3;

async function readBefore(
  ports: StartPorts,
  runId: number,
  { call, reachedBefore }: Pick<Sending<Before>, 'call'> & { readonly reachedBefore: number },
): Promise<Sent<Before>> {
  const read = { call, name: 'read', runId, webUrl: null, reachedBefore } as const;
  const logs = await send(ports, { ...read, ambiguousTries: TRIES, send: () => readLog(ports, { runId }, call) });
  if (logs.ok) return withRun(ports, logs, { ...read, ambiguousTries: TRIES });
  if (logs.outOfTime || logs.error.redirect || logs.error.proof === 'unsent') return logs;
  const isElsewhere = logs.error.status === 404 && !(logs.error instanceof LogsNotOffered);
  // The logs endpoint is ALPHA and may fail (2.3). The run itself has at least status and result.
  return send(ports, {
    ...read,
    ambiguousTries: Infinity,
    send: async () => {
      const run = await ports.client.run(runId, call);
      return { run, log: isElsewhere ? await logOfKnownRun(ports, runId, call) : UNKNOWN_LOG };
    },
  });
}

/** Reads how many entries the log has (contract 4.5), and their order. */
async function readLog(
  { client }: Pick<StartPorts, 'client'>,
  of: { readonly runId: number; readonly runKnown?: boolean },
  call: CallOptions,
): Promise<Before> {
  const run = await client.logs({ ...of, skip: 0, limit: PAGE_LIMIT }, call);
  let count = Math.max(run.logs.length, run.total_logs ?? 0);
  // Without a total, a page with fewer entries than asked for is the last one (spec 4.5).
  for (let size = run.logs.length; run.total_logs === null && size >= PAGE_LIMIT; count += size)
    size = (await client.logs({ ...of, skip: count, limit: PAGE_LIMIT }, call)).logs.length;
  return { run, log: { count, order: orderOf(run.logs.map(rawEntry)) } };
}

/**
 * Reads the status and result before the follow-up from the run itself if the log page has none: what is compared with them later may
 * come from there.
 */
async function withRun(
  ports: StartPorts,
  logs: { readonly ok: true; readonly value: Before },
  read: Omit<Sending<AgentRun>, 'send'> & { readonly runId: number },
): Promise<Sent<Before>> {
  const { run: page } = logs.value;
  if (page.status !== null && (page.result ?? null) !== null) return logs;
  const run = await send(ports, { ...read, send: () => ports.client.run(read.runId, read.call) });
  if (!run.ok) return run.error.redirect ? run : logs;
  return { ...logs, value: { ...logs.value, run: completedBy(run.value, page) } };
}

/** The run is known, so a 404 means that the log address is wrong (contract 2.3). */
async function logOfKnownRun(ports: StartPorts, runId: number, call: CallOptions): Promise<LogBefore> {
  try {
    return (await readLog(ports, { runId, runKnown: true }, call)).log;
  } catch (error) {
    if (error instanceof ServiceError && !error.throttled) return UNKNOWN_LOG;
    throw error;
  }
}
