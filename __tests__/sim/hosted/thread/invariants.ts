/**
 * Invariants of the jobs of a thread at a hosted agent (contract 7.2, 18.4): those of each attempt,
 * those of every thread, and one run for each key.
 *
 * What excuses a second delivery, and why: a marker that could not be written or read; a run of
 * this very job that had ended badly, whose comment a re-run brings again; a run that somebody took
 * away, or that another one has replaced; a request whose answer was lost, or whose job was cut
 * short, where something kept the next job from seeing that it had been carried out, and no log has
 * shown it to that job; a re-run that says that it could not tell.
 */
import type { GitHubModel } from '../../../support/fake-github.ts';
import { violationsOfOne, type Attempt as HostedAttempt } from '../invariants/index.ts';
import { onePerKey } from '../invariants/once.ts';
import { isExcused, saidBy, type Seen as HostedSeen } from '../invariants/seen.ts';
import type { HostedSend } from '../world.ts';
import { violationsOfThread, type Repeated, type ThreadAttempt } from './deliveries.ts';
import type { Plan } from './plan.ts';

export interface Attempt extends HostedAttempt {
  readonly thread: ThreadAttempt;
}

export interface Seen extends HostedSeen {
  readonly plan: Plan;
  readonly github: GitHubModel;
  readonly attempts: readonly Attempt[];
  readonly lost: readonly LostRun[];
}

/** A run to which somebody has put an end, and when, on the simulation's clock. */
export interface LostRun {
  readonly runId: string;
  readonly at: number;
}

/** A create or follow-up that was carried out. */
export interface Delivered extends HostedSend {
  readonly name: string;
  readonly runId: string;
}

export function violationsOf(seen: Seen): string[] {
  const { plan, github, world, attempts, rejections } = seen;
  return [
    ...rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...world.violations,
    ...attempts.flatMap((attempt) => violationsOfOne(seen, attempt)),
    ...onePerKey(seen),
    ...violationsOfThread({
      github,
      comments: plan.comments,
      hasContext: !plan.features.has('no_context'),
      attempts: attempts.map(({ thread }) => thread),
      carriedOut: carriedOut(seen),
      mayRepeat: (repeated) => mayRepeat(seen, repeated),
    }),
  ];
}

export function carriedOut({ world }: Pick<Seen, 'world'>): readonly Delivered[] {
  return world.sends.flatMap((send) =>
    send.done === null ? [] : [Object.assign(send, { name: send.kind, runId: send.done.runId })],
  );
}

function mayRepeat(seen: Seen, { comment, delivery, before }: Repeated<Delivered>): boolean {
  const { attempts } = seen;
  const attemptOf = ({ by }: Delivered): Attempt | undefined =>
    attempts.find(({ process }) => process.name === by);
  const by = attemptOf(delivery);
  if (by === undefined) {
    return false;
  }
  // The marker could not be written or read.
  if ([...before, delivery].some((send) => (attemptOf(send)?.thread.github.met.size ?? 0) > 0)) {
    return true;
  }
  const isAgain = by.thread.comment === comment && by.nth > 0;
  // The thread knows its last run alone, and that one is gone too, or another one has taken the
  // place of the comment's. A run that the comment has created is known by its key (contract 4.8).
  const isKnownByKey = by.job.inputs['idempotency'] === 'on' && before.some(isCreate);
  const isUnknown = isExcused(seen, by, 'gone') || before.some((send) => wasReplaced(seen, send));
  if (isAgain && isUnknown && !isKnownByKey) {
    return true;
  }
  if (isAgain && before.some((send) => hasEndedBadly(seen, send, { at: delivery.at, by }))) {
    return true;
  }
  const cannotTell = / cannot be told: .*It is sent, which may be for a second time/;
  if (isAgain && isExcused(seen, by, 'found') && cannotTell.test(saidBy(by))) {
    return true;
  }
  return before.every((send) => {
    const first = attemptOf(send);
    if (first === undefined) {
      return false;
    }
    const isCut = first.process.end?.how === 'killed' || first.process.signalledAt !== null;
    const isOpen = isCut || send.deliveredAt === null;
    const isTroubled = [first.connection, first.postConnection, by.connection].some(
      ({ met }) => met.size > 0,
    );
    const isLost = isTroubled || isExcused(seen, first, 'found') || isExcused(seen, by, 'found');
    // One that waits for the turn before it is in no log yet, which is looked through once (4.8).
    const isQueued = send.kind === 'followUp' && isAgain && shownAt(seen, send) > delivery.at;
    // Without a key nothing tells a later attempt of a create that was cut off (contract 4.8).
    const isKeyless = isCreate(send) && isAgain && by.job.inputs['idempotency'] !== 'on';
    const isUntold = isKeyless && send.deliveredAt === null;
    return isOpen && (isLost || isQueued || isUntold) && !isShown(seen, { send, delivery, by });
  });
}

/**
 * Whether the service has answered a later follow-up to the run of a send with a 404, so that the
 * thread had another run (contract 7.2).
 */
function wasReplaced({ world }: Seen, { at, done }: Delivered): boolean {
  return world.sends.some(
    (refused, nth) =>
      refused.at > at &&
      refused.runId === done?.runId &&
      refused.status === 404 &&
      world.sends.slice(nth).some(({ kind, by }) => kind === 'create' && by === refused.by),
  );
}

const isCreate = ({ kind }: HostedSend): boolean => kind === 'create';

/** Most time between the last read of the log and the follow-up. */
const ECHO_MS = 12_000;

/**
 * A follow-up is recognized in the log once its turn has begun, by an attempt that could read all
 * of it.
 */
function isShown(
  seen: Seen,
  {
    send,
    delivery,
    by,
  }: { readonly send: Delivered; readonly delivery: Delivered; readonly by: Attempt },
): boolean {
  const isRead = by.connection.met.size === 0;
  return send.kind === 'followUp' && isRead && shownAt(seen, send) < delivery.at - ECHO_MS;
}

/** When the log shows it. */
function shownAt({ world }: Seen, { done }: Delivered): number {
  const turn = world.turns(done?.runId ?? '', done?.at)[done?.turn ?? 0];
  return done?.note ?? turn?.startAt ?? Infinity;
}

/**
 * Whether the run of a send is one that a later attempt replaces (contract 4.8).
 *
 * @param by the later attempt
 */
function hasEndedBadly(
  seen: Seen,
  { done }: Delivered,
  { at, by }: { readonly at: number; readonly by: Attempt },
): boolean {
  const { world, plan, lost } = seen;
  if (lost.some((run) => run.runId === done?.runId && run.at <= at)) {
    return true;
  }
  const own = done?.turn ?? 0;
  const run = world.run(done?.runId ?? '', done?.at);
  const idOf = (turn: number): unknown => run && plan.subject.idOf(run, turn);
  // A later turn may have put an end to the run, unless it was a run of its own.
  const turns = world.turns(done?.runId ?? '', done?.at).filter(({ endAt }) => endAt <= at);
  const since = turns.filter(({ index }) => index >= own && idOf(index) === idOf(own));
  if (since.length === 0) {
    return false;
  }
  if (isExcused(seen, by, 'lost')) {
    return true;
  }
  const { ends, isUntold } = plan.subject;
  return since.some((turn) => {
    const end = ends.find(({ word }) => word === turn.word);
    const hasFailed = end !== undefined && ['failed', 'cancelled'].includes(end.outcome);
    return hasFailed || turn.isStopped || isUntold?.(turn, { at, as: 'own' }) === true;
  });
}
