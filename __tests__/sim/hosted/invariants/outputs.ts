/** What the outputs tell of a run, and everything that a step says. */
import { OUTPUT_NAMES } from '../../../../src/runner/output-table.ts';
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
import type { HostedTurn } from '../turn.ts';
import { endedLate } from './outcome.ts';

/** Contract 18.6: at most so many requests a minute. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** A pull request is waited for so long (contract 18.5), and one read comes after that. */
const LATE_PULL_MS = 35_000;

/** In which a step reads no more before its time is up. */
const LAST_READS_MS = 5_000;

/** The warnings of a step that has the beginning of a log alone, or nothing of it. */
const UNREAD = /The end of the log could not be read|The log of the run cannot be read/;
/** The same where the time of the step was over before its log was there. */
const CUT_OFF = /The end of the log is missing: it did not come/;

/** The output `requests`, and the limit of the token, which nobody else uses. */
export function counted({
  process,
  connection,
}: Pick<Attempt, 'connection' | 'process'>): readonly string[] {
  const { pacedAt } = connection.network;
  const { requests } = process.host.outputs;
  const most = Math.max(
    0,
    ...pacedAt.map((at) => pacedAt.filter((other) => other >= at && other < at + MINUTE_MS).length),
  );
  return [
    ...(requests === String(connection.network.reached()) || process.signalledAt !== null
      ? []
      : [`requests is ${String(requests)} of ${connection.network.reached()}`]),
    ...(most > PER_MINUTE ? [`${most} requests within a minute`] : []),
  ];
}

/** All outputs are set, and there is no stack trace and no token anywhere. */
export function allSaid({ process: { host, files } }: Pick<Attempt, 'process'>): readonly string[] {
  const bad = OUTPUT_NAMES.filter((name) => host.outputs[name] === undefined).map(
    (name) => `the output ${name} is not set`,
  );
  const said = [
    ...host.printed,
    ...Object.values(host.outputs),
    ...Object.values(host.saved),
    ...host.summaries,
    files.all(),
  ].join('\n');
  if (said.includes(host.input('token'))) {
    bad.push('the token is told');
  }
  if (/^\s+at .*\(.*:\d+:\d+\)$/m.test(said)) {
    bad.push('a stack trace is shown');
  }
  if (host.printed.filter((line) => line.startsWith('error: ')).length > 1) {
    bad.push('more than one error annotation');
  }
  return bad;
}

/**
 * The first turn that a step tells as its own: of a run that is taken up all are; a follow-up, also
 * a found one, begins one.
 */
function firstTurnOf(seen: Seen, attempt: Attempt, turn: HostedTurn): number {
  const found = foundFollowUp(seen, attempt);
  if (found !== null) {
    return Math.min(found.turn, turn.index);
  }
  const isOwn = sendsOf(seen, attempt.process.name).some(({ done }) => done !== null);
  const isTurn = isOwn || attempt.process.host.outputs['resumed'] === 'true';
  return isTurn ? turn.index : 0;
}

export function rightOutputs(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const { outputs } = process.host;
  const followed = followedBy(seen, attempt);
  if (followed === null || process.outcome !== 'succeeded') {
    return [];
  }
  const { run, turn } = followed;
  const { subject } = seen.plan;
  const isKnown = subject.ends.some(({ word }) => word === turn.word);
  if (!isKnown || run.isClosed || isUntold(seen, attempt, followed)) {
    return [];
  }
  const bad: string[] = [];
  const { result = '' } = outputs;
  const isWithout = result === '' && isExcused(seen, attempt, 'result');
  const text = subject.hasText ? turn.result : '';
  // A log that cannot be read does not tell what the agent said.
  const isWarned = UNREAD.test(saidBy(attempt));
  const isTold = subject.pullText === result || isWarned;
  // Of a fleet, a long log may be read last, when the time is up.
  const isTimeUp = deadlineOf(seen, attempt) - (process.end?.at ?? 0) < LAST_READS_MS;
  const isUnread = isTold && (isTimeUp || attempt.connection.troubleUntil >= turn.endAt);
  const isCutOff = CUT_OFF.test(saidBy(attempt)) && endedLate(seen, attempt, turn);
  const isOfTurnBefore = result === resultBefore(seen, attempt, followed);
  if (result !== text && !isWithout && !isUnread && !isCutOff && !isOfTurnBefore) {
    bad.push(`the result is ${JSON.stringify(result)}, not ${JSON.stringify(text)}`);
  }
  const usage = outputs['usage'] ?? '';
  const turns = seen.world.turnsOf(run).slice(0, turn.index + 1);
  const right = subject.usageOf(turn, turns, firstTurnOf(seen, attempt, turn));
  // What was used is asked for a few times at the end, and not beyond (sheet of Cursor, 3.3).
  const isTroubled = attempt.connection.troubleUntil >= turn.endAt;
  const isUnasked = isTroubled || isCrowded(attempt) || isExcused(seen, attempt, 'usage');
  const isUseUntold = usage === '' && isUnasked;
  if (right !== null && usage !== right && !isUseUntold) {
    bad.push(`usage is ${usage}, not ${right}`);
  }
  const pulls = outputs['pull_requests'] ?? '[]';
  const isAsked = attempt.job.inputs['create_pull_request'] !== 'false';
  const pull = isAsked ? turn.pullRequest : null;
  // A signal ends the step while the pull request is looked up: the outputs then say what is known
  // (contract 7.3).
  const isUnnamed =
    isTroubled ||
    process.signalledAt !== null ||
    isExcused(seen, attempt, 'pull') ||
    isGoneOn(seen, attempt, followed) ||
    isOutOfTime(seen, attempt) ||
    ((isAttached(attempt) || turn.index > 0) && isExcused(seen, attempt, 'attached_pull'));
  if (pull !== null && !isUnnamed && !pulls.includes(`"${pull}"`)) {
    bad.push(`the pull request ${pull} is not among ${pulls}`);
  }
  return bad;
}

/**
 * A turn that was at work when the follow-up was sent has shown its result only after that, so that
 * it is another one than before the follow-up (contract 4.6). Null: it has not.
 */
function resultBefore(seen: Seen, { connection }: Attempt, { run, turn }: Place): string | null {
  const before = seen.world.turnsOf(run)[turn.index - 1];
  const isBusy = before !== undefined && before.endAt > turn.acceptedAt;
  return isBusy && connection.met.has('late-result') ? before.result : null;
}

/** The limit of the token holds up reads for longer than what a run has used is waited for. */
function isCrowded({ process: { end }, connection: { network } }: Attempt): boolean {
  const endedAt = end?.at ?? 0;
  const recent = network.sentAt.filter((at) => at <= endedAt && at > endedAt - MINUTE_MS);
  // A part of the limit is kept for what is more urgent, and refusals lower it.
  return recent.length > PER_MINUTE / (network.refused ? 4 : 2);
}

/**
 * The time of the step was up before a pull request that comes late could be waited for: "what
 * could not be looked up is told as that, not as missing" (contract 6.1).
 */
function isOutOfTime(seen: Seen, attempt: Attempt): boolean {
  const remainingMs = deadlineOf(seen, attempt) - (attempt.process.end?.at ?? 0);
  const isTold = saidBy(attempt).includes('The time of the step was up before it could be waited');
  return isTold && remainingMs < LATE_PULL_MS;
}
