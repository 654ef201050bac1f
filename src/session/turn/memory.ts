/**
 * Keeps the thread's comment and the state saved for the post step consistent with what happens to the request
 * (contract 7.2, 7.3).
 */
import { stepKey } from '../../idempotency/index.ts';
import { attemptOf } from '../../idempotency/key.ts';
import { saveRunState } from '../../runner/saved-state.ts';
import { ownCommentId } from '../../thread-comment/index.ts';
import type { Listener } from '../step.ts';
import type { TurnPlan } from './plan.ts';
import type { TurnPorts } from './ports.ts';

type Remembering = Pick<TurnPorts, 'thread' | 'env' | 'host' | 'inputs' | 'event'>;

export function remembering(
  { thread, env, host, inputs, event }: Remembering,
  plan: Extract<TurnPlan, { readonly kind: 'attach' | 'send' }>,
): Listener {
  const { memory } = thread;
  const key = stepKey({ inputs, event, env });
  const attempt = attemptOf(env);
  const ids = plan.kind === 'send' ? (plan.comments ?? []).map(({ id }) => id) : [];
  const announced = (state: 'unsent' | 'sending' | 'sent'): void => {
    if (memory.mark !== null) saveRunState(host, { announced: state });
  };
  return (happened, { sending, turn }) => {
    if (turn === null && (happened.type === 'sending' || happened.type === 'unsent'))
      announced(happened.type === 'sending' ? 'sending' : 'unsent');
    if (happened.type === 'started' && happened.repair !== true) {
      announced('sent');
      if (happened.mode === 'resumed') memory.accepted();
      else memory.withdraw();
      // A run of an earlier attempt that was found by its key contains this step's own comment and no other.
      const own = happened.mode === 'attached' ? ids.filter((id) => id === ownCommentId(event)) : ids;
      memory.settle(own);
      if (happened.mode !== 'attached') memory.wroteAs({ key, attempt, mode: happened.mode });
    }
    // Nothing was carried out, so the comments are left to another step. If that is unknown, the announcement stays
    // until the log settles it.
    if (happened.type === 'ended' && turn === null && !sending) memory.withdraw();
  };
}
