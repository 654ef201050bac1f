/**
 * The service as a model: one run whose log grows and whose status changes in virtual time, behind a network that does
 * what the plan says. It knows what was carried out and what was delivered, which is what the invariants are held against.
 */
import {
  TransportError,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  type TransportKind,
} from '../../src/service/http/port.ts';
import type { SimClock } from './clock.ts';
import { EPOCH, PERMANENT_FAULTS, type Plan, type PlannedEntry, type PostFault, type ReadFault } from './plan.ts';
import { Dice } from './random.ts';

export interface Post {
  readonly name: 'create' | 'resume';
  readonly at: number;
  readonly fault: PostFault | null;
  carriedOut: boolean;
  /** When a readable acceptance reached the client; null while none has. */
  deliveredAt: number | null;
}

export interface Delivered {
  readonly at: number;
  /** The moment of the run that the answer shows. */
  readonly shows: number;
  readonly status: string | null;
  readonly fault: ReadFault | null;
  readonly kind: 'page' | 'run';
}

type Handling = ReadFault | PostFault | null;

const UNSENT: Readonly<Record<string, TransportKind>> = {
  dns: 'dns',
  refused: 'refused',
  connect_timeout: 'connect_timeout',
  tls: 'tls',
  proxy: 'proxy',
  certificate: 'certificate',
};
/** Answers that hold something else than what is true; the client cannot know. */
const LIES: ReadonlySet<string> = new Set([
  'stale',
  'stale_run',
  'shuffled',
  'holed',
  'wrong_total',
  'statusless',
  'bare_page',
  'reversed',
]);
export const isLie = (fault: string | null): boolean => fault !== null && LIES.has(fault);

export class ModelService implements Http {
  readonly #plan: Plan;
  readonly #clock: SimClock;
  readonly #dice: Dice;
  readonly #trace: ((line: string) => void) | null;
  #reached = 0;
  /** When the run of this turn was accepted; the log and status of the plan count from here. */
  acceptedAt: number | null = null;
  readonly posts: Post[] = [];
  readonly delivered: Delivered[] = [];
  /** Until when a fault or what it asked for was felt. */
  troubleUntil = 0;
  /** No request may come before this: a 429 asked for it. */
  floorUntil = 0;
  readonly violations: string[] = [];
  readonly permanents = new Set<string>();
  /** A 429 was answered. */
  refused = false;
  /** A redirect was delivered. */
  redirected = false;

  constructor(plan: Plan, clock: SimClock, trace: ((line: string) => void) | null) {
    this.#plan = plan;
    this.#clock = clock;
    this.#dice = new Dice(plan.seed ^ 0x5bd1e995);
    this.#trace = trace;
    if (plan.mode === 'attach') this.acceptedAt = 0;
  }

  reached(): number {
    return this.#reached;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const now = this.#clock.now();
      const post = request.method === 'POST';
      const fault: Handling = post ? this.#postFault() : this.#readFault(request.url, now);
      const entry: Post | null = post
        ? {
            name: request.url.endsWith('/resume') ? 'resume' : 'create',
            at: now,
            fault: fault as PostFault | null,
            carriedOut: false,
            deliveredAt: null,
          }
        : null;
      if (entry !== null) this.posts.push(entry);
      if (now < this.floorUntil - 1e-6)
        this.violations.push(`a request at ${now} before the ${this.floorUntil} a 429 asked for`);
      if (request.totalTimeoutMs <= 0 || request.headersTimeoutMs <= 0)
        this.violations.push(`a request without time at ${now}`);
      const what = `${request.method} ${request.url.slice(request.url.indexOf('/agent/'))}`;
      this.#trace?.(`${stamp(now)} ${what}${fault === null ? '' : ` [${fault}]`}`);
      const cancels: (() => void)[] = [];
      let over = false;
      const finish = (end: () => void, said: string): void => {
        if (over) return;
        over = true;
        cancels.forEach((cancel) => cancel());
        signal.removeEventListener('abort', abort);
        this.#trace?.(`${stamp(this.#clock.now())}   → ${said}`);
        end();
      };
      const abort = (): void => finish(() => reject(signal.reason as Error), 'aborted');
      signal.addEventListener('abort', abort, { once: true });
      const fail = (kind: TransportKind): void => {
        if (!over) this.#trouble(this.#clock.now());
        finish(() => reject(new TransportError(kind, `model: ${kind}`)), kind);
      };
      const latency = (): number => this.#plan.latencyMs * (0.5 + this.#dice.next());
      const unsent = UNSENT[fault ?? ''];
      if (unsent !== undefined) {
        if (PERMANENT_FAULTS.includes(fault as 'certificate')) this.permanents.add(String(fault));
        const after = Math.min(request.totalTimeoutMs, fault === 'connect_timeout' ? 10_000 : latency());
        cancels.push(this.#clock.after(after, () => fail(unsent)));
        return;
      }
      this.#reached += 1;
      cancels.push(
        this.#clock.after(Math.min(request.headersTimeoutMs, request.totalTimeoutMs), () => fail('headers_timeout')),
      );
      // What the service does goes on also when nobody waits for the answer any more.
      const up = latency() + (fault === 'slow' ? this.#dice.int(1_000, 25_000) : 0);
      this.#clock.after(up, () => {
        if (fault === 'reset_before') return fail('reset');
        if (fault === 'hang_before') return;
        const answer = entry === null ? this.#read(request.url, fault as ReadFault | null) : this.#accept(entry);
        if (fault === 'hang_after') return;
        cancels.push(
          this.#clock.after(latency(), () => {
            if (fault === 'reset_after') return fail('reset');
            if (fault === 'cut_body') return fail('body_timeout');
            if (fault === 'protocol' || fault === 'too_large') return fail(fault);
            if (over) return;
            answer.delivered();
            finish(() => resolve(answer.answer), `${answer.answer.status} ${brief(answer.answer.body)}`);
          }),
        );
      });
    });
  }

  #trouble(until: number): void {
    this.troubleUntil = Math.max(this.troubleUntil, until);
  }

  #postFault(): PostFault | null {
    return this.#plan.posts[this.posts.length] ?? null;
  }

  #readFault(url: string, now: number): ReadFault | null {
    const logs = url.includes('/logs?');
    for (const window of this.#plan.windows) {
      if (now < window.from || now >= window.to || !this.#dice.chance(window.rate)) continue;
      const kind = this.#dice.pick(window.kinds);
      const logsOnly = kind.startsWith('logs_') || (LIES.has(kind) && kind !== 'stale_run');
      if (logsOnly && !logs) continue;
      if (kind === 'stale_run' && logs) continue;
      this.#trouble(now);
      return kind;
    }
    return null;
  }

  /** What a POST does and is answered. */
  #accept(post: Post): { answer: HttpAnswer; delivered: () => unknown } {
    const { fault } = post;
    const status = statusOf(fault);
    const refused = fault !== null && (status !== null || fault === 'reset_before') && fault !== 'http_503_done';
    if (!refused) {
      post.carriedOut = true;
      this.acceptedAt ??= this.#clock.now();
    }
    if (status !== null && PERMANENT_FAULTS.includes(fault as 'http_401')) this.permanents.add(String(fault));
    const body = fault === null ? this.#runBody(this.#clock.now()) : postBody(fault);
    const answer = status === null ? json(200, body) : this.#refusal(status);
    return {
      answer,
      delivered: () => {
        // After a resume the id is known: a 2xx without one, or without anything, is an acceptance too.
        const accepted = fault === null || (post.name === 'resume' && (fault === 'empty' || fault === 'no_id'));
        if (accepted) post.deliveredAt = this.#clock.now();
        if (status === 429) this.#noteFloor(answer);
        if (status === 307) this.redirected = true;
      },
    };
  }

  #read(url: string, fault: ReadFault | null): { answer: HttpAnswer; delivered: () => unknown } {
    const now = this.#clock.now();
    const nothing = (): void => undefined;
    const status = statusOf(fault);
    if (status !== null) {
      if (PERMANENT_FAULTS.includes(fault as 'http_401')) this.permanents.add(String(fault));
      const answer = this.#refusal(status);
      if (status === 307) return { answer, delivered: () => (this.redirected = true) };
      return { answer, delivered: status === 429 ? () => this.#noteFloor(answer) : nothing };
    }
    const junk = READ_JUNK[fault ?? ''];
    if (junk !== undefined) return { answer: json(200, junk), delivered: nothing };
    const logs = url.includes('/logs?');
    let shows = now;
    if (fault === 'stale' || fault === 'stale_run') {
      // An older snapshot never shows a time before the turn again once the turn was seen at work.
      const floor = this.#plan.mode === 'resume' && this.acceptedAt !== null ? this.acceptedAt + this.#pickup() : -1e9;
      shows = Math.max(Math.min(now, floor), now - this.#dice.int(500, 20_000));
      this.#trouble(now);
    }
    const body = logs ? this.#pageBody(new URL(url).searchParams, { shows, fault }) : this.#runBody(shows);
    const word = (body['status'] ?? null) as string | null;
    return {
      answer: json(200, JSON.stringify(body)),
      delivered: () =>
        this.delivered.push({ at: this.#clock.now(), shows, status: word, fault, kind: logs ? 'page' : 'run' }),
    };
  }

  #pickup(): number {
    return this.#plan.statuses[1]?.at ?? 0;
  }

  /** Where the plan's timeline stands at a moment of the clock. */
  #turnTime(at: number): number {
    return this.acceptedAt === null ? -1e8 : at - this.acceptedAt;
  }

  #runBody(shows: number): Record<string, unknown> {
    const time = this.#turnTime(shows);
    const { plan } = { plan: this.#plan };
    const status = plan.statuses.findLast(({ at }) => at <= time)?.word ?? null;
    const ended = time >= plan.endAt;
    return {
      id: 7001,
      organization_id: 42,
      status,
      created_at: new Date(EPOCH).toISOString(),
      web_url: 'https://agents.example.com/runs/7001',
      result: ended ? (plan.result ?? plan.resultBefore) : plan.resultBefore,
    };
  }

  /** The log as it stands at a moment, in the order of the service. */
  #log(shows: number): PlannedEntry[] {
    const { before, entries, placed, order } = this.#plan;
    const time = this.#turnTime(shows);
    const visible = entries.filter(({ visibleAt }) => visibleAt <= time);
    if (placed === 'arrival') visible.sort((a, b) => a.visibleAt - b.visibleAt);
    const all = before.length === 0 ? visible : [...before, ...visible];
    return order === 'desc' ? all.toReversed() : all;
  }

  #pageBody(
    query: URLSearchParams,
    { shows, fault }: { shows: number; fault: ReadFault | null },
  ): Record<string, unknown> {
    const skip = Number(query.get('skip'));
    const limit = Number(query.get('limit'));
    if (!(limit >= 1 && limit <= 100 && skip >= 0)) this.violations.push(`a page of skip=${skip} limit=${limit}`);
    const log = this.#log(shows);
    let page = log.slice(skip, skip + limit).map(({ value }) => value);
    if (fault === 'bare_page') return { logs: [] };
    if (fault === 'shuffled') page = this.#dice.some(page, page.length);
    if (fault === 'reversed') page.reverse();
    if (fault === 'holed' && page.length > 1) page.splice(this.#dice.int(0, page.length - 1), 1);
    const total = log.length + (fault === 'wrong_total' ? this.#dice.int(-3, 3) : 0);
    const run = fault === 'statusless' ? {} : this.#runBody(shows);
    const totals = this.#plan.totals === 'absent' ? {} : { total_logs: Math.max(0, total) };
    return { ...run, logs: page, ...totals, page: 1, size: limit, pages: 1 };
  }

  #refusal(status: number): HttpAnswer {
    const headers: Record<string, string> = status === 429 ? this.#floorHeaders() : {};
    if (status >= 300 && status < 400) headers['location'] = 'https://elsewhere.example.com/';
    return { status, headers, body: this.#dice.pick(['', '{"detail":"No."}', '<html>No.</html>', '{"message":{}}']) };
  }

  /** All forms in which a service may say when to come back, garbage included. */
  #floorHeaders(): Record<string, string> {
    const now = EPOCH + this.#clock.now();
    const seconds = this.#dice.chance(0.95) ? this.#dice.int(0, 40) : this.#dice.int(100, 4_000);
    const date = new Date(now).toUTCString();
    switch (this.#dice.int(0, 8)) {
      case 0:
        return { 'retry-after': String(seconds) };
      case 1:
        return { 'retry-after': new Date(now + seconds * 1000).toUTCString(), date };
      case 2:
        return { 'retry-after-ms': String(seconds * 1000) };
      case 3:
        return { 'x-ratelimit-reset': String(seconds), date };
      case 4:
        return { 'x-ratelimit-reset': String(Math.floor(now / 1000) + seconds), date };
      case 5:
        return { 'x-ratelimit-reset': String(now + seconds * 1000), date };
      case 6:
        return { 'retry-after': this.#dice.pick(['soon', '-5', 'NaN', '', '1e9', '5 minutes', 'Infinity', '0x10']) };
      default:
        return {};
    }
  }

  #noteFloor({ headers }: HttpAnswer): void {
    this.refused = true;
    const now = this.#clock.now();
    const ms = floorOf(headers);
    if (ms === null) return;
    // Dates in the answer are of the second, and of the moment it was written.
    this.floorUntil = Math.max(this.floorUntil, now + ms);
    this.#trouble(now + ms);
  }
}

/** What a well-formed answer asks for, by this model's own reading. */
function floorOf(headers: Readonly<Record<string, string>>): number | null {
  const date = Date.parse(headers['date'] ?? '');
  const after = headers['retry-after'] ?? '';
  const reset = headers['x-ratelimit-reset'];
  if (headers['retry-after-ms'] !== undefined) return Number(headers['retry-after-ms']);
  if (/^\d+$/.test(after)) return Number(after) * 1000;
  if (after.endsWith('GMT')) return Date.parse(after) - date;
  if (reset === undefined) return null;
  return reset.length < 9
    ? Number(reset) * 1000
    : reset.length < 12
      ? Number(reset) * 1000 - date
      : Number(reset) - date;
}

function statusOf(fault: Handling): number | null {
  if (fault === null) return null;
  if (fault === '429') return 429;
  if (fault === 'redirect') return 307;
  const match = /^(?:http|logs)_(\d{3})/.exec(fault);
  return match === null ? null : Number(match[1]);
}

function postBody(fault: PostFault): string {
  switch (fault) {
    case 'bad_json':
      return '{"id": 70';
    case 'no_id':
      return '{"status":"RUNNING"}';
    case 'html':
      return '<!doctype html><p>Welcome';
    default:
      return '';
  }
}

const READ_JUNK: Readonly<Record<string, string>> = {
  bad_json: '{"id": 7001, "sta',
  html: '<!doctype html><p>Welcome',
  empty: '',
  array: '[]',
  null: 'null',
  logs_object: '{"id":7001,"status":"RUNNING","logs":{}}',
  logs_missing: '{"id":7001,"status":"RUNNING"}',
};

function json(status: number, body: string | Record<string, unknown>): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

function stamp(at: number): string {
  return `${(at / 1000).toFixed(3).padStart(10)}s`;
}

/** An answer's body in one line of the trace. */
function brief(body: string): string {
  if (!body.includes('"logs":[')) return body.slice(0, 160);
  const {
    status,
    total_logs: total,
    logs,
  } = JSON.parse(body) as Record<string, unknown> & { logs: Record<string, unknown>[] };
  const words = logs.map((entry) => `${String(entry['created_at']).slice(14, 23)} ${String(entry['observation'])}`);
  const shown = words.length > 14 ? [...words.slice(0, 6), `… ${words.length - 12} …`, ...words.slice(-6)] : words;
  return `${String(status)} total ${String(total)} [${shown.join(' | ')}]`;
}
