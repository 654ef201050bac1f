/** The outputs of contract 1.2. All are always set, within the runner's limit. */
import type { Host } from '../runner/port.ts';
import { endMessage } from './verdict.ts';
import { usageValue } from './usage.ts';
import { checkValues } from './checks.ts';
import { bareBranch, lastKnownPullRequest } from './pull-requests.ts';
import { outputValue } from '../safe/text.ts';
import type { ReviewedFinding, StepView } from './step-view.ts';
import type { Listener, Step } from './step.ts';
import { OUTPUT_NAMES, type OutputName } from '../runner/output-table.ts';

export type OutputValues = Readonly<Record<OutputName, string>>;

/**
 * The runner accepts 1 MB of outputs per job, counted in UTF-16. A little is left for other steps
 * (docs/decisions/output-budget.md).
 */
export const OUTPUTS_UNITS_MAX = 490_000;
const MESSAGE_UNITS = 8_000;
const LIST_UNITS = 50_000;
const FINDINGS_UNITS = 150_000;
const CUT = '\n\n… [cut: the whole result is in result_file]';

export function stepOutputs(view: StepView): OutputValues {
  const { review } = view;
  // The answer of a review is told by its own outputs.
  const resultJson = review === null ? view.resultJson : null;
  const pull = lastKnownPullRequest(view);
  const text = (value: string | number | null, units = Infinity): string =>
    value === null ? '' : outputValue(String(value).slice(0, units));
  const others = {
    agent_run_id: text(view.runId),
    web_url: text(addressGiven(view), MESSAGE_UNITS),
    status: text(view.status, MESSAGE_UNITS),
    outcome: view.outcome,
    result_file: text(view.resultFile),
    logs_file: text(view.logsFile),
    report_file: text(view.reportFile),
    report_url: text(view.reportUrl),
    total_logs: text(view.totalLogs),
    resumed: String(view.mode === 'resumed'),
    duration_seconds: (view.durationMs / 1000).toFixed(1),
    requests: text(view.requests),
    pull_requests: jsonList(view.pullRequests.filter(isWebAddress), LIST_UNITS),
    comment_url: text(view.commentUrl),
    usage: view.usage === null ? '' : JSON.stringify(usageValue(view.usage)),
    run_summary: text(view.turn?.summary ?? null, MESSAGE_UNITS),
    pull_request_number: text(pull?.number ?? null),
    head_branch: text(pull?.headBranch ?? bareBranch(view)),
    head_sha: text(pull?.headSha ?? null),
    checks: view.fixes === null ? '' : jsonList(checkValues(view), LIST_UNITS),
    fixes: text(view.fixes),
    otlp_file: text(view.otlpFile),
    runs: '',
    runs_file: '',
    counts: '',
    findings: review === null ? '' : jsonList(review.findings.map(finding), FINDINGS_UNITS),
    review_url: text(review?.url ?? null, MESSAGE_UNITS),
    sarif_file: text(view.sarifFile),
    error_code: text(view.errorCode),
    error_message: text(endMessage(view), MESSAGE_UNITS),
    skip_reason: text(view.skipReason, MESSAGE_UNITS),
  };
  const spent = Object.values(others).reduce((sum, value) => sum + value.length, 0);
  const room = Math.max(0, OUTPUTS_UNITS_MAX - spent);
  // Truncated JSON is not valid, so it is written whole or not at all.
  const json = resultJson === null || resultJson.length > room ? '' : resultJson;
  const result = cutAt(view.result, Math.max(CUT.length, room - json.length));
  return { ...others, result, result_json: json };
}

/**
 * The address of the run's page as the service gives it: workflows may be tested in the sandbox.
 */
export function addressGiven({
  webUrl,
  turn,
  seen,
}: Pick<StepView, 'webUrl' | 'turn' | 'seen'>): string | null {
  return webUrl ?? (turn ?? seen)?.webUrl ?? null;
}

export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

/**
 * A JSON array of as many values as fit: truncated JSON is not valid, so whole values are left out
 * at the end.
 */
export function jsonList(values: readonly unknown[], units: number): string {
  let room = units;
  const fitting: string[] = [];
  for (const value of values) {
    const json = JSON.stringify(value);
    room -= json.length + 1;
    if (room >= 0) {
      fitting.push(json);
    }
  }
  return outputValue(`[${fitting.join(',')}]`);
}

function finding(found: ReviewedFinding): object {
  const { fingerprint: id, path, side, startLine, line, severity } = found;
  const { title, body, suggestion, placed } = found;
  const start = startLine === line ? null : startLine;
  return { id, path, side, severity, title, body, suggestion, placed, line, start_line: start };
}

function cutAt(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units - CUT.length).toWellFormed()}${CUT}`;
}

/**
 * Sets each of these outputs whose value differs from the one in `written`, and records it there.
 */
export function setOutputs(
  host: Pick<Host, 'output'>,
  values: Partial<OutputValues>,
  written: Map<OutputName, string>,
): void {
  for (const name of OUTPUT_NAMES) {
    const value = values[name];
    if (value === undefined || written.get(name) === value) {
      continue;
    }
    written.set(name, value);
    host.output(name, value);
  }
}

/** Sets the outputs that must survive if the step is killed, each once (contract 1.2, 7.3). */
export function earlyOutputs(
  { host, step }: { readonly host: Pick<Host, 'output'>; readonly step: Pick<Step, 'view'> },
  written: Map<OutputName, string>,
): Listener {
  return ({ type }) => {
    if (type === 'begin' || type === 'found' || type === 'started' || type === 'status') {
      const { agent_run_id, web_url } = stepOutputs(step.view());
      setOutputs(host, { agent_run_id, web_url }, written);
    }
  };
}

/** The outputs of a step that ends abnormally: out of memory, aborted or killed. */
const CRASHED =
  'The step ended before it could say how: it was killed, or it ran out of memory. ' +
  'If `agent_run_id` is set, the run may go on at `web_url`.';

/**
 * Sets all outputs to the values that apply if the step ends without setting others (contract 1.2).
 */
export function presetOutputs(
  host: Pick<Host, 'output'>,
  view: StepView,
  written: Map<OutputName, string>,
): void {
  setOutputs(
    host,
    stepOutputs({ ...view, outcome: 'error', errorCode: 'internal', errorMessage: CRASHED }),
    written,
  );
}
