/**
 * Invariants of the jobs of a thread (contract 7.2):
 * - No request is sent again after an ambiguous answer.
 * - No prompt contains a comment by an author without permission, or one without the trigger
 *   phrase.
 * - What passes at GitHub within two minutes neither skips a job nor ends it (contract 6.1).
 * - An admitted comment is delivered exactly once, or its job says why not.
 *
 * What excuses a second delivery, and why: a request whose response was lost, or whose job was cut
 * short; a marker that could not be written; a run of this very job that had failed, whose comment
 * a re-run brings again. What excuses a comment that no prompt has: its job did not succeed, or was
 * skipped with its reason.
 */
import type { GitHubModel } from '../../support/fake-github.ts';
import type { Marks } from '../engine/simulated.ts';
import { violationsOfAttempt, type Attempt as AnyAttempt } from '../world/attempt.ts';
import type { GitHubWay } from '../world/github.ts';
import { sentAgain, type World, type WorldSend } from '../world/service.ts';
import { WRITERS, type AttemptPlan, type CommentPlan, type JobPlan, type Plan } from './plan.ts';

export interface Attempt extends AnyAttempt<AttemptPlan> {
  readonly comment: CommentPlan;
  readonly job: JobPlan;
  readonly index: number;
  readonly github: GitHubWay;
}

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
      ...waitedForGitHub(attempt),
    ]),
    ...seen.plan.comments.flatMap((comment) => deliveredRight(seen, comment)),
    ...markersRight(seen),
  ];
}

function sentOnce({ world }: Seen, { process, post }: Attempt): string[] {
  const sends = world.sends.filter(({ by }) => by === process.name);
  // A recorded run that no longer exists is replaced.
  const bad = sentAgain(sends, process.name);
  if (post !== null && world.sends.some(({ by }) => by === post.name)) {
    bad.push(`${post.name}: something was sent`);
  }
  return bad;
}

/** GitHub is waited for so long, less the time that the requests take. */
const GITHUB_MS = 110_000;

function waitedForGitHub({ plan, process, github }: Attempt): string[] {
  const { host, startedAt, code, name } = process;
  const passesBy = Math.max(0, ...plan.github.map(({ to }) => to));
  // GitHub may ask for a wait that takes longer, and a signal ends every wait.
  const isLong = passesBy > startedAt + GITHUB_MS || github.met.has('primary');
  if (isLong || plan.signalAfter !== null) {
    return [];
  }
  const isSkipped = /could not be read/.test(host.outputs['skip_reason'] ?? '');
  return isSkipped || code === 'thread_unavailable'
    ? [`${name}: gave up on a GitHub that was well after ${passesBy - startedAt} ms`]
    : [];
}

/** Requests that were carried out and deliver a comment. */
function deliveriesOf({ world }: Seen, { id }: CommentPlan): readonly WorldSend[] {
  return world.sends.filter(
    ({ runId, body }) => runId !== null && String(body['prompt']).includes(`[c${id}]`),
  );
}

function deliveredRight(seen: Seen, comment: CommentPlan): string[] {
  const deliveries = deliveriesOf(seen, comment);
  if (comment.job === null) {
    return deliveries.length > 0
      ? [`comment ${comment.id} asks for nothing and was delivered`]
      : [];
  }
  if (!WRITERS.has(comment.author)) {
    return deliveries.length > 0
      ? [`comment ${comment.id} of ${comment.author}, who may not ask, was delivered`]
      : [];
  }
  // Without the event's text, the comment that started a run is in no prompt, because only the
  // mailbox delivers comments.
  const own = seen.attempts.filter(({ job }) => job === comment.job);
  if (deliveries.length > 1) {
    return twice(seen, { comment, deliveries });
  }
  if (deliveries.length === 1) {
    return [];
  }
  const said = own.some(
    ({ process }) => process.outcome !== 'succeeded' || process.end?.how === 'killed',
  );
  const createdHere = own.some(({ process }) =>
    seen.world.sends.some(({ by, runId }) => by === process.name && runId !== null),
  );
  if (said) {
    return wronglySkipped(seen, { comment, own });
  }
  return seen.plan.features.has('no_context') && createdHere
    ? []
    : [`comment ${comment.id} was never delivered, but its job succeeded`];
}

/** Finds jobs that were skipped because their comment was delivered, although it was not. */
function wronglySkipped(
  seen: Seen,
  { comment, own }: { readonly comment: CommentPlan; readonly own: readonly Attempt[] },
): string[] {
  const isClaimed = own.some(({ process }) =>
    (process.host.outputs['skip_reason'] ?? '').startsWith('This comment was already delivered'),
  );
  // Without the event's text, a run may have been created for it with only the prompt.
  const isExcused = seen.plan.features.has('no_context') || own.length > 1;
  return isClaimed && !isExcused
    ? [`comment ${comment.id} is said to be delivered, but no prompt has it`]
    : [];
}

function twice(
  seen: Seen,
  {
    comment,
    deliveries,
  }: { readonly comment: CommentPlan; readonly deliveries: readonly WorldSend[] },
): string[] {
  const bad = deliveries
    .slice(1)
    .filter(
      (delivery, index) =>
        !mayRepeat(seen, { comment, delivery, before: deliveries.slice(0, index + 1) }),
    );
  const told = deliveries
    .map(({ by, name, at, runId }) => `${by} (${name} of ${String(runId)} at ${Math.round(at)})`)
    .join(', ');
  if (bad.length > 0) {
    return [`comment ${comment.id} was delivered ${deliveries.length} times: ${told}`];
  }
  return [];
}

interface Repeated {
  readonly comment: CommentPlan;
  readonly delivery: WorldSend;
  readonly before: readonly WorldSend[];
}

function mayRepeat(seen: Seen, { comment, delivery, before }: Repeated): boolean {
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

/** The last marker in the thread must not record undelivered comments as settled. */
function markersRight(seen: Seen): string[] {
  const settled = new Set(
    seen.github.thread.flatMap(({ body }) =>
      (/^<!-- agent-run-action:v2 [^>]*\bsettled=([0-9,]+)/.exec(body)?.[1] ?? '')
        .split(',')
        .filter((id) => id !== '')
        .map(Number),
    ),
  );
  if (seen.plan.features.has('no_context')) {
    return [];
  }
  return seen.plan.comments.flatMap((comment) => {
    const isOpen =
      comment.job !== null &&
      WRITERS.has(comment.author) &&
      deliveriesOf(seen, comment).length === 0;
    return isOpen && settled.has(comment.id)
      ? [`comment ${comment.id} is settled in the thread, but was never delivered`]
      : [];
  });
}

export function marksOf(seen: Seen): Marks {
  const { attempts, plan, world } = seen;
  const carried = world.sends.filter(({ runId }) => runId !== null);
  const comments = (send: WorldSend): number =>
    [...String(send.body['prompt']).matchAll(/\[c\d+\]/g)].length;
  const says = (pattern: RegExp): boolean =>
    attempts.some(({ process }) => process.host.printed.some((line) => pattern.test(line)));
  const skipped = (pattern: RegExp): boolean =>
    attempts.some(({ process }) => pattern.test(process.host.outputs['skip_reason'] ?? ''));
  return {
    thread_resumed: carried.some(({ name }) => name === 'resume'),
    thread_several_comments: carried.some((send) => send.name === 'resume' && comments(send) > 1),
    thread_skipped: skipped(/already delivered/),
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
    thread_intent_left: says(/A killed job left comments of which/),
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
    thread_delivered_twice: plan.comments.some((comment) => deliveriesOf(seen, comment).length > 1),
    thread_reacted: seen.github.reactions.some(({ content }) => content === 'rocket'),
  };
}
