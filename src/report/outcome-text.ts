/** What an outcome is called and what to do about it. Pure. */
import { duration } from '../shared/format.ts';
import { markdownFence, markdownLink, markdownText, safeHttpsUrl } from './sanitize/index.ts';
import type { StepView } from './step-view.ts';

const MARKS: Readonly<Record<StepView['outcome'], string>> = {
  succeeded: '✅',
  failed: '❌',
  cancelled: '🚫',
  needs_input: '💬',
  timed_out: '⏱️',
  started: '🚀',
  skipped: '⏭️',
  error: '⚠️',
  unverified: '❓',
  running: '⏳',
};

const WORDS: Readonly<Record<StepView['outcome'], string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
  needs_input: 'needs input',
  timed_out: 'did not end in time',
  started: 'was started',
  skipped: 'was skipped',
  error: 'met an error',
  unverified: 'succeeded, but is unverified',
  running: 'is running',
};

/** The first line: mark, run, outcome, time. */
export function headingOf(view: StepView): string {
  const run = view.runId === null ? 'Agent run' : `Agent run ${view.runId}`;
  const time = view.runId !== null && view.durationMs > 0 ? ` after ${duration(view.durationMs)}` : '';
  return `## ${MARKS[view.outcome]} ${run} ${WORDS[view.outcome]}${time}`;
}

/** What became of the run, as far as it is known. */
function standingOf(view: StepView): string {
  const address = view.webUrl === null ? null : safeHttpsUrl(view.webUrl);
  const where = address === null ? 'at the service' : `at ${markdownLink(address, address)}`;
  const run = address === null ? `Run ${String(view.runId)}` : 'The run';
  switch (view.standing) {
    case 'no_run':
      return 'No run was created.';
    case 'maybe_created':
      return 'Whether a run was created is not known: look at the list of runs at the service.';
    case 'untouched':
      return `Nothing was sent to run ${String(view.runId)} ${where}.`;
    case 'maybe_resumed':
      return `Whether run ${String(view.runId)} took the follow-up is not known: look ${where}.`;
    case 'going_on':
      return `${run} goes on ${where}.`;
    case 'ended':
      return `${run} has ended: look ${where}.`;
  }
}

function follow(view: StepView): string {
  return view.runId === null
    ? ''
    : ` To follow it from another step, give \`agent_run_id: "${view.runId}"\` and no prompt.`;
}

/** Not by the status word: a resumed run still shows the one from before, and inputs may name others. */
function stepCancelled({ cutShort, standing }: StepView): boolean {
  return cutShort !== null || standing !== 'ended';
}

/** What the outcome means and what to do next; empty where there is nothing to add. */
export function nextSteps(view: StepView): string {
  switch (view.outcome) {
    case 'succeeded':
    case 'running':
      return '';
    case 'failed':
      return 'The agent gave up or broke off: its last words and its errors are below. Resume the run with a follow-up prompt, or start anew with a narrower task.';
    case 'cancelled':
      return stepCancelled(view)
        ? `This step was cancelled, not the run. ${standingOf(view)}${follow(view)}`
        : 'The run was stopped at the service. Resume it with a follow-up prompt to go on.';
    case 'needs_input':
      return 'The agent waits for an answer. Resume the run with a prompt that gives it.';
    case 'timed_out':
      return `${cutShort(view)}${standingOf(view)} Raise \`timeout_minutes\` to wait longer.${follow(view)}`;
    case 'started':
      return `${standingOf(view)} This step did not wait for it.${follow(view)}`;
    case 'skipped':
      return view.skipReason === null ? 'No request was sent.' : markdownText(view.skipReason, 2000);
    case 'unverified':
      return 'The run succeeded, but no pull request of it could be verified on GitHub.';
    case 'error':
      return `**${markdownText(view.errorCode ?? 'internal', 40)}**${reason(view)}`;
  }
}

function cutShort(view: StepView): string {
  return view.cutShort === null ? '' : `${markdownText(view.cutShort, 2000)} `;
}

/** The message of an error, as text that may quote the service. */
function reason(view: StepView): string {
  if (view.errorMessage === null || view.errorMessage === '') return '';
  return `\n\n${markdownFence(view.errorMessage, 'text', 8000)}`;
}
