/**
 * A matrix of ten fleets with 1,000 runs each that share one token (`siblings`), in virtual time: `npm run
 * bench:fleet-slices`. Options after `--`: `--fleets 4 --limiter counting`. Jobs are not stopped after six hours here,
 * because that many runs need 17 hours at ten creations per minute.
 */
import { parseArgs } from 'node:util';
import { LIMITERS } from './limiter.ts';
import { consultOracle } from './oracle.ts';
import { simulateFleets } from './one-step.ts';
import { ENTRIES, figures } from './rows.ts';
import { drawScenario } from './scenarios.ts';

const { values } = parseArgs({
  options: { fleets: { type: 'string', default: '10' }, limiter: { type: 'string', default: 'sliding' } },
});
const limiter = LIMITERS.find((name) => name === values.limiter) ?? 'sliding';
const scenario = drawScenario('10000 jobs', 1);
const fleets = Number(values.fleets);
const size = Math.ceil(scenario.jobs.length / fleets);
const slices = Array.from({ length: fleets }, (_, index) => ({
  ...scenario,
  jobs: scenario.jobs.slice(index * size, (index + 1) * size),
}));

const oracle = figures(consultOracle(scenario));
const line = (name: string, of: ReturnType<typeof figures>): string => {
  const ratio = (column: 'total' | 'mean' | 'worst'): string =>
    `${of[column].toFixed(1)} | ${(of[column] / oracle[column]).toFixed(2)}`;
  const rest = [of.requests_per_run.toFixed(1), (of.refused_share * 100).toFixed(2), of.unnoticed, of.not_created];
  return `| ${name} | ${ratio('total')} | ${ratio('mean')} | ${ratio('worst')} | ${rest.join(' | ')} |\n`;
};
process.stdout.write(
  `| policy | total s | ÷ oracle | mean s | ÷ oracle | worst s | ÷ oracle | requests/run | refused % | unnoticed | not created |
|--------|--------:|---------:|-------:|---------:|--------:|---------:|-------------:|----------:|----------:|------------:|
${line('oracle', oracle)}`,
);
for (const listed of [false, true]) {
  const given = slices.map((slice) => ({ scenario: slice, limiter, seed: 1, listed, entries: ENTRIES }));
  const jobs = simulateFleets(given).flatMap((outcome) => outcome.jobs);
  process.stdout.write(line(`${fleets} steps${listed ? ' listed' : ''}`, figures(jobs)));
}
