/** Whether the step fails, and the message that says how it ended. */
import { endMessage } from './ending.ts';
import type { StepView } from './step-view.ts';
import type { Outcome } from '../run/events.ts';

export interface Verdict {
  readonly red: boolean;
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** Empty if the outcome needs no message. May quote agent text. */
  readonly message: string;
}

export interface VerdictSources {
  readonly view: StepView;
  /** Null if the inputs could not be read. */
  readonly failOn: ReadonlySet<Outcome> | null;
  /** The signal as text, or null if there was none. */
  readonly cancelled: string | null;
}

export function verdictOf({ view, failOn, cancelled }: VerdictSources): Verdict {
  const { outcome } = view;
  const chosen = outcome !== 'running' && failOn?.has(outcome) === true;
  // Invalid inputs and signals fail the step regardless of `fail_on` (contract 1.1, 7.3).
  const red =
    chosen || view.errorCode === 'invalid_input' || cancelled !== null || (failOn === null && outcome === 'error');
  const quiet = outcome === 'skipped' || outcome === 'started' || outcome === 'succeeded';
  const level = red ? 'error' : quiet ? 'notice' : 'warning';
  // The signal arrived after the outcome was settled, and no longer changes it (see `conclude`).
  const late =
    cancelled === null || view.cutShort === cancelled
      ? ''
      : `${cancelled} That was too late to change the outcome, which stays ${view.outcome}, but the step is red.`;
  const message = sentenceOf(view, chosen);
  return { red, level, title: titleOf(view), message: [late, message].filter((part) => part !== '').join(' ') };
}

function titleOf({ outcome, errorCode }: StepView): string {
  return `Agent run: ${errorCode ?? outcome.replace('_', ' ')}`;
}

/** @param chosen whether `fail_on` includes the outcome */
function sentenceOf(view: StepView, chosen: boolean): string {
  if (view.outcome === 'skipped') return view.skipReason ?? '';
  return (
    endMessage(view) ??
    (chosen ? `The agent run ${String(view.runId)} ended as ${view.outcome}, which \`fail_on\` names.` : '')
  );
}
