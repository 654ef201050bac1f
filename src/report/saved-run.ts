/**
 * What is saved of a run for the post step while it goes on (contract 7.3): immediately, because
 * the step may be killed at any time.
 */
import type { Before } from '../agents/port.ts';
import { identityText } from '../run/once/key.ts';
import { saveRunState } from '../runner/saved-state.ts';
import { workSaver } from './kept-work.ts';
import type { Listener, StepPorts } from './step.ts';

export function runSaver({ host, clock }: Pick<StepPorts, 'clock' | 'host'>): Listener {
  /** What is known of the further turns before the one in flight. */
  let repair: 'accepted' | null = null;
  /** Whether work that is seen now can only be that of the turn. */
  let showsOwnWork = false;
  /** Whether the saved state says that a follow-up with a run of its own is in flight. */
  let isBeforeSaved = false;
  const saveBefore = (before: Before | null): void => {
    if (before !== null || isBeforeSaved) {
      saveRunState(host, { before: before?.memo ?? null });
      isBeforeSaved = before !== null;
    }
  };
  const saveWork = workSaver(host);
  return (event, state) => {
    const { mode, seen, turn } = state;
    saveWork(event, state);
    // The run of the first turn stays the known one, whatever becomes of it.
    if (turn !== null && event.type === 'sending') {
      saveBefore(state.before);
      saveRunState(host, { repair: 'sent' });
      return;
    }
    if (turn !== null && event.type === 'unsent') {
      saveRunState(host, { repair });
      saveBefore(null);
      return;
    }
    if (event.type === 'started' && event.again !== undefined) {
      const followed = event.followed === event.runId ? null : (event.followed ?? null);
      repair = 'accepted';
      // The end of the turn before is none of this one.
      saveRunState(host, { turnSeen: null, followed, repair });
    }
    if (event.type === 'started') {
      // A further turn is asked for after the end of the one before.
      showsOwnWork = event.again !== undefined || event.isBusyBefore !== true;
    }
    if (event.type === 'status' && event.meaning === 'active' && showsOwnWork) {
      showsOwnWork = false;
      saveRunState(host, { turnSeen: 'at_work' });
    }
    if (event.type === 'started' && event.again === undefined && event.isFound === true) {
      saveRunState(host, { sentBy: 'earlier_attempt' });
    }
    switch (event.type) {
      case 'begin':
        saveRunState(host, { startedAt: clock.wall() });
        return;
      case 'sending':
        saveBefore(state.before);
        saveRunState(host, { phase: 'sending', runId: event.runId, webUrl: seen?.webUrl ?? null });
        return;
      case 'keyed':
        saveRunState(host, { identity: identityText(event.identity) });
        return;
      case 'unsent':
        saveRunState(host, { phase: 'idle' });
        saveBefore(null);
        return;
      case 'known':
        if (event.fileStem !== undefined) {
          saveRunState(host, { fileStem: event.fileStem });
        }
        return;
      case 'finished':
        showsOwnWork = false;
        saveRunState(host, { turnSeen: 'ended' });
        return;
      case 'stopped': {
        const { errorMessage, stopped } = event;
        saveRunState(host, { errorCode: 'budget_exceeded', errorMessage, stopped });
        return;
      }
      case 'stop_requested':
        saveRunState(host, { stopped: event.stopped, errorMessage: event.errorMessage });
        return;
      case 'started':
      case 'status': {
        const { runId, webUrl } = event;
        saveRunState(host, { phase: 'running', runId, webUrl, mode });
        saveBefore(null);
        return;
      }
      default:
    }
  };
}
