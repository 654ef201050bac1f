/**
 * The model of the service, for many processes: runs that can be created, resumed, stopped, read and listed, and the way to it with its faults.
 * It records what was carried out and delivered, for the invariants.
 */
import type { HttpRequest } from '../../../src/service/http/port.ts';
import type { SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import {
  isPermanent,
  isStale,
  JUNK,
  statusOf,
  type Fault,
  type ReadFault,
  type SendFault,
  type Window,
} from '../engine/faults.ts';
import { jsonAnswer, Network, type Arrival, type Backend, type Exchange } from '../engine/network.ts';
import { refusal } from '../engine/refusal.ts';
import { turnShape, WorldRun, type RunFacts, type ServedRun, type TurnShape } from './run.ts';

/** The result of a create or resume. */
export interface WorldSend {
  readonly name: 'create' | 'resume';
  /** The name of the process that sent it. */
  readonly by: string;
  readonly at: number;
  readonly fault: SendFault | null;
  readonly body: Readonly<Record<string, unknown>>;
  /** The run on which it was carried out, or null. */
  runId: number | null;
  /** When a readable acceptance reached the client, or null. */
  deliveredAt: number | null;
}

/** The answer to a read of a run or its log. */
export interface Delivered {
  readonly at: number;
  /** The time of the snapshot in the answer. */
  readonly shows: number;
  readonly status: string | null;
  /** Undefined if the answer has no such field. */
  readonly result: string | null | undefined;
  readonly summary: string | null | undefined;
  readonly pullRequests: boolean;
  readonly fault: ReadFault | null;
  readonly kind: 'page' | 'run';
  /** The answer is a page, which tells the length of the log. */
  readonly showsEnd: boolean;
}

export interface WorldOptions<R extends ServedRun = WorldRun> {
  readonly seed: number;
  /** For service and way alike, instead of one for each. */
  readonly dice?: Dice;
  readonly clock: SimClock;
  /** Epoch milliseconds at the clock's zero, according to the service. */
  readonly wallOffset: number;
  readonly trace: ((line: string) => void) | null;
  /** By default runs of consecutive turns of this `shape`. */
  readonly runOf?: (facts: RunFacts) => R;
  readonly shape?: (dice: Dice) => TurnShape;
  /** Where logs are served. */
  readonly logs?: 'spec' | 'alpha' | 'both' | 'none';
  readonly metadata: 'kept' | 'dropped' | 'refused';
  readonly list: {
    readonly offered: boolean;
    /** Delay until a new run appears in the list. */
    readonly lateMs: number;
    /** Maximum age of the snapshot shown on a page. */
    readonly staleMs: number;
    /** Milliseconds between other people's runs in the list, which were created before the simulation began. */
    readonly others: number;
  };
  /** Whether the spec's limits apply: 10 creates per minute, 60 requests per minute. */
  readonly limited?: boolean;
}

/** The faults and latency of one process. */
export interface Troubles {
  readonly sends: readonly SendFault[];
  readonly windows: readonly Window[];
  readonly latencyMs: number;
}

/** The response of a missing endpoint. */
const NOT_FOUND = jsonAnswer('{"detail":"Not Found"}', 404);
const NO_RUN = jsonAnswer('{"message":"Agent run not found.","status_code":404}', 404);
const MINUTE = 60_000;

export class World<R extends ServedRun = WorldRun> {
  readonly options: WorldOptions<R>;
  readonly runs = new Map<number, R>();
  readonly sends: WorldSend[] = [];
  /** Pages of the list beyond the first that were delivered. */
  pages = 0;
  listed = 0;
  /** Requests that were refused because of the limits. */
  overLimit = 0;
  readonly #runOf: (facts: RunFacts) => R;
  readonly #dice: Dice;
  readonly #arrivals: number[] = [];
  readonly #creates: number[] = [];
  #ids = 7000;

  constructor(options: WorldOptions<R>) {
    this.options = options;
    const { seed, shape = turnShape } = options;
    this.#dice = options.dice ?? Dice.of(seed, 'world');
    const shapeOf = (id: number) => (turn: number) => shape(Dice.of(seed, `turn/${id}/${turn}`));
    this.#runOf = options.runOf ?? ((facts) => new WorldRun(facts, shapeOf(facts.id)) as ServedRun as R);
  }

  wall(at: number): number {
    return at + this.options.wallOffset;
  }

  /** Connects one process to the service. */
  connect(by: string, { sends, windows, latencyMs }: Troubles): Connection<R> {
    return new Connection(this, { by, sends: [...sends], windows, latencyMs });
  }

  /** Adds a run that was not created by the simulated processes. */
  add(metadata: RunFacts['metadata'], at: number): R {
    this.#ids += 1;
    const run = this.#runOf({ id: this.#ids, createdAt: at, metadata, wall: (time) => this.wall(time) });
    this.runs.set(run.id, run);
    return run;
  }

  accept(send: WorldSend, now: number): Exchange['answer'] {
    const { body, name } = send;
    const { metadata: handling } = this.options;
    const metadata = (body['metadata'] ?? null) as RunFacts['metadata'];
    if (name === 'create' && handling === 'refused' && metadata !== null)
      return jsonAnswer(
        '{"detail":[{"loc":["body","metadata"],"msg":"extra fields not permitted","type":"value_error"}]}',
        422,
      );
    const known = name === 'resume' ? this.runs.get(Number(body['agent_run_id'])) : null;
    if (known === undefined) return NO_RUN;
    const run = known ?? this.add(handling === 'kept' ? metadata : null, now);
    send.runId = run.id;
    return jsonAnswer(run.accept(String(body['prompt']), now, name));
  }

  read(url: URL, fault: ReadFault | null, now: number): Exchange & { readonly shown?: Shown } {
    if (url.pathname.endsWith('/agent/runs')) return { answer: this.#list(url.searchParams, now) };
    const run = this.runs.get(Number(/\/agent\/run\/(\d+)/.exec(url.pathname)?.[1]));
    if (run === undefined) return { answer: NO_RUN };
    const shows = isStale(fault) ? run.lagging(now, this.#dice) : now;
    const isPage = url.pathname.endsWith('/logs');
    const body = isPage ? this.#page(run, { query: url.searchParams, shows }) : run.body(shows);
    return { answer: jsonAnswer(body), shown: { body, shows, kind: isPage ? 'page' : 'run' } };
  }

  #page(
    run: R,
    { query, shows }: { readonly query: URLSearchParams; readonly shows: number },
  ): Readonly<Record<string, unknown>> {
    const skip = Number(query.get('skip'));
    const limit = Number(query.get('limit'));
    const log = run.log(shows);
    const logs = log.slice(skip, skip + limit);
    return { ...run.body(shows, 'page'), logs, total_logs: log.length, page: 1, size: limit, pages: 1 };
  }

  #list(query: URLSearchParams, now: number): Exchange['answer'] {
    const { offered, lateMs, staleMs, others } = this.options.list;
    if (!offered) return NOT_FOUND;
    const skip = Number(query.get('skip'));
    const limit = Number(query.get('limit'));
    this.listed += 1;
    if (skip > 0) this.pages += 1;
    const shows = now - lateMs - (staleMs === 0 ? 0 : this.#dice.int(0, staleMs));
    const ours = [...this.runs.values()].filter(({ createdAt }) => createdAt <= shows);
    const items = [
      ...ours.map((run) => ({ at: run.createdAt, item: () => run.body(now) })),
      ...Array.from({ length: others }, (_, index) => ({
        at: -index * 7_000 + 60_000,
        item: () => this.#other(index),
      })),
    ]
      .filter(({ at }) => at <= now)
      .sort((a, b) => b.at - a.at);
    return jsonAnswer({
      items: items.slice(skip, skip + limit).map(({ item }) => item()),
      total: items.length,
      page: 1,
      size: limit,
    });
  }

  /** Runs of other people, and of this action under other keys. */
  #other(index: number): Record<string, unknown> {
    const mixed =
      index % 3 === 0
        ? {
            agent_run_action_key: hex(index),
            agent_run_action_generation: '1',
            agent_run_action_request: hex(index + 1),
          }
        : null;
    return {
      ...{ id: 100 + index, organization_id: 42, status: 'COMPLETE', result: null, web_url: null },
      created_at: new Date(this.wall(-index * 7_000 + 60_000)).toISOString(),
      metadata: mixed,
    };
  }

  refusal(status: number, now: number): Exchange['answer'] {
    return refusal(status, { dice: this.#dice, wall: this.wall(now) });
  }

  /** Whether the spec's limits allow the request. Refused requests do not count. */
  hasRoom(request: HttpRequest, now: number): boolean {
    if (this.options.limited !== true) return true;
    const recent = (times: number[], most: number): boolean => {
      while (times.length > 0 && times[0]! <= now - MINUTE) times.shift();
      return times.length < most;
    };
    const creates = request.method === 'POST' && request.url.endsWith('/agent/run');
    if (!recent(this.#arrivals, 60) || (creates && !recent(this.#creates, 10))) {
      this.overLimit += 1;
      return false;
    }
    this.#arrivals.push(now);
    if (creates) this.#creates.push(now);
    return true;
  }
}

function hex(number: number): string {
  return (number + 0xabc).toString(16).padStart(32, '0');
}

interface Shown extends Pick<Delivered, 'shows' | 'kind'> {
  readonly body: Readonly<Record<string, unknown>>;
}

export class Connection<R extends ServedRun = WorldRun> implements Backend {
  readonly network: Network;
  /** Creates and resumes. */
  readonly posts: WorldSend[] = [];
  /** Requests to stop and unblock a run. */
  readonly stops: { readonly name: 'ban' | 'unban'; readonly at: number }[] = [];
  readonly delivered: Delivered[] = [];
  /** All faults so far. */
  readonly met = new Set<Fault>();
  /** Faults so far that end a step. */
  readonly permanents = new Set<string>();
  /** Requests to the wrong log address. */
  misses = 0;
  /** The end of all faults and requested waits. */
  troubleUntil = 0;
  readonly #world: World<R>;
  readonly #by: string;
  readonly #sends: SendFault[];
  readonly #windows: readonly Window[];
  readonly #dice: Dice;

  constructor(
    world: World<R>,
    { by, sends, windows, latencyMs }: Troubles & { readonly by: string; readonly sends: SendFault[] },
  ) {
    const { seed, clock, trace, dice } = world.options;
    this.#world = world;
    this.#by = by;
    this.#sends = sends;
    this.#windows = windows;
    this.#dice = dice ?? Dice.of(seed, `way/${by}`);
    const own = trace === null ? null : (line: string): void => trace(`${by} ${line}`);
    this.network = new Network(this, {
      ...{ clock, dice: this.#dice, latencyMs, trace: own },
      createsApart: world.options.limited === true,
    });
  }

  get #now(): number {
    return this.#world.options.clock.now();
  }

  trouble(until: number): void {
    this.troubleUntil = Math.max(this.troubleUntil, until);
  }

  depart(request: HttpRequest, now: number): Arrival {
    const { method, url } = request;
    if (method === 'GET') {
      const fault = this.#readFault(url, now);
      return { fault, arrive: () => this.#read(request, fault) };
    }
    const stop = /\/(ban|unban)$/.exec(url)?.[1];
    if (stop !== undefined) {
      this.stops.push({ name: stop as 'ban' | 'unban', at: now });
      return { fault: null, arrive: () => ({ answer: jsonAnswer('{"message":"done"}') }) };
    }
    const fault = this.#sends.shift() ?? null;
    if (fault !== null) this.#meet(fault);
    const name = url.endsWith('/resume') ? 'resume' : 'create';
    const body = JSON.parse(request.body ?? '{}') as Readonly<Record<string, unknown>>;
    const send: WorldSend = { name, by: this.#by, at: now, fault, body, runId: null, deliveredAt: null };
    this.posts.push(send);
    this.#world.sends.push(send);
    return { fault, arrive: () => this.#accept(request, send) };
  }

  #meet(fault: Fault): void {
    this.met.add(fault);
    if (fault === 'certificate') this.permanents.add(fault);
  }

  #read(request: HttpRequest, fault: ReadFault | null): Exchange {
    const now = this.#now;
    const status = statusOf(fault);
    if (status !== null) return { answer: this.#refusal(status, fault) };
    if (!this.#world.hasRoom(request, now)) return { answer: OVER_LIMIT };
    const url = new URL(request.url);
    const isLogs = url.pathname.endsWith('/logs');
    const [skip, limit] = ['skip', 'limit'].map((name) => Number(url.searchParams.get(name)));
    if (isLogs && !(limit! >= 1 && limit! <= 100 && Number.isInteger(skip) && skip! >= 0))
      this.network.violations.push(`a page of skip=${skip} limit=${limit}`);
    const { logs = 'both' } = this.#world.options;
    if (isLogs && logs !== 'both' && logs !== (url.pathname.includes('/v1/alpha/') ? 'alpha' : 'spec')) {
      this.misses += 1;
      return { answer: NOT_FOUND };
    }
    const junk = JUNK[fault ?? ''];
    if (junk !== undefined) return { answer: jsonAnswer(junk) };
    if (fault === 'other_run')
      return { answer: jsonAnswer({ ...OTHER_RUN, ...(isLogs && { logs: [OTHER_ENTRY], total_logs: 1 }) }) };
    if (isStale(fault)) this.trouble(now);
    const { answer, shown } = this.#world.read(url, fault, now);
    return { answer, ...(shown !== undefined && { delivered: () => this.#deliver(shown, fault) }) };
  }

  #deliver({ body, shows, kind }: Shown, fault: ReadFault | null): void {
    this.delivered.push({
      ...{ shows, fault, kind, at: this.#now },
      status: (body['status'] ?? null) as string | null,
      result: body['result'] as string | null | undefined,
      summary: body['summary'] as string | null | undefined,
      pullRequests: 'github_pull_requests' in body,
      showsEnd: kind === 'page' && 'total_logs' in body,
    });
  }

  #accept(request: HttpRequest, send: WorldSend): Exchange {
    const world = this.#world;
    const now = this.#now;
    const { fault } = send;
    const status = statusOf(fault);
    const refused = fault !== null && (status !== null || fault === 'reset_before') && fault !== 'http_503_done';
    if (!refused && !world.hasRoom(request, now)) return { answer: OVER_LIMIT };
    const answer = refused ? null : world.accept(send, now);
    const junk = fault === null ? undefined : JUNK[fault];
    return {
      answer:
        status !== null
          ? this.#refusal(status, fault)
          : junk !== undefined && send.runId !== null
            ? jsonAnswer(junk)
            : (answer ?? jsonAnswer('')),
      delivered: () => {
        // A resume needs no id in its answer, so a 2xx without one, or without a body, is an acceptance too.
        const told = fault === null || (send.name === 'resume' && (fault === 'empty' || fault === 'no_id'));
        if (told && send.runId !== null) send.deliveredAt = this.#now;
      },
    };
  }

  #refusal(status: number, fault: Fault | null): Exchange['answer'] {
    if (isPermanent(fault)) this.permanents.add(String(fault));
    return this.#world.refusal(status, this.#now);
  }

  #readFault(url: string, now: number): ReadFault | null {
    const isLogs = url.includes('/logs?');
    for (const { from, to, rate, kinds } of this.#windows) {
      if (now < from || now >= to || !this.#dice.chance(rate)) continue;
      const kind = this.#dice.pick(kinds);
      const isOfLogs = kind.startsWith('logs_') || kind === 'stale_log';
      if (isOfLogs ? !isLogs : kind === 'stale_run' && isLogs) continue;
      this.#meet(kind);
      this.trouble(now);
      return kind;
    }
    return null;
  }
}

const OVER_LIMIT = { ...jsonAnswer('{"message":"Rate limit exceeded","status_code":429}', 429), headers: {} };
const OTHER_RUN = {
  ...{ id: 9999, organization_id: 42, status: 'FAILED', result: 'The result of another run.' },
  web_url: 'https://agents.example.com/runs/9999',
};
const OTHER_ENTRY = {
  ...{ agent_run_id: 9999, created_at: '2026-04-01T14:46:40.000Z' },
  ...{ message_type: 'FINAL_ANSWER', observation: 'The answer of another run.' },
};
