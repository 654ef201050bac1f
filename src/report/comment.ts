/**
 * The comment in the thread (contract 7.1): for the people who asked there. Outcome first, then the result, details
 * folded. Pure. Its first line is the marker it is handed; nothing from the service can take that place.
 */
import { counted, duration, joined } from '../shared/format.ts';
import { markdownFence, markdownLink, markdownRunnerLink, markdownText } from './sanitize/index.ts';
import { head } from './sanitize/text.ts';
import { nextSteps } from './outcome-text.ts';
import type { StepDigest, StepView } from './step-view.ts';

/** UTF-16 units; GitHub takes 65,536 characters. */
export const COMMENT_MAX = 65_000;
const STEPS_MAX = 5;
const STEP_WORDS_MAX = 160;
const WARNINGS_MAX = 5;
const PULL_REQUESTS_MAX = 10;
/** A result up to this size is shown open, a larger one folded. */
const OPEN_RESULT = { characters: 3_000, lines: 40 } as const;

export interface CommentOptions {
  /** What `writeMarker` gives: one HTML comment on one line. */
  readonly marker: string;
  /** `false`: one line, for a comment that only keeps the marker. */
  readonly full: boolean;
  /** Most UTF-16 units of the body; `COMMENT_MAX` unless told. */
  readonly maxLength?: number;
  /** Milliseconds since the epoch, shown as the time of this look while the run goes on. */
  readonly now?: number;
}

const HEADINGS: Readonly<Record<StepView['outcome'], string>> = {
  running: '⏳ **The agent is at work**',
  succeeded: '✅ **The agent is done**',
  failed: '❌ **The agent did not succeed**',
  cancelled: '🚫 **Cancelled**',
  needs_input: '💬 **The agent needs an answer**',
  timed_out: '⏱️ **Not done in time: this workflow no longer waits for the agent**',
  started: '🚀 **The agent has started**',
  skipped: '⏭️ **Skipped**',
  error: '⚠️ **Something went wrong**',
  unverified: '❓ **Done, but no pull request could be verified**',
};

/** What a step was, in plain words (spec 2.4). */
const STEP_WORDS: Readonly<Record<string, string>> = {
  PLAN_EVALUATION: 'Thought about the plan',
  FINAL_ANSWER: 'Answered',
  ERROR: 'Met an error',
  USER_MESSAGE: 'Was told',
  USER_GITHUB_ISSUE_COMMENT: 'Read a comment',
  INITIAL_PR_GENERATION: 'Prepared a pull request',
  DETECT_PR_ERRORS: 'Looked for errors in the pull request',
  FIX_PR_ERRORS: 'Worked on errors in the pull request',
  PR_CREATION_FAILED: 'Could not create the pull request',
  PR_EVALUATION: 'Looked over the pull request',
  COMMIT_EVALUATION: 'Looked over the commits',
  AGENT_RUN_LINK: 'Pointed to another run',
};

/** `⏳ **The agent is at work** · 3m 20s so far · run 1 · workflow run`, on one line. */
function headline(view: StepView, now: number | undefined): string {
  const running = view.outcome === 'running';
  const time =
    view.durationMs > 0 ? `${running ? '' : 'after '}${duration(view.durationMs)}${running ? ' so far' : ''}` : '';
  const run = view.runId === null ? '' : `run ${view.runId}`;
  return joined(
    [
      HEADINGS[view.outcome],
      // The word that the output `outcome` has.
      running ? '' : `\`${view.outcome}\``,
      time,
      run === '' ? '' : `${markdownLink(run, view.webUrl)}${view.resumed ? ' (continued)' : ''}`,
      view.provenance.workflowRunUrl === null ? '' : markdownRunnerLink('workflow run', view.provenance.workflowRunUrl),
      running && now !== undefined ? `as of ${new Date(now).toISOString().slice(11, 16)} UTC` : '',
    ],
    ' · ',
  );
}

function stepWords(step: StepDigest): string {
  const kind = step.kind ?? '';
  const tool = step.tool === null || step.tool.trim() === '' ? '' : markdownText(step.tool, 60);
  const own = Object.hasOwn(STEP_WORDS, kind) ? (STEP_WORDS[kind] ?? '') : '';
  const used = tool === '' ? 'Did something' : `Used ${tool}`;
  const what = own !== '' ? own : kind === 'ACTION' || kind === '' ? used : markdownText(kind, 60);
  const said = markdownText(step.headline, STEP_WORDS_MAX);
  return said === '' ? `- ${what}` : `- ${what}: ${said}`;
}

function steps(view: StepView): string {
  const last = view.steps.slice(-STEPS_MAX);
  if (last.length === 0) return view.outcome === 'running' ? 'No steps to show yet.' : '';
  const list = last.map(stepWords).join('\n');
  const total = Math.max(view.totalLogs, view.steps.length);
  if (view.outcome === 'running') return joined([`Latest of ${counted(total, 'step')}:`, list]);
  return folded(`Last ${last.length} of ${counted(total, 'step')}`, list);
}

/** The title is ours. A blank line on both sides lets Markdown inside stay Markdown. */
function folded(title: string, content: string): string {
  return joined([`<details><summary>${title}</summary>`, content, '</details>']);
}

function resultSection(view: StepView, max: number): string {
  if (view.result.trim() === '') return '';
  const open = view.result.length <= OPEN_RESULT.characters && view.result.split('\n').length <= OPEN_RESULT.lines;
  const shown = head(view.result, max);
  const cut = shown.length < view.result.length;
  const mark = `*The result is cut: ${shown.length} of ${view.result.length} characters are shown. The whole of it is in the file that the output result_file names.*`;
  // The fence would cut as well, and two cuts make the numbers wrong.
  const fence = markdownFence(shown, 'text', shown.length);
  const name = view.resultIsOld ? 'The result from before the follow-up' : 'The result';
  const named = view.resultIsOld ? joined([`${name}:`, fence]) : fence;
  return joined([open ? named : folded(name, fence), cut ? mark : '']);
}

function pullRequests(view: StepView): string {
  if (view.pullRequests.length === 0) return '';
  // No links: the agent chose the addresses, and a live one would also show up in the thread it points to.
  const items = view.pullRequests.slice(0, PULL_REQUESTS_MAX).map((url) => `- ${markdownText(url, 300)}`);
  const rest = view.pullRequests.length - items.length;
  return joined(['Pull requests:', joined([...items, rest > 0 ? `- and ${rest} more` : ''], '\n')]);
}

function warnings(view: StepView): string {
  if (view.warnings.length === 0) return '';
  const items = view.warnings.slice(-WARNINGS_MAX).map((warning) => `- ${markdownText(warning, 500)}`);
  return folded(counted(view.warnings.length, 'warning'), items.join('\n'));
}

function wholeBody(view: StepView, options: CommentOptions, resultMax: number): string {
  const ended = view.outcome !== 'running';
  return joined([
    `${options.marker}\n${headline(view, options.now)}`,
    ended ? nextSteps(view) : '',
    ended ? resultSection(view, resultMax) : '',
    pullRequests(view),
    steps(view),
    warnings(view),
  ]);
}

/**
 * The comment's body, at most `maxLength` UTF-16 units and cut with a mark where it must be. The same view and options
 * give the same body.
 */
export function renderComment(view: StepView, options: CommentOptions): string {
  const max = options.maxLength ?? COMMENT_MAX;
  const short = `${options.marker}\n${headline(view, undefined)}`;
  if (!options.full) return short;
  // Sanitising may lengthen a text, so only the outcome is measured.
  for (let resultMax = Math.min(view.result.length, max); ; resultMax = Math.floor(resultMax * 0.95)) {
    const body = wholeBody(view, options, resultMax);
    if (body.length <= max) return body;
    if (resultMax === 0) return `${short}\n\n*More does not fit here: see the job summary.*`;
  }
}
