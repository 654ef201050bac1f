/** The scenarios of the simulation, and the choice of one for each seed. */
import type { SimulateOptions, Simulated } from './engine/simulated.ts';
import { simulateFleet } from './fleet/simulate.ts';
import { simulateReruns } from './reruns/simulate.ts';
import { simulateSingle } from './single/simulate.ts';
import { simulateThread } from './thread/simulate.ts';

export const SCENARIOS = {
  /** One step and one run, with every behaviour of the service and the network. */
  single: simulateSingle,
  /** Jobs with `idempotency: metadata`: lost answers, kills, later attempts. */
  reruns: simulateReruns,
  /** Jobs of one thread, in which each comment must be delivered once. */
  thread: simulateThread,
  /** A step with 2 to 20 tasks. */
  fleet: simulateFleet,
} as const satisfies Readonly<
  Record<string, (seed: number, options?: SimulateOptions) => Promise<Simulated>>
>;
export type ScenarioName = keyof typeof SCENARIOS;

/** Shares in twentieths of the seeds. */
const SHARES: readonly (readonly [name: ScenarioName, share: number])[] = [
  ['single', 14],
  ['reruns', 2],
  ['thread', 2],
  ['fleet', 2],
];

export function scenarioOf(seed: number): ScenarioName {
  let place = seed % 20;
  for (const [name, share] of SHARES) {
    if (place < share) {
      return name;
    }
    place -= share;
  }
  return 'single';
}

export function simulate(
  { name, seed }: { readonly name: ScenarioName; readonly seed: number },
  options: SimulateOptions = {},
): Promise<Simulated> {
  return SCENARIOS[name](seed, options);
}
