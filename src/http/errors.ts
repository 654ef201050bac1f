/**
 * Typed failures of a single request to the service (contract 5), and what each proves: which
 * requests may be sent again.
 */
import type { ErrorCode } from '../runner/output-table.ts';
import type { Redact } from '../safe/redaction.ts';
import { ellipsis } from '../safe/text.ts';
import type { HttpResponse } from './port.ts';
import { isRedirectStatus, locationOf } from './reply.ts';
import { usualWait, waitTold, type WaitTold } from './asked-wait.ts';
import {
  statusProof,
  TRANSPORT_FAULTS,
  type Proof,
  type TransportError,
  type TransportKind,
} from './proof.ts';

/**
 * `status`: a response other than 2xx. `body`: a 2xx response without the expected JSON.
 * `unsendable`: refused before anything was sent, because the service would not take it. Otherwise
 * a transport fault.
 */
type FailureKind = 'status' | 'body' | 'unsendable' | TransportKind;

interface ServiceErrorInit {
  readonly kind: FailureKind;
  readonly proof: Proof;
  readonly status: number | null;
  /** See `ServiceError`. Default: null. */
  readonly retryAfterMs?: number | null;
  /** See `ServiceError`. Default: null. */
  readonly location?: string | null;
  /**
   * The service's message, not sanitized (each sink sanitizes for itself). Empty if there was no
   * readable message.
   */
  readonly said: string;
  /** What it means where the service tells more than its status does. Null: as the status says. */
  readonly code?: ErrorCode | null;
  /** What to do next, as sentences. Null: as the code says. */
  readonly advice?: string | null;
  /** The service's own word for the failure, such as `agent_busy`. */
  readonly reason?: string | null;
  /** The service refused it for now, because of a rate limit. Default: 429. */
  readonly throttled?: boolean;
  /** See `ServiceError`. Default: false. */
  readonly isWebPage?: boolean;
  /** See `ServiceError`. Default: false. */
  readonly isGatewayPage?: boolean;
  /** See `ServiceError`. Default: false. */
  readonly mayConcernRepository?: boolean;
  /** See `ServiceError`. Default: false. */
  readonly wasLookedFor?: boolean;
}

/** How long the pages of a gateway are waited out where the run was seen (contract 4.1). */
export const GATEWAY_PATIENCE_MS = 120_000;

/** How long is tried before a service that never connected counts as unreachable (contract 5). */
const NEVER_CONNECTED_MS = 120_000;
/** A host that refuses connections has nothing listening: a restart takes less (contract 5). */
const REFUSED_MS = 60_000;
/** A name that does not exist does not come into being (contract 5). */
const NO_SUCH_HOST_MS = 20_000;

/**
 * What a service makes of an error status where that differs from HTTP's meaning. Absent fields are
 * as usual.
 */
export type Judgement = Partial<
  Pick<
    ServiceErrorInit,
    | 'advice'
    | 'code'
    | 'mayConcernRepository'
    | 'proof'
    | 'reason'
    | 'retryAfterMs'
    | 'said'
    | 'throttled'
  >
>;

/** Judges a response with an error status, given what its headers say of when to send again. */
export type Judge = (response: HttpResponse, told: WaitTold) => Judgement;

export class ServiceError extends Error implements ServiceErrorInit {
  override readonly name = 'ServiceError';
  readonly kind: FailureKind;
  readonly proof: Proof;
  readonly status: number | null;
  /** Milliseconds that the service asks to wait at least; null: it names no time. */
  readonly retryAfterMs: number | null;
  /** Where the response leads, if it is a redirect. */
  readonly location: string | null;
  readonly said: string;
  readonly code: ErrorCode | null;
  readonly advice: string | null;
  readonly reason: string | null;
  readonly throttled: boolean;
  /** The response was HTML, with whatever status; an API responds with JSON. */
  readonly isWebPage: boolean;
  /**
   * 401, 403 or 404 with a text that is no JSON: something between has written it, such as a
   * gateway whose service restarts (contract 4.1).
   */
  readonly isGatewayPage: boolean;
  /** The refusal can be about the run's repository, so that it says nothing of others (13). */
  readonly mayConcernRepository: boolean;
  /**
   * What became of the request was looked for already, for as long as the service may take to show
   * it.
   */
  readonly wasLookedFor: boolean;

  constructor(message: string, init: ServiceErrorInit, options?: ErrorOptions) {
    super(message, options);
    this.kind = init.kind;
    this.proof = init.proof;
    this.status = init.status;
    this.retryAfterMs = init.retryAfterMs ?? null;
    this.location = init.location ?? null;
    this.said = init.said;
    this.code = init.code ?? null;
    this.advice = init.advice ?? null;
    this.reason = init.reason ?? null;
    this.throttled = init.throttled ?? init.status === 429;
    this.isWebPage = init.isWebPage ?? false;
    this.isGatewayPage = init.isGatewayPage ?? false;
    this.mayConcernRepository = init.mayConcernRepository ?? false;
    this.wasLookedFor = init.wasLookedFor ?? false;
  }

  /** No complete response arrived within the time limit. */
  get timedOut(): boolean {
    return this.kind === 'headers_timeout' || this.kind === 'body_timeout';
  }

  /** The same failure, of which more is known. */
  with(known: Partial<ServiceErrorInit>): ServiceError {
    return new ServiceError(this.message, { ...this.#values, ...known }, { cause: this });
  }

  /** The same failure where it is known what it means, and what to do next. */
  meaning(code: ErrorCode, advice: string): ServiceError {
    return this.with({ code, advice });
  }

  /** The same failure where more is known of the request than its status proves. */
  proving(proof: Proof): ServiceError {
    return this.with({ proof });
  }

  get #values(): ServiceErrorInit {
    const { kind, proof, status, retryAfterMs, location, said, code, advice, reason } = this;
    const { throttled, isWebPage, isGatewayPage, mayConcernRepository, wasLookedFor } = this;
    const meaning = { kind, proof, said, code, advice, reason };
    const response = { status, retryAfterMs, location, throttled, isWebPage, isGatewayPage };
    return { ...meaning, ...response, mayConcernRepository, wasLookedFor };
  }

  /**
   * How long to try before a service that never connected counts as unreachable (contract 5,
   * `network`).
   */
  get patienceMs(): number {
    if (this.kind === 'dns' && this.message.includes('ENOTFOUND')) {
      return NO_SUCH_HOST_MS;
    }
    if (this.kind === 'refused' && this.message.includes('ECONNREFUSED')) {
      return REFUSED_MS;
    }
    return NEVER_CONNECTED_MS;
  }

  /**
   * For reads: retrying may help. Any 4xx except 401, 403 and 404 is treated as temporary (contract
   * 4.1), unless the service says that it is about the token.
   */
  get passing(): boolean {
    if (this.proof !== 'permanent') {
      return true;
    }
    const isOfToken = this.code === 'unauthorized';
    return this.status !== null && !this.redirect && !isRefusal(this.status) && !isOfToken;
  }

  /**
   * For reads of a run: a later one may succeed. The page of a gateway says nothing of a run
   * (contract 4.1).
   */
  get mayPass(): boolean {
    return this.passing || this.isGatewayPage;
  }

  get redirect(): boolean {
    return this.status !== null && isRedirectStatus(this.status);
  }
}

/** The service has no such endpoint, so that what needs it cannot be had there. */
export class NotOffered extends ServiceError {
  constructor(
    cause: ServiceError,
    {
      advice,
      message = cause.message,
    }: {
      /** What to do instead, as sentences. */
      readonly advice: string;
      readonly message?: string;
    },
  ) {
    super(message, cause.meaning('not_found', advice), { cause });
  }

  override get passing(): boolean {
    return false;
  }
}

/** A failure of the service as a value. @throws what is none */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    return error;
  }
  throw error;
}

/** 404 of the service itself, for a record that is not there, or not yet. */
export function isMissing(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 404 && !error.isGatewayPage;
}

/** The statuses that say something about the token, the organization or the run (contract 4.1). */
function isRefusal(status: number): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** An empty body is no page, and says nothing about who has sent it. */
function isPage(body: string): boolean {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return body.trim() !== '';
  }
}

const AS_USUAL: Judge = () => ({});

/**
 * A response with a status other than 2xx.
 *
 * @param wall this machine's time, for waits of a response that does not tell its own
 */
export function statusError(
  whole: HttpResponse,
  {
    judge = AS_USUAL,
    wall = NaN,
  }: { readonly judge?: Judge | undefined; readonly wall?: number } = {},
): ServiceError {
  // Cut before anyone parses it. JSON that was longer is then treated as text.
  const response = { ...whole, body: whole.body.slice(0, ERROR_BODY_MAX) };
  const told = waitTold(response.headers, wall);
  const judged = judge(response, told);
  const said = judged.said ?? whatTheServiceSaid(response.body, response.redact);
  return new ServiceError(statusLine(response.status, said), {
    kind: 'status',
    proof: statusProof(response.status),
    status: response.status,
    retryAfterMs: usualWait(response.status, told),
    location: locationOf(response.headers),
    isWebPage: isWebPage(response),
    isGatewayPage: isRefusal(response.status) && isPage(response.body),
    ...judged,
    said,
  });
}

/** `HTTP 422: No`. The text of a page of a proxy may begin with the status itself. */
function statusLine(status: number, said: string): string {
  if (said.startsWith(`${status} `)) {
    return `HTTP ${said}`;
  }
  return said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said}`;
}

/** A 2xx response that does not match the spec. */
export function bodyError(response: HttpResponse, problem: string): ServiceError {
  const what = isWebPage(response) ? 'it is a web page (check `base_url`)' : problem;
  return new ServiceError(`HTTP ${response.status}, but ${what}`, bodyFailure(response));
}

function isWebPage({ headers }: HttpResponse): boolean {
  return /^\s*(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');
}

export function bodyFailure(response: HttpResponse): ServiceErrorInit {
  const { status } = response;
  return { kind: 'body', proof: 'ambiguous', status, said: '', isWebPage: isWebPage(response) };
}

export function transportFailure(cause: TransportError): ServiceError {
  return new ServiceError(
    cause.message,
    {
      kind: cause.kind,
      proof: TRANSPORT_FAULTS[cause.kind].proof,
      status: null,
      said: '',
    },
    { cause },
  );
}

/**
 * UTF-16 units read from an error body: more than a refusal that repeats the whole prompt, and so
 * few that what they hold costs neither time nor memory, however often it is parsed (contract 6.5).
 */
const ERROR_BODY_MAX = 1024 * 1024;
const SAID_LIMIT = 500;

/**
 * Extracts the message from an error body. The spec defines no format, so this accepts `message`,
 * `detail` or `error` as a string or a nested object, a FastAPI-style validation list, or plain
 * text. At most 500 characters, without secrets: these are redacted in the parsed message, before
 * it is cut.
 */
export function whatTheServiceSaid(body: string, redact: Redact = (text) => text): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // The text of a proxy's error page is better than nothing.
    // Before the tags are removed: a secret may contain what looks like one.
    const words = redact(body.slice(0, 20_000))
      .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
      // Without `<` inside, so that many of them do not take quadratic time.
      .replace(/<[^<>]*>/g, ' ');
    return cap(words);
  }
  return cap(redact(detailText(parsed, 0)));
}

function detailText(value: unknown, depth: number): string {
  if (typeof value === 'string') {
    return value;
  }
  if (depth > 3 || value === null || typeof value !== 'object') {
    return '';
  }
  if (Array.isArray(value)) {
    return value
      .slice(0, 10)
      .map((item) => problem(item, depth))
      .filter((text) => text !== '')
      .join('; ');
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of [
    'message',
    'detail',
    'error',
    'errors',
    'title',
    'error_description',
    'msg',
  ]) {
    const found = detailText(fields[name], depth + 1);
    if (found !== '') {
      return found;
    }
  }
  return '';
}

/** One item of a FastAPI validation list: `{loc: ['body', 'prompt'], msg: 'field required'}`. */
function problem(item: unknown, depth: number): string {
  const text = detailText(item, depth + 1);
  if (item === null || typeof item !== 'object' || !('loc' in item) || !Array.isArray(item.loc)) {
    return text;
  }
  const where = item.loc
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join('.');
  return where === '' ? text : `${where}: ${text}`;
}

function cap(text: string): string {
  return ellipsis(text.replace(/\s+/g, ' ').trim(), SAID_LIMIT);
}
