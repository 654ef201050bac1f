/** Failures of one request to the service as typed values (contract 5). */
import { statusProof, TRANSPORT_PROOF, type Proof } from './retry-safety.ts';
import type { HttpAnswer, TransportError, TransportKind } from './http/port.ts';

/** `status`: an answer that is not 2xx; `body`: a 2xx answer that is not the JSON expected; else a transport fault. */
export type FailureKind = 'status' | 'body' | TransportKind;

export interface ServiceErrorInit {
  readonly kind: FailureKind;
  readonly proof: Proof;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** What the service said, cleaned of nothing: sanitise per sink. Empty when it said nothing readable. */
  readonly said: string;
  /** In words: what the service does not have, and what to do instead; null unless the request needed more than the spec. */
  readonly missing?: string | null;
}

export class ServiceError extends Error implements ServiceErrorInit {
  override readonly name = 'ServiceError';
  readonly kind: FailureKind;
  readonly proof: Proof;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly said: string;
  readonly missing: string | null;

  constructor(message: string, init: ServiceErrorInit, options?: ErrorOptions) {
    super(message, options);
    this.kind = init.kind;
    this.proof = init.proof;
    this.status = init.status;
    this.headers = init.headers;
    this.said = init.said;
    this.missing = init.missing ?? null;
  }

  get throttled(): boolean {
    return this.status === 429;
  }

  /** The answer took longer than there was patience for. */
  get timedOut(): boolean {
    return this.kind === 'headers_timeout' || this.kind === 'body_timeout';
  }

  /** The service has no such endpoint, as far as an answer can tell: 405, 501, or a 404 that speaks of no record. */
  get notOffered(): boolean {
    if (this.status !== 404) return this.status === 405 || this.status === 501;
    const words = this.said.replace(/\S*\/\S*/g, '');
    return !/\b(run|repo(sitory)?|sandbox|user|organi[sz]ation)\b/i.test(words);
  }

  /** The same failure, of a request that needs more than the spec promises. */
  because(missing: string): ServiceError {
    const { kind, proof, status, headers, said } = this;
    return new ServiceError(this.message, { kind, proof, status, headers, said, missing }, { cause: this });
  }

  /** On a read: looking again may help. Any 4xx but 401, 403 and 404 is taken for passing trouble (contract 4.1). */
  get passing(): boolean {
    if (this.proof !== 'permanent') return true;
    return this.status !== null && !this.redirect && ![401, 403, 404].includes(this.status);
  }

  get redirect(): boolean {
    return this.status !== null && this.status >= 300 && this.status < 400;
  }
}

/** The log is at neither of its two published addresses (contract 2.3). */
export class LogsNotOffered extends ServiceError {
  constructor(paths: readonly [string, string], cause: ServiceError) {
    super(`HTTP ${String(cause.status)} at ${paths[0]} and at ${paths[1]}`, cause, { cause });
  }
}

/** An answer with a status other than 2xx. */
export function statusError(answer: HttpAnswer): ServiceError {
  const said = whatTheServiceSaid(answer.body);
  return new ServiceError(`HTTP ${answer.status}${said === '' ? '' : `: ${said}`}`, {
    kind: 'status',
    proof: statusProof(answer.status),
    status: answer.status,
    headers: answer.headers,
    said,
  });
}

/** A 2xx answer that is not what the spec promises. */
export function bodyError(answer: HttpAnswer, problem: string): ServiceError {
  return new ServiceError(`HTTP ${answer.status}, but ${problem}`, {
    kind: 'body',
    proof: 'ambiguous',
    status: answer.status,
    headers: answer.headers,
    said: '',
  });
}

export function transportFailure(cause: TransportError): ServiceError {
  return new ServiceError(
    cause.message,
    { kind: cause.kind, proof: TRANSPORT_PROOF[cause.kind], status: null, headers: {}, said: '' },
    { cause },
  );
}

const SAID_LIMIT = 500;

/**
 * The sentence in an error body, whichever form it has (the spec shows none): `message`, `detail` or `error` as a
 * string or an object with one, a FastAPI-style validation list, or plain text. At most 500 characters.
 */
export function whatTheServiceSaid(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // A proxy's error page says little, but its words beat nothing.
    const words = body
      .slice(0, 20_000)
      .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' ');
    return cap(words);
  }
  return cap(sentence(parsed, 0));
}

function sentence(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > 3 || value === null || typeof value !== 'object') return '';
  if (Array.isArray(value)) {
    return value
      .slice(0, 10)
      .map((item) => problem(item, depth))
      .filter((text) => text !== '')
      .join('; ');
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of ['message', 'detail', 'error', 'errors', 'title', 'error_description', 'msg']) {
    const found = sentence(fields[name], depth + 1);
    if (found !== '') return found;
  }
  return '';
}

/** One item of a FastAPI validation list: `{loc: ['body', 'prompt'], msg: 'field required'}`. */
function problem(item: unknown, depth: number): string {
  const text = sentence(item, depth + 1);
  if (item === null || typeof item !== 'object' || !('loc' in item) || !Array.isArray(item.loc)) return text;
  const where = item.loc.filter((part) => typeof part === 'string' || typeof part === 'number').join('.');
  return where === '' ? text : `${where}: ${text}`;
}

function cap(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SAID_LIMIT ? `${line.slice(0, SAID_LIMIT)}…` : line;
}
