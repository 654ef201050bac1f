/**
 * What people should do next about a run, in words: where it stands and what it waits for, and what
 * follows from each outcome. `go-on.ts` says how to go on with it. Pure. Messages, as in
 * `verdict.ts`, which tells what has happened.
 */
import { joined, shortId } from '../safe/text.ts';
import type { RunWait } from '../agents/port.ts';
import { isTerminal } from '../agents/status-word.ts';
import { PUSH_A_FIX, verdictIn } from './review-words.ts';
import { causeFromService } from './cause.ts';
import { repositoryLinks, safeHttpsUrl, type RepositoryLink } from '../safe/url.ts';
import { isMendable } from '../github/head-checks.ts';
import { isUnseen, provenPullRequest, whyUnverified } from './pull-requests.ts';
import { SHOWN, type ShownRow, type ShownTable } from '../outcomes.ts';
import {
  canGoOn,
  canReply,
  howToAnswer,
  howToContinue,
  howToFollow,
  isAtItsLimit,
  raiseLimit,
  takesMessages,
  type Reader,
  type Resumable,
} from './go-on.ts';
import type { StepView } from './step-view.ts';

/** Words for a plain failure, which say no more than the outcome. */
const PLAIN_FAILURES: ReadonlySet<string> = new Set(['FAILED', 'FAILURE', 'ERROR']);

/** How the post step tells a step that came to no end. */
export const STEP_KILLED = 'The step was killed.';

/**
 * The status word does not tell: a resumed run still shows the previous one, and inputs may define
 * others.
 */
export function wasStepCancelled(
  { outcome, cutShort, standing }: Pick<StepView, 'outcome' | 'standing' | 'cutShort'>,
  table: ShownTable,
): boolean {
  return table[outcome].cutBy === 'signal' && (cutShort !== null || standing !== 'ended');
}

export function statusText({ status }: StepView): string {
  return status === null || PLAIN_FAILURES.has(status.toUpperCase()) ? '' : ` (status ${status})`;
}

/** There may be a result that could not be read. */
export function isUnread({ turn }: Pick<StepView, 'turn'>): boolean {
  return turn?.isUnread === true;
}

/** Where people see all runs of the service. */
export function runListOf({ service, serverUrl }: StepView['provenance']): string {
  return service.facts.runList(serverUrl);
}

/** Where the run stands. Outside of the thread also how to follow it with this action. */
export function standingText(
  view: Resumable & Pick<StepView, 'idToBe' | 'standing' | 'status' | 'webUrl'>,
  { inThread = false } = {},
): string {
  const { standing, runId, idToBe, webUrl, status, provenance } = view;
  const run = `run ${shortId(String(runId))}`;
  const where = `at ${safeHttpsUrl(webUrl) ?? 'the service'}`;
  const word = status?.replaceAll('`', '') ?? null;
  const advice = (words: string): string => (inThread ? '' : `${words} with ${howToFollow(view)}`);
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

export const ITS_PAGE = 'on its page';

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
    what: () => 'fell asleep, and waits for a message that wakes it',
    short: 'Fell asleep, and waits for a message.',
    advice: (view, { inThread }) => {
      if (takesMessages(view) && isAtItsLimit(view)) {
        return raiseLimit(view);
      }
      const what = '`Go on.`';
      return canReply(view, { inThread })
        ? `To wake it, ${howToContinue(view, { what, inThread })}`
        : '';
    },
  },
};

/** What is done on the run's page, and how this action then goes on with it. */
function thereThenFollow(deed: string, view: Resumable, { inThread }: Reader): string {
  return inThread ? `${deed}.` : `${deed}, then follow the run with ${howToFollow(view)}.`;
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
export function waitOf({ turn }: Pick<StepView, 'turn'>): WaitWords | null {
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
  // Its end is told by the limit that it reached, with what to do.
  if (view.errorCode === 'budget_exceeded' || view.turn?.isAtLimit === true) {
    return { why };
  }
  if (view.errorCode === 'quota_exceeded') {
    return { why, advice: onceThatIsSettled(view, { inThread }) };
  }
  if (isAtItsLimit(view)) {
    return { why, advice: inThread ? '' : raiseLimit(view) };
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
  if (!canGoOn(view)) {
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
  const howToReply = howToAnswer(view, { inThread });
  if (!canGoOn(view)) {
    return { advice: `${waiting} ${howToReply}` };
  }
  if (!canReply(view, { inThread })) {
    return { advice: waiting };
  }
  return { advice: `${howToReply} The same run continues.` };
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

/** A run that was there before was read once: whether it asks, has ended or goes on. */
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

/** The row of the end that the one look at the run has shown, or null. */
export function endLookedAt({ turn }: Pick<StepView, 'turn'>, table: ShownTable): ShownRow | null {
  const meaning = turn?.meaning ?? 'unknown';
  return isTerminal(meaning) ? table[meaning] : null;
}

function afterUnproven(view: StepView, { inThread }: Reader): NextSteps {
  if (view.lacks === null && view.errorMessage !== null) {
    // The post step knows no more than the message (contract 7.3).
    return { why: view.errorMessage, advice: standingText(view, { inThread }) };
  }
  const fromService = causeFromService(view);
  if (view.lacks === null && fromService !== null) {
    const lookFirst = canGoOn(view) ? LOOK_FIRST : LOOK_ALONE;
    return { why: fromService, advice: inThread ? '' : lookFirst };
  }
  const hasPullRequest = view.headChecks !== null || provenPullRequest(view) !== null;
  if (view.lacks === 'checks' && hasPullRequest) {
    return afterChecks(view, { inThread });
  }
  const expected = view.lacks ?? 'pull_request';
  if (expected === 'result' && isUnread(view)) {
    const again = `To read the result, follow the run with ${howToFollow(view)}.`;
    return { why: UNREAD_RESULT, advice: inThread ? '' : again };
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
  const ask = canGoOn(view) ? 'Resume the run and ask' : 'Start a new run that asks';
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
  if (!canGoOn(view)) {
    return { why, advice: 'Mend it on its branch.' };
  }
  if (!canReply(view, { inThread })) {
    return { why };
  }
  const what = 'what is to be mended';
  return { why, advice: `To have it mended, ${howToContinue(view, { what, inThread })}` };
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
