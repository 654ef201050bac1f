/** The outcome must be that of the run, or one that what the step met justifies. */
import { isSaid, type HostedTurn } from '../turn.ts';
import {
  deadlineOf,
  followedBy,
  foundFollowUp,
  isAttached,
  isExcused,
  isGoneOn,
  isUntold,
  saidBy,
  sendsOf,
  type Attempt,
  type Place,
  type Seen,
} from './seen.ts';
import { isSurelyNot } from './once.ts';

/** Time after the last trouble, and the end of the run, until the end must be seen. */
const SLACK_MS = 150_000;
export const SIGNAL_MS = 6_000;
/** A log is late for so long, and is waited for no longer (the fault `activity-lag`). */
const LATE_LOG_MS = 5_000;
/** Kept free before the deadline for the last read of a run. */
const LAST_MS = 1_000;
/**
 * Contract 6.5: "the timeout holds within 10" seconds. Here, where the step's own work takes no
 * time, that leaves a stop request or one last read (3.3 s) and the look-up of pull requests (4 s).
 */
const LATE_MS = 7_300;
/** A thread is told as well, by a GitHub that takes its own time. */
const LATE_IN_THREAD_MS = 10_000;

export function rightOutcome(seen: Seen, attempt: Attempt): readonly string[] {
  return [...inTime(seen, attempt), ...rightEnd(seen, attempt)];
}

function inTime(seen: Seen, attempt: Attempt): readonly string[] {
  const { end, signalledAt } = attempt.process;
  const endedAt = end?.at ?? 0;
  const late = endedAt - deadlineOf(seen, attempt);
  const bad: string[] = [];
  if (late > (attempt.isInThread ? LATE_IN_THREAD_MS : LATE_MS)) {
    bad.push(`ended ${late} ms after the deadline`);
  }
  if (signalledAt !== null && endedAt > signalledAt + SIGNAL_MS) {
    bad.push(`ended ${endedAt - signalledAt} ms after the signal`);
  }
  return bad;
}

/** Also of a run that is one of many. */
export function rightEnd(seen: Seen, attempt: Attempt): readonly string[] {
  const { outcome, signalledAt } = attempt.process;
  switch (outcome) {
    case 'started':
      return attempt.job.inputs['wait'] === 'false' ? [] : ['started, but it waits'];
    case 'timed_out':
      return timedOut(seen, attempt);
    case 'error':
      return explained(seen, attempt);
    case 'cancelled':
      return signalledAt === null ? asTheRun(seen, attempt) : [];
    default:
      return asTheRun(seen, attempt);
  }
}

/** The end of the run as the service has it, in the words of the outputs. */
function asTheRun(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const { outcome, code } = process;
  const { status = '' } = process.host.outputs;
  const followed = followedBy(seen, attempt);
  if (followed === null) {
    return [`${outcome}, but it has no run`];
  }
  const { turn } = followed;
  if (turn.endAt > (process.end?.at ?? 0) && !isExcused(seen, attempt, 'early')) {
    return [`${outcome}, but its run ends at ${turn.endAt}`];
  }
  const { ends, endsQuietly = false, otherStatus = {}, statusAfter } = seen.plan.subject;
  // Of one that somebody has ended for good the service shows nothing else.
  if (followed.run.isClosed || isUntold(seen, attempt, followed)) {
    return [];
  }
  const end = ends.find(({ word }) => word === turn.word);
  // Decided in the last second, when nothing could be read after it, it has no answer (4.4, 6.5).
  const isLast = (process.end?.at ?? 0) > deadlineOf(seen, attempt) - LAST_MS;
  const isQuiet = outcome === 'succeeded' || (outcome === 'unverified' && isLast);
  if (end === undefined && endsQuietly && isQuiet) {
    return [];
  }
  if (end === undefined && isExcused(seen, attempt, 'early')) {
    return [];
  }
  if (outcome === 'failed' && turn.isStopped && isLostToAll(seen, attempt)) {
    return [];
  }
  if (end === undefined) {
    return [`${outcome}, but its run has the word ${turn.word}`];
  }
  const isUnverified =
    outcome === 'unverified' &&
    (isExcused(seen, attempt, 'result') || isUnreadResult(seen, attempt, turn));
  const bad: string[] = [];
  if (outcome !== end.outcome && !isUnverified && !isExcused(seen, attempt, 'early')) {
    bad.push(`outcome ${outcome}: the truth is ${end.outcome}`);
  }
  const isOther = Object.entries(otherStatus).some(
    ([fault, words]) => [words].flat().includes(status) && attempt.connection.met.has(fault),
  );
  const sinceMs = (process.end?.at ?? 0) - turn.endAt;
  const isLate =
    statusAfter !== undefined && status === statusAfter.status && sinceMs >= statusAfter.ms;
  const isOld = !ends.some((each) => each.status === status) && isEndUnread(attempt, turn);
  // The word of a later turn is told only where it means the same (contract 4.8).
  const isOfLater = ends.some((each) => each.status === status && each.outcome === end.outcome);
  const isUntoldWord = (status === '' || isOfLater) && isGoneOn(seen, attempt, followed);
  const isExplained = isOther || isLate || isOld || isUntoldWord;
  if (outcome === end.outcome && status !== end.status && !isExplained) {
    bad.push(`status ${status}: the truth is ${end.status}`);
  }
  if (outcome === end.outcome && code !== end.code) {
    bad.push(`code ${code}: the truth is ${end.code}`);
  }
  return bad;
}

/** The log has told the end, and the run itself could not be read any more (contract 1.2, 2.3). */
function isEndUnread(attempt: Attempt, { endAt }: HostedTurn): boolean {
  const isTold = saidBy(attempt).includes('The final result could not be read');
  return isTold && attempt.connection.troubleUntil >= endAt;
}

/** What was said last stands in a log that could not be read to its end, or in time. */
function isUnreadResult(seen: Seen, attempt: Attempt, { endAt }: HostedTurn): boolean {
  const message = attempt.process.host.outputs['error_message'] ?? '';
  const isTold = message.includes('not all of what it said could be read');
  const isTroubled = attempt.connection.troubleUntil >= endAt;
  return isTold && (isTroubled || endedLate(seen, attempt, { endAt }));
}

/** Its log is late, and the time of the step was over before that had come. */
export function endedLate(
  seen: Seen,
  attempt: Attempt,
  { endAt }: Pick<HostedTurn, 'endAt'>,
): boolean {
  return attempt.connection.met.size > 0 && deadlineOf(seen, attempt) - endAt < LATE_LOG_MS;
}

/** The run was stopped, and the service says that it does not go on. */
function isLostToAll({ plan }: Seen, { process, connection }: Attempt): boolean {
  const { stoppedStatus = {} } = plan.subject;
  const { status } = process.host.outputs;
  return Object.entries(stoppedStatus).some(
    ([fault, word]) => connection.met.has(fault) && status === word,
  );
}

function timedOut(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, connection } = attempt;
  const deadline = deadlineOf(seen, attempt);
  const at = process.end?.at ?? 0;
  const bad = at < deadline - 30_000 ? [`timed_out ${deadline - at} ms before the deadline`] : [];
  const followed = followedBy(seen, attempt);
  const endAt = followed?.turn.endAt ?? Infinity;
  const known = seen.plan.subject.ends.find(({ word }) => word === followed?.turn.word);
  const slackMs = SLACK_MS + (known?.waitMs ?? 0);
  const seenFrom = Math.max(
    endAt,
    process.startedAt,
    connection.troubleUntil,
    connection.network.floorUntil,
  );
  const isAway =
    isExcused(seen, attempt, 'end') ||
    isUnsent(seen, attempt) ||
    (followed !== null && isLikeBefore(seen, attempt, followed)) ||
    (isAttached(attempt) && isExcused(seen, attempt, 'attached_end'));
  if (known !== undefined && seenFrom + slackMs < deadline && !isAway) {
    return [...bad, `timed out at ${at}, but its run ended at ${endAt}`];
  }
  return bad;
}

/**
 * A log that cannot be read to its end does not tell whether an earlier attempt has sent the
 * follow-up, so that it is not sent, and there is no turn whose end could be seen (contract 4.8).
 */
function isUnsent(seen: Seen, attempt: Attempt): boolean {
  const { process } = attempt;
  const message = process.host.outputs['error_message'] ?? '';
  const hasSent = sendsOf(seen, process.name).length > 0;
  return !hasSent && message.includes('Nothing was sent') && isExcused(seen, attempt, 'found');
}

/** Answers that come from a replica, which shows what was some time ago. */
const LAGS = ['read-lag', 'log-lag'];

/**
 * A turn that no answer has shown at work, and whose end says nothing but the word of the turn
 * before, cannot be told from that one (contract 4.5).
 */
function isLikeBefore(seen: Seen, { connection }: Attempt, { run, turn }: Place): boolean {
  const { ends, tellsLastTurn = false } = seen.plan.subject;
  const { shown, met } = connection;
  const before = seen.world.turnsOf(run)[turn.index - 1];
  const isWordless = ends.find(({ word }) => word === turn.word)?.entry === null;
  const isSeen = shown.some(
    ({ at, runId }) => runId === run.id && at >= turn.startAt && at < turn.endAt,
  );
  const isUnseen = !isSeen || LAGS.some((name) => met.has(name));
  return tellsLastTurn && isWordless && isUnseen && before?.word === turn.word;
}

/** An error must have a cause among what the step met. */
function explained(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, connection, nth } = attempt;
  const { code } = process;
  const { subject } = seen.plan;
  const sends = sendsOf(seen, process.name);
  const isOpen = sends.some((send) => !isSurelyNot(send, subject));
  // An earlier attempt of a thread's job is looked for in any case (contract 4.8).
  const isLater =
    (attempt.isInThread && nth > 0) ||
    (attempt.job.inputs['idempotency'] === 'on' &&
      (nth > 0 || attempt.job.inputs['idempotency_key'] !== undefined));
  const message = `error/${code}: ${process.host.outputs['error_message'] ?? ''}`;
  switch (code) {
    case 'ambiguous_create':
      return isOpen || isLater ? [] : [`without an open request: ${message}`];
    case 'rate_limited':
      return connection.network.refused ? [] : [`nothing was refused: ${message}`];
    case 'network':
      return connection.network.reached() === 0 || connection.met.size > 0
        ? []
        : [`the service was there: ${message}`];
    case 'bad_response':
      return connection.met.size > 0 ||
        isUnpaid(seen, attempt) ||
        isTooSlow(seen, attempt) ||
        isSilent(seen, attempt)
        ? []
        : [`without trouble: ${message}`];
    case 'unauthorized':
    case 'forbidden':
    case 'not_found':
    case 'rejected':
    case 'quota_exceeded':
      return isRefused(seen, attempt) ? [] : [`nothing was refused: ${message}`];
    default:
      return [`no cause for ${message}`];
  }
}

/**
 * A session without credit may go on after a follow-up for two minutes (sheet of Devin 10), so that
 * a step that ends before does not know whether it will.
 */
function isUnpaid(seen: Seen, attempt: Attempt): boolean {
  const { process } = attempt;
  const sentAt = sendsOf(seen, process.name).at(-1)?.at ?? process.startedAt;
  const isShort = deadlineOf(seen, attempt) - sentAt < 120_000;
  const message = process.host.outputs['error_message'] ?? '';
  return isShort && /never acted on it: .* still shows status "suspended\/out_of_/.test(message);
}

/**
 * A turn that says nothing and ends with the word of the turn before cannot be seen: "nothing at
 * all for ten minutes is `bad_response`" (contract 18.5).
 */
function isSilent(seen: Seen, attempt: Attempt): boolean {
  const followed = followedBy(seen, attempt);
  if (followed === null) {
    return false;
  }
  const { run, turn } = followed;
  const before = seen.world.turnsOf(run)[turn.index - 1];
  const { ends, hasText } = seen.plan.subject;
  const end = ends.find(({ word }) => word === turn.word);
  const isWordless = end === undefined || end.entry === null;
  // Of a follow-up that was found, the turn itself is what was before.
  const found = foundFollowUp(seen, attempt);
  const isSameWord = before?.word === turn.word || found !== null;
  const since = found?.note ?? -Infinity;
  const hasSaid = turn.labels.some(({ at, label }) => isSaid(label) && at > since);
  const message = attempt.process.host.outputs['error_message'] ?? '';
  const isUnseen = hasText && isWordless && !hasSaid && isSameWord;
  return isUnseen && message.includes('never acted on it');
}

/** A step so short that its time was up before all was read that comes before the request. */
function isTooSlow(seen: Seen, attempt: Attempt): boolean {
  const { end, host } = attempt.process;
  const isAtEnd = (end?.at ?? 0) >= deadlineOf(seen, attempt) - 1_000;
  const message = host.outputs['error_message'] ?? '';
  return isAtEnd && /could not be read in time|comes before it took until/.test(message);
}

function isRefused(seen: Seen, attempt: Attempt): boolean {
  const { connection } = attempt;
  // A page of a gateway is waited out only once the run was seen (contract 4.1).
  const isPaged = [...connection.met].some((name) => name.startsWith('page_'));
  // A run at work takes no follow-up (contract 18.4), and a step has its own time.
  return (
    connection.isRefused || isExcused(seen, attempt, 'refused') || attempt.mayFollowUp || isPaged
  );
}
