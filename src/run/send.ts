/**
 * Sends one request of a start (contract 3.2, 4.1, 5). One with side effects is sent again only if
 * it was certainly not carried out.
 */
import {
  RunBusy,
  RunGone,
  type Agent,
  type Before,
  type RequestIdentity,
  type RunId,
  type RunShown,
} from '../agents/port.ts';
import { backoff } from '../http/backoff.ts';
import { asServiceError, GATEWAY_PATIENCE_MS, ServiceError } from '../http/errors.ts';
import type { CallOptions } from '../http/limits.ts';
import { persistently, type Wait } from '../http/retry.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Files } from '../runner/port.ts';
import { asSentence } from '../safe/text.ts';
import { OUT_OF_TIME, toldInputs, type CallName } from './advice.ts';
import type { KeptBudget } from './budget.ts';
import { note, type Emit, type SessionEnd } from './events.ts';
import { endOfRequest, NotStarted, timedOutEnd } from './failure.ts';
import type { OncePorts } from './once/create.ts';
import { createRetryDelay } from './pacing.ts';
import type { TurnRecord } from './state.ts';

/** What a session works with. */
export interface RunContext extends OncePorts {
  readonly agent: Agent;
  readonly files: Pick<Files, 'readBytes'>;
  readonly inputs: Inputs;
  /** See `repairIdentityOf`. */
  readonly repairIdentity: RequestIdentity | null;
  /** What the run may use; null: nothing is kept (contract 20). */
  readonly budget: KeptBudget | null;
  /**
   * Like the signal of `call`, but slightly later, so that a create or resume in flight can still
   * be answered and a new run's ID is not lost (7.3).
   */
  readonly sendStop: AbortSignal;
  /** Called before each create or resume. If it throws, the session ends without sending. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** The state of the turn as folded from the events emitted so far, from `started` on. */
  readonly turn: () => TurnRecord;
  /**
   * Waits between two polls. Defaults to the clock's `sleep`; a fleet may end the wait earlier,
   * because its list of runs shows a change, or later, because other runs come first. Rejects with
   * the signal's reason.
   */
  readonly wait?: ((delayMs: number, signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * Resolves once those who are told have room for more entries, or the signal aborts. Default: at
   * once.
   */
  readonly room?: ((signal: AbortSignal) => Promise<void>) | undefined;
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
      emit(note(`${asSentence(error.message)} ${error.advice}`));
    }
    if (error.throttled) {
      emit({ type: 'throttled', waitMs });
    } else if (!isTold || !connected()) {
      isTold = true;
      emit({ type: 'outage', message: error.message, waitMs, sinceMs });
    }
  };
}

/** A resume, whose first request is a read. */
export interface ResumeBegun {
  /** `agent.reached()` before that read. */
  readonly reachedBefore: number;
}

/** A run that is read before anything is sent to it. */
export interface RunToRead {
  readonly runId: RunId;
  /** The resume that it is a request of, beside its reads. Absent: it is of none. */
  readonly ofResume?: ResumeBegun;
  /** The run was there: this step has read it before, or its thread records it. Default: false. */
  readonly seen?: boolean;
}

/** Reads a run without changing it. Retries temporary failures until the deadline. */
export function readRun(context: RunContext, of: RunToRead): Promise<RunShown> {
  const read = (call: CallOptions): Promise<RunShown> => context.agent.read(of.runId, call);
  return send(context, { ...of, name: 'read', send: read });
}

/**
 * A create or resume that is on its way when the time is up: what became of it would not be known
 * otherwise. What comes after it has its own seconds, and the timeout holds within ten (contract
 * 6.5).
 */
const GRACE_MS = 2_000;

interface Sending<T> extends Partial<RunToRead> {
  readonly name: CallName;
  readonly webUrl?: string | null;
  /** The run before a follow-up, which brings a run of its own. */
  readonly before?: Before | null | undefined;
  readonly send: (call: CallOptions) => Promise<T>;
  /** Lost responses of a read after which it is given up. Default: any number is accepted. */
  readonly lostResponsesMax?: number;
  /**
   * An earlier sending of it may have been carried out, which a refusal of this one does not
   * disprove. Default: false.
   */
  readonly isAgain?: boolean;
}

/** Which failures of a request are followed by another attempt (contract 4.1). */
interface Persistence {
  /** Told of each failure, before `passes` is asked about it. */
  failed(error: ServiceError): void;
  passes(error: ServiceError): boolean;
}

/** A read changes nothing, so that it is sent again whenever that may help. */
class ReadPersistence implements Persistence {
  readonly #seen: boolean;
  readonly #lostResponsesMax: number;
  #lostResponses = 0;

  constructor({ seen = false, lostResponsesMax = Infinity }: Sending<unknown>) {
    this.#seen = seen;
    this.#lostResponsesMax = lostResponsesMax;
  }

  /** As many responses were lost as may be. */
  get isSpent(): boolean {
    return this.#lostResponses >= this.#lostResponsesMax;
  }

  failed(error: ServiceError): void {
    if (this.#mayPass(error) && error.proof !== 'unsent') {
      this.#lostResponses += 1;
    }
  }

  passes(error: ServiceError): boolean {
    return this.#mayPass(error) && !this.isSpent;
  }

  /** Where the run was seen, a gateway's page says nothing of it. */
  #mayPass(error: ServiceError): boolean {
    return error.passing || (this.#seen && error.isGatewayPage);
  }
}

/** A create or resume is sent again only if it was certainly not carried out. */
function changePersistence(emit: Emit, { isAgain = false }: Sending<unknown>): Persistence {
  return {
    failed: ({ proof }) => {
      if (proof !== 'ambiguous' && !isAgain) {
        emit({ type: 'unsent' });
      }
    },
    passes: ({ proof }) => proof === 'unsent',
  };
}

/**
 * Sends one request until it is accepted, permanently refused, ambiguous, or out of time. Rejects
 * with `NotStarted`, and as the agent with `RunBusy` and `RunGone`.
 */
export async function send<T>(context: RunContext, sending: Sending<T>): Promise<T> {
  const { agent, call, clock, emit, sendStop, random } = context;
  const { name, runId = null, ofResume, before } = sending;
  const reachedBefore = ofResume?.reachedBefore ?? agent.reached();
  const read = name === 'read' ? new ReadPersistence(sending) : null;
  const persistence = read ?? changePersistence(emit, sending);
  const createWait: typeof backoff = (retry) =>
    createRetryDelay(retry, { mostMs: agent.refusedMostMs });
  const connected = (): boolean => agent.reached() > reachedBefore;
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
    if (read === null) {
      await context.beforeSending?.();
      emit({ type: 'sending', runId, before });
    }
    // What has to be read before it may take until after a signal (contract 19.4).
    const change = { ...call, signal: sendStop, stop: call.signal, graceMs: GRACE_MS };
    return sending.send(read === null ? change : call);
  };
  const sent = await persistently(
    attempt,
    {
      clock,
      random,
      onFailure: (error) => persistence.failed(error),
      passes: (error) => persistence.passes(error),
      patienceMs,
      throttledMs: read === null ? createWait : backoff,
      onWait: waitTeller(emit, connected),
    },
    call,
  ).catch((error: unknown) => {
    // Nothing was carried out.
    if (error instanceof RunBusy || error instanceof RunGone) {
      emit({ type: 'unsent' });
    }
    return asServiceError(error);
  });
  if (!(sent instanceof ServiceError)) {
    return sent;
  }
  // Such a read is sent again until the deadline, as long as its failures pass.
  const isUntilDeadline = read !== null && !read.isSpent && connected();
  throw new NotStarted(endOfSending(context, sending, { error: sent, isUntilDeadline }), sent);
}

/** The end of a step whose request was not accepted (contract 5). */
function endOfSending<T>(
  { agent, inputs }: RunContext,
  sending: Sending<T>,
  { error, isUntilDeadline }: { readonly error: ServiceError; readonly isUntilDeadline: boolean },
): SessionEnd {
  const { name, runId = null, webUrl = null, ofResume } = sending;
  // A resume that is refused until the timeout has a code of its own, with its reads too.
  const isRefusedResume = error.throttled && ofResume !== undefined;
  if (isUntilDeadline && error.passing && !isRefusedResume) {
    const { timeoutMs } = inputs;
    return timedOutEnd('could not be read', { obstacle: error.message, timeoutMs });
  }
  // `network` is the code of a service that is out of reach, and this one was there.
  const isTooLate = error.kind === 'no_time' && agent.reached() > 0;
  const met = isTooLate ? error.meaning('bad_response', OUT_OF_TIME) : error;
  const { runList } = agent.keys;
  return endOfRequest(met, { ...toldInputs(inputs), call: name, runId, webUrl, runList });
}
