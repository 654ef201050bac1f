/** The row of filters above the list. */
import type { ViewState } from '../data/address.ts';
import { sumsBy } from '../data/run.ts';
import type { Run } from '../data/run.ts';
import { stepName } from '../../../src/report/page/data.ts';
import { button, h } from '../render/dom.ts';

export interface Tools {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  readonly show: (state: ViewState) => void;
  /** Shows a text in the status line. */
  readonly tell: (text: string) => void;
}

export interface ToolsEvents {
  readonly change: (patch: Partial<ViewState>) => void;
  readonly reset: () => void;
  readonly move: (by: number) => void;
  readonly group: (on: boolean) => void;
  readonly compare: (file: File) => void;
}

const NAME_MAX = 60;
const OPTIONS_MAX = 500;

function select(label: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  const all = h('option', { value: '' }, `All ${label}s`);
  return h(
    'select',
    { 'aria-label': `Filter by ${label}` },
    all,
    ...options.slice(0, OPTIONS_MAX).map(([value, text]) => h('option', { value }, text.slice(0, NAME_MAX))),
  );
}

export function createTools(run: Run, events: ToolsEvents): Tools {
  const kinds = sumsBy(run.steps, ({ kind }) => kind).map(
    ({ name, steps }) => [name, `${stepName(name, null)} (${steps})`] as const,
  );
  const used = run.steps.filter(({ tool }) => tool !== '');
  const toolNames = sumsBy(used, ({ tool }) => tool).map(
    ({ name, steps }) => [name, `${stepName('ACTION', name)} (${steps})`] as const,
  );
  const kind = select('type', kinds);
  const tool = select('tool', toolNames);
  const search = h('input', {
    type: 'search',
    placeholder: 'Search all text',
    'aria-label': 'Search all text',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const pressed = (
    label: string,
    attributes: Readonly<Record<string, string>>,
    click: (on: boolean) => void,
  ): HTMLButtonElement => {
    const element: HTMLButtonElement = button(label, { 'aria-pressed': 'false', ...attributes }, () =>
      click(element.getAttribute('aria-pressed') !== 'true'),
    );
    return element;
  };
  const regex = pressed('.*', { title: 'Regular expression', 'aria-label': 'Regular expression' }, (on) =>
    events.change({ regex: on }),
  );
  const errors = pressed(`Errors (${run.errors.length})`, { class: 'errors' }, (on) => events.change({ errors: on }));
  const group = pressed(
    'Group',
    { 'aria-pressed': 'true', title: 'Show repeated steps and work on one file as one line' },
    (on) => {
      group.setAttribute('aria-pressed', String(on));
      events.group(on);
    },
  );
  const file = h('input', { type: 'file', accept: '.html', class: 'offscreen', tabindex: '-1', 'aria-hidden': 'true' });
  const reset = button('Reset', {}, events.reset);
  const count = h('span', { class: 'count', role: 'status' });
  errors.disabled = run.errors.length === 0;
  const element = h(
    'div',
    { class: 'tools', role: 'toolbar', 'aria-label': 'Filters' },
    h('span', { class: 'search' }, search, regex),
    button('↑', { class: 'small', 'aria-label': 'Previous match' }, () => events.move(-1)),
    button('↓', { class: 'small', 'aria-label': 'Next match' }, () => events.move(1)),
    kind,
    tool,
    errors,
    group,
    reset,
    count,
    h('span', { class: 'space' }),
    button('Compare…', { title: 'Compare with another report; or drop its file here' }, () => file.click()),
    file,
  );
  search.addEventListener('input', () => events.change({ query: search.value }));
  kind.addEventListener('change', () => events.change({ kind: kind.value }));
  tool.addEventListener('change', () => events.change({ tool: tool.value }));
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (chosen !== undefined) events.compare(chosen);
  });
  return {
    element,
    search,
    show(state) {
      if (search.value !== state.query) search.value = state.query;
      kind.value = state.kind;
      tool.value = state.tool;
      regex.setAttribute('aria-pressed', String(state.regex));
      errors.setAttribute('aria-pressed', String(state.errors));
      const words = [state.query, state.kind, state.tool];
      reset.disabled = words.every((word) => word === '') && !state.errors && state.range === null;
    },
    tell: (text) => (count.textContent = text),
  };
}
