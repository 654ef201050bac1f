/**
 * The network between one process and the service, in virtual time: latency, faults and refusals.
 * It records which requests reached the service and how long a refusal asked to wait. The backend
 * carries out the requests.
 */
import type {
  Http,
  HttpResponse,
  HttpRequest,
  Opened,
  StreamRequest,
} from '../../../src/http/port.ts';
import { TransportError, type TransportKind } from '../../../src/http/proof.ts';
import type { SimClock } from './clock.ts';
import type { Dice } from './dice.ts';
import { connectionFault, type Fault } from './faults.ts';
import { floorOf } from './refusal.ts';
import { poured, type VirtualStream } from './stream.ts';

/** The result of a request at the service. */
export interface Exchange {
  readonly answer: HttpResponse;
  /** The body, where the request opens a stream and is not refused. */
  readonly stream?: VirtualStream;
  /** How long the service takes for its answer once the request is carried out. Default: 0. */
  readonly delayMs?: number;
  /** How the connection breaks in the place of the answer. */
  readonly breaks?: TransportKind;
  /** Called when the answer has reached the client in time. */
  readonly delivered?: () => void;
}

export interface Arrival {
  readonly fault: Fault | null;
  /**
   * Called when the request reaches the service, even if the client no longer waits for the answer.
   */
  arrive(): Exchange;
}

export interface Backend {
  /** Called when a request is sent. */
  depart(request: HttpRequest, now: number): Arrival;
  /** Called with the time until which a fault has effects. */
  trouble(until: number): void;
}

interface NetworkOptions {
  readonly clock: SimClock;
  readonly dice: Dice;
  readonly latencyMs: number;
  /**
   * Whether a refused create delays only other creates, because many runs are followed meanwhile.
   */
  readonly createsApart?: boolean;
  /** What a refusal for now delays: a stop is asked for once, at the deadline, and cannot wait. */
  readonly kindOf: (request: HttpRequest) => 'create' | 'other' | 'stop';
  /** Whether an answer is a refusal for now. Default: those with the status 429. */
  readonly isRefusal?: (answer: HttpResponse) => boolean;
  readonly trace: ((line: string) => void) | null;
}

/**
 * Reads that follow each other sooner than this have no pause between them. The action's shortest
 * pause is 500 ms.
 */
const HURRY_MS = 450;
/** Before a follow-up, the log is read again for each earlier one whose delivery is in doubt. */
const MOST_HURRIED = 8;

export class Network implements Http {
  readonly #backend: Backend;
  readonly #options: NetworkOptions;
  /** Send times of the requests that reached the service, at its own address or elsewhere. */
  readonly sentAt: number[] = [];
  #elsewhere = 0;
  /** Those of them that wait for the limits: all but stops and what belongs to those. */
  readonly pacedAt: number[] = [];
  /** The earliest time of the next request, as a 429 asked. */
  floorUntil = 0;
  /** The same for creates, if they are limited separately. */
  createFloorUntil = 0;
  /** Whether a 429 was sent. */
  refused = false;
  /** Whether the process got a signal. */
  signalled = false;
  /** Whether the process is gone, so that nothing reaches it. */
  gone = false;
  readonly violations: string[] = [];
  /**
   * The last answer of each address, and how many in a row were the same and followed each other
   * without a pause.
   */
  readonly #shown = new Map<
    string,
    { readonly body: string; readonly sentAt: number; readonly hurried: number }
  >();

  constructor(backend: Backend, options: NetworkOptions) {
    this.#backend = backend;
    this.#options = options;
  }

  reached(): number {
    return this.sentAt.length - this.#elsewhere;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async open(request: StreamRequest, signal: AbortSignal): Promise<Opened> {
    const { headersTimeoutMs: totalTimeoutMs } = request;
    const whole = { method: 'GET', body: null, fresh: true, totalTimeoutMs } as const;
    const { answer, stream } = await this.#exchange({ ...whole, ...request }, signal);
    if (stream === undefined || answer.status < 200 || answer.status > 299) {
      return { kind: 'refused', response: answer };
    }
    const { status, headers } = answer;
    const { clock, dice, latencyMs, trace } = this.#options;
    const way = { clock, dice, latencyMs, trace, signal, isGone: () => this.gone };
    return { kind: 'stream', stream: { status, headers, pieces: poured(stream, way) } };
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { answer } = await this.#exchange(request, signal);
    return answer;
  }

  #exchange(request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    const { clock, dice, latencyMs, trace } = this.#options;
    // As the real connection does.
    if (signal.aborted) {
      return Promise.reject(signal.reason as Error);
    }
    return new Promise((resolve, reject) => {
      const now = clock.now();
      const arrival = this.#backend.depart(request, now);
      const { fault } = arrival;
      const kind = this.#options.kindOf(request);
      const isCreate = kind === 'create';
      const floor = Math.max(this.floorUntil, isCreate ? this.createFloorUntil : 0);
      const isInTime = now >= floor - 1e-6;
      if (!isInTime && kind !== 'stop') {
        this.violations.push(`a request at ${now} before the ${floor} a 429 asked for`);
      }
      if (request.totalTimeoutMs <= 0 || request.headersTimeoutMs <= 0) {
        this.violations.push(`a request without time at ${now}`);
      }
      if (trace !== null) {
        const what = `${request.method} ${request.url.replace(/^https:\/\/[^/]+\/root\//, '')}`;
        trace(`${stamp(now)} ${what}${fault === null ? '' : ` [${fault}]`}`);
      }
      const cancels: (() => void)[] = [];
      let over = false;
      const finish = (end: () => void, said: () => string): void => {
        if (over) {
          return;
        }
        over = true;
        cancels.forEach((cancel) => cancel());
        signal.removeEventListener('abort', abort);
        trace?.(`${stamp(clock.now())}   → ${said()}`);
        if (!this.gone) {
          end();
        }
      };
      const abort = (): void =>
        finish(
          () => reject(signal.reason as Error),
          () => 'aborted',
        );
      signal.addEventListener('abort', abort, { once: true });
      const fail = (kind: TransportKind): void => {
        if (!over) {
          this.#backend.trouble(clock.now());
        }
        finish(
          () => reject(new TransportError(kind, `model: ${kind}`)),
          () => kind,
        );
      };
      const latency = (): number => latencyMs * (0.5 + dice.next());
      const unsent = connectionFault(fault);
      if (unsent !== null) {
        const after = Math.min(
          request.totalTimeoutMs,
          fault === 'connect_timeout' ? 10_000 : latency(),
        );
        cancels.push(clock.after(after, () => fail(unsent)));
        return;
      }
      this.sentAt.push(now);
      this.#elsewhere += request.isElsewhere === true ? 1 : 0;
      if (kind !== 'stop') {
        this.pacedAt.push(now);
      }
      cancels.push(
        clock.after(Math.min(request.headersTimeoutMs, request.totalTimeoutMs), () =>
          fail('headers_timeout'),
        ),
      );
      // The service carries out the request even if the client no longer waits for the answer.
      const up = latency() + (fault === 'slow' ? dice.int(1_000, 25_000) : 0);
      clock.after(up, () => {
        if (fault === 'reset_before') {
          return fail('reset');
        }
        if (fault === 'hang_before') {
          return;
        }
        const exchange = arrival.arrive();
        if (fault === 'hang_after') {
          return;
        }
        cancels.push(
          clock.after(latency() + (exchange.delayMs ?? 0), () => {
            if (fault === 'reset_after') {
              return fail('reset');
            }
            if (exchange.breaks !== undefined) {
              return fail(exchange.breaks);
            }
            if (fault === 'cut_body') {
              return fail('body_timeout');
            }
            if (fault === 'protocol' || fault === 'too_large') {
              return fail(fault);
            }
            if (over) {
              return;
            }
            if (!this.gone) {
              exchange.delivered?.();
              this.#note(exchange.answer, isCreate);
              if (request.method === 'GET' && kind !== 'stop' && exchange.stream === undefined) {
                this.#show(request.url, { sentAt: now, answer: exchange.answer });
              }
            }
            finish(
              () => resolve(exchange),
              () => `${exchange.answer.status} ${brief(exchange.answer.body)}`,
            );
          }),
        );
      });
    });
  }

  /** A service that shows nothing new must not be read again and again without a pause. */
  #show(
    url: string,
    { sentAt, answer }: { readonly sentAt: number; readonly answer: HttpResponse },
  ): void {
    const { body } = answer;
    const before = this.#shown.get(url);
    const inHurry = before?.body === body && sentAt - before.sentAt < HURRY_MS;
    const hurried = inHurry ? before.hurried + 1 : 0;
    this.#shown.set(url, { body, sentAt, hurried });
    if (hurried === MOST_HURRIED + 1) {
      this.violations.push(
        `${hurried} reads of ${url} in a row that showed nothing new, at ${sentAt}`,
      );
    }
  }

  #note(answer: HttpResponse, isCreate: boolean): void {
    const { isRefusal = ({ status }) => status === 429 } = this.#options;
    if (!isRefusal(answer)) {
      return;
    }
    this.refused = true;
    const ms = floorOf(answer);
    if (ms === null) {
      return;
    }
    // Dates in the answer have a resolution of one second and refer to the time it was written.
    const until = this.#options.clock.now() + ms;
    if (isCreate && this.#options.createsApart === true) {
      this.createFloorUntil = Math.max(this.createFloorUntil, until);
    } else {
      this.floorUntil = Math.max(this.floorUntil, until);
    }
    this.#backend.trouble(until);
  }
}

export function stamp(at: number): string {
  return `${(at / 1000).toFixed(3).padStart(10)}s`;
}

/** An answer's body as one line of the trace. */
function brief(body: string): string {
  if (!body.includes('"logs":[')) {
    return body.slice(0, 240);
  }
  const {
    status,
    total_logs: total,
    logs,
  } = JSON.parse(body) as Record<string, unknown> & { logs: Record<string, unknown>[] };
  const words = logs.map(
    (entry) => `${String(entry['created_at']).slice(11, 23)} ${String(entry['observation'])}`,
  );
  const shown =
    words.length > 14
      ? [...words.slice(0, 6), `… ${words.length - 12} …`, ...words.slice(-6)]
      : words;
  return `${String(status)} total ${String(total)} [${shown.join(' | ')}]`;
}
