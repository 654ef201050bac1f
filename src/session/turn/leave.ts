/**
 * The final update of the thread at the end of a step, including what happened to the turn announced there (contract
 * 7.1, 7.2).
 */
import type { Host } from '../../ports.ts';
import { saveRunState } from '../../runner/saved-state.ts';
import type { Thread } from '../../thread-comment/index.ts';
import type { FinishOptions } from '../../thread-comment/schedule.ts';
import type { Fate } from '../../thread-comment/turns/release.ts';
import type { Step } from '../step.ts';

interface Leaving {
  readonly step: Step;
  readonly host: Host;
  readonly thread: Thread | null;
}

/**
 * The final update also tells other jobs what happened to the turn. Without one, only that is recorded. Never rejects.
 * Returns true if it is left to the post step.
 */
export async function leaveThread({ step, host, thread }: Leaving, options: FinishOptions): Promise<boolean> {
  if (thread === null) {
    saveRunState(host, { mark: null });
    return false;
  }
  const view = step.view();
  const { turn, sending } = step.state;
  const { url, late } = await thread.finish(view, options);
  if (url !== null) step.dispatch({ type: 'wrote', commentUrl: url });
  const { mark } = thread.memory;
  if (mark === null) return late;
  // An ambiguous request counts as lost, because the step has already searched for its run as long as that makes sense.
  const fate: Fate = turn !== null ? 'sent' : sending ? 'lost' : 'unsent';
  const isTold = view.runId !== null && view.outcome !== 'skipped';
  const settled = isTold ? !late : await thread.release({ mark }, { ...options, fate });
  // The post step may still find in the log that a follow-up arrived.
  if (settled && !(isTold && fate === 'lost')) saveRunState(host, { mark: null });
  return late || !settled;
}
