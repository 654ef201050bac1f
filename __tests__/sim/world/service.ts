/** A model of the service for many processes, with many runs that can be created, resumed, read and listed. */
import type { HttpRequest } from '../../../src/service/http/port.ts';
import type { SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import { JUNK, statusOf, type Fault, type ReadFault, type SendFault, type Window } from '../engine/faults.ts';
import { jsonAnswer, Network, type Arrival, type Backend, type Exchange } from '../engine/network.ts';
import { refusal } from '../engine/refusal.ts';
import { turnShape, WorldRun, type TurnShape } from './run.ts';

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
  deliveredAt: number | null;
}

export interface WorldOptions {
  readonly seed: number;
  readonly clock: SimClock;
  /** Epoch milliseconds at the clock's zero, according to the service. */
  readonly wallOffset: number;
  readonly trace: ((line: string) => void) | null;
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
  readonly shape?: (dice: Dice) => TurnShape;
  /** Whether the spec's limits apply: 10 creates per minute, 60 requests per minute. */
  readonly limited?: boolean;
}

/** The faults and latency of one process. */
export interface Troubles {
  readonly sends: readonly SendFault[];
  readonly windows: readonly Window[];
  readonly latencyMs: number;
}

const NOT_FOUND = jsonAnswer('{"detail":"Not Found"}', 404);
const MINUTE = 60_000;

export class World {
  readonly options: WorldOptions;
  readonly runs = new Map<number, WorldRun>();
  readonly sends: WorldSend[] = [];
  /** Pages of the list beyond the first that were delivered. */
  pages = 0;
  listed = 0;
  /** Requests that were refused because of the limits. */
  overLimit = 0;
  readonly #dice: Dice;
  readonly #arrivals: number[] = [];
  readonly #creates: number[] = [];
  #ids = 7000;

  constructor(options: WorldOptions) {
    this.options = options;
    this.#dice = Dice.of(options.seed, 'world');
  }

  wall(at: number): number {
    return at + this.options.wallOffset;
  }

  /** Connects one process to the service. */
  connect(by: string, { sends, windows, latencyMs }: Troubles): Connection {
    return new Connection(this, { by, sends: [...sends], windows, latencyMs });
  }

  /** Adds a run that was not created by the simulated processes. */
  add(metadata: Readonly<Record<string, unknown>> | null, at: number): WorldRun {
    this.#ids += 1;
    const run = new WorldRun(this.#ids, { createdAt: at, metadata, wall: (time) => this.wall(time) });
    this.runs.set(run.id, run);
    return run;
  }

  accept(send: WorldSend, now: number): Exchange['answer'] {
    const { body, name } = send;
    const { metadata: handling } = this.options;
    const metadata = (body['metadata'] ?? null) as Readonly<Record<string, unknown>> | null;
    if (name === 'create' && handling === 'refused' && metadata !== null)
      return jsonAnswer(
        '{"detail":[{"loc":["body","metadata"],"msg":"extra fields not permitted","type":"value_error"}]}',
        422,
      );
    const known = name === 'resume' ? this.runs.get(Number(body['agent_run_id'])) : null;
    if (known === undefined) return jsonAnswer('{"message":"Agent run not found.","status_code":404}', 404);
    const run = known ?? this.add(handling === 'kept' ? metadata : null, now);
    const dice = Dice.of(this.options.seed, `turn/${run.id}/${run.turns.length}`);
    run.begin(String(body['prompt']), now, (this.options.shape ?? turnShape)(dice));
    send.runId = run.id;
    return jsonAnswer(this.body(run, now));
  }

  body(run: WorldRun, at: number): Record<string, unknown> {
    return {
      ...{ id: run.id, organization_id: 42, status: run.status(at), result: run.result(at) },
      created_at: new Date(this.wall(run.createdAt)).toISOString(),
      web_url: `https://agents.example.com/runs/${run.id}`,
      metadata: run.metadata,
    };
  }

  read(url: URL, fault: ReadFault | null, now: number): Exchange['answer'] {
    if (url.pathname.endsWith('/agent/runs')) return this.#list(url.searchParams, now);
    const run = this.runs.get(Number(/\/agent\/run\/(\d+)/.exec(url.pathname)?.[1]));
    if (run === undefined) return jsonAnswer('{"message":"Agent run not found.","status_code":404}', 404);
    const shows = fault === 'stale' ? Math.max(run.createdAt, now - this.#dice.int(200, 8_000)) : now;
    const body = this.body(run, shows);
    if (!url.pathname.endsWith('/logs')) return jsonAnswer(body);
    const skip = Number(url.searchParams.get('skip'));
    const limit = Number(url.searchParams.get('limit'));
    const log = run.log(shows);
    return jsonAnswer({
      ...body,
      logs: log.slice(skip, skip + limit),
      total_logs: log.length,
      page: 1,
      size: limit,
      pages: 1,
    });
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
      ...ours.map((run) => ({ at: run.createdAt, item: () => this.body(run, now) })),
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

export class Connection implements Backend {
  readonly network: Network;
  readonly met = new Set<Fault>();
  troubleUntil = 0;
  readonly #world: World;
  readonly #by: string;
  readonly #sends: SendFault[];
  readonly #windows: readonly Window[];
  readonly #dice: Dice;

  constructor(
    world: World,
    {
      by,
      sends,
      windows,
      latencyMs,
    }: {
      readonly by: string;
      readonly sends: SendFault[];
      readonly windows: readonly Window[];
      readonly latencyMs: number;
    },
  ) {
    const { seed, clock, trace } = world.options;
    this.#world = world;
    this.#by = by;
    this.#sends = sends;
    this.#windows = windows;
    this.#dice = Dice.of(seed, `way/${by}`);
    const own = trace === null ? null : (line: string): void => trace(`${by} ${line}`);
    this.network = new Network(this, {
      ...{ clock, dice: this.#dice, latencyMs, trace: own },
      createsApart: world.options.limited === true,
    });
  }

  trouble(until: number): void {
    this.troubleUntil = Math.max(this.troubleUntil, until);
  }

  depart(request: HttpRequest, now: number): Arrival {
    const world = this.#world;
    const { clock } = world.options;
    if (request.method === 'GET') {
      const fault = this.#readFault(now);
      return {
        fault,
        arrive: () => {
          const status = statusOf(fault);
          if (status !== null) return { answer: world.refusal(status, clock.now()) };
          if (!world.hasRoom(request, clock.now())) return { answer: OVER_LIMIT };
          const junk = JUNK[fault ?? ''];
          if (junk !== undefined) return { answer: jsonAnswer(junk) };
          return { answer: world.read(new URL(request.url), fault, clock.now()) };
        },
      };
    }
    const fault = this.#sends.shift() ?? null;
    if (fault !== null) this.met.add(fault);
    const name = request.url.endsWith('/resume') ? 'resume' : 'create';
    const body = JSON.parse(request.body ?? '{}') as Readonly<Record<string, unknown>>;
    const send: WorldSend = { name, by: this.#by, at: now, fault, body, runId: null, deliveredAt: null };
    world.sends.push(send);
    return { fault, arrive: () => this.#accept(request, send) };
  }

  #accept(request: HttpRequest, send: WorldSend): Exchange {
    const world = this.#world;
    const { clock } = world.options;
    const { fault } = send;
    const status = statusOf(fault);
    const refused = fault !== null && (status !== null || fault === 'reset_before') && fault !== 'http_503_done';
    if (!refused && !world.hasRoom(request, clock.now())) return { answer: OVER_LIMIT };
    const answer = refused ? null : world.accept(send, clock.now());
    const junk = fault === null ? undefined : JUNK[fault];
    return {
      answer:
        status !== null
          ? world.refusal(status, clock.now())
          : junk !== undefined && send.runId !== null
            ? jsonAnswer(junk)
            : (answer ?? jsonAnswer('')),
      delivered: () => {
        const told = fault === null || (send.name === 'resume' && (fault === 'empty' || fault === 'no_id'));
        if (told && send.runId !== null) send.deliveredAt = clock.now();
      },
    };
  }

  #readFault(now: number): ReadFault | null {
    for (const { from, to, rate, kinds } of this.#windows) {
      if (now < from || now >= to || !this.#dice.chance(rate)) continue;
      const kind = this.#dice.pick(kinds);
      this.met.add(kind);
      this.trouble(now);
      return kind;
    }
    return null;
  }
}

const OVER_LIMIT = { ...jsonAnswer('{"message":"Rate limit exceeded","status_code":429}', 429), headers: {} };
