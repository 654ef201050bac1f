/** Collects the events of a run and folds them, as a step does. */
import type { Emit, RunEvent } from '../../src/run/events.ts';
import { foldRun, type RunRecord } from '../../src/run/state.ts';

export interface FoldedRun {
  readonly events: RunEvent[];
  readonly emit: Emit;
  readonly turn: () => RunRecord;
}

export function foldedRun(events: RunEvent[] = []): FoldedRun {
  let turn: RunRecord | null = null;
  return {
    events,
    emit: (event) => {
      events.push(event);
      turn = foldRun(turn, event);
    },
    turn: () => turn as RunRecord,
  };
}
