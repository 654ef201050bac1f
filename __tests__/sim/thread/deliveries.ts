/**
 * What holds for the jobs of a thread at every service (contract 7.2):
 * - No prompt contains a comment by an author without permission, or one without the trigger
 *   phrase.
 * - What passes at GitHub within two minutes neither skips a job nor ends it (contract 6.1).
 * - An admitted comment is delivered exactly once, or its job says why not.
 * - The marker in the thread counts no comment as settled that was never delivered.
 *
 * What excuses a comment that no prompt has: its job did not succeed, or was skipped with its
 * reason. What excuses a second delivery differs between services.
 */
import type { GitHubModel } from '../../support/fake-github.ts';
import type { SimProcess } from '../engine/process.ts';
import type { GitHubWay } from '../world/github.ts';
import { WRITERS, type AttemptPlan, type CommentPlan, type JobPlan } from './plan.ts';

export interface ThreadAttempt {
  readonly plan: AttemptPlan;
  readonly process: SimProcess;
  readonly comment: CommentPlan;
  readonly job: JobPlan;
  /** From 0. */
  readonly index: number;
  readonly github: GitHubWay;
}

/** A create or follow-up that was carried out. */
export interface Delivery {
  readonly name: string;
  /** The name of the process that sent it. */
  readonly by: string;
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly runId: number | string | null;
}

export interface ThreadSeen<Sent extends Delivery> {
  readonly comments: readonly CommentPlan[];
  /** Whether prompts have the event's text. */
  readonly hasContext: boolean;
  readonly github: GitHubModel;
  readonly attempts: readonly ThreadAttempt[];
  /** Creates and follow-ups that were carried out. */
  readonly carriedOut: readonly Sent[];
  /** Whether something excuses that a comment is delivered once more. */
  readonly mayRepeat: (repeated: Repeated<Sent>) => boolean;
}

export interface Repeated<Sent extends Delivery> {
  readonly comment: CommentPlan;
  readonly delivery: Sent;
  readonly before: readonly Sent[];
}

export function violationsOfThread<Sent extends Delivery>(seen: ThreadSeen<Sent>): string[] {
  return [
    ...seen.attempts.flatMap(waitedForGitHub),
    ...seen.comments.flatMap((comment) => deliveredRight(seen, comment)),
    ...markersRight(seen),
  ];
}

/** GitHub is waited for so long, less the time that the requests take. */
const GITHUB_MS = 110_000;

function waitedForGitHub({ plan, process, github }: ThreadAttempt): string[] {
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

/** Those that deliver a comment. */
export function deliveriesOf<Sent extends Delivery>(
  carriedOut: readonly Sent[],
  { id }: CommentPlan,
): readonly Sent[] {
  return carriedOut.filter(({ body }) => JSON.stringify(body).includes(`[c${id}]`));
}

function deliveredRight<Sent extends Delivery>(
  seen: ThreadSeen<Sent>,
  comment: CommentPlan,
): string[] {
  const deliveries = deliveriesOf(seen.carriedOut, comment);
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
    seen.carriedOut.some(({ by }) => by === process.name),
  );
  if (said) {
    return wronglySkipped(seen, { comment, own });
  }
  return !seen.hasContext && createdHere
    ? []
    : [`comment ${comment.id} was never delivered, but its job succeeded`];
}

/** Finds jobs that were skipped because their comment was delivered, although it was not. */
function wronglySkipped(
  { hasContext }: Pick<ThreadSeen<Delivery>, 'hasContext'>,
  { comment, own }: { readonly comment: CommentPlan; readonly own: readonly ThreadAttempt[] },
): string[] {
  const isClaimed = own.some(({ process }) =>
    (process.host.outputs['skip_reason'] ?? '').startsWith('This comment was already delivered'),
  );
  // Without the event's text, a run may have been created for it with only the prompt.
  const isExcused = !hasContext || own.length > 1;
  return isClaimed && !isExcused
    ? [`comment ${comment.id} is said to be delivered, but no prompt has it`]
    : [];
}

function twice<Sent extends Delivery>(
  { mayRepeat }: ThreadSeen<Sent>,
  { comment, deliveries }: { readonly comment: CommentPlan; readonly deliveries: readonly Sent[] },
): string[] {
  const bad = deliveries
    .slice(1)
    .filter(
      (delivery, index) =>
        !mayRepeat({ comment, delivery, before: deliveries.slice(0, index + 1) }),
    );
  const told = deliveries
    .map(({ by, name, at, runId }) => `${by} (${name} of ${String(runId)} at ${Math.round(at)})`)
    .join(', ');
  if (bad.length > 0) {
    return [`comment ${comment.id} was delivered ${deliveries.length} times: ${told}`];
  }
  return [];
}

interface Settled {
  readonly since: number;
  readonly high: number;
  readonly settled: readonly number[];
}

/** The last marker in the thread must not record undelivered comments as settled. */
function markersRight<Sent extends Delivery>(seen: ThreadSeen<Sent>): string[] {
  if (!seen.hasContext) {
    return [];
  }
  const mailboxes = seen.github.thread.flatMap(({ body }) => {
    const [, content] = /^<!-- agent-run-action:thread (\S+) sig=/.exec(body) ?? [];
    return content === undefined
      ? []
      : [(JSON.parse(content) as { readonly mailbox: Settled }).mailbox];
  });
  const isSettled = (id: number): boolean =>
    mailboxes.some(
      ({ since, high, settled }) => settled.includes(id) || (id > since && id <= high),
    );
  return seen.comments.flatMap((comment) => {
    const isOpen =
      comment.job !== null &&
      WRITERS.has(comment.author) &&
      deliveriesOf(seen.carriedOut, comment).length === 0;
    return isOpen && isSettled(comment.id)
      ? [`comment ${comment.id} is settled in the thread, but was never delivered`]
      : [];
  });
}
