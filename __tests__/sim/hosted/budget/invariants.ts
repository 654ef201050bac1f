/**
 * Invariants of a job with a budget (contract 20), by what its run has used at the service:
 * - A run is stopped once, only for a budget that is used up, and read back.
 * - Nothing more is asked of a run that has used it up.
 * - What was used and allowed is told, and that it was stopped only where it was.
 * - A run that ended by itself keeps its outcome, with a warning.
 */
import { violationsOfAttempt } from '../../world/attempt.ts';
import { isCalm, type Attempt, type Seen as ChecksSeen } from '../checks/invariants.ts';
import { onePerKey, ownRun } from '../invariants/once.ts';
import { deadlineOf, isExcused, saidBy, sendsOf } from '../invariants/seen.ts';
import type { HostedSend } from '../world.ts';
import type { HostedTurn } from '../turn.ts';
import type { Plan } from './plan.ts';

export interface Seen extends ChecksSeen {
  readonly plan: Plan;
}

/** The cost is seen with the next poll, and the run is stopped at once. */
const SEEN_WITHIN_MS = 45_000;
const STOPPED = /This step has stopped it/;
const WITHHELD = 'asked for nothing more';
const WARNED = 'ended by itself, and had used';
const USED = /has used ([\d.,]+) (?:USD|ACU) of the ([\d.,]+) (?:USD|ACU)/;

export function violationsOf(seen: Seen): string[] {
  const { world, attempts, rejections } = seen;
  return [
    ...rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...world.violations,
    ...attempts.flatMap((attempt) => violationsOfOne(seen, attempt)),
    ...onePerKey(seen),
  ];
}

function violationsOfOne(seen: Seen, attempt: Attempt): readonly string[] {
  const own = [
    ...ownRun(seen, attempt),
    ...sentLimit(seen, attempt),
    ...stoppedOnce(seen, attempt),
    ...withheldWhenUsedUp(seen, attempt),
    ...rightlyTold(seen, attempt),
    ...endsInTime(seen, attempt),
    ...ownEndWins(seen, attempt),
  ];
  return [
    ...violationsOfAttempt(attempt),
    ...own.map((problem) => `${attempt.process.name}: ${problem}`),
  ];
}

/** The turns of the run that the attempt has made. */
export function turnsOf(seen: Seen, attempt: Attempt): readonly HostedTurn[] {
  const sent = sendsOf(seen, attempt.process.name).find(({ done }) => done !== null);
  return sent === undefined ? [] : seen.world.turns(sent.done?.runId ?? '', sent.done?.at);
}

/** What the run had used by then, as the service counts. */
export function usedBy(seen: Seen, attempt: Attempt, at: number): number {
  const { usedOf } = seen.plan.budget;
  const last = turnsOf(seen, attempt).flatMap(({ uses }) => {
    const use = uses.findLast((each) => each.at <= at);
    return use === undefined ? [] : [usedOf(use.use)];
  });
  return last.reduce((sum, used) => sum + used, 0);
}

const isWatched = ({ plan }: Seen): boolean => plan.budget.kept === 'watched';

export function followUpsOf(seen: Seen, { process }: Attempt): readonly HostedSend[] {
  return sendsOf(seen, process.name).filter(({ kind }) => kind === 'followUp');
}

function sentLimit(seen: Seen, { process }: Attempt): readonly string[] {
  const { kept } = seen.plan.budget;
  const creates = sendsOf(seen, process.name).filter(({ kind }) => kind === 'create');
  if (kept === 'watched') {
    return [];
  }
  return creates
    .filter(({ body }) => body[kept.field] !== seen.plan.amount)
    .map(({ body }) => `the limit that was sent is ${String(body[kept.field])}`);
}

function stoppedOnce(seen: Seen, attempt: Attempt): readonly string[] {
  const { process, connection } = attempt;
  const { amount } = seen.plan;
  const stops = seen.world.stops.filter(({ by }) => by === process.name);
  const accepted = stops.filter(({ isAccepted }) => isAccepted);
  const bad: string[] = [];
  if (stops.length > 0 && !isWatched(seen)) {
    bad.push('a run was stopped whose limit the service keeps');
  }
  if (accepted.length > 1) {
    bad.push(`${accepted.length} requests to stop the run were accepted`);
  }
  for (const { at } of stops) {
    const used = usedBy(seen, attempt, at);
    if (used < amount) {
      bad.push(`a run was stopped that had used ${used} of ${amount}`);
    }
  }
  const [stop] = accepted;
  const isRead = connection.network.sentAt.some((at) => at > (stop?.at ?? Infinity));
  if (stop !== undefined && !isRead && process.signalledAt === null) {
    bad.push('a stop was not read back');
  }
  return bad;
}

/** Contract 20.3. */
function withheldWhenUsedUp(seen: Seen, attempt: Attempt): readonly string[] {
  const { amount } = seen.plan;
  const isTroubled = attempt.connection.met.size > 0;
  const bad = followUpsOf(seen, attempt)
    .filter(({ at }) => usedBy(seen, attempt, at) >= amount && !isTroubled)
    .map(({ at }) => `asked for more when ${usedBy(seen, attempt, at)} of ${amount} was used`);
  const used = usedBy(seen, attempt, attempt.process.end?.at ?? 0);
  if (messageOf(attempt).includes(WITHHELD) && used < amount) {
    bad.push(`nothing more was asked for, but it had used ${used} of ${amount}`);
  }
  return bad;
}

export const messageOf = ({ process }: Attempt): string =>
  process.host.outputs['error_message'] ?? '';

function rightlyTold(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const { amount } = seen.plan;
  const message = messageOf(attempt);
  const [, used, allowed] = USED.exec(message) ?? [];
  const bad: string[] = [];
  if (process.code === 'budget_exceeded' && process.outcome !== 'failed') {
    bad.push(`budget_exceeded, but ${process.outcome}`);
  }
  const isOfBudget = process.code === 'budget_exceeded' || message.includes(WITHHELD);
  if (isOfBudget && used === undefined) {
    bad.push(`it does not tell what was used: ${message}`);
  }
  if (used !== undefined && Number(allowed) !== amount) {
    bad.push(`${String(allowed)} is told as allowed, of ${amount}`);
  }
  const most = usedBy(seen, attempt, process.end?.at ?? 0);
  if (used !== undefined && (Number(used) > most || Number(used) < amount)) {
    bad.push(`${used} is told as used: the truth is ${most}, of ${amount}`);
  }
  const stop = seen.world.stops.find(({ by, isAccepted }) => by === process.name && isAccepted);
  const isStopped = turnsOf(seen, attempt).some((turn) => turn.isStopped);
  if (STOPPED.test(message) && (stop === undefined || !isStopped)) {
    bad.push(`it was not stopped: ${message}`);
  }
  return bad;
}

/** Where nothing hides the cost, a run that has used it up does not go on. */
function endsInTime(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const { amount, budget } = seen.plan;
  const uses = turnsOf(seen, attempt).flatMap((turn) => turn.uses.map(({ at }) => ({ at, turn })));
  const crossed = uses.find(({ at }) => usedBy(seen, attempt, at) >= amount);
  if (crossed === undefined || !isCalm(seen, attempt)) {
    return [];
  }
  const until = crossed.at + SEEN_WITHIN_MS;
  const isLong = crossed.turn.endAt > until && (process.end?.at ?? 0) > until;
  if (!isLong || until > deadlineOf(seen, attempt)) {
    return [];
  }
  const told = budget.kept === 'watched' ? 'was not stopped' : 'was followed on';
  return [`it had used ${amount} at ${crossed.at}, and ${told}: ${process.outcome}`];
}

/** Contract 20.4. */
function ownEndWins(seen: Seen, attempt: Attempt): readonly string[] {
  const { process } = attempt;
  const turn = turnsOf(seen, attempt).at(-1);
  const at = process.end?.at ?? 0;
  if (turn === undefined || isExcused(seen, attempt, 'early')) {
    return [];
  }
  const hasEnded = !turn.isStopped && turn.endAt <= at;
  const isOfBudget = process.code === 'budget_exceeded';
  if (hasEnded && isOfBudget && STOPPED.test(messageOf(attempt))) {
    return [`the run had ended by itself: ${messageOf(attempt)}`];
  }
  const isExceeded = usedBy(seen, attempt, at) > seen.plan.amount;
  const isGood = process.outcome === 'succeeded' && seen.plan.work === 'turn';
  if (isCalm(seen, attempt) && isGood && isExceeded && !saidBy(attempt).includes(WARNED)) {
    return ['it ended above its budget, and no warning says so'];
  }
  return [];
}
