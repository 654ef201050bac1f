/** The state of each task of a fleet as plain data, their combined outcome, and how they are told in the job log (contract 13). Pure. */
import { statusOfMany, passOf, type Said } from '../github/commit-status.ts';
import type { StopAnswer } from '../run/stop.ts';
import { endMessage } from '../report/ending.ts';
import type { PullRequestCheck } from '../github/claims.ts';
import type { StepState } from '../report/step-state.ts';
import type { StepView } from '../report/step-view.ts';
import type { ErrorCode, Outcome } from '../run/events.ts';
import { logJoined, logPiece } from '../safe/job-log.ts';
import { LIMITS } from '../service/limits.ts';
import { clockTime, counted, duration, joined } from '../safe/format.ts';

export interface FleetRow {
  readonly key: string;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly status: string | null;
  /** `waiting`: not started yet. */
  readonly outcome: Outcome | 'waiting' | 'running';
  readonly pullRequests: readonly string[];
  readonly errorCode: ErrorCode | null;
  /** The cause, the agent's question or where the run stands, or null for good news. May quote agent text. */
  readonly message: string | null;
  readonly result: string;
  /** Whether the validated result has `pass: true`. Null without such a field. */
  readonly passed: boolean | null;
  readonly resultJson: string | null;
  readonly resultFile: string | null;
  readonly logsFile: string | null;
  readonly reportFile: string | null;
  readonly totalLogs: number;
  /** Whether the task continued an earlier run. */
  readonly resumed: boolean;
  readonly durationMs: number;
  /** GitHub's data about the claimed pull requests, or null if they were not looked up. */
  readonly checks: readonly PullRequestCheck[] | null;
  /** How the service answered the request to stop the run (`on_cancel: stop`), or null if there was none. */
  readonly stopped: StopAnswer | null;
}

export function rowStart(key: string): FleetRow {
  return {
    ...{ key, runId: null, webUrl: null, status: null, outcome: 'waiting', pullRequests: [], errorCode: null },
    ...{ message: null, result: '', passed: null, resultJson: null, resultFile: null, logsFile: null },
    ...{ reportFile: null, totalLogs: 0, resumed: false, durationMs: 0, checks: null, stopped: null },
  };
}

export interface RowSources {
  readonly state: StepState;
  readonly view: StepView;
  /** `output_schema`, or null. */
  readonly schema: string | null;
  readonly missing?: string;
}

/** The row of a task whose run has this state. `missing`: what is not in its log, as a sentence, or empty. */
export function rowOf(key: string, { state, view, schema, missing = '' }: RowSources): FleetRow {
  const { runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs } = view;
  const { result, resultFile, logsFile, reportFile, resumed, checks } = view;
  return {
    ...{ key, runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs },
    ...{ result, resultFile, logsFile, reportFile, resumed, checks, stopped: state.stopped },
    ...{ resultJson: state.resultJson, passed: passOf(state.resultJson, schema) },
    message: joined([endMessage(view) ?? view.skipReason ?? '', missing], ' ') || null,
  };
}

/** Worst first. Unfinished runs count as cancelled, because the step ended before them. */
const ORDER: readonly Outcome[] = [
  ...(['error', 'failed', 'timed_out', 'cancelled', 'needs_input', 'unverified', 'started', 'skipped'] as const),
  'succeeded',
];

/** `succeeded` if all runs succeeded, otherwise the worst outcome. */
export function fleetOutcome(rows: readonly FleetRow[]): Outcome {
  return ORDER.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? 'succeeded';
}

/** The number of rows per outcome that occurs, worst first. */
export function countsOf(rows: readonly FleetRow[]): Readonly<Partial<Record<FleetRow['outcome'], number>>> {
  const all = [...ORDER.slice(0, -1), 'running', 'waiting', 'succeeded'] as const;
  const counts = all.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** `2 failed, 18 succeeded` */
export function countsText(rows: readonly FleetRow[]): string {
  return Object.entries(countsOf(rows))
    .map(([outcome, count]) => `${count} ${outcome.replace('_', ' ')}`)
    .join(', ');
}

/** Worst first, then in the order of the tasks. */
export function worstFirst(rows: readonly FleetRow[]): FleetRow[] {
  const rank = ({ outcome }: FleetRow): number => {
    const place = ORDER.indexOf(outcome as Outcome);
    return place === -1 ? ORDER.length - 1.5 : place;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** How many requests to stop runs were accepted (`on_cancel: stop`). Empty if none was made. `isLast`: no later step repeats them. */
export function stopsText(rows: readonly Pick<FleetRow, 'stopped'>[], { isLast = false } = {}): string {
  const asked = rows.filter(({ stopped }) => stopped !== null).length;
  if (asked === 0) return '';
  const count = (kind: StopAnswer): number => rows.filter(({ stopped }) => stopped === kind).length;
  const rest = isLast ? ', so look at the service' : ' in time; the post step asks again';
  const told = (kind: StopAnswer, words: (runs: string) => string): string =>
    count(kind) === 0 ? '' : words(counted(count(kind), 'run'));
  return joined(
    [
      `The service accepted the request to stop ${count('accepted')} of ${counted(asked, 'unfinished run')} (\`on_cancel: stop\`).`,
      told('missing', (runs) => `It has no endpoint that stops runs: ${runs} may go on.`),
      told('refused', (runs) => `It refused to stop ${runs}, which may go on.`),
      told('unknown', (runs) => `For ${runs} there was no clear answer${rest}.`),
    ],
    ' ',
  );
}

/** The commit status of all runs (contract 15). */
export function statusOfRows(
  rows: readonly FleetRow[],
  { outcome, durationMs }: { readonly outcome: StepView['outcome']; readonly durationMs: number },
): Said {
  const passes = rows.map(({ passed }) => passed);
  return statusOfMany({ outcome, durationMs, passes, runs: rows.length, counts: countsText(rows) });
}

/** ` 12:45  3/20  lint             failed       4m 05s  run 812  The run failed …` */
export function endLine(
  row: FleetRow,
  at: { readonly ended: number; readonly tasks: number; readonly elapsedMs: number },
): string {
  const { key, outcome, runId, message, durationMs } = row;
  const time = durationMs > 0 ? duration(durationMs) : '';
  const run = runId === null ? '' : `run ${runId}`;
  const why = message === null ? '' : `  ${logPiece(message.split('\n')[0] ?? '', 160)}`;
  const head = ` ${clockTime(at.elapsedMs).padStart(6)}  ${`${at.ended}/${at.tasks}`.padStart(9)}  `;
  const name = logPiece(key, 64).padEnd(20);
  return logJoined(head, `${name}  ${outcome.padEnd(11)}  ${time.padStart(7)}  ${run}${why}`.trimEnd());
}

/** `18 of 20 ended (2 failed, 16 succeeded), 2 at work, 0 to start, about 3m left` */
export function progressLine(rows: readonly FleetRow[], elapsedMs: number): string {
  const over = rows.filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'running');
  const counts = over.length === 0 ? '' : ` (${countsText(over)})`;
  const { running: atWork = 0, waiting: toStart = 0 } = countsOf(rows);
  const left = leftMs(rows, toStart);
  const eta = left === null ? '' : `, about ${duration(left)} left`;
  const words = `${over.length} of ${rows.length} ended${counts}, ${atWork} at work, ${toStart} to start${eta}`;
  return logJoined(` ${clockTime(elapsedMs).padStart(6)}  `, words);
}

/** From the average duration of finished runs, after the last run has started. Null before three have ended. */
function leftMs(rows: readonly FleetRow[], toStart: number): number | null {
  const took = rows.flatMap(({ outcome, durationMs }) =>
    outcome === 'succeeded' || outcome === 'failed' ? [durationMs] : [],
  );
  if (took.length < 3) return null;
  const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
  if (toStart > 0) return (toStart / LIMITS.creation.requests) * LIMITS.creation.windowMs + mean;
  const running = rows.flatMap(({ outcome, durationMs }) => (outcome === 'running' ? [durationMs] : []));
  return Math.max(1000, mean - Math.min(mean, ...running));
}
