/** The rare states that a simulation of a fleet has reached. */
import type { Marks } from '../../engine/simulated.ts';
import { sendsOf } from '../invariants/seen.ts';
import { reachable } from '../marks.ts';
import { tasksOf } from './invariants.ts';
import { rowsOf, type FleetAttempt, type Row, type Seen, type TaskAttempt } from './rows.ts';

export function marksOf(seen: Seen): Marks {
  const { plan, fleets, attempts } = seen;
  const any = (test: (attempt: TaskAttempt) => boolean): boolean => attempts.some(test);
  const anyFleet = (test: (outcomes: ReadonlySet<string>, rows: readonly Row[]) => boolean) =>
    fleets.map(rowsOf).some((rows) => test(new Set(rows.map(({ outcome }) => outcome)), rows));
  const isAll = (outcomes: ReadonlySet<string>): boolean =>
    outcomes.size === 1 && outcomes.has('succeeded');
  const succeeded = ({ row }: TaskAttempt): boolean => row?.outcome === 'succeeded';
  const isLost = (attempt: TaskAttempt): boolean =>
    sendsOf(seen, attempt.process.name).some(
      ({ done, deliveredAt }) => done !== null && deliveredAt === null,
    );
  const postSays = (words: string): boolean =>
    fleets.some(
      ({ post, process }) =>
        process.end?.how === 'killed' &&
        post?.host.printed.some((line) => line.includes(words)) === true,
    );
  return reachable(plan.subject, {
    fleet_all_succeeded: anyFleet((outcomes, rows) => isAll(outcomes) && rows.length > 4),
    fleet_mixed: anyFleet(({ size }) => size >= 3),
    fleet_fail_fast: any(({ row }) => row?.error_message?.includes('`fail_fast`') === true),
    ...(!plan.subject.isAlwaysKeyed && {
      fleet_lost_answer: any(
        (attempt) => isLost(attempt) && attempt.process.code === 'ambiguous_create',
      ),
    }),
    fleet_adopted: any((attempt) => isLost(attempt) && succeeded(attempt)),
    fleet_collected: any((attempt) => attempt.prompt === null && succeeded(attempt)),
    fleet_signalled: any(
      ({ process, row }) =>
        process.signalledAt !== null && row?.agent_run_id !== null && row?.outcome === 'cancelled',
    ),
    fleet_killed: postSays('goes on'),
    fleet_killed_sending: postSays('is not known'),
    fleet_timed_out: anyFleet((outcomes) => outcomes.has('timed_out')),
    fleet_started: anyFleet((outcomes) => outcomes.has('started')),
    fleet_trouble: fleets.some(
      (fleet) => fleet.connection.met.size > 0 && tasksOf(seen, fleet).every(succeeded),
    ),
    fleet_run_again: any((attempt) => attempt.nth > 0 && succeeded(attempt)),
    ...(plan.subject.kinds.followUp !== null && {
      fleet_resumed: any((attempt) => attempt.mayFollowUp && succeeded(attempt)),
    }),
    ...(plan.subject.kinds.stops.length > 0 && { fleet_stopped: seen.world.stops.length > 0 }),
    ...(plan.subject.countsRequests === true && {
      fleet_gave_room: fleets.some(
        ({ connection, process }) => connection.overLimit > 0 && process.end?.how === 'ended',
      ),
    }),
    ...listMarks(seen),
  });
}

/** Of a list that shows where the runs of a fleet stand, or is missing. */
function listMarks({ plan, fleets }: Seen): Marks {
  const { kinds, faults } = plan.subject;
  if (!faults.some(({ name }) => name === 'no-list')) {
    return {};
  }
  const isMany = plan.tasks.length > 2;
  const of = (isListed: boolean): readonly FleetAttempt[] =>
    fleets.filter(({ connection }) => isMany && connection.met.has('no-list') !== isListed);
  const succeeded = (fleet: FleetAttempt): boolean =>
    rowsOf(fleet).some(({ outcome }) => outcome === 'succeeded');
  return {
    fleet_listed: of(true).some(
      (fleet) => succeeded(fleet) && (fleet.connection.asked.get(kinds.search) ?? 0) > 0,
    ),
    fleet_in_rounds: of(false).some(succeeded),
  };
}
