/**
 * What GitHub's refusals mean (sheet, section 2): a 403 may be a rate limit, whose wait is
 * read as GitHub documents it, and a create that is refused explains the kinds of tokens.
 */
import { ServiceError, whatTheServiceSaid, type Judgement } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import { GITHUB_LIMIT_PAUSE_MS, type WaitTold } from '../../http/asked-wait.ts';
import {
  refusalKind,
  refusedOf,
  wordedAdvice,
  type RefusalKind,
} from '../../http/github-refusal.ts';
import { locationOf } from '../../http/reply.ts';
import { joined } from '../../safe/text.ts';
import type { Secretless } from '../../safe/redaction.ts';
import type { ErrorCode } from '../../runner/output-table.ts';
import { jsonOrNull } from '../../safe/json.ts';
import { detailedMessage } from './schema.ts';

/** Where GitHub leads what asks for a repository by a name that it no longer has. */
const MOVED = /\/repositories\/\d+(?:\/|$)/;
const RENAMED =
  'The repository was renamed or moved to another owner, and redirects are never followed: set ' +
  '`repo` to the name that it has now.';

/** For these kinds `whatToCheck` names the permission that is missing. */
const PERMISSION_KINDS: readonly RefusalKind[] = ['permission', 'personal_permission'];

/** `Judge` for every answer of GitHub. */
export function judge(response: HttpResponse, told: WaitTold): Judgement {
  const { status, headers, body, redact = (text: string): string => text } = response;
  const data = jsonOrNull(body);
  const details = detailedMessage(data);
  const message = details === null ? whatTheServiceSaid(body, redact) : redact(details);
  const refused = refusedOf({ status, message, headers, data, told });
  const kind = refusalKind(refused);
  const said = details === null ? {} : { said: message };
  if (kind === 'limit') {
    const retryAfterMs = refused.retryAfterMs ?? GITHUB_LIMIT_PAUSE_MS;
    return { ...said, retryAfterMs, throttled: true, proof: 'unsent', code: 'rate_limited' };
  }
  const isMoved = MOVED.test(locationOf(headers) ?? '');
  // A repository that the person may not see, or that has opted out.
  const isHidden = status === 403 || status === 404;
  const worded = PERMISSION_KINDS.includes(kind) ? null : wordedAdvice(kind, 'token');
  return {
    ...said,
    mayConcernRepository: isHidden || isMoved,
    advice: isMoved ? RENAMED : worded,
  };
}

/** What the kinds of GitHub's tokens begin with. */
const PREFIXES = {
  /** Those of an app installation, that of the job among them. */
  installation: 'ghs_',
  fine_grained: 'github_pat_',
  classic: 'ghp_',
} as const;
type TokenKind = keyof typeof PREFIXES | 'other';

export function tokenKind(token: string): TokenKind {
  const kinds = Object.keys(PREFIXES) as (keyof typeof PREFIXES)[];
  return kinds.find((kind) => token.startsWith(PREFIXES[kind])) ?? 'other';
}

type Codes = Readonly<Record<number, ErrorCode>>;

const CODES: Codes = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
};
/** A read without credentials was refused with 400 (sheet, section 2). */
export const READ_CODES: Codes = { ...CODES, 400: 'unauthorized' };

export interface RefusedTasks extends Secretless {
  /** `owner/name`. */
  readonly repository: string;
  readonly tokenKind: TokenKind;
  readonly baseUrl: string;
}

/**
 * A refusal with what can be the reason: what GitHub's words ask for, else what is likely, because
 * it publishes no status for any of them. Other errors as they are.
 */
export function explained(error: unknown, refused: RefusedTasks, codes = CODES): unknown {
  if (!(error instanceof ServiceError) || error.throttled) {
    return error;
  }
  const status = error.status ?? 0;
  const code = codes[status];
  if (code === undefined) {
    return error;
  }
  return error.meaning(code, error.advice ?? whatToCheck(status, refused));
}

const PERSON =
  'It must be a person\'s with the permission "Agent tasks": the job\'s own `GITHUB_TOKEN` is refused.';
const OTHERS =
  'Other causes (the plan of the person, the policy of the organization, the address) stand in ' +
  'docs/setup.md, "GitHub Copilot".';

/**
 * What to do after a refusal, as sentences: the likely cause by status and token first (contract
 * 18.1).
 */
export function whatToCheck(status: number, refused: RefusedTasks): string {
  return joined([placeToCheck(refused), tokenToCheck(status, refused), OTHERS], ' ');
}

function tokenToCheck(status: number, { repository, tokenKind: kind }: RefusedTasks): string {
  if (kind === 'installation') {
    return (
      'This `token` is one of an app installation (it begins with `ghs_`, as that of the job ' +
      `does), which GitHub refuses for agent tasks. ${PERSON}`
    );
  }
  if (status === 400 || status === 401) {
    return `The \`token\` is mistyped, expired or revoked. ${PERSON}`;
  }
  switch (kind) {
    case 'fine_grained':
      return (
        'The fine-grained `token` most likely lacks the repository permission "Agent tasks" ' +
        `(read and write), or was not given ${repository}.`
      );
    case 'classic':
      return (
        'The classic `token` most likely lacks the scope `repo`, or its owner may not write to ' +
        `${repository}.`
      );
    case 'other':
      return `Most likely the person behind \`token\` may not write to ${repository}. ${PERSON}`;
  }
}

/** Where agent tasks may be missing altogether (sheet, section 2); empty for github.com. */
function placeToCheck({ baseUrl }: RefusedTasks): string {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  if (host.endsWith('.ghe.com')) {
    return (
      '`base_url` is an address of GHE.com, where agent tasks may be missing: this action was ' +
      'never tried there.'
    );
  }
  const isServer = new URL(baseUrl).pathname.startsWith('/api/v3');
  return isServer ? 'GitHub Enterprise Server has no agent tasks.' : '';
}
