/**
 * Why GitHub refuses a request, and what to do about it (contract 17.2), whichever token it was
 * sent with. The cause is known by words, code and headers of the answer, never by its status
 * alone: most causes of a 403 are no missing permission. Pure.
 */
import * as z from 'zod/mini';
import { waitWhenSpent, type WaitTold } from './asked-wait.ts';
import { isRedirectStatus, isTold } from './reply.ts';

/** What is known of a refusal. */
export interface Refused {
  /** Null: no answer came. */
  readonly status: number | null;
  /** GitHub's, or what happened instead of an answer. */
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** The codes of the body: its own, and those of its `errors`. */
  readonly codes?: readonly string[];
  /** The token has to be authorized for single sign-on (`x-github-sso`). */
  readonly asksForSso?: boolean;
}

/** The input whose token was refused. The job has a token of its own in place of `github_token`. */
export type TokenInput = 'github_token' | 'token';

interface KnownRefusal {
  readonly kind: string;
  readonly words: RegExp;
  /** What to do, as sentences. Null: the caller knows which permission it is. */
  readonly advice: ((token: TokenInput) => string) | null;
}

/** The end of an advice about a token. */
function orTheJobs(token: TokenInput): string {
  return token === 'github_token' ? ", or leave `github_token` out to use the job's own." : '.';
}

/** The first whose words are in the message is meant. */
const KNOWN_REFUSALS = [
  {
    kind: 'permission',
    words: /\bnot accessible by integration\b/i,
    advice: null,
  },
  {
    kind: 'personal_permission',
    words: /\bnot accessible by (?:fine-grained )?personal access token\b/i,
    advice: (token) =>
      `The personal access token in \`${token}\` lacks a permission on this repository: ` +
      `add it to the token${orTheJobs(token)}`,
  },
  {
    kind: 'sso',
    words: /\bSAML\b|\bsingle sign-on\b/i,
    advice: (token) =>
      `The organization asks for single sign-on: authorize the token in \`${token}\` for it ` +
      `(GitHub, Settings, the token, Configure SSO)${orTheJobs(token)}`,
  },
  {
    kind: 'address',
    words: /\bIP allow list\b|\bIP address is not permitted\b/i,
    advice: () =>
      'The organization lets only certain addresses in: run the job on a runner whose address it ' +
      'allows.',
  },
  {
    kind: 'archived',
    words: /\barchived\b/i,
    advice: () => 'The repository is archived, which makes it read-only.',
  },
  {
    kind: 'token_kind',
    words: /\bforbids access via\b|\btoken's lifetime\b/i,
    advice: (token) =>
      `The organization takes no token of this kind: give \`${token}\` one that it ` +
      `allows${orTheJobs(token)}`,
  },
  {
    kind: 'full',
    words: /\bmore than [\d,]+ comments\b|\bcommenting is disabled\b/i,
    advice: () => 'The thread has as many comments as GitHub allows: go on in a new one.',
  },
  {
    kind: 'restricted',
    words: /\binteractions?\b.{0,200}\b(?:limited|restricted)\b|\buser is blocked\b/i,
    advice: () => 'Who may write here is limited for now (Settings, Moderation options).',
  },
  {
    kind: 'locked',
    words: /\blocked\b|\block prevents\b/i,
    advice: () => 'The conversation is locked: unlock it to let the action write there.',
  },
] as const satisfies readonly KnownRefusal[];

export type RefusalKind =
  | (typeof KNOWN_REFUSALS)[number]['kind']
  /** No answer, or none that GitHub has written. */
  | 'unanswered'
  | 'fault'
  /** A primary or secondary rate limit, which is often a 403, at times a 422. */
  | 'limit'
  | 'no_token'
  | 'bad_token'
  /** The token was taken earlier in this step. */
  | 'ended_token'
  /** 404: it is not there, or the token may not see it. */
  | 'hidden'
  | 'gone'
  /** The repository has another name, or something between leads elsewhere. Never followed. */
  | 'redirected'
  | 'unknown';

const LIMIT_WORDS = /\brate limit\b|\babuse detection\b/i;
/** GitHub's words and code for too many at once, with a 422. */
const TOO_QUICK_WORDS = /\bsubmitted too quickly\b/i;
const TOO_QUICK_CODE = 'abuse';

export function isFaultStatus(status: number): boolean {
  return status >= 500 || status === 408;
}

function isLimit({ status, message, retryAfterMs, codes = [] }: Refused): boolean {
  switch (status) {
    case 429:
      return true;
    case 403:
      return retryAfterMs !== null || LIMIT_WORDS.test(message);
    case 422:
      return (
        retryAfterMs !== null || TOO_QUICK_WORDS.test(message) || codes.includes(TOO_QUICK_CODE)
      );
    default:
      return false;
  }
}

export function refusalKind(refused: Refused): RefusalKind {
  const { status, message, asksForSso = false } = refused;
  if (status === null) {
    return 'unanswered';
  }
  if (isFaultStatus(status)) {
    return 'fault';
  }
  if (isRedirectStatus(status)) {
    return 'redirected';
  }
  if (isLimit(refused)) {
    return 'limit';
  }
  if (status === 401) {
    return 'bad_token';
  }
  if (asksForSso) {
    return 'sso';
  }
  const known = KNOWN_REFUSALS.find(({ words }) => words.test(message));
  if (known !== undefined) {
    return known.kind;
  }
  switch (status) {
    case 404:
      return 'hidden';
    case 410:
      return 'gone';
    default:
      return 'unknown';
  }
}

/** What to do, as sentences; empty: the cause is unknown, and GitHub's own words stand alone. */
const ADVICE: Readonly<Record<Exclude<RefusalKind, KnownKind>, string>> = {
  unanswered: 'GitHub gave no usable answer: run the step again later.',
  fault: 'GitHub gave no usable answer: run the step again later.',
  limit: "GitHub's rate limit for this token is used up: run the step again later.",
  no_token: 'The input `github_token` is empty: leave it out to use the token of the job.',
  bad_token:
    'GitHub does not accept the token in the input `github_token`: it is mistyped, expired or ' +
    "revoked (one of a GitHub App lives an hour). Leave it out to use the job's own, or give a " +
    'valid one.',
  ended_token:
    'GitHub accepted the token in the input `github_token` earlier in this step, so it has ended ' +
    'or was revoked meanwhile. One of a GitHub App lives an hour: set `timeout_minutes` below ' +
    "that, or leave `github_token` out to use the job's own, which lives as long as the job.",
  hidden: 'It is not there, or the token in `github_token` may not see it.',
  gone: 'It was deleted, or is switched off in this repository.',
  redirected:
    'Start the workflow anew, and where an input or an address names the repository, give the ' +
    'name that it has now.',
  unknown: '',
};

type KnownKind = (typeof KNOWN_REFUSALS)[number]['kind'];

/** What GitHub's own words ask for, as sentences; null where they name no cause. */
export function wordedAdvice(kind: RefusalKind, token: TokenInput): string | null {
  const known: KnownRefusal | undefined = KNOWN_REFUSALS.find((refusal) => refusal.kind === kind);
  return known?.advice?.(token) ?? null;
}

/**
 * What to do about a refusal of the token in `github_token`, as sentences; empty where nobody
 * knows.
 *
 * @param permission what to do where the job's token lacks a permission
 */
export function refusalAdvice(kind: RefusalKind, permission: string): string {
  if (kind === 'permission') {
    return permission;
  }
  return wordedAdvice(kind, 'github_token') ?? ADVICE[kind as Exclude<RefusalKind, KnownKind>];
}

const codeSchema = z.catch(z.object({ code: z.catch(z.string(), '') }), { code: '' });

/** The code of a refusal's body, and those of its `errors`. */
function codesIn(data: unknown): readonly string[] {
  const errors = z.object({ errors: z.array(codeSchema) }).safeParse(data);
  const all = [codeSchema.parse(data), ...(errors.success ? errors.data.errors : [])];
  return all.map(({ code }) => code).filter((code) => code !== '');
}

/** What an answer tells of the refusal that it is. */
export function refusedOf({
  status,
  message,
  headers,
  data,
  told,
}: {
  readonly status: number;
  /** GitHub's. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed; whatever cannot be is none. */
  readonly data: unknown;
  readonly told: WaitTold;
}): Refused {
  // A used-up limit refuses with these alone: the last request that it allows says "spent" as well.
  const isRefused = status === 403 || status === 429;
  return {
    status,
    message,
    retryAfterMs: isRefused ? waitWhenSpent(told) : told.retryAfterMs,
    codes: codesIn(data),
    asksForSso: isTold(headers, 'x-github-sso'),
  };
}
