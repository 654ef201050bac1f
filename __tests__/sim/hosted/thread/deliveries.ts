/**
 * What holds for the jobs of a thread at every service (contract 7.2):
 * - No prompt contains a comment by an author without permission, or one without the trigger
 *   phrase.
 * - What passes at GitHub within two minutes neither skips a job nor ends it (contract 6.1).
 * - An admitted comment is delivered exactly once, or its job says why not.
 *
 * What excuses a comment that no prompt has: its job did not succeed, or was skipped with its
 * reason. What excuses a second delivery differs between services.
 */
import type { GitHubModel } from '../../../support/fake-github.ts';
import type { PlayedProcess } from '../../engine/process.ts';
import type { GitHubWay } from '../../world/github.ts';
import { WRITERS, type AttemptPlan, type CommentPlan, type JobPlan } from './comments.ts';

export interface ThreadAttempt {
  readonly plan: AttemptPlan;
  readonly process: PlayedProcess;
  readonly comment: CommentPlan;
  readonly job: JobPlan;
  /** From 0. */
  readonly index: number;
  readonly github: GitHubWay;
}

/** A create or follow-up that was carried out. */
interface Delivery {
  readonly name: string;
  /** The name of the process that sent it. */
  readonly by: string;
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly runId: number | string | null;
}

interface ThreadSeen<Sent extends Delivery> {
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
  return said || !seen.hasContext
    ? []
    : [`comment ${comment.id} was never delivered, but its job succeeded`];
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
