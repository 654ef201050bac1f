/**
 * What to do next about a request that failed (contract 5), by its code and what is known of the
 * request.
 */
import type { RunId } from '../agents/port.ts';
import type { ServiceError } from '../http/errors.ts';
import { followingText, inputsToDrop, type DroppableInputs } from '../inputs/named-run.ts';
import type { ChosenService } from '../inputs/service.ts';
import type { ErrorCode } from '../runner/output-table.ts';
import type { Secretless } from '../safe/redaction.ts';
import { joined, shortId } from '../safe/text.ts';
import { ENDED_TOKEN, retiredTokenCause, RUN_CLOSED, tokenCause } from './token-advice.ts';
import { safeHttpsUrl } from '../safe/url.ts';

export type CallName = 'create' | 'resume' | 'read' | 'look-up' | 'check';

/** The inputs of which messages speak. */
interface ToldInputs {
  readonly service: ChosenService;
  readonly baseUrl: string;
  readonly orgId: string;
  /** The repository that the inputs name, or null. */
  readonly repo: string | null;
  /** What a refusal of the token most likely means. The token itself is in no message. */
  readonly tokenCause: string;
  /** See `retiredTokenCause`. */
  readonly retiredTokenCause: string | null;
  /** See `inputsToDrop`. */
  readonly toDrop: readonly string[];
}

type InputsToTell = DroppableInputs &
  Pick<ToldInputs, 'baseUrl' | 'orgId' | 'repo'> & { readonly token: string };

export function toldInputs(inputs: InputsToTell): ToldInputs {
  const { service, baseUrl, orgId, repo, token } = inputs;
  return {
    service,
    baseUrl,
    orgId,
    repo,
    tokenCause: tokenCause(token, service),
    retiredTokenCause: retiredTokenCause(token, service),
    toDrop: inputsToDrop(inputs),
  };
}

export interface FailureContext extends ToldInputs, Secretless {
  readonly call: CallName;
  readonly runId: RunId | null;
  readonly webUrl: string | null;
  /** See `KeyRules`. */
  readonly runList: string;
  /** The run is known to exist, and failing to read it does not change that. */
  readonly isKnownToExist?: boolean;
}

/** A request that failed, and how. */
interface FailedRequest extends FailureContext {
  readonly error: ServiceError;
}

/** What to do next, as sentences. */
export function nextStep(code: ErrorCode, request: FailedRequest): string {
  // Which of the two statuses an older API's token is refused with says nothing.
  const isTokenRefused = code === 'unauthorized' || code === 'forbidden';
  const retired = isTokenRefused ? request.retiredTokenCause : null;
  return retired ?? request.error.advice ?? ADVICE[code](request);
}

/** Whether the call changes nothing at the service. */
export function onlyReads(call: CallName): boolean {
  return call !== 'create' && call !== 'resume';
}

/** Whether the service knows the organization by the number in `org_id`. */
export function takesNumber({ service }: FailureContext): boolean {
  return service.facts.orgId === 'number';
}

/** The method and URL of the request. */
export function addressOf(context: FailureContext): string {
  const { call, baseUrl, service } = context;
  if (call === 'check') {
    // With a slash, because the job log would break up a port that a blank follows.
    return `${baseUrl}/`;
  }
  return service.facts.requestLine(call, context).replace(' ', ` ${baseUrl}`);
}

/** A code without a row here does not compile. */
const ADVICE: Readonly<Record<ErrorCode, (request: FailedRequest) => string>> = {
  unauthorized: tokenAdvice,
  quota_exceeded: quotaAdvice,
  forbidden: permissionAdvice,
  not_found: notFoundAdvice,
  rejected: correctionAdvice,
  rate_limited: limitAdvice,
  ambiguous_create: lookAdvice,
  bad_response: responseAdvice,
  network: connectionAdvice,
  // No request ends with these unless its service has advice of its own.
  invalid_input: reportAdvice,
  schema_mismatch: reportAdvice,
  budget_exceeded: reportAdvice,
  thread_unavailable: reportAdvice,
  internal: reportAdvice,
};

function reportAdvice(): string {
  return 'Please report this.';
}

function quotaAdvice(request: FailedRequest): string {
  const whose = takesNumber(request) ? "organization's" : "account's";
  return `The ${whose} quota or credit is used up. Raise it at the service, then run this again.`;
}

function correctionAdvice({ call, baseUrl, error }: FailedRequest): string {
  if (call === 'check') {
    return `Check that the input \`base_url\` (${baseUrl}) is the address of the agent service.`;
  }
  if (onlyReads(call)) {
    return 'Check the inputs.';
  }
  return `${correction(error)}; ${undone(call)}.`;
}

function limitAdvice({ call }: FailedRequest): string {
  return (
    `The token was over its rate limit until the timeout, so ${undone(call)}. ` +
    'Run fewer jobs at once, or raise `timeout_minutes`.'
  );
}

/** Where to look for what an ambiguous request may have done. */
function lookAdvice({ call, runId, webUrl, runList, toDrop }: FailedRequest): string {
  if (call === 'create') {
    return createAdvice({ runList, toDrop, notSent: 'again' });
  }
  const where = safeHttpsUrl(webUrl) ?? 'the service';
  return (
    'It is unknown whether the run received the follow-up, so it was not sent again. ' +
    `Look at run ${shortId(String(runId))} at ${where}: if the prompt is there, follow the ` +
    `run with ${followingText(null, toDrop)}; if not, run this step again.`
  );
}

/** After a create of which it is not known whether it made a run. */
export function createAdvice({
  runList,
  toDrop,
  notSent,
}: Pick<FailureContext, 'runList' | 'toDrop'> & {
  /** `again` */
  readonly notSent: string;
}): string {
  return (
    `It is unknown whether a run was created, so the request was not sent ${notSent}. ` +
    `Look at ${runList}: if the run is there, follow it with ${followingText(null, toDrop)}; ` +
    'if not, run this step again.'
  );
}

function responseAdvice({ runId, baseUrl, error }: FailedRequest): string {
  if (error.redirect) {
    return `Redirects are never followed. ${redirectAdvice(error, baseUrl)}`;
  }
  const effect = runId === null ? 'Nothing was created' : 'The run received nothing';
  return `${effect}. If this lasts, check that \`base_url\` is the address of the agent service.`;
}

/** The time was up before a request could be sent. */
export const OUT_OF_TIME =
  'What comes before it took until the timeout: reads, the turn of this job among its ' +
  '`siblings`, or the rate limit. Raise `timeout_minutes`. Nothing was sent.';

function connectionAdvice(request: FailedRequest): string {
  const { baseUrl, error } = request;
  if (error.kind === 'no_time') {
    return OUT_OF_TIME;
  }
  if (error.kind === 'certificate' && /ALTNAME|HOSTNAME_MISMATCH/.test(error.message)) {
    return (
      'The certificate belongs to another host name: check the one in `base_url` ' +
      `(${baseUrl}). Nothing was sent.`
    );
  }
  if (error.kind === 'certificate') {
    return (
      'If the service uses its own certificate authority, set the environment variable ' +
      'NODE_EXTRA_CA_CERTS to the path of its certificate.'
    );
  }
  return (
    `${addressOf(request)} was never reached. Check the host name in \`base_url\` (${baseUrl}) ` +
    'and the way to it from this runner (DNS, firewall, HTTPS_PROXY). Nothing was sent.'
  );
}

function tokenAdvice({ tokenCause: cause, isKnownToExist }: FailureContext): string {
  return isKnownToExist === true ? ENDED_TOKEN : cause;
}

function permissionAdvice(request: FailedRequest): string {
  const { service, orgId, repo } = request;
  if (request.isKnownToExist === true) {
    return RUN_CLOSED;
  }
  if (takesNumber(request)) {
    return (
      `Check that the token belongs to the organization ${orgId} (input ` +
      '`org_id`) and may use agent runs.'
    );
  }
  const where = repo === null ? '' : ` in ${repo}`;
  const { token } = service.facts;
  return `Check that the token may start agents${where}. The input \`token\` takes ${token}.`;
}

/** What of the inputs may name something that does not exist. */
function notFoundAdvice(request: FailedRequest): string {
  const { orgId, runId, error } = request;
  if (request.isKnownToExist === true) {
    return `The run was there, and ${addressOf(request)} does not exist any more.`;
  }
  if (!takesNumber(request)) {
    const inputs = inputsNamed(request);
    return (
      `Check ${inputs}, and that the token may see them: ` + `${addressOf(request)} does not exist.`
    );
  }
  if (runId !== null) {
    return `Check the inputs \`agent_run_id\` (${runId}), \`org_id\` (${orgId}) and \`base_url\`.`;
  }
  // A refusal that speaks of a repository came because one was given.
  const named = /\brepo/i.test(error.said)
    ? '`repo_id`, `org_id` and `base_url`'
    : '`base_url` and `org_id`';
  return `Check the inputs ${named}: ${addressOf(request)} does not exist, or the number is wrong.`;
}

/** The inputs that may name something that does not exist, where no number names anything. */
function inputsNamed(request: FailedRequest): string {
  const { orgId, repo, runId } = request;
  // The repository of a run that is there is its own.
  const isRepoAsked = repo !== null && (runId === null || addressOf(request).includes(repo));
  const named = [
    runId === null ? '' : `\`agent_run_id\` (${runId})`,
    orgId === '' ? '' : `\`org_id\` (${orgId})`,
    isRepoAsked ? `\`repo\` (${repo})` : '',
  ];
  const given = joined(named, ', ');
  return given === '' ? 'the input `base_url`' : `the inputs ${given} and \`base_url\``;
}

/** What to change after a refusal. Few of them name an input. */
function correction({ status, said }: ServiceError): string {
  if (status === 405) {
    return 'Check that the input `base_url` is the root of the API of this service';
  }
  if (status === 413) {
    return 'Shorten the prompt, or send fewer or smaller `images`';
  }
  if (said === '') {
    return 'The service gives no reason. Check the inputs';
  }
  return 'Correct what the service objects to';
}

/** Without the query of the address, which may carry secrets. */
function redirectAdvice({ location }: ServiceError, baseUrl: string): string {
  const target = location === null ? null : URL.parse(location, baseUrl);
  const led = target === null ? '' : ` This one led to ${target.origin}${target.pathname}.`;
  return (
    `Check that the input \`base_url\` (${baseUrl}) is the final address of the service.` + led
  );
}

/** What a refused request left undone. */
function undone(call: CallName): string {
  if (onlyReads(call)) {
    return 'the service could not be read';
  }
  return call === 'create' ? 'nothing was started' : 'the run did not receive the follow-up';
}
