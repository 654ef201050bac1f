/**
 * The steps as a tree that only contains the visible rows. Longer than other modules, because drawing, scrolling and
 * marking share the window of visible rows.
 */
import type { Group, Item } from '../data/groups.ts';
import type { Run, Step } from '../data/run.ts';
import { clock, length, scale } from '../data/time.ts';
import { h } from '../render/dom.ts';
import { icon } from '../render/icons.ts';
import { scaleHead } from './list-head.ts';

export interface StepList {
  readonly element: HTMLElement;
  readonly tree: HTMLElement;
  /** Replaces the lines. */
  readonly fill: (items: readonly Item[]) => void;
  /** Marks a step, or the group with this first step, and scrolls to it. */
  readonly mark: (index: number | null) => void;
  /** Number of visible rows. */
  readonly page: () => number;
  /** Replaces the text of steps, for example with search results. */
  readonly words: (wordsOf: ((index: number) => Promise<string | null>) | null) => void;
}

export interface ListEvents {
  readonly choose: (index: number) => void;
  readonly toggle: (group: number) => void;
  readonly isOpen: (group: number) => boolean;
  readonly drawn: () => void;
}

/** Row height in pixels, as in the style sheet: two lines where the page is narrow. */
const ROW = { wide: 32, narrow: 52 } as const;
const SPARE = 8;
/** After a jump, which may be one of many. */
const SPARE_JUMP = 2;
/** Rows that are drawn before the height of the list is known. */
const FIRST_ROWS = 40;
const PRINTED_MAX = 1000;

const cell = (className: string, text: string): HTMLElement => h('span', { class: className }, text);

export function createList(run: Run, events: ListEvents): StepList {
  const spacer = h('div', { class: 'spacer', role: 'presentation' });
  const rows = h('div', { class: 'rows', role: 'presentation' });
  const tree = h('div', { class: 'tree-list', role: 'tree', tabindex: '0', 'aria-label': 'Steps' }, spacer, rows);
  const head = h(
    'div',
    { class: 'row head', 'aria-hidden': 'true' },
    ...['#', 'at', 'step', 'what', 'took'].map((name) => cell(name, name)),
    scaleHead(run),
  );
  const none = h('p', { class: 'none', hidden: true }, 'No matching steps.');
  const element = h('div', { class: run.total < 3_600_000 ? 'steps' : 'steps long' }, head, tree, none);
  const narrow = matchMedia('(max-width: 760px)');
  let rowHeight: number = narrow.matches ? ROW.narrow : ROW.wide;
  let items: readonly Item[] = [];
  let marked: number | null = null;
  let due = false;
  let timer = 0;
  let wordsOf: ((index: number) => Promise<string | null>) | null = null;

  /** Updates for several rows arrive at about the same time. */
  const wordsChanged = (): void => {
    clearTimeout(timer);
    timer = setTimeout(events.drawn, 20);
  };

  const indexOf = (item: Item | undefined): number | null =>
    item === undefined ? null : 'group' in item ? item.group.first : item.step;

  const lane = (step: Step, ms: number): HTMLElement => {
    const bar = cell(`bar k-${step.category}`, '');
    bar.style.width = `${Math.max(100 * scale(ms, run.longest), 1)}%`;
    return h('span', { class: 'lane' }, bar);
  };

  const stepRow = (step: Step, inner: boolean): HTMLElement => {
    const words = cell('what', step.headline);
    void wordsOf?.(step.index).then((found) => {
      if (found === null) return;
      words.replaceChildren(found);
      wordsChanged();
    });
    const ms = step.end - step.start;
    const name = h('span', { class: 'step' }, icon(step.category), cell('name', step.name));
    const exit = step.exit === null ? [] : [cell('exit bad', step.exit === 0 ? 'exit' : `exit ${step.exit}`)];
    const state = `${step.error ? ' error' : ''}${inner ? ' inner' : ''}`;
    return h(
      'div',
      { class: `row${state}` },
      cell('#', String(step.index + 1)),
      cell('at', clock(step.end)),
      name,
      h('span', { class: 'words' }, ...exit, words),
      cell('took', length(ms)),
      lane(step, ms),
    );
  };

  const groupRow = ({ group }: { readonly group: Group }): HTMLElement | null => {
    const step = run.steps[group.first];
    if (step === undefined) return null;
    const title = group.reason === 'file' ? 'Work on a file' : step.name;
    const count = cell('times', group.reason === 'file' ? `${group.count} steps` : `×${group.count}`);
    const errors =
      group.errors === 0 ? [] : [cell('exit bad', `${group.errors} ${group.errors === 1 ? 'error' : 'errors'}`)];
    const open = events.isOpen(group.first);
    const name = h('span', { class: 'step' }, icon(step.category), cell('name', title));
    const words = h('span', { class: 'words' }, count, ...errors, cell('what', group.label));
    const last = run.steps[group.steps.at(-1) ?? group.first] ?? step;
    const row = h(
      'div',
      { class: `row group${group.errors > 0 ? ' error' : ''}`, 'aria-expanded': String(open) },
      cell('#', open ? '▾' : '▸'),
      cell('at', clock(last.end)),
      name,
      words,
      cell('took', length(group.ms)),
      lane(step, group.ms),
    );
    row.dataset['group'] = String(group.first);
    return row;
  };

  const rowAt = (position: number): HTMLElement | null => {
    const item = items[position];
    if (item === undefined) return null;
    const step = 'group' in item ? undefined : run.steps[item.step];
    const row = 'group' in item ? groupRow(item) : step === undefined ? null : stepRow(step, item.of !== null);
    if (row === null) return null;
    const index = indexOf(item);
    row.id = 'group' in item ? `group-${index}` : `row-${index}`;
    row.dataset['position'] = String(position);
    const isMarked = index === marked && !('group' in item && events.isOpen(item.group.first));
    if (isMarked) row.classList.add('marked');
    for (const [name, value] of [
      ['role', 'treeitem'],
      ['aria-level', 'group' in item || item.of === null ? '1' : '2'],
      ['aria-selected', String(isMarked)],
      ['aria-setsize', String(items.length)],
      ['aria-posinset', String(position + 1)],
    ] as const)
      row.setAttribute(name, value);
    return row;
  };

  /** As last observed: to ask for it would make the browser lay out the page. 0 before that. */
  let height = 0;
  /** Whether the marked row has to be brought into sight once the height is known. */
  let isSought = false;
  let isStale = true;
  let drawnRange: readonly [first: number, last: number] = [0, 0];

  const drawRange = (first: number, last: number): void => {
    drawnRange = [first, last];
    isStale = false;
    const drawn: HTMLElement[] = [];
    for (let position = first; position < last; position += 1) {
      const row = rowAt(position);
      if (row !== null) drawn.push(row);
    }
    rows.style.transform = `translateY(${first * rowHeight}px)`;
    rows.replaceChildren(...drawn);
    const active = drawn.find((row) => row.classList.contains('marked'));
    if (active === undefined) tree.removeAttribute('aria-activedescendant');
    else tree.setAttribute('aria-activedescendant', active.id);
  };

  const draw = (): void => {
    due = false;
    const top = height === 0 ? 0 : tree.scrollTop;
    const first = Math.floor(top / rowHeight);
    const last = Math.min(items.length, height === 0 ? FIRST_ROWS : Math.ceil((top + height) / rowHeight));
    if (!isStale && first >= drawnRange[0] && last <= drawnRange[1]) return;
    const spare = last < drawnRange[0] || first > drawnRange[1] ? SPARE_JUMP : SPARE;
    drawRange(Math.max(0, first - spare), Math.min(items.length, last + spare));
    events.drawn();
  };

  /** A step further scrolls by a step; a jump lands in the middle, with what is around it in sight. */
  const seek = (): void => {
    isSought = height === 0;
    const position =
      marked === null || isSought
        ? -1
        : items.findIndex((item) => !('group' in item && events.isOpen(item.group.first)) && indexOf(item) === marked);
    if (position < 0) return;
    const top = position * rowHeight;
    const above = top - tree.scrollTop;
    const below = above + rowHeight - height;
    if (above < -rowHeight || below > rowHeight) tree.scrollTop = Math.max(0, top - (height - rowHeight) / 2);
    else if (above < 0) tree.scrollTop = top;
    else if (below > 0) tree.scrollTop += below;
  };

  const drawSoon = (): void => {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  };

  tree.addEventListener('scroll', drawSoon);
  new ResizeObserver(([entry]) => {
    height = entry?.contentRect.height ?? 0;
    if (isSought) seek();
    draw();
  }).observe(tree);
  narrow.addEventListener('change', () => {
    rowHeight = narrow.matches ? ROW.narrow : ROW.wide;
    spacer.style.height = `${items.length * rowHeight}px`;
    isStale = true;
    drawSoon();
  });
  // Printed pages cannot scroll.
  window.addEventListener('beforeprint', () => drawRange(0, Math.min(items.length, PRINTED_MAX)));
  window.addEventListener('afterprint', () => {
    isStale = true;
    draw();
  });
  tree.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
    if (row?.dataset['group'] !== undefined) events.toggle(Number(row.dataset['group']));
    else {
      const index = indexOf(items[Number(row?.dataset['position'])]);
      if (row !== null && index !== null) events.choose(index);
    }
  });

  return {
    element,
    tree,
    fill(next) {
      items = next;
      spacer.style.height = `${items.length * rowHeight}px`;
      none.hidden = items.length > 0;
      isStale = true;
      draw();
    },
    mark(index) {
      marked = index;
      isStale = true;
      seek();
      draw();
    },
    page: () => Math.max(1, Math.floor(height / rowHeight) - 1),
    words(next) {
      wordsOf = next;
    },
  };
}
