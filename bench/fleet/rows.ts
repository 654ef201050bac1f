/** Runs every scenario against every limiter with every policy, and summarizes each combination in one row. */
import { LIMITERS, type LimiterKind } from './limiter.ts';
import { consultOracle } from './oracle.ts';
import { simulateOneStep } from './one-step.ts';
import { PACERS, type PolicyName } from './policies.ts';
import { drawScenario, SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts';
import { JOB_LIMIT_MS, simulate, type JobOutcome, type RetryAfter } from './simulate.ts';

/** One process that follows all runs, without and with the list of runs. */
export type OneStepName = 'one-step' | 'one-step listed';
const ONE_STEP = { 'one-step': false, 'one-step listed': true } as const;
/** Log entries of a run, unless the scenario sets another number. */
export const ENTRIES = 50;

/** Delays in seconds, from a run's end until its job saw it. Shares are between 0 and 1. */
export interface Row {
  readonly scenario: ScenarioName;
  readonly limiter: LimiterKind;
  readonly policy: PolicyName | OneStepName | 'oracle';
  /** Mean time that a user waits: for the creation, and from the run's end until it was seen. */
  readonly total: number;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly requests_per_run: number;
  readonly refused_share: number;
  /** Runs whose end was not seen within six hours of their job's start. The figures include their delay so far. */
  readonly unnoticed: number;
  /** Jobs without a run after six hours. They have no delay. */
  readonly not_created: number;
  /** Mean seconds from a job's start until its run existed, for jobs that got one. */
  readonly create_wait: number;
  readonly jobs: number;
}

/** Small scenarios are repeated more often, so that each row has enough runs. */
const DRAWS: Readonly<Record<ScenarioName, number>> = {
  '1 job': 60,
  '10 jobs': 10,
  '100 jobs': 2,
  '1000 jobs': 1,
  '3/min': 1,
  '9/min': 1,
};

export interface Selection {
  /** The number of seeds, and the first one. */
  readonly seeds: number;
  readonly firstSeed: number;
  /** Null for all. */
  readonly scenario: string | null;
  /** Only the policies with goals. */
  readonly judgedOnly?: boolean;
  /** The `Retry-After` header of refusals. Only the policies of the action use it. */
  readonly retryAfter?: RetryAfter;
}

export function measure({
  seeds,
  firstSeed,
  scenario: wanted,
  judgedOnly = false,
  retryAfter = null,
}: Selection): Row[] {
  return SCENARIOS.filter((name) => wanted === null || name === wanted).flatMap((name) => {
    const draws = Array.from({ length: seeds * DRAWS[name] }, (_, draw) => drawScenario(name, firstSeed + draw));
    const ideal = draws.flatMap((scenario) => consultOracle(scenario));
    return LIMITERS.flatMap((limiter) => [
      row({ scenario: name, limiter, policy: 'oracle' }, ideal),
      ...policiesFor(draws[0], judgedOnly).map((policy) => {
        const outcomes = draws.flatMap((scenario, draw) =>
          simulate({ scenario, limiter, pacer: PACERS[policy], seed: firstSeed + draw, retryAfter }),
        );
        return row({ scenario: name, limiter, policy }, outcomes);
      }),
      ...(Object.keys(ONE_STEP) as OneStepName[]).map((policy) => {
        const outcomes = draws.flatMap((scenario, draw) => {
          const of = { scenario, limiter, seed: firstSeed + draw, entries: ENTRIES };
          return simulateOneStep({ ...of, listed: ONE_STEP[policy] }).jobs;
        });
        return row({ scenario: name, limiter, policy }, outcomes);
      }),
    ]);
  });
}

/** The hint only matters if jobs have siblings. */
function policiesFor(scenario: Scenario | undefined, judgedOnly: boolean): PolicyName[] {
  const all = (Object.keys(PACERS) as PolicyName[]).filter((policy) => !judgedOnly || policy.startsWith('ours'));
  return all.filter((policy) => policy !== 'ours+hint' || (scenario?.siblings ?? 1) > 1);
}

type Figures = Omit<Row, 'scenario' | 'limiter' | 'policy'>;

function row(of: Omit<Row, keyof Figures>, outcomes: readonly JobOutcome[]): Row {
  return { ...of, ...figures(outcomes) };
}

export function figures(outcomes: readonly JobOutcome[]): Figures {
  const delays = outcomes.flatMap(({ delayMs }) => (delayMs === null ? [] : [delayMs / 1000])).sort((a, b) => a - b);
  const created = outcomes.flatMap(({ createdMs }) => (createdMs === null ? [] : [createdMs / 1000]));
  // Jobs without a run count with the whole six hours, because leaving them out would improve the mean.
  const totals = outcomes.flatMap(({ createdMs, delayMs }) =>
    createdMs === null ? [JOB_LIMIT_MS / 1000] : delayMs === null ? [] : [(createdMs + delayMs) / 1000],
  );
  const requests = sum(outcomes.map((outcome) => outcome.requests));
  return {
    total: sum(totals) / totals.length,
    mean: sum(delays) / delays.length,
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    worst: quantile(delays, 1),
    requests_per_run: requests / outcomes.length,
    refused_share: sum(outcomes.map((outcome) => outcome.refused)) / requests,
    unnoticed: outcomes.filter((outcome) => outcome.createdMs !== null && !outcome.noticed).length,
    not_created: outcomes.length - created.length,
    create_wait: sum(created) / created.length,
    jobs: outcomes.length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Nearest rank of a sorted list. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
