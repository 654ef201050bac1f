/** Each entry of the turn once, in order (contract 18.3, 18.9). */
import { END_SEEN } from '../../outcomes.ts';
import type { LoggedEnd, Subject } from '../subject.ts';
import { labelsIn, type HostedTurn } from '../turn.ts';
import {
  followedBy,
  foundFollowUp,
  isExcused,
  saidBy,
  sendsOf,
  type Attempt,
  type Place,
  type Seen,
} from './seen.ts';

/** What stands in a line: a label of the turn, or the type of its entry. */
function wordsOf(line: string): string {
  const { message_type: type } = JSON.parse(line) as { readonly message_type: string };
  return [type === 'USER_MESSAGE' ? 'prompt' : '', ...labelsIn(line)].join('') || type;
}

/** Words of the agent without a label. */
const LEFT_OVER = 'PLAN_EVALUATION';
/** How a log ends, as the run itself tells it too. */
const ENDS: readonly string[] = ['ERROR', 'FINAL_ANSWER'];
/** A call of a tool whose input has not come, so that its label has not either. */
const BEGUN = 'ACTION';
/** What a warning says of a turn of which the begin is not known. */
const KEPT = /all its (?:messages|entries) are kept, also those of earlier turns/;
/** Before the deadline: the last reads of the runs of a fleet come one after the other. */
const LAST_READS_MS = 5_000;
/** What a warning says of a log that is not whole. */
const SAID =
  /may be missing|is missing|cannot be read|could not be read|no longer keeps|offers no log/;

export function rightLog(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const { host, files, outcome } = process;
  const path = host.outputs['logs_file'] ?? '';
  const followed = followedBy(seen, attempt);
  if (path === '' || followed === null || !files.isFile(path)) {
    return [];
  }
  const { subject } = seen.plan;
  const lines = files.linesOf(path);
  const isNote = subject.isNote ?? (() => false);
  const counted = lines.filter((line) => !isNote(JSON.parse(line) as Record<string, unknown>));
  if (subject.logsStates === true) {
    return rightStates(attempt, lines);
  }
  const told = lines.filter((line) => counted.includes(line) || wordsOf(line) === 'ERROR');
  const words = told.map(wordsOf);
  const expected = expectedOf(seen, attempt, followed);
  const bad: string[] = [];
  if (host.outputs['total_logs'] !== String(counted.length)) {
    bad.push(`total_logs is ${String(host.outputs['total_logs'])} of ${counted.length}`);
  }
  const sawEnd = END_SEEN.has(outcome);
  const isWarned = SAID.test(saidBy(attempt));
  const isOfAll = sawEnd && !isWarned;
  // What was said last when a step left its run, and a call that was begun, is told as it is.
  const hasEnd = ENDS.includes(words.at(-1) ?? '');
  const lastSaid = hasEnd ? words.length - 2 : words.length - 1;
  if (!isOfAll && [LEFT_OVER, BEGUN].includes(words[lastSaid] ?? '')) {
    words.splice(lastSaid, 1);
    told.splice(lastSaid, 1);
  }
  // One that stayed open stands where it began, and so does one that was begun after it (contract
  // 18.3: "one tool call is one entry, also one that was still open at the end").
  const begun = words.at(-1) ?? '';
  const isAfterOpen = attempt.connection.met.has('open-call') && words.at(-2) === expected.at(-1);
  const isFirst = expected.includes(begun) && words.indexOf(begun) === words.length - 1;
  if (!isOfAll && isAfterOpen && isFirst) {
    words.splice(-1, 1);
    told.splice(-1, 1);
  }
  let at = 0;
  const isTroubled = attempt.connection.met.size > 0;
  const mayBeEarlier = isTroubled && KEPT.test(saidBy(attempt));
  let others = saidByOthers(seen, attempt);
  const ofTurnBefore = keptOfTurnBefore(seen, attempt, {
    followed,
    isEchoed: words.includes('prompt'),
  });
  for (const [index, word] of words.entries()) {
    const place = expected.indexOf(word, at);
    if (at === 0 && ofTurnBefore.includes(word)) {
      ofTurnBefore.splice(0, ofTurnBefore.indexOf(word) + 1);
    } else if (place === -1 && word === 'prompt' && others > 0) {
      others -= 1;
    } else if (place === -1 && !mayBeEarlier) {
      bad.push(`an entry too many, or out of order: ${String(told[index]).slice(0, 200)}`);
    } else if (place !== -1) {
      at = place + 1;
    }
  }
  // Somebody who ends a session for good takes away how it failed, which its state alone tells.
  const isTakenAway = (word: string): boolean => word === 'ERROR' && followed.run.isClosed;
  const lost = expected.filter((word) => !words.includes(word) && !isTakenAway(word));
  const isTail = lost.every((word) => expected.indexOf(word) >= at);
  const isLate = isTail && isExcused(seen, attempt, 'tail');
  const isUnread = isWarned && (isTroubled || isOutOfTime(seen, attempt));
  if (sawEnd && lost.length > 0 && !isLate && !isUnread) {
    bad.push(`entries are lost: ${lost.join(' ')}`);
  }
  // What came is a part from the begin on, whenever the step ended.
  const gaps = expected.slice(0, at).filter((word) => !words.includes(word));
  if (!sawEnd && gaps.length > 0 && !isTroubled) {
    bad.push(`entries are lost in between: ${gaps.join(' ')}`);
  }
  return bad;
}

/** The step had no time left to read more, as the limits of the service allow it. */
function isOutOfTime({ plan }: Seen, { process }: Attempt): boolean {
  const lastedMs = Number(process.host.outputs['duration_seconds']) * 1_000;
  return lastedMs > plan.timeoutMs - LAST_READS_MS;
}

/** What the log of the turn shows in the end. */
function expectedOf(seen: Seen, attempt: Attempt, { run, turn, since }: Place): readonly string[] {
  const { process, connection } = attempt;
  const { subject } = seen.plan;
  const end = endOf(subject, turn)?.entry ?? null;
  const word = end === 'FINAL_ANSWER' && fellAsleep(subject, attempt) ? LEFT_OVER : end;
  const last = word === null ? [] : [word];
  const isOwn = sendsOf(seen, process.name).some(({ done }) => done !== null);
  const turns = seen.world.turnsOf(run);
  const earlier = turns.slice(0, turn.index);
  const found = foundFollowUp(seen, attempt);
  // What was said to the turn while it was at work belongs to it, whoever has said it.
  if (found !== null && (found.turn < turn.index || turn.notes.length > 0)) {
    const ofRun = { seen, turn, met: connection.met };
    const all = turns
      .slice(found.turn, turn.index + 1)
      .flatMap((each) => saidIn(turnFrom(each, found), ofRun));
    return [...all, ...last];
  }
  // Of a run that is taken up the whole log counts (contract 1.1), of all turns that have its id.
  // A follow-up of an earlier attempt, found by its mark, is a turn (contract 4.8).
  const isTurn = isOwn || process.host.outputs['resumed'] === 'true';
  const isWhole = !isTurn && subject.idOf(run, 0) === subject.idOf(run, turn.index);
  if (isWhole && (earlier.length > 0 || turn.notes.length > 0)) {
    return [
      ...[...earlier, turn].flatMap((each) => saidIn(each, { seen, turn, met: connection.met })),
      ...last,
    ];
  }
  const labels = turn.labels.filter(({ at }) => since === null || at > since);
  const told = { ...turn, labels, acceptedAt: since ?? turn.acceptedAt };
  return [...subject.entriesOf(told, connection.met), ...last];
}

/** The turn from the follow-up on: what came before it is no part of what was asked. */
function turnFrom(
  turn: HostedTurn,
  found: { readonly turn: number; readonly note: number | null },
) {
  const { note } = found;
  if (note === null || turn.index !== found.turn) {
    return turn;
  }
  const labels = turn.labels.filter(({ at }) => at > note);
  return { ...turn, labels, notes: turn.notes.filter((at) => at > note), acceptedAt: note };
}

/** A turn of a session: what was said to it, and what it said. */
function saidIn(
  told: HostedTurn,
  {
    seen,
    turn,
    met,
  }: {
    readonly seen: Seen;
    readonly turn: HostedTurn;
    readonly met: ReadonlySet<string>;
  },
): readonly string[] {
  const { labels, notes, index, acceptedAt, endAt } = told;
  const { subject } = seen.plan;
  const { atEnd = [], entriesOf, earlierEntry = lastWords } = subject;
  const timeOf = (word: string): number => {
    const unlabelledAt = atEnd.includes(word) ? endAt : acceptedAt;
    return labels.find(({ label }) => label === word)?.at ?? unlabelledAt;
  };
  const said = [
    ...entriesOf(told, met).map((word) => ({ at: timeOf(word), word })),
    ...notes.map((at) => ({ at, word: 'prompt' })),
  ].toSorted((a, b) => a.at - b.at);
  const end = endOf(subject, told);
  const last = end === undefined ? null : earlierEntry(end);
  const isEarlier = index < turn.index && last !== null;
  return [...said.map((each) => each.word), ...(isEarlier ? [last] : [])];
}

/** A replica that lags tells too small a number of entries before a follow-up (contract 4.5). */
const LAG_MS = 6_000;
/** What came is told after so long without the echo of the follow-up (contract 4.5). */
const ECHO_MS = 30_000;

/**
 * What the turn before has written since the number of entries was read: told as this turn's where
 * the echo of the follow-up came too late, or not before the end of the step (contract 4.5).
 */
function keptOfTurnBefore(
  seen: Seen,
  { process, connection }: Attempt,
  { followed, isEchoed }: { readonly followed: Place; readonly isEchoed: boolean },
): string[] {
  const { subject } = seen.plan;
  const { run, turn } = followed;
  const send = sendsOf(seen, process.name).findLast(({ done }) => done !== null);
  const isQueued = subject.queuesTurns === true && send?.kind === 'followUp';
  if (!isQueued || (isEchoed && turn.startAt <= turn.acceptedAt + ECHO_MS)) {
    return [];
  }
  const lastRead = connection.shown.findLast(
    ({ at, runId, isLog }) => isLog && runId === run.id && at <= send.at,
  );
  const since = (lastRead?.at ?? process.startedAt) - LAG_MS;
  const before = seen.world.turnsOf(run).slice(0, turn.index);
  return before.flatMap((each) => {
    const labels = each.labels.filter(({ at }) => at > since);
    const hasBegun = each.startAt <= since;
    const words = subject.entriesOf({ ...each, labels }, connection.met);
    const own = hasBegun ? words.filter((word) => word !== 'prompt') : words;
    const end = each.endAt > since ? (endOf(subject, each)?.entry ?? null) : null;
    return end === null ? own : [...own, end];
  });
}

/** Messages that came after a follow-up that was found, where it is told with all since (4.8). */
function saidByOthers(seen: Seen, attempt: Attempt): number {
  const found = foundFollowUp(seen, attempt);
  if (found === null || seen.plan.subject.tellsAllSince !== true) {
    return 0;
  }
  return seen.world.sends.filter(
    ({ kind, done }) =>
      kind === 'followUp' && done !== null && done.runId === found.runId && done.at > found.at,
  ).length;
}

/**
 * It slept when it was read, and left no output: it may have been in the middle of its work, so
 * that its last message is no answer (contract 18.5).
 */
function fellAsleep({ otherStatus }: Subject, { process, connection }: Attempt): boolean {
  const isWithoutWord = connection.met.has('falls-asleep') && connection.met.has('no-output');
  return isWithoutWord && process.host.outputs['status'] === otherStatus?.['falls-asleep'];
}

/** How the turn ends in the log. */
function endOf(
  { ends, stoppedEntry }: Subject,
  { word, isStopped }: Pick<HostedTurn, 'isStopped' | 'word'>,
): LoggedEnd | undefined {
  const end = ends.find((one) => one.word === word);
  const isUnlike = isStopped && stoppedEntry !== undefined;
  return isUnlike ? { word, entry: stoppedEntry } : end;
}

/** Its last word is one of many in the log of all turns. */
function lastWords({ entry }: { readonly entry: string | null }): string | null {
  return entry === 'FINAL_ANSWER' ? LEFT_OVER : null;
}

/** How far a task is in this state. */
function rankOf(state: string): number {
  const known = ['queued', 'in_progress'].indexOf(state);
  return known === -1 ? 2 : known;
}

/** Changes of state, in the order in which they come, none of them twice in a row. */
function rightStates(attempt: Attempt, lines: readonly string[]): readonly string[] {
  const { process, connection } = attempt;
  const told = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const bad = told
    .filter(({ message_type: type }) => type !== 'STATE')
    .map((entry) => `an entry too many, or out of order: ${JSON.stringify(entry)}`);
  const again = told.find(
    ({ observation, source_id: source }, index) =>
      told[index - 1]?.['observation'] === observation && told[index - 1]?.['source_id'] === source,
  );
  if (again !== undefined) {
    bad.push(`an entry too many, or out of order: ${JSON.stringify(again)}`);
  }
  // What somebody else's session does has more words.
  const ranks = told
    .map(({ observation }) => String(observation))
    .filter((text) => !text.includes(' '))
    .map(rankOf);
  if (ranks.some((rank, index) => rank < (ranks[index - 1] ?? 0))) {
    bad.push('an entry too many, or out of order: a state that was over comes again');
  }
  const sawEnd = END_SEEN.has(process.outcome);
  const { status = '' } = process.host.outputs;
  const isExcusable = SAID.test(saidBy(attempt)) && connection.met.size > 0;
  if (
    sawEnd &&
    !isExcusable &&
    !told.some(({ observation }) => String(observation).startsWith(status))
  ) {
    bad.push(`entries are lost: ${status}`);
  }
  if (process.host.outputs['total_logs'] !== String(lines.length)) {
    bad.push(`total_logs is ${String(process.host.outputs['total_logs'])} of ${lines.length}`);
  }
  return bad;
}
