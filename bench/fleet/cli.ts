/**
 * Simulates many jobs with one token in virtual time: `npm run bench:fleet`. Options after `--`: `--quick` (2 seeds,
 * and only the policies with goals), `--json`, `--scenario 3/min` (only one), `--first-seed 1001` (other seeds than
 * those of the table), `--retry-after exact` or `--retry-after 1` (refusals say when to retry: exactly, or always after
 * that many seconds).
 */
import { parseArgs } from 'node:util';
import { judge } from './goals.ts';
import { measure } from './rows.ts';
import { goalsTable, rowsTable } from './table.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    scenario: { type: 'string' },
    'first-seed': { type: 'string', default: '1' },
    'retry-after': { type: 'string' },
  },
});
const told = values['retry-after'];
const started = performance.now();
const rows = measure({
  seeds: values.quick === true ? 2 : 10,
  firstSeed: Number(values['first-seed']),
  scenario: values.scenario ?? null,
  judgedOnly: values.quick === true || told !== undefined,
  retryAfter: told === undefined || told === 'exact' ? (told ?? null) : Number(told) * 1000,
});
if (values.json === true) {
  process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
} else {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${rowsTable(rows)}\n\n${goalsTable(judge(rows))}\n\n${seconds} s\n`);
}
