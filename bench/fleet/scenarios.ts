/** The simulated scenarios: how many jobs start when, and how long their runs take. */
import { seeded } from '../../__tests__/support/random.ts';
import { logNormal } from './random.ts';

export interface JobPlan {
  /** When the job starts, in ms. */
  readonly at: number;
  /** The duration of its run from its creation, in ms. */
  readonly durationMs: number;
}

export interface Scenario {
  readonly name: ScenarioName;
  readonly jobs: readonly JobPlan[];
}

export const SCENARIOS = ['10 jobs', '100 jobs', '1000 jobs', '3/min', '9/min'] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

const DURATION = { median: 8 * 60_000, sigma: 0.8 };
const ARRIVALS_MS = 2 * 3_600_000;

/** One random instance of a scenario: all jobs at once, or Poisson arrivals for two hours. */
export function drawScenario(name: ScenarioName, seed: number): Scenario {
  const random = seeded(seed * 7919 + 17);
  const durationMs = (): number => logNormal(random, DURATION);
  const count = Number.parseInt(name, 10);
  if (!name.includes('/min')) {
    return {
      name,
      jobs: Array.from({ length: count }, () => ({ at: 0, durationMs: durationMs() })),
    };
  }
  const jobs: JobPlan[] = [];
  const next = (): number => (-Math.log(1 - random()) * 60_000) / count;
  for (let at = next(); at < ARRIVALS_MS; at += next()) {
    jobs.push({ at, durationMs: durationMs() });
  }
  return { name, jobs };
}
