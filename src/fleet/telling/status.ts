/** The commit status of a fleet (contract 13, 15). */
import { passOf, statusOfMany, type ManyRuns, type Said } from '../../github/commit-status-state.ts';
import { countsText, type FleetRow } from './rows.ts';

export function statusOfRows(
  rows: readonly FleetRow[],
  { outcome, durationMs }: Pick<ManyRuns, 'outcome' | 'durationMs'>,
): Said {
  const passes = rows.map(({ resultJson }) => passOf(resultJson));
  return statusOfMany({ outcome, durationMs, passes, runs: rows.length, counts: countsText(rows) });
}
