/** The state of each task of a fleet as plain data, and their combined outcome (contract 13). Pure. */
import type { StopAnswer } from '../../organization/stop-run.ts';
import type { PullRequestCheck } from '../../report/pull-request-check.ts';
import type { StepView } from '../../report/step-view.ts';
import type { ErrorCode, Outcome } from '../../run/events.ts';

export interface FleetRow {
  readonly key: string;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly status: string | null;
  /** `waiting`: not started yet. */
  readonly outcome: Outcome | 'waiting' | 'running';
  readonly pullRequests: readonly string[];
  readonly errorCode: ErrorCode | null;
  /** What went wrong, or why the run was not followed to its end, or null. */
  readonly errorMessage: string | null;
  readonly result: string;
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
  /** The result of the request to stop the run (`on_cancel: stop`), or null. */
  readonly stopped: StopAnswer['kind'] | null;
}

export function rowStart(key: string): FleetRow {
  return {
    ...{ key, runId: null, webUrl: null, status: null, outcome: 'waiting', pullRequests: [], errorCode: null },
    ...{ errorMessage: null, result: '', resultJson: null, resultFile: null, logsFile: null, reportFile: null },
    ...{ totalLogs: 0, resumed: false, durationMs: 0, checks: null, stopped: null },
  };
}

/** The row of a task with the given session state. */
export function rowOf(
  key: string,
  { view, resultJson }: { readonly view: StepView; readonly resultJson: string | null },
): FleetRow {
  const { runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs } = view;
  const { result, resultFile, logsFile, reportFile, resumed } = view;
  return {
    ...{ key, runId, webUrl, status, outcome, pullRequests, errorCode, totalLogs, durationMs },
    ...{ result, resultJson, resultFile, logsFile, reportFile, resumed, stopped: null },
    checks: view.checks ?? null,
    errorMessage: view.errorMessage ?? view.cutShort ?? view.skipReason,
  };
}

/** Worst first. Unfinished runs count as cancelled, because the step ended before them. */
const ORDER: readonly Outcome[] = [
  'error',
  'failed',
  'timed_out',
  'cancelled',
  'needs_input',
  'unverified',
  'started',
  'skipped',
  'succeeded',
];

/** `succeeded` if all runs succeeded, otherwise the worst outcome. */
export function fleetOutcome(rows: readonly FleetRow[], { cancelled }: { readonly cancelled: boolean }): Outcome {
  if (cancelled) return 'cancelled';
  return ORDER.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? 'succeeded';
}

/** The number of rows per outcome that occurs, worst first. */
export function countsOf(rows: readonly FleetRow[]): Readonly<Partial<Record<FleetRow['outcome'], number>>> {
  const all = [...ORDER.slice(0, -1), 'running', 'waiting', 'succeeded'] as const;
  const counts = all.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Worst first, then in the order of the tasks. */
export function worstFirst(rows: readonly FleetRow[]): FleetRow[] {
  const rank = ({ outcome }: FleetRow): number => {
    const place = ORDER.indexOf(outcome as Outcome);
    return place === -1 ? ORDER.length - 1.5 : place;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** `2 failed, 18 succeeded` */
export function countsText(rows: readonly FleetRow[]): string {
  return Object.entries(countsOf(rows))
    .map(([outcome, count]) => `${count} ${outcome.replace('_', ' ')}`)
    .join(', ');
}
