/**
 * Sends one request of a start (contract 3.2, 4.1, 5). One with side effects is sent again only if
 * it was certainly not carried out.
 */
import { RunBusy, RunGone, type Agent, type RunId, type RunShown } from '../agents/port.ts';
import { GATEWAY_PATIENCE_MS, ServiceError } from '../http/errors.ts';
import type { CallOptions } from '../http/limits.ts';
import { persistently, type Wait } from '../http/retry.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Files } from '../runner/port.ts';
import { asSentence } from '../safe/text.ts';
import type { Emit } from './events.ts';
import {
  serviceErrorOrThrow,
  endOfRequest,
  toldInputs,
  NotStarted,
  timedOutEnd,
  type CallName,
} from './failure.ts';
import type { OncePorts } from './once/create.ts';
import { createRetryDelay } from './pacing.ts';
import type { RunRecord } from './state.ts';

/** What a session works with. */
export interface RunContext extends OncePorts {
  readonly agent: Agent;
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
 * Tells what is being waited for: an outage once, and as long as nothing connects again and again
 * (contract 5).
 */
export function waitTeller(emit: Emit, connected: () => boolean): (wait: Wait) => void {
  let isTold = false;
  let capTold: string | null = null;
  return ({ error, waitMs, sinceMs }) => {
    // A refusal for now that is more than a rate: a service says what makes it pass.
    if (error.throttled && error.advice !== null && error.advice !== capTold) {
      capTold = error.advice;
      emit({ type: 'note', message: `${asSentence(error.message)} ${error.advice}` });
    }
    if (error.throttled) {
      emit({ type: 'throttled', waitMs });
    } else if (!isTold || !connected()) {
      isTold = true;
      emit({ type: 'outage', message: error.message, waitMs, sinceMs });
    }
  };
}

/** A run that is read before anything is sent to it. */
export interface RunToRead {
  readonly runId: RunId;
  /**
   * For the requests of a resume, which follows reads: `agent.reached()` before the first of them.
   */
  readonly resumedFrom?: number;
  /** This step has read the run before. Default: false. */
  readonly seen?: boolean;
}

/** Reads a run without changing it. Retries temporary failures until the deadline. */
export function readRun(context: RunContext, of: RunToRead): Promise<RunShown> {
  const read = (call: CallOptions): Promise<RunShown> => context.agent.read(of.runId, call);
  return send(context, { ...of, name: 'read', send: read });
}

interface Sending<T> extends Partial<RunToRead> {
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
 * Sends one request until it is accepted, permanently refused, ambiguous, or out of time. Rejects
 * with `NotStarted`, and as the agent with `RunBusy` and `RunGone`.
 */
export async function send<T>(context: RunContext, sending: Sending<T>): Promise<T> {
  const { agent, call, emit, inputs, lateStop } = context;
  const {
    name,
    runId = null,
    webUrl = null,
    resumedFrom: reachedBefore = agent.reached(),
    seen = false,
  } = sending;
  const reading = name === 'read';
  let triesLeft = reading ? (sending.ambiguousTries ?? Infinity) : 1;
  const connected = (): boolean => agent.reached() > reachedBefore;
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
  ).catch((error: unknown) => {
    // Nothing was carried out.
    if (error instanceof RunBusy || error instanceof RunGone) {
      emit({ type: 'unsent' });
    }
    return serviceErrorOrThrow(error);
  });
  if (!(sent instanceof ServiceError)) {
    return sent;
  }
  // A resume that is refused until the timeout has a code of its own, with its reads too (contract
  // 5).
  const isRefused = sent.throttled && sending.resumedFrom !== undefined;
  const isLate = reading && connected() && triesLeft > 0 && sent.passing && !isRefused;
  if (isLate) {
    const { timeoutMs } = inputs;
    throw new NotStarted(
      timedOutEnd('could not be read', { obstacle: sent.message, timeoutMs }),
      sent,
    );
  }
  const { runList } = agent.keys;
  const failed = { ...toldInputs(inputs), call: name, runId, webUrl, runList };
  throw new NotStarted(endOfRequest(sent, failed), sent);
}
