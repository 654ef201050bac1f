/**
 * How a step ends, and for a failure its code and message (contract 5): what happened, what the
 * service said, and what to do next (`advice`).
 */
import type { RunId } from '../agents/port.ts';
import { followingText } from '../inputs/named-run.ts';
import type { Inputs } from '../inputs/parse.ts';
import { OUTCOME_TABLE, type RunEnd } from '../outcomes.ts';
import type { ErrorCode } from '../runner/output-table.ts';
import { Cancelled } from '../runner/clock.ts';
import type { Secretless } from '../safe/redaction.ts';
import { asSentence, counted, shortId } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import type { ServiceError } from '../http/errors.ts';
import {
  addressOf,
  createAdvice,
  nextStep,
  onlyReads,
  takesNumber,
  type CallName,
  type FailureContext,
} from './advice.ts';
import { usedText, type KeptBudget } from './budget.ts';
import type { SessionEnd } from './events.ts';
import type { TurnRecord } from './state.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * The request was not carried out, or that is unknown: how the session ends, unless there is
 * another way.
 */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  readonly end: SessionEnd;
  /** Null if no request was made. */
  readonly error: ServiceError | null;
  /** The run to resume takes no follow-up any more (contract 18.4). */
  readonly isGone: boolean;

  constructor(
    end: SessionEnd,
    error: ServiceError | null = null,
    { isGone = false }: { readonly isGone?: boolean } = {},
  ) {
    super(end.errorMessage ?? end.cutShort ?? '', { cause: error });
    this.end = end;
    this.error = error;
    this.isGone = isGone;
  }
}

export function ambiguous(message: string, error: ServiceError | null = null): NotStarted {
  return new NotStarted(failedEnd('ambiguous_create', message), error);
}

/**
 * A create that was sent twice under one key, and neither answer told a run: what happened, and
 * what to do, as sentences.
 */
export function failedTwice({
  first,
  second,
  ...place
}: Pick<FailureContext, 'runList' | 'toDrop'> & {
  readonly first: NotStarted;
  readonly second: NotStarted;
}): string {
  return (
    `${WHAT.create} failed twice: ${notStartedReason(first)}; ` +
    'sent once more under the same key, which ' +
    `makes no second run: ${asSentence(notStartedReason(second))} ` +
    createAdvice({ ...place, notSent: 'a third time' })
  );
}

function notStartedReason({ error, message }: NotStarted): string {
  return error?.message ?? message;
}

/** The failure as a value. Rethrows anything else. */
export function asNotStarted(error: unknown): NotStarted {
  if (error instanceof NotStarted) {
    return error;
  }
  throw error;
}

const WHAT: Readonly<Record<CallName, string>> = {
  create: 'Creating the agent run',
  resume: 'Resuming the agent run',
  read: 'Reading the agent run',
  'look-up': 'Looking up the repository',
  check: 'Checking the set-up',
};

/**
 * The failure for a request that will not be sent again. For create and resume, every ambiguous
 * error becomes `ambiguous_create`. A request that was certainly not carried out gets here only
 * when the time is up.
 */
export function failureOf(error: ServiceError, context: FailureContext): Failure {
  const { call } = context;
  const code = codeOf(error, call);
  const said = error.said === '' ? '' : ` ${asSentence(`The service said: "${error.said}"`)}`;
  const next = nextStep(code, { error, ...context });
  const isChecked = CHECKED.has(code) && context.isKnownToExist !== true && call !== 'check';
  const check = isChecked ? ` ${checkAdvice(context)}` : '';
  const what = `${WHAT[call]} failed: ${responseMet(error)}.${said}${pageNote(error, context)}`;
  return { code, message: `${what} ${next}${check}${standing(code, context)}` };
}

/**
 * A web page is told in a sentence of its own, unless a proxy on the way sent it because the
 * service is down.
 */
function responseMet(error: ServiceError): string {
  if (error.kind === 'status' || error.isWebPage) {
    return `the service answered HTTP ${String(error.status)}`;
  }
  return error.message;
}

function pageNote(error: ServiceError, context: FailureContext): string {
  if (!error.isWebPage || (error.status ?? 0) >= 500) {
    return '';
  }
  return (
    ` That was a web page, not an answer of the API (${addressOf(context)}). ` +
    `The input \`base_url\` (${context.baseUrl}) probably names a website or a sign-in page ` +
    'instead of the root of the API.'
  );
}

/** The end of a session by a request that will not be sent again. */
export function endOfRequest(error: ServiceError, context: FailureContext): SessionEnd {
  const { code, message } = failureOf(error, context);
  return failedEnd(code, message);
}

/** Failures of the set-up, which the check explains. */
const CHECKED: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'network',
]);

function checkAdvice(context: FailureContext): string {
  const names = takesNumber(context) ? "; it also names the token's organizations" : '';
  return `To test the set-up without spending a run, use \`task: check\`${names}.`;
}

function standing(
  code: ErrorCode,
  { isKnownToExist = false, runId, webUrl, toDrop }: FailureContext,
): string {
  if (!isKnownToExist) {
    return '';
  }
  const address = safeHttpsUrl(webUrl);
  const where = address === null ? '' : `look at ${address}, or `;
  const how = code === 'not_found' ? 'Unless it was deleted,' : 'The run itself is not affected:';
  return ` ${how} ${where}follow it with ${followingText(String(runId), toDrop)}.`;
}

function codeOf(error: ServiceError, call: CallName): ErrorCode {
  if (error.code !== null) {
    return error.code;
  }
  if (error.throttled) {
    return 'rate_limited';
  }
  // 304 leads nowhere, and is no answer to this request either.
  if (error.redirect || error.status === 304) {
    return 'bad_response';
  }
  if (error.proof === 'ambiguous') {
    return onlyReads(call) ? 'bad_response' : 'ambiguous_create';
  }
  return error.status === null ? 'network' : refusalCode(error.status);
}

const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  402: 'quota_exceeded',
  403: 'forbidden',
  404: 'not_found',
};

/** The code of a request that was refused for good with this status. */
export function refusalCode(status: number): ErrorCode {
  return REFUSALS[status] ?? 'rejected';
}

const PLAIN: SessionEnd = {
  outcome: 'succeeded',
  errorCode: null,
  errorMessage: null,
  skipReason: null,
  cutShort: null,
  resultJson: null,
  lacks: null,
};

/** An end that needs no message. */
export function plainEnd(outcome: SessionEnd['outcome']): SessionEnd {
  return { ...PLAIN, outcome };
}

export function failedEnd(errorCode: ErrorCode, errorMessage: string): SessionEnd {
  return { ...PLAIN, outcome: 'error', errorCode, errorMessage };
}

interface OverBudget extends Pick<KeptBudget, 'kept' | 'setBy'> {
  /** What became of the run, as sentences. */
  readonly became: string;
  readonly runId: RunId;
  /** The next step of the thread goes on with this run. */
  readonly inThread: boolean;
}

/**
 * The run has used up its budget (contract 20).
 *
 * @param used `5.12 USD of the 5.00 USD that `budget` allows`
 */
export function overBudgetEnd(
  used: string,
  { became, runId, kept, setBy, inThread }: OverBudget,
): SessionEnd {
  const what = `The agent run ${shortId(runId)} has used ${used}.`;
  const anew = inThread ? 'start a new run in another thread' : 'start a new run';
  // A limit that its create has set stays.
  const next = kept === 'sent' ? `Raise ${setBy} and ${anew}` : `Raise ${setBy}`;
  return {
    ...PLAIN,
    outcome: 'failed',
    errorCode: 'budget_exceeded',
    errorMessage: `${what} ${became} ${next}, or ask for less.`,
  };
}

const STOPPED_THERE = 'The service has stopped it.';

/** A failure for want of money or budget is one with a code (contract 18.5, 20). */
export function endOfRun(
  outcome: RunEnd,
  {
    record,
    budget,
    inputs,
  }: {
    readonly record: TurnRecord;
    readonly budget: KeptBudget | null;
    readonly inputs: Pick<Inputs, 'resume'>;
  },
): SessionEnd {
  const end = plainEnd(outcome);
  if (OUTCOME_TABLE[outcome].ending !== 'failure' || !record.isOutOfMoney) {
    return end;
  }
  if (record.isAtLimit && budget?.kept === 'sent') {
    const { followed: runId } = record;
    const inThread = goesOnInThread({ inputs });
    const told = { ...budget, became: STOPPED_THERE, runId, inThread };
    return overBudgetEnd(usedText(record, budget), told);
  }
  return { ...end, errorCode: 'quota_exceeded' };
}

/** Whether the next step of the thread goes on with the run. */
export function goesOnInThread({ inputs }: { readonly inputs: Pick<Inputs, 'resume'> }): boolean {
  return inputs.resume === 'thread';
}

/** @param what what the run did not do in time, as text */
export function timedOutEnd(
  what: string,
  {
    obstacle,
    timeoutMs,
    stillSince = null,
  }: {
    readonly obstacle: string | null;
    readonly timeoutMs: number;
    /** When something moved last (ISO 8601); null: not worth saying (contract 18.3). */
    readonly stillSince?: string | null;
  } & Secretless,
): SessionEnd {
  const still = stillSince === null ? '' : ` Nothing has moved since ${stillSince}.`;
  const why = obstacle === null ? '' : ` ${asSentence(`The last look failed: ${obstacle}`)}`;
  const cutShort =
    `The run ${what} within ${counted(timeoutMs / 60_000, 'minute')} ` +
    `(timeout_minutes).${still}${why}`;
  return { ...PLAIN, outcome: 'timed_out', cutShort };
}

/** @param why as sentences, why nothing was sent */
export function notSent(why: string): NotStarted {
  return new NotStarted(skippedEnd(why), null);
}

export function skippedEnd(skipReason: string): SessionEnd {
  return { ...PLAIN, outcome: 'skipped', skipReason };
}

/** A signal, or a bug in this action. `run` is what is known about the run at that moment. */
export function endOfCrash(
  error: unknown,
  { runId, webUrl }: { readonly runId: RunId | null; readonly webUrl: string | null },
): SessionEnd {
  if (error instanceof Cancelled) {
    return { ...PLAIN, outcome: 'cancelled', cutShort: error.message };
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const address = safeHttpsUrl(webUrl);
  const where = address === null ? '' : ` at ${address}`;
  const goesOn = runId === null ? '' : ` The run ${shortId(runId)} may go on${where}.`;
  return failedEnd(
    'internal',
    `Something went wrong inside this action: ${what}.${goesOn} Run it again with debug ` +
      'logging (ACTIONS_STEP_DEBUG) and report what it says.',
  );
}
