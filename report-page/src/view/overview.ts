/** The parts of the overview that need the script: time by tool, and the comparison with another run. */
import { compareRuns } from '../data/compare.ts';
import { sumsBy } from '../data/run.ts';
import type { Run, Step } from '../data/run.ts';
import { length } from '../data/time.ts';
import { button, copyButton, h } from '../render/dom.ts';
import type { Child } from '../render/dom.ts';
import { icon } from '../render/icons.ts';
import { terminalView } from '../render/views.ts';
import { exitCode } from './list-row.ts';

const ROWS_MAX = 12;
const ERRORS_MAX = 50;

function table(label: string, head: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  const header = h('tr', {}, ...head.map((title) => h('th', { scope: 'col' }, title)));
  const body = rows.map(([first = '', ...cells]) =>
    h('tr', {}, h('th', { scope: 'row' }, first), ...cells.map((cell) => h('td', {}, cell))),
  );
  return h(
    'div',
    { class: 'table', tabindex: '0', role: 'group', 'aria-label': label },
    h('table', {}, h('thead', {}, header), h('tbody', {}, ...body)),
  );
}

/** The names with the longest total time, each a button that shows its steps. */
export function timeTable(run: Run, show: (step: Step) => void): HTMLElement {
  const named = (step: Step): string => (step.error ? 'Errors' : step.name);
  const examples = new Map<string, Step>();
  for (const step of run.steps) if (!examples.has(named(step))) examples.set(named(step), step);
  const sums = sumsBy(run.steps, named);
  const rows = sums.slice(0, ROWS_MAX).map(({ name, steps, ms }): readonly Child[] => {
    const example = examples.get(name);
    const share = run.total === 0 ? 0 : ms / run.total;
    const bar = h('span', { class: `bar k-${example?.category ?? 'tool'}` });
    bar.style.width = `${Math.max(100 * share, 1)}%`;
    const label = h(
      'span',
      { class: 'step' },
      ...(example === undefined ? [] : [icon(example.category)]),
      name.slice(0, 60),
    );
    return [
      button(label, { class: 'link' }, () => example !== undefined && show(example)),
      String(steps),
      length(ms),
      h('span', { class: 'share' }, h('span', { class: 'lane' }, bar), `${Math.round(100 * share)} %`),
    ];
  });
  const rest =
    sums.length > ROWS_MAX ? [h('p', { class: 'note' }, `${sums.length - ROWS_MAX} more kinds of steps.`)] : [];
  return h(
    'section',
    { class: 'part' },
    h('h3', {}, 'Where the time went'),
    table('Where the time went', ['Step', 'Count', 'Time', 'Share'], rows),
    ...rest,
  );
}

/** Adds what only the log contains to the written overview: the colours of the error's text, and the exit codes of the steps before it. */
export function completeCause(overview: HTMLElement, run: Run): void {
  const text = overview.querySelector<HTMLElement>('.cause pre');
  if (text !== null) {
    const words = text.textContent;
    text.previousElementSibling?.append(
      ' ',
      copyButton('the error', () => words),
    );
    text.replaceWith(terminalView(words, 'Error'));
  }
  for (const link of overview.querySelectorAll<HTMLElement>('.cause li a[data-step]')) {
    const exit = run.steps[Number(link.dataset['step'])]?.exit ?? null;
    if (exit !== null) link.after(' ', exitCode(exit));
  }
}

function change(before: number, after: number, show: (value: number) => string): string {
  if (before === after) return '=';
  return `${after > before ? '+' : '−'}${show(Math.abs(after - before))}`;
}

function errorList(title: string, steps: readonly Step[]): HTMLElement {
  const items = steps
    .slice(0, ERRORS_MAX)
    .map((step) => h('li', {}, `Step ${step.index + 1}, ${step.name}: ${step.headline.slice(0, 200)}`));
  return h(
    'section',
    { class: 'part' },
    h('h3', {}, `${title} (${steps.length})`),
    steps.length === 0 ? h('p', { class: 'note' }, 'None.') : h('ul', {}, ...items),
  );
}

/** Compares this run with another one. Nothing leaves the page. */
export function comparison(run: Run, other: Run, close: () => void): HTMLElement {
  const { tools, errors } = compareRuns(run, other);
  const both = (
    name: string,
    pick: (of: Run) => number,
    show: (value: number) => string = String,
  ): readonly Child[] => [name, show(pick(run)), show(pick(other)), change(pick(run), pick(other), show)];
  const facts = table(
    'The two runs',
    ['', 'This', 'Other', 'Difference'],
    [
      ['Run', run.head.title, other.head.title, ''],
      ['Outcome', run.head.outcome, other.head.outcome, run.head.outcome === other.head.outcome ? '=' : 'differs'],
      both('Duration', ({ head }) => head.durationMs, length),
      both('Steps', ({ steps }) => steps.length),
      both('Errors', (of) => of.errors.length),
      both('Requests', ({ head }) => head.requests),
    ],
  );
  const rows = tools
    .slice(0, 40)
    .map(({ name, steps, ms }): readonly Child[] => [
      name,
      `${steps[0]} / ${steps[1]}`,
      length(ms[0]),
      length(ms[1]),
      change(ms[0], ms[1], length),
    ]);
  return h(
    'div',
    { class: 'comparison' },
    h('div', { class: 'part-head' }, h('h2', {}, 'Comparison'), button('Close comparison', { class: 'small' }, close)),
    facts,
    h(
      'section',
      { class: 'part' },
      h('h3', {}, 'Time by tool'),
      table('Time by tool', ['Step', 'Count', 'This', 'Other', 'Difference'], rows),
    ),
    errorList('Errors only in this run', errors[0]),
    errorList('Errors only in the other run', errors[1]),
  );
}
