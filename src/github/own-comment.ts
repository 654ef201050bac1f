/** What tells the action's comment from all others (contract 1.1 `comment_key`, 6.1). Needed by steps without a thread, too. */
import type { EventContext } from './event.ts';
import type { Inputs } from '../inputs/parse.ts';

/** The start of the hidden marker (see `marker.ts`). */
export const MARKER_START = '<!-- agent-run-action:';

/**
 * Whether a comment looks like this action's own and must not trigger it (contract 6.1). Any marker counts, whatever its
 * signature: other workflows sign with other tokens, and a person who adds one only prevents that comment from
 * triggering.
 */
export function isOwnComment(body: string): boolean {
  return body.includes(MARKER_START);
}

/**
 * `comment_key`, by default workflow, job, matrix index and step. The step counts only if its name tells it from others: GitHub names the
 * only step of an action in a job after the action (`__owner_name`), the next one `__owner_name_2`.
 */
export function commentKeyOf(inputs: Pick<Inputs, 'commentKey' | 'siblingIndex'>, event: EventContext): string {
  const { workflow, job, step } = event;
  const isPlain = step === '' || (step.startsWith('__') && !/_\d+$/.test(step));
  return inputs.commentKey ?? `${workflow}/${job}/${inputs.siblingIndex}${isPlain ? '' : `/${step}`}`;
}
