/** The simulated scenarios: how many jobs start when, and how long their runs take. */
import { seeded } from '../../__tests__/support/random.ts';
import { logNormal } from './random.ts';

export interface Scenario {
  readonly name: string;
  /** Jobs of one matrix. 1 for independent jobs. */
  readonly siblings: number;
  readonly jobs: readonly JobPlan[];
}

export interface JobPlan {
  /** When the job starts, in ms. */
  readonly at: number;
  /** The duration of its run from its creation, in ms. */
  readonly durationMs: number;
  /** Index in the matrix. */
  readonly index: number;
}

export const SCENARIOS = ['1 job', '10 jobs', '100 jobs', '1000 jobs', '3/min', '9/min'] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

const DURATION = { median: 8 * 60_000, sigma: 0.8 };
const ARRIVALS_MS = 2 * 3_600_000;
/** Jobs that are started together do not start in the same millisecond. */
const SKEW_MS = 2000;

/** One random instance of a scenario. The same seed gives the same jobs and durations for every policy. */
export function drawScenario(name: ScenarioName | '10000 jobs', seed: number): Scenario {
  const random = seeded(seed * 7919 + 17);
  const jobs: JobPlan[] = [];
  const add = (at: number): void => {
    jobs.push({ at, durationMs: logNormal(random, DURATION), index: jobs.length });
  };
  const count = Number.parseInt(name, 10);
  if (!name.includes('/min')) {
    for (let job = 0; job < count; job += 1) add(random() * SKEW_MS);
    return { name, siblings: count, jobs };
  }
  // Poisson arrivals, because jobs of different workflows are independent.
  for (let at = nextArrival(count, random()); at < ARRIVALS_MS; at += nextArrival(count, random())) add(at);
  return { name, siblings: 1, jobs: jobs.map((job) => ({ ...job, index: 0 })) };
}

function nextArrival(perMinute: number, dice: number): number {
  return (-Math.log(1 - dice) * 60_000) / perMinute;
}
