/**
 * The job summary (contract 1.1 `summary`): outcome and pull request first, then the cause of a
 * failure and the result, and everything else folded. Pure. It always stays under the runner's
 * limit of 1 MiB, and says what was left out.
 */
import { markdownCode, markdownFence, markdownText } from '../safe/markdown.ts';
import { joined } from '../safe/text.ts';
import { resultTitle, taskBeyondTitle, totalsText } from './verdict.ts';
import { repositoryLinks } from '../safe/url.ts';
import { branchLine, lackOfPullRequest, pullRequestLine } from './pull-requests.ts';
import {
  answerSection,
  checksSection,
  causeSection,
  facts,
  fitting,
  folded,
  heading,
  planSection,
  reportLink,
  reportToUpload,
  resultMarkdown,
  warningsSection,
} from './sections.ts';
import { reviewSection } from './review-section.ts';
import { sandboxMarkdown } from './sandbox-note.ts';
import { statesLine } from './state-changes.ts';
import type { StepView } from './step-view.ts';

/** Leaves 500,000 bytes for the others. A review takes the place of the result. */
const RESULT_MAX_BYTES = 400_000;
/** UTF-16 units of the task, at most 60,000 bytes. */
const TASK_MAX = 20_000;
const WARNINGS_MAX = 20;
const CAUSE_MAX = 4_000;

/**
 * The summary as Markdown, at most `SUMMARY_MAX_BYTES` (`runner/host`), with a trailing line feed.
 */
export function renderSummary(view: StepView): string {
  const parts = [
    heading(view, '##'),
    reportLink(view),
    sandboxMarkdown(view),
    pullRequestLine(view),
    lackOfPullRequest(view),
    branchLine(view),
    joined(
      [
        facts(view),
        view.status === null ? '' : `status ${markdownText(view.status, 80)}`,
        totalsText(view, ' · '),
      ],
      ' · ',
    ),
    statesLine(view),
    planSection(view),
    taskSection(view),
    causeSection(view, CAUSE_MAX),
    checksSection(view),
    answerSection(view, { inThread: false, result: resultSection(view) }),
    warningsSection(view, WARNINGS_MAX),
    filesSection(view),
  ];
  return `${joined(parts)}\n`;
}

function taskSection(view: StepView): string {
  const task = taskBeyondTitle(view);
  return task === '' ? '' : folded('The task', markdownFence(task, 'text', TASK_MAX));
}

function resultSection(view: StepView): string {
  // The result of a review is JSON that the review's own section shows.
  if (view.review !== null) {
    return reviewSection(view.review, repositoryLinks(view.provenance));
  }
  if (view.result.trim() === '') {
    return '';
  }
  const result = fitting(Math.min(view.result.length, RESULT_MAX_BYTES), {
    render: (max) => resultMarkdown(view, max),
    excess: (rendered) => bytes(rendered) - RESULT_MAX_BYTES,
  });
  return `### ${resultTitle(view)}\n\n${result}`;
}

function filesSection(view: StepView): string {
  const report = reportToUpload(view);
  const files = Object.entries({
    result_file: view.resultFile,
    logs_file: view.logsFile,
    report_file: report,
  });
  const rows = files.flatMap(([name, path]) =>
    path === null ? [] : [`- \`${name}\`: ${markdownCode(path)}`],
  );
  if (rows.length === 0) {
    return '';
  }
  const opens = report === null ? '.' : '; with `archive: false` the report opens in the browser.';
  const hint =
    'They are deleted when the job ends. To keep them, upload them with ' +
    `\`actions/upload-artifact\` under \`if: always()\`${opens}`;
  return folded(
    report === null ? 'Files' : 'Files and trace report',
    joined([rows.join('\n'), hint]),
  );
}

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');
