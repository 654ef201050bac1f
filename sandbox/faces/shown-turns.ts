/** Which turns of a run are shown, where what is shown of it lags behind. */
import type { StoredRun, TurnState } from '../store.ts';
import type { RunShowing } from './face.ts';

/**
 * Without the newest turn as long as the state of the one before is shown: while that is at work,
 * and for a while after the turn began.
 *
 * @param stale the habit that lengthens that while, beside the scenario's own lag
 */
export function shownTurns(
  run: StoredRun,
  { store, now, habits }: RunShowing,
  stale: string,
): readonly [TurnState, ...TurnState[]] {
  const [first, ...later] = store.turns(run);
  if (first === undefined) {
    throw new Error('a run has at least one turn');
  }
  const last = later.at(-1);
  if (last === undefined) {
    return [first];
  }
  const { startedAt, script } = last.turn;
  const staleMs = habits.get(stale)?.forMs ?? 0;
  const shownAt = Math.max(
    store.realTime(run, startedAt + script.statusLag),
    store.realTime(run, startedAt) + staleMs,
  );
  return last.isWaiting || now < shownAt ? [first, ...later.slice(0, -1)] : [first, ...later];
}
