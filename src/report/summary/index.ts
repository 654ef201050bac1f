/**
 * The job summary (contract 1.1 `summary`): outcome and pull request first, then the cause of a failure, the result and the errors, and
 * everything else folded. Pure. It always stays under the runner's limit of 1 MiB, has at most 60 folds, and says what was left out.
 */
import { counted, joined } from '../../shared/format.ts';
import { causeSection } from '../failure-text.ts';
import { headingOf, nextSteps } from '../outcome-text.ts';
import { pullRequestLine } from '../pull-request-text.ts';
import { resultMarkdown } from '../result-section.ts';
import { markdownLink, markdownText } from '../../safe/markdown.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import type { StepView } from '../step-view.ts';
import { filesSection, provenanceLine, resumeSection, timeSection, warningsSection } from './details.ts';
import { errorsSection } from './errors.ts';
import { reviewSection } from './review.ts';
import { fitting } from './fit.ts';

/** Bytes of UTF-8. The runner drops a summary over 1 MiB completely. */
export const SUMMARY_MAX_BYTES = 900_000;
/** Limits of the parts that can grow. Together they leave 140,000 bytes for the others, which are short. */
const RESULT_MAX_BYTES = 400_000;
const CAUSE_MAX = 4_000;

function facts(view: StepView): string {
  const address = view.webUrl === null ? null : safeHttpsUrl(view.webUrl);
  const errors = view.steps.filter((step) => step.error).length;
  return joined(
    [
      address === null ? '' : `**${markdownLink('Open the run', address)}**`,
      view.status === null ? '' : `status ${markdownText(view.status, 80)}`,
      view.totalLogs > 0 ? counted(view.totalLogs, 'log entry', 'log entries') : '',
      errors > 0 ? `${counted(errors, 'error')}${view.outcome === 'succeeded' ? ' on the way' : ''}` : '',
    ],
    ' · ',
  );
}

function resultSection(view: StepView): string {
  // The result of a review is JSON that the review's own section shows.
  if ((view.review ?? null) !== null) return reviewSection(view);
  if (view.result.trim() === '') return '';
  const name = view.outcome === 'needs_input' ? 'Question' : 'Result';
  const heading = view.resultIsOld ? '### Result from before the follow-up' : `### ${name}`;
  return joined([heading, fitting(view.result.length, RESULT_MAX_BYTES, (max) => resultMarkdown(view, max))]);
}

function detailsSection(view: StepView): string {
  const details = joined([timeSection(view), warningsSection(view), resumeSection(view), filesSection(view)]);
  return details === '' ? '' : `### Details\n\n${details}`;
}

/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, with a trailing line feed. */
export function renderSummary(view: StepView): string {
  const answer = [nextSteps(view, { inThread: false }), resultSection(view)];
  const parts = [
    headingOf(view),
    pullRequestLine(view),
    facts(view),
    causeSection(view, CAUSE_MAX),
    // The question comes before how to answer it.
    ...(view.outcome === 'needs_input' ? answer.toReversed() : answer),
    errorsSection(view),
    detailsSection(view),
    provenanceLine(view),
  ];
  return `${joined(parts)}\n`;
}
