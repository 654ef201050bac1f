/** The rare states that the simulation of a job with a budget has reached. */
import type { Marks } from '../../engine/simulated.ts';
import type { Attempt } from '../checks/invariants.ts';
import { saidBy } from '../invariants/seen.ts';
import { reachable } from '../marks.ts';
import { followUpsOf, messageOf, type Seen } from './invariants.ts';

export function marksOf(seen: Seen): Marks {
  const { attempts, plan } = seen;
  const any = (test: (attempt: Attempt) => boolean): boolean => attempts.some(test);
  const isUsedUp = (attempt: Attempt): boolean =>
    /has used .* of the .* allows/.test(messageOf(attempt));
  const asksForMore = (attempt: Attempt): boolean => followUpsOf(seen, attempt).length > 0;
  const isWithheld = (attempt: Attempt): boolean =>
    messageOf(attempt).includes('asked for nothing more');
  return reachable(plan.subject, {
    budget_in_mid_turn: any(
      (attempt) => attempt.process.code === 'budget_exceeded' && !asksForMore(attempt),
    ),
    budget_in_repair: any((attempt) => plan.work === 'schema' && wasReachedAgain(attempt)),
    budget_in_mend: any((attempt) => plan.work === 'checks' && wasReachedAgain(attempt)),
    budget_at_the_end: any((attempt) => saidBy(attempt).includes('ended by itself, and had used')),
    budget_withholds_repair: any((attempt) => plan.work === 'schema' && isWithheld(attempt)),
    budget_withholds_mend: any((attempt) => plan.work === 'checks' && isWithheld(attempt)),
  });

  function wasReachedAgain(attempt: Attempt): boolean {
    return isUsedUp(attempt) && asksForMore(attempt) && !isWithheld(attempt);
  }
}
