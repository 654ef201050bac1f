/**
 * Makes one attempt of one request to the service, under the client's rate limiter. Callers decide
 * whether to retry.
 */
import type { Clock } from '../runner/port.ts';
import { statusError, transportFailure, type Judge, type ServiceError } from './errors.ts';
import type { Http, HttpResponse, HttpStream } from './port.ts';
import { TRANSPORT_FAULTS, TransportError } from './proof.ts';
import {
  ClientLimiter,
  type CallOptions,
  type Limiter,
  type Permit,
  type PermitEnd,
  type Category,
} from './limits.ts';
import { afterEvent, unlessVersion } from './reply.ts';

const TIMEOUTS = {
  GET: { headersMs: 20_000, totalMs: 60_000 },
  // Long, because a create may take the service a while and giving up on it is ambiguous.
  POST: { headersMs: 120_000, totalMs: 120_000 },
};

/** A header that carries the token. */
export interface AuthHeader {
  /** In lower case. */
  readonly name: string;
  /** Stands before the token. */
  readonly prefix: string;
}

interface ClientOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** The service's root URL without a trailing slash. May include a path prefix. */
  readonly baseUrl: string;
  readonly token: string;
  readonly userAgent: string;
  /** Absent: the client creates its own. */
  readonly limiter?: Limiter | undefined;
  /** How requests carry the token. */
  readonly auth: readonly AuthHeader[];
  /** Sent with each request beside the usual ones; lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What error statuses of this service mean where that differs from HTTP's. */
  readonly judge?: Judge | undefined;
  /** See `HttpRequest`. Default: false. */
  readonly isElsewhere?: boolean;
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the service's root, with the query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Default: `standard`. */
  readonly category?: Category;
  /**
   * The version that is known (`versionOf`): one that has not changed is answered with 304, which
   * is no failure then. Null or absent: none.
   */
  readonly knownVersion?: string | null;
}

/** A stream of events that is asked for. */
interface StreamOrder {
  /** As of `ServiceRequest`. */
  readonly path: string;
  /** The event behind which it goes on; null: from its start. */
  readonly lastEventId: string | null;
}

/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
export class Requests {
  readonly limiter: Limiter;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.limiter = options.limiter ?? new ClientLimiter(options.clock);
  }

  /**
   * Requests to another place with a token of its own, under the same limits. Its address may give
   * power over it, so that no failure names it.
   */
  at(place: Pick<ClientOptions, 'auth' | 'baseUrl' | 'token'>): Requests {
    const { limiter } = this;
    return new Requests({ ...this.#options, headers: {}, ...place, limiter, isElsewhere: true });
  }

  async send(request: ServiceRequest, call: CallOptions): Promise<HttpResponse> {
    const { method, path, body, category = 'standard', knownVersion = null } = request;
    const { http, baseUrl, isElsewhere = false } = this.#options;
    const timeouts = TIMEOUTS[method];
    const headers = { ...this.#headers('application/json') };
    if (body !== undefined) {
      headers['content-type'] = 'application/json';
    }
    Object.assign(headers, unlessVersion(knownVersion));
    const stop = method === 'POST' ? call.stop : undefined;
    return this.#limited({ category, call, stop }, async (mostMs) => {
      const response = await http.send(
        {
          method,
          url: `${baseUrl}${path}`,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
          // A kept connection may have gone stale, on which a request that must not be repeated
          // would be lost.
          fresh: method === 'POST',
          headersTimeoutMs: Math.min(timeouts.headersMs, mostMs),
          totalTimeoutMs: Math.min(timeouts.totalMs, mostMs),
          isElsewhere,
        },
        call.signal,
      );
      const isUnchanged = response.status === 304 && knownVersion !== null;
      const isAccepted = (response.status >= 200 && response.status <= 299) || isUnchanged;
      return isAccepted ? { kind: 'received', value: response } : { kind: 'refused', response };
    });
  }

  /**
   * Opens a stream, which lives until `call.signal` aborts. The deadline, and `patienceMs`, hold
   * until its headers are there.
   */
  async open(request: StreamOrder, call: CallOptions): Promise<HttpStream> {
    const { http, baseUrl } = this.#options;
    const headers = { ...this.#headers('text/event-stream'), ...afterEvent(request.lastEventId) };
    return this.#limited({ category: 'standard', call }, async (mostMs) => {
      const url = `${baseUrl}${request.path}`;
      const opened = await http.open({ url, headers, headersTimeoutMs: mostMs }, call.signal);
      if (opened.kind === 'refused') {
        return opened;
      }
      return { kind: 'received', value: opened.stream };
    });
  }

  #headers(accept: string): Readonly<Record<string, string>> {
    const { auth, token, userAgent, headers } = this.#options;
    const carried = Object.fromEntries(auth.map(({ name, prefix }) => [name, prefix + token]));
    return { accept, 'user-agent': userAgent, ...carried, ...headers };
  }

  /** One exchange under the rate limiter, which may take at most the milliseconds it is told. */
  async #limited<T>(
    limited: Limited,
    exchange: (mostMs: number) => Promise<Exchanged<T>>,
  ): Promise<T> {
    const { call, stop } = limited;
    const { clock, judge, isElsewhere = false } = this.#options;
    const permit = await this.#permit(limited);
    let end: PermitEnd = { throttled: false, retryAfterMs: null, unsent: false };
    const remainingMs = call.deadline - clock.now();
    if (remainingMs <= 0 || stop?.aborted === true) {
      permit.done({ ...end, unsent: true });
      throw tooLate();
    }
    call.onSending?.();
    try {
      const mostMs = remainingMs + (call.graceMs ?? 0);
      const exchanged = await exchange(Math.min(mostMs, call.patienceMs ?? mostMs));
      if (exchanged.kind === 'received') {
        return exchanged.value;
      }
      const refused = statusError(exchanged.response, { judge, wall: clock.wall() });
      end = { ...end, throttled: refused.throttled, retryAfterMs: refused.retryAfterMs };
      throw refused;
    } catch (error) {
      if (!(error instanceof TransportError)) {
        throw error;
      }
      const failure = transportFailure(isElsewhere ? withoutPlace(error) : error);
      end = { ...end, unsent: failure.proof === 'unsent' };
      throw failure;
    } finally {
      permit.done(end);
    }
  }

  /** Waits for its turn under the limits, which ends at once when it may not be begun any more. */
  async #permit({ category, call, stop }: Limited): Promise<Permit> {
    try {
      return await this.limiter.acquire(category, { ...call, signal: stop ?? call.signal });
    } catch (error) {
      throw stop?.aborted === true ? tooLate() : error;
    }
  }
}

/** A request under the rate limiter. */
interface Limited {
  readonly category: Category;
  readonly call: CallOptions;
  /** As in `CallOptions`, where it changes something. Absent: `call.signal` alone counts. */
  readonly stop?: AbortSignal | undefined;
}

type Exchanged<T> =
  | { readonly kind: 'received'; readonly value: T }
  | { readonly kind: 'refused'; readonly response: HttpResponse };

/** The same fault without what its message adds, such as the address of the place. */
function withoutPlace(error: TransportError): TransportError {
  const { kind } = error;
  return new TransportError(kind, TRANSPORT_FAULTS[kind].text, { cause: error });
}

/** The time of the step was up before it could be begun. Nothing was sent. */
function tooLate(): ServiceError {
  return transportFailure(new TransportError('no_time', TRANSPORT_FAULTS.no_time.text));
}
