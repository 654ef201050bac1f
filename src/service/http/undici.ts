/** The real HTTP port, on undici's `request()`: it follows no redirect, retries nothing and decodes nothing by itself. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Dispatcher } from 'undici';
import { decode } from './decode.ts';
import { errorCode } from './error-code.ts';
import { TransportError, type Http, type HttpAnswer, type HttpRequest, type TransportKind } from './port.ts';
import { proxyUrl } from './proxy.ts';
import { EnvHttpProxyAgent, Pool, request as undiciRequest } from './subset.ts';

/** A page of 100 large entries fits; more than this in one answer, once unpacked, is no answer (contract 6.5). */
const BODY_CAP_BYTES = 32 * 1024 * 1024;
const HEADER_CAP_BYTES = 64 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;

export interface UndiciHttpOptions {
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  readonly bodyCapBytes?: number;
  readonly connectTimeoutMs?: number;
}

/** What undici publishes when a request's head is written. Its own Request object; only these are looked at. */
interface SentHead {
  readonly request: { readonly method: string; readonly path: string; readonly origin: unknown };
}

interface Attempt {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  sent: boolean;
  /** Gives the attempt up, whatever undici is still doing for it. */
  readonly giveUp: (reason: unknown) => void;
}

export function createUndiciHttp(options: UndiciHttpOptions): Http {
  return new UndiciHttp(options);
}

class UndiciHttp implements Http {
  readonly #options: UndiciHttpOptions;
  #kept: Dispatcher;
  readonly #attempts = new Set<Attempt>();
  #reached = 0;

  constructor(options: UndiciHttpOptions) {
    this.#options = options;
    this.#kept = this.#dispatcher();
    subscribe('undici:client:sendHeaders', this.#onHead);
  }

  reached(): number {
    return this.#reached;
  }

  async close(): Promise<void> {
    unsubscribe('undici:client:sendHeaders', this.#onHead);
    await this.#kept.destroy();
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    signal.throwIfAborted();
    const url = new URL(request.url);
    // undici looks at the signal only once it has a connection; what ends the attempt must not wait for that.
    const givenUp = Promise.withResolvers<never>();
    const attempt: Attempt = {
      giveUp: givenUp.reject,
      method: request.method,
      origin: url.origin,
      path: url.pathname + url.search,
      sent: false,
    };
    const dispatcher = request.fresh ? this.#dispatcher() : this.#kept;
    const total = new AbortController();
    const over = AbortSignal.any([signal, total.signal]);
    const onOver = (): void => givenUp.reject(over.reason);
    over.addEventListener('abort', onOver);
    const timer = setTimeout(() => total.abort(), request.totalTimeoutMs);
    this.#attempts.add(attempt);
    let answered = false;
    try {
      const exchange = undiciRequest(url, {
        dispatcher,
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal: over,
        headersTimeout: request.headersTimeoutMs,
        bodyTimeout: request.headersTimeoutMs,
      });
      const response = await Promise.race([exchange, givenUp.promise]);
      answered = true;
      const headers = flatten(response.headers);
      const bytes = await Promise.race([this.#read(response.body), givenUp.promise]);
      return {
        status: response.statusCode,
        headers,
        body: await Promise.race([decode(bytes, headers['content-encoding'], this.#cap), givenUp.promise]),
      };
    } catch (error) {
      signal.throwIfAborted();
      throw this.#transportError(error, { sent: attempt.sent, answered, timedOut: total.signal.aborted });
    } finally {
      clearTimeout(timer);
      // Node keeps a signal made of others alive while something listens to it, and with it the whole answer.
      over.removeEventListener('abort', onOver);
      this.#attempts.delete(attempt);
      // What never got through may still be tried by the dispatcher behind our back: it goes with it.
      if (!request.fresh && !attempt.sent) this.#kept = this.#dispatcher();
      if (request.fresh || !attempt.sent) await dispatcher.destroy();
    }
  }

  get #cap(): number {
    return this.#options.bodyCapBytes ?? BODY_CAP_BYTES;
  }

  #dispatcher(): Dispatcher {
    const { httpProxy, httpsProxy, noProxy } = this.#options;
    const timeout = this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
    const shared = {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: HEADER_CAP_BYTES,
      keepAliveTimeout: 30_000,
      connect: { timeout },
      proxyTls: { timeout },
      requestTls: { timeout },
    };
    return new EnvHttpProxyAgent({
      ...shared,
      // Empty, not undefined: undefined would make undici read the environment by itself. What is no address was
      // reported as an invalid input, and nothing is sent then.
      httpProxy: proxyUrl(httpProxy) ?? '',
      httpsProxy: proxyUrl(httpsProxy) ?? '',
      noProxy: noProxy ?? '',
      // The exchange with the proxy itself must not wait for undici's five minutes either.
      clientFactory: (origin, pool) =>
        new Pool(origin, { ...pool, headersTimeout: timeout }).on('disconnect', this.#onProxyGone),
    });
  }

  /**
   * Marks the attempt whose head is being written. This is the exact line between "surely not carried out" and
   * "may have been": it also holds behind a proxy, where connecting has many steps. Requests run one at a time, so
   * method, origin and path tell whose head it is.
   */
  readonly #onHead = (message: unknown): void => {
    const { request } = message as SentHead;
    for (const attempt of this.#attempts) {
      const same = request.method === attempt.method && request.path === attempt.path;
      if (!same || String(request.origin) !== attempt.origin || attempt.sent) continue;
      attempt.sent = true;
      this.#reached += 1;
    }
  };

  /** A proxy that hangs up instead of answering is asked again by undici without pause and without end. */
  readonly #onProxyGone = (_origin: URL, _targets: unknown, error: Error): void => {
    // The tunnel is open: the connection is no longer the proxy's.
    if (errorCode(error) === 'UND_ERR_INFO') return;
    const fault = new TransportError('proxy', `${SENTENCE.proxy}${detail(error, errorCode(error))}`, { cause: error });
    for (const attempt of this.#attempts) if (!attempt.sent) attempt.giveUp(fault);
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

  #transportError(error: unknown, at: { sent: boolean; answered: boolean; timedOut: boolean }): TransportError {
    if (error instanceof TransportError) return error;
    const code = errorCode(error);
    const kind = transportKind(code, at);
    return new TransportError(kind, `${SENTENCE[kind]}${detail(error, code)}`, { cause: error });
  }
}

/** All but running out of time before anything was sent, which is the client's to say. */
type ExchangeFault = Exclude<TransportKind, 'no_time'>;

const SENTENCE: Readonly<Record<ExchangeFault, string>> = {
  dns: 'the name of the service could not be resolved',
  refused: 'no connection to the service could be made',
  connect_timeout: 'connecting to the service took too long',
  tls: 'the TLS handshake with the service failed',
  proxy: 'the proxy did not open a connection to the service',
  certificate: "the service's TLS certificate is not trusted",
  reset: 'the connection was lost before the answer was complete',
  headers_timeout: 'the service did not answer in time',
  body_timeout: "the service's answer was not complete in time",
  protocol: 'what came back is not valid HTTP',
  too_large: 'the answer is too large',
};

/** The kind of fault from undici's, Node's or OpenSSL's error code and the moment it struck. Pure. */
export function transportKind(
  code: string,
  at: { readonly sent: boolean; readonly answered: boolean; readonly timedOut: boolean },
): ExchangeFault {
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|UNTRUSTED/.test(code))
    return 'certificate';
  if (!at.sent) {
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code.startsWith('EAI_')) return 'dns';
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' || at.timedOut) return 'connect_timeout';
    if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return 'tls';
    if (/^(UND_ERR_ABORTED|UND_ERR_PRX|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY|HPE_)/.test(code)) return 'proxy';
    return 'refused';
  }
  if (at.timedOut) return at.answered ? 'body_timeout' : 'headers_timeout';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'headers_timeout';
  if (code === 'UND_ERR_BODY_TIMEOUT') return 'body_timeout';
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return 'protocol';
  return 'reset';
}

function detail(error: unknown, code: string): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  const said = message.split('\n', 1)[0] ?? '';
  const parts = [code, said === code ? '' : said].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join(': ')})`;
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
