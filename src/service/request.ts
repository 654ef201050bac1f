/** Makes one attempt of one request to the service, under the client's rate limiter. Callers decide whether to retry. */
import type { Clock } from '../ports.ts';
import { statusError, transportFailure, type ServiceError } from './errors.ts';
import { TransportError, type Http, type HttpAnswer } from './http/port.ts';
import { ClientLimiter, type CallOptions, type Limiter, type PermitEnd } from './limiter.ts';
import type { Category } from './rate-limit.ts';
import { httpDate } from './retry-after.ts';

/** Long, because a create may take the service a while and giving up on it is ambiguous. */
const SEND_TIMEOUT_MS = 120_000;
const READ_HEADERS_TIMEOUT_MS = 20_000;
const READ_TOTAL_TIMEOUT_MS = 60_000;

export interface ClientOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** The service's root URL without a trailing slash. May include a path prefix. */
  readonly baseUrl: string;
  readonly orgId: number;
  readonly token: string;
  readonly userAgent: string;
  /** Absent: the client creates its own. */
  readonly limiter?: Limiter;
}

export type { CallOptions };

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export class Requests {
  readonly #options: ClientOptions;
  readonly #limiter: Limiter;
  /** The difference between the service's clock (from the last `Date` header) and the clock's `now`, in milliseconds. */
  #serviceAhead: number | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#limiter = options.limiter ?? new ClientLimiter(options.clock);
  }

  /** Minimum milliseconds between two polls that keep the token within its budget (contract 3.1). */
  spacing(): number {
    return this.#limiter.spacing();
  }

  /** Milliseconds until the rate limit allows another read and `reserve` more, 0 if it does now. */
  readDelay(reserve: number): number {
    return this.#limiter.delay('standard', reserve);
  }

  /** The service's current time (ms since the epoch). Behind by at most the duration of the last response. */
  serviceTime(): number | null {
    return this.#serviceAhead === null ? null : this.#options.clock.now() + this.#serviceAhead;
  }

  /** Requests that reached the service so far, those of other clients of the process included. */
  reached(): number {
    return this.#options.http.reached();
  }

  /** Path of the organization's endpoints, such as `/v1/organizations/7`. */
  get organizationPath(): string {
    return `/v1/organizations/${this.#options.orgId}`;
  }

  /** @param path including the query, relative to the service's root */
  get(path: string, call: CallOptions): Promise<HttpAnswer> {
    const timeouts = { headersTimeoutMs: READ_HEADERS_TIMEOUT_MS, totalTimeoutMs: READ_TOTAL_TIMEOUT_MS };
    return this.#send({ method: 'GET', path, body: null, category: 'standard', fresh: false, ...timeouts }, call);
  }

  /** @param path relative to the service's root */
  post(
    { path, body, category }: { readonly path: string; readonly body: object | null; readonly category: Category },
    call: CallOptions,
  ): Promise<HttpAnswer> {
    const timeouts = { headersTimeoutMs: SEND_TIMEOUT_MS, totalTimeoutMs: SEND_TIMEOUT_MS };
    const text = body === null ? null : JSON.stringify(body);
    return this.#send({ method: 'POST', path, body: text, category, fresh: true, ...timeouts }, call);
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
    if (answer.status < 200 || answer.status > 299) throw statusError(answer);
    return answer;
  }
}

/** The step ran out of time while waiting for its own rate limit. Nothing was sent. */
function tooLate(): ServiceError {
  return transportFailure(new TransportError('no_time', 'the time was up before the request could be sent'));
}
