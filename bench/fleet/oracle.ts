/**
 * The reference: a scheduler that sees all jobs, is never refused and shares the token evenly.
 * Creates have priority, then final reads, then the run that was polled longest ago. It polls no
 * run more often than the action polls a single one: every 10 seconds. It is not a lower bound,
 * because it has no list of runs and does not know when runs end.
 */
import { LIMITS } from '../../src/http/limits.ts';
import { serviceLimiter } from './limiter.ts';
import type { Scenario } from './scenarios.ts';

/** What a user waited for, in ms. */
export interface JobOutcome {
  /** From the start of the job until its run existed. */
  readonly createdMs: number;
  /** From the end of the run until it was noticed. */
  readonly delayMs: number;
}

interface Run {
  readonly createdAt: number;
  readonly endAt: number;
  readonly at: number;
  lookedAt: number;
}

export const ROUND_TRIP_MS = 200;
const SLOT_MS = LIMITS.shared.windowMs / LIMITS.shared.requests;
const INTERVAL_MS = 10_000;
const TICK_MS = 100;

export function consultOracle({ jobs }: Scenario): JobOutcome[] {
  const admit = serviceLimiter('sliding');
  const outcomes: JobOutcome[] = [];
  const waiting = jobs.toSorted((a, b) => a.at - b.at);
  const running = new Set<Run>();
  let reads = 0;
  let slot = 0;
  for (let now = 0; outcomes.length < jobs.length || reads > 0; now += TICK_MS) {
    // Every request takes a slot of one second. Polls wait for theirs, so that they are evenly
    // spaced.
    slot = Math.max(slot, now - 10 * SLOT_MS);
    for (
      let first = waiting[0];
      first !== undefined && first.at <= now && admit('creation', now);
      first = waiting[0]
    ) {
      waiting.shift();
      slot += SLOT_MS;
      running.add({ at: first.at, createdAt: now, endAt: now + first.durationMs, lookedAt: now });
    }
    for (; reads > 0 && admit('standard', now); reads -= 1) {
      slot += SLOT_MS;
    }
    while (slot <= now) {
      const run = longestUnseen(running, now);
      if (run === null || !admit('standard', now)) {
        break;
      }
      slot += SLOT_MS;
      run.lookedAt = now;
      if (now < run.endAt) {
        continue;
      }
      running.delete(run);
      reads += 1;
      outcomes.push({
        createdMs: run.createdAt - run.at,
        delayMs: now + ROUND_TRIP_MS - run.endAt,
      });
    }
  }
  return outcomes;
}

/** Of the runs that are due, the one that was polled longest ago. */
function longestUnseen(running: ReadonlySet<Run>, now: number): Run | null {
  let longest: Run | null = null;
  for (const run of running) {
    if (
      run.lookedAt + INTERVAL_MS <= now &&
      (longest === null || run.lookedAt < longest.lookedAt)
    ) {
      longest = run;
    }
  }
  return longest;
}
