/**
 * Simulates one process that follows many runs in virtual time, with the real scheduler of `src/fleet`. Its sessions
 * create a run, poll it until they see its end, and read the rest of its log and its result.
 */
import { seeded } from '../../__tests__/support/random.ts';
import { logDueAt, lookDueAt, type Followed } from '../../src/fleet/scheduling/looks.ts';
import { listingAdd, listingRemove, listingSaw, listingTake, WINDOW } from '../../src/fleet/scheduling/listing.ts';
import {
  answered,
  asked,
  next,
  schedulerStart,
  sent,
  type Purpose,
  type Request,
  type Scheduler,
} from '../../src/fleet/scheduling/scheduler.ts';
import { PAGE_LIMIT } from '../../src/service/entry.ts';
import { Agenda } from './heap.ts';
import { serviceLimiter, type LimiterKind } from './limiter.ts';
import { JOB_LIMIT_MS, ROUND_TRIP_MS, type JobOutcome } from './simulate.ts';
import type { Scenario } from './scenarios.ts';

export interface OneStep {
  readonly scenario: Scenario;
  readonly limiter: LimiterKind;
  readonly seed: number;
  /** Whether the service has the list of runs. */
  readonly listed: boolean;
  /** Log entries of each run, spread evenly over its duration. */
  readonly entries: number;
}

/** More than the maximum of a fleet, so that run IDs of different fleets do not overlap. */
const MOST_TASKS = 10_000;

interface Run {
  readonly id: number;
  readonly at: number;
  readonly durationMs: number;
  createdAt: number | null;
  endSeenAt: number | null;
  doneAt: number | null;
  read: number;
  full: boolean;
  followed: Followed;
  requests: number;
  refused: number;
}

type Event =
  | { readonly kind: 'arrive'; readonly run: Run }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly request: Request;
      readonly sentAt: number;
      readonly ok: boolean;
    }
  | { readonly kind: 'wake' };

export interface OneStepOutcome {
  readonly jobs: readonly JobOutcome[];
  /** When the last run's result was read, in ms from the start. */
  readonly doneMs: number;
}

export function simulateOneStep(given: OneStep): OneStepOutcome {
  const [outcome] = simulateFleets([given]);
  if (outcome === undefined) throw new Error('one fleet, one outcome');
  return outcome;
}

/** Fleets that share a token and know their number (`siblings`), like the jobs of a matrix. */
export function simulateFleets(fleets: readonly OneStep[]): OneStepOutcome[] {
  const world: World = {
    agenda: new Agenda(),
    events: [],
    service: serviceLimiter(fleets[0]?.limiter ?? 'sliding'),
    list: [],
  };
  const simulations = fleets.map((given, index) => new Simulation(given, { world, siblings: fleets.length, index }));
  for (let due = world.agenda.take(); due !== undefined; due = world.agenda.take()) {
    const happened = world.events[due.item];
    happened?.to.take(happened.event, due.at);
  }
  return simulations.map((simulation) => simulation.outcome());
}

/** State shared by the fleets: the time, the service's limits and its list of runs, oldest first. */
interface World {
  readonly agenda: Agenda;
  readonly events: { readonly to: Simulation; readonly event: Event }[];
  readonly service: ReturnType<typeof serviceLimiter>;
  readonly list: Run[];
}

class Simulation {
  readonly #given: OneStep;
  readonly #random: () => number;
  readonly #world: World;
  readonly #runs: Run[];
  readonly #asks = new Map<number, { readonly run: Run; readonly purpose: Purpose }>();
  #state: Scheduler;
  #ids = 0;
  #wakeAt = Infinity;
  #listRequests = 0;
  #listRefused = 0;

  constructor(
    given: OneStep,
    { world, siblings, index }: { readonly world: World; readonly siblings: number; readonly index: number },
  ) {
    this.#given = given;
    this.#world = world;
    this.#random = seeded(given.seed * 104_729 + index * 7_919 + 5);
    this.#state = schedulerStart(0, { siblings, index });
    this.#runs = given.scenario.jobs.map(({ at, durationMs }, task) => ({
      ...{
        id: index * MOST_TASKS + task + 1,
        at,
        durationMs,
        createdAt: null,
        endSeenAt: null,
        doneAt: null,
        read: 0,
        full: false,
        requests: 0,
        refused: 0,
      },
      followed: { startedAt: 0, lookedAt: 0, entries: 0, active: true, goesOn: false, answered: false },
    }));
    for (const run of this.#runs) this.#put(run.at, { kind: 'arrive', run });
  }

  take(event: Event, now: number): void {
    if (event.kind === 'arrive') this.#ask(event.run, { purpose: 'create', now });
    if (event.kind === 'answer') this.#answer(event, now);
    if (event.kind === 'wake' && now >= this.#wakeAt) this.#wakeAt = Infinity;
    this.#pump(now);
  }

  outcome(): OneStepOutcome {
    const extra = this.#listRequests / this.#runs.length;
    const jobs = this.#runs.map((run): JobOutcome => ({
      createdMs: run.createdAt === null ? null : run.createdAt - run.at,
      delayMs: run.endSeenAt === null || run.createdAt === null ? null : run.endSeenAt - run.createdAt - run.durationMs,
      noticed: run.endSeenAt !== null,
      requests: run.requests + extra,
      refused: run.refused + this.#listRefused / this.#runs.length,
    }));
    return { jobs, doneMs: Math.max(...this.#runs.map(({ doneAt }) => doneAt ?? JOB_LIMIT_MS)) };
  }

  #put(at: number, event: Event): void {
    this.#world.agenda.put(at, this.#world.events.push({ to: this, event }) - 1);
  }

  #pump(now: number): void {
    for (;;) {
      const decision = next(this.#state, now);
      if (decision.kind === 'wait') {
        if (decision.until < this.#wakeAt && Number.isFinite(decision.until)) {
          this.#wakeAt = Math.max(now + 1, decision.until);
          this.#put(this.#wakeAt, { kind: 'wake' });
        }
        return;
      }
      const { request } = decision;
      const id = request.kind === 'ask' ? request.ask.id : ++this.#ids;
      this.#state = sent(this.#state, { request, id }, now);
      const create = request.kind === 'ask' && request.ask.purpose === 'create';
      const ok = this.#world.service.admit(create ? 'creation' : 'standard', now);
      const run = this.#asks.get(id)?.run;
      if (run !== undefined) {
        run.requests += 1;
        if (!ok) run.refused += 1;
      } else {
        this.#listRequests += 1;
        if (!ok) this.#listRefused += 1;
      }
      this.#put(now + ROUND_TRIP_MS * (0.5 + this.#random()), { kind: 'answer', id, request, sentAt: now, ok });
    }
  }

  #ask(run: Run, { purpose, now }: { readonly purpose: Purpose; readonly now: number }): void {
    const id = ++this.#ids;
    this.#asks.set(id, { run, purpose });
    const look = purpose === 'look';
    this.#state = asked(this.#state, {
      ...{ id, purpose, category: purpose === 'create' ? 'creation' : 'standard', lastAt: Infinity },
      runId: run.createdAt === null ? null : run.id,
      meaning: 'active',
      since: look ? run.followed.lookedAt : now,
      dueAt: look ? lookDueAt(run.followed, now) : now,
      logDueAt: logDueAt(run.followed),
    });
  }

  #answer({ id, request, sentAt, ok }: Extract<Event, { kind: 'answer' }>, now: number): void {
    const refused = ok ? null : { floorMs: null };
    this.#state = answered(this.#state, { id, refused, unsent: false, dice: this.#random() }, now);
    if (request.kind === 'list') return this.#listed(request.skip, { sentAt, ok, now });
    const asked_ = this.#asks.get(id);
    this.#asks.delete(id);
    if (asked_ === undefined) return;
    const { run, purpose } = asked_;
    if (!ok) return this.#ask(run, { purpose, now });
    if (purpose === 'create') {
      run.createdAt = sentAt;
      run.followed = { ...run.followed, startedAt: now, lookedAt: now };
      this.#world.list.push(run);
      const { listing } = this.#state;
      this.#state = { ...this.#state, listing: listingAdd(listing, { runId: run.id, created: true, now }) };
      if (!this.#given.listed) this.#state = { ...this.#state, listing: { ...this.#state.listing, mode: 'absent' } };
      return this.#ask(run, { purpose: 'look', now });
    }
    if (purpose === 'final') {
      run.doneAt = now;
      return;
    }
    this.#looked(run, { sentAt, now });
  }

  /** A page of the log, which also contains the status. */
  #looked(run: Run, { sentAt, now }: { readonly sentAt: number; readonly now: number }): void {
    const age = sentAt - (run.createdAt ?? 0);
    const ended = age >= run.durationMs;
    const there = Math.floor(this.#given.entries * Math.min(1, age / run.durationMs));
    const page = Math.min(PAGE_LIMIT, there - run.read);
    run.read += page;
    run.full = page === PAGE_LIMIT;
    run.followed = { ...run.followed, lookedAt: now, entries: run.read, goesOn: run.full };
    const runId = run.id;
    const { listing } = this.#state;
    if (!ended) {
      this.#state = { ...this.#state, listing: listingSaw(listing, { runId, meaning: 'active', now }) };
      return this.#ask(run, { purpose: 'look', now });
    }
    if (run.endSeenAt === null) {
      run.endSeenAt = now;
      this.#state = { ...this.#state, listing: listingRemove(listing, runId) };
    }
    this.#ask(run, { purpose: run.full && run.read < there ? 'log' : 'final', now });
  }

  #listed(
    skip: number,
    { sentAt, ok, now }: { readonly sentAt: number; readonly ok: boolean; readonly now: number },
  ): void {
    const newest = this.#world.list.slice(-skip - WINDOW, skip === 0 ? undefined : -skip).toReversed();
    const meaning = (run: Run): 'active' | 'success' =>
      sentAt >= (run.createdAt ?? 0) + run.durationMs ? 'success' : 'active';
    const items = newest.map((run) => ({ id: run.id, meaning: meaning(run) }));
    const { listing } = this.#state;
    this.#state = {
      ...this.#state,
      readingList: false,
      listing: listingTake(listing, { skip, items: ok ? items : null, now }),
    };
  }
}
