/** The rare states that the simulation of a job that waits for checks has reached. */
import type { Marks } from '../../engine/simulated.ts';
import { saidBy } from '../invariants/seen.ts';
import { reachable } from '../marks.ts';
import { mendsOf, type Attempt, type Seen } from './invariants.ts';

export function marksOf(seen: Seen): Marks {
  const { attempts, plan } = seen;
  const any = (test: (attempt: Attempt) => boolean): boolean => attempts.some(test);
  const ended = (outcome: string, pattern: RegExp): boolean =>
    any(
      ({ process }) =>
        process.outcome === outcome && pattern.test(process.host.outputs['error_message'] ?? ''),
    );
  const fixes = ({ process }: Attempt): number => Number(process.host.outputs['fixes'] ?? '0');
  const mends = mendsOf(seen);
  const done = mends.filter(({ send }) => send.done !== null);
  const isOfRerun = (attempt: Attempt): boolean =>
    attempt.nth > 0 && attempt.process.outcome === 'succeeded' && fixes(attempt) > 0;
  return reachable(plan.subject, {
    checks_green: any((attempt) => attempt.process.outcome === 'succeeded' && fixes(attempt) === 0),
    checks_mended: any((attempt) => attempt.process.outcome === 'succeeded' && fixes(attempt) > 0),
    checks_mended_twice: any((attempt) => fixes(attempt) > 1),
    checks_red_to_the_end: ended('unverified', /is not asked to mend (?:it|them) again after/),
    checks_changed_nothing: ended('unverified', /changed nothing/),
    checks_called_off: ended('unverified', /Nothing is wrong that could be mended/),
    checks_of_a_person: ended('unverified', /wait for a person/),
    checks_none: ended('unverified', /no check ran/i),
    checks_closed: ended('unverified', /closed without a merge/),
    checks_merged: any((attempt) => saidBy(attempt).includes('was merged before its checks')),
    checks_out_of_time: ended('timed_out', /The run itself has ended/),
    checks_mend_lost: done.some(({ send }) => send.deliveredAt === null),
    checks_killed_mending: any(
      ({ process: { end, name } }) =>
        end?.how === 'killed' && mends.some(({ send }) => send.by === name),
    ),
    checks_signalled_mending: any(
      ({ process: { signalledAt, name } }) =>
        signalledAt !== null && mends.some(({ send }) => send.by === name),
    ),
    checks_rerun_counts: any(isOfRerun),
    checks_github_trouble: any(
      ({ way, process }) => way.met.size > 0 && process.outcome === 'succeeded',
    ),
  });
}
