/** The commit status of a fleet (contract 13, 15). */
import { passOf, statusOfMany, type ManyRuns, type Said } from '../../github/commit-status.ts';
import { countsText, type FleetRow } from './rows.ts';

export function statusOfRows(
  rows: readonly FleetRow[],
  { outcome, durationMs, schema }: Pick<ManyRuns, 'outcome' | 'durationMs'> & { readonly schema: string | null },
): Said {
  const passes = rows.map(({ resultJson }) => passOf(resultJson, schema));
  return statusOfMany({ outcome, durationMs, passes, runs: rows.length, counts: countsText(rows) });
}
