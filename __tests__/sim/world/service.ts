/**
 * The service for many processes: the sandbox's, on the clock of the simulation, and the way to it
 * with its faults. It records what was carried out and delivered, for the invariants.
 */
import type { Api, LogAddresses, MetadataUse, Scenario } from '../../../sandbox/scenario.ts';
import type { HttpRequest } from '../../../src/http/port.ts';
import { EPOCH, type SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import {
  isPage,
  isPermanent,
  isStale,
  isUnsent,
  JUNK,
  statusOf,
  type Fault,
  type ReadFault,
  type SendFault,
  type Troubles,
  type Window,
} from '../engine/faults.ts';
import { MemorySandbox, scenarioOf, type SandboxAnswer } from '../../support/memory-sandbox.ts';
import { UNLIMITED } from '../../support/run-action.ts';
import {
  jsonAnswer,
  Network,
  type Arrival,
  type Backend,
  type Exchange,
} from '../engine/network.ts';
import { refusal } from '../engine/refusal.ts';
import { turnShape, turnsOf, WorldRun, type TurnShape } from './run.ts';

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

/** Sends of one step that it made again although the one before may have been carried out. */
export function sentAgain(sends: readonly WorldSend[], name: string): string[] {
  return sends.slice(0, -1).flatMap((send) => {
    const refused = send.fault === null || isPermanent(send.fault);
    const surelyNot = isUnsent(send.fault) || (send.runId === null && refused);
    return surelyNot ? [] : [`${name}: a ${send.name} was sent again after ${String(send.fault)}`];
  });
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
  readonly fault: ReadFault | null;
  readonly kind: 'page' | 'run';
}

export interface WorldOptions {
  readonly seed: number;
  /** For service and way alike, instead of one for each. */
  readonly dice?: Dice;
  readonly clock: SimClock;
  /** How far the service's clock is ahead of the right time. Default: 0. */
  readonly aheadMs?: number;
  readonly trace: ((line: string) => void) | null;
  /** Of all runs. By default each has turns of this `shape`. */
  readonly scenario?: Scenario;
  readonly shape?: (dice: Dice) => TurnShape;
  /** The time that a replica shows which lags behind. */
  readonly lagging?: (now: number, dice: Dice) => number;
  /** Whether a read of a run comes from a replica that has not seen its end. */
  readonly isEndUnseen?: (now: number) => boolean;
  readonly api?: Api;
  readonly logs?: LogAddresses;
  readonly metadata: MetadataUse;
  readonly list: {
    readonly offered: boolean;
    /** Delay until a new run appears in the list. */
    readonly lateMs: number;
    /** Maximum age of the snapshot shown on a page. */
    readonly staleMs: number;
    /** Number of other people's runs in the list. */
    readonly others: number;
  };
  /** Whether the spec's limits apply. */
  readonly limited?: boolean;
}

/** What every process is given. */
export const CONNECTION = {
  token: 'tok-3f9a1c77d2e84b60',
  org_id: '42',
  base_url: 'https://agents.example.com/root',
} as const;
/** The same, for a step whose log, summary and report nobody looks at. */
export const QUIET = { ...CONNECTION, logs: 'none', summary: 'false', report: 'false' } as const;
/** Other people's runs have numbers from here on. */
const OTHERS = 900_000;
/** More turns than any run of the simulation has. */
const TURNS_MOST = 12;

export class World {
  readonly options: WorldOptions;
  readonly sends: WorldSend[] = [];
  /** Pages of the list beyond the first that were delivered. */
  pages = 0;
  listed = 0;
  /** Requests that were refused because of the limits. */
  overLimit = 0;
  readonly #dice: Dice;
  readonly #sandbox: MemorySandbox;
  readonly #scenarios = new Map<number, Scenario>();
  #added = 0;

  constructor(options: WorldOptions) {
    this.options = options;
    const { seed, clock, api, logs, metadata, list, limited } = options;
    this.#dice = options.dice ?? Dice.of(seed, 'world');
    this.#sandbox = new MemorySandbox({
      token: CONNECTION.token,
      orgId: 42,
      pathPrefix: '/root',
      webUrlRoot: 'https://agents.example.com/runs',
      metadata,
      listed: list.offered,
      ...(api && { api }),
      ...(logs && { logs }),
      ...(limited !== true && { limits: UNLIMITED }),
      now: () => this.wall(clock.now()),
      choose: (nth) => this.#scenario(nth + this.#added),
    });
    for (let index = 0; index < list.others; index += 1) {
      this.#other(index);
    }
  }

  wall(at: number): number {
    return at + EPOCH + (this.options.aheadMs ?? 0);
  }

  /** Connects one process to the service. */
  connect(by: string, { sends, windows, latencyMs }: Troubles): Connection {
    return new Connection(this, { by, sends: [...sends], windows, latencyMs });
  }

  /** Of run number `nth`, from 0, that simulated processes or `add` have made. */
  #scenario(nth: number, first?: TurnShape): Scenario {
    const { seed, scenario, shape = turnShape } = this.options;
    const known = scenario ?? this.#scenarios.get(nth);
    if (known !== undefined) {
      return known;
    }
    const drawn = Array.from({ length: TURNS_MOST }, (_, turn) =>
      turn === 0 && first !== undefined
        ? first
        : shape(Dice.of(seed, `turn/${7001 + nth}/${turn}`)),
    );
    const made = scenarioOf(turnsOf(drawn));
    this.#scenarios.set(nth, made);
    return made;
  }

  /** Adds a run that was created before, with this first turn. */
  add(at: number, first?: TurnShape): WorldRun {
    const { store } = this.#sandbox;
    const scenario = this.#scenario(store.created + this.#added, first);
    this.#added += 1;
    const order = {
      prompt: 'What was asked before.',
      scenario,
      seeded: true,
    };
    const elapsedMs = this.options.clock.now() - at;
    return this.#runOf(Number(store.create({ ...order, elapsedMs }).id));
  }

  run(id: unknown): WorldRun | undefined {
    return this.#sandbox.store.get(String(id)) === undefined ? undefined : this.#runOf(Number(id));
  }

  #runOf(id: number): WorldRun {
    return new WorldRun(id, { store: this.#sandbox.store, wallOffset: this.wall(0) });
  }

  /** All runs but those of other people. */
  runs(): readonly WorldRun[] {
    const ids = this.#sandbox.store.all().map(({ id }) => Number(id));
    return ids.filter((id) => id < OTHERS).map((id) => this.#runOf(id));
  }

  send(request: HttpRequest, lagMs = 0): SandboxAnswer {
    const answer = this.#sandbox.answer(request, { lagMs });
    if (answer.status === 429) {
      this.overLimit += 1;
    }
    return answer;
  }

  accept(request: HttpRequest, send: WorldSend): Exchange['answer'] {
    const answer = this.send(request);
    if (answer.status === 200) {
      send.runId = (answer.body as { readonly id: number }).id;
    }
    return httpAnswer(answer);
  }

  read(
    request: HttpRequest,
    fault: ReadFault | null,
    now: number,
  ): Exchange & { readonly shown?: Shown } {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('/agent/runs')) {
      return { answer: this.#list(request, searchParams) };
    }
    const run = this.run(/\/agent\/run\/(\d+)/.exec(pathname)?.[1]);
    const { lagging = (at, dice) => at - dice.int(200, 8_000) } = this.options;
    const shows =
      run !== undefined && isStale(fault) ? Math.max(run.createdAt, lagging(now, this.#dice)) : now;
    const answer = this.send(request, now - shows);
    if (answer.status !== 200) {
      return { answer: httpAnswer(answer) };
    }
    const body = answer.body as Shown['body'];
    return {
      answer: httpAnswer(answer),
      shown: { body, shows, kind: pathname.endsWith('/logs') ? 'page' : 'run' },
    };
  }

  #list(request: HttpRequest, query: URLSearchParams): Exchange['answer'] {
    const { lateMs, staleMs } = this.options.list;
    const answer = this.send(request, lateMs + (staleMs === 0 ? 0 : this.#dice.int(0, staleMs)));
    if (answer.status === 200) {
      this.listed += 1;
    }
    if (answer.status === 200 && Number(query.get('skip')) > 0) {
      this.pages += 1;
    }
    return httpAnswer(answer);
  }

  /**
   * A run of other people, or of this action under another key, one every seven seconds before the
   * simulation and in its first minute.
   */
  #other(index: number): void {
    const { clock } = this.options;
    const at = 60_000 - index * 7_000;
    const request = { agent_run_action_request: hex(index + 1) };
    const key = { agent_run_action_key: hex(index), agent_run_action_generation: '1', ...request };
    const order = {
      prompt: 'Something else.',
      scenario: OTHER_SCENARIO,
      seeded: true,
    };
    const appear = (): void =>
      void this.#sandbox.store.create({
        ...order,
        id: String(OTHERS + index),
        metadata: index % 3 === 0 ? key : null,
        elapsedMs: Math.max(0, -at),
      });
    if (at <= 0) {
      appear();
    } else {
      clock.after(at, appear);
    }
  }

  refusal(status: number, now: number): Exchange['answer'] {
    return refusal(status, { dice: this.#dice, wall: this.wall(now) });
  }

  /** Another user of the token has sent a request. */
  sendOther(): void {
    if (!this.#sandbox.takeFromLimit()) {
      this.overLimit += 1;
    }
  }
}

const OTHER_SCENARIO = scenarioOf([{ steps: [{ at: 0, status: 'COMPLETE' }] }]);

function httpAnswer({ status, headers, body }: SandboxAnswer): Exchange['answer'] {
  return { ...jsonAnswer(body as Readonly<Record<string, unknown>>, status), headers };
}

function hex(number: number): string {
  return (number + 0xabc).toString(16).padStart(32, '0');
}

function kindOf({ url }: Pick<HttpRequest, 'url'>): 'create' | 'other' | 'stop' {
  if (url.endsWith('/ban')) {
    return 'stop';
  }
  return url.endsWith('/agent/run') ? 'create' : 'other';
}

interface Shown extends Pick<Delivered, 'shows' | 'kind'> {
  readonly body: Readonly<Record<string, unknown>>;
}

export class Connection implements Backend {
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
  readonly #world: World;
  readonly #by: string;
  readonly #sends: (SendFault | null)[];
  readonly #windows: readonly Window[];
  readonly #dice: Dice;

  constructor(
    world: World,
    {
      by,
      sends,
      windows,
      latencyMs,
    }: Troubles & { readonly by: string; readonly sends: (SendFault | null)[] },
  ) {
    const { seed, clock, trace, dice } = world.options;
    this.#world = world;
    this.#by = by;
    this.#sends = sends;
    this.#windows = windows;
    this.#dice = dice ?? Dice.of(seed, `way/${by}`);
    const own = trace === null ? null : (line: string): void => trace(`${by} ${line}`);
    this.network = new Network(this, {
      clock,
      dice: this.#dice,
      latencyMs,
      trace: own,
      createsApart: world.options.limited === true,
      kindOf,
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
      return { fault: null, arrive: () => ({ answer: httpAnswer(this.#world.send(request)) }) };
    }
    const fault = this.#sends.shift() ?? null;
    if (fault !== null) {
      this.#meet(fault);
    }
    const name = url.endsWith('/resume') ? 'resume' : 'create';
    const body = JSON.parse(request.body ?? '{}') as Readonly<Record<string, unknown>>;
    const send: WorldSend = {
      name,
      by: this.#by,
      at: now,
      fault,
      body,
      runId: null,
      deliveredAt: null,
    };
    this.posts.push(send);
    this.#world.sends.push(send);
    return { fault, arrive: () => this.#accept(request, send) };
  }

  #meet(fault: Fault): void {
    this.met.add(fault);
    if (fault === 'certificate') {
      this.permanents.add(fault);
    }
  }

  #read(request: HttpRequest, fault: ReadFault | null): Exchange {
    const now = this.#now;
    const status = statusOf(fault);
    if (status !== null) {
      return { answer: this.#refusal(status, fault) };
    }
    if (isStale(fault) && fault !== 'stale_end') {
      this.trouble(now);
    }
    const { answer, shown } = this.#world.read(request, fault, now);
    const isLogs = new URL(request.url).pathname.endsWith('/logs');
    if (answer.status === 404 && isLogs) {
      this.misses += 1;
    }
    if (answer.status === 400 || answer.status === 422) {
      this.network.violations.push(`the service cannot read ${request.url}: ${answer.body}`);
    }
    if (answer.status !== 200) {
      return { answer };
    }
    const junk = JUNK[fault ?? ''];
    if (junk !== undefined) {
      return { answer: jsonAnswer(junk) };
    }
    if (fault === 'other_run') {
      return {
        answer: jsonAnswer({ ...OTHER_RUN, ...(isLogs && { logs: [OTHER_ENTRY], total_logs: 1 }) }),
      };
    }
    return { answer, ...(shown !== undefined && { delivered: () => this.#deliver(shown, fault) }) };
  }

  #deliver({ body, shows, kind }: Shown, fault: ReadFault | null): void {
    this.delivered.push({
      shows,
      fault,
      kind,
      at: this.#now,
      status: (body['status'] ?? null) as string | null,
      result: body['result'] as string | null | undefined,
      summary: body['summary'] as string | null | undefined,
    });
  }

  #accept(request: HttpRequest, send: WorldSend): Exchange {
    const world = this.#world;
    const { fault } = send;
    const status = statusOf(fault);
    const refused =
      fault !== null && (status !== null || fault === 'reset_before') && fault !== 'http_503_done';
    const answer = refused ? null : world.accept(request, send);
    if (answer?.status === 429) {
      return { answer };
    }
    const junk = fault === null ? undefined : JUNK[fault];
    let shown = answer ?? jsonAnswer('');
    if (status !== null) {
      shown = this.#refusal(status, fault);
    } else if (junk !== undefined && send.runId !== null) {
      shown = jsonAnswer(junk);
    }
    return {
      answer: shown,
      delivered: () => {
        // A resume needs no id in its answer, so a 2xx without one, or without a body, is an
        // acceptance too.
        const told =
          fault === null || (send.name === 'resume' && (fault === 'empty' || fault === 'no_id'));
        if (told && send.runId !== null) {
          send.deliveredAt = this.#now;
        }
      },
    };
  }

  #refusal(status: number, fault: Fault | null): Exchange['answer'] {
    if (isPermanent(fault)) {
      this.permanents.add(String(fault));
    }
    if (isPage(fault)) {
      // Before the run was seen, nothing tells that the refusal is not the service's own.
      const isSeen =
        this.delivered.length > 0 || this.posts.some((send) => send.deliveredAt !== null);
      if (!isSeen) {
        this.permanents.add(`http_${status}`);
      }
      return { status, headers: { 'content-type': 'text/html' }, body: GATEWAY_PAGE };
    }
    return this.#world.refusal(status, this.#now);
  }

  #readFault(url: string, now: number): ReadFault | null {
    const isLogs = url.includes('/logs?');
    for (const { from, to, rate, kinds } of this.#windows) {
      if (now < from || now >= to || !this.#dice.chance(rate)) {
        continue;
      }
      const kind = this.#dice.pick(kinds);
      const isOfLogs = kind.startsWith('logs_') || kind === 'stale_log';
      if (isOfLogs ? !isLogs : kind === 'stale_run' && isLogs) {
        continue;
      }
      this.#meet(kind);
      this.trouble(now);
      return kind;
    }
    if (!isLogs && this.#world.options.isEndUnseen?.(now) === true) {
      this.#meet('stale_end');
      return 'stale_end';
    }
    return null;
  }
}

const GATEWAY_PAGE = '<!doctype html><title>Please wait</title><h1>Back in a moment</h1>';
const OTHER_RUN = {
  id: 9999,
  organization_id: 42,
  status: 'FAILED',
  result: 'The result of another run.',
  web_url: 'https://agents.example.com/runs/9999',
};
const OTHER_ENTRY = {
  agent_run_id: 9999,
  created_at: '2026-04-01T14:46:40.000Z',
  message_type: 'FINAL_ANSWER',
  observation: 'The answer of another run.',
};
