/**
 * The outputs of a fleet, and its files: one with all of its data, one with the index of the
 * reports (contract 9, 13).
 */
import { basename } from 'node:path';
import type { RunId } from '../agents/port.ts';
import type { Ports } from '../context.ts';
import { pullRequestAddresses } from '../github/pull-request-check.ts';
import type { ChosenService } from '../inputs/service.ts';
import type { Outcome } from '../outcomes.ts';
import { logOf } from '../report/kept-entries.ts';
import { checkValues } from '../report/checks.ts';
import { bareBranch, lastKnownPullRequest } from '../report/pull-requests.ts';
import { dateText, originText } from '../report/verdict.ts';
import { usageSums, usageSumsText, usageSumValue, usageValue } from '../report/usage.ts';
import type { StepView } from '../report/step-view.ts';
import {
  addressGiven,
  OUTPUTS_UNITS_MAX,
  isWebAddress,
  jsonList,
  stepOutputs,
  type OutputValues,
} from '../report/outputs.ts';
import { counted, duration, fileNamePart, joined, outputValue } from '../safe/text.ts';
import { countsOf, didNotPass, outcomeCounts, type TaskRow } from './rows.ts';
import type { TaskTitles } from './titles.ts';

/** UTF-16 units. A long message must not take the room of other runs. */
const MESSAGE_MAX = 2_000;

/** A number with a service whose ids are numbers (contract 18.2). */
function idValue(id: RunId, { facts }: ChosenService): number | string {
  return facts.runId.isNumber ? Number(id) : id;
}

function shortForm(row: TaskRow): Record<string, unknown> {
  return {
    key: row.key,
    agent_run_id: row.runId === null ? null : idValue(row.runId, row.provenance.service),
    web_url: addressGiven(row),
    status: row.status,
    outcome: row.outcome,
    pull_requests: addresses(row),
    error_code: row.errorCode,
    error_message: row.message === null ? null : outputValue(row.message.slice(0, MESSAGE_MAX)),
  };
}

function addresses({ pullRequests }: TaskRow): string[] {
  return pullRequests.filter(isWebAddress).map(outputValue);
}

/** A line of `runs_file`. JSON leaves out what is undefined. */
export function fileLine(row: TaskRow): string {
  const { result, resultFile, logsFile, reportFile, totalLogs, durationMs } = row;
  const pull = lastKnownPullRequest(row);
  return JSON.stringify({
    ...shortForm(row),
    error_message: row.message,
    result,
    result_json: row.resultJson ?? undefined,
    result_file: resultFile,
    logs_file: logsFile,
    report_file: reportFile,
    total_logs: totalLogs,
    duration_seconds: Math.round(durationMs / 100) / 10,
    usage: usageValue(row.usage),
    pull_request_number: pull?.number,
    head_branch: pull?.headBranch ?? bareBranch(row) ?? undefined,
    head_sha: pull?.headSha ?? undefined,
    checks: row.fixes === null ? undefined : checkValues(row),
    fixes: row.fixes ?? undefined,
  });
}

/**
 * The step's own `outcome` (`fleetOutcome`) and what its runs have together. A run that is open
 * when they are set counts as cancelled.
 */
export function fleetOutputs(
  view: StepView,
  { rows, runsFile }: { readonly rows: readonly TaskRow[]; readonly runsFile: string | null },
): OutputValues {
  const pullRequests = pullRequestAddresses(rows.flatMap(addresses), view.provenance.serverUrl);
  const resumed = rows.find(({ mode }) => mode === 'resumed');
  const used = usageSumValue(usageSums(rows));
  const others = {
    ...stepOutputs({ ...view, mode: resumed?.mode ?? null, pullRequests }),
    agent_run_id: '',
    web_url: '',
    result: '',
    status: '',
    usage: used === null ? '' : JSON.stringify(used),
    result_json: '',
    total_logs: String(rows.reduce((sum, row) => sum + row.totalLogs, 0)),
    counts: JSON.stringify(countsOf(rows)),
    runs_file: runsFile === null ? '' : outputValue(runsFile),
    runs: '',
  };
  const spent = Object.values(others).reduce((sum, value) => sum + value.length, 0);
  return { ...others, runs: jsonList(rows.map(shortForm), OUTPUTS_UNITS_MAX - spent) };
}

/**
 * `2026-03-04 05:06 UTC · 2 failed, 18 succeeded · 12m 03s · 81,234 tokens (0.42 USD) · The
 * service · octo/repo · workflow Nightly`, of all runs, as plain text.
 */
function indexFacts({ rows, step }: Pick<FleetIndex, 'rows' | 'step'>): string {
  const { durationMs, provenance } = step;
  return joined(
    [
      provenance.startedAt === undefined ? '' : dateText(provenance.startedAt),
      outcomeCounts(rows),
      duration(durationMs),
      usageSumsText(usageSums(rows)),
      originText(provenance),
    ],
    ' · ',
  );
}

interface FleetIndex {
  readonly path: string;
  /** What the step knows beside its runs. */
  readonly step: StepView;
  /** In the order of the tasks, as they are at the end. */
  readonly rows: readonly TaskRow[];
  readonly titles: TaskTitles;
}

/** Writes one file with the index and the runs' reports, as far as their size allows. */
export async function writeIndex(
  { files }: Pick<Ports, 'files'>,
  { path, step, rows, titles }: FleetIndex,
): Promise<void> {
  const { writeFleetTrace } = await import(/* webpackMode: "eager" */ '../report/page/index.ts');
  files.write(path, '');
  // One for each task: where no run was started, the row says why (contract 5).
  const runs = rows.map((row) => {
    const { key, logsFile, reportFile } = row;
    return {
      key,
      task: titles.own.get(key) ?? null,
      head: { ...row, outcome: row.outcome as Outcome },
      why: didNotPass(row) ? 'Did not pass.' : row.why,
      log: logsFile === null ? null : logOf(files, logsFile),
      reportFile: reportFile === null ? null : fileNamePart(basename(reportFile)),
    };
  });
  await writeFleetTrace({
    title: counted(runs.length, 'agent run'),
    facts: indexFacts({ rows, step }),
    task: titles.shared,
    runs,
    write: (chunk) => files.append(path, chunk),
  });
}
