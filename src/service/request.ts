/** One attempt of one request to the service, under the client's rate limiter. Whether to try again is decided above. */
import type { Clock } from '../ports.ts';
import { readBody, type ReadBody } from './answer/read.ts';
import { statusError, transportFailure, type ServiceError } from './errors.ts';
import { TransportError, type Http, type HttpAnswer } from './http/port.ts';
import { ClientLimiter, type CallOptions, type Limiter, type PermitEnd } from './limiter.ts';
import type { Category } from './rate-limit.ts';
import { httpDate } from './retry-after.ts';

/** A create may take the service long, and giving up on it is ambiguous: be patient. */
const SEND_TIMEOUT_MS = 120_000;
const READ_HEADERS_TIMEOUT_MS = 20_000;
const READ_TOTAL_TIMEOUT_MS = 60_000;
/** No list of the service is asked for in longer pages. */
const LIST_MAX = 100;

export interface ClientOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** Root of the service without a trailing slash; may have a path prefix. */
  readonly baseUrl: string;
  readonly orgId: number;
  readonly token: string;
  readonly userAgent: string;
  /** Absent: one of this client's own. */
  readonly limiter?: Limiter;
}

export type { CallOptions };

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export class Requests {
  readonly #options: ClientOptions;
  readonly #limiter: Limiter;
  /** The `Date` of the last answer that had one, as milliseconds ahead of the clock's `now`. */
  #serviceAhead: number | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#limiter = options.limiter ?? new ClientLimiter(options.clock);
  }

  /** Milliseconds to leave between two looks, so that the token's budget lasts (contract 3.1). */
  spacing(): number {
    return this.#limiter.spacing();
  }

  /** Milliseconds until the rate limit leaves room for another read; 0 when it does now. */
  readDelay(): number {
    return this.#limiter.delay('standard');
  }

  /** What the service's clock says now (epoch, ms); late by what the last answer took, at most. */
  serviceTime(): number | null {
    return this.#serviceAhead === null ? null : this.#options.clock.now() + this.#serviceAhead;
  }

  /** Path of the organization's endpoints, such as `/v1/organizations/7`. */
  get organizationPath(): string {
    return `/v1/organizations/${this.#options.orgId}`;
  }

  /** @param path with its query, relative to the root of the service */
  get(path: string, call: CallOptions): Promise<HttpAnswer> {
    const timeouts = { headersTimeoutMs: READ_HEADERS_TIMEOUT_MS, totalTimeoutMs: READ_TOTAL_TIMEOUT_MS };
    return this.#send({ method: 'GET', path, body: null, category: 'standard', fresh: false, ...timeouts }, call);
  }

  /** @param path relative to the root of the service */
  post(
    { path, body, category }: { readonly path: string; readonly body: object | null; readonly category: Category },
    call: CallOptions,
  ): Promise<HttpAnswer> {
    const timeouts = { headersTimeoutMs: SEND_TIMEOUT_MS, totalTimeoutMs: SEND_TIMEOUT_MS };
    const text = body === null ? null : JSON.stringify(body);
    return this.#send({ method: 'POST', path, body: text, category, fresh: true, ...timeouts }, call);
  }

  /**
   * The answer's body as JSON, without secrets and within bounds (contract 6.5).
   * @param list the list at its top and the `limit` that was asked for
   * @throws ServiceError
   */
  json(
    answer: HttpAnswer,
    call: CallOptions,
    list: { readonly key: string; readonly limit: number } = { key: 'items', limit: LIST_MAX },
  ): Promise<ReadBody> {
    const { clock } = this.#options;
    const sleep: Clock['sleep'] = (ms, signal) => {
      if (clock.now() < call.deadline) return clock.sleep(ms, signal);
      throw transportFailure(new TransportError('body_timeout', 'the time was up before the answer could be read'));
    };
    return readBody(answer, { list, signal: call.signal, clock: { now: () => clock.now(), sleep } });
  }

  async #send(
    request: {
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly body: string | null;
      readonly category: Category;
      readonly fresh: boolean;
      readonly headersTimeoutMs: number;
      readonly totalTimeoutMs: number;
    },
    call: CallOptions,
  ): Promise<HttpAnswer> {
    const { http, clock, baseUrl, token, userAgent } = this.#options;
    const permit = await this.#limiter.acquire(request.category, call);
    let end: PermitEnd = { status: null, headers: {}, unsent: false };
    const left = call.deadline - clock.now();
    if (left <= 0) {
      permit.done({ ...end, unsent: true });
      throw tooLate();
    }
    const most = Math.min(left, call.patienceMs ?? left);
    const body = request.body === null ? {} : { 'content-type': 'application/json' };
    const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': userAgent, ...body };
    let answer: HttpAnswer;
    try {
      answer = await http.send(
        {
          method: request.method,
          url: `${baseUrl}${request.path}`,
          headers,
          body: request.body,
          fresh: request.fresh,
          headersTimeoutMs: Math.min(request.headersTimeoutMs, most),
          totalTimeoutMs: Math.min(request.totalTimeoutMs, most),
        },
        call.signal,
      );
      end = { ...end, status: answer.status, headers: answer.headers };
      const date = httpDate(answer.headers['date'] ?? '');
      if (!Number.isNaN(date)) this.#serviceAhead = date - clock.now();
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const failure = transportFailure(error);
      end = { ...end, unsent: failure.proof === 'unsent' };
      throw failure;
    } finally {
      permit.done(end);
    }
    if (answer.status < 200 || answer.status > 299) throw statusError(readable(answer));
    return answer;
  }
}

/** The step's time ran out while the client waited for its own rate limit: nothing was sent. */
function tooLate(): ServiceError {
  return transportFailure(new TransportError('no_time', 'the time was up before the request could be sent'));
}

/** UTF-16 units of an error's body that are looked at: far more than any sentence for people. */
const ERROR_BODY_MAX = 64 * 1024;

/** An error's body without secrets. Redacted before it is cut a second time, to what is shown of it. */
function readable(answer: HttpAnswer): HttpAnswer {
  const body = answer.body.slice(0, ERROR_BODY_MAX);
  return { ...answer, body: answer.redact?.(body) ?? body };
}
