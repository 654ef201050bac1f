/**
 * What a session and its activities tell of a run (contract 18.2; sheet, sections 4 and 5). A
 * session may be done and never say so: then its activities do. Pure.
 */
import { parseTime } from '../entry.ts';
import { carriedKey } from '../kit/generations.ts';
import { identityIn } from '../kit/marker.ts';
import { leadsTo, shortDigest } from '../kit/memo.ts';
import type { TurnLog } from '../kit/turn-log.ts';
import type { Meaning, RequestIdentity, RunShown, Turn } from '../port.ts';
import { isTerminal } from '../status-word.ts';
import type { Session } from './client.ts';
import { awaitsApproval, isPaused, meaningOf, PAUSED_MS, STATE_OF_END } from './words.ts';

type LogSeen = Pick<TurnLog, 'end' | 'hasBegun' | 'isEchoed' | 'isPast' | 'lastSaid'>;

interface SessionFacts {
  readonly mode: Turn['mode'];
  /** What the log told of the turn; null: it was not read. */
  readonly log: LogSeen | null;
  /** How long it shows what it shows, in ms. */
  readonly restMs: number;
  /** Digests of the pull requests from before the turn; null: everything counts. */
  readonly pullsBefore: readonly string[] | null;
  /**
   * Whether this step asked for a pull request when it created the session; null: another one did,
   * so that only the session may tell.
   */
  readonly asksForPullRequest: boolean | null;
  /** The session before a follow-up, null without one. */
  readonly runBefore: RunShown | null;
  /** The session was seen at work since the turn began. */
  readonly hasWorked: boolean;
}

/** A session by itself, without its log. */
export const BY_ITSELF: SessionFacts = {
  mode: 'attached',
  log: null,
  restMs: 0,
  pullsBefore: null,
  asksForPullRequest: null,
  runBefore: null,
  hasWorked: false,
};

export function shownSession(given: Session, facts: SessionFacts): RunShown {
  const session = { ...given, state: stateIn(given, facts) };
  const { id, state, url } = session;
  const pulls = session.outputs.flatMap(({ pullRequest }) => pullRequest ?? []);
  const meaning = meaningIn(session, facts);
  const isOver = isTerminal(meaning);
  const pullRequests = leadsTo(
    pulls.map((pull) => pull.url),
    facts.pullsBefore,
  );
  const shown = {
    id,
    webUrl: url,
    status: state,
    meaning,
    cause: causeOf({ meaning, facts }),
    isOwnEnd: isOwnEnd(facts),
    waitsFor: meaning === 'needs_input' || meaning === 'active' ? waitOf(session) : null,
    isOutOfMoney: false,
    pullRequests,
    awaitsPullRequest: awaitedOf(session, { meaning, pullRequests, facts }),
    usage: null,
    createdAt: parseTime(session.createTime),
    key: carriedKey(sessionIdentity(session)),
  } as const;
  const { runBefore } = facts;
  if (runBefore !== null && isFromBefore(session, facts, runBefore)) {
    const { status, meaning: earlier } = runBefore;
    return {
      ...shown,
      status,
      meaning: earlier,
      cause: null,
      waitsFor: null,
      awaitsPullRequest: 'no',
    };
  }
  return isOver ? { ...shown, result: resultOf(session, facts) } : shown;
}

/** The key that it carries, in its prompt or, where a list cuts that, in its title. */
export function sessionIdentity({ prompt, title }: Session): RequestIdentity | null {
  return identityIn(prompt) ?? identityIn(title);
}

/**
 * Whether it can be work in this repository (`owner/name`, null for none). A source's name has two
 * forms (sheet, section 3); one that is neither tells nothing.
 */
export function mayWorkIn(
  { sourceContext: { source } }: Session,
  repository: string | null,
): boolean {
  const shown = sameForm(source ?? '');
  const isTold = shown.startsWith(sameForm('sources/github/'));
  return !isTold || shown === sameForm(`sources/github/${repository ?? ''}`);
}

function sameForm(source: string): string {
  return source.toLowerCase().replaceAll('/', '-');
}

/**
 * The session's own word, unless it is of another turn: a later one, or as long as a replica lags
 * the one before. Then it is the word with which a turn ends as the log tells it.
 */
function stateIn({ state }: Session, { log, runBefore }: SessionFacts): string | null {
  const end = log?.end ?? null;
  if (log?.isPast === true) {
    return STATE_OF_END[end?.end ?? 'asks'];
  }
  const isAsBefore = runBefore !== null && runBefore.status === state;
  const isOther = end !== null && isAsBefore && meaningOf(state) !== end.end;
  return isOther ? STATE_OF_END[end.end] : state;
}

function meaningIn({ state }: Session, { log, restMs }: SessionFacts): Meaning {
  const end = log?.end ?? null;
  if (end !== null) {
    return end.end;
  }
  if (isPaused(state) && restMs >= PAUSED_MS) {
    return 'needs_input';
  }
  return meaningOf(state);
}

/**
 * After a follow-up, before it stands in the log: an end that is shown is that of before, unless
 * that was over and the session was seen at work since.
 */
function isFromBefore(
  { state }: Session,
  { mode, log, hasWorked }: SessionFacts,
  runBefore: RunShown,
): boolean {
  const hasBegun = log?.hasBegun ?? true;
  const hasGoneOn = hasWorked && meaningOf(runBefore.status) !== 'active';
  return mode === 'resumed' && !hasBegun && isTerminal(meaningOf(state)) && !hasGoneOn;
}

/** The log tells it after the message that began the turn. */
function isOwnEnd({ log }: SessionFacts): boolean {
  return log !== null && log.isEchoed && log.end !== null;
}

/** Why it failed, or what it asks. */
function causeOf({
  meaning,
  facts: { log },
}: {
  readonly meaning: Meaning;
  readonly facts: SessionFacts;
}): string | null {
  const end = log?.end ?? null;
  if (meaning === 'failed') {
    // Without a reason the log may have the cause: a command that failed.
    return end?.end === 'failed' && end.reason !== '' ? end.reason : null;
  }
  return meaning === 'needs_input' ? (log?.lastSaid ?? null) : null;
}

/** What it waits for without having asked anything (contract 18.5). */
function waitOf({ state }: Session): RunShown['waitsFor'] {
  if (awaitsApproval(state)) {
    return 'approval';
  }
  return isPaused(state) ? 'paused' : null;
}

/** The agent's last words, else what its pull request says. */
function resultOf({ outputs }: Session, { log, pullsBefore }: SessionFacts): string | null {
  const said = log?.lastSaid ?? '';
  if (said !== '') {
    return said;
  }
  const own = outputs
    .flatMap(({ pullRequest }) => pullRequest ?? [])
    .filter(({ url }) => pullsBefore?.includes(shortDigest(url)) !== true);
  return own.at(-1)?.description ?? null;
}

interface PullRequestFacts {
  readonly meaning: Meaning;
  readonly pullRequests: ReturnType<typeof leadsTo>;
  readonly facts: SessionFacts;
}

/** After a follow-up the work may go into a pull request from before. */
function awaitedOf(
  { automationMode }: Session,
  { meaning, pullRequests, facts: { asksForPullRequest, log } }: PullRequestFacts,
): RunShown['awaitsPullRequest'] {
  const isNamed = pullRequests.some(({ isEarlier }) => !isEarlier);
  if (meaning !== 'succeeded' || log?.isPast === true || isNamed || asksForPullRequest === false) {
    return 'no';
  }
  // The documents call the mode an input alone, so that a session may not show it.
  const isAsked = asksForPullRequest === true || automationMode === 'AUTO_CREATE_PR';
  return isAsked && pullRequests.length === 0 ? 'yes' : 'perhaps';
}
