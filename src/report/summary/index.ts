/**
 * The job summary (contract 1.1 `summary`): outcome first, result next, then where the time went and what else a
 * person may need. Pure. Whatever comes in, it stays under the runner's 1 MiB and says what was cut.
 */
import { counted, duration, joined } from '../../shared/format.ts';
import {
  markdownCode,
  markdownFence,
  markdownLink,
  markdownRunnerLink,
  markdownText,
  safeHttpsUrl,
} from '../sanitize/index.ts';
import { timeChart } from './chart.ts';
import { headingOf, nextSteps } from '../outcome-text.ts';
import { spansOf, toolUse } from './timeline.ts';
import type { StepDigest, StepView } from '../step-view.ts';

/** Bytes of UTF-8. The runner drops a summary over 1 MiB whole. */
export const SUMMARY_MAX_BYTES = 900_000;
/** The bounds of the parts that grow with what came in; all others are short. Together they leave 140,000 for those. */
const RESULT_MAX_BYTES = 400_000;
const ERRORS_MAX_BYTES = 250_000;
const LIST_MAX_BYTES = 55_000;
const TOOLS_MAX = 20;

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The longest of ever shorter renderings that fits; sanitising may lengthen a text, so only the outcome is measured. */
function fitting(text: string, budget: number, render: (text: string) => string): string {
  for (let max = Math.min(text.length, budget); ; max = Math.floor(max * 0.6)) {
    const rendered = render(text.slice(0, max));
    if (bytes(rendered) <= budget || max === 0) return rendered;
  }
}

interface Shown {
  readonly shown: readonly string[];
  readonly rest: number;
}

/** As many whole items as fit; they are rendered one by one, so that what does not fit costs nothing. */
function fittingItems<T>(items: readonly T[], budget: number, render: (item: T) => string): Shown {
  const shown: string[] = [];
  let left = budget;
  for (const item of items) {
    const rendered = render(item);
    left -= bytes(rendered);
    if (left < 0) break;
    shown.push(rendered);
  }
  return { shown, rest: items.length - shown.length };
}

function pullRequestLinks(view: StepView): readonly string[] {
  return view.pullRequests.flatMap((url) => safeHttpsUrl(url) ?? []);
}

function facts(view: StepView): string {
  const address = view.webUrl === null ? null : safeHttpsUrl(view.webUrl);
  const errors = view.steps.filter((step) => step.error).length;
  const pullRequests = pullRequestLinks(view).length;
  return joined(
    [
      address === null ? '' : `**${markdownLink('Open the run', address)}**`,
      view.status === null ? '' : `status ${markdownText(view.status, 80)}`,
      view.totalLogs > 0 ? counted(view.totalLogs, 'log entry', 'log entries') : '',
      errors > 0 ? counted(errors, 'error') : '',
      pullRequests > 0 ? counted(pullRequests, 'pull request') : '',
    ],
    ' · ',
  );
}

function resultSection(view: StepView): string {
  if (view.result.trim() === '') return '';
  const fence = (text: string): string => {
    const cut = text.length < view.result.length;
    const where = view.resultFile === null ? '' : ' The whole text is in the result file.';
    const note = cut ? `*Cut: the first ${text.length} of ${view.result.length} characters.${where}*` : '';
    const heading = view.resultIsOld ? '### Result from before the follow-up' : '### Result';
    return joined([heading, markdownFence(text, 'text', RESULT_MAX_BYTES), note]);
  };
  return fitting(view.result, RESULT_MAX_BYTES, fence);
}

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

function timeSection(view: StepView): string {
  if (view.steps.length === 0) return '';
  return joined(['### Where the time went', timeChart(view.steps), toolTable(view)]);
}

function errorDetails(step: StepDigest): string {
  const tool = step.tool === null || step.tool === '' ? '' : ` in ${markdownText(step.tool, 60)}`;
  const head = `Step ${step.index + 1}, ${markdownText(step.kind ?? 'ERROR', 40)}${tool}`;
  return joined([
    `<details><summary>${head}</summary>`,
    markdownFence(step.detail ?? step.headline, 'text'),
    '</details>',
  ]);
}

function errorsSection(view: StepView): string {
  const errors = view.steps.filter((step) => step.error);
  if (errors.length === 0) return '';
  const { shown, rest } = fittingItems(errors, ERRORS_MAX_BYTES, errorDetails);
  const note = rest > 0 ? `*${counted(rest, 'more error')}: see the logs file or the trace report.*` : '';
  return joined([`### Errors (${errors.length})`, ...shown, note]);
}

function pullRequestsSection(view: StepView): string {
  const urls = pullRequestLinks(view);
  if (urls.length === 0) return '';
  const { shown, rest } = fittingItems(urls, LIST_MAX_BYTES, (url) => `- ${markdownCode(url)}`);
  return joined(['### Pull requests', shown.join('\n'), rest > 0 ? `*${rest} more in the output pull_requests.*` : '']);
}

function warningsSection(view: StepView): string {
  if (view.warnings.length === 0) return '';
  const { shown, rest } = fittingItems(view.warnings, LIST_MAX_BYTES, (warning) => `- ${markdownText(warning, 1000)}`);
  const note = rest > 0 ? `*${counted(rest, 'more warning')} in the job log.*` : '';
  return joined(['### Warnings', shown.join('\n'), note]);
}

function resumeSection(view: StepView): string {
  if (view.runId === null) return '';
  const lines = [
    '```yaml',
    'with:',
    ...(view.provenance.orgId === null ? [] : [`  org_id: "${view.provenance.orgId}"`]),
    `  agent_run_id: "${view.runId}"`,
    '  prompt: Your follow-up instruction # leave it out to only follow the run',
    '```',
  ];
  return joined(['### Resume this run', lines.join('\n')]);
}

function filesSection(view: StepView): string {
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
    'They go when the job ends: upload them with `actions/upload-artifact` under `if: always()`. The report is one HTML file to open in a browser.';
  return joined(['### Files', rows.join('\n'), hint]);
}

function provenanceLine(view: StepView): string {
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

/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, ending in a line feed. */
export function renderSummary(view: StepView): string {
  const parts = [
    headingOf(view),
    facts(view),
    nextSteps(view),
    resultSection(view),
    pullRequestsSection(view),
    timeSection(view),
    errorsSection(view),
    warningsSection(view),
    resumeSection(view),
    filesSection(view),
    provenanceLine(view),
  ];
  return `${joined(parts)}\n`;
}
