/**
 * What one answer about a session means for a turn (contract 18.5; sheet, sections 4, 5 and 8.2).
 * The words of a session tell little, and much of what it shows stays from earlier turns: what
 * counts is what is new. Pure.
 */
import type { Meaning, OutputShown, PullRequestLead, RunShown, Turn } from '../port.ts';
import { leadsTo, leadsToSeen } from '../kit/memo.ts';
import { isTerminal } from '../status-word.ts';
import { OWN_AFTER_MS } from '../values.ts';
import { identityIn } from './key.ts';
import { outputDigest, type Memo } from './memo.ts';
import { OUTCOME_MEANINGS, readOutcome, type ToldOutcome } from './outcome.ts';
import type { Session } from './schema.ts';
import {
  failureText,
  isAtLimit,
  isGone,
  stateOf,
  wordMeaning,
  wordOf,
  type SessionState,
} from './words.ts';

/** What is known of a turn beside the session itself. */
export interface TurnFacts {
  readonly mode: Turn['mode'];
  /** An earlier attempt has sent the follow-up, so that nothing is known of what was before. */
  readonly isFound: boolean;
  /** The session before a follow-up; null: nothing was before, or it is not known. */
  readonly before: Memo | null;
  /**
   * Digests of the pull requests before a follow-up, empty without one. Null: they are not known,
   * so that none is new by itself.
   */
  readonly pullsBefore: readonly string[] | null;
  /** The output before a follow-up; null: nothing was before, or it is not known. */
  readonly outputBefore: OutputShown | null;
  /** The agent's last message of the turn, null without one. */
  readonly lastMessage: string | null;
  /** At the end of the follow-up; null: none, or there was no follow-up. */
  readonly mark: string | null;
  /** The follow-up stands in the log. */
  readonly isEchoed: boolean;
  /** The session was seen at work since the turn began. */
  readonly hasWorked: boolean;
  /** Since the turn began, in ms. */
  readonly waitedMs: number;
  /** Since the last message came, in ms. */
  readonly quietMs: number;
  /** Above, the turn counts as ended, although the session shows no end (contract 4.3, 18.2). */
  readonly isEndedAbove: boolean;
}

/** A session by itself: everything that it shows counts. */
export const BY_ITSELF: TurnFacts = {
  mode: 'attached',
  isFound: false,
  before: null,
  pullsBefore: [],
  outputBefore: null,
  lastMessage: null,
  mark: null,
  isEchoed: false,
  hasWorked: false,
  waitedMs: Infinity,
  quietMs: Infinity,
  isEndedAbove: false,
};

export function shownSession(session: Session, facts: TurnFacts): RunShown {
  const news = newsOf(session, facts);
  const { meaning, cause, isUnbegun = false } = sessionVerdict(session, { facts, news });
  const isOver = isTerminal(meaning) || facts.isEndedAbove;
  return {
    id: session.id,
    webUrl: session.url,
    status: wordOf(session),
    meaning,
    result: isOver ? news.result : undefined,
    isOwnResult: isOver,
    structured: isOver ? news.structured : undefined,
    lastWords: isOver ? facts.lastMessage : undefined,
    isUnbegun,
    cause,
    waitsFor: meaning === 'needs_input' ? waitOf(session, news) : null,
    takesNoMessage: isGone(session),
    isOutOfMoney: stateOf(session) === 'out_of_money',
    isAtLimit: isAtLimit(session),
    pullRequests: leadsOf(session, facts),
    awaitsPullRequest: 'no',
    usage: usageOf(session),
    createdAt: session.createdAt,
    key: identityIn(session.tags),
  };
}

/** What it waits for without having asked anything (contract 18.5). */
function waitOf(session: Session, { outcome }: News): RunShown['waitsFor'] {
  switch (stateHere(session)) {
    case 'approval':
      return 'approval';
    case 'sleeps':
      return outcome === null ? 'waking' : null;
    default:
      return null;
  }
}

/** 0 is not told: it lags, or the plan does not count in ACUs (sheet, section 5). */
function usageOf({ acus }: Session): RunShown['usage'] {
  return acus === null || acus <= 0 ? null : { unit: 'acu', amount: acus, costUsd: null };
}

/** Those of all turns: which of them are this turn's, GitHub tells where nothing else does. */
function leadsOf(
  { pullRequests }: Session,
  { pullsBefore }: TurnFacts,
): readonly PullRequestLead[] {
  return pullsBefore === null ? leadsToSeen(pullRequests, []) : leadsTo(pullRequests, pullsBefore);
}

/** The addresses of pull requests that are known not to have been there before the turn. */
export function newPulls(session: Session, facts: TurnFacts): readonly string[] {
  return leadsOf(session, facts).flatMap((lead) =>
    lead.kind === 'address' && !lead.isEarlier ? [lead.url] : [],
  );
}

/** What is new in the turn. */
interface News {
  /** There is an output of this turn, in whichever form. */
  readonly hasOutput: boolean;
  /** How the turn ended by the output's word; null: it does not tell. */
  readonly outcome: ToldOutcome['outcome'] | null;
  /** The message of the turn's output, or else the agent's last message. */
  readonly result: string | null;
  /** The answer in the turn's output, as JSON; an output in another form is one itself. */
  readonly structured: string | null;
  readonly hasPull: boolean;
}

function newsOf(session: Session, facts: TurnFacts): News {
  const told = readOutcome(session.output);
  const own = isOutputOwn(session, { told, facts }) ? session.output : null;
  const ownTold = own === null ? null : told;
  const message = ownTold === null || ownTold.message === '' ? null : ownTold.message;
  const foreign = own === null || told !== null ? null : JSON.stringify(own);
  // The agent has answered, and may have left its output as it was.
  const isAnswered = facts.isEchoed && facts.lastMessage !== null;
  return {
    hasOutput: own !== null,
    outcome: isAnswered || own !== null ? (told?.outcome ?? null) : null,
    result: message ?? facts.lastMessage,
    structured: ownTold === null ? foreign : ownTold.answer,
    hasPull: newPulls(session, facts).length > 0,
  };
}

/**
 * The output stays from the turn before until another comes. It is this turn's where it names the
 * follow-up, or names no message and is another than before (contract 18.5). Without a follow-up
 * none is in another form than the one that the create asked for (sheet, section 4).
 */
function isOutputOwn(
  session: Session,
  { told, facts }: { readonly told: ToldOutcome | null; readonly facts: TurnFacts },
): boolean {
  const { mode, mark, outputBefore } = facts;
  if (session.output === null) {
    return false;
  }
  if (mode !== 'resumed') {
    return told !== null || !isOwnCreate(session, facts);
  }
  const reference = told?.reference ?? '';
  if (reference !== '') {
    return mark !== null && reference.includes(mark);
  }
  return outputBefore !== null && outputDigest(session) !== outputBefore.digest;
}

interface Verdict {
  readonly meaning: Meaning;
  readonly cause: string | null;
  /** See `RunShown`. */
  readonly isUnbegun?: boolean;
}

const ACTIVE: Verdict = { meaning: 'active', cause: null };
const UNBEGUN: Verdict = { meaning: 'active', cause: null, isUnbegun: true };
const SUCCEEDED: Verdict = { meaning: 'succeeded', cause: null };
const CANCELLED: Verdict = { meaning: 'cancelled', cause: null };
const UNVERIFIED: Verdict = {
  meaning: 'unverified',
  cause: 'The session ended without the output that it was asked for.',
};

/** In the order of the sheet's section 4. */
function sessionVerdict(
  session: Session,
  { facts, news }: { readonly facts: TurnFacts; readonly news: News },
): Verdict {
  const state = stateHere(session);
  switch (state) {
    // Told in the session's words, whatever the output says (contract 18.5).
    case 'failed':
    case 'out_of_money':
      return { meaning: 'failed', cause: failureText(session) };
    case 'approval':
      return { meaning: 'needs_input', cause: null };
    case 'queued':
    case 'working':
      // What it has told so far is its last word only where the turn is over.
      if (news.outcome !== null && facts.isEndedAbove) {
        return toldVerdict(news.outcome, news.result);
      }
      return ACTIVE;
    case 'unknown':
      // Its own word wins over one that nobody knows, once nothing more is said.
      if (news.outcome !== null && (facts.isEndedAbove || facts.quietMs >= OWN_AFTER_MS)) {
        return toldVerdict(news.outcome, news.result);
      }
      return { meaning: 'unknown', cause: null };
    default:
      // Whatever else it shows may be of the turn before, and is no reason not to send it anew.
      if (facts.isFound && state === 'put_to_sleep' && !news.hasOutput) {
        return CANCELLED;
      }
      if (news.outcome === null) {
        return endVerdict(session, { state, facts, news });
      }
      return toldVerdict(news.outcome, news.result);
  }
}

/** One that is archived sleeps because it was stopped, whatever its detail (sheet, section 8.3). */
function stateHere(session: Session): SessionState {
  const state = stateOf(session);
  return state === 'sleeps' && session.isArchived ? 'put_to_sleep' : state;
}

function toldVerdict(outcome: ToldOutcome['outcome'], words: string | null): Verdict {
  return { meaning: OUTCOME_MEANINGS[outcome], cause: outcome === 'done' ? null : words };
}

/** The end of a turn without an output in the action's own form. */
function endVerdict(
  session: Session,
  {
    state,
    facts,
    news,
  }: { readonly state: SessionState; readonly facts: TurnFacts; readonly news: News },
): Verdict {
  const { lastMessage } = facts;
  const isAsked = wasAskedForOutput(session, facts);
  const hasNews = news.hasOutput || news.hasPull;
  const isDone = news.hasOutput || (news.hasPull && !isAsked);
  // What was said before it fell asleep is no question.
  const question = state === 'sleeps' ? null : lastMessage;
  const atRest: Verdict = isDone ? SUCCEEDED : { meaning: 'needs_input', cause: question };
  switch (state) {
    case 'finished':
      return isAsked && !news.hasOutput ? UNVERIFIED : SUCCEEDED;
    case 'exited':
      return hasNews || lastMessage !== null ? SUCCEEDED : UNVERIFIED;
    case 'cancelled':
      return CANCELLED;
    case 'put_to_sleep':
      return hasNews ? atRest : CANCELLED;
    case 'waits':
      if (!hasNews && mayNotHaveBegun(facts)) {
        return facts.hasWorked ? ACTIVE : UNBEGUN;
      }
      return atRest;
    default:
      return atRest;
  }
}

/** A new session may wait before it has begun, and be shown so before what it says (section 10). */
function mayNotHaveBegun({ mode, lastMessage, hasWorked, quietMs }: TurnFacts): boolean {
  const hasBegun = hasWorked && quietMs >= OWN_AFTER_MS;
  return mode === 'created' && lastMessage === null && !hasBegun;
}

/** Then a turn that ends without one asks. */
function wasAskedForOutput(session: Session, facts: TurnFacts): boolean {
  const { outputBefore } = facts;
  const hadOutput = outputBefore !== null && outputBefore.digest !== null;
  return session.output !== null || hadOutput || isOwnCreate(session, facts);
}

/** The action has created it, in this step or in another one. */
function isOwnCreate({ tags }: Session, { mode }: TurnFacts): boolean {
  return mode === 'created' || identityIn(tags) !== null;
}

/** How long a session without credit may take to go on after a message (sheet, section 10). */
const MONEY_MS = 120_000;

export interface ShownInTurn {
  readonly shown: RunShown;
  /** An end that is shown is that of this turn. */
  readonly isOwn: boolean;
}

/**
 * What a session shows, as far as it is this turn's: after a follow-up it may show the end of the
 * turn before for a while (sheet, section 8.2).
 *
 * @param runBefore the session before the follow-up, null if it could not be read
 */
export function shownInTurn(
  session: Session,
  { facts, runBefore }: { readonly facts: TurnFacts; readonly runBefore: RunShown | null },
): ShownInTurn {
  const shown = shownSession(session, facts);
  const wordBefore = runBefore?.status ?? facts.before?.word ?? null;
  const meaningBefore = runBefore?.meaning ?? wordMeaning(wordBefore);
  const isEnd = isTerminal(shown.meaning);
  // One that was at work takes the message in, so that its end may come at any time.
  const isOpen = facts.mode !== 'resumed' || !isEnd || meaningBefore === 'active';
  if (isOpen || isOwnEnd(session, facts, wordBefore)) {
    return { shown, isOwn: true };
  }
  const { result: _, structured: __, lastWords: ___, ...rest } = shown;
  if (facts.hasWorked || facts.lastMessage !== null) {
    return { shown: { ...rest, meaning: 'active', cause: null, waitsFor: null }, isOwn: false };
  }
  const asBefore = { status: wordBefore, meaning: meaningBefore, cause: null };
  return { shown: { ...rest, ...asBefore }, isOwn: false };
}

function isOwnEnd(session: Session, facts: TurnFacts, wordBefore: string | null): boolean {
  const state = stateOf(session);
  const isOtherWord = wordOf(session) !== wordBefore;
  if (state === 'out_of_money') {
    return isOtherWord || facts.waitedMs >= MONEY_MS;
  }
  // A session that waits falls asleep by itself, which is no sign of a turn.
  const isRest = state === 'waits' || state === 'sleeps' || state === 'finished';
  if (!isRest && isOtherWord) {
    return true;
  }
  const isArrived = facts.isEchoed || facts.waitedMs >= OWN_AFTER_MS;
  const told = readOutcome(session.output);
  const hasOutput = isOutputOwn(session, { told, facts });
  // What was said alone may be sooner than the session that is shown.
  const isAnswered = facts.lastMessage !== null && facts.quietMs >= OWN_AFTER_MS;
  return isArrived && (isAnswered || facts.hasWorked || hasOutput);
}
