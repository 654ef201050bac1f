/**
 * The job summary (contract 1.1 `summary`): outcome and pull request first, then the cause of a failure, the result and the errors, and
 * everything else folded. Pure. It always stays under the runner's limit of 1 MiB, and says what was left out.
 */
import {
  markdownCode,
  markdownFence,
  markdownLink,
  markdownRunnerLink,
  markdownText,
  renderMarkdown,
} from '../safe/markdown.ts';
import { counted, duration, joined } from '../safe/text.ts';
import { stepName } from '../service/entry.ts';
import { reasonOf } from './cause.ts';
import { errorsText, taskBeyondTitle } from './ending.ts';
import { repositoryLinks, safeHttpsUrl, type RepositoryLinks } from '../safe/url.ts';
import { pullRequestLine } from './pull-requests.ts';
import {
  answerSection,
  causeSection,
  findingLines,
  findingText,
  fitting,
  folded,
  heading,
  resultMarkdown,
  stepMarkdown,
  warningsSection,
} from './sections.ts';
import type { ReviewedFinding, ReviewView, StepView } from './step-view.ts';

/** Leaves 500,000 bytes for the others. A review takes the place of the result. */
const RESULT_MAX_BYTES = 400_000;
const FINDINGS_MAX_BYTES = 250_000;
/** UTF-16 units of the task, at most 60,000 bytes. */
const TASK_MAX = 20_000;
const WARNINGS_MAX = 20;
const CAUSE_MAX = 4_000;
const ERRORS_MAX = 10;
const ERROR_WORDS_MAX = 300;
const NAMES_MAX = 20;
/** Fewer steps are seen at a glance. */
const TIME_STEPS_MIN = 5;

/** The summary as Markdown, at most `SUMMARY_MAX_BYTES` (`runner/host`), with a trailing line feed. */
export function renderSummary(view: StepView): string {
  const parts = [
    heading(view, '##'),
    pullRequestLine(view),
    facts(view),
    taskSection(view),
    causeSection(view, CAUSE_MAX),
    answerSection(view, { inThread: false, result: resultSection(view) }),
    errorsSection(view),
    detailsSection(view),
    provenanceLine(view),
  ];
  return `${joined(parts)}\n`;
}

function facts(view: StepView): string {
  const address = safeHttpsUrl(view.webUrl);
  return joined(
    [
      address === null ? '' : `**${markdownLink('Open the run', address)}**`,
      view.status === null ? '' : `status ${markdownText(view.status, 80)}`,
      view.totalLogs > 0 ? counted(view.totalLogs, 'log entry', 'log entries') : '',
      errorsText(view),
    ],
    ' · ',
  );
}

function taskSection(view: StepView): string {
  const task = taskBeyondTitle(view);
  return task === '' ? '' : folded('The task', markdownFence(task, 'text', TASK_MAX));
}

function resultSection(view: StepView): string {
  // The result of a review is JSON that the review's own section shows.
  if (view.review !== null) return reviewSection(view.review, repositoryLinks(view.provenance));
  if (view.result.trim() === '') return '';
  const name = view.outcome === 'needs_input' ? 'Question' : 'Result';
  const title = view.resultIsOld ? '### Result from before the follow-up' : `### ${name}`;
  const result = fitting(Math.min(view.result.length, RESULT_MAX_BYTES), {
    render: (max) => resultMarkdown(view, max),
    excess: (rendered) => bytes(rendered) - RESULT_MAX_BYTES,
  });
  return joined([title, result]);
}

const PLACES = { inline: 'on its lines', body: 'in the review', known: 'known before' } as const;

/** What a review found, as a table (contract 17.5). */
function reviewSection(review: ReviewView, links: RepositoryLinks): string {
  const address = review.url === null ? null : (links.read(review.url)?.url ?? null);
  const where = address === null ? '' : markdownRunnerLink('Open the review', address);
  const { pass } = review;
  const verdict = pass === null ? '' : pass ? 'The review passes.' : '**The review does not pass.**';
  return joined([
    `### Review: ${review.findings.length === 0 ? 'nothing found' : counted(review.findings.length, 'finding')}`,
    joined([verdict, where], ' · '),
    renderMarkdown(review.summary, { links }).text,
    findingsTable(review.findings, links),
  ]);
}

/** Those that were not posted are told here in full. */
function findingsTable(findings: readonly ReviewedFinding[], links: RepositoryLinks): string {
  if (findings.length === 0) return '';
  const rows: string[] = [];
  const texts: string[] = [];
  let room = FINDINGS_MAX_BYTES;
  for (const finding of findings) {
    const { severity, title, placed } = finding;
    const where = findingLines(finding);
    const posted = placed === null ? 'not posted' : PLACES[placed];
    const row = `| ${severity} | ${markdownText(title, 300)} | ${markdownText(where, 300)} | ${posted} |`;
    const text = placed === null ? findingText(finding, { links, where: markdownCode(where), isExact: false }) : '';
    room -= bytes(row) + bytes(text);
    if (room < 0) break;
    rows.push(row);
    texts.push(text);
  }
  const left = findings.length - rows.length;
  const table = ['| Severity | Finding | Where | Posted |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const more = left === 0 ? '' : `*${counted(left, 'more finding')} in the file of the output \`sarif_file\`.*`;
  return joined([table, folded('Findings that were not posted', joined(texts)), more]);
}

/** Without an error that is shown as the cause. */
function errorsSection(view: StepView): string {
  const { cause = null } = reasonOf(view) ?? {};
  const errors = view.steps.filter((step) => step.error && step !== cause?.error && step !== cause?.then);
  if (errors.length === 0) return '';
  const lines = errors
    .slice(0, ERRORS_MAX)
    .map((step) => `- Step ${step.index + 1}: ${stepMarkdown(step, ERROR_WORDS_MAX)}`);
  const rest = errors.length - lines.length;
  // A successful run recovered from them.
  const title = view.outcome === 'succeeded' ? 'Errors on the way' : cause === null ? 'Errors' : 'Other errors';
  const note = rest > 0 ? `*${counted(rest, 'more error')}: see the logs file or the trace report.*` : '';
  return joined([`### ${title} (${errors.length})`, lines.join('\n'), note]);
}

function detailsSection(view: StepView): string {
  const details = joined([
    timeSection(view),
    warningsSection(view, WARNINGS_MAX),
    resumeSection(view),
    filesSection(view),
  ]);
  return details === '' ? '' : `### Details\n\n${details}`;
}

/**
 * Steps and time by name, longest first. An entry has only the time of its creation, and a tool's entry already contains the output, so its
 * duration is the time since the previous entry.
 */
function timeSection({ steps }: StepView): string {
  if (steps.length < TIME_STEPS_MIN) return '';
  const sums = new Map<string, { readonly count: number; readonly ms: number }>();
  let now = steps.find(({ time }) => time !== null)?.time ?? 0;
  for (const step of steps) {
    const name = stepName(step);
    const end = Math.max(now, step.time ?? now);
    const { count, ms } = sums.get(name) ?? { count: 0, ms: 0 };
    sums.set(name, { count: count + 1, ms: ms + end - now });
    now = end;
  }
  const longest = [...sums].sort(([, a], [, b]) => b.ms - a.ms || b.count - a.count).slice(0, NAMES_MAX);
  const rows = longest.map(([name, { count, ms }]) => `| ${markdownText(name, 60)} | ${count} | ${duration(ms)} |`);
  const rest = sums.size - rows.length;
  const table = ['| Step | Count | Time |', '| :-- | --: | --: |', ...rows].join('\n');
  const note = rest > 0 ? `*${rest} more, which took less.*` : '';
  return folded(`Where the time went: ${counted(steps.length, 'step')}`, joined([table, note]));
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
  return folded('Resume this run', lines.join('\n'));
}

function filesSection(view: StepView): string {
  const files = [
    ['result_file', view.resultFile],
    ['logs_file', view.logsFile],
    ['report_file', view.reportFile],
  ] as const;
  const rows = files.flatMap(([name, path]) => (path === null ? [] : [`- \`${name}\`: ${markdownCode(path)}`]));
  if (rows.length === 0) return '';
  const hint =
    'They are deleted when the job ends. To keep them, upload them with `actions/upload-artifact` under `if: always()`; with `archive: false` the report opens in the browser.';
  return folded(view.reportFile === null ? 'Files' : 'Files and trace report', joined([rows.join('\n'), hint]));
}

function provenanceLine(view: StepView): string {
  const { event, actor, repository, workflow, workflowRunUrl, promptHash } = view.provenance;
  const chain = view.resumed ? ' (resumed)' : view.mode === 'attached' ? ' (attached)' : '';
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

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');
