/**
 * `npm run bench:answers [-- --json] [--rounds 3]`: how long processing one response blocks the bundle's event loop
 * (contract 6.5).
 */
import { parseArgs } from 'node:util';
import { median } from '../step.ts';
import { CASES } from './cases.ts';
import { longestStretch } from './stretch.ts';

const GOAL_MS = 200;
const { values } = parseArgs({ options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '3' } } });

const rows: { readonly name: string; readonly full: number; readonly compact: number }[] = [];
for (const { name, body } of CASES) {
  const text = body();
  const medianOf = async (logs: 'full' | 'compact'): Promise<number> => {
    const rounds: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1)
      rounds.push((await longestStretch(text, logs)).worstMs);
    return median(rounds);
  };
  rows.push({ name, full: await medianOf('full'), compact: await medianOf('compact') });
}
const worst = Math.max(...rows.flatMap(({ full, compact }) => [full, compact]));
const table = rows.map(
  ({ name, full, compact }) =>
    `| ${name.padEnd(36)} | ${String(full).padStart(10)} | ${String(compact).padStart(13)} |`,
);
process.stdout.write(
  values.json === true
    ? `${JSON.stringify({ rows, worst_ms: worst }, null, 2)}\n`
    : [
        `| ${'answer'.padEnd(36)} | logs: full | logs: compact |`,
        `| ${'-'.repeat(36)} | ---------: | ------------: |`,
        ...table,
        `Longest: ${worst} ms (at most ${GOAL_MS}: ${worst <= GOAL_MS ? 'reached' : 'NOT reached'})`,
        '',
      ].join('\n'),
);
