/** Collects the events of a run and folds them, as a step does. */
import type { Emit, RunEvent } from '../../src/run/events.ts';
import { foldTurn, type TurnRecord } from '../../src/run/state.ts';

interface FoldedRun {
  readonly events: RunEvent[];
  readonly emit: Emit;
  readonly turn: () => TurnRecord;
}

export function foldedRun(events: RunEvent[] = []): FoldedRun {
  let turn: TurnRecord | null = null;
  return {
    events,
    emit: (event) => {
      events.push(event);
      turn = foldTurn(turn, event);
    },
    turn: () => turn as TurnRecord,
  };
}
