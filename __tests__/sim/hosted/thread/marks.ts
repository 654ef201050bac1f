/** The rare states that the simulation of a thread at a hosted agent has reached. */
import { DEFAULT_SERVICE } from '../../../../src/agents/service-table.ts';
import type { Marks } from '../../engine/simulated.ts';
import type { GitHubFault } from '../../world/github.ts';
import { reachable } from '../marks.ts';
import { saidBy } from '../invariants/seen.ts';
import { WRITERS } from './comments.ts';
import { deliveriesOf } from './deliveries.ts';
import { carriedOut, type Attempt, type Delivered, type Seen } from './invariants.ts';

export function marksOf(seen: Seen): Marks {
  const { attempts, plan } = seen;
  const carried = carriedOut(seen);
  const any = (test: (attempt: Attempt) => boolean): boolean => attempts.some(test);
  const says = (pattern: RegExp): boolean => any((attempt) => pattern.test(saidBy(attempt)));
  const skipped = (pattern: RegExp): boolean =>
    any(({ process }) => pattern.test(process.host.outputs['skip_reason'] ?? ''));
  const followUps = carried.filter(({ kind }) => kind === 'followUp');
  const met = ({ thread }: Attempt): ReadonlySet<string> => thread.github.met;
  return reachable(plan.subject, {
    thread_resumed: followUps.length > 0,
    thread_max_turns: skipped(/max_turns/),
    thread_outsider: any(
      ({ thread, process }) => !WRITERS.has(thread.comment.author) && process.outcome === 'skipped',
    ),
    thread_busy:
      says(/is at work: the follow-up waits/) ||
      followUps.some((send) => isNote(send) || isQueued(seen, send)),
    thread_replaced: carried.filter(({ kind }) => kind === 'create').length > 1,
    thread_gone: says(/takes no follow-up any more|no longer exists at the service/),
    thread_rerun_attached: says(/was started by an earlier attempt of this step: attaching/),
    thread_lost_found: followUps.some(
      ({ by, deliveredAt }) =>
        deliveredAt === null &&
        any(({ process }) => process.name === by && process.outcome === 'succeeded'),
    ),
    thread_lost: any(({ process }) => process.code === 'ambiguous_create'),
    thread_killed_sending: any(
      ({ process: { end, host } }) => end?.how === 'killed' && host.saved['phase'] === 'sending',
    ),
    ...(plan.subject.service === DEFAULT_SERVICE && gitHubMarks(seen)),
    thread_killed_between: any(
      ({ process: { name, end, host } }) =>
        end?.how === 'killed' &&
        !seen.world.sends.some(({ by }) => by === name) &&
        host.outputOrder.length > 0,
    ),
    thread_reacted: seen.github.reactions.some(({ content }) => content === 'rocket'),
    thread_github_trouble: any(
      (attempt) => met(attempt).size > 0 && attempt.process.outcome === 'succeeded',
    ),
    thread_delivered_twice: plan.comments.some(
      (comment) => deliveriesOf(carried, comment).length > 1,
    ),
  });
}

/** GitHub is the same whichever service is behind the thread, so that one has to reach these. */
function gitHubMarks({ attempts }: Seen): Marks {
  const passed = (fault: GitHubFault): boolean =>
    attempts.some(
      ({ thread, process }) => thread.github.met.has(fault) && process.outcome === 'succeeded',
    );
  return {
    thread_untimed_limit: passed('secondary_untimed'),
    thread_github_502: passed('github_502'),
    thread_unavailable: attempts.some(({ process }) => process.code === 'thread_unavailable'),
  };
}

/** Whether it came into a turn at work. */
const isNote = ({ done }: { readonly done: { readonly note: number | null } | null }): boolean =>
  (done?.note ?? null) !== null;

/** Whether its turn waited for the one before. */
function isQueued({ world }: Seen, { runId, done, at }: Delivered): boolean {
  const turn = world.turns(runId, at)[done?.turn ?? 0];
  return turn !== undefined && turn.startAt > turn.acceptedAt;
}
