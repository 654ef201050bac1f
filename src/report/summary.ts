/**
 * The job summary (contract 1.1 `summary`): outcome and pull request first, then the cause of a
 * failure and the result, and everything else folded. Pure. It always stays under the runner's
 * limit of 1 MiB, and says what was left out.
 */
import { markdownCode, markdownFence, markdownText } from '../safe/markdown.ts';
import { joined } from '../safe/text.ts';
import { totalsText } from './verdict.ts';
import { repositoryLinks } from '../safe/url.ts';
import { branchLine, lackOfPullRequest, pullRequestLine } from './pull-request-lines.ts';
import {
  answerSection,
  checksSection,
  causeSection,
  facts,
  fitting,
  folded,
  heading,
  mendsSection,
  planSection,
  reportLink,
  reportToUpload,
  resultMarkdown,
  sandboxSection,
  warningsSection,
} from './sections.ts';
import { reviewSection } from './review-section.ts';
import { shownStep, type ShownStep } from './shown.ts';
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
  const shown = shownStep(view);
  const parts = [
    heading(shown, '##'),
    reportLink(view),
    sandboxSection(shown.sandbox),
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
    taskSection(shown),
    causeSection(shown, CAUSE_MAX),
    checksSection(shown),
    mendsSection(shown),
    answerSection(shown, { inThread: false, result: resultSection(shown) }),
    warningsSection(view, WARNINGS_MAX),
    filesSection(view),
  ];
  return `${joined(parts)}\n`;
}

function taskSection({ task }: ShownStep): string {
  return task === '' ? '' : folded('The task', markdownFence(task, 'text', TASK_MAX));
}

function resultSection({ result, view }: ShownStep): string {
  if (result.kind === 'none') {
    return '';
  }
  if (result.kind === 'review') {
    return reviewSection(result.review, repositoryLinks(view.provenance));
  }
  const text = fitting(Math.min(view.result.length, RESULT_MAX_BYTES), {
    render: (max) => resultMarkdown(result, { view, max }),
    excess: (rendered) => Buffer.byteLength(rendered) - RESULT_MAX_BYTES,
  });
  return `### ${result.title}\n\n${text}`;
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
