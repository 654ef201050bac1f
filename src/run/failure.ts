/**
 * How a step ends, and for a failure its code and message (contract 5): what happened, what the
 * service said, what to do next.
 */
import type { RunId } from '../agents/port.ts';
import { SERVICE_TABLE, type ServiceName } from '../agents/service-table.ts';
import type { ErrorCode } from '../runner/output-table.ts';
import { Cancelled } from '../runner/clock.ts';
import type { Secretless } from '../safe/redaction.ts';
import { asSentence, counted, joined, shortId } from '../safe/text.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { isWebPage, ServiceError } from '../http/errors.ts';
import type { SessionEnd } from './events.ts';

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
 * A create that was sent twice under one key, and neither answer told a run: what happened, and what
 * to do, as sentences.
 */
export function failedTwice({
  first,
  second,
  runList,
}: {
  readonly first: NotStarted;
  readonly second: NotStarted;
  /** See `KeyRules`. */
  readonly runList: string;
}): string {
  return (
    `${WHAT.create} failed twice: ${reasonOf(first)}; sent once more under the same key, which ` +
    `makes no second run: ${asSentence(reasonOf(second))} ` +
    createAdvice({ runList, notSent: 'a third time' })
  );
}

function reasonOf({ error, message }: NotStarted): string {
  return error?.message ?? message;
}

/** After a create of which it is not known whether it made a run. */
function createAdvice({
  runList,
  notSent,
}: {
  readonly runList: string;
  /** `again` */
  readonly notSent: string;
}): string {
  return (
    `It is unknown whether a run was created, so the request was not sent ${notSent}. ` +
    `Look at ${runList}: if the run is there, follow it with \`agent_run_id\` and no ` +
    '`prompt`; if not, run this step again.'
  );
}

/** The failure as a value. Rethrows anything else. */
export function asNotStarted(error: unknown): NotStarted {
  if (error instanceof NotStarted) {
    return error;
  }
  throw error;
}

/** A failure of the service as a value. Rethrows anything else. */
export function serviceErrorOrThrow(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    return error;
  }
  throw error;
}

export type CallName = 'create' | 'resume' | 'read' | 'look-up' | 'check';

const WHAT: Readonly<Record<CallName, string>> = {
  create: 'Creating the agent run',
  resume: 'Resuming the agent run',
  read: 'Reading the agent run',
  'look-up': 'Looking up the repository',
  check: 'Checking the set-up',
};

/** The inputs of which messages speak. */
export interface ToldInputs {
  readonly service: ServiceName;
  readonly baseUrl: string;
  readonly orgId: string;
  /** The repository that the inputs name, or null. */
  readonly repo: string | null;
}

export function toldInputs({ service, baseUrl, orgId, repo }: ToldInputs): ToldInputs {
  return { service, baseUrl, orgId, repo };
}

export interface FailureContext extends ToldInputs, Secretless {
  readonly call: CallName;
  readonly runId: RunId | null;
  readonly webUrl: string | null;
  /** See `KeyRules`. */
  readonly runList: string;
  /** The run is known to exist, and failing to read it does not change that. */
  readonly untouched?: boolean;
}

/**
 * The failure for a request that will not be sent again. For create and resume, every ambiguous
 * error becomes `ambiguous_create`. A request that was certainly not carried out gets here only
 * when the time is up.
 */
export function failureOf(error: ServiceError, context: FailureContext): Failure {
  const { call, baseUrl } = context;
  const code = codeOf(error, call);
  const isPage = isWebPage(error);
  // A web page is told in a sentence of its own, unless a proxy on the way sent it because the
  // service is down.
  const met =
    error.kind === 'status' || isPage
      ? `the service answered HTTP ${String(error.status)}`
      : error.message;
  const said = error.said === '' ? '' : ` ${asSentence(`The service said: "${error.said}"`)}`;
  const page =
    isPage && (error.status ?? 0) < 500
      ? ` That was a web page, not an answer of the API (${addressOf(context)}). ` +
        `The input \`base_url\` (${baseUrl}) probably names a website or a sign-in page ` +
        'instead of the root of the API.'
      : '';
  const next = error.advice ?? advice(code, { error, ...context });
  const isChecked = CHECKED.has(code) && context.untouched !== true && call !== 'check';
  const check = isChecked ? ` ${checkAdvice(context)}` : '';
  return {
    code,
    message: `${WHAT[call]} failed: ${met}.${said}${page} ${next}${check}${standing(code, context)}`,
  };
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

/** Whether the service knows the organization by the number in `org_id`. */
function takesNumber({ service }: FailureContext): boolean {
  return SERVICE_TABLE[service].orgId === 'number';
}

/** The method and URL of the request. */
function addressOf(context: FailureContext): string {
  const { call, baseUrl, service } = context;
  if (call === 'check') {
    // With a slash, because the job log would break up a port that a blank follows.
    return `${baseUrl}/`;
  }
  return SERVICE_TABLE[service].requestLine(call, context).replace(' ', ` ${baseUrl}`);
}

function standing(code: ErrorCode, { untouched = false, runId, webUrl }: FailureContext): string {
  if (!untouched) {
    return '';
  }
  const address = safeHttpsUrl(webUrl);
  const where = address === null ? '' : `look at ${address}, or `;
  const how = code === 'not_found' ? 'Unless it was deleted,' : 'The run itself is not affected:';
  return (
    ` ${how} ${where}follow it with ` + `\`agent_run_id: ${String(runId)}\` and no \`prompt\`.`
  );
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
    return isRead(call) ? 'bad_response' : 'ambiguous_create';
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

function isRead(call: CallName): boolean {
  return call !== 'create' && call !== 'resume';
}

function advice(
  code: ErrorCode,
  context: FailureContext & { readonly error: ServiceError },
): string {
  const { call, runId, webUrl, baseUrl, error } = context;
  switch (code) {
    case 'unauthorized':
      return tokenAdvice(context);
    case 'quota_exceeded':
      return (
        `The ${takesNumber(context) ? "organization's" : "account's"} quota or credit is used up. ` +
        'Raise it at the service, then run this again.'
      );
    case 'forbidden':
      return permissionAdvice(context);
    case 'not_found':
      return placeAdvice(context);
    case 'rejected':
      if (call === 'check') {
        return `Check that the input \`base_url\` (${baseUrl}) is the address of the agent service.`;
      }
      if (isRead(call)) {
        return 'Check the inputs.';
      }
      return `${correction(error)}; ${undone(call)}.`;
    case 'rate_limited':
      return (
        `The token was over its rate limit until the timeout, so ${undone(call)}. ` +
        'Run fewer jobs at once, or raise `timeout_minutes`.'
      );
    case 'ambiguous_create':
      return call === 'create'
        ? createAdvice({ runList: context.runList, notSent: 'again' })
        : 'It is unknown whether the run received the follow-up, so it was not sent ' +
            `again. Look at run ${shortId(String(runId))} at ` +
            `${safeHttpsUrl(webUrl) ?? 'the service'}: if the prompt is there, follow the ` +
            'run with `agent_run_id` and no `prompt`; if not, run this step again.';
    case 'bad_response':
      return error.redirect
        ? `Redirects are never followed. ${redirectAdvice(error, baseUrl)}`
        : `${runId === null ? 'Nothing was created' : 'The run received nothing'}. ` +
            'If this lasts, check that `base_url` is the address of the agent service.';
    case 'network':
      if (error.kind === 'no_time') {
        return (
          'Waiting for the turn of this job among its `siblings`, or for the rate limit, took ' +
          'until the timeout. Raise `timeout_minutes`. Nothing was sent.'
        );
      }
      if (error.kind === 'certificate' && /ALTNAME|HOSTNAME_MISMATCH/.test(error.message)) {
        return (
          'The certificate belongs to another host name: check the one in `base_url` ' +
          `(${baseUrl}). Nothing was sent.`
        );
      }
      return error.kind === 'certificate'
        ? 'If the service uses its own certificate authority, set the environment variable ' +
            'NODE_EXTRA_CA_CERTS to the path of its certificate.'
        : `${addressOf(context)} was never reached. Check the host name in ` +
            `\`base_url\` (${baseUrl}) and the way to it from this runner (DNS, ` +
            'firewall, HTTPS_PROXY). Nothing was sent.';
    default:
      return 'Please report this.';
  }
}

function tokenAdvice({ service }: FailureContext): string {
  const { baseUrl, token } = SERVICE_TABLE[service];
  return baseUrl.kind === 'required'
    ? 'Check the input `token`: the API token is wrong, expired or revoked, or belongs to ' +
        'another service than `base_url` names.'
    : `Check the input \`token\`: it is wrong, expired or revoked, or it is not ${token}.`;
}

function permissionAdvice(context: FailureContext): string {
  const { service, orgId, repo } = context;
  if (takesNumber(context)) {
    return (
      `Check that the token belongs to the organization ${orgId} (input ` +
      '`org_id`) and may use agent runs.'
    );
  }
  const where = repo === null ? '' : ` in ${repo}`;
  const { token } = SERVICE_TABLE[service];
  return `Check that the token may start agents${where}. The input \`token\` takes ${token}.`;
}

/** What of the inputs may name something that does not exist. */
function placeAdvice(context: FailureContext & { readonly error: ServiceError }): string {
  const { orgId, repo, runId, error } = context;
  if (context.untouched === true) {
    return `The run was there, and ${addressOf(context)} does not exist any more.`;
  }
  if (!takesNumber(context)) {
    // The repository of a run that is there is its own.
    const isRepoAsked = repo !== null && (runId === null || addressOf(context).includes(repo));
    const named = [
      runId === null ? '' : `\`agent_run_id\` (${runId})`,
      orgId === '' ? '' : `\`org_id\` (${orgId})`,
      isRepoAsked ? `\`repo\` (${repo})` : '',
    ];
    const given = joined(named, ', ');
    const inputs = given === '' ? 'the input `base_url`' : `the inputs ${given} and \`base_url\``;
    return `Check ${inputs}, and that the token may see them: ${addressOf(context)} does not exist.`;
  }
  if (runId !== null) {
    return (
      `Check the inputs \`agent_run_id\` (${runId}), ` + `\`org_id\` (${orgId}) and \`base_url\`.`
    );
  }
  // A refusal that speaks of a repository came because one was given.
  const named = /\brepo/i.test(error.said)
    ? '`repo_id`, `org_id` and `base_url`'
    : '`base_url` and `org_id`';
  return (
    `Check the inputs ${named}: ${addressOf(context)} does not ` + 'exist, or the number is wrong.'
  );
}

/** What to change after a refusal. Few of them name an input. */
function correction({ status, said }: ServiceError): string {
  if (status === 405) {
    return 'Check that the input `base_url` is the root of the API of this service';
  }
  if (status === 413) {
    return 'Shorten the prompt, or send fewer or smaller `images`';
  }
  return said === ''
    ? 'The service gives no reason. Check the inputs'
    : 'Correct what the service objects to';
}

/** Without the query of the address, which may carry secrets. */
function redirectAdvice({ headers }: ServiceError, baseUrl: string): string {
  const target = headers['location'] === undefined ? null : URL.parse(headers['location'], baseUrl);
  const led = target === null ? '' : ` This one led to ${target.origin}${target.pathname}.`;
  return `Check that the input \`base_url\` (${baseUrl}) is the final address of the service.${led}`;
}

/** What a refused request left undone. */
function undone(call: CallName): string {
  if (isRead(call)) {
    return 'the service could not be read';
  }
  return call === 'create' ? 'nothing was started' : 'the run did not receive the follow-up';
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
  const cutShort = `The run ${what} within ${counted(timeoutMs / 60_000, 'minute')} (timeout_minutes).${still}${why}`;
  return { ...PLAIN, outcome: 'timed_out', cutShort };
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
  const goesOn =
    runId === null
      ? ''
      : ` The run ${shortId(runId)} may go on${address === null ? '' : ` at ${address}`}.`;
  return failedEnd(
    'internal',
    `Something went wrong inside this action: ${what}.${goesOn} Run it again with debug ` +
      'logging (ACTIONS_STEP_DEBUG) and report what it says.',
  );
}
