/**
 * Invariants of the jobs of a thread (contract 7.2): those of `deliveries.ts`, and that no request
 * is sent again after an ambiguous answer.
 *
 * What excuses a second delivery, and why: a request whose response was lost, or whose job was cut
 * short; a marker that could not be written; a run of this very job that had failed, whose comment
 * a re-run brings again.
 */
import type { GitHubModel } from '../../support/fake-github.ts';
import type { Marks } from '../engine/simulated.ts';
import { violationsOfAttempt, type Attempt as AnyAttempt } from '../world/attempt.ts';
import { sentAgain, type World, type WorldSend } from '../world/service.ts';
import {
  deliveriesOf,
  violationsOfThread,
  type Repeated,
  type ThreadAttempt,
} from './deliveries.ts';
import { WRITERS, type AttemptPlan, type Plan } from './plan.ts';

export interface Attempt extends AnyAttempt<AttemptPlan>, Omit<ThreadAttempt, 'plan'> {}

export interface Seen {
  readonly plan: Plan;
  readonly world: World;
  readonly github: GitHubModel;
  readonly attempts: readonly Attempt[];
  readonly rejections: readonly string[];
}

export function violationsOf(seen: Seen): string[] {
  return [
    ...seen.rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...seen.attempts.flatMap((attempt) => [
      ...violationsOfAttempt(attempt),
      ...sentOnce(seen, attempt),
    ]),
    ...violationsOfThread({
      ...seen,
      comments: seen.plan.comments,
      hasContext: !seen.plan.features.has('no_context'),
      carriedOut: carriedOut(seen),
      mayRepeat: (repeated) => mayRepeat(seen, repeated),
    }),
  ];
}

const carriedOut = ({ world }: Seen): readonly WorldSend[] =>
  world.sends.filter(({ runId }) => runId !== null);

function sentOnce({ world }: Seen, { process, post }: Attempt): string[] {
  const sends = world.sends.filter(({ by }) => by === process.name);
  // A recorded run that no longer exists is replaced.
  const bad = sentAgain(sends, process.name);
  if (post !== null && world.sends.some(({ by }) => by === post.name)) {
    bad.push(`${post.name}: something was sent`);
  }
  return bad;
}

function mayRepeat(seen: Seen, { comment, delivery, before }: Repeated<WorldSend>): boolean {
  const { world, attempts } = seen;
  const attemptOf = (send: WorldSend): Attempt | undefined =>
    attempts.find(({ process }) => process.name === send.by);
  const by = attemptOf(delivery);
  if (by === undefined) {
    return false;
  }
  const sends = [...before, delivery];
  // The marker could not be written or read.
  if (sends.some((send) => (attemptOf(send)?.github.met.size ?? 0) > 0)) {
    return true;
  }
  // A re-run of the comment's own job delivers it again to a run that replaces a failed one. It
  // reads the status some time after its start, so that a failure until its request counts.
  const hasFailed = ({ runId }: WorldSend): boolean =>
    world.run(runId)?.wasIn(ENDED_BADLY, { from: by.process.startedAt, to: delivery.at }) ?? false;
  if (by.job === comment.job && by.index > 0 && before.some(hasFailed)) {
    return true;
  }
  return before.every((send) => {
    const run = world.run(send.runId);
    const first = attemptOf(send);
    if (run === undefined || first === undefined) {
      return false;
    }
    const isCut = first.process.end?.how === 'killed' || first.process.signalledAt !== null;
    // The marker is written after the answer to a create. A run is unknown if its create was
    // interrupted.
    if (send.name === 'create') {
      return isCut || send.deliveredAt === null;
    }
    // A follow-up is recognized by its echo in the log, after the earlier turns have ended and if
    // the log could be read.
    const isOpen = isCut || send.deliveredAt === null;
    const turn = run.turns.find(
      ({ prompt, acceptedAt }) => prompt === send.body['prompt'] && acceptedAt >= send.at,
    );
    const isShown =
      turn !== undefined && turn.startAt < delivery.at - ECHO_MS && by.connection.met.size === 0;
    return isOpen && !isShown;
  });
}

const ENDED_BADLY = ['FAILED', 'CANCELLED'];

/** Maximum time between the last read of the log and the follow-up. */
const ECHO_MS = 12_000;

export function marksOf(seen: Seen): Marks {
  const { attempts, plan, world } = seen;
  const carried = carriedOut(seen);
  const says = (pattern: RegExp): boolean =>
    attempts.some(({ process }) => process.host.printed.some((line) => pattern.test(line)));
  const skipped = (pattern: RegExp): boolean =>
    attempts.some(({ process }) => pattern.test(process.host.outputs['skip_reason'] ?? ''));
  return {
    thread_resumed: carried.some(({ name }) => name === 'resume'),
    thread_max_turns: skipped(/max_turns/),
    thread_outsider: attempts.some(
      ({ comment, process }) => !WRITERS.has(comment.author) && process.outcome === 'skipped',
    ),
    thread_untimed_limit: attempts.some(
      ({ github, process }) =>
        github.met.has('secondary_untimed') && process.outcome === 'succeeded',
    ),
    thread_github_502: attempts.some(
      ({ github, process }) => github.met.has('github_502') && process.outcome === 'succeeded',
    ),
    thread_unavailable: attempts.some(({ process }) => process.code === 'thread_unavailable'),
    thread_rerun_attached: says(/was started by an earlier attempt of this step: attaching/),
    thread_github_trouble: attempts.some(
      ({ github, process }) => github.met.size > 0 && process.outcome === 'succeeded',
    ),
    thread_killed_between: attempts.some(
      ({ process }) =>
        process.end?.how === 'killed' &&
        !world.sends.some(({ by }) => by === process.name) &&
        process.host.outputOrder.length > 0,
    ),
    thread_delivered_twice: plan.comments.some(
      (comment) => deliveriesOf(carried, comment).length > 1,
    ),
    thread_reacted: seen.github.reactions.some(({ content }) => content === 'rocket'),
  };
}
