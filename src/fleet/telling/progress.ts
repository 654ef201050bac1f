/** The job log of a fleet: one line per finished run, and counts from time to time. Plain text, which the log sanitizes. */
import { duration } from '../../shared/format.ts';
import { logJoined, logPiece } from '../../safe/job-log.ts';
import { clockTime } from '../../report/job-log/lines.ts';
import { countsText, type FleetRow } from './rows.ts';

export interface Moment {
  /** Milliseconds since the fleet began. */
  readonly elapsedMs: number;
  /** Creations a minute that the limit allows. */
  readonly perMinute: number;
}

/** ` 12:45  3/20  lint             failed       4m 05s  run 812` */
export function endLine(
  row: FleetRow,
  { ended, tasks, elapsedMs }: { readonly ended: number; readonly tasks: number; readonly elapsedMs: number },
): string {
  const time = row.durationMs > 0 ? duration(row.durationMs) : '';
  const run = row.runId === null ? '' : `run ${row.runId}`;
  const why = row.errorMessage === null ? '' : `  ${logPiece(row.errorMessage.split('\n')[0] ?? '', 160)}`;
  const head = ` ${clockTime(elapsedMs).padStart(6)}  ${`${ended}/${tasks}`.padStart(9)}  `;
  const key = logPiece(row.key, 64).padEnd(20);
  return logJoined(head, `${key}  ${row.outcome.padEnd(11)}  ${time.padStart(7)}  ${run}${why}`.trimEnd());
}

/** `18 of 20 ended (2 failed, 16 succeeded), 2 at work, 0 to start, about 3m left` */
export function countsLine(rows: readonly FleetRow[], moment: Moment): string {
  const over = rows.filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'running');
  const counts = over.length === 0 ? '' : ` (${countsText(over)})`;
  const atWork = rows.filter(({ outcome }) => outcome === 'running').length;
  const toStart = rows.length - over.length - atWork;
  const left = leftMs(rows, moment);
  const eta = left === null ? '' : `, about ${duration(left)} left`;
  const head = ` ${clockTime(moment.elapsedMs).padStart(6)}  `;
  return logJoined(
    head,
    `${over.length} of ${rows.length} ended${counts}, ${atWork} at work, ${toStart} to start${eta}`,
  );
}

/**
 * The estimated remaining time from the average duration of finished runs, after the last run has started. Null before three have ended.
 */
function leftMs(rows: readonly FleetRow[], { perMinute }: Moment): number | null {
  const took = rows.flatMap(({ outcome, durationMs }) =>
    outcome === 'succeeded' || outcome === 'failed' ? [durationMs] : [],
  );
  if (took.length < 3) return null;
  const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
  const waiting = rows.filter(({ outcome }) => outcome === 'waiting').length;
  const youngest = Math.min(
    ...rows.flatMap(({ outcome, durationMs }) => (outcome === 'running' ? [durationMs] : [])),
    mean,
  );
  if (waiting > 0) return (waiting / perMinute) * 60_000 + mean;
  return Math.max(1000, mean - youngest);
}
