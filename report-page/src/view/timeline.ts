/** The whole run over time: phases, steps or their density, and a minimap, with zoom. */
import { stepAt } from '../data/bins.ts';
import type { Run } from '../data/run.ts';
import { clock, length } from '../data/time.ts';
import { button, h } from '../render/dom.ts';
import { drawSteps, fitCanvas, legend, phaseBands, timeMarks } from './timeline-draw.ts';
import { createTip } from './timeline-tip.ts';

export interface Timeline {
  readonly element: HTMLElement;
  readonly update: (shown: Uint8Array, marked: number | null, range: readonly [number, number] | null) => void;
}

export interface TimelineEvents {
  readonly choose: (index: number) => void;
  readonly zoom: (range: readonly [number, number] | null) => void;
}

/** The maximum zoom. */
const NARROWEST_MS = 50;

export function createTimeline(run: Run, events: TimelineEvents): Timeline {
  const canvas = h('canvas', { class: 'density', 'aria-hidden': 'true' });
  const map = h('canvas', { class: 'minimap', 'aria-hidden': 'true' });
  const phases = h('div', { class: 'phases', 'aria-hidden': 'true' });
  const times = h('div', { class: 'axis-times', 'aria-hidden': 'true' });
  const brush = h('div', { class: 'brush', hidden: true });
  const cursor = h('div', { class: 'cursor', hidden: true });
  const windowMark = h('div', { class: 'window', hidden: true });
  const tip = createTip();
  const label = h('span', { class: 'soft', role: 'status' });
  const reset = button('Whole run', { class: 'small' }, () => events.zoom(null));
  const field = h('div', { class: 'field-area' }, canvas, brush, cursor);
  const element = h(
    'section',
    {
      class: 'timeline',
      tabindex: '0',
      role: 'group',
      'aria-label':
        'Timeline. Arrow keys move, plus and minus zoom, 0 shows the whole run. The list below has the same steps.',
    },
    times,
    phases,
    field,
    h('div', { class: 'map-area' }, map, windowMark),
    h('div', { class: 'under' }, legend(run), h('span', { class: 'zoomed' }, label, reset)),
    tip.element,
  );
  let shown: Uint8Array = new Uint8Array(run.steps.length).fill(1);
  let marked: number | null = null;
  let range: readonly [number, number] | null = null;
  let from: number | null = null;
  let due = false;

  const view = (): readonly [number, number] => range ?? [0, Math.max(run.total, 1)];
  const place = (ms: number): number => {
    const [start, end] = view();
    return (100 * (ms - start)) / (end - start);
  };
  const timeAt = (clientX: number): number => {
    const { left, width } = canvas.getBoundingClientRect();
    const [start, end] = view();
    return start + Math.min(Math.max((clientX - left) / Math.max(width, 1), 0), 1) * (end - start);
  };
  const zoomTo = (start: number, end: number): void => {
    const whole = Math.max(run.total, 1);
    const width = Math.min(Math.max(end - start, NARROWEST_MS), whole);
    const first = Math.min(Math.max(start, 0), whole - width);
    events.zoom(width >= whole * 0.999 ? null : [Math.round(first), Math.round(first + width)]);
  };
  const pan = (share: number): void => {
    const [start, end] = view();
    if (range !== null) zoomTo(start + share * (end - start), end + share * (end - start));
  };
  const zoomBy = (factor: number, at: number): void => {
    const [start, end] = view();
    zoomTo(at - (at - start) * factor, at + (end - at) * factor);
  };

  /** By canvas, as last observed: to ask for a size would make the browser lay out the page. */
  const sizes = new Map<Element, DOMRectReadOnly>();
  const draw = (): void => {
    due = false;
    const [fieldSize, mapSize] = [sizes.get(canvas), sizes.get(map)];
    if (fieldSize === undefined || mapSize === undefined) return;
    const [start, end] = view();
    const isShown = (index: number): boolean => shown[index] === 1;
    drawSteps(fitCanvas(canvas, fieldSize), run, { from: start, to: end, isShown });
    drawSteps(fitCanvas(map, mapSize), run, { from: 0, to: Math.max(run.total, 1), isShown });
    phases.replaceChildren(...phaseBands(run, [start, end]));
    times.replaceChildren(...timeMarks([start, end], fieldSize.width));
    const step = marked === null ? undefined : run.steps[marked];
    const middle = step === undefined ? -1 : place((step.start + step.end) / 2);
    cursor.hidden = middle < 0 || middle > 100;
    cursor.style.left = `${middle}%`;
    windowMark.hidden = range === null;
    windowMark.style.left = `${(100 * start) / Math.max(run.total, 1)}%`;
    windowMark.style.width = `${(100 * (end - start)) / Math.max(run.total, 1)}%`;
    reset.hidden = range === null;
    label.textContent = range === null ? '' : `${clock(start)} to ${clock(end)}, ${length(end - start)}`;
  };
  const drawSoon = (): void => {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  };

  const hit = (clientX: number): number | null => {
    const at = stepAt(run.steps, timeAt(clientX));
    for (let index = at; index < Math.min(run.steps.length, at + 2000); index += 1)
      if (shown[index] === 1) return index;
    return null;
  };
  const showTip = (clientX: number): void => {
    const index = hit(clientX);
    tip.show(index === null ? undefined : run.steps[index], clientX - element.getBoundingClientRect().left);
  };

  const endBrush = (clientX: number, cancelled: boolean): void => {
    if (from === null) return;
    const [first, last] = [Math.min(from, clientX), Math.max(from, clientX)];
    from = null;
    brush.hidden = true;
    if (cancelled) return;
    const index = hit(clientX);
    if (last - first > 4) zoomTo(timeAt(first), timeAt(last));
    else if (index !== null) events.choose(index);
  };
  field.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = event.clientX;
    field.setPointerCapture(event.pointerId);
  });
  field.addEventListener('pointermove', ({ clientX }) => {
    if (from === null) {
      showTip(clientX);
      return;
    }
    tip.hide();
    const { left } = canvas.getBoundingClientRect();
    brush.hidden = Math.abs(clientX - from) <= 4;
    brush.style.left = `${Math.min(from, clientX) - left}px`;
    brush.style.width = `${Math.abs(clientX - from)}px`;
  });
  field.addEventListener('pointerup', ({ clientX }) => endBrush(clientX, false));
  field.addEventListener('pointercancel', ({ clientX }) => endBrush(clientX, true));
  field.addEventListener('pointerleave', tip.hide);
  field.addEventListener('dblclick', () => events.zoom(null));
  field.addEventListener(
    'wheel',
    (event) => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && range === null) return;
      event.preventDefault();
      if (isZoom) zoomBy(Math.exp(Math.max(-100, Math.min(event.deltaY, 100)) / 200), timeAt(event.clientX));
      else pan((event.deltaX + event.deltaY) / Math.max(canvas.clientWidth, 1));
    },
    { passive: false },
  );
  map.addEventListener('click', (event) => {
    const { left, width } = map.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * run.total;
    const [start, end] = view();
    if (range !== null) zoomTo(at - (end - start) / 2, at + (end - start) / 2);
  });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pan(-0.2),
    ArrowRight: () => pan(0.2),
    '+': () => zoomBy(0.5, (view()[0] + view()[1]) / 2),
    '=': () => zoomBy(0.5, (view()[0] + view()[1]) / 2),
    '-': () => zoomBy(2, (view()[0] + view()[1]) / 2),
    '0': () => events.zoom(null),
  };
  element.addEventListener('keydown', (event) => {
    const action = event.target === element && Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) sizes.set(target, contentRect);
    draw();
  });
  observer.observe(canvas);
  observer.observe(map);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawSoon);

  return {
    element,
    update(nextShown, nextMarked, nextRange) {
      shown = nextShown;
      marked = nextMarked;
      range = nextRange;
      drawSoon();
    },
  };
}
