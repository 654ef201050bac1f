/** The rare states that a simulation of jobs at a hosted agent has reached. */
import type { Marks } from '../engine/simulated.ts';
import type { Subject } from './subject.ts';
import { listLagOf } from './invariants/once.ts';
import {
  followedBy,
  isAttached,
  saidBy,
  sendsOf,
  type Attempt,
  type Seen,
} from './invariants/seen.ts';

export function marksOf(seen: Seen): Marks {
  const { attempts, plan } = seen;
  const { subject } = plan;
  const any = (test: (attempt: Attempt) => boolean): boolean => attempts.some(test);
  const met = (attempt: Attempt, name: string): boolean => attempt.connection.met.has(name);
  return reachable(subject, {
    ...onceMarks(seen),
    ...(subject.otherRun !== undefined && listMarks(seen)),
    ...(subject.kinds.followUp !== null && followUpMarks(seen)),
    ...(subject.kinds.stops.length > 0 && stopMarks(seen)),
    ...(subject.kinds.log !== null && logMarks(seen)),
    ...Object.fromEntries(
      subject.faults.map(({ name }) => [`met ${name}`, any((attempt) => met(attempt, name))]),
    ),
  });
}

/** Without those that do not come about with the service. */
export function reachable({ unreachable = [] }: Subject, marks: Marks): Marks {
  const left = Object.entries(marks).filter(([name]) => !unreachable.includes(name));
  return Object.fromEntries(left);
}

function onceMarks(seen: Seen): Marks {
  const { attempts } = seen;
  const any = (test: (attempt: Attempt) => boolean): boolean => attempts.some(test);
  const errorOf = ({ process }: Attempt): string => process.host.outputs['error_message'] ?? '';
  return {
    adopted: any((attempt) => saidBy(attempt).includes('it is the run that was created')),
    adopted_by_post: any(({ post }) =>
      saidBy({ process: post }).includes('carries the key of the create that the killed step'),
    ),
    attached_again: any((attempt) => saidBy(attempt).includes('of this step: attaching to it')),
    next_generation: any((attempt) => /ended as .*: starting a new run/.test(saidBy(attempt))),
    other_request: any((attempt) => errorOf(attempt).includes('with another prompt')),
    ambiguous: any(({ process }) => process.code === 'ambiguous_create'),
    refused: any(({ process }) => process.code === 'quota_exceeded'),
    throttled: any(
      ({ process, connection }) => connection.network.refused && process.outcome === 'succeeded',
    ),
    killed_sending: any(({ process }) => isKilled(process, 'sending')),
    killed_running: any(({ process }) => isKilled(process, 'running')),
    signalled: any(({ process }) => process.signalledAt !== null && process.runText !== ''),
    attached: any((attempt) => isAttached(attempt) && attempt.process.outcome === 'succeeded'),
    pull_request: any(({ process }) => (process.host.outputs['pull_requests'] ?? '[]') !== '[]'),
    usage_told: any(({ process }) => (process.host.outputs['usage'] ?? '') !== ''),
    failed: any(({ process }) => process.outcome === 'failed'),
    timed_out: any(({ process }) => process.outcome === 'timed_out'),
  };
}

/** A list that lags behind for longer is read more than once. */
const LATE_MS = 5_000;

/** Of a list that other people's runs are in, and that may be missing. */
function listMarks({ attempts, plan, world }: Seen): Marks {
  const any = (test: (attempt: Attempt) => boolean): boolean => attempts.some(test);
  const errs = (words: string): boolean =>
    any(({ process }) => (process.host.outputs['error_message'] ?? '').includes(words));
  const says = (words: string): boolean => any((attempt) => saidBy(attempt).includes(words));
  const adopted = (attempt: Attempt): boolean =>
    saidBy(attempt).includes('it is the run that was created');
  const lagMs = listLagOf(plan);
  const others = world.store.all().length - world.runs().length;
  return {
    adopted_late: any((attempt) => adopted(attempt) && lagMs > LATE_MS),
    adopted_far_back: others > 100 && any(adopted),
    earlier_unchecked: errs('that could not be checked'),
    list_bound: errs('20 pages'),
    list_missing: says('The list of runs cannot be read'),
    key_dropped: says(plan.subject.dropsKey?.says ?? 'a key is dropped'),
    not_adopted: errs('No run in the list carries the key'),
    follow_up_unsettled: errs('does not show the follow-up'),
  };
}

function isKilled({ end, host }: Attempt['process'], phase: string): boolean {
  return end?.how === 'killed' && host.saved['phase'] === phase;
}

function followUpMarks(seen: Seen): Marks {
  const any = (test: (attempt: Attempt) => boolean): boolean => seen.attempts.some(test);
  const followedUp = (attempt: Attempt): boolean =>
    sendsOf(seen, attempt.process.name).some(
      ({ kind, done }) => kind === 'followUp' && done !== null,
    );
  return {
    followed_up: any((attempt) => followedUp(attempt) && attempt.process.outcome === 'succeeded'),
    follow_up_settled: any((attempt) => saidBy(attempt).includes('The follow-up has arrived')),
    follow_up_lost: any(
      (attempt) => attempt.old !== null && attempt.process.code === 'ambiguous_create',
    ),
  };
}

function stopMarks(seen: Seen): Marks {
  const { attempts, world } = seen;
  const stopped = (name: string | undefined): boolean => world.stops.some(({ by }) => by === name);
  return {
    stop_at_timeout: attempts.some(
      ({ process }) => process.outcome === 'timed_out' && stopped(process.name),
    ),
    stop_after_signal: attempts.some(
      ({ process }) => process.signalledAt !== null && stopped(process.name),
    ),
    stop_by_post: attempts.some(({ post }) => stopped(post?.name)),
  };
}

function logMarks(seen: Seen): Marks {
  const { attempts } = seen;
  return {
    long_log: attempts.some(
      (attempt) =>
        attempt.process.outcome === 'succeeded' &&
        (followedBy(seen, attempt)?.turn.labels.length ?? 0) > 50,
    ),
  };
}
