/**
 * What one answer about a session means for a turn (contract 18.5; sheet, sections 4, 5 and 8.2).
 * The words of a session tell little, and much of what it shows stays from earlier turns: what
 * counts is what is new. Pure.
 */
import { OWN_AFTER_MS } from '../entry.ts';
import type { Meaning, OutputShown, PullRequestLead, RunShown, Turn } from '../port.ts';
import { keyIn } from './key.ts';
import { outputDigest, pullDigest, type Memo } from './memo.ts';
import { OUTCOME_MEANINGS, readOutcome, type ToldOutcome } from './outcome.ts';
import type { Session } from './schema.ts';
import { moneyText, stateOf, wordMeaning, wordOf, type SessionState } from './words.ts';

/** What is known of a turn beside the session itself. */
export interface TurnFacts {
  readonly mode: Turn['mode'];
  /** The session before a follow-up; null: nothing was before, or it is not known. */
  readonly before: Memo | null;
  /** Digests of the pull requests before a follow-up; null: none were, or they are not known. */
  readonly pullsBefore: readonly string[] | null;
  /** The output before a follow-up; null: nothing was before, or it is not known. */
  readonly outputBefore: OutputShown | null;
  /** The agent's last message of the turn, null without one. */
  readonly lastMessage: string | null;
  /** The follow-up stands in the log. */
  readonly isEchoed: boolean;
  /** The session was seen at work since the turn began. */
  readonly hasWorked: boolean;
  /** Since the turn began, in ms. */
  readonly waitedMs: number;
  /** Since the last message came, in ms. */
  readonly quietMs: number;
}

/** Of a session by itself: everything that it shows counts. */
export const BY_ITSELF: TurnFacts = {
  mode: 'attached',
  before: null,
  pullsBefore: null,
  outputBefore: null,
  lastMessage: null,
  isEchoed: false,
  hasWorked: false,
  waitedMs: Infinity,
  quietMs: Infinity,
};

export function shownSession(session: Session, facts: TurnFacts): RunShown {
  const news = newsOf(session, facts);
  const { meaning, cause, isUnbegun = false } = sessionVerdict(session, { facts, news });
  const isOver = meaning !== 'active' && meaning !== 'unknown';
  return {
    id: session.id,
    webUrl: session.url,
    status: wordOf(session),
    meaning,
    result: isOver ? news.result : undefined,
    structured: isOver ? news.structured : undefined,
    isUnbegun,
    cause,
    isOutOfMoney: stateOf(session) === 'out_of_money',
    pullRequests: session.pullRequests.map((url) => leadOf(url, facts)),
    awaitsPullRequest: 'no',
    usage: usageOf(session),
    createdAt: session.createdAt,
    key: keyIn(session.tags),
  };
}

/** 0 is not told: it lags, or the plan does not count in ACUs (sheet, section 5). */
function usageOf({ acus }: Session): RunShown['usage'] {
  return acus === null || acus <= 0 ? null : { unit: 'acu', amount: acus, costUsd: null };
}

function leadOf(url: string, facts: TurnFacts): PullRequestLead {
  return { kind: 'address', url, isEarlier: isEarlier(url, facts) };
}

function isEarlier(url: string, { mode, pullsBefore }: TurnFacts): boolean {
  if (mode !== 'resumed') {
    return false;
  }
  return pullsBefore === null || pullsBefore.includes(pullDigest(url));
}

/** The addresses of pull requests that were not there before the turn. */
export function newPulls(session: Session, facts: TurnFacts): readonly string[] {
  return session.pullRequests.filter((url) => !isEarlier(url, facts));
}

/** What is new in the turn. */
interface News {
  /** There is a new output, in whichever form. */
  readonly hasOutput: boolean;
  /** It is in the action's own form. */
  readonly told: ToldOutcome | null;
  /** The message of the output, or without one the agent's last message. */
  readonly result: string | null;
  /** The same, but of an output that is as it was before the turn the agent's last message. */
  readonly words: string | null;
  /** The answer in it, as JSON; the last message where it has none. */
  readonly structured: string | null;
  readonly hasPull: boolean;
}

function newsOf(session: Session, facts: TurnFacts): News {
  const { lastMessage } = facts;
  const hasOutput = isOutputNew(session, facts);
  const told = hasOutput ? readOutcome(session.output) : null;
  const message = told === null || told.message === '' ? null : told.message;
  const isRepeated = facts.mode === 'resumed' && !isOutputChanged(session, facts);
  const foreign = hasOutput ? JSON.stringify(session.output) : null;
  return {
    hasOutput,
    told,
    result: message ?? lastMessage,
    words: isRepeated ? (lastMessage ?? message) : (message ?? lastMessage),
    structured: told === null ? foreign : (told.answer ?? lastMessage),
    hasPull: newPulls(session, facts).length > 0,
  };
}

/** It stays from the turn before, until another comes that may say the same (contract 18.5). */
function isOutputNew(session: Session, facts: TurnFacts): boolean {
  if (session.output === null) {
    return false;
  }
  if (facts.mode !== 'resumed' || isOutputChanged(session, facts)) {
    return true;
  }
  // Work that was too short to be seen has followed as well, once nothing more is said: an answer
  // counts also where it says the same as the one before (contract 4.5).
  const hasWorked = facts.hasWorked || facts.quietMs >= OWN_AFTER_MS;
  return facts.isEchoed && facts.lastMessage !== null && hasWorked;
}

/** It is another than before the follow-up. */
function isOutputChanged(session: Session, { outputBefore }: TurnFacts): boolean {
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

const NO_REASON = 'The service gives no reason.';

/** In the order of the sheet's section 4. */
function sessionVerdict(
  session: Session,
  { facts, news }: { readonly facts: TurnFacts; readonly news: News },
): Verdict {
  const state = stateOf(session);
  switch (state) {
    case 'failed':
      return { meaning: 'failed', cause: news.words ?? NO_REASON };
    case 'out_of_money':
      return { meaning: 'failed', cause: moneyText(String(wordOf(session))) };
    case 'approval':
      return {
        meaning: 'needs_input',
        cause: facts.lastMessage ?? 'The session waits for an approval.',
      };
    case 'queued':
    case 'working':
      return ACTIVE;
    case 'unknown':
      // Its own word wins over one that nobody knows, once nothing more is said.
      if (news.told !== null && facts.quietMs >= OWN_AFTER_MS) {
        return toldVerdict(news.told, news.words);
      }
      return { meaning: 'unknown', cause: null };
    default:
      if (news.told === null) {
        return endVerdict(session, { state, facts, news });
      }
      return toldVerdict(news.told, news.words);
  }
}

function toldVerdict({ outcome }: ToldOutcome, words: string | null): Verdict {
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
  const asks: Verdict = { meaning: 'needs_input', cause: lastMessage };
  const isAsked = wasAskedForOutput(session, facts);
  const hasNews = news.hasOutput || news.hasPull;
  switch (state) {
    case 'finished':
      return isAsked && !news.hasOutput ? UNVERIFIED : SUCCEEDED;
    case 'exited':
      return hasNews || lastMessage !== null ? SUCCEEDED : UNVERIFIED;
    case 'cancelled':
      return CANCELLED;
    case 'put_to_sleep':
      if (!hasNews) {
        return CANCELLED;
      }
      break;
    case 'waits':
      if (!hasNews && mayNotHaveBegun(facts)) {
        return facts.hasWorked ? ACTIVE : UNBEGUN;
      }
      break;
    default:
  }
  const isDone = news.hasOutput || (news.hasPull && !isAsked);
  return isDone ? SUCCEEDED : asks;
}

/** A new session may wait before it has begun, and be shown so before what it says (section 10). */
function mayNotHaveBegun({ mode, lastMessage, hasWorked, quietMs }: TurnFacts): boolean {
  const hasBegun = hasWorked && quietMs >= OWN_AFTER_MS;
  return mode === 'created' && lastMessage === null && !hasBegun;
}

/** Then a turn that ends without one asks. */
function wasAskedForOutput({ output, tags }: Session, { mode, outputBefore }: TurnFacts): boolean {
  const hadOutput = output !== null || (outputBefore !== null && outputBefore.digest !== null);
  return mode === 'created' || hadOutput || keyIn(tags) !== null;
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
  const isEnd = shown.meaning !== 'active' && shown.meaning !== 'unknown';
  // One that was at work takes the message in, so that its end may come at any time.
  const isOpen = facts.mode !== 'resumed' || !isEnd || meaningBefore === 'active';
  if (isOpen || isOwnEnd(session, facts, wordBefore)) {
    return { shown, isOwn: true };
  }
  const { result: _, structured: __, ...rest } = shown;
  if (facts.hasWorked || facts.lastMessage !== null) {
    return { shown: { ...rest, meaning: 'active', cause: null }, isOwn: false };
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
  const isChanged = isOutputChanged(session, facts);
  // What was said alone may be sooner than the session that is shown.
  const isAnswered = facts.lastMessage !== null && facts.quietMs >= OWN_AFTER_MS;
  return isArrived && (isAnswered || facts.hasWorked || isChanged);
}
