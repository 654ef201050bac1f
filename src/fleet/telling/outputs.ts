/** The outputs of a fleet, and the file with all of its data (contract 13). Pure. */
import { outputValue } from '../../safe/outputs.ts';
import { stepOutputs, type OutputName, type OutputSources, type OutputValues } from '../../runner/outputs.ts';
import { lastPullRequest } from '../../report/pull-request-check.ts';
import { countsOf, type FleetRow } from './rows.ts';

/**
 * The runner accepts 1 MB of outputs per job, counted in UTF-16. Some room is left for other steps
 * (docs/decisions/output-budget.md).
 */
const BUDGET_UNITS = 490_000;
/** Prevents a single text of the service from taking the room of other runs. */
const TEXT_UNITS = 2_000;
const PULL_REQUESTS_MOST = 20;

const text = (value: string | null): string | null => (value === null ? null : outputValue(value.slice(0, TEXT_UNITS)));

function shortForm(row: FleetRow): Record<string, unknown> {
  return {
    key: row.key,
    agent_run_id: row.runId,
    web_url: text(row.webUrl),
    status: text(row.status),
    outcome: row.outcome,
    pull_requests: addresses(row)
      .filter((url) => url.length <= TEXT_UNITS)
      .slice(0, PULL_REQUESTS_MOST),
    error_code: row.errorCode,
    error_message: text(row.errorMessage),
  };
}

function addresses({ pullRequests }: FleetRow): string[] {
  return pullRequests.filter((url) => /^https?:\/\//i.test(url)).map(outputValue);
}

/** A line of `runs_file`. */
export function fileLine(row: FleetRow): string {
  const { result, resultFile, logsFile, reportFile, totalLogs, durationMs, checks } = row;
  const pull = lastPullRequest(checks ?? []);
  return JSON.stringify({
    ...shortForm(row),
    pull_requests: addresses(row),
    error_message: row.errorMessage,
    result,
    ...(row.resultJson !== null && { result_json: row.resultJson }),
    ...{ result_file: resultFile, logs_file: logsFile, report_file: reportFile, total_logs: totalLogs },
    duration_seconds: Math.round(durationMs / 100) / 10,
    ...(pull !== null && { pull_request_number: pull.number, head_branch: pull.headBranch, head_sha: pull.headSha }),
  });
}

/** As many whole objects as fit, in the order of the tasks. */
export function runsOutput(rows: readonly FleetRow[], units: number): { readonly json: string; readonly left: number } {
  const fitting: string[] = [];
  let room = units - 2;
  for (const row of rows) {
    const json = JSON.stringify(shortForm(row));
    room -= json.length + 1;
    if (room < 0) break;
    fitting.push(json);
  }
  return { json: `[${fitting.join(',')}]`, left: rows.length - fitting.length };
}

export interface FleetOutputSources extends OutputSources {
  readonly rows: readonly FleetRow[];
  readonly runsFile: string | null;
}

export function fleetOutputs({
  rows,
  runsFile,
  ...step
}: FleetOutputSources): OutputValues & Record<OutputName, string> {
  const seen = new Set(rows.flatMap(addresses));
  const resumed = rows.some((row) => row.resumed);
  const others = {
    ...stepOutputs({ ...step, view: { ...step.view, resumed, pullRequests: [...seen] } }),
    ...{ agent_run_id: '', web_url: '', result: '', status: '', result_json: '' },
    total_logs: String(rows.reduce((sum, row) => sum + row.totalLogs, 0)),
    counts: JSON.stringify(countsOf(rows)),
    runs_file: runsFile === null ? '' : outputValue(runsFile),
    runs: '',
  };
  const spent = Object.values(others).reduce((sum, value) => sum + value.length, 0);
  return { ...others, runs: runsOutput(rows, BUDGET_UNITS - spent).json };
}
