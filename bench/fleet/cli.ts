/** `npm run bench:fleet [-- --quick] [-- --json]`: many jobs on one token, in virtual time. */
import { parseArgs } from 'node:util';
import { judge } from './goals.ts';
import { measure } from './rows.ts';
import { goalsTable, rowsTable } from './table.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, quick: { type: 'boolean' } } });
const started = performance.now();
const rows = measure(values.quick === true ? 2 : 10);
if (values.json === true) {
  process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
} else {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${rowsTable(rows)}\n\n${goalsTable(judge(rows))}\n\n${seconds} s\n`);
}
