/** The scenarios of the simulation for each service, and the choice of one for each seed. */
import { DEFAULT_SERVICE, type ServiceName } from '../../src/agents/service-table.ts';
import type { SimulateOptions, Simulated } from './engine/simulated.ts';
import { simulateFleet } from './fleet/simulate.ts';
import { subjectOf } from './hosted/subjects.ts';
import { simulateJobs } from './hosted/simulate.ts';
import { simulateReruns } from './reruns/simulate.ts';
import { simulateSingle } from './single/simulate.ts';
import { simulateThread } from './thread/simulate.ts';

/** Those of the service of the specification, each with a model and invariants of its own. */
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
export type ScenarioName = keyof typeof SCENARIOS | 'jobs';

/** Shares in twentieths of the seeds. */
const SHARES: readonly (readonly [name: ScenarioName, share: number])[] = [
  ['single', 14],
  ['reruns', 2],
  ['thread', 2],
  ['fleet', 2],
];

/** The scenarios of a service. The others share theirs, and differ by their subjects alone. */
export function scenariosOf(service: ServiceName): readonly ScenarioName[] {
  return service === DEFAULT_SERVICE ? (Object.keys(SCENARIOS) as ScenarioName[]) : ['jobs'];
}

export function scenarioOf(seed: number, service: ServiceName = DEFAULT_SERVICE): ScenarioName {
  if (service !== DEFAULT_SERVICE) {
    return 'jobs';
  }
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
  {
    service = DEFAULT_SERVICE,
    name,
    seed,
  }: { readonly service?: ServiceName; readonly name: ScenarioName; readonly seed: number },
  options: SimulateOptions = {},
): Promise<Simulated> {
  if (service === DEFAULT_SERVICE) {
    return SCENARIOS[name as keyof typeof SCENARIOS](seed, options);
  }
  return simulateJobs(subjectOf(service), seed, options);
}
