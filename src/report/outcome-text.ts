/** Names of the outcomes and advice on what to do next, as Markdown. Pure. */
import { duration } from '../shared/format.ts';
import { markdownCode, markdownFence, markdownLink, markdownMessage, markdownText } from '../safe/markdown.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { repositoryLinks } from './links.ts';
import { whyUnverified } from './pull-request-check.ts';
import type { StepView } from './step-view.ts';

export type ShownOutcome = StepView['outcome'];

interface Words {
  readonly mark: string;
  /** Follows "Agent run 123". */
  readonly verb: string;
  /** The heading of a comment. */
  readonly heading: string;
}

const WORDS: Readonly<Record<ShownOutcome, Words>> = {
  succeeded: { mark: '✅', verb: 'succeeded', heading: 'The agent is done' },
  failed: { mark: '❌', verb: 'failed', heading: 'The agent did not succeed' },
  cancelled: { mark: '🚫', verb: 'was cancelled', heading: 'Cancelled' },
  needs_input: { mark: '💬', verb: 'needs input', heading: 'The agent needs an answer' },
  timed_out: { mark: '⏱️', verb: 'timed out', heading: 'Timed out: this workflow no longer waits for the agent' },
  started: { mark: '🚀', verb: 'was started', heading: 'The agent has started' },
  skipped: { mark: '⏭️', verb: 'was skipped', heading: 'Skipped' },
  error: { mark: '⚠️', verb: 'ended with an error', heading: 'Something went wrong' },
  unverified: {
    mark: '❓',
    verb: 'succeeded, but is unverified',
    heading: 'Done, but no pull request could be verified',
  },
  running: { mark: '⏳', verb: 'is running', heading: 'The agent is at work' },
};

export function outcomeMark(outcome: ShownOutcome): string {
  return WORDS[outcome].mark;
}

/** The summary's first line: icon, run, outcome, duration. */
export function headingOf(view: StepView): string {
  const { mark, verb } = WORDS[view.outcome];
  const run = view.runId === null ? 'Agent run' : `Agent run ${view.runId}`;
  const time = view.runId !== null && view.durationMs > 0 ? ` after ${duration(view.durationMs)}` : '';
  return `## ${mark} ${run} ${verb}${time}`;
}

/** The beginning of a comment: `✅ The agent is done`. */
export function commentHeading({ outcome }: StepView): string {
  return `${WORDS[outcome].mark} ${WORDS[outcome].heading}`;
}

/** The known state of the run. */
function standingOf(view: StepView): string {
  const address = view.webUrl === null ? null : safeHttpsUrl(view.webUrl);
  const where = address === null ? 'at the service' : `at ${markdownLink(address, address)}`;
  const run = address === null ? `Run ${String(view.runId)}` : 'The run';
  switch (view.standing) {
    case 'no_run':
      return 'No run was created.';
    case 'maybe_created':
      return 'Whether a run was created is not known: check the list of runs at the service.';
    case 'untouched':
      return `Nothing was sent to run ${String(view.runId)} ${where}.`;
    case 'maybe_resumed':
      return `Whether run ${String(view.runId)} received the follow-up is not known: check ${where}.`;
    case 'going_on':
      return `${run} goes on ${where}.`;
    case 'not_known':
      return `${address === null ? `The state of run ${String(view.runId)}` : 'The state of the run'} could not be confirmed: check ${where}.`;
    case 'ended':
      return `${run} has ended: see its page ${where}.`;
  }
}

function follow(view: StepView): string {
  return view.runId === null
    ? ''
    : ` To follow it from another step, set \`agent_run_id: "${view.runId}"\` and no prompt.`;
}

/** Does not use the status word, because a resumed run still shows the previous one and inputs may define others. */
function stepCancelled({ cutShort, standing }: StepView): boolean {
  return cutShort !== null || standing !== 'ended';
}

/** Instructions to continue the same run. `what` is an answer or an instruction. */
function howToContinue(
  { provenance, runId }: StepView,
  { what, inThread }: { what: string; inThread: boolean },
): string {
  const { reply } = provenance;
  const elsewhere = `run this action with \`agent_run_id: "${String(runId)}"\` and ${what} as \`prompt\``;
  if (reply === undefined) return `${elsewhere}. The same run continues.`;
  const thread = repositoryLinks(provenance).issue(reply.thread);
  const link = thread === null ? `#${reply.thread}` : `[${thread.label}](${thread.url})`;
  const where = inThread ? 'here' : `in ${link}`;
  return reply.phrase === null
    ? `trigger this workflow again ${where} with ${what}, or ${elsewhere}. The same run continues.`
    : `comment ${where} with ${markdownCode(reply.phrase, 100)} and ${what}. The same run continues.`;
}

export interface NextStepsOptions {
  /** This text is read in the thread itself, so "here" is clear. */
  readonly inThread: boolean;
}

/** The meaning of the outcome and what to do next. Empty if there is nothing to add. */
export function nextSteps(view: StepView, { inThread }: NextStepsOptions): string {
  switch (view.outcome) {
    case 'succeeded':
    case 'running':
      return '';
    case 'failed':
      return view.runId === null
        ? ''
        : `To try again, ${howToContinue(view, { what: 'what to do differently', inThread })} Or start a new run with a narrower task.`;
    case 'cancelled':
      return stepCancelled(view)
        ? `This step was cancelled${view.errorMessage === null && view.standing !== 'not_known' ? ', not the run' : ''}. ${leftOf(view)}${follow(view)}`
        : 'The run was stopped at the service. Resume it with a follow-up prompt to go on.';
    case 'needs_input':
      return view.runId === null
        ? 'The agent is waiting for an answer.'
        : `The agent is waiting for an answer. To answer, ${howToContinue(view, { what: 'your answer', inThread })}`;
    case 'timed_out':
      return `${cutShort(view)}${leftOf(view)} Raise \`timeout_minutes\` to wait longer.${follow(view)}`;
    case 'started':
      return `${standingOf(view)} This step did not wait for it.${follow(view)}`;
    case 'skipped':
      return view.skipReason === null ? 'No request was sent.' : markdownMessage(view.skipReason, 2000);
    case 'unverified':
      return `${markdownMessage(whyUnverified(view.checks ?? null), 2000)} Resume the run and ask for one, or remove \`expect: pull_request\`.`;
    case 'error':
      return `**${markdownText(view.errorCode ?? 'internal', 40)}**${reason(view)}`;
  }
}

/** The run that the step left running: whether it was asked to stop, or else its state. */
function leftOf(view: StepView): string {
  return view.errorMessage === null ? standingOf(view) : markdownMessage(view.errorMessage, 2000);
}

function cutShort(view: StepView): string {
  return view.cutShort === null ? '' : `${markdownMessage(view.cutShort, 2000)} `;
}

/** The message of an error. It may quote the service. */
function reason(view: StepView): string {
  if (view.errorMessage === null || view.errorMessage === '') return '';
  return `\n\n${markdownFence(view.errorMessage, 'text', 8000)}`;
}
