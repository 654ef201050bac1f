/**
 * A discrete event simulation in virtual time: jobs create a run, poll it until they see its end, and read it once
 * more.
 */
import { Agenda } from './heap.ts';
import { serviceLimiter, type Call, type LimiterKind } from './limiter.ts';
import type { Pacer, Place } from './policies.ts';
import { seeded } from '../../__tests__/support/random.ts';
import type { JobPlan, Scenario } from './scenarios.ts';

/** The result of one job. */
export interface JobOutcome {
  /** Milliseconds from the job's start until its run existed, or null if it never did. */
  readonly createdMs: number | null;
  /** Milliseconds from the run's end until the job saw it. If it never did, the time until the job was stopped. */
  readonly delayMs: number | null;
  readonly noticed: boolean;
  readonly requests: number;
  readonly refused: number;
}

/** GitHub stops a hosted job after six hours. */
export const JOB_LIMIT_MS = 6 * 3_600_000;
/** Mean time from sending a request to receiving its response, ± 50 %. */
export const ROUND_TRIP_MS = 200;
/** How long before its deadline a job sends its last poll. */
const LAST_LOOK_MS = 1500;
/** How often a running agent writes an entry. Only determines whether a poll has news. */
const ENTRY_MS = 8000;

interface Job {
  readonly plan: JobPlan;
  readonly pacer: Pacer;
  phase: 'start' | 'create' | 'look' | 'read' | 'done';
  attempts: number;
  firstRefusal: number | null;
  createdAt: number | null;
  seenAt: number | null;
  lookedAt: number;
  requests: number;
  refused: number;
}

export interface Simulation {
  readonly scenario: Scenario;
  readonly limiter: LimiterKind;
  readonly pacer: (place: Place) => Pacer;
  readonly seed: number;
  /** The `Retry-After` header of refusals: exact, always the same number of milliseconds, or none (the default). */
  readonly retryAfter?: RetryAfter;
}

export type RetryAfter = 'exact' | number | null;

export function simulate(simulation: Simulation): JobOutcome[] {
  const { scenario } = simulation;
  const random = seeded(simulation.seed * 104_729 + 5);
  const service = serviceLimiter(simulation.limiter);
  const agenda = new Agenda();
  const crowd = { queued: 0, running: 0 };
  const jobs = scenario.jobs.map((plan, number): Job => {
    const pacer = simulation.pacer({ siblings: scenario.siblings, index: plan.index, random, crowd });
    agenda.put(plan.at, number);
    return {
      plan,
      pacer,
      phase: 'start',
      attempts: 0,
      firstRefusal: null,
      createdAt: null,
      seenAt: null,
      lookedAt: 0,
      requests: 0,
      refused: 0,
    };
  });
  for (let due = agenda.take(); due !== undefined; due = agenda.take()) {
    const job = jobs[due.item];
    if (job === undefined || due.at > job.plan.at + JOB_LIMIT_MS) continue;
    if (job.phase === 'start') {
      job.phase = 'create';
      crowd.queued += 1;
      agenda.put(due.at + job.pacer.start(), due.item);
      continue;
    }
    const call: Call = job.phase === 'create' ? 'creation' : 'standard';
    const hold = job.pacer.hold(call, due.at);
    if (hold > 0) {
      agenda.put(due.at + hold, due.item);
      continue;
    }
    job.pacer.sent(call, due.at);
    job.requests += 1;
    const admitted = service.admit(call, due.at);
    if (!admitted) job.refused += 1;
    const before = job.phase;
    const { retryAfter = null } = simulation;
    const floorMs = retryAfter === 'exact' ? service.retryAfter(call, due.at) : retryAfter;
    const delay = answer(job, admitted ? null : { floorMs }, due.at);
    if (before === 'create' && job.phase === 'look') {
      crowd.queued -= 1;
      crowd.running += 1;
    }
    if (before === 'look' && job.phase === 'read') crowd.running -= 1;
    if (delay !== null) agenda.put(next(job, due.at + ROUND_TRIP_MS * (0.5 + random()), delay), due.item);
  }
  return jobs.map(outcome);
}

/** The time of the next call. A poll that would come after the job was stopped is sent just before that (`follow.ts`). */
function next(job: Job, now: number, delay: number): number {
  const last = job.plan.at + JOB_LIMIT_MS - LAST_LOOK_MS;
  return job.phase === 'look' && now < last ? Math.min(now + delay, last) : now + delay;
}

/** Processes the response to a call sent at `sentAt`. Returns ms until the next call, or null if there is none. */
function answer(job: Job, refused: { readonly floorMs: number | null } | null, sentAt: number): number | null {
  const now = sentAt + ROUND_TRIP_MS;
  if (job.phase === 'create') {
    if (refused !== null) {
      job.attempts += 1;
      job.firstRefusal ??= sentAt;
      return job.pacer.createRefused(job.attempts, {
        floorMs: refused.floorMs,
        leftMs: job.plan.at + JOB_LIMIT_MS - now,
        waitedMs: now - job.firstRefusal,
      });
    }
    job.phase = 'look';
    job.createdAt = sentAt;
    return job.pacer.next({ kind: 'started', refusedMs: sentAt - (job.firstRefusal ?? sentAt) }, now);
  }
  if (refused !== null) return job.pacer.next({ kind: 'refused', floorMs: refused.floorMs }, now);
  if (job.phase === 'read') {
    job.phase = 'done';
    return null;
  }
  if (sentAt >= endOf(job)) {
    job.phase = 'read';
    job.seenAt = now;
    return 0;
  }
  const news = Math.floor(sentAt / ENTRY_MS) !== Math.floor(job.lookedAt / ENTRY_MS);
  job.lookedAt = sentAt;
  return job.pacer.next({ kind: 'ok', news, active: true, full: false, finalAnswer: false, settling: false }, now);
}

function endOf(job: Job): number {
  return job.createdAt === null ? Infinity : job.createdAt + job.plan.durationMs;
}

function outcome(job: Job): JobOutcome {
  const stopped = job.plan.at + JOB_LIMIT_MS;
  const end = endOf(job);
  return {
    createdMs: job.createdAt === null ? null : job.createdAt - job.plan.at,
    delayMs: end > stopped ? null : (job.seenAt ?? stopped) - end,
    noticed: job.seenAt !== null || (job.createdAt !== null && end > stopped),
    requests: job.requests,
    refused: job.refused,
  };
}
