/**
 * A hosted agent for many processes: its face of the sandbox on the clock of the simulation, with
 * the faults that the face declares, and the network before it with its own. Records what was
 * carried out and delivered, for the invariants.
 */
import { FaultPlan } from '../../../sandbox/faults.ts';
import type { Habits, Route } from '../../../sandbox/faces/face.ts';
import {
  parseTime,
  type FaultAction,
  type FaultSource,
  type Scenario,
} from '../../../sandbox/scenario.ts';
import type { Store, StoredRun } from '../../../sandbox/store.ts';
import type { HttpResponse, HttpRequest } from '../../../src/http/port.ts';
import { MemorySandbox, scenarioOf, type SandboxAnswer } from '../../support/memory-sandbox.ts';
import { jsonAnswer } from '../../support/memory-http.ts';
import { meet, standIn } from '../../support/played-faults.ts';
import { EPOCH, type SimClock } from '../engine/clock.ts';
import { Dice } from '../engine/dice.ts';
import {
  isPage,
  isPermanent,
  isRefusedLook,
  JUNK,
  statusOf,
  type Fault,
  type ReadFault,
  type SendFault,
  type Troubles,
  type Window,
} from '../engine/faults.ts';
import { Network, type Arrival, type Backend, type Exchange } from '../engine/network.ts';
import { refusal } from '../engine/refusal.ts';
import type { VirtualStream } from '../engine/stream.ts';
import { CONNECTION } from '../world/connection.ts';
import type { Subject } from './subject.ts';
import { finalOf, turnOf, turnsOf, type HostedTurn, type TurnShape } from './turn.ts';

/** A create or follow-up. */
export interface HostedSend {
  readonly kind: 'create' | 'followUp';
  /** The run to which it was sent; null: it was to make one. */
  readonly runId: string | null;
  /** The name of the process that sent it, or of its task. */
  readonly by: string;
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly fault: SendFault | null;
  /** The status of the answer that has reached the client, or null. */
  status: number | null;
  /** The run and turn on which it was carried out, or null. */
  done: {
    readonly runId: string;
    readonly turn: number;
    /** When it was. */
    readonly at: number;
    /** When it was taken in by a turn at work; null: it began the turn. */
    readonly note: number | null;
  } | null;
  /** When a readable acceptance reached the client, or null. */
  deliveredAt: number | null;
}

/** A request to stop a run, or one that takes it back. */
interface HostedStop {
  readonly kind: string;
  readonly by: string;
  readonly at: number;
  readonly runId: string | null;
  /** Whether its acceptance has reached the client. */
  isAccepted: boolean;
}

/** An answer about a run, or its log. */
interface Shown {
  /** When the service has made it. */
  readonly at: number;
  readonly runId: string;
  readonly isLog: boolean;
}

/** Breaks of streams: how likely one is, and after how long. */
export interface StreamTroubles {
  readonly cuts: number;
  readonly silences: number;
}

interface HostedOptions {
  readonly seed: number;
  readonly subject: Subject;
  readonly clock: SimClock;
  readonly trace: ((line: string) => void) | null;
  readonly faults: readonly FaultSource[];
  /** @param turn of the run, from 0 */
  readonly shape: (dice: Dice, turn: number) => TurnShape;
  readonly streams: StreamTroubles;
  /** Of each step. */
  readonly timeoutMs: number;
  /** How far the service's clock is ahead of the right time. Default: 0. */
  readonly aheadMs?: number;
  /** How many runs other people have made, or make in the first minute. Default: none. */
  readonly others?: number;
  /** One process follows many runs. Default: each follows one. */
  readonly fleet?: FleetOptions;
}

interface FleetOptions {
  /** Who sends something to a run, or creates one: a task has its own name. */
  readonly senderOf: (sent: Sent) => string;
}

/** What a process sends. */
interface Sent {
  /** The name of the process. */
  readonly by: string;
  /** The run to which it is sent; null: it is to make one. */
  readonly runId: string | null;
  /** Empty where there is none. */
  readonly body: string;
}

/** A run that somebody has deleted. */
interface RemovedRun {
  readonly run: StoredRun;
  readonly at: number;
}

/** How long a stop may take with the reads after it. */
const STOP_MS = 8_000;
/** At the end of its time a step asks for a stop, whatever it was to wait for. */
const LAST_MS = 2_000;
/** Of a time since the epoch. */
const ROUNDING_MS = 1;
/** Between two runs of other people, and when they have made the last one. */
const OTHERS_EVERY_MS = 7_000;
const OTHERS_UNTIL_MS = 60_000;
/** More turns than any run of the simulation has. */
const TURNS_MOST = 12;

export class HostedWorld {
  readonly options: HostedOptions;
  readonly sends: HostedSend[] = [];
  readonly stops: HostedStop[] = [];
  readonly violations: string[] = [];
  readonly #sandbox: MemorySandbox;
  readonly #plan: FaultPlan;
  readonly #routes = new WeakMap<HttpRequest, Route | null>();
  /** Oldest first. */
  readonly #removed: RemovedRun[] = [];
  /** Ids of other people's runs. */
  readonly #others = new Set<string>();
  #made = 0;

  constructor(options: HostedOptions) {
    this.options = options;
    const { subject, clock, fleet } = options;
    this.#sandbox = new MemorySandbox({
      ...subject.sandbox,
      ...subject.setUp?.(Dice.of(options.seed, 'face')),
      // A single process follows many runs: what the service allows counts.
      ...(fleet !== undefined && { limits: {} }),
      service: subject.service,
      token: CONNECTION.token,
      pathPrefix: '/root',
      webUrlRoot: 'https://agents.example.com/runs',
      now: () => this.wall(clock.now()),
      choose: () => this.#scenario(),
    });
    this.#plan = new FaultPlan(this.#sandbox.declared);
    for (let index = 0; index < (options.others ?? 0); index += 1) {
      this.#other(index);
    }
  }

  /** A time of the simulation by the service's clock, in milliseconds since the epoch. */
  wall(at: number): number {
    return at + EPOCH + (this.options.aheadMs ?? 0);
  }

  #other(index: number): void {
    const { clock, subject } = this.options;
    const { id, metadata = null } = subject.otherRun?.(index) ?? {};
    if (id === undefined) {
      throw new Error('nobody else uses this service');
    }
    this.#others.add(id);
    const at = OTHERS_UNTIL_MS - index * OTHERS_EVERY_MS;
    const order = { prompt: 'Something else.', scenario: OTHER_SCENARIO, seeded: true };
    const appear = (): void =>
      void this.store.create({ ...order, id, metadata, elapsedMs: Math.max(0, -at) });
    if (at <= 0) {
      appear();
    } else {
      clock.after(at, appear);
    }
  }

  get store(): Store {
    return this.#sandbox.store;
  }

  /** Another user of the token has sent a request. */
  sendOther(): void {
    this.#sandbox.takeFromLimit();
  }

  /** Who has sent something, as the invariants name it. */
  senderOf(sent: Sent): string {
    return this.options.fleet?.senderOf(sent) ?? sent.by;
  }

  get orgId(): string {
    return this.#sandbox.orgId;
  }

  /** Of the next run. */
  #scenario(first?: TurnShape): Scenario {
    const { seed, shape, subject } = this.options;
    const { queuesTurns: queued = false } = subject;
    const nth = this.#made;
    this.#made += 1;
    return scenarioOf(
      Array.from({ length: TURNS_MOST }, (_, turn) => {
        const drawn = shape(Dice.of(seed, `run/${nth}/${turn}`), turn);
        const made = turn === 0 ? (first ?? drawn) : drawn;
        return { ...turnOf(made, { index: turn, nthRun: nth }), queued };
      }),
    );
  }

  /** Adds a run that was created some time ago, with this first turn. */
  add(agoMs: number, first: TurnShape): StoredRun {
    return this.store.create({
      prompt: 'What was asked before.',
      scenario: this.#scenario(first),
      repository: 'https://github.com/octo/widgets',
      request: this.options.subject.oldRequest,
      seeded: true,
      elapsedMs: agoMs,
    });
  }

  /**
   * The turns of a run, as they come to be.
   *
   * @param at as in `run`
   */
  turns(runId: string, at = Infinity): readonly HostedTurn[] {
    const run = this.run(runId, at);
    return run === undefined ? [] : this.turnsOf(run);
  }

  turnsOf(run: StoredRun): readonly HostedTurn[] {
    return turnsOf(run, this.wall(0));
  }

  /**
   * Also one that is there no more.
   *
   * @param at of those with one id the one that was there then: a run that somebody has deleted may
   * be made again under its id. Default: the last one
   */
  run(id: string, at = Infinity): StoredRun | undefined {
    const removed = this.#removed.filter(({ run }) => run.id === id);
    const last = finalOf(this.store, id);
    const all = last === undefined ? removed : [...removed, { run: last, at: Infinity }];
    const made = all.filter(({ run }) => run.createdAt - EPOCH <= at + ROUNDING_MS);
    const found = made.find((each) => each.at >= at) ?? made.at(-1) ?? all.at(-1);
    return found?.run;
  }

  /** Of all ids but other people's, also of those that are there no more. */
  ids(): readonly string[] {
    const all = [...this.#removed.map(({ run }) => run), ...this.runs()];
    return [...new Set(all.map(({ id }) => id))];
  }

  /** Those that are there, but other people's. */
  runs(): readonly StoredRun[] {
    return this.store.all().filter(({ id }) => !this.#others.has(id));
  }

  /** Somebody deletes a run. */
  remove(run: StoredRun): void {
    this.#removed.push({ run, at: this.options.clock.now() });
    this.store.remove(run);
  }

  connect(by: string, troubles: Troubles): HostedConnection {
    return new HostedConnection(this, { by, troubles });
  }

  /** What a request is for; null: the service has no such endpoint. */
  route(request: HttpRequest): Route | null {
    const known = this.#routes.get(request);
    if (known !== undefined) {
      return known;
    }
    const route = this.#sandbox.route(request);
    this.#routes.set(request, route);
    return route;
  }

  /** What the service does with a request that has arrived. */
  arrive(request: HttpRequest, met: (name: string) => void): Arrived {
    const route = this.route(request);
    if (route === null && this.options.subject.mayLack?.test(request.url) !== true) {
      this.violations.push(`the service has no ${request.method} ${request.url}`);
    }
    const rules = { own: this.options.faults, scenario: [] };
    const { fault, habits, answer } = meet(this.#sandbox, {
      request,
      route,
      plan: this.#plan,
      rules,
    });
    for (const name of habits.keys()) {
      met(name);
    }
    if (fault !== null) {
      met(this.#nameOf(fault));
      return answer === null
        ? { answer: standIn(fault), isCarriedOut: false, isOverLimit: false }
        : { ...broken(fault, answer), isCarriedOut: true, isOverLimit: false };
    }
    this.#strict(request, { answer, habits });
    return {
      answer: httpAnswer(answer),
      stream: answer.stream,
      isCarriedOut: answer.status < 300,
      isOverLimit: answer.status === 429 && habits.size === 0,
    };
  }

  /** The name by which a seed asks for a fault. */
  #nameOf(fault: FaultAction): string {
    const { faults } = this.#sandbox.declared;
    const found = Object.entries(faults).find(([, { stands }]) => stands === fault);
    // One with a time of its own is made from that which is declared.
    return (
      found?.[0] ?? (typeof fault === 'object' && fault.delay !== undefined ? 'slow-create' : '')
    );
  }

  /** The service is strict about what it is asked. */
  #strict(
    { method, url }: HttpRequest,
    {
      answer: { status, body },
      habits,
    }: { readonly answer: SandboxAnswer; readonly habits: Habits },
  ): void {
    const isOfHabit = habits.has('exited-422') || habits.has('filter-refused');
    if (isOfHabit || !(status === 400 || status === 405 || status === 422 || status === 500)) {
      return;
    }
    const text = JSON.stringify(body);
    if (!text.includes('invalid_last_event_id')) {
      this.violations.push(`the service cannot read ${method} ${url}: ${text}`);
    }
  }

  /** When something of a run may come next. */
  nextAt(runId: string): number {
    const now = this.options.clock.now();
    const run = this.store.get(runId);
    const times = (run?.turns ?? []).flatMap(({ startedAt, script }) =>
      script.steps.map(({ at }) => startedAt + at - this.wall(0)),
    );
    return Math.min(...times.filter((at) => at > now), Infinity);
  }
}

const OTHER_SCENARIO = scenarioOf([{ steps: [{ at: 0, status: 'COMPLETE' }] }]);

interface Arrived extends Pick<Exchange, 'answer' | 'breaks' | 'delayMs'> {
  readonly stream?: SandboxAnswer['stream'];
  readonly isCarriedOut: boolean;
  /** The service has refused one request more than it allows. */
  readonly isOverLimit: boolean;
}

function broken(
  fault: FaultAction,
  answer: SandboxAnswer,
): Omit<Arrived, 'isCarriedOut' | 'isOverLimit'> {
  if (typeof fault === 'object') {
    if (fault.status !== undefined) {
      return { answer: standIn(fault) };
    }
    return { answer: httpAnswer(answer), delayMs: parseTime(fault.delay ?? 0, 'delay') };
  }
  switch (fault) {
    case 'reset-after':
      return { answer: httpAnswer(answer), breaks: 'reset' };
    case 'cut-body':
      return { answer: httpAnswer(answer), breaks: 'body_timeout' };
    case 'empty':
      return { answer: { ...httpAnswer(answer), body: '' } };
    default:
      throw new Error(`the simulation does not play ${fault}`);
  }
}

function httpAnswer({ status, headers, body, stream }: SandboxAnswer): HttpResponse {
  const answer = jsonAnswer(body === null ? '' : JSON.stringify(body), status);
  const type = stream === null ? {} : { 'content-type': stream.contentType };
  return { ...answer, headers: { ...answer.headers, ...type, ...headers } };
}

export class HostedConnection implements Backend {
  readonly network: Network;
  /** The names of all faults so far: those of the network, and those of the face. */
  readonly met = new Set<string>();
  /** Answers about a run, or its log, that have reached the client. */
  readonly shown: Shown[] = [];
  /** When something about a run was asked for the first time, by its id. */
  readonly firstAskedAt = new Map<string, number>();
  /** How many requests there were of each kind. */
  readonly asked = new Map<string, number>();
  /** Requests that the service has refused because there were too many. */
  overLimit = 0;
  /** The end of all faults and requested waits. */
  troubleUntil = 0;
  /** Whether something was refused for good. */
  isRefused = false;
  #stoppedAt = -Infinity;
  /** Of the process, which begins when it is connected, and of each run that it has begun. */
  readonly #deadlines: number[];
  /** Those that the process has sent. */
  readonly #followUps: HostedSend[] = [];
  readonly #world: HostedWorld;
  readonly #by: string;
  readonly #sends: (SendFault | null)[];
  readonly #windows: readonly Window[];
  readonly #dice: Dice;

  constructor(
    world: HostedWorld,
    { by, troubles }: { readonly by: string; readonly troubles: Troubles },
  ) {
    const { seed, clock, trace, subject, timeoutMs } = world.options;
    this.#world = world;
    this.#deadlines = [clock.now() + timeoutMs];
    this.#by = by;
    this.#sends = [...troubles.sends];
    this.#windows = troubles.windows;
    this.#dice = Dice.of(seed, `way/${by}`);
    const { create, stops, beforeStop = () => false } = subject.kinds;
    this.network = new Network(this, {
      clock,
      dice: this.#dice,
      latencyMs: troubles.latencyMs,
      trace: trace === null ? null : (line) => trace(`${by} ${line}`),
      isRefusal: subject.isThrottled,
      createsApart: world.options.fleet !== undefined,
      kindOf: (request) => {
        const kind = world.route(request)?.kind ?? '';
        // What became of a stop is read at once.
        const isLast = this.network.signalled || this.#deadlines.some((at) => this.#isClose(at));
        const isForStop = isLast && beforeStop({ kind, isInDoubt: this.#isInDoubt });
        if (stops.includes(kind) || isForStop || this.#now < this.#stoppedAt + STOP_MS) {
          return 'stop';
        }
        return kind === create ? 'create' : 'other';
      },
    });
  }

  get #now(): number {
    return this.#world.options.clock.now();
  }

  get #isInDoubt(): boolean {
    return this.#followUps.some(({ deliveredAt }) => deliveredAt === null);
  }

  #isClose(deadline: number): boolean {
    return this.#now >= deadline - LAST_MS && this.#now <= deadline + STOP_MS;
  }

  trouble(until: number): void {
    this.troubleUntil = Math.max(this.troubleUntil, until);
  }

  depart(request: HttpRequest, now: number): Arrival {
    const { kinds } = this.#world.options.subject;
    const route = this.#world.route(request);
    const kind = route?.kind ?? '';
    const runId = route?.runId ?? null;
    this.asked.set(kind, (this.asked.get(kind) ?? 0) + 1);
    if (runId !== null && !this.firstAskedAt.has(runId)) {
      this.firstAskedAt.set(runId, now);
    }
    if (kind === kinds.create || kind === kinds.followUp) {
      return this.#send(request, { kind: kind === kinds.create ? 'create' : 'followUp', now });
    }
    if (kinds.stops.includes(kind)) {
      const by = this.#world.senderOf({ by: this.#by, runId, body: '' });
      const stop: HostedStop = { kind, by, at: now, runId, isAccepted: false };
      this.#world.stops.push(stop);
      this.#stoppedAt = now;
      return { fault: null, arrive: () => this.#stop(request, stop) };
    }
    const fault = this.#readFault(kind, now);
    return { fault, arrive: () => this.#read(request, fault) };
  }

  #stop(request: HttpRequest, stop: HostedStop): Exchange {
    const exchange = this.#carryOut(request);
    const delivered = (): void => {
      stop.isAccepted = exchange.answer.status < 300;
    };
    return { ...exchange, delivered };
  }

  #met = (name: string): void => {
    this.met.add(name);
  };

  #carryOut(request: HttpRequest): Exchange & { readonly isCarriedOut: boolean } {
    const { stream, isOverLimit, ...arrived } = this.#world.arrive(request, this.#met);
    const { status } = arrived.answer;
    this.overLimit += Number(isOverLimit);
    if (status === 403 || status === 429 || status >= 500) {
      this.trouble(this.#now);
    }
    const route = this.#world.route(request);
    return {
      ...arrived,
      ...(stream !== undefined &&
        stream !== null && { stream: this.#virtual(stream, route?.runId ?? '') }),
    };
  }

  /** Where a connection breaks or falls silent is drawn when it opens. */
  #virtual(source: NonNullable<SandboxAnswer['stream']>, runId: string): VirtualStream {
    const { cuts, silences } = this.#world.options.streams;
    const now = this.#now;
    const within = (): number => now + this.#dice.int(1, this.#dice.chance(0.7) ? 20_000 : 200_000);
    const cutAt = this.#dice.chance(cuts) ? within() : Infinity;
    const silentAt = this.#dice.chance(silences) ? within() : Infinity;
    if (cutAt < Infinity) {
      this.met.add('stream_cut');
    }
    if (silentAt < Infinity) {
      this.met.add('stream_silent');
    }
    return { source, cutAt, silentAt, nextAt: () => this.#world.nextAt(runId) };
  }

  #read(request: HttpRequest, fault: ReadFault | null): Exchange {
    const instead = this.#instead(fault);
    if (instead !== null) {
      return { answer: instead };
    }
    const { kind = '', runId = null } = this.#world.route(request) ?? {};
    const at = this.#now;
    const exchange = this.#carryOut(request);
    const delivered = (): void => {
      if (runId !== null && exchange.answer.status < 300) {
        const isLog = kind === this.#world.options.subject.kinds.log;
        this.shown.push({ at, runId, isLog });
      }
    };
    return { ...exchange, delivered };
  }

  /** The answer of something before the service, or null. */
  #instead(fault: Fault | null): HttpResponse | null {
    const { resetIsEpoch = false } = this.#world.options.subject;
    const status = statusOf(fault);
    const junk = JUNK[fault ?? ''];
    if (isPage(fault) && status !== null) {
      return { status, headers: { 'content-type': 'text/html' }, body: '<h1>Please wait</h1>' };
    }
    if (status !== null) {
      this.isRefused ||= isPermanent(fault) || isRefusedLook(fault);
      const answer = refusal(status, { dice: this.#dice, wall: this.#world.wall(this.#now) });
      if (!resetIsEpoch) {
        return answer;
      }
      // GitHub writes it in seconds since the epoch alone, and it counts only where the limit is
      // used up: "else `x-ratelimit-remaining: 0` with `x-ratelimit-reset`" (sheet of Copilot, 2).
      const { 'x-ratelimit-reset': reset = '', ...headers } = answer.headers;
      const spent = { ...headers, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
      return { ...answer, headers: reset.length === 10 ? spent : headers };
    }
    return junk === undefined ? null : jsonAnswer(junk);
  }

  #send(
    request: HttpRequest,
    { kind, now }: { readonly kind: HostedSend['kind']; readonly now: number },
  ): Arrival {
    const fault = this.#sends.shift() ?? null;
    if (fault !== null) {
      this.met.add(fault);
      this.isRefused ||= fault === 'certificate';
    }
    const text = request.body ?? '{}';
    const runId = this.#world.route(request)?.runId ?? null;
    this.#deadlines.push(now + this.#world.options.timeoutMs);
    const send: HostedSend = {
      kind,
      runId,
      by: this.#world.senderOf({ by: this.#by, runId, body: text }),
      at: now,
      body: JSON.parse(text) as HostedSend['body'],
      fault,
      status: null,
      done: null,
      deliveredAt: null,
    };
    this.#world.sends.push(send);
    if (kind === 'followUp') {
      this.#followUps.push(send);
    }
    return { fault, arrive: () => this.#accept(request, send) };
  }

  /** What is carried out of a send whose answer may be lost. */
  #accept(request: HttpRequest, send: HostedSend): Exchange {
    const { fault } = send;
    const isDone = statusOf(fault) === null || fault === 'http_503_done';
    const before = this.#world.runs();
    const exchange = isDone ? this.#carryOut(request) : null;
    send.done = this.#doneSince(before);
    // A refusal comes as it is: something on the way breaks the answer, and makes up no other.
    const isRefused = exchange !== null && exchange.answer.status >= 300;
    const instead = isRefused && JUNK[fault ?? ''] !== undefined ? null : this.#instead(fault);
    const answer = instead ?? exchange?.answer ?? jsonAnswer('');
    return {
      ...exchange,
      answer,
      delivered: () => {
        send.status = answer.status;
        if (instead === null && send.done !== null && answer.status < 300) {
          send.deliveredAt = this.#now;
        }
      },
    };
  }

  /** The run or turn that is new. */
  #doneSince(before: readonly StoredRun[]): HostedSend['done'] {
    const known = new Map(before.map((run) => [run.id, weightOf(run)]));
    const changed = this.#world.runs().find((run) => known.get(run.id) !== weightOf(run));
    if (changed === undefined) {
      return null;
    }
    const earlier = before.find(({ id }) => id === changed.id)?.turns.length ?? 0;
    const at = this.#now;
    const note = changed.turns.length > earlier ? null : at;
    return { runId: changed.id, turn: changed.turns.length - 1, at, note };
  }

  #readFault(kind: string, now: number): ReadFault | null {
    for (const { from, to, rate, kinds } of this.#windows) {
      if (now < from || now >= to || !this.#dice.chance(rate)) {
        continue;
      }
      const fault = this.#dice.pick(kinds);
      if (fault !== null && this.#strikes(fault, kind)) {
        this.met.add(fault);
        this.trouble(now);
        return fault;
      }
    }
    return null;
  }

  /** Whether a read of the kind can meet the fault. */
  #strikes(fault: ReadFault, kind: string): boolean {
    const { oddReads, kinds } = this.#world.options.subject;
    if (fault.startsWith('logs_')) {
      return kind === kinds.log;
    }
    return oddReads?.faults.includes(fault) === true ? oddReads.kinds.includes(kind) : true;
  }
}

/** How often something was said to a run. */
function weightOf({ turns }: StoredRun): number {
  return turns.reduce((sum, { notes }) => sum + 1 + notes.length, 0);
}
