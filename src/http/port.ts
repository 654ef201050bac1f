/**
 * The HTTP port and its transport faults. `undici.ts` is the real implementation; the simulation
 * has its own. Each fault determines whether the request may be sent again.
 */
import type { Redact } from '../safe/redaction.ts';

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
  /**
   * It goes to another place than the service's own address, such as a sandbox of the service, and
   * does not count in `Http.reached` (contract 18.8). Absent: it counts.
   */
  readonly isElsewhere?: boolean;
}

export interface HttpResponse {
  readonly status: number;
  /** Names are lower case. Values of repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** As received, including secrets. Use `readJson` to read it. */
  readonly body: string;
  readonly redact?: Redact;
}

/** A read whose response comes piece by piece. It gets a connection of its own. */
export type StreamRequest = Pick<HttpRequest, 'headers' | 'headersTimeoutMs' | 'url'>;

/** A response whose body is read as it comes, without a total deadline (contract 2.4). */
export interface HttpStream extends Omit<HttpResponse, 'body'> {
  /**
   * The body as text, as received, including secrets. Ends with the body; rejects with
   * `TransportError`, or with `signal.reason` on abort, which also closes the connection. How long
   * a silence may last is up to the caller.
   */
  readonly pieces: AsyncIterable<string>;
}

/** `refused`: a status other than 2xx, with its whole body. */
export type Opened =
  | { readonly kind: 'refused'; readonly response: HttpResponse }
  | { readonly kind: 'stream'; readonly stream: HttpStream };

export interface Http {
  /**
   * Exactly one attempt: no redirects, no retries. Rejects with `TransportError`, or with
   * `signal.reason` on abort.
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /**
   * Exactly one attempt to open a stream, as `send`. The signal also ends the stream.
   */
  open(request: StreamRequest, signal: AbortSignal): Promise<Opened>;
  /**
   * Number of requests that reached the service so far, that is, whose headers were written to a
   * connection.
   */
  reached(): number;
  /** Closes all connections immediately. */
  close(): Promise<void>;
}
