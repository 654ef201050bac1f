/**
 * What GitHub's refusals mean (sheet, section 2): a 403 may be a rate limit, whose wait is
 * read as GitHub documents it, and a create that is refused explains the kinds of tokens.
 */
import { ServiceError, type Judgement } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import { GITHUB_LIMIT_PAUSE_MS, waitWhenSpent, type WaitTold } from '../../http/asked-wait.ts';
import { parseJson } from '../../safe/json.ts';
import type { Secretless } from '../../safe/redaction.ts';
import type { ErrorCode } from '../../runner/output-table.ts';
import { detailedMessage } from './schema.ts';

const LIMIT_WORDS = /\b(?:secondary )?rate limit\b|\babuse detection\b/i;

/** Where GitHub leads what asks for a repository by a name that it no longer has. */
const MOVED = /\/repositories\/\d+(?:\/|$)/;
const RENAMED =
  'The repository was renamed or moved to another owner, and redirects are never followed: set ' +
  '`repo` to the name that it has now.';

/** `Judge` for every answer of GitHub. */
export function judge(response: HttpResponse, told: WaitTold): Judgement {
  const details = detailsOf(response);
  const said = details === null ? {} : { said: details };
  if (!isLimit(response, told)) {
    const isMoved = MOVED.test(response.headers['location'] ?? '');
    // A repository that the person may not see, or that has opted out.
    const isHidden = response.status === 403 || response.status === 404;
    return {
      ...said,
      mayConcernRepository: isHidden || isMoved,
      advice: isMoved ? RENAMED : null,
    };
  }
  const retryAfterMs = waitWhenSpent(told) ?? GITHUB_LIMIT_PAUSE_MS;
  return { ...said, retryAfterMs, throttled: true, proof: 'unsent', code: 'rate_limited' };
}

function isLimit({ status, body }: HttpResponse, { retryAfterMs, isSpent }: WaitTold): boolean {
  if (status !== 403) {
    return status === 429;
  }
  return retryAfterMs !== null || isSpent || LIMIT_WORDS.test(body);
}

function detailsOf({ body, redact = (text) => text }: HttpResponse): string | null {
  try {
    const details = detailedMessage(parseJson(body));
    return details === null ? null : redact(details);
  } catch {
    return null;
  }
}

/** What the tokens of app installations begin with, that of the job among them. */
const INSTALLATION = 'ghs_';

export function isOfInstallation(token: string): boolean {
  return token.startsWith(INSTALLATION);
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
};

export interface RefusedTasks extends Secretless {
  /** `owner/name`. */
  readonly repository: string;
  /** The token is one of an app installation. */
  readonly isOfInstallation: boolean;
  readonly baseUrl: string;
}

/**
 * A refused create, with what can be the reason: GitHub publishes no status for any of them. Other
 * errors as they are.
 */
export function explained(error: unknown, refused: RefusedTasks): unknown {
  if (!(error instanceof ServiceError) || error.throttled) {
    return error;
  }
  const code = CODES[error.status ?? 0];
  return code === undefined ? error : error.meaning(code, whatToCheck(refused));
}

/** What a person can check, as sentences in one line. */
export function whatToCheck(refused: RefusedTasks): string {
  const { repository, baseUrl } = refused;
  const kind = refused.isOfInstallation
    ? 'This `token` is one of an app installation (it begins with `ghs_`, as that of the job ' +
      'does), which GitHub refuses for agent tasks. '
    : '';
  return (
    `${kind}Check in this order: ` +
    "(1) `token` is a person's, not the job's own `GITHUB_TOKEN` or another token of an app " +
    'installation: a fine-grained personal access token with the repository permission ' +
    '"Agent tasks" (read and write), a classic one with the scope `repo`, or a token that an ' +
    'app got for a user; ' +
    `(2) it may see ${repository}, and the person can write there; ` +
    '(3) the person has a Copilot plan with the cloud agent, and it is not used up; ' +
    '(4) the policy of the organization allows the cloud agent, and the repository has not ' +
    'opted out; ' +
    `(5) ${hostToCheck(baseUrl)}.`
  );
}

/** Nobody has shown agent tasks under an address of GHE.com (sheet, section 2). */
function hostToCheck(baseUrl: string): string {
  const isOfGhe = URL.parse(baseUrl)?.hostname.endsWith('.ghe.com') === true;
  if (isOfGhe) {
    return (
      '`base_url` is an address of GHE.com, where agent tasks may be missing: this action was ' +
      'never tried there'
    );
  }
  return (
    '`base_url` is `https://api.github.com`, ' +
    'because GitHub Enterprise Server has no agent tasks'
  );
}
