/** Formats rows as Markdown tables that are readable as plain text. */
import type { Goal } from './goals.ts';
import type { Row } from './rows.ts';

export function rowsTable(rows: readonly Row[]): string {
  const oracles = new Map(
    rows.filter((row) => row.policy === 'oracle').map((row) => [`${row.scenario} ${row.limiter}`, row]),
  );
  return table(
    [
      'scenario',
      'limiter',
      'policy',
      'total s',
      '÷ oracle',
      'mean s',
      '÷ oracle',
      'p50',
      'p99',
      'worst',
      'requests/run',
      'refused %',
    ].concat(['unnoticed', 'not created', 'create wait s']),
    rows.map((row) => [
      row.scenario,
      row.limiter,
      row.policy,
      row.total.toFixed(1),
      (row.total / (oracles.get(`${row.scenario} ${row.limiter}`)?.total ?? Number.NaN)).toFixed(2),
      row.mean.toFixed(1),
      (row.mean / (oracles.get(`${row.scenario} ${row.limiter}`)?.mean ?? Number.NaN)).toFixed(2),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      row.worst.toFixed(1),
      row.requests_per_run.toFixed(1),
      (100 * row.refused_share).toFixed(1),
      String(row.unnoticed),
      String(row.not_created),
      row.create_wait.toFixed(1),
    ]),
  );
}

export function goalsTable(goals: readonly Goal[]): string {
  return table(
    ['goal', 'limiter', 'policy', 'at most', 'measured', 'reached'],
    goals.map((goal) => [
      goal.what,
      goal.limiter,
      goal.policy,
      String(goal.goal),
      goal.value.toFixed(goal.value >= 10 ? 1 : 3),
      goal.reached
        ? 'yes'
        : goal.goal === 0
          ? 'NO'
          : `NO, over by ${(100 * (goal.value / goal.goal - 1)).toFixed(0)} %`,
    ]),
  );
}

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column < 3 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
