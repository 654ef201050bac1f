/**
 * The steps as a tree that only contains the visible rows. Longer than other modules, because drawing, scrolling and
 * marking share the window of visible rows.
 */
import type { Item } from '../data/groups.ts';
import type { Run } from '../data/run.ts';
import { clock } from '../data/time.ts';
import { h } from '../render/dom.ts';
import { scaleHead } from './list-head.ts';
import { cell, groupRow, stepRow } from './list-row.ts';

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
/** Rows drawn beyond the visible ones after a jump of about a screen; few, because more jumps may follow. */
const SPARE_JUMP = 2;
/** Number of rows drawn before the height of the list is known. */
const FIRST_ROWS = 40;
const PRINTED_MAX = 1000;

/** Pixels of a digit in the columns of numbers. */
const DIGIT = 9;

export function createList(run: Run, events: ListEvents): StepList {
  const spacer = h('div', { class: 'spacer', role: 'presentation' });
  const rows = h('div', { class: 'rows', role: 'presentation' });
  const tree = h('div', { class: 'tree-list', role: 'tree', tabindex: '0', 'aria-label': 'Steps' }, spacer, rows);
  const head = h(
    'div',
    { class: 'row head', 'aria-hidden': 'true' },
    ...['#', 'At', 'Step', 'What', 'Took'].map((name) => cell(name.toLowerCase(), name)),
    scaleHead(run),
  );
  const none = h('p', { class: 'none', hidden: true }, 'No matching steps.');
  const element = h('div', { class: 'steps' }, head, tree, none);
  element.style.setProperty('--n', `${Math.max(4, String(run.steps.length).length) * DIGIT + 4}px`);
  element.style.setProperty('--at', `${clock(run.total).length * DIGIT + 2}px`);
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

  const setWords = (index: number, words: HTMLElement): void =>
    void wordsOf?.(index).then((found) => {
      if (found === null) return;
      words.replaceChildren(found);
      wordsChanged();
    });

  const indexOf = (item: Item | undefined): number | null =>
    item === undefined ? null : 'group' in item ? item.group.first : item.step;

  const rowAt = (position: number): HTMLElement | null => {
    const item = items[position];
    if (item === undefined) return null;
    const step = run.steps['group' in item ? item.group.first : item.step];
    if (step === undefined) return null;
    const options = { run, isOpen: events.isOpen, setWords };
    const row = 'group' in item ? groupRow(step, item.group, options) : stepRow(step, item.of !== null, options);
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

  /** The last observed height, 0 before that. Cached, because reading it would force a layout of the page. */
  let height = 0;
  /** Whether to scroll to the marked row once the height is known. */
  let isSought = false;
  let isStale = true;
  let drawnRange: readonly [first: number, last: number] = [0, 0];

  /** The elements of the rows that are drawn, from `drawnRange[0]` on. */
  let drawn: readonly (HTMLElement | null)[] = [];

  const drawRange = (first: number, last: number): void => {
    const [from, to] = isStale ? [first, first] : drawnRange;
    // Rows that stay are not touched, so that the browser only lays out the new ones.
    const range = (start: number, end: number): readonly (HTMLElement | null)[] =>
      Array.from({ length: Math.max(0, end - start) }, (_, at) => rowAt(start + at));
    const elements = (list: typeof drawn): HTMLElement[] => list.filter((row) => row !== null);
    const kept = drawn.slice(Math.max(0, first - from), Math.max(0, last - from));
    const isOverlap = from < last && to > first;
    const before = range(first, isOverlap ? Math.min(from, last) : first);
    const after = isOverlap ? range(Math.max(to, first), last) : range(first, last);
    if (isOverlap) {
      for (const row of elements(drawn)) if (!kept.includes(row)) row.remove();
      rows.prepend(...elements(before));
      rows.append(...elements(after));
      drawn = [...before, ...kept, ...after];
    } else {
      rows.replaceChildren(...elements(after));
      drawn = after;
    }
    drawnRange = [first, last];
    isStale = false;
    rows.style.transform = `translateY(${first * rowHeight}px)`;
    const active = drawn.find((row) => row?.classList.contains('marked'));
    if (active === undefined || active === null) tree.removeAttribute('aria-activedescendant');
    else tree.setAttribute('aria-activedescendant', active.id);
  };

  const draw = (): void => {
    due = false;
    const top = height === 0 ? 0 : tree.scrollTop;
    const first = Math.floor(top / rowHeight);
    const last = Math.min(items.length, height === 0 ? FIRST_ROWS : Math.ceil((top + height) / rowHeight));
    if (!isStale && first >= drawnRange[0] && last <= drawnRange[1]) return;
    const common = Math.min(last, drawnRange[1]) - Math.max(first, drawnRange[0]);
    const spare = common * 2 < last - first ? SPARE_JUMP : SPARE;
    drawRange(Math.max(0, first - spare), Math.min(items.length, last + spare));
    events.drawn();
  };

  /** Scrolls to the marked row: to the neighbouring row minimally, after a jump to the middle of the list. */
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
