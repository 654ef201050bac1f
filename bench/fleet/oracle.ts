/**
 * The reference: a central scheduler that sees all jobs, is never refused, and shares the token evenly. Creates have
 * priority, then final reads, then the run that was polled longest ago. It never polls a run more often than the action
 * polls a single run. Otherwise it would spend the whole token on one job, which nobody wants, and the comparison would
 * measure that.
 */
import { aloneInterval } from '../../src/run/pacing.ts';
import { LIMITS } from '../../src/service/rate-limit.ts';
import { serviceLimiter } from './limiter.ts';
import type { Scenario } from './scenarios.ts';
import { ROUND_TRIP_MS, type JobOutcome } from './simulate.ts';

interface Run {
  readonly number: number;
  readonly createdAt: number;
  readonly endAt: number;
  lookedAt: number;
  requests: number;
}

const SLOT_MS = LIMITS.shared.windowMs / LIMITS.shared.requests;
const TICK_MS = 100;

export function consultOracle(scenario: Scenario): JobOutcome[] {
  const service = serviceLimiter('sliding');
  const outcomes: JobOutcome[] = [];
  const waiting = scenario.jobs.map((plan, number) => ({ plan, number })).sort((a, b) => a.plan.at - b.plan.at);
  const total = waiting.length;
  const running = new Set<Run>();
  const reads: number[] = [];
  let slot = 0;
  let seen = 0;
  for (let now = 0; seen < total || reads.length > 0; now += TICK_MS) {
    // Every request takes a slot of one second. Polls wait for theirs, so that they are evenly spaced.
    slot = Math.max(slot, now - 10 * SLOT_MS);
    for (let first = waiting[0]; first !== undefined && first.plan.at <= now; first = waiting[0]) {
      if (!service.admit('creation', now)) break;
      waiting.shift();
      slot += SLOT_MS;
      const endAt = now + first.plan.durationMs;
      running.add({ number: first.number, createdAt: now, endAt, lookedAt: now, requests: 1 });
    }
    while (reads.length > 0 && service.admit('standard', now)) {
      reads.pop();
      slot += SLOT_MS;
    }
    while (slot <= now) {
      const run = longestUnseen(running, now);
      if (run === null || !service.admit('standard', now)) break;
      slot += SLOT_MS;
      run.lookedAt = now;
      run.requests += 1;
      if (now < run.endAt) continue;
      running.delete(run);
      reads.push(run.number);
      seen += 1;
      outcomes[run.number] = {
        createdMs: run.createdAt - (scenario.jobs[run.number]?.at ?? 0),
        delayMs: now + ROUND_TRIP_MS - run.endAt,
        noticed: true,
        requests: run.requests + 1,
        refused: 0,
      };
    }
  }
  return outcomes;
}

/** Of the runs that are due by the schedule of a single run, the one polled longest ago. */
function longestUnseen(running: ReadonlySet<Run>, now: number): Run | null {
  let longest: Run | null = null;
  for (const run of running) {
    const due = run.lookedAt + aloneInterval(run.lookedAt - run.createdAt);
    if (due <= now && (longest === null || run.lookedAt < longest.lookedAt)) longest = run;
  }
  return longest;
}
