/**
 * The comment in the thread (contract 7.1). Shows the outcome and pull request first, then the
 * result, with details folded. Pure. The first line is always the given marker, never text from the
 * service.
 */
import { budgetText, usageText } from './usage.ts';
import type { RunId } from '../agents/port.ts';
import { COMMENT_MAX } from '../github/port.ts';
import { markdownCode, markdownText } from '../safe/markdown.ts';
import { counted, joined } from '../safe/text.ts';
import { repositoryLinks } from '../safe/url.ts';
import { deedOf, stepName } from '../agents/entry.ts';
import { SHOWN, type ShownOutcome } from '../outcomes.ts';
import { happened, whatIsLeft } from './verdict.ts';
import {
  branchLine,
  lackOfPullRequest,
  pullRequestCells,
  pullRequestLine,
} from './pull-request-lines.ts';
import {
  answerSection,
  causeSection,
  checksSection,
  facts,
  fitting,
  folded,
  heading,
  mendsSection,
  planSection,
  reportLink,
  resultMarkdown,
  sandboxSection,
  warningsSection,
} from './sections.ts';
import { reviewNote } from './review-section.ts';
import { isPrompt } from './prompt-entries.ts';
import { shownStep, type ShownStep } from './shown.ts';
import type { StepDigest, StepView } from './step-view.ts';

const STEPS_MAX = 5;
const STEP_WORDS_MAX = 160;
const TOOL_MAX = 60;
const WARNINGS_MAX = 5;
const CAUSE_MAX = 1_500;
/** A result up to this size is shown in full, a larger one folded. */
const OPEN_RESULT = { characters: 4_000, lines: 60 } as const;

export interface CommentOptions {
  /** The value of `writeMarker`: an HTML comment on one line. */
  readonly marker: string;
  /** `false`: one line, for a comment that only stores the marker. */
  readonly full: boolean;
  /** Milliseconds since the epoch, shown as the time of the update while the run is in progress. */
  readonly now?: number;
  /** Says that another job of the thread works with a run of its own (contract 7.2), or null. */
  readonly collision?: string | null;
}

/** What a comment says of a step as it stands now, of one run or of many. */
export interface CommentWords {
  readonly outcome: ShownOutcome;
  /** Whether there is anything to tell: without a run no comment is written. */
  readonly hasRun: boolean;
  /** Whether a run may exist that is not known, and no other is. */
  readonly mayExist: boolean;
  /** The run that the thread records. Null for many runs, of which it records none. */
  readonly runId: RunId | null;
  /** The body, at most `COMMENT_MAX` UTF-16 units. */
  readonly render: (options: CommentOptions) => string;
}

/**
 * The words for a step with one run.
 *
 * @param latest what is known when the comment is written, which may be a while later
 */
export function commentOf(view: StepView, latest: () => StepView = () => view): CommentWords {
  const { outcome, runId, standing } = view;
  return {
    outcome,
    hasRun: runId !== null,
    mayExist: standing === 'maybe_created',
    runId,
    render: (options) => renderComment(latest(), options),
  };
}

/** A single line, for a comment that only stores the marker. */
function oneLine(view: StepView): string {
  const [pullRequest = ''] = pullRequestCells(view);
  const title = `**${SHOWN[view.outcome].mark} ${happened(view)}**`;
  const left = view.cutShort === null ? '' : markdownText(whatIsLeft(view));
  return joined([title, left, pullRequest, facts(view)], ' · ');
}

/** Folded when the run is over. Empty before the first step that says more than the title. */
function lastSteps({ outcome, steps, totalLogs }: StepView): string {
  const last = steps.filter(tellsMore).slice(-STEPS_MAX);
  if (last.length === 0) {
    return '';
  }
  const list = last.map(stepLine).join('\n');
  const part = last.length < totalLogs ? `Last ${last.length} of ` : '';
  const title = `${part}${counted(totalLogs, 'step')}`;
  return outcome === 'running' ? joined([`**${title}**`, list]) : folded(title, list);
}

/** What was asked stands above, and so does that the run failed. */
function tellsMore({ kind, namesNoCause = false }: StepDigest): boolean {
  return !isPrompt(kind) && !namesNoCause;
}

function stepLine(step: StepDigest): string {
  const deed = deedOf(step);
  if (deed !== null) {
    return `- ${deed.verb} ${markdownCode(deed.what, { maxLength: STEP_WORDS_MAX })}`;
  }
  const name = markdownText(stepName(step), TOOL_MAX) || 'Step';
  return `- **${name}** ${markdownText(step.headline, STEP_WORDS_MAX)}`.trimEnd();
}

function resultSection({ result, view }: ShownStep, max: number): string {
  if (result.kind === 'none') {
    return '';
  }
  if (result.kind === 'review') {
    return reviewNote(result.review, repositoryLinks(view.provenance));
  }
  const { title } = result;
  const text = resultMarkdown(result, { view, max });
  const isLong =
    view.result.length > OPEN_RESULT.characters ||
    view.result.split('\n').length > OPEN_RESULT.lines;
  return isLong || text === '' ? folded(title, text) : `**${title}:**\n\n${text}`;
}

function wholeBody(shown: ShownStep, options: CommentOptions, resultMax: number): string {
  const { view } = shown;
  const isRunning = view.outcome === 'running';
  const result = isRunning ? '' : resultSection(shown, resultMax);
  const end = [
    isRunning ? '' : causeSection(shown, CAUSE_MAX),
    answerSection(shown, { inThread: true, result }),
  ];
  return joined([
    `${options.marker}\n${heading(shown, '###', { inThread: true })}`,
    reportLink(view),
    options.collision ?? '',
    sandboxSection(shown.sandbox),
    pullRequestLine(view),
    lackOfPullRequest(view),
    branchLine(view),
    joined([facts(view, options.now), usageText(view.usage), budgetText(view)], ' · '),
    ...end,
    checksSection(shown),
    mendsSection(shown),
    planSection(view),
    lastSteps(view),
    warningsSection(view, WARNINGS_MAX),
  ]);
}

/** The comment's body, at most `COMMENT_MAX` UTF-16 units, with a mark if it was truncated. */
export function renderComment(view: StepView, options: CommentOptions): string {
  const short = joined([`${options.marker}\n${oneLine(view)}`, options.collision ?? '']);
  if (!options.full) {
    return short;
  }
  const shown = shownStep(view);
  const body = fitting(Math.min(view.result.length, COMMENT_MAX), {
    render: (resultMax) => wholeBody(shown, options, resultMax),
    excess: ({ length }) => length - COMMENT_MAX,
  });
  if (body.length <= COMMENT_MAX) {
    return body;
  }
  return `${short}\n\n*More does not fit here: see the job summary.*`;
}
