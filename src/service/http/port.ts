/**
 * The HTTP port and its transport faults. `undici.ts` is the real implementation; the simulation has its own. Each
 * fault determines whether the request may be sent again (`errors.ts`).
 */
import type { Redact } from '../../safe/redaction.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Uses a new connection, so that the request cannot get lost on a stale kept-alive socket. */
  readonly fresh: boolean;
  /** Maximum milliseconds until the response headers begin to arrive. */
  readonly headersTimeoutMs: number;
  /** Maximum milliseconds for the whole exchange. */
  readonly totalTimeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names are lower case. Values of repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** As received, including secrets. Use `readJson` to read it. */
  readonly body: string;
  readonly redact?: Redact;
}

export interface Http {
  /** Exactly one attempt: no redirects, no retries. Rejects with `TransportError`, or with `signal.reason` on abort. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** Number of requests that reached the service so far, that is, whose headers were written to a connection. */
  reached(): number;
  /** Closes all connections immediately. */
  close(): Promise<void>;
}

/** The phase of the exchange in which a fault occurred. */
export type TransportKind =
  /** The host name could not be resolved. */
  | 'dns'
  /** Nothing listens at the address, or there is no route to it. */
  | 'refused'
  /** The step ran out of time before anything was sent. */
  | 'no_time'
  /** No connection was established in time, including the TLS handshake. */
  | 'connect_timeout'
  /** The TLS handshake failed for a reason other than the certificate. */
  | 'tls'
  /** The proxy did not open a tunnel. */
  | 'proxy'
  /** The server's certificate is not trusted. Retrying does not help. */
  | 'certificate'
  /** The connection was lost after the request was sent. */
  | 'reset'
  /** No response headers arrived in time. */
  | 'headers_timeout'
  /** The response body stalled or was not complete in time. */
  | 'body_timeout'
  /** The response is not HTTP, or its headers are too large. */
  | 'protocol'
  /** The response body exceeds the size limit. */
  | 'too_large';

export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: TransportKind;

  constructor(kind: TransportKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Wraps a port so that its responses carry a function that redacts secrets. */
export function redactingHttp(http: Http, redact: Redact): Http {
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    send: async (request, signal) => ({ ...(await http.send(request, signal)), redact }),
  };
}

/** Wraps a port for data that this action writes itself, so that no request body contains a secret. */
export function redactingBodies(http: Http, redact: Redact): Http {
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    send: (request, signal) =>
      http.send({ ...request, body: request.body === null ? null : redact(request.body) }, signal),
  };
}
