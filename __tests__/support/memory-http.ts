/**
 * The HTTP port in memory: a function answers each request, optionally after a delay in virtual
 * time.
 */
import type {
  Http,
  HttpResponse,
  HttpRequest,
  Opened,
  StreamRequest,
} from '../../src/http/port.ts';
import { TransportError } from '../../src/http/proof.ts';
import type { EventStream } from '../../sandbox/faces/face.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** @param body as it is if it is a text, otherwise as JSON */
export function jsonAnswer(body: unknown, status = 200): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** `hang`: no answer until the request times out. An error is thrown. */
export type Answer = Partial<Omit<HttpResponse, 'body'>> & {
  readonly body?: unknown;
  readonly delayMs?: number;
  /** A body that grows, where the request opens a stream. */
  readonly stream?: EventStream | null;
};
export type Answering = (request: HttpRequest, nth: number) => Answer | Error | 'hang';

/** Between two looks at what is new in a stream. */
const LOOK_MS = 100;

export class MemoryHttp implements Http {
  readonly requests: (HttpRequest & { readonly at: number })[] = [];
  readonly #clock: VirtualClock;
  readonly #answer: Answering;
  #reached = 0;

  constructor(clock: VirtualClock, answer: Answering) {
    this.#clock = clock;
    this.#answer = answer;
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { stream: _, ...answer } = await this.#answered(request, signal);
    return answer;
  }

  async open(request: StreamRequest, signal: AbortSignal): Promise<Opened> {
    const { headersTimeoutMs: totalTimeoutMs } = request;
    const whole = { method: 'GET', body: null, fresh: true, totalTimeoutMs } as const;
    const { stream, ...answer } = await this.#answered({ ...whole, ...request }, signal);
    if (answer.status < 200 || answer.status > 299 || stream === null) {
      return { kind: 'refused', response: answer };
    }
    const { status } = answer;
    const headers = { 'content-type': stream.contentType, ...answer.headers };
    return { kind: 'stream', stream: { status, headers, pieces: this.#poured(stream, signal) } };
  }

  /** Until the stream ends, as a server writes it. */
  async *#poured(stream: EventStream, signal: AbortSignal): AsyncGenerator<string> {
    for (;;) {
      signal.throwIfAborted();
      const { text, state } = stream.take();
      if (text !== '') {
        yield text;
      }
      if (state === 'ended') {
        return;
      }
      if (state === 'cut') {
        throw new TransportError('reset', 'the connection was lost');
      }
      await this.#clock.sleep(LOOK_MS, signal);
    }
  }

  async #answered(
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpResponse & { readonly stream: EventStream | null }> {
    signal.throwIfAborted();
    this.requests.push({ ...request, at: this.#clock.elapsed });
    const answer = this.#answer(request, this.requests.length);
    const unsent =
      answer instanceof TransportError &&
      ['dns', 'refused', 'connect_timeout'].includes(answer.kind);
    if (!unsent) {
      this.#reached += 1;
    }
    if (answer === 'hang') {
      await this.#clock.sleep(Math.min(request.headersTimeoutMs, request.totalTimeoutMs), signal);
      throw new TransportError('headers_timeout', 'the service did not answer in time');
    }
    await Promise.resolve();
    if (answer instanceof Error) {
      throw answer;
    }
    const { status = 200, headers = {}, body = {}, delayMs = 0, stream = null } = answer;
    if (delayMs > 0) {
      await this.#clock.sleep(delayMs, signal);
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers, body: text, stream };
  }

  reached(): number {
    return this.#reached;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
