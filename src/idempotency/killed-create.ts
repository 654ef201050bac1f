/**
 * Records the comments delivered by a killed step's create: the post step writes the marker that the main step could
 * not (contract 7.2, 7.3).
 */
import type { RunState } from '../runner/saved-state.ts';
import { integerOf } from '../shared/integer.ts';
import type { Thread } from '../thread-comment/index.ts';
import type { Message } from '../thread-comment/mailbox.ts';
import { stepKey, type KeySources } from './index.ts';
import { attemptOf } from './key.ts';

interface Planned {
  readonly kind: 'attach' | 'send';
  readonly runId: number | null;
  readonly comments?: readonly Message[] | null;
}

/** Saved state is bounded, and no create delivers this many comments. */
const COMMENTS_MOST = 300;

/**
 * The comments that a create delivers, for the saved state. Null for any other turn, which is settled by the log's
 * echo.
 */
export function commentsText(plan: Planned): string | null {
  if (plan.kind !== 'send' || plan.runId !== null || (plan.comments ?? null) === null) return null;
  return (plan.comments ?? [])
    .slice(0, COMMENTS_MOST)
    .map(({ id }) => id)
    .join(',');
}

/**
 * Marks the comments of a create that was carried out as delivered, so that the next job does not deliver them again,
 * and records its step.
 */
export function rememberCreated(thread: Thread, state: RunState, sources: KeySources): void {
  if (state.mode !== 'created') return;
  const ids = (state.comments ?? '').split(',').map(integerOf);
  thread.memory.settle(ids.filter((id) => id > 0));
  thread.memory.wroteAs({ key: stepKey(sources), attempt: attemptOf(sources.env), mode: 'created' });
}
