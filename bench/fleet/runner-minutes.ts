/**
 * How long runners are occupied by agent runs, in virtual time: a matrix with one job per run, one step that follows
 * all runs, and one step that starts them followed by another that collects the results. `npm run
 * bench:runner-minutes`.
 */
import { LIMITS } from '../../src/service/rate-limit.ts';
import { simulateOneStep } from './one-step.ts';
import { PACERS } from './policies.ts';
import { ENTRIES } from './rows.ts';
import { drawScenario } from './scenarios.ts';
import { simulate } from './simulate.ts';

const SEEDS = 5;
const MINUTE_MS = 60_000;
/** Collecting an ended run: one page of its log, which contains the status, and its result. */
const COLLECT_REQUESTS = 2;

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

process.stdout.write(
  '| runs | matrix | one step | ratio | start, then collect | ratio |\n|-----:|-------:|---------:|------:|--------------------:|------:|\n',
);
for (const name of ['10 jobs', '100 jobs'] as const) {
  const draws = Array.from({ length: SEEDS }, (_, seed) => ({
    scenario: drawScenario(name, seed + 1),
    seed: seed + 1,
  }));
  const runs = Number.parseInt(name, 10);
  const matrix = draws.flatMap(({ scenario, seed }) =>
    simulate({ scenario, limiter: 'sliding', pacer: PACERS['ours+hint'], seed }).map(
      ({ createdMs, delayMs }, index) => (createdMs ?? 0) + (scenario.jobs[index]?.durationMs ?? 0) + (delayMs ?? 0),
    ),
  );
  const step = draws.map(({ scenario, seed }) =>
    simulateOneStep({ scenario, limiter: 'sliding', seed, listed: true, entries: ENTRIES }),
  );
  const oneStep = mean(step.map(({ doneMs }) => doneMs)) / runs;
  const started = mean(step.map(({ jobs }) => Math.max(...jobs.map(({ createdMs }) => createdMs ?? 0))));
  const collected = (runs * COLLECT_REQUESTS * LIMITS.shared.windowMs) / LIMITS.shared.requests;
  const apart = (started + collected) / runs;
  const cells = [mean(matrix), oneStep, apart].map((ms) => (ms / MINUTE_MS).toFixed(2));
  const ratio = (ms: number): string => `1/${(mean(matrix) / ms).toFixed(0)}`;
  process.stdout.write(
    `| ${runs} | ${cells[0] ?? ''} | ${cells[1] ?? ''} | ${ratio(oneStep)} | ${cells[2] ?? ''} | ${ratio(apart)} |\n`,
  );
}
