/**
 * What the reads of one turn have shown of the service, as plain data: whether the run is there,
 * and how its log fares (contract 2.3, 4.1). Pure functions take each read in. The log's endpoint
 * is ALPHA and may fail: then the run itself is polled, and the log is tried again now and then.
 */
import type { LogPart, RunShown } from '../agents/port.ts';
import { GATEWAY_PATIENCE_MS, NotOffered, type ServiceError } from '../http/errors.ts';
import { entryMeaning } from '../message-types.ts';
import type { RunMode } from '../runner/saved-state.ts';

/** Times are on the clock's `now`. */
export interface Reads {
  /** When the turn was accepted, and how. */
  readonly startedAt: number;
  readonly mode: RunMode;
  /** Entries of the log were counted before a follow-up. */
  readonly isLogCounted: boolean;
  /** A read of the log asks for the run itself (`LogReader.readsRun`). */
  readonly isLogOfRun: boolean;
  /** The run or its log was read. */
  readonly isSeen: boolean;
  /** Refusals (401, 403, 404) in a row to read the run. */
  readonly refusals: number;
  /** Since when a gateway has answered each read of the run, null if it did not answer the last. */
  readonly gatewaySince: number | null;
  readonly log: LogReads;
}

interface LogReads {
  /** It was read at least once. */
  readonly wasRead: boolean;
  /** Attempts that failed since the last one that did not. */
  readonly failure: LogFailure | null;
  /** Polls left until it is tried again. */
  readonly restPolls: number;
  /** What was read last. */
  readonly last: LogRead | null;
}

interface LogFailure {
  readonly since: number;
  readonly error: ServiceError;
  readonly stumbles: number;
}

interface LogRead extends Required<Pick<LogPart<unknown>, 'complete' | 'lacksEnd' | 'missing'>> {
  /** An answer was read that is not told yet. */
  readonly holdsAnswer: boolean;
}

/** From the create or follow-up, a run that was accepted may not be found (contract 4.1). */
export const NOT_FOUND_MS = 30_000;
/** From the follow-up, a log that could be read before it is waited for (contract 4.5). */
const LOGLESS_MS = 30_000;
/** A single lost answer is no news: so many count as a log that cannot be read. */
const STUMBLES = 2;
/** Polls without the log before it is tried again. */
const RETRY_POLLS = 5;

type TurnRead = Pick<Reads, 'isLogCounted' | 'isLogOfRun' | 'mode' | 'startedAt'>;

export function noReads(turn: TurnRead): Reads {
  return {
    ...turn,
    isSeen: false,
    refusals: 0,
    gatewaySince: null,
    log: { wasRead: false, failure: null, restPolls: 0, last: null },
  };
}

/** The log was read. */
export function withLog(reads: Reads, part: LogPart<RunShown>): Reads {
  const { complete, lacksEnd = false, missing, untold } = part;
  const holdsAnswer = untold.some((view) => entryMeaning(view.message_type) === 'answer');
  const last = { complete, lacksEnd, missing, holdsAnswer };
  return { ...withRun(reads), log: { ...reads.log, wasRead: true, failure: null, last } };
}

/** The run was read, or its log, which shows as well that it is there. */
export function withRun(reads: Reads): Reads {
  return { ...reads, isSeen: true, refusals: 0, gatewaySince: null };
}

/** The log could not be read. */
export function withoutLog(reads: Reads, error: ServiceError, now: number): Reads {
  if (reads.isLogOfRun) {
    return withoutRun(reads, error, now);
  }
  if (error.proof === 'unsent') {
    return reads;
  }
  const { since, stumbles } = reads.log.failure ?? { since: now, stumbles: 0 };
  const more = stumblesOf(error, isFresh(reads, now));
  const log = { ...reads.log, failure: { since, error, stumbles: stumbles + more } };
  const failing = { ...reads, log };
  return logProblem(failing) === null
    ? failing
    : { ...failing, log: { ...log, restPolls: RETRY_POLLS } };
}

/** The run could not be read, so that its log was not asked for. */
export function withLogUnasked(reads: Reads, error: ServiceError, now: number): Reads {
  return withoutRun(withLogBehind(reads), error, now);
}

/** The log was not read although there may be more of it. */
export function withLogBehind(reads: Reads): Reads {
  const { last } = reads.log;
  const log = { ...reads.log, last: last === null ? null : { ...last, complete: false } };
  return { ...reads, log };
}

/** The run could not be read. */
export function withoutRun(reads: Reads, error: ServiceError, now: number): Reads {
  const gatewaySince = error.isGatewayPage ? (reads.gatewaySince ?? now) : null;
  const unread = { ...reads, gatewaySince };
  return mayPass(unread, error, now) ? unread : { ...unread, refusals: reads.refusals + 1 };
}

/**
 * The run was polled without its log.
 *
 * @param canShowEnd the run itself can show its end; otherwise only the log can, if there is one
 */
export function withRest(reads: Reads, canShowEnd: boolean): Reads {
  const mayRest = canShowEnd || isLogNotOffered(reads);
  const restPolls = mayRest ? Math.max(0, reads.log.restPolls - 1) : 0;
  return { ...reads, log: { ...reads.log, restPolls } };
}

/** The run itself cannot be read either, so the log is not at fault: it is tried first again. */
export function withoutRest(reads: Reads): Reads {
  return { ...reads, log: { ...reads.log, restPolls: 0 } };
}

function stumblesOf(error: ServiceError, isNew: boolean): number {
  // The log of a new run may appear soon.
  if (error.status === 404 && isNew && !(error instanceof NotOffered)) {
    return 0;
  }
  // A request that timed out is not repeated soon, because it takes its time again.
  return error.proof === 'ambiguous' && !error.timedOut ? 1 : STUMBLES;
}

/** Why the run is read instead of the log; null while that is in use. */
export function logProblem({ log: { failure } }: Reads): ServiceError | null {
  return failure === null || failure.stumbles < STUMBLES ? null : failure.error;
}

/** The service offers the log at neither of its addresses, and never did in this turn (2.3). */
export function isLogNotOffered({ log }: Reads): boolean {
  return !log.wasRead && log.failure?.error instanceof NotOffered;
}

/** All of the log was read, as far as the service tells. */
export function isLogComplete({ log }: Reads): boolean {
  return log.failure === null && log.last?.complete === true;
}

/** All of the log was read, and what belongs to the end of the run is in it. */
export function isLogWhole(reads: Reads): boolean {
  return isLogComplete(reads) && reads.log.last?.lacksEnd !== true;
}

/** The log cannot be read, and probably not soon either (contract 4.5). */
export function isLogless(reads: Reads, now: number): boolean {
  if (logProblem(reads) === null || reads.log.wasRead) {
    return false;
  }
  return !reads.isLogCounted || now - reads.startedAt >= LOGLESS_MS;
}

/**
 * A refusal of the log that would only be repeated. That it is not found passes (contract 4.1,
 * 4.7).
 */
export function isLogRefused(reads: Reads): boolean {
  const problem = logProblem(reads);
  return problem !== null && !problem.mayPass && problem.status !== 404;
}

/** The run is known to exist. */
export function isThere({ isSeen, mode }: Reads): boolean {
  return isSeen || mode !== 'attached';
}

/** Whether a read that failed with this ends the turn (contract 4.1). */
export function isFatal(reads: Reads, error: ServiceError, now: number): boolean {
  if (mayPass(reads, error, now)) {
    return false;
  }
  // A single refusal of a run that was there may come of a restart, or of a replica that lags.
  return error.redirect || !isThere(reads) || reads.refusals > 1;
}

function mayPass(reads: Reads, error: ServiceError, now: number): boolean {
  const { gatewaySince } = reads;
  if (error.isGatewayPage && isThere(reads) && gatewaySince !== null) {
    return now - gatewaySince < GATEWAY_PATIENCE_MS;
  }
  return error.passing || (error.status === 404 && isFresh(reads, now));
}

function isFresh({ mode, startedAt }: Reads, now: number): boolean {
  return mode !== 'attached' && now - startedAt < NOT_FOUND_MS;
}
