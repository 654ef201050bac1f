/** Several runs in one file: an index with filters, and each run's report behind its row. */
import type { FleetRow } from '../../../src/report/page/data.ts';
import { readRun } from '../data/page.ts';
import { length } from '../data/time.ts';
import { button, h } from '../render/dom.ts';
import type { Child } from '../render/dom.ts';
import { showRun } from './app.ts';
import type { RunView } from './app.ts';

const words = (outcome: string): string => outcome.replaceAll('_', ' ');
const outcomeClass = (outcome: string): string => `outcome ${/^[a-z_]+$/.test(outcome) ? outcome : ''}`;

export function showFleet(index: HTMLElement): void {
  const rows = JSON.parse(index.querySelector('script.fleet-rows')?.textContent ?? '[]') as readonly FleetRow[];
  const runs = new Map(
    [...document.querySelectorAll<HTMLElement>('.run')].map((run) => [run.dataset['key'] ?? '', run]),
  );
  // Links are validated and built when the report is written.
  const links = new Map(
    [...index.querySelectorAll<HTMLElement>('.links')].map((one) => [one.dataset['key'] ?? '', one]),
  );
  const body = h('tbody');
  const count = h('span', { class: 'count', role: 'status' });
  const search = h('input', {
    type: 'search',
    placeholder: 'Search runs',
    'aria-label': 'Search runs',
    autocomplete: 'off',
  });
  const outcomes = [...new Set(rows.map(({ outcome }) => outcome))];
  const chosen = h(
    'select',
    { 'aria-label': 'Filter by outcome' },
    h('option', { value: '' }, 'All outcomes'),
    ...outcomes.map((outcome) =>
      h('option', { value: outcome }, `${words(outcome)} (${rows.filter((row) => row.outcome === outcome).length})`),
    ),
  );
  let order: keyof FleetRow | null = null;
  let view: RunView | null = null;
  let shown: HTMLElement | null = null;

  const back = button('All runs', { class: 'back' }, () => (location.hash = ''));

  const rowOf = (row: FleetRow): HTMLElement => {
    const open = row.inside ? button(row.key, { class: 'link' }, () => (location.hash = `run-${row.key}/`)) : row.key;
    const file =
      row.inside || row.reportFile === null ? [] : [h('div', { class: 'note' }, `Report: ${row.reportFile}`)];
    const cells: readonly Child[] = [
      h('span', { class: outcomeClass(row.outcome) }, words(row.outcome)),
      length(row.durationMs),
      String(row.steps),
      String(row.errors),
    ];
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, open, ...file),
      ...cells.map((cell) => h('td', {}, cell)),
      h('td', {}, links.get(row.key) ?? ''),
      h('td', { class: 'reason' }, row.reason),
    );
  };

  const draw = (): void => {
    const wanted = search.value
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const text = (row: FleetRow): string =>
      [row.key, row.title, row.outcome, row.status ?? '', row.reason].join('\n').toLowerCase();
    const passing = rows.filter(
      (row) =>
        (chosen.value === '' || row.outcome === chosen.value) && wanted.every((word) => text(row).includes(word)),
    );
    const by = order;
    const sorted =
      by === null
        ? passing
        : passing.toSorted((a, b) =>
            typeof a[by] === 'number' ? Number(b[by]) - a[by] : String(a[by]) < String(b[by]) ? -1 : 1,
          );
    body.replaceChildren(...sorted.map(rowOf));
    count.textContent =
      sorted.length === rows.length ? `${rows.length} runs` : `${sorted.length} of ${rows.length} runs`;
  };

  const heading = (label: string, field: keyof FleetRow): HTMLElement =>
    h(
      'th',
      { scope: 'col' },
      button(label, { class: 'link' }, () => {
        order = order === field ? null : field;
        draw();
      }),
    );

  const route = (): void => {
    const key = /^#run-([A-Za-z0-9._-]{1,64})\//.exec(location.hash)?.[1] ?? null;
    const run = key === null ? undefined : runs.get(key);
    if (run !== undefined && run === shown) return;
    view?.close();
    view = null;
    if (shown !== null) shown.hidden = true;
    shown = run ?? null;
    index.hidden = run !== undefined;
    if (run === undefined) return;
    run.hidden = false;
    run.prepend(back);
    const kept = run.querySelector<HTMLElement>('.overview');
    const overview = kept?.cloneNode(true) as HTMLElement | null;
    if (kept !== null) kept.hidden = true;
    if (overview === null) return;
    overview.hidden = false;
    view = showRun(run, { ...readRun(run), overview, prefix: `run-${key ?? ''}/` });
  };

  const head = h(
    'tr',
    {},
    heading('Run', 'key'),
    heading('Outcome', 'outcome'),
    heading('Duration', 'durationMs'),
    heading('Steps', 'steps'),
    heading('Errors', 'errors'),
    h('th', { scope: 'col' }, 'Links'),
    h('th', { scope: 'col' }, 'Reason'),
  );
  const table = h(
    'div',
    { class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Runs' },
    h('table', {}, h('thead', {}, head), body),
  );
  index.append(h('div', { class: 'tools' }, search, chosen, count), table);
  search.addEventListener('input', draw);
  chosen.addEventListener('change', draw);
  window.addEventListener('hashchange', route);
  draw();
  route();
}
