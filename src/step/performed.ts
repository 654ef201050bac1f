/** What performing a step, or a task of a fleet, came to. */
import type { Clock } from '../runner/port.ts';
import type { Step } from '../report/step.ts';
import type { SessionEnd } from '../run/events.ts';

export type Performed =
  /** The events of the run, or the rows of a fleet, have told how it ended. */
  | { readonly kind: 'told' }
  /** It ended without a run of its own, and nothing has told that yet. */
  | { readonly kind: 'untold'; readonly end: SessionEnd };

export const TOLD: Performed = { kind: 'told' };

export function untold(end: SessionEnd): Performed {
  return { kind: 'untold', end };
}

/** Dispatches the end, unless events have told it. */
export function tellPerformed(
  performed: Performed,
  { clock, step }: { readonly clock: Pick<Clock, 'now'>; readonly step: Pick<Step, 'dispatch'> },
): void {
  if (performed.kind === 'untold') {
    step.dispatch({ type: 'ended', end: performed.end, at: clock.now() });
  }
}
