/**
 * How a step ended, in words: the names of the outcomes, the one line of annotation,
 * `error_message` and job log (contract 1.2), and whether the step fails. Pure. What several
 * destinations show are messages: plain text that may quote others, with code in backticks, which
 * each destination writes with its own sanitizer.
 */
import {
  asSentence,
  capitalized,
  counted,
  duration,
  ellipsis,
  grouped,
  joined,
  shortLine,
  visibleLine,
  shortId,
} from '../safe/text.ts';
import { ACTION } from '../runner/host.ts';
import { verdictIn, verdictText } from './review-words.ts';
import {
  causeFromService,
  causeInShort,
  endCause,
  noCauseText,
  OVERCOME,
  wordsOf,
} from './cause.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { checksInShort } from './checks.ts';
import {
  endLookedAt,
  isUnread,
  ITS_PAGE,
  nextSteps,
  nextStepsText,
  statusText,
  waitOf,
  wasStepCancelled,
} from './next-steps.ts';
import { howToAnswer } from './go-on.ts';
import { claimsInShort, otherRepository } from './pull-requests.ts';
import { outcomeWords, SHOWN, type Outcome, type ShownTable } from '../outcomes.ts';
import { budgetText, usageText } from './usage.ts';
import type { StopResult } from '../runner/saved-state.ts';
import type { Standing, StepView } from './step-view.ts';

const TITLE_MAX = 120;
/** UTF-16 units of what the agent says in a line of ours. */
const QUOTED_MAX = 400;

/** The heading of the result. */
export function resultTitle(view: StepView): string {
  if (view.resultIsOld) {
    return 'Result from before the follow-up';
  }
  if (endCause(view)?.isInResult === true) {
    return 'Cause';
  }
  const isAsked = SHOWN[view.outcome].ending === 'question' && waitOf(view) === null;
  return isAsked && !view.resultIsEarlier ? 'Question' : 'Result';
}

/**
 * The issue or pull request that the run is about, or else the first line of the task, as plain
 * text. Null if the task may not be shown. Agent text: it may quote others.
 */
export function taskTitle({
  provenance: { task = '', subject },
}: Pick<StepView, 'provenance'>): string | null {
  if (subject !== undefined) {
    const title = visibleLine(subject.title ?? '');
    return ellipsis(`#${subject.number}${title === '' ? '' : `: ${title}`}`, TITLE_MAX);
  }
  const line = task.split(/[\r\n]/).find((text) => visibleLine(text) !== '');
  // The words of a heading or an item of a list, without its mark.
  const words = visibleLine(line ?? '').replace(/^(?:#{1,6}|[-*+>]) /, '');
  return words === '' ? null : ellipsis(words, TITLE_MAX);
}

/** The task, or empty if the title shows all of it. Agent text. */
export function taskBeyondTitle(view: StepView): string {
  const task = (view.provenance.task ?? '').trim();
  return task === taskTitle(view) ? '' : task;
}

/** `Agent run 123`. */
export function runName({ runId }: Pick<StepView, 'runId'>): string {
  return runId === null ? 'Agent run' : `Agent run ${shortId(runId)}`;
}

/** ` after 4m 12s`. Empty before the end, and of what took no time. */
export function after({ outcome, durationMs }: Pick<StepView, 'outcome' | 'durationMs'>): string {
  return outcome === 'running' || durationMs === 0 ? '' : ` after ${duration(durationMs)}`;
}

/**
 * Whether the run has ended, and its checks were waited for until the time was over (contract
 * 19.3).
 */
export function haveChecksTimedOut(
  { lacks, outcome }: Pick<StepView, 'lacks' | 'outcome'>,
  table: ShownTable = SHOWN,
): boolean {
  return lacks === 'checks' && table[outcome].cutBy === 'time';
}

/** What happened, as plain text: `Agent run 123 succeeded after 4m 12s`. */
export function happened(
  view: Pick<
    StepView,
    | 'cutShort'
    | 'durationMs'
    | 'fixes'
    | 'lacks'
    | 'mode'
    | 'outcome'
    | 'review'
    | 'runId'
    | 'standing'
    | 'turn'
  >,
  table: ShownTable = SHOWN,
): string {
  const { outcome, standing, runId } = view;
  const review = verdictIn(view);
  if (review !== null) {
    return verdictText(review);
  }
  const { verb, but, ending } = table[outcome];
  if (ending === 'error' && standing === 'no_run') {
    return 'No agent run was started';
  }
  if (ending === 'handed_on' && view.mode === 'attached') {
    return `${runName(view)} ${asLookedAt(view, table)}`;
  }
  const wait = ending === 'open' ? waitOf(view) : null;
  if (wait !== null) {
    return `${runName(view)} ${wait.state}`;
  }
  if (ending === 'open' && standing === 'ended' && view.fixes !== null) {
    return `${runName(view)} has ended, and its checks are waited for`;
  }
  if (haveChecksTimedOut(view, table)) {
    return `${runName(view)} has ended, but its checks ${verb}${after(view)}`;
  }
  const step = runId === null ? 'The step' : `The step that waited for agent run ${shortId(runId)}`;
  const hasStepFailed = ending === 'error' && standing !== 'ended';
  const subject = hasStepFailed || wasStepCancelled(view, table) ? step : runName(view);
  const isResumed = ending === 'handed_on' && view.mode === 'resumed';
  const deed = isResumed ? 'was resumed' : verb;
  const told = `${subject} ${deed}${runId === null ? '' : after(view)}`;
  return but === '' ? told : `${told}, but ${but}`;
}

/** What one look at a run has shown that was there before and is not waited for. */
function asLookedAt(view: Pick<StepView, 'turn'>, table: ShownTable): string {
  const wait = waitOf(view);
  const end = endLookedAt(view, table);
  if (wait !== null) {
    return wait.state;
  }
  if (end?.ending === 'question') {
    return end.verb;
  }
  return end === null ? 'goes on' : 'has ended';
}

/**
 * `81,234 tokens (0.42 USD), budget 5.00 USD, 19 steps, 3 requests, 2 errors, 1 failed command on
 * the way`. A run that succeeded overcame them.
 */
export function totalsText(view: StepView, separator: string): string {
  const { outcome, errors, failedCommands, isReplayed, requests, totalLogs, usage } = view;
  const failures = joined(
    [
      errors === 0 ? '' : counted(errors, 'error'),
      failedCommands === 0 ? '' : counted(failedCommands, 'failed command'),
    ],
    ', ',
  );
  const overcome = SHOWN[outcome].ending === 'good' && failures !== '' ? ' on the way' : '';
  return joined(
    [
      usageText(usage),
      budgetText(view),
      isReplayed ? '' : grouped(counted(totalLogs, 'step')),
      isReplayed ? '' : counted(requests, 'request'),
      failures + overcome,
    ],
    separator,
  );
}

/** `2026-03-04 05:06 UTC`. @param at ms since the epoch */
export function dateText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Who did the work and for whom: `The service in octo/other · octo/repo · workflow Nightly · event
 * push · by mona · agent-run-action 1.0.0`.
 */
export function originText(provenance: StepView['provenance']): string {
  const { service, repository, workflow, event, actor } = provenance;
  return joined(
    [
      joined([service.facts.title, otherRepository(provenance) ?? ''], ' in '),
      repository,
      workflow === '' ? '' : `workflow ${workflow}`,
      event === '' ? '' : `event ${event}`,
      actor === '' ? '' : `by ${actor}`,
      ACTION,
    ],
    ' · ',
  );
}

/**
 * How the step ended and why, on one line: the output `error_message`, the error annotation and the
 * end of the job log. Null for good news. May quote agent text.
 */
export function endMessage(view: StepView, table: ShownTable = SHOWN): string | null {
  const message = outcomeMessage(view, table);
  if (message === null) {
    return null;
  }
  // The items of a list become clauses of a sentence.
  let told = '';
  let wasItem = false;
  for (const { text, isItem } of linesOf(message)) {
    if (!isItem) {
      told = `${wasItem ? asSentence(told) : told} ${text}`;
    } else if (wasItem) {
      told = `${told} · ${text}`;
    } else {
      told = `${told.replace(/[:.]$/, '')}: ${text}`;
    }
    wasItem = isItem;
  }
  return told.replace(/[\s\u0085]+/g, ' ').trim();
}

/** A line of a message of ours, of which some are items of a list of problems. */
export interface MessageLine {
  readonly text: string;
  readonly isItem: boolean;
}

export function linesOf(message: string): readonly MessageLine[] {
  return message.split('\n').map((line) => {
    const isItem = line.startsWith('- ');
    return { text: isItem ? line.slice(2) : line, isItem };
  });
}

function outcomeMessage(view: StepView, table: ShownTable): string | null {
  const { errorMessage, cutShort, outcome } = view;
  const { ending, fails } = table[outcome];
  const isOfOneRun = view.runId !== null && verdictIn(view) === null;
  const isAdvised = isOfOneRun && (ending === 'failure' || ending === 'unproven');
  // That of an error, of a verdict, or of a step with many runs, says itself where to go on.
  if (errorMessage !== null && cutShort === null && !isAdvised) {
    return errorMessage;
  }
  if (!fails) {
    return null;
  }
  switch (ending) {
    case 'failure':
      return failureMessage(view, table);
    case 'question':
      return withAddress(questionMessage(view), view);
    default:
      return withAddress(nextStepsText(view, { inThread: false, table }), view);
  }
}

function withAddress(text: string, { webUrl }: StepView): string {
  const address = safeHttpsUrl(webUrl);
  return address === null || text.includes(address) ? text : `${text} See ${address}.`;
}

function failureMessage(view: StepView, table: ShownTable): string {
  const { errorMessage, outcome, runId } = view;
  const { advice = '' } = nextSteps(view, { inThread: false, table });
  if (errorMessage !== null) {
    return withAddress(joined([errorMessage, advice], ' '), view);
  }
  const run = `agent run ${shortId(String(runId))}`;
  const what = `The ${run} ${table[outcome].verb}${statusText(view)}${whyFailed(view, table)}`;
  return withAddress(joined([what, advice], ' '), view);
}

function questionMessage(view: StepView): string {
  const run = `agent run ${shortId(String(view.runId))}`;
  const wait = waitOf(view);
  if (wait !== null) {
    return `The ${run} ${wait.what(ITS_PAGE)}. ${wait.advice(view, { inThread: false })}`;
  }
  const words = shortLine(wordsOf(view), QUOTED_MAX);
  const asks = words === '' ? 'waits for an answer.' : asSentence(`asks: "${words}"`);
  return `The ${run} ${asks} ${howToAnswer(view, { inThread: false })}`;
}

/**
 * Why a run did not succeed, or what it asks, in a few words where its outcome is shown beside it.
 * Empty if there is nothing to say. A message of ours, which may quote agent text.
 */
export function whyOf(
  view: StepView,
  { maxLength, table = SHOWN }: { readonly maxLength: number; readonly table?: ShownTable },
): string {
  return shortMessage(reasonText(view, table), maxLength);
}

/** Likewise, but for a row that tells nothing else: how it ended, where nothing tells why. */
export function whyInRow(
  view: StepView,
  { maxLength, table = SHOWN }: { readonly maxLength: number; readonly table?: ShownTable },
): string {
  const why = whyOf(view, { maxLength, table });
  return why === '' ? shortMessage(untold(view, table), maxLength) : why;
}

function untold(view: StepView, table: ShownTable): string {
  const { errorMessage, outcome } = view;
  switch (table[outcome].ending) {
    case 'question':
      return 'Waits for an answer.';
    case 'failure':
    case 'error':
      return (
        errorMessage ??
        capitalized(`${table[outcome].verb}${statusText(view)}${whyFailed(view, table)}`)
      );
    default:
      return '';
  }
}

function reasonText(view: StepView, table: ShownTable): string {
  const { outcome, errorCode, errorMessage, cutShort, skipReason } = view;
  switch (table[outcome].ending) {
    case 'good':
    case 'handed_on':
      return '';
    case 'open':
      return waitOf(view)?.short ?? openText(view);
    case 'question':
      return waitOf(view)?.short ?? plainWords(wordsOf(view));
    case 'unproven':
      return unprovenInShort(view);
    case 'not_begun':
      return skipReason ?? '';
    case 'cut':
      if (wasStepCancelled(view, table)) {
        return whatIsLeft(view);
      }
      return waitOf(view)?.short ?? cutShort ?? `Ended at the service${statusText(view)}.`;
    case 'failure':
    case 'error':
      if (errorCode === null) {
        return failedText(view, table);
      }
      return `${errorCode}: ${errorMessage ?? failedText(view, table)}`;
  }
}

function openText({ headChecks }: StepView): string {
  return headChecks === null ? '' : checksInShort(headChecks);
}

/** What a step that was cancelled left of its run. The run's address stands beside it. */
const LEFT_BEHIND: Readonly<Record<Exclude<Standing, 'ended'>, string>> = {
  no_run: 'No run was created.',
  maybe_created: 'A run may exist: its create had no answer.',
  untouched: 'Nothing was sent to the run.',
  maybe_resumed: 'It may have got the follow-up.',
  going_on: 'It goes on.',
  not_known: 'Where it stands could not be read.',
};
const STOPPED: Readonly<Record<StopResult, string>> = {
  accepted: 'The service accepted the request to stop it.',
  over: 'Nothing was left to stop.',
  missing: 'It cannot be stopped from here, and goes on.',
  refused: 'The service refused to stop it: it goes on.',
  unsent: 'The request to stop it was not carried out: it goes on.',
  unknown: 'Whether it was stopped is not known.',
};

/** What a step that was cut short left of its run, as short sentences. */
export function whatIsLeft(view: StepView): string {
  const { standing, stopped } = view;
  if (standing === 'ended') {
    return `Ended at the service${statusText(view)}.`;
  }
  if (stopped === null) {
    const wait = standing === 'going_on' ? waitOf(view) : null;
    return wait?.short ?? LEFT_BEHIND[standing];
  }
  const inFlight = standing === 'maybe_resumed' ? LEFT_BEHIND.maybe_resumed : '';
  return joined([inFlight, STOPPED[stopped]], ' ');
}

function unprovenInShort(view: StepView): string {
  const { lacks, errorMessage } = view;
  if (errorMessage !== null) {
    return errorMessage;
  }
  if (lacks === 'result') {
    return isUnread(view) ? 'Its result could not be read.' : 'It gave no result text.';
  }
  // Without anything that `expect` misses, the service's adapter says why.
  const told = lacks === null ? causeFromService(view) : null;
  return told ?? claimsInShort(view);
}

function failedText(view: StepView, table: ShownTable): string {
  const cause = endCause(view, table);
  const inShort = cause === null ? '' : causeInShort(cause, QUOTED_MAX);
  return plainWords(inShort === '' ? wordsOf(view) : inShort);
}

/** Without the marks of emphasis, which a few words do not need. */
function plainWords(markdown: string): string {
  return markdown.replace(/(\*\*|__)(?=\S)([^*_]+)\1/g, '$2');
}

/** A message of ours that is cut has no code span that begins and does not end. */
function shortMessage(text: string, maxLength: number): string {
  const short = shortLine(text, maxLength);
  const ticks = short.split('`').length - 1;
  return ticks % 2 === 0 ? short : short.replace(/`(?=[^`]*$)/, '');
}

/** The cause, or what the agent said instead. */
function whyFailed(view: StepView, table: ShownTable): string {
  const cause = endCause(view, table);
  const inShort = cause === null ? '' : causeInShort(cause, QUOTED_MAX);
  if (inShort !== '') {
    return `: ${asSentence(inShort)}`;
  }
  const words = shortLine(cause?.said ?? '', QUOTED_MAX);
  if (words !== '') {
    return `. ${asSentence(`The agent said: "${words}"`)}`;
  }
  if (cause?.isOvercome === true) {
    return `; its cause is ${OVERCOME}`;
  }
  return `; ${noCauseText(view)}`;
}

/** Null where a warning has said it already, which is enough for a step that is not red. */
function reasonToSkip({ skipReason, warnings }: StepView, red: boolean): string | null {
  const isSaid = skipReason !== null && warnings.includes(skipReason);
  return isSaid && !red ? null : skipReason;
}

/**
 * Whether the step fails (`red`), and the message that says how it ended (contract 1.1 `fail_on`,
 * 7.3). It is empty if the outcome needs none, and may quote agent text.
 *
 * @param given.failOn null if the inputs could not be read
 * @param given.cancelled the signal as text, or null if there was none
 */
export function verdictOf(
  view: StepView,
  {
    failOn,
    cancelled,
    table = SHOWN,
  }: {
    readonly failOn: ReadonlySet<Outcome> | null;
    readonly cancelled: string | null;
    readonly table?: ShownTable;
  },
) {
  const { outcome } = view;
  const chosen = outcome !== 'running' && failOn?.has(outcome) === true;
  // Invalid inputs and signals fail the step regardless of `fail_on` (contract 1.1, 7.3).
  const red =
    chosen ||
    view.errorCode === 'invalid_input' ||
    cancelled !== null ||
    (failOn === null && table[outcome].ending === 'error');
  const plain = table[outcome].fails ? 'warning' : 'notice';
  const level: 'error' | 'warning' | 'notice' = red ? 'error' : plain;
  // The signal arrived after the outcome was settled, and no longer changes it (see `finish`).
  let late = '';
  if (cancelled !== null && view.cutShort !== cancelled) {
    late =
      `${cancelled} That was too late to change the outcome, which stays ` +
      `${view.outcome}, but the step is red.`;
  }
  const run = view.runId === null ? 'step' : `agent run ${shortId(view.runId)}`;
  const named = chosen ? `The ${run} ended as ${outcome}, which \`fail_on\` names.` : '';
  const isSkipped = table[outcome].ending === 'not_begun';
  const told = isSkipped ? reasonToSkip(view, red) : endMessage(view, table);
  return { red, level, title: titleOfEnd(view), message: joined([late, told ?? named], ' ') };
}

/** The title of an annotation. */
function titleOfEnd(view: StepView): string {
  const review = verdictIn(view);
  if (review === null) {
    return `Agent run: ${view.errorCode ?? outcomeWords(view.outcome)}`;
  }
  return review.pass ? 'Agent review: passes' : 'Agent review: does not pass';
}
