/**
 * Many runs in one step, compared with an oracle: `npm run bench:fleet`. Options after `--`:
 * `--quick` (one seed), `--first-seed 1001` (other seeds), `--scenario 3/min` (only one),
 * `--entries 500` (log entries of a run), `--json`.
 */
import { parseArgs } from 'node:util';
import { LIMITERS } from './limiter.ts';
import { measure, type Measured } from './measure.ts';
import { consultOracle, type JobOutcome } from './oracle.ts';
import { drawScenario, SCENARIOS, type ScenarioName } from './scenarios.ts';

interface Row {
  readonly scenario: ScenarioName;
  readonly policy: string;
  /**
   * Means in seconds: the wait for the creation and until the end is noticed, and the latter alone.
   */
  readonly total: number;
  readonly totalOfOracle: number;
  readonly mean: number;
  readonly worst: number;
  readonly requestsPerRun: number;
  readonly refused: number;
  readonly unnoticed: number;
  readonly misses: readonly string[];
}

/**
 * Bounds: of the total as a multiple of the oracle's, and with the list of runs of the mean delay
 * in seconds.
 */
const TOTAL: Partial<Record<ScenarioName, number>> = {
  '100 jobs': 1.15,
  '1000 jobs': 1.15,
  '3/min': 1.15,
  '9/min': 1.15,
};
const LISTED: Partial<Record<ScenarioName, { readonly total: number; readonly mean: number }>> = {
  '100 jobs': { total: 1.05, mean: 6 },
  '1000 jobs': { total: 1.05, mean: 12 },
};
const SEEDS: Record<ScenarioName, number> = {
  '10 jobs': 10,
  '100 jobs': 4,
  '1000 jobs': 2,
  '3/min': 2,
  '9/min': 2,
};

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    scenario: { type: 'string' },
    entries: { type: 'string', default: '50' },
    'first-seed': { type: 'string', default: '1' },
  },
});

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const totals = (jobs: readonly JobOutcome[]): number =>
  mean(jobs.map(({ createdMs, delayMs }) => createdMs + delayMs)) / 1000;

async function rowsOf(scenario: ScenarioName): Promise<Row[]> {
  const seeds = Array.from(
    { length: values.quick ? 1 : SEEDS[scenario] },
    (_, nth) => Number(values['first-seed']) + nth,
  );
  const draws = seeds.map((seed) => ({ seed, drawn: drawScenario(scenario, seed) }));
  const ideal = draws.flatMap(({ drawn }) => consultOracle(drawn));
  const delays = ideal.map(({ delayMs }) => delayMs / 1000);
  const none = { requestsPerRun: Number.NaN, refused: 0, unnoticed: 0, misses: [] };
  const rows: Row[] = [
    {
      scenario,
      policy: 'oracle',
      total: totals(ideal),
      totalOfOracle: 1,
      mean: mean(delays),
      worst: Math.max(...delays),
      ...none,
    },
  ];
  for (const listed of [false, true]) {
    const measured: Measured[] = [];
    for (const [nth, { seed, drawn }] of draws.entries()) {
      const limiter = LIMITERS[nth % LIMITERS.length] ?? 'sliding';
      measured.push(
        await measure(drawn, { limiter, seed, listed, entries: Number(values.entries) }),
      );
    }
    const jobs = measured.flatMap((one) => one.jobs);
    const seen = jobs.map(({ delayMs }) => delayMs / 1000);
    const sum = (of: 'requests' | 'refused' | 'unnoticed'): number =>
      measured.reduce((all, one) => all + one[of], 0);
    const row = {
      scenario,
      policy: listed ? 'with the list' : 'without',
      total: totals(jobs),
      totalOfOracle: totals(jobs) / totals(ideal),
      mean: mean(seen),
      worst: Math.max(...seen),
      requestsPerRun: sum('requests') / jobs.length,
      refused: sum('refused'),
      unnoticed: sum('unnoticed'),
    };
    rows.push({ ...row, misses: missesOf(row, listed) });
  }
  return rows;
}

function missesOf(row: Omit<Row, 'misses'>, listed: boolean): string[] {
  const most = listed ? (LISTED[row.scenario]?.total ?? TOTAL[row.scenario]) : TOTAL[row.scenario];
  const bounds = [
    ['total ÷ oracle', row.totalOfOracle, most],
    ['mean s', row.mean, listed ? LISTED[row.scenario]?.mean : undefined],
    ['refused', row.refused, 0],
    ['unnoticed', row.unnoticed, 0],
  ] as const;
  return bounds.flatMap(([name, value, bound]) =>
    bound !== undefined && value > bound ? [`${name} > ${bound}`] : [],
  );
}

const rows: Row[] = [];
for (const scenario of SCENARIOS) {
  if ((values.scenario ?? scenario) === scenario) {
    rows.push(...(await rowsOf(scenario)));
  }
}
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
function kept({ policy, misses }: Row): string {
  if (policy === 'oracle') {
    return '';
  }
  return misses.length === 0 ? 'kept' : `MISSED: ${misses.join(', ')}`;
}
const table = [
  line([
    'scenario',
    'list of runs',
    'total s',
    '÷ oracle',
    'mean s',
    'worst s',
    'requests/run',
    'refused',
    'unnoticed',
    'bounds',
  ]),
  line(['---', '---', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '---']),
  ...rows.map((row) =>
    line([
      row.scenario,
      row.policy,
      row.total.toFixed(1),
      row.totalOfOracle.toFixed(2),
      row.mean.toFixed(1),
      row.worst.toFixed(0),
      Number.isNaN(row.requestsPerRun) ? '' : row.requestsPerRun.toFixed(1),
      String(row.refused),
      String(row.unnoticed),
      kept(row),
    ]),
  ),
];
process.stdout.write(values.json ? `${JSON.stringify(rows, null, 2)}\n` : `${table.join('\n')}\n`);
if (rows.some(({ misses }) => misses.length > 0)) {
  process.exitCode = 1;
}
