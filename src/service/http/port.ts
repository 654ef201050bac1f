/**
 * The HTTP port and what can go wrong below a status line. The real one is `undici.ts`; the simulation has
 * its own. A fault says what it proves about the request (`retry-safety.ts`), which decides whether it may be sent again.
 */
import type { Redact } from '../answer/cleanse.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Sent instead of `body`. */
  readonly bytes?: Uint8Array;
  /** Send on a connection of its own, so that no stale kept-alive socket can swallow it. */
  readonly fresh: boolean;
  /** Milliseconds until the first byte of the answer's header must have come. */
  readonly headersTimeoutMs: number;
  /** Milliseconds the whole exchange may take. */
  readonly totalTimeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names; a repeated header's values are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** As received, secrets included: read it with `readBody`. */
  readonly body: string;
  readonly redact?: Redact;
}

export interface Http {
  /** Exactly one attempt: no redirects, no retries. Rejects with `TransportError`, or with `signal.reason` on abort. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** How many requests have reached the service so far (their head was written to a connection). */
  reached(): number;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

/** Where in the exchange a fault struck. */
export type TransportKind =
  /** The name could not be resolved. */
  | 'dns'
  /** Nothing listens, or no route. */
  | 'refused'
  /** The step's time was up before anything was sent. */
  | 'no_time'
  /** No connection in time, the TLS handshake included. */
  | 'connect_timeout'
  /** The TLS handshake failed for another reason than the certificate. */
  | 'tls'
  /** The proxy did not open a tunnel. */
  | 'proxy'
  /** The server's certificate is not trusted. Trying again does not help. */
  | 'certificate'
  /** Connection lost after the request was sent. */
  | 'reset'
  /** No answer header in time. */
  | 'headers_timeout'
  /** The answer's body stalled or was not complete in time. */
  | 'body_timeout'
  /** The answer is not HTTP, or its head is too large. */
  | 'protocol'
  /** The answer's body is larger than the cap. */
  | 'too_large';

export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: TransportKind;

  constructor(kind: TransportKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The same port, but answers know how secrets are taken out of what they say. */
export function redactingHttp(http: Http, redact: Redact): Http {
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    send: async (request, signal) => ({ ...(await http.send(request, signal)), redact }),
  };
}

/** The same port for what is written by this action itself: no body leaves with a secret in it. */
export function redactingBodies(http: Http, redact: (text: string) => string): Http {
  return {
    reached: () => http.reached(),
    close: () => http.close(),
    send: (request, signal) =>
      http.send({ ...request, body: request.body === null ? null : redact(request.body) }, signal),
  };
}
