/** The scenarios of the simulation, and which of them a seed plays. */
import type { SimulateOptions, Simulated } from './engine/simulated.ts';
import { simulateSingle } from './single/simulate.ts';

export const SCENARIOS = {
  /** One step and one run: every way the service and the network can behave. */
  single: simulateSingle,
} as const satisfies Readonly<Record<string, (seed: number, options?: SimulateOptions) => Promise<Simulated>>>;
export type ScenarioName = keyof typeof SCENARIOS;

/** In so many seeds out of twenty. */
const SHARES: readonly (readonly [name: ScenarioName, share: number])[] = [['single', 20]];

export function scenarioOf(seed: number): ScenarioName {
  let place = seed % 20;
  for (const [name, share] of SHARES) {
    if (place < share) return name;
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
