/** The goals of the policy, and by how much it meets or misses them. */
import { PACERS } from './policies.ts';
import type { Row } from './rows.ts';
import { simulate } from './simulate.ts';

export interface Goal {
  readonly what: string;
  readonly limiter: string;
  readonly policy: string;
  /** The maximum value. */
  readonly goal: number;
  readonly value: number;
  readonly reached: boolean;
}

type Measure = 'mean' | 'worst' | 'refused_share' | 'unnoticed';
/** Scenario, measure and maximum. Means and worsts are multiples of the oracle's. */
const FREE_OF_CHARGE: readonly (readonly [Row['scenario'], Measure, number])[] = [
  ['10 jobs', 'mean', 1.5],
  ['100 jobs', 'mean', 1.6],
  ['100 jobs', 'worst', 2.5],
  ['3/min', 'mean', 1.3],
  ['9/min', 'mean', 1.5],
];

export function judge(rows: readonly Row[]): Goal[] {
  const goals: Goal[] = [];
  for (const row of rows.filter(({ policy }) => policy === 'ours' || policy === 'ours+hint')) {
    const oracle = rows.find(
      (other) => other.policy === 'oracle' && other.scenario === row.scenario && other.limiter === row.limiter,
    );
    if (oracle === undefined) continue;
    const add = (measure: Measure, goal: number): void => {
      const share = measure === 'mean' || measure === 'worst' ? row[measure] / oracle[measure] : row[measure];
      const unit = measure === 'mean' || measure === 'worst' ? ' ÷ oracle' : '';
      goals.push(
        judged({ what: `${row.scenario} ${measure}${unit}`, limiter: row.limiter, policy: row.policy, goal }, share),
      );
    };
    if (row.limiter === 'counting') {
      add('unnoticed', 0);
      add('mean', 3);
      continue;
    }
    for (const [scenario, measure, goal] of FREE_OF_CHARGE) if (scenario === row.scenario) add(measure, goal);
    if (row.scenario === '100 jobs') add('refused_share', row.policy === 'ours+hint' ? 0.08 : 0.15);
  }
  return [...alone(), ...goals, ...oneStepGoals(rows)];
}

/** Maximum values for one process that follows all runs, as multiples of the oracle's. */
const ONE_STEP = { total: 1.02, mean: 1.05, worst: 1.3 } as const;
const MEAN_SECONDS: Readonly<Record<string, number>> = { '100 jobs': 3, '1000 jobs': 10 };
/** Create, one page of the log, final read. */
const FLOOR_REQUESTS = 3;

function oneStepGoals(rows: readonly Row[]): Goal[] {
  const goals: Goal[] = [];
  for (const row of rows.filter(({ scenario }) => scenario in MEAN_SECONDS)) {
    const { scenario, limiter, policy } = row;
    const oracle = rows.find(
      (other) => other.policy === 'oracle' && other.scenario === scenario && other.limiter === limiter,
    );
    if (oracle === undefined || !policy.startsWith('one-step')) continue;
    const add = (what: string, goal: number, value: number): void => {
      goals.push(judged({ what: `${scenario} ${what}`, limiter, policy, goal }, value));
    };
    if (policy === 'one-step listed') {
      add('mean s', MEAN_SECONDS[scenario] ?? 0, row.mean);
      if (scenario === '100 jobs') add('requests ÷ floor', 1.5, row.requests_per_run / FLOOR_REQUESTS);
    } else {
      for (const column of ['total', 'mean', 'worst'] as const)
        add(`${column} ÷ oracle`, ONE_STEP[column], row[column] / oracle[column]);
    }
    add('refused_share', 0.005, row.refused_share);
    add('unnoticed', 0, row.unnoticed);
  }
  return goals;
}

/** A run of exactly eight minutes that does not share its token. */
function alone(): Goal[] {
  const job = { at: 0, durationMs: 480_000, index: 0 };
  const outcomes = Array.from({ length: 400 }, (_, seed) =>
    simulate({
      scenario: { name: 'alone', siblings: 1, jobs: [job] },
      limiter: 'sliding',
      pacer: PACERS.ours,
      seed: seed + 1,
    }),
  ).flat();
  const mean = outcomes.reduce((total, { delayMs }) => total + (delayMs ?? Infinity), 0) / outcomes.length / 1000;
  const of = { limiter: 'any', policy: 'ours' };
  return [
    judged({ ...of, what: '8 min alone, most requests', goal: 52 }, Math.max(...outcomes.map((o) => o.requests))),
    judged({ ...of, what: '8 min alone, mean delay (s)', goal: 5 }, mean),
  ];
}

function judged(of: Omit<Goal, 'value' | 'reached'>, value: number): Goal {
  return { ...of, value, reached: value <= of.goal };
}
