/**
 * How a step ended, in words: the names of the outcomes, where the run stands, the one line of
 * annotation, `error_message` and job log (contract 1.2), what to do next, and whether the step
 * fails. Pure. What several destinations show are messages: plain text that may quote others, with
 * code in backticks, which each destination writes with its own sanitizer.
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
import type { RunWait } from '../agents/port.ts';
import { PUSH_A_FIX, verdictIn, verdictText } from './review-words.ts';
import {
  causeFromService,
  causeInShort,
  endCause,
  noCauseText,
  OVERCOME,
  wordsOf,
} from './cause.ts';
import { repositoryLinks, safeHttpsUrl, type RepositoryLink } from '../safe/url.ts';
import { isMendable } from '../github/head-checks.ts';
import { checksInShort } from './checks.ts';
import {
  claimsInShort,
  isUnseen,
  otherRepository,
  provenPullRequest,
  whyUnverified,
} from './pull-requests.ts';
import { outcomeWords, SHOWN, type Outcome, type ShownRow, type ShownTable } from '../outcomes.ts';
import { isTerminal } from '../agents/status-word.ts';
import { budgetText, usageText } from './usage.ts';
import type { StopResult } from '../runner/saved-state.ts';
import type { Standing, StepView } from './step-view.ts';

const TITLE_MAX = 120;
/** UTF-16 units of what the agent says in a line of ours. */
const QUOTED_MAX = 400;
/** Words for a plain failure, which say no more than the outcome. */
const PLAIN_FAILURES: ReadonlySet<string> = new Set(['FAILED', 'FAILURE', 'ERROR']);

/**
 * The status word does not tell: a resumed run still shows the previous one, and inputs may define
 * others.
 */
function wasStepCancelled(
  { outcome, cutShort, standing }: Pick<StepView, 'outcome' | 'standing' | 'cutShort'>,
  table: ShownTable,
): boolean {
  return table[outcome].cutBy === 'signal' && (cutShort !== null || standing !== 'ended');
}

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

/** Whether the run has ended, and the step is about its checks (contract 19.3). */
export function isAtItsChecks({ standing, fixes }: Pick<StepView, 'standing' | 'fixes'>): boolean {
  return standing === 'ended' && fixes !== null;
}

/** What happened, as plain text: `Agent run 123 succeeded after 4m 12s`. */
export function happened(
  view: Pick<
    StepView,
    | 'cutShort'
    | 'durationMs'
    | 'fixes'
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
  const { verb, but, cutBy, ending } = table[outcome];
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
  if (ending === 'open' && isAtItsChecks(view)) {
    return `${runName(view)} has ended, and its checks are waited for`;
  }
  if (cutBy === 'time' && isAtItsChecks(view)) {
    return `${runName(view)} has ended, but its checks ${verb}${after(view)}`;
  }
  const step = runId === null ? 'The step' : `The step that waited for agent run ${shortId(runId)}`;
  const hasStepFailed = ending === 'error' && standing !== 'ended';
  const subject = hasStepFailed || wasStepCancelled(view, table) ? step : runName(view);
  const isResumed = ending === 'handed_on' && view.mode === 'resumed';
  const told = `${subject} ${isResumed ? 'was resumed' : verb}${runId === null ? '' : after(view)}`;
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

function endLookedAt({ turn }: Pick<StepView, 'turn'>, table: ShownTable): ShownRow | null {
  const meaning = turn?.meaning ?? 'unknown';
  return isTerminal(meaning) ? table[meaning] : null;
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

/** Where people see all runs of the service. */
export function runListOf({ service, serverUrl }: StepView['provenance']): string {
  return service.facts.runList(serverUrl);
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

/** Where the run stands. Outside of the thread also how to follow it with this action. */
export function standingText(
  view: Pick<
    StepView,
    'idToBe' | 'provenance' | 'runId' | 'standing' | 'status' | 'threadTurns' | 'turn' | 'webUrl'
  >,
  { inThread = false } = {},
): string {
  const { standing, runId, idToBe, webUrl, status, provenance } = view;
  const run = `run ${shortId(String(runId))}`;
  const where = `at ${safeHttpsUrl(webUrl) ?? 'the service'}`;
  const word = status?.replaceAll('`', '') ?? null;
  const advice = (words: string): string =>
    inThread ? '' : `${words} with \`agent_run_id: ${String(runId)}\` and no \`prompt\``;
  switch (standing) {
    case 'no_run':
      return 'No agent run was created.';
    case 'maybe_created':
      return (
        `Whether a run was created is not known: look at ${runListOf(provenance)}` +
        `${idToBe === null ? '' : `, where it has the id \`${idToBe}\``}.`
      );
    case 'untouched':
      return `Nothing was sent to the ${run} ${where}.`;
    case 'maybe_resumed':
      return (
        `Whether the ${run} received the follow-up is not known: ` +
        `look ${where} before you send it again${advice(', or follow the run')}.`
      );
    case 'going_on': {
      const { why, advice: goOn } = whileItWaits(view, { inThread });
      return why
        ? joined([why, goOn], ' ')
        : `The ${run} goes on ${where}${advice('; follow it')}.`;
    }
    case 'not_known': {
      const shown = word === null ? '' : ` (it shows ${word})`;
      return (
        `The state of the ${run} could not be confirmed${shown}: look ` +
        `${where}${advice(', or follow it')}.`
      );
    }
    case 'ended':
      return (
        `The ${run} has ended (status ${word ?? 'not known'}); ` +
        `look ${where}${advice(', or read its result')}.`
      );
  }
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
  const howToReply = takesMessages(view)
    ? `To answer, ${howToContinue(view, { what: 'your answer', inThread: false })}`
    : REPLY_THERE;
  return `The ${run} ${asks} ${howToReply}`;
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

/** There may be a result that could not be read. */
function isUnread({ turn }: Pick<StepView, 'turn'>): boolean {
  return turn?.isUnread === true;
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

function statusText({ status }: StepView): string {
  return status === null || PLAIN_FAILURES.has(status.toUpperCase()) ? '' : ` (status ${status})`;
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

/** Whether a run takes another message at its service (contract 18.1, 18.5). */
export function takesMessages({
  provenance: { service },
  turn,
}: Pick<StepView, 'provenance' | 'turn'>): boolean {
  return service.facts.can.followUp && turn?.takesNoMessage !== true;
}

/** What is read of a run to say whether, and how, it can be gone on with. */
type Resumable = Pick<StepView, 'provenance' | 'runId' | 'threadTurns' | 'turn'>;

/** How a run is told that waits and has asked nothing (contract 18.5). */
interface WaitWords {
  /** Follows the name of the run, while it is followed. */
  readonly state: string;
  /** Follows the name of the run. `place`: `on its page` */
  readonly what: (place: string) => string;
  /** Where the outcome is shown beside it. */
  readonly short: string;
  readonly advice: (view: Resumable, reader: Reader) => string;
}

const ITS_PAGE = 'on its page';

const WAITS: Readonly<Record<RunWait, WaitWords>> = {
  approval: {
    state: 'waits for an approval',
    what: (place) => `waits for an approval of what it is about to do, which is given ${place}`,
    short: 'Waits for an approval on its page.',
    advice: (view, reader) => thereThenFollow('Approve or refuse it there', view, reader),
  },
  paused: {
    state: 'is paused',
    what: (place) =>
      'is paused, by a person or by the service, and goes on once somebody takes it up ' + place,
    short: 'Is paused: somebody goes on with it on its page.',
    advice: (view, reader) => thereThenFollow('Go on with it there', view, reader),
  },
  waking: {
    state: 'sleeps',
    what: () => 'fell asleep before it was done, and waits for a message that wakes it',
    short: 'Fell asleep, and waits for a message.',
    advice: (view, { inThread }) => {
      const what = '`Go on.`';
      return canReply(view, { inThread })
        ? `To wake it, ${howToContinue(view, { what, inThread })}`
        : '';
    },
  },
};

/** What is done on the run's page, and how this action then goes on with it. */
function thereThenFollow(deed: string, { runId }: Resumable, { inThread }: Reader): string {
  const follow = `then follow the run with \`agent_run_id: ${String(runId)}\` and no \`prompt\``;
  return inThread ? `${deed}.` : `${deed}, ${follow}.`;
}

/** What a run that is still followed waits for, and where that is given. */
function whileItWaits(
  view: Resumable & Pick<StepView, 'webUrl'>,
  reader: Reader,
): Required<NextSteps> {
  const wait = waitOf(view);
  if (wait === null) {
    return { why: '', advice: '' };
  }
  const address = safeHttpsUrl(view.webUrl);
  const place = address === null ? ITS_PAGE : `at ${address}`;
  const why = `The run ${shortId(String(view.runId))} ${wait.what(place)}.`;
  return { why, advice: wait.advice(view, reader) };
}

/** Null for a run that asks, or does not wait. */
function waitOf({ turn }: Pick<StepView, 'turn'>): WaitWords | null {
  const wait = turn?.waitsFor ?? null;
  return wait === null ? null : WAITS[wait];
}

/** `is paused`: of a run that is followed and waits. Null: it does not wait, or has ended. */
export function pauseOf({ turn, webUrl }: Pick<StepView, 'turn' | 'webUrl'>): string | null {
  const wait = turn?.meaning === 'active' ? waitOf({ turn }) : null;
  const address = safeHttpsUrl(webUrl);
  return wait?.what(address === null ? ITS_PAGE : `at ${address}`) ?? null;
}

/** Whether a run that waits has asked something. */
export function asksSomething(view: Pick<StepView, 'turn'>): boolean {
  return waitOf(view) === null;
}

const REPLY_THERE = 'Answer it on its page: this service takes no message from here.';

/** How to continue the same run. `what` is an answer or an instruction. */
function howToContinue(
  { provenance: { reply }, runId, threadTurns }: Resumable,
  { what, inThread }: { readonly what: string; readonly inThread: boolean },
): string {
  const elsewhere =
    `run this action with \`agent_run_id: ${String(runId)}\` ` + `and ${what} as \`prompt\``;
  if (reply === undefined) {
    return `${elsewhere}.`;
  }
  const where = inThread ? 'here' : `in #${reply.thread}`;
  const proviso = reply.isHandedOn ? '' : IF_HANDED_ON[inThread ? 'inThread' : 'elsewhere'];
  // Otherwise the next follow-up would be skipped (contract 1.1).
  const hasTurnLeft = reply.turnsMost === null || threadTurns < reply.turnsMost;
  const first = hasTurnLeft ? '' : 'raise `max_turns` in the workflow, then ';
  const or = inThread ? '' : `, or ${elsewhere}`;
  const way =
    reply.phrase === null
      ? `trigger this workflow again ${where} with ${what}${or}`
      : `comment ${where} with \`${reply.phrase}\` and ${what}`;
  return joined([`${first}${way}.`, proviso], ' ');
}

/** Only the author of the workflow knows whether its prompt contains the comment. */
const IF_HANDED_ON = {
  inThread: 'A comment reaches the agent only if the workflow hands it on.',
  elsewhere:
    'A comment reaches the agent only if the workflow hands it on, by `context: event` or in its ' +
    '`prompt`.',
} as const;

/** The thread to answer in, as the advice names it, or null. */
export function threadLink({ provenance }: StepView): RepositoryLink | null {
  const { serverUrl, repository, reply } = provenance;
  return repositoryLinks(provenance)(`${serverUrl}/${repository}/issues/${reply?.thread ?? 0}`);
}

/** The service itself calls the end unproven. */
const LOOK_FIRST =
  'Look at what it did. Resume the run and ask for its result, or start a new one if it takes no ' +
  'message any more.';

const LOOK_ALONE = 'Look at what it did, and start a new run if that is not enough.';

const NO_RESULT =
  'The agent reported success, but `expect: result` found no result text of this turn.';

const UNREAD_RESULT =
  'The agent reported success, but not all of what it said could be read, so that ' +
  '`expect: result` is not known to be met.';

interface NextSteps {
  /** What happened, of any number of lines, as the service or GitHub may have said it. */
  readonly why?: string;
  /** What to do next, on one line in this action's own words. */
  readonly advice?: string;
}

interface Reader {
  /** Read by people who comment in the thread and may not know the workflow. */
  readonly inThread: boolean;
}

/** The meaning of the outcome and what to do next, as far as there is something to add. */
export function nextSteps(
  view: StepView,
  { inThread, table = SHOWN }: Reader & { readonly table?: ShownTable },
): NextSteps {
  switch (table[view.outcome].ending) {
    case 'good':
      return {};
    case 'open':
      return whileItWaits(view, { inThread });
    case 'failure':
      return afterFailure(view, { inThread });
    case 'question':
      return afterQuestion(view, { inThread });
    case 'cut':
      return afterCut(view, { inThread, table });
    case 'unproven':
      return afterUnproven(view, { inThread });
    case 'handed_on':
      return afterHandingOn(view, { inThread, table });
    case 'not_begun':
      return { why: view.skipReason ?? table[view.outcome].sentence };
    case 'error':
      return { why: joined([view.errorCode ?? 'internal', view.errorMessage ?? ''], ': ') };
  }
}

function afterFailure(view: StepView, { inThread }: Reader): NextSteps {
  const why = view.errorMessage ?? '';
  if (verdictIn(view) !== null) {
    return { advice: PUSH_A_FIX };
  }
  // A limit that its create has set cannot be raised (contract 20).
  if (view.errorCode === 'budget_exceeded' || view.turn?.isAtLimit === true) {
    return { why };
  }
  if (view.errorCode === 'quota_exceeded') {
    return { why, advice: onceThatIsSettled(view, { inThread }) };
  }
  if (!takesMessages(view)) {
    // One that never began did not fail at its task.
    const hasBegun = view.turn?.takesNoMessage !== true || view.totalLogs > 0;
    const anew = hasBegun ? 'Start a new run with a narrower task.' : 'Start a new run.';
    return { why, advice: inThread ? '' : anew };
  }
  if (!canReply(view, { inThread })) {
    return { why };
  }
  const what = 'what to do differently';
  const again = `To try again, ${howToContinue(view, { what, inThread })}`;
  const narrower = inThread ? '' : 'Or start a new run with a narrower task.';
  return { why, advice: joined([again, narrower], ' ') };
}

/**
 * The run stopped for want of credit, or at another limit of the account (contract 18.5): the cause
 * says which.
 */
function onceThatIsSettled(view: StepView, { inThread }: Reader): string {
  if (!takesMessages(view)) {
    return inThread ? '' : 'Once that is settled, start a new run.';
  }
  if (!canReply(view, { inThread })) {
    return '';
  }
  const goOn = howToContinue(view, { what: '`Go on.`', inThread });
  return `Once that is settled, ${goOn}`;
}

function afterQuestion(view: StepView, { inThread }: Reader): NextSteps {
  const wait = waitOf(view);
  if (wait !== null) {
    return { why: `It ${wait.what(ITS_PAGE)}.`, advice: wait.advice(view, { inThread }) };
  }
  const waiting = 'The agent is waiting for an answer.';
  if (!takesMessages(view)) {
    return { advice: `${waiting} ${REPLY_THERE}` };
  }
  if (!canReply(view, { inThread })) {
    return { advice: waiting };
  }
  const howToReply = howToContinue(view, { what: 'your answer', inThread });
  return { advice: `To answer, ${howToReply} The same run continues.` };
}

function afterCut(
  view: StepView,
  { inThread, table }: Reader & { readonly table: ShownTable },
): NextSteps {
  const { cutShort, errorMessage } = view;
  const { cutBy, sentence } = table[view.outcome];
  if (cutBy === 'signal' && !wasStepCancelled(view, table)) {
    const again = 'If the task is still wanted, start a new run.';
    return {
      why: `The run was cancelled at the service${statusText(view)}.`,
      advice: inThread ? '' : again,
    };
  }
  const why = joined([cutShort ?? sentence, errorMessage ?? ''], ' ');
  // The answer to a request to stop the run says where it stands, but not what became of a
  // follow-up that was on its way (contract 7.3).
  if (errorMessage !== null && view.standing !== 'maybe_resumed') {
    return { why };
  }
  return { why, advice: standingAndCost(view, { inThread }) };
}

/** One that was there before was looked at once. */
function afterHandingOn(
  view: StepView,
  { inThread, table }: Reader & { readonly table: ShownTable },
): NextSteps {
  const end = view.mode === 'attached' ? endLookedAt(view, table) : null;
  if (end?.ending === 'question') {
    return afterQuestion(view, { inThread });
  }
  const standing = standingAndCost(view, { inThread });
  return { advice: end === null ? `${standing} This step did not wait for it.` : standing };
}

function afterUnproven(view: StepView, { inThread }: Reader): NextSteps {
  if (view.lacks === null && view.errorMessage !== null) {
    // The post step knows no more than the message (contract 7.3).
    return { why: view.errorMessage, advice: standingText(view, { inThread }) };
  }
  const fromService = causeFromService(view);
  if (view.lacks === null && fromService !== null) {
    const lookFirst = takesMessages(view) ? LOOK_FIRST : LOOK_ALONE;
    return { why: fromService, advice: inThread ? '' : lookFirst };
  }
  const hasPullRequest = view.headChecks !== null || provenPullRequest(view) !== null;
  if (view.lacks === 'checks' && hasPullRequest) {
    return afterChecks(view, { inThread });
  }
  const expected = view.lacks ?? 'pull_request';
  if (expected === 'result' && isUnread(view)) {
    const again = `follow the run with \`agent_run_id: ${String(view.runId)}\` and no \`prompt\``;
    return { why: UNREAD_RESULT, advice: inThread ? '' : `To read the result, ${again}.` };
  }
  const why = expected === 'result' ? NO_RESULT : (view.errorMessage ?? whyUnverified(view));
  if (inThread) {
    return { why };
  }
  const orRemove = `or remove \`expect: ${expected}\`.`;
  if (expected !== 'result' && view.claims === null) {
    const token = "Leave `github_token` at its default, which is the job's token";
    return { why, advice: `${token}, or give it one; ${orRemove}` };
  }
  if (expected !== 'result' && isUnseen(view)) {
    return { why, advice: `Look for it on GitHub, ${orRemove}` };
  }
  const ask = takesMessages(view) ? 'Resume the run and ask' : 'Start a new run that asks';
  return { why, advice: `${ask} for one, ${orRemove}` };
}

/** There is a pull request, and its checks are not as `expect: checks` wants them. */
function afterChecks(view: StepView, { inThread }: Reader): NextSteps {
  const why = view.errorMessage ?? '';
  const state = view.headChecks?.state;
  if (state?.kind !== 'red' || !isMendable(state.failed)) {
    // What keeps it from being judged, or mended, the message says with what to do about it.
    return { why };
  }
  // A limit that its create has set cannot be raised, and ends each further turn (contract 20).
  if (!takesMessages(view) || view.turn?.isAtLimit === true) {
    return { why, advice: 'Mend it on its branch.' };
  }
  if (!canReply(view, { inThread })) {
    return { why };
  }
  const what = 'what is to be mended';
  return { why, advice: `To have it mended, ${howToContinue(view, { what, inThread })}` };
}

/** Whether who reads this can send the run a message. */
function canReply(view: Resumable, { inThread }: Reader): boolean {
  const isReachable = !inThread || view.provenance.reply !== undefined;
  return view.runId !== null && takesMessages(view) && isReachable;
}

function standingAndCost(view: StepView, reader: Reader): string {
  return joined([standingText(view, reader), whatItCosts(view)], ' ');
}

/** Who cancels a step may think that the agent has stopped with it. */
function whatItCosts(view: StepView): string {
  const { standing, provenance } = view;
  const isStoppable = provenance.service.facts.can.stop;
  if (isStoppable || standing !== 'going_on' || !wasStepCancelled(view, SHOWN)) {
    return '';
  }
  return (
    'This service cannot be asked to stop it: ' +
    'it works, and costs, until it ends or is stopped there.'
  );
}

/** Both on one line after the other. */
export function nextStepsText(view: StepView, options: Parameters<typeof nextSteps>[1]): string {
  const { why = '', advice = '' } = nextSteps(view, options);
  return joined([why, advice], ' ');
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
  const message = (isSkipped ? reasonToSkip(view, red) : endMessage(view, table)) ?? named;
  return { red, level, title: titleOfEnd(view), message: joined([late, message], ' ') };
}

/** The title of an annotation. */
function titleOfEnd(view: StepView): string {
  const review = verdictIn(view);
  if (review === null) {
    return `Agent run: ${view.errorCode ?? outcomeWords(view.outcome)}`;
  }
  return review.pass ? 'Agent review: passes' : 'Agent review: does not pass';
}
