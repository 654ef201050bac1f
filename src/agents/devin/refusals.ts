/** What error answers of the service mean (sheet, section 2; contract 5, 18.5, 18.6). */
import {
  asServiceError,
  type Judge,
  type Judgement,
  type ServiceError,
  whatTheServiceSaid,
} from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import { longest, type WaitTold } from '../../http/asked-wait.ts';
import { isRecord, jsonOrNull } from '../../safe/json.ts';
import { counted, joined } from '../../safe/text.ts';
import { refusal } from '../kit/failures.ts';
import { withoutPaths } from '../kit/refusals.ts';

/** Words for a want of credit: of `status_detail` (sheet, section 4), of people. `_` is a blank. */
const NO_CREDIT_WORDS = [
  'out_of_(?:credits?|quota|acus?)',
  'no_quota_allocation',
  'no_(?:acus?|credits?)_(?:available|left|remaining)',
  'insufficient_(?:acus?_)?(?:acus?|balance|credits?|funds|quota)',
  '(?:org_|user_)?(?:acu|quota|spend(?:ing)?|usage)_limit_(?:exceeded|reached)',
  'quota_exceeded',
  'payment_declined',
  'contract_expired',
];
const NO_CREDIT = new RegExp(
  String.raw`\b(?:${NO_CREDIT_WORDS.join('|').replaceAll('_', '[ _]')})\b`,
  'i',
);
/** The cap on running sessions (sheet, section 2, rate limits): the words are not published. */
const SESSION_CAP = /\bsessions?\b|\btotal_session_limit/i;
/** They speak of how often, not of how many at once. */
const OF_REQUESTS = /\b(?:rates?|requests?|per (?:second|minute|hour))\b/i;
const OF_PLACES = /\b(?:concurrent|concurrency|running|active|simultaneous|at once)\b/i;
/** The refusal names the field `tags`. */
const NAMES_TAGS = /\btags?\b/i;

/** The reason of a 429 that means a cap on sessions, for what is said of the wait. */
export const CAP_REASON = 'session_cap';

const CREDIT_ADVICE =
  'The organization has no credit for another session: raise it at Devin (Settings, Plans), ' +
  'then run this again.';
const CAP_ADVICE =
  'The organization may not have more sessions at work. One that waits for an answer counts, one ' +
  'that sleeps or is archived does not: put some to sleep, or run fewer jobs at once.';
const TAGS_ADVICE =
  'The action finds its sessions again by two tags of its own, and this organization allows only ' +
  'registered ones. Ask an administrator of the enterprise to allow tags of their own choice; ' +
  'nothing was started.';
const PERMISSION_ADVICE =
  'Check the input `org_id` and what the key may do in this organization: ' +
  'ViewOrgSessions to read sessions, ManageOrgSessions to create them, ' +
  'to send messages and to archive.';

export const judge: Judge = (response, told) => {
  const said = problemText(response);
  return { said, ...judgementOf(response, { said, told }) };
};

function judgementOf(
  response: HttpResponse,
  { said, told }: { readonly said: string; readonly told: WaitTold },
): Judgement {
  const { status } = response;
  if (status === 402 || (isClientError(status) && status !== 429 && NO_CREDIT.test(said))) {
    return { code: 'quota_exceeded', advice: CREDIT_ADVICE, proof: 'permanent' };
  }
  switch (status) {
    case 403:
      return { advice: PERMISSION_ADVICE };
    case 409:
      // Its meaning is not published (sheet, section 2).
      return { proof: 'ambiguous' };
    case 400:
    case 422:
      return NAMES_TAGS.test(withoutPaths(said)) ? { advice: TAGS_ADVICE } : {};
    case 429: {
      const retryAfterMs = longest([told.retryAfterMs ?? waitIn(response.body), told.resetMs]);
      if (namesSessionCap(said)) {
        return { reason: CAP_REASON, advice: CAP_ADVICE, retryAfterMs };
      }
      return { retryAfterMs };
    }
    default:
      return {};
  }
}

function namesSessionCap(said: string): boolean {
  return SESSION_CAP.test(said) && (OF_PLACES.test(said) || !OF_REQUESTS.test(said));
}

/** The sentence of a problem (RFC 9457), with the fields that it objects to. */
function problemText({ body, redact }: HttpResponse): string {
  const sentence = whatTheServiceSaid(body, redact);
  const problem = jsonOrNull(body);
  if (!isRecord(problem) || !Array.isArray(problem['errors'])) {
    return sentence;
  }
  const fields = whatTheServiceSaid(JSON.stringify({ errors: problem['errors'] }), redact);
  return joined([sentence, fields === sentence ? '' : fields], ': ');
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

/** @param awake sessions of this step that have ended and hold a place */
export function sessionCap(error: ServiceError, awake: number): ServiceError {
  const held =
    `${counted(awake, 'session')} of this step ${awake === 1 ? 'has' : 'have'} ended and may ` +
    'hold a place until half an hour after the end.';
  return error.meaning('rate_limited', `${CAP_ADVICE} ${held}`);
}

/** The wait may stand in the body alone (sheet, section 2). */
function waitIn(body: string): number | null {
  const told = jsonOrNull(body);
  const seconds = isRecord(told) ? Number(told['retry_after'] ?? NaN) : NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) * 1_000 : null;
}

/** Nobody knows in which organization the session is to be. */
export function noOrganization(): ServiceError {
  return refusal('the key belongs to no single organization', {
    code: 'not_found',
    advice:
      'Set the input `org_id` to the id of the organization (`org-…`): it stands in the settings ' +
      'of the organization at Devin. Nothing was sent.',
  });
}

/** A key that may not list sessions finds none again (sheet, section 2, permissions). */
export function withoutList(error: unknown): ServiceError {
  const failure = asServiceError(error);
  if (failure.status !== 403) {
    return failure;
  }
  return failure.meaning(
    'forbidden',
    'The key may not list sessions, so that none can be found again: give it the permission ' +
      'ViewOrgSessions in this organization. Nothing was created.',
  );
}
