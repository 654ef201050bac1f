/** What distinguishes the action's comment from all others (contract 6.1, 7.1). Needed by steps without a thread, too. */
import type { EventContext } from '../github/event.ts';
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

/** `comment_key`; defaults to a key that distinguishes this job from the others in the workflow. */
export function commentKeyOf(inputs: Pick<Inputs, 'commentKey' | 'siblingIndex'>, event: EventContext): string {
  return inputs.commentKey ?? `${event.workflow}/${event.job}/${inputs.siblingIndex}`;
}
