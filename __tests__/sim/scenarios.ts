/** The scenarios of the simulation for each service, and the choice of one for each seed. */
import { DEFAULT_SERVICE, type ServiceName } from '../../src/agents/service-table.ts';
import type { SimulateOptions, Simulated } from './engine/simulated.ts';
import { simulateBudget } from './hosted/budget/simulate.ts';
import { simulateChecks } from './hosted/checks/simulate.ts';
import { simulateFleet } from './hosted/fleet/simulate.ts';
import { subjectOf } from './hosted/subjects.ts';
import { simulateJobs, type TamperService } from './hosted/simulate.ts';
import type { Subject } from './hosted/subject.ts';
import { simulateThread } from './hosted/thread/simulate.ts';

/** Those of every service: played by its face, they differ by its subject. */
const SCENARIOS = {
  /** Jobs that start a run, follow one up, or only follow it, with their later attempts. */
  jobs: simulateJobs,
  /** A job of 2 to 20 tasks, with its later attempts. */
  fleet: simulateFleet,
  /** Jobs of one thread, in which each comment must be delivered once. */
  thread: simulateThread,
  /** A job that waits for the checks of its pull request, and has them mended. */
  checks: simulateChecks,
  /** A job with a budget: one turn, an answer that is corrected, checks that are mended. */
  budget: simulateBudget,
} as const satisfies Readonly<Record<string, SimulateService>>;

type SimulateService = (
  subject: Subject,
  seed: number,
  options?: SimulateOptions & TamperService,
) => Promise<Simulated>;
export type ScenarioName = keyof typeof SCENARIOS;

type Shares = readonly (readonly [name: ScenarioName, share: number])[];
/** In twentieths of the seeds. */
const SHARES: Shares = [
  ['jobs', 13],
  ['checks', 3],
  ['thread', 3],
  ['fleet', 1],
];
const BUDGET_SHARES: Shares = [
  ['jobs', 10],
  ['checks', 3],
  ['thread', 3],
  ['budget', 3],
  ['fleet', 1],
];
const SHARES_WITHOUT_FOLLOW_UPS: Shares = [
  ['jobs', 19],
  ['fleet', 1],
];

function sharesOf(service: ServiceName): Shares {
  const { kinds, budget } = subjectOf(service);
  if (kinds.followUp === null) {
    return SHARES_WITHOUT_FOLLOW_UPS;
  }
  return budget === undefined ? SHARES : BUDGET_SHARES;
}

export function scenariosOf(service: ServiceName): readonly ScenarioName[] {
  return sharesOf(service).map(([name]) => name);
}

export function scenarioOf(seed: number, service: ServiceName = DEFAULT_SERVICE): ScenarioName {
  const shares = sharesOf(service);
  let place = seed % 20;
  for (const [name, share] of shares) {
    if (place < share) {
      return name;
    }
    place -= share;
  }
  throw new Error('the shares are less than twenty');
}

export function simulate(
  {
    service = DEFAULT_SERVICE,
    name,
    seed,
  }: { readonly service?: ServiceName; readonly name: ScenarioName; readonly seed: number },
  options: SimulateOptions = {},
): Promise<Simulated> {
  return SCENARIOS[name](subjectOf(service), seed, options);
}
