/**
 * The comments that a turn delivers, as saved for the post step, which records them as delivered if the main step could not (contract
 * 7.2, 7.3). The announcement in the thread does not suffice, because another job may overwrite it.
 */
import type { RunState } from '../../runner/saved-state.ts';
import { integerOf } from '../../shared/integer.ts';
import type { TurnPlan } from './plan.ts';

/** Saved state is bounded, and no request delivers this many comments. */
const COMMENTS_MAX = 300;

/** Null for a turn that delivers no comments of the thread. */
export function commentsText(plan: TurnPlan): string | null {
  if (plan.kind !== 'send' || plan.comments === null) return null;
  return plan.comments
    .slice(0, COMMENTS_MAX)
    .map(({ id }) => id)
    .join(',');
}

export function commentsOf({ comments }: RunState): readonly number[] {
  return (comments ?? '')
    .split(',')
    .map(integerOf)
    .filter((id) => id > 0);
}
