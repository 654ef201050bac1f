/** The folded parts of a summary: time by tool, how to resume, files, provenance. Pure. */
import { counted, duration, joined } from '../../shared/format.ts';
import { markdownCode, markdownMessage, markdownRunnerLink, markdownText } from '../../safe/markdown.ts';
import type { StepView } from '../step-view.ts';
import { timeChart } from './chart.ts';
import { fittingItems, folded } from './fit.ts';
import { spansOf, toolUse } from './timeline.ts';

const TOOLS_MAX = 20;
const LIST_MAX_BYTES = 55_000;
/** Fewer steps need no chart. */
const CHART_STEPS_MIN = 8;

function toolTable(view: StepView): string {
  const uses = toolUse(spansOf(view.steps));
  const timed = uses.reduce((sum, use) => sum + use.ms, 0);
  const share = (ms: number): string => (timed === 0 ? '–' : `${Math.round((100 * ms) / timed)} %`);
  const rows = uses
    .slice(0, TOOLS_MAX)
    .map(
      (use) =>
        `| ${markdownText(use.name, 60)} | ${use.steps} | ${duration(use.ms)} | ${share(use.ms)} | ${use.errors || ''} |`,
    );
  const rest = uses.slice(TOOLS_MAX);
  const sum = (pick: (use: (typeof rest)[number]) => number): number =>
    rest.reduce((total, use) => total + pick(use), 0);
  if (rest.length > 0) {
    const ms = sum((use) => use.ms);
    rows.push(
      `| *${rest.length} more* | ${sum((use) => use.steps)} | ${duration(ms)} | ${share(ms)} | ${sum((use) => use.errors) || ''} |`,
    );
  }
  return ['| Tool or kind of step | Steps | Time | Share | Errors |', '| :-- | --: | --: | --: | --: |', ...rows].join(
    '\n',
  );
}

export function timeSection(view: StepView): string {
  const { steps } = view;
  if (steps.length === 0) return '';
  const chart = steps.length < CHART_STEPS_MIN ? '' : timeChart(steps);
  return folded(`Where the time went: ${counted(steps.length, 'step')}`, joined([chart, toolTable(view)]));
}

export function warningsSection(view: StepView): string {
  if (view.warnings.length === 0) return '';
  const { shown, rest } = fittingItems(
    view.warnings,
    LIST_MAX_BYTES,
    (warning) => `- ${markdownMessage(warning, 1000)}`,
  );
  const note = rest > 0 ? `*${counted(rest, 'more warning')} in the job log.*` : '';
  return folded(`Warnings (${view.warnings.length})`, joined([shown.join('\n'), note]));
}

export function resumeSection(view: StepView): string {
  if (view.runId === null) return '';
  const lines = [
    '```yaml',
    'with:',
    ...(view.provenance.orgId === null ? [] : [`  org_id: "${view.provenance.orgId}"`]),
    `  agent_run_id: "${view.runId}"`,
    '  prompt: Your follow-up instruction # leave it out to only follow the run',
    '```',
  ];
  return folded('Resume this run', lines.join('\n'));
}

export function filesSection(view: StepView): string {
  const files = [
    ['result_file', view.resultFile],
    ['logs_file', view.logsFile],
    ['report_file', view.reportFile],
  ] as const;
  const rows = files.flatMap(([name, path]) =>
    path === null || path === '' ? [] : [`- \`${name}\`: ${markdownCode(path)}`],
  );
  if (rows.length === 0) return '';
  const hint =
    'They are deleted when the job ends. To keep them, upload them with `actions/upload-artifact` under `if: always()`; with `archive: false` the report opens in the browser.';
  return folded(
    view.reportFile === null || view.reportFile === '' ? 'Files' : 'Files and trace report',
    joined([rows.join('\n'), hint]),
  );
}

export function provenanceLine(view: StepView): string {
  const { event, actor, repository, workflow, workflowRunUrl, promptHash } = view.provenance;
  const chain = view.resumed ? ' (resumed)' : view.attached ? ' (attached)' : '';
  const name = workflow === '' ? 'workflow run' : workflow.slice(0, 100);
  const parts = [
    event === '' ? '' : `event ${markdownText(event, 60)}`,
    actor === '' ? '' : `by ${markdownText(actor, 60)}`,
    repository === '' ? '' : `in ${markdownText(repository, 200)}`,
    workflowRunUrl === null && workflow === '' ? '' : markdownRunnerLink(name, workflowRunUrl),
    promptHash === null ? 'no prompt sent' : `prompt SHA-256 \`${promptHash.replace(/[^0-9a-f]/g, '')}\``,
    view.runId === null ? '' : `run ${view.runId}${chain}`,
    counted(view.requests, 'request'),
  ];
  return `<sub>${joined(parts, ' · ')}</sub>`;
}
