/**
 * How a step ended, in words: the names of the outcomes, where the run stands, the one line of annotation, `error_message` and job log
 * (contract 1.2), what to do next, and whether the step fails. Pure. What several destinations show are messages: plain text that may quote
 * others, with code in backticks, which each destination writes with its own sanitizer.
 */
import { ellipsis, visibleLine } from '../safe/text.ts';
import { asSentence, duration, joined, shownAddress } from '../safe/format.ts';
import { causeLine, reasonOf, wordsOf } from './cause.ts';
import { repositoryLinks, type RepositoryLink } from '../safe/url.ts';
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

const TITLE_MAX = 120;
/** UTF-16 units of what the agent says in a line of ours. */
const QUOTED_MAX = 400;
/** Words for a plain failure, which say no more than the outcome. */
const PLAIN_FAILURES: ReadonlySet<string> = new Set(['FAILED', 'FAILURE', 'ERROR']);

/** Whether the step did what it should, as far as it is known. */
export function isGoodNews(outcome: ShownOutcome): boolean {
  return outcome === 'succeeded' || outcome === 'started' || outcome === 'running' || outcome === 'skipped';
}

export function outcomeMark(outcome: ShownOutcome): string {
  return WORDS[outcome].mark;
}

const wasNotStarted = ({ outcome, standing }: StepView): boolean => outcome === 'error' && standing === 'no_run';

/** The first line of the task, as plain text, or null if the task may not be shown. Agent text: it may quote others. */
export function taskTitle({ provenance: { task = '' } }: Pick<StepView, 'provenance'>): string | null {
  const line = task.split(/[\r\n]/).find((text) => visibleLine(text) !== '');
  // Of a heading or an item of a list only the words.
  const words = visibleLine(line ?? '').replace(/^(?:#{1,6}|[-*+>]) /, '');
  return words === '' ? null : ellipsis(words, TITLE_MAX);
}

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

/** Where the run stands. Outside of the thread also how to follow it with this action. */
export function standingText(
  { standing, runId, webUrl, status }: Pick<StepView, 'standing' | 'runId' | 'webUrl' | 'status'>,
  { inThread = false } = {},
): string {
  const run = `run ${String(runId)}`;
  const where = `at ${shownAddress(webUrl) ?? 'the service'}`.replaceAll('`', '%60');
  const advice = (words: string): string =>
    inThread ? '' : `${words} with \`agent_run_id: ${String(runId)}\` and no \`prompt\``;
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
      return `The ${run} has ended (status ${status?.replaceAll('`', '') ?? 'not known'}); look ${where}${advice(', or read its result')}.`;
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

/** A line of a list of problems. */
export const isItem = (line: string): boolean => line.startsWith('- ');

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

/** Why a run did not succeed, or what it asks, where its outcome is shown beside it. Empty if there is nothing to say. Agent text. */
export function whyOf(view: StepView, maxLength: number): string {
  const { outcome, errorCode, errorMessage } = view;
  if (outcome === 'succeeded' || outcome === 'running') return '';
  if (outcome === 'needs_input') return ellipsis(visibleLine(wordsOf(view)), maxLength);
  if (outcome === 'unverified') return ellipsis(whyUnverified(view.checks), maxLength);
  if (errorCode !== null) return ellipsis(`${errorCode}: ${errorMessage ?? ''}`, maxLength);
  const cause = reasonOf(view)?.cause ?? null;
  return cause === null ? '' : causeLine(cause, maxLength);
}

function statusText({ status }: StepView): string {
  return status === null || PLAIN_FAILURES.has(status.toUpperCase()) ? '' : ` (status ${status})`;
}

/** The cause, or what the agent said instead. */
function whyFailed(view: StepView): string {
  const cause = reasonOf(view)?.cause ?? null;
  if (cause !== null) return `: ${asSentence(causeLine(cause, QUOTED_MAX))}`;
  const words = quoted(wordsOf(view));
  return words === '' ? '; its log names no cause.' : `. The agent said: "${words}"`;
}

function question(view: StepView): string {
  const words = quoted(wordsOf(view));
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

/** How to continue the same run. `what` is an answer or an instruction. */
function howToContinue(
  { provenance: { reply }, runId }: StepView,
  { what, inThread }: { readonly what: string; readonly inThread: boolean },
): string {
  const elsewhere = `run this action with \`agent_run_id: ${String(runId)}\` and ${what} as \`prompt\``;
  if (reply === undefined) return `${elsewhere}.`;
  const where = inThread ? 'here' : `in #${reply.thread}`;
  return reply.phrase === null
    ? `trigger this workflow again ${where} with ${what}${inThread ? '' : `, or ${elsewhere}`}.`
    : `comment ${where} with \`${reply.phrase}\` and ${what}.`;
}

/** The thread to answer in, as the advice names it, or null. */
export function threadLink({ provenance }: StepView): RepositoryLink | null {
  return repositoryLinks(provenance).issue(provenance.reply?.thread ?? 0);
}

/** A part of a message: in this action's own words, where what stands in backticks is code, or as somebody said it, of any number of lines. */
export type Sentence = { readonly own: string } | { readonly said: string };

/**
 * The meaning of the outcome and what to do next. Empty if there is nothing to add.
 *
 * @param options.inThread read by people who comment in the thread and may not know the workflow
 */
export function nextSteps(view: StepView, { inThread }: { readonly inThread: boolean }): readonly Sentence[] {
  const { outcome, runId, errorMessage, cutShort } = view;
  const canAnswer = runId !== null && (!inThread || view.provenance.reply !== undefined);
  const toAuthor = (own: string): readonly Sentence[] => (inThread ? [] : [{ own }]);
  const said = (text: string | null): readonly Sentence[] => (text === null ? [] : [{ said: text }]);
  const standing = { own: standingText(view, { inThread }) };
  const left = errorMessage === null ? standing : { said: errorMessage };
  switch (outcome) {
    case 'succeeded':
    case 'running':
      return [];
    case 'failed': {
      const again = `To try again, ${howToContinue(view, { what: 'what to do differently', inThread })}`;
      const advice = canAnswer ? [{ own: again }, ...toAuthor('Or start a new run with a narrower task.')] : [];
      return [...said(errorMessage), ...advice];
    }
    case 'needs_input': {
      const answer = `To answer, ${howToContinue(view, { what: 'your answer', inThread })} The same run continues.`;
      return [{ own: canAnswer ? answer : 'The agent is waiting for an answer.' }];
    }
    case 'cancelled': {
      if (!stepCancelled(view)) return [{ own: 'The run was stopped at the service.' }];
      const isStepAlone = errorMessage === null && view.standing !== 'not_known';
      return [{ own: `This step was cancelled${isStepAlone ? ', not the run' : ''}.` }, left];
    }
    case 'timed_out':
      return [...said(cutShort), left, ...toAuthor('Raise `timeout_minutes` to wait longer.')];
    case 'started':
      return [standing, { own: 'This step did not wait for it.' }];
    case 'skipped':
      return said(view.skipReason ?? 'No request was sent.');
    case 'unverified': {
      const advice = 'Resume the run and ask for one, or remove `expect: pull_request`.';
      return [...said(whyUnverified(view.checks)), ...toAuthor(advice)];
    }
    case 'error':
      return [
        { own: `\`${view.errorCode ?? 'internal'}\`${errorMessage === null ? '' : ':'}` },
        ...said(errorText(errorMessage, inThread)),
      ];
  }
}

/** In the thread it ends with the list of problems: what follows is for the author of the workflow. */
function errorText(message: string | null, inThread: boolean): string | null {
  const lines = message?.split('\n') ?? [];
  const last = lines.findLastIndex(isItem);
  return inThread && last !== -1 ? lines.slice(0, last + 1).join('\n') : message;
}

/** Does not use the status word, because a resumed run still shows the previous one and inputs may define others. */
function stepCancelled({ cutShort, standing }: StepView): boolean {
  return cutShort !== null || standing !== 'ended';
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
  const level = red ? 'error' : isGoodNews(outcome) ? 'notice' : 'warning';
  // The signal arrived after the outcome was settled, and no longer changes it (see `conclude`).
  const late =
    cancelled === null || view.cutShort === cancelled
      ? ''
      : `${cancelled} That was too late to change the outcome, which stays ${view.outcome}, but the step is red.`;
  const message = sentenceOf(view, chosen);
  return { red, level, title: titleOf(view), message: joined([late, message], ' ') };
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
