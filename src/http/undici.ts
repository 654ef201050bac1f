/**
 * The real HTTP port, based on undici's `request()`, which follows no redirects, retries nothing
 * and decodes nothing.
 */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate as inflateZlib } from 'node:zlib';
import { Agent, EnvHttpProxyAgent, Pool, request as undiciRequest, type Dispatcher } from 'undici';
import type { Http, HttpResponse, HttpRequest, Opened, StreamRequest } from './port.ts';
import { TransportError } from './proof.ts';
import { isLoopback, proxyUrl } from './proxy.ts';
import { errorCode, proxyFault, transportFault } from './transport-fault.ts';

/**
 * Enough for a page of 100 large entries. A larger response, once decompressed, is rejected
 * (contract 6.5).
 */
const BODY_CAP_BYTES = 16 * 1024 * 1024;
const HEADER_CAP_BYTES = 64 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;

export interface UndiciHttpOptions {
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly bodyCapBytes?: number;
  readonly connectTimeoutMs?: number;
}

type Route = 'direct' | 'proxied';

interface Attempt {
  sent: boolean;
  /** See `HttpRequest`. */
  readonly isElsewhere: boolean;
  /** Aborts the attempt regardless of what undici is still doing for it. */
  readonly giveUp: (reason: unknown) => void;
}

export class UndiciHttp implements Http {
  readonly #options: UndiciHttpOptions;
  /** Kept for later requests, unless one was not sent. */
  readonly #kept = new Map<Route, Dispatcher>();
  readonly #attempts = new Set<Attempt>();
  /** One for each stream that is open. */
  readonly #streams = new Set<Dispatcher>();
  #reached = 0;

  constructor(options: UndiciHttpOptions) {
    this.#options = options;
  }

  reached(): number {
    return this.#reached;
  }

  async close(): Promise<void> {
    const open = [...this.#kept.values(), ...this.#streams];
    await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    signal.throwIfAborted();
    const url = new URL(request.url);
    // undici checks the signal only once it has a connection, which is too late to abort the
    // attempt.
    const givenUp = Promise.withResolvers<never>();
    const { isElsewhere = false } = request;
    const attempt: Attempt = { giveUp: givenUp.reject, sent: false, isElsewhere };
    const way = this.#wayTo(url);
    const dispatcher = (request.fresh ? undefined : this.#kept.get(way)) ?? this.#open(way);
    if (!request.fresh) {
      this.#kept.set(way, dispatcher);
    }
    const total = new AbortController();
    const over = AbortSignal.any([signal, total.signal]);
    const onOver = (): void => givenUp.reject(over.reason);
    over.addEventListener('abort', onOver);
    const timer = setTimeout(() => total.abort(), request.totalTimeoutMs);
    this.#attempts.add(attempt);
    let responded = false;
    try {
      const exchange = undiciRequest(url, {
        dispatcher: dispatcher.compose(watchSendLine(() => this.#onSent(attempt))),
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: over,
        headersTimeout: request.headersTimeoutMs,
        bodyTimeout: request.headersTimeoutMs,
      });
      const response = await Promise.race([exchange, givenUp.promise]);
      responded = true;
      const headers = flatten(response.headers);
      const bytes = await Promise.race([this.#read(response.body), givenUp.promise]);
      return {
        status: response.statusCode,
        headers,
        body: await Promise.race([
          decode(bytes, headers['content-encoding'], this.#cap),
          givenUp.promise,
        ]),
      };
    } catch (error) {
      signal.throwIfAborted();
      throw transportFault(error, {
        sent: attempt.sent,
        responded,
        timedOut: total.signal.aborted,
      });
    } finally {
      clearTimeout(timer);
      // A signal composed of others stays alive, along with the whole response, as long as it has
      // listeners.
      over.removeEventListener('abort', onOver);
      this.#attempts.delete(attempt);
      // undici may still try to send an unsent request later, so its dispatcher is destroyed.
      if (this.#kept.get(way) === dispatcher && !attempt.sent) {
        this.#kept.delete(way);
      }
      if (request.fresh || !attempt.sent) {
        // Not waited for: answers are told in the order in which they came (contract 13).
        void dispatcher.destroy();
      }
    }
  }

  async open(request: StreamRequest, signal: AbortSignal): Promise<Opened> {
    signal.throwIfAborted();
    const url = new URL(request.url);
    const givenUp = Promise.withResolvers<never>();
    const attempt: Attempt = { giveUp: givenUp.reject, sent: false, isElsewhere: false };
    const dispatcher = this.#open(this.#wayTo(url));
    const late = new AbortController();
    const over = AbortSignal.any([signal, late.signal]);
    const onOver = (): void => givenUp.reject(over.reason);
    over.addEventListener('abort', onOver);
    const timer = setTimeout(() => late.abort(), request.headersTimeoutMs);
    this.#attempts.add(attempt);
    this.#streams.add(dispatcher);
    let responded = false;
    let isStream = false;
    try {
      const exchange = undiciRequest(url, {
        dispatcher: dispatcher.compose(watchSendLine(() => this.#onSent(attempt))),
        method: 'GET',
        headers: request.headers,
        signal: over,
        headersTimeout: request.headersTimeoutMs,
        bodyTimeout: 0,
      });
      const response = await Promise.race([exchange, givenUp.promise]);
      responded = true;
      const { statusCode: status, body } = response;
      const headers = flatten(response.headers);
      const encoding = headers['content-encoding'];
      if (status < 200 || status > 299) {
        const bytes = await Promise.race([this.#read(body), givenUp.promise]);
        const text = await Promise.race([decode(bytes, encoding, this.#cap), givenUp.promise]);
        return { kind: 'refused', response: { status, headers, body: text } };
      }
      if (ENCODINGS.test(encoding ?? '')) {
        throw new TransportError('protocol', 'the stream is compressed, which nobody asked for');
      }
      isStream = true;
      const pieces = this.#pieces(body, { dispatcher, signal });
      return { kind: 'stream', stream: { status, headers, pieces } };
    } catch (error) {
      signal.throwIfAborted();
      throw transportFault(error, { sent: attempt.sent, responded, timedOut: late.signal.aborted });
    } finally {
      clearTimeout(timer);
      over.removeEventListener('abort', onOver);
      this.#attempts.delete(attempt);
      if (!isStream) {
        await this.#closeStream(dispatcher);
      }
    }
  }

  async *#pieces(
    body: AsyncIterable<unknown>,
    { dispatcher, signal }: { readonly dispatcher: Dispatcher; readonly signal: AbortSignal },
  ): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        yield decoder.decode(chunk as Buffer, { stream: true });
      }
    } catch (error) {
      signal.throwIfAborted();
      throw transportFault(error, { sent: true, responded: true, timedOut: false });
    } finally {
      await this.#closeStream(dispatcher);
    }
  }

  async #closeStream(dispatcher: Dispatcher): Promise<void> {
    this.#streams.delete(dispatcher);
    await dispatcher.destroy();
  }

  get #cap(): number {
    return this.#options.bodyCapBytes ?? BODY_CAP_BYTES;
  }

  /** A proxy would read the token on its way to this machine (contract 2.4). */
  #wayTo({ hostname }: URL): Route {
    const { http, https } = this.#proxies;
    return isLoopback(hostname) || (http === '' && https === '') ? 'direct' : 'proxied';
  }

  get #proxies(): { readonly http: string; readonly https: string } {
    const { httpProxy, httpsProxy } = this.#options;
    // An invalid address was already reported as an invalid input, so nothing is sent.
    return { http: proxyUrl(httpProxy) ?? '', https: proxyUrl(httpsProxy) ?? '' };
  }

  #open(way: Route): Dispatcher {
    const timeout = this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
    const shared = {
      // Over HTTP/2 undici may send a request once more after GOAWAY, which a create must never be.
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: HEADER_CAP_BYTES,
      keepAliveTimeout: 30_000,
      connect: { timeout },
    };
    if (way === 'direct') {
      return new Agent(shared);
    }
    const { http, https } = this.#proxies;
    return new EnvHttpProxyAgent({
      ...shared,
      // Also to a plain HTTP service, so that the proxy's answers are told from the service's.
      proxyTunnel: true,
      proxyTls: { timeout },
      requestTls: { timeout },
      // Empty rather than undefined, because with undefined undici reads the environment itself.
      httpProxy: http,
      httpsProxy: https,
      noProxy: this.#options.noProxy ?? '',
      // Otherwise the exchange with the proxy would use undici's default of five minutes.
      clientFactory: (origin, pool) =>
        new Pool(origin, { ...pool, headersTimeout: timeout }).on('disconnect', this.#onProxyGone),
    });
  }

  #onSent(attempt: Attempt): void {
    if (attempt.sent) {
      return;
    }
    attempt.sent = true;
    this.#reached += attempt.isElsewhere ? 0 : 1;
  }

  /**
   * undici reconnects endlessly and without pause to a proxy that hangs up instead of responding.
   */
  readonly #onProxyGone = (_origin: URL, _targets: unknown, error: Error): void => {
    // The tunnel is open, so this connection no longer belongs to the proxy.
    if (errorCode(error) === 'UND_ERR_INFO') {
      return;
    }
    const fault = proxyFault(error);
    for (const attempt of this.#attempts) {
      if (!attempt.sent) {
        attempt.giveUp(fault);
      }
    }
  };

  async #read(body: AsyncIterable<unknown> & { destroy(): unknown }): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > this.#cap) {
        body.destroy();
        throw new TransportError('too_large', `the answer is larger than ${this.#cap} bytes`);
      }
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  }
}

function flatten(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return flat;
}

/**
 * For `dispatcher.compose()`. Detects the exact moment undici begins to write a request to a
 * connection. Before it, the request was certainly not carried out; after it, it may have been.
 * This also works behind a proxy, where connecting takes several steps with handlers of their own
 * (docs/decisions/send-line.md). Calls `onSent` before the first byte is written, and again if
 * undici resends the request.
 */
function watchSendLine(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context);
        // Nothing is written for a request that was aborted in the meantime.
        if (!controller.aborted) {
          onSent();
        }
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}

const ENCODINGS = /^(?:x-gzip|gzip|deflate|br)$/;

/** Decodes UTF-8. Decompresses first if the server compressed the body without being asked to. */
async function decode(bytes: Buffer, encoding: string | undefined, cap: number): Promise<string> {
  return new TextDecoder().decode(await inflate(bytes, encoding?.trim().toLowerCase(), cap));
}

async function inflate(bytes: Buffer, encoding: string | undefined, cap: number): Promise<Buffer> {
  if (!ENCODINGS.test(encoding ?? '')) {
    return bytes;
  }
  const limit = { maxOutputLength: cap };
  try {
    // Asynchronous, because a few hundred bytes may expand to megabytes and signals must be handled
    // meanwhile.
    if (encoding === 'br') {
      return await promisify(brotliDecompress)(bytes, limit);
    }
    return await promisify(encoding === 'deflate' ? inflateZlib : gunzip)(bytes, limit);
  } catch (error) {
    const kind = errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'protocol';
    throw new TransportError(kind, `the answer could not be decompressed (${String(encoding)})`, {
      cause: error,
    });
  }
}
