/** The rare states that a simulation of a fleet has reached. */
import type { Marks } from '../engine/simulated.ts';
import { rowsOf, sendsOf, type Seen } from './invariants.ts';

export function marksOf(seen: Seen): Marks {
  const { plan, process, world, post, connection } = seen;
  const rows = process.end?.how === 'killed' ? [] : rowsOf(seen);
  const outcomes = new Set(rows.map(({ outcome }) => outcome));
  const ended = process.outcome !== '' && process.end?.how === 'ended';
  const lost = plan.tasks.some((_, index) =>
    sendsOf(seen, index).some(({ runId, deliveredAt }) => runId !== null && deliveredAt === null),
  );
  return {
    fleet_all_succeeded: outcomes.size === 1 && outcomes.has('succeeded') && rows.length > 8,
    fleet_mixed: outcomes.size >= 4,
    fleet_listed: world.listed > 0 && outcomes.has('succeeded'),
    fleet_in_rounds: plan.features.has('no_list') && outcomes.has('succeeded') && rows.length > 2,
    fleet_gave_room: plan.othersMs !== null && world.overLimit > 0 && ended,
    fleet_fail_fast: rows.some(
      ({ error_message: message }) => message?.includes('fail_fast') === true,
    ),
    fleet_lost_answer: lost && rows.some(({ error_code: code }) => code === 'ambiguous_create'),
    fleet_adopted:
      lost &&
      plan.features.has('metadata') &&
      rows.length > 0 &&
      !rows.some(({ error_code: code }) => code === 'ambiguous_create'),
    fleet_resumed: rows.some(
      ({ outcome, key }, index) =>
        outcome === 'succeeded' && seen.old.has(key) && plan.tasks[index]?.prompt !== null,
    ),
    fleet_collected: rows.some(
      ({ outcome }, index) => outcome === 'succeeded' && plan.tasks[index]?.prompt === null,
    ),
    fleet_signalled:
      process.signalledAt !== null &&
      rows.some(({ agent_run_id: id, outcome }) => id !== null && outcome === 'cancelled'),
    fleet_killed: post?.host.printed.some((line) => line.includes('goes on')) === true,
    fleet_killed_sending:
      post?.host.printed.some((line) => line.includes('Whether a run was created is not known')) ===
      true,
    fleet_timed_out: outcomes.has('timed_out'),
    fleet_started: outcomes.has('started'),
    fleet_trouble: connection.met.size > 0 && outcomes.size === 1 && outcomes.has('succeeded'),
  };
}
