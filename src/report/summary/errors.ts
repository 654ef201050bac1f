/** The errors of a run, with repeated errors merged and counted (contract 6.4). Pure. */
import { counted, joined } from '../../shared/format.ts';
import { markdownFence, markdownText } from '../../safe/markdown.ts';
import { errorLabel } from '../step-words.ts';
import type { StepDigest, StepView } from '../step-view.ts';
import { fittingItems, folded } from './fit.ts';

const ERRORS_MAX_BYTES = 250_000;
/** A summary has at most 60 folds, most of them for errors. */
const GROUPS_MAX = 50;
const TITLE_MAX = 160;
const PLACES_MAX = 5;

export interface ErrorGroup {
  /** The first occurrence. */
  readonly error: StepDigest;
  /** Positions from 1, in order. */
  readonly steps: readonly number[];
}

/** Errors of one kind and tool with the same text, in the order of their first occurrence. */
export function groupErrors(steps: readonly StepDigest[]): readonly ErrorGroup[] {
  const groups = new Map<string, { readonly error: StepDigest; readonly steps: number[] }>();
  for (const error of steps) {
    if (!error.error) continue;
    const key = JSON.stringify([error.kind, error.tool, error.detail ?? error.headline]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { error, steps: [error.index + 1] });
    else group.steps.push(error.index + 1);
  }
  return [...groups.values()];
}

function places(steps: readonly number[]): string {
  const shown = steps.slice(0, PLACES_MAX).join(', ');
  const rest = steps.length > PLACES_MAX ? ', …' : '';
  return steps.length === 1 ? `step ${shown}` : `${steps.length} times, steps ${shown}${rest}`;
}

function groupText({ error, steps }: ErrorGroup): string {
  const message = markdownText(error.headline, TITLE_MAX);
  const title = `${errorLabel(error)}${message === '' ? '' : `: ${message}`} (${places(steps)})`;
  return folded(title, markdownFence(error.detail ?? error.headline, 'text'));
}

export function errorsSection(view: StepView): string {
  const groups = groupErrors(view.steps);
  if (groups.length === 0) return '';
  const count = groups.reduce((sum, { steps }) => sum + steps.length, 0);
  const { shown } = fittingItems(groups.slice(0, GROUPS_MAX), ERRORS_MAX_BYTES, groupText);
  const rest = groups.slice(shown.length).reduce((sum, { steps }) => sum + steps.length, 0);
  const note = rest > 0 ? `*${counted(rest, 'more error')}: see the logs file or the trace report.*` : '';
  // A successful run recovered from them.
  const title = view.outcome === 'succeeded' ? 'Errors on the way' : 'Errors';
  return joined([`### ${title} (${count})`, ...shown, note]);
}
