/**
 * How a step ended, in words: the names of the outcomes, where the run stands, the one line of annotation, `error_message` and job log
 * (contract 1.2), what to do next, and whether the step fails. Pure.
 */
import { markdownAddress, markdownCode, markdownMessage, markdownText } from '../safe/markdown.ts';
import { ellipsis } from '../safe/text.ts';
import { asSentence, duration, shownAddress } from '../safe/format.ts';
import { causeLine, questionOf, reasonOf } from './cause.ts';
import { repositoryLinks } from '../safe/url.ts';
import { whyUnverified } from './pull-requests.ts';
import type { Outcome } from '../run/events.ts';
import type { StepView } from './step-view.ts';

type ShownOutcome = StepView['outcome'];

interface Words {
  readonly mark: string;
  /** Follows "Agent run 123". */
  readonly verb: string;
  /** Follows the time. */
  readonly but?: string;
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
    verb: 'succeeded',
    but: ', but is unverified',
    heading: 'Done, but no pull request could be verified',
  },
  running: { mark: '⏳', verb: 'is running', heading: 'The agent is at work' },
};
const NO_RUN = 'No agent run was started';
const MAYBE_CREATED =
  'Whether a run was created is not known: look at the list of runs in the web interface of the service.';

/** UTF-16 units of what the agent says in a line of ours. */
const QUOTED_MAX = 400;
const ERROR_MAX = 8_000;
/** Words for a plain failure, which say no more than the outcome. */
const PLAIN_FAILURES: ReadonlySet<string> = new Set(['FAILED', 'FAILURE', 'ERROR']);

export function outcomeMark(outcome: ShownOutcome): string {
  return WORDS[outcome].mark;
}

const wasNotStarted = ({ outcome, standing }: StepView): boolean => outcome === 'error' && standing === 'no_run';

/** What happened, as plain text: `Agent run 123 succeeded after 4m 12s`. */
export function happened(view: StepView): string {
  if (wasNotStarted(view)) return NO_RUN;
  const run = view.runId === null ? 'Agent run' : `Agent run ${view.runId}`;
  const time = view.runId !== null && view.durationMs > 0 ? ` after ${duration(view.durationMs)}` : '';
  const { verb, but = '' } = WORDS[view.outcome];
  return `${run} ${verb}${time}${but}`;
}

/** What a comment calls the outcome: `The agent is done`. */
export function commentWords(view: StepView): string {
  return wasNotStarted(view) ? NO_RUN : WORDS[view.outcome].heading;
}

type Standing = Pick<StepView, 'standing' | 'runId' | 'webUrl' | 'status'>;

/** Where the run stands and what to do about it, as plain text. */
export function standingText(view: Standing): string {
  const follow = ` with \`agent_run_id: ${String(view.runId)}\` and no \`prompt\``;
  return standingWords(view, {
    run: `run ${String(view.runId)}`,
    where: `at ${shownAddress(view.webUrl) ?? 'the service'}`,
    status: view.status ?? 'not known',
    advice: (words) => `${words}${follow}`,
  });
}

/** The same as Markdown, below a heading that names the run, without the advice for workflow authors. */
function standingMarkdown(view: Standing): string {
  const address = shownAddress(view.webUrl);
  return standingWords(view, {
    run: address === null ? `run ${String(view.runId)}` : 'run',
    where: address === null ? 'at the service' : `at ${markdownAddress(address)}`,
    status: markdownText(view.status ?? 'not known', 80),
    advice: () => '',
  });
}

interface StandingParts {
  readonly run: string;
  readonly where: string;
  readonly status: string;
  /** How to follow the run with this action. */
  readonly advice: (words: string) => string;
}

function standingWords({ standing }: Standing, { run, where, status, advice }: StandingParts): string {
  switch (standing) {
    case 'no_run':
      return 'No agent run was created.';
    case 'maybe_created':
      return MAYBE_CREATED;
    case 'untouched':
      return `Nothing was sent to the ${run} ${where}.`;
    case 'maybe_resumed':
      return `Whether the ${run} received the follow-up is not known: look ${where} before you send it again${advice(', or follow the run')}.`;
    case 'going_on':
      return `The ${run} goes on ${where}${advice('; follow it')}.`;
    case 'not_known':
      return `The state of the ${run} could not be confirmed: look ${where}${advice(', or follow it')}.`;
    case 'ended':
      return `The ${run} has ended (status ${status}); look ${where}${advice(', or read its result')}.`;
  }
}

/**
 * How the step ended and why, on one line: the output `error_message`, the error annotation and the end of the job log. Null for good
 * news. May quote agent text.
 */
export function endMessage(view: StepView): string | null {
  const lines = messageOf(view)?.split('\n');
  if (lines === undefined) return null;
  // The items of a list become clauses of a sentence.
  const text = lines.reduce((all, line, at) => {
    const wasItem = isItem(lines[at - 1] ?? '');
    if (!isItem(line)) return `${wasItem ? asSentence(all) : all} ${line}`;
    return wasItem ? `${all} · ${line.slice(2)}` : `${all.replace(/[:.]$/, '')}: ${line.slice(2)}`;
  }, '');
  return text.replace(/\s+/g, ' ').trim();
}

const isItem = (line: string): boolean => line.startsWith('- ');

function messageOf(view: StepView): string | null {
  const { outcome, errorMessage, cutShort } = view;
  const run = `agent run ${String(view.runId)}`;
  const address = shownAddress(view.webUrl);
  const where = address === null ? '' : ` See ${address}.`;
  // Of an error, or of a step with many runs.
  if (errorMessage !== null && cutShort === null) return errorMessage;
  switch (outcome) {
    case 'error':
      return '';
    case 'failed':
      return `The ${run} failed${statusText(view)}${whyFailed(view)}${where}`;
    case 'needs_input':
      return `The ${run} ${question(view)} To answer, ${howToContinue(view, { what: 'your answer', inThread: false })}${where}`;
    case 'unverified':
      return `${whyUnverified(view.checks)}${where}`;
    case 'cancelled':
      return cutShort === null
        ? `The ${run} was cancelled at the service${view.status === null ? '' : ` (status ${view.status})`}.${where}`
        : `${cutShort} ${errorMessage ?? standingText(view)}`;
    case 'timed_out':
      return `${cutShort ?? 'The run did not end in time.'} ${errorMessage ?? standingText(view)}`;
    default:
      return null;
  }
}

function statusText({ status }: StepView): string {
  return status === null || PLAIN_FAILURES.has(status.toUpperCase()) ? '' : ` (status ${status})`;
}

/** The cause, or what the agent said instead. */
function whyFailed(view: StepView): string {
  const cause = reasonOf(view)?.cause ?? null;
  if (cause !== null) return `: ${asSentence(causeLine(cause, QUOTED_MAX))}`;
  const words = quoted(saidInstead(view));
  return words === '' ? '; its log names no cause.' : `. The agent said: "${words}"`;
}

function saidInstead(view: StepView): string {
  const { result, resultIsOld } = view;
  return resultIsOld || result.trim() === '' ? (reasonOf(view)?.said?.headline ?? '') : result;
}

function question(view: StepView): string {
  const words = quoted(questionOf(view));
  return words === '' ? 'waits for an answer.' : `asks: "${words}"`;
}

function quoted(text: string): string {
  return ellipsis(
    text
      .slice(0, 8 * QUOTED_MAX)
      .replace(/\s+/g, ' ')
      .trim(),
    QUOTED_MAX,
  );
}

/** Instructions to continue the same run, as Markdown. `what` is an answer or an instruction. */
function howToContinue(
  { provenance, runId }: StepView,
  { what, inThread }: { readonly what: string; readonly inThread: boolean },
): string {
  const { reply } = provenance;
  const elsewhere = `run this action with \`agent_run_id: ${String(runId)}\` and ${what} as \`prompt\``;
  if (reply === undefined) return `${elsewhere}.`;
  const where = inThread ? 'here' : `in #${reply.thread}`;
  return reply.phrase === null
    ? `trigger this workflow again ${where} with ${what}${inThread ? '' : `, or ${elsewhere}`}.`
    : `comment ${where} with ${markdownCode(reply.phrase, 100)} and ${what}.`;
}

/**
 * The meaning of the outcome and what to do next, as Markdown. Empty if there is nothing to add.
 *
 * @param options.inThread read by people who comment in the thread and may not know the workflow
 */
export function nextSteps(view: StepView, { inThread }: { readonly inThread: boolean }): string {
  const { outcome, runId, errorMessage } = view;
  const canAnswer = runId !== null && (!inThread || view.provenance.reply !== undefined);
  switch (outcome) {
    case 'succeeded':
    case 'running':
      return '';
    case 'failed':
      return canAnswer ? `To try again, ${continued(view, { what: 'what to do differently', inThread })}` : '';
    case 'needs_input':
      return canAnswer
        ? `To answer, ${continued(view, { what: 'your answer', inThread })} The same run continues.`
        : 'The agent is waiting for an answer.';
    case 'cancelled':
      return stepCancelled(view)
        ? `This step was cancelled${errorMessage === null && view.standing !== 'not_known' ? ', not the run' : ''}. ${leftOf(view)}`
        : 'The run was stopped at the service.';
    case 'timed_out':
      return `${view.cutShort === null ? '' : `${markdownMessage(view.cutShort, 2000)} `}${leftOf(view)}${inThread ? '' : ' Raise `timeout_minutes` to wait longer.'}`;
    case 'started':
      return `${standingMarkdown(view)} This step did not wait for it.`;
    case 'skipped':
      return view.skipReason === null ? 'No request was sent.' : markdownMessage(view.skipReason, 2000);
    case 'unverified':
      return `${markdownMessage(whyUnverified(view.checks), 2000)}${inThread ? '' : ' Resume the run and ask for one, or remove `expect: pull_request`.'}`;
    case 'error':
      return `**${markdownText(view.errorCode ?? 'internal', 40)}**${errorMessage === null ? '' : `: ${errorMarkdown(errorMessage, inThread)}`}`;
  }
}

/** With the thread as a link. */
function continued(view: StepView, options: { readonly what: string; readonly inThread: boolean }): string {
  const text = howToContinue(view, options);
  const { reply } = view.provenance;
  const thread = reply === undefined ? null : repositoryLinks(view.provenance).issue(reply.thread);
  return thread === null ? text : text.replace(`in ${thread.label}`, `in [${thread.label}](${thread.url})`);
}

/** A message of several lines contains a list of problems. In the thread it ends there: what follows is for the author of the workflow. */
function errorMarkdown(message: string, inThread: boolean): string {
  const lines = ellipsis(message, ERROR_MAX).split('\n');
  const last = lines.findLastIndex(isItem);
  const shown = inThread && last !== -1 ? lines.slice(0, last + 1) : lines;
  return shown.reduce((all, line, at) => {
    const text = isItem(line) ? `- ${markdownMessage(line.slice(2), ERROR_MAX)}` : markdownMessage(line, ERROR_MAX);
    return `${all}${at === 0 ? '' : isItem(line) ? '\n' : '\n\n'}${text}`;
  }, '');
}

/** Does not use the status word, because a resumed run still shows the previous one and inputs may define others. */
function stepCancelled({ cutShort, standing }: StepView): boolean {
  return cutShort !== null || standing !== 'ended';
}

/** The run that the step left running: whether it was asked to stop, or else its state. */
function leftOf(view: StepView): string {
  return view.errorMessage === null ? standingMarkdown(view) : markdownMessage(view.errorMessage, 2000);
}

/** Whether the step fails, and the message that says how it ended (contract 1.1 `fail_on`, 7.3). */
export interface Verdict {
  readonly red: boolean;
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** Empty if the outcome needs no message. May quote agent text. */
  readonly message: string;
}

export interface VerdictSources {
  readonly view: StepView;
  /** Null if the inputs could not be read. */
  readonly failOn: ReadonlySet<Outcome> | null;
  /** The signal as text, or null if there was none. */
  readonly cancelled: string | null;
}

export function verdictOf({ view, failOn, cancelled }: VerdictSources): Verdict {
  const { outcome } = view;
  const chosen = outcome !== 'running' && failOn?.has(outcome) === true;
  // Invalid inputs and signals fail the step regardless of `fail_on` (contract 1.1, 7.3).
  const red =
    chosen || view.errorCode === 'invalid_input' || cancelled !== null || (failOn === null && outcome === 'error');
  const quiet = outcome === 'skipped' || outcome === 'started' || outcome === 'succeeded';
  const level = red ? 'error' : quiet ? 'notice' : 'warning';
  // The signal arrived after the outcome was settled, and no longer changes it (see `conclude`).
  const late =
    cancelled === null || view.cutShort === cancelled
      ? ''
      : `${cancelled} That was too late to change the outcome, which stays ${view.outcome}, but the step is red.`;
  const message = sentenceOf(view, chosen);
  return { red, level, title: titleOf(view), message: [late, message].filter((part) => part !== '').join(' ') };
}

function titleOf({ outcome, errorCode }: StepView): string {
  return `Agent run: ${errorCode ?? outcome.replace('_', ' ')}`;
}

/** @param chosen whether `fail_on` includes the outcome */
function sentenceOf(view: StepView, chosen: boolean): string {
  if (view.outcome === 'skipped') return view.skipReason ?? '';
  const run = view.runId === null ? 'step' : `agent run ${view.runId}`;
  return endMessage(view) ?? (chosen ? `The ${run} ended as ${view.outcome}, which \`fail_on\` names.` : '');
}
