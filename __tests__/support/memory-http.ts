/**
 * The HTTP port in memory: a function answers each request, optionally after a delay in virtual
 * time.
 */
import type { Http, HttpAnswer, HttpRequest, Opened, StreamRequest } from '../../src/http/port.ts';
import { TransportError } from '../../src/http/port.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** `hang`: no answer until the request times out. An error is thrown. */
export type Answer = Partial<Omit<HttpAnswer, 'body'>> & {
  readonly body?: unknown;
  readonly delayMs?: number;
};
export type Answering = (request: HttpRequest, nth: number) => Answer | Error | 'hang';

export class MemoryHttp implements Http {
  readonly requests: (HttpRequest & { readonly at: number })[] = [];
  readonly #clock: VirtualClock;
  readonly #answer: Answering;
  #reached = 0;

  constructor(clock: VirtualClock, answer: Answering) {
    this.#clock = clock;
    this.#answer = answer;
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
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
    const { status = 200, headers = {}, body = {}, delayMs = 0 } = answer;
    if (delayMs > 0) {
      await this.#clock.sleep(delayMs, signal);
    }
    return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
  }

  /** Memory has no streams: the answer is the whole body, as one piece. */
  async open(request: StreamRequest, signal: AbortSignal): Promise<Opened> {
    const { headersTimeoutMs: totalTimeoutMs } = request;
    const whole = { method: 'GET', body: null, fresh: true, totalTimeoutMs } as const;
    const answer = await this.send({ ...whole, ...request }, signal);
    if (answer.status < 200 || answer.status > 299) {
      return { kind: 'refused', answer };
    }
    const { body, ...head } = answer;
    return { kind: 'stream', stream: { ...head, pieces: piecesOf(body) } };
  }

  reached(): number {
    return this.#reached;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function* piecesOf(...pieces: readonly string[]): AsyncIterable<string> {
  for (const piece of pieces) {
    await Promise.resolve();
    yield piece;
  }
}
