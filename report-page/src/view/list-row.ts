/** A line of the list: a step, or a group of steps. */
import { counted } from '../../../src/shared/format.ts';
import type { Group } from '../data/groups.ts';
import type { Run, Step } from '../data/run.ts';
import { clock, length, scale } from '../data/time.ts';
import { h } from '../render/dom.ts';
import { icon } from '../render/icons.ts';

export interface RowOptions {
  readonly run: Run;
  readonly isOpen: (group: number) => boolean;
  /** Replaces the text of a step, if the search has something better. */
  readonly setWords: (index: number, words: HTMLElement) => void;
}

export const cell = (className: string, text: string): HTMLElement => h('span', { class: className }, text);

/** `exit 2`, for the code of `Step.exit`. */
export const exitCode = (exit: number): HTMLElement => cell('exit bad', exit === 0 ? 'exit' : `exit ${exit}`);

function lane(step: Step, ms: number, { run }: RowOptions): HTMLElement {
  const bar = cell(`bar k-${step.category}`, '');
  bar.style.width = `${Math.max(100 * scale(ms, run.longest), 1)}%`;
  return h('span', { class: 'lane' }, bar);
}

export function stepRow(step: Step, inner: boolean, options: RowOptions): HTMLElement {
  const words = cell('what', step.headline);
  options.setWords(step.index, words);
  const ms = step.end - step.start;
  const name = h('span', { class: 'step' }, icon(step.category), cell('name', step.name));
  const exit = step.exit === null ? [] : [exitCode(step.exit)];
  const state = `${step.error ? ' error' : ''}${inner ? ' inner' : ''}`;
  return h(
    'div',
    { class: `row${state}` },
    cell('#', String(step.index + 1)),
    cell('at', clock(step.end)),
    name,
    h('span', { class: 'words' }, ...exit, words),
    cell('took', length(ms)),
    lane(step, ms, options),
  );
}

/** @param step the group's first one */
export function groupRow(step: Step, group: Group, options: RowOptions): HTMLElement {
  const title = group.reason === 'file' ? 'Work on a file' : step.name;
  const count = cell('times', group.reason === 'file' ? counted(group.count, 'step') : `×${group.count}`);
  const errors = group.errors === 0 ? [] : [cell('exit bad', counted(group.errors, 'error'))];
  const open = options.isOpen(group.first);
  const name = h('span', { class: 'step' }, icon(step.category), cell('name', title));
  const words = h('span', { class: 'words' }, count, ...errors, cell('what', group.label));
  const last = options.run.steps[group.steps.at(-1) ?? group.first] ?? step;
  const row = h(
    'div',
    { class: `row group${group.errors > 0 ? ' error' : ''}`, 'aria-expanded': String(open) },
    cell('#', open ? '▾' : '▸'),
    cell('at', clock(last.end)),
    name,
    words,
    cell('took', length(group.ms)),
    lane(step, group.ms, options),
  );
  row.dataset['group'] = String(group.first);
  return row;
}
