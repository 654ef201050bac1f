/** The thread at the end of a step: its last edit, and what became of the turn that was announced there (contract 7.1, 7.2). */
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

/** The last edit also tells other jobs what became of the turn. Where there is no edit, that alone is settled. Never rejects. True: left to the post step. */
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
  // In doubt the step has searched as long as a search is worth it.
  const fate: Fate = turn !== null ? 'sent' : sending ? 'lost' : 'unsent';
  const isTold = view.runId !== null && view.outcome !== 'skipped';
  const settled = isTold ? !late : await thread.release(mark, { ...options, fate });
  // The post step may still see in the log whether a follow-up arrived.
  if (settled && !(isTold && fate === 'lost')) saveRunState(host, { mark: null });
  return late || !settled;
}
