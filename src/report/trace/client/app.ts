/** The report's script: reads the data, wires filters, keys and panes. */
import type { PageHead, TraceRow } from '../data.ts';
import { detail } from './detail.ts';
import { list } from './list.ts';
import { model } from './model.ts';
import type { Group } from './model.ts';
import { overview } from './overview.ts';

export function app(win: Window): void {
  const doc = win.document;
  const at = (id: string): HTMLElement => {
    const element = doc.getElementById(id);
    if (element === null) throw new Error(`The report has no #${id}`);
    return element;
  };
  const text = (id: string): string => at(id).textContent;

  const head = JSON.parse(text('head')) as PageHead;
  const data = model(JSON.parse(text('index')) as TraceRow[], () => text('entries').trim().split('\n'));
  const errors = data.steps.filter((step) => step.error).map((step) => step.index);
  const [kind, tool] = ['kind', 'tool'].map(at) as [HTMLSelectElement, HTMLSelectElement];
  const search = at('search') as HTMLInputElement;
  const onlyErrors = at('errors') as HTMLButtonElement;
  const count = at('count');
  const [rows, pane, side] = ['list', 'pane', 'side'].map(at) as [HTMLElement, HTMLElement, HTMLElement];
  let shown: readonly number[] = [];
  let marked = -1;

  const details = detail(win, data, pane);
  const waterfall = list(win, data, { list: rows, choose: (index) => choose(index, true) });
  const strip = overview(win, data, {
    canvas: at('strip') as HTMLCanvasElement,
    cursor: at('cursor'),
    choose: (index) => choose(index, true),
  });

  /** Marks a step; opens its pane too, unless it is closed and only the mark moves. */
  function choose(index: number, open: boolean): void {
    marked = index;
    waterfall.mark(index);
    strip.update(shown, index);
    if (open) side.hidden = false;
    if (!side.hidden) details.show(index);
    doc.body.className = side.hidden ? '' : 'open';
    try {
      win.history.replaceState(null, '', `#${index + 1}`);
    } catch {
      // Some browsers refuse this on file: addresses; the report works without.
    }
  }

  function close(): void {
    side.hidden = true;
    doc.body.className = '';
    rows.focus();
  }

  function isPressed(): boolean {
    return onlyErrors.dataset['on'] === 'true';
  }

  function press(on: boolean): void {
    onlyErrors.dataset['on'] = String(on);
    onlyErrors.setAttribute('aria-pressed', String(on));
  }

  function refresh(): void {
    shown = data.filter({ kind: kind.value, tool: tool.value, text: search.value, errors: isPressed() });
    const all = data.steps.length;
    count.textContent = shown.length === all ? `${all} steps` : `${shown.length} of ${all} steps`;
    at('none').hidden = shown.length > 0;
    waterfall.fill(shown);
    strip.update(shown, marked);
  }

  function reset(): void {
    for (const control of [kind, tool, search]) control.value = '';
    press(false);
    refresh();
  }

  /** To the next step in `among` after the marked one, or before it; round the end. */
  function jump(among: readonly number[], by: 1 | -1): void {
    const next = by > 0 ? among.find((index) => index > marked) : among.findLast((index) => index < marked);
    const target = next ?? (by > 0 ? among[0] : among.at(-1));
    if (target !== undefined) choose(target, true);
  }

  function move(by: number): void {
    const from = shown.indexOf(marked);
    const to = from < 0 ? 0 : Math.min(Math.max(from + by, 0), shown.length - 1);
    const index = shown[to];
    if (index !== undefined) choose(index, false);
  }

  function nextError(by: 1 | -1): void {
    if (!errors.some((index) => shown.includes(index))) reset();
    jump(
      errors.filter((index) => shown.includes(index)),
      by,
    );
  }

  const keys: Readonly<Record<string, () => void>> = {
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    PageDown: () => move(waterfall.page()),
    PageUp: () => move(-waterfall.page()),
    Home: () => move(-Infinity),
    End: () => move(Infinity),
    Enter: () => {
      if (marked < 0) move(0);
      if (marked >= 0) choose(marked, true);
    },
    Escape: close,
    e: () => nextError(1),
    E: () => nextError(-1),
    '/': () => search.select(),
  };

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const typing = target?.closest('input, select, textarea') ?? null;
    if (typing !== null) {
      if (event.key !== 'Escape' && !(typing === search && event.key === 'Enter')) return;
      event.preventDefault();
      rows.focus();
      return;
    }
    // Buttons and folds keep their own Enter; a pane that scrolls keeps its own arrows.
    const within = (selector: string): boolean => (target?.closest(selector) ?? null) !== null;
    if (event.key === 'Enter' && within('button, summary, a')) return;
    if (within('#side') && /^(Arrow|Page|Home|End)/.test(event.key)) return;
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  function options(select: HTMLElement, groups: readonly Group[]): void {
    for (const group of groups) {
      const option = doc.createElement('option');
      option.value = group.name;
      option.textContent = `${group.name.slice(0, 60)} (${group.steps})`;
      select.append(option);
    }
  }

  /** Where the time went: the longest tools, each a button that filters. */
  function legend(): void {
    for (const group of data.groups.slice(0, 8)) {
      const button = doc.createElement('button');
      button.setAttribute('type', 'button');
      const dot = doc.createElement('span');
      dot.className = `dot c${group.colour}`;
      const share = data.total === 0 ? '' : ` · ${Math.round((100 * group.ms) / data.total)} %`;
      button.append(dot, `${group.name.slice(0, 60)} · ${data.length(group.ms)}${share}`);
      button.addEventListener('click', () => {
        const isTool = tools.some((known) => known.name === group.name);
        const select = isTool ? tool : kind;
        select.value = select.value === group.name ? '' : group.name;
        refresh();
      });
      at('legend').append(button);
    }
  }

  at('title').textContent = head.title;
  at('outcome').textContent = head.outcome.replaceAll('_', ' ');
  at('outcome').className = `outcome ${/^[a-z_]+$/.test(head.outcome) ? head.outcome : ''}`;
  at('facts').textContent = head.facts.join(' · ');
  at('result-text').textContent = head.result;
  at('result').hidden = head.result === '';
  if (head.webUrl !== null) {
    at('web').setAttribute('href', head.webUrl);
    at('web').hidden = false;
  }
  const toolNames = new Set(data.steps.map((step) => step.tool));
  const tools = data.groups.filter((group) => toolNames.has(group.name));
  options(kind, data.kinds);
  options(tool, tools);
  legend();
  for (const tick of [0, 1, 2, 3, 4]) {
    const mark = doc.createElement('span');
    mark.textContent = data.clock((data.total * tick) / 4);
    at('axis').append(mark);
  }
  onlyErrors.textContent = `Errors (${errors.length})`;
  onlyErrors.disabled = errors.length === 0;
  onlyErrors.addEventListener('click', () => {
    press(!isPressed());
    refresh();
  });
  for (const control of [kind, tool]) control.addEventListener('change', refresh);
  search.addEventListener('input', refresh);
  at('reset').addEventListener('click', reset);
  at('close').addEventListener('click', close);
  at('previous').addEventListener('click', () => move(-1));
  at('next').addEventListener('click', () => move(1));
  doc.addEventListener('keydown', onKey);
  press(false);
  refresh();
  const linked = Number(win.location.hash.slice(1)) - 1;
  if (data.steps[linked] !== undefined) choose(linked, true);
  doc.documentElement.dataset['ready'] = 'true';
}
