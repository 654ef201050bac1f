/**
 * The waterfall: a list that only ever holds the rows in sight.
 */
import type { Model } from './model.ts';

export interface List {
  /** Shows these steps, by index, in this order. */
  fill(indices: readonly number[]): void;
  /** Marks a step and brings it into sight. */
  mark(index: number): void;
  /** How many rows fit. */
  page(): number;
}

export interface ListOptions {
  readonly list: HTMLElement;
  readonly choose: (index: number) => void;
}

export function list(win: Window, data: Model, options: ListOptions): List {
  /** Pixels; the style sheet gives a row the same height. */
  const ROW = 34;
  const SPARE = 12;
  const doc = win.document;
  const box = options.list;
  const spacer = doc.createElement('div');
  const rows = doc.createElement('div');
  let shown: readonly number[] = [];
  let marked = -1;
  let due = false;

  spacer.className = 'spacer';
  rows.className = 'rows';
  for (const element of [spacer, rows]) element.setAttribute('role', 'presentation');
  box.replaceChildren(spacer, rows);

  const cell = (className: string, text: string): HTMLElement => {
    const element = doc.createElement('span');
    element.className = className;
    element.textContent = text;
    return element;
  };

  const percent = (ms: number): number => (data.total === 0 ? 0 : (100 * ms) / data.total);

  const row = (position: number): HTMLElement | null => {
    const index = shown[position] ?? -1;
    const step = data.steps[index];
    if (step === undefined) return null;
    const element = doc.createElement('div');
    element.className = `row${step.error ? ' error' : ''}${index === marked ? ' marked' : ''}`;
    element.id = `row-${index}`;
    element.dataset['index'] = String(index);
    element.setAttribute('role', 'option');
    element.setAttribute('aria-selected', String(index === marked));
    element.setAttribute('aria-setsize', String(shown.length));
    element.setAttribute('aria-posinset', String(position + 1));
    const bar = cell(`bar c${step.colour}`, '');
    // Never off the right edge, and wide enough to be seen.
    bar.style['left'] = `${Math.min(percent(step.start), 99.5)}%`;
    bar.style['width'] = `${Math.max(percent(step.end - step.start), 0.5)}%`;
    const lane = cell('lane', '');
    lane.append(bar);
    const what = cell('what', '');
    what.append(cell(`dot c${step.colour}`, ''), cell('name', step.tool || step.kind));
    element.append(
      cell('number', String(index + 1)),
      cell('at', data.clock(step.end)),
      what,
      cell('words', step.headline),
      cell('took', data.length(step.end - step.start)),
      lane,
    );
    return element;
  };

  const draw = (): void => {
    due = false;
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - SPARE);
    const last = Math.min(shown.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + SPARE);
    const drawn: HTMLElement[] = [];
    for (let position = first; position < last; position += 1) {
      const element = row(position);
      if (element !== null) drawn.push(element);
    }
    rows.style['transform'] = `translateY(${first * ROW}px)`;
    rows.replaceChildren(...drawn);
    if (shown.includes(marked) && doc.getElementById(`row-${marked}`) !== null)
      box.setAttribute('aria-activedescendant', `row-${marked}`);
    else box.removeAttribute('aria-activedescendant');
  };

  const drawSoon = (): void => {
    if (due) return;
    due = true;
    win.requestAnimationFrame(draw);
  };

  box.addEventListener('scroll', drawSoon);
  win.addEventListener('resize', drawSoon);
  box.addEventListener('click', (event) => {
    const index =
      event.target instanceof Element ? event.target.closest<HTMLElement>('.row')?.dataset['index'] : undefined;
    if (index !== undefined) options.choose(Number(index));
  });

  return {
    fill(indices) {
      shown = indices;
      spacer.style['height'] = `${shown.length * ROW}px`;
      draw();
    },
    mark(index) {
      marked = index;
      const position = shown.indexOf(index);
      if (position >= 0) {
        const top = position * ROW;
        const above = top - box.scrollTop;
        const below = above + ROW - box.clientHeight;
        const far = above < -ROW || below > ROW;
        // A step further scrolls by a step; a jump lands in the middle, with what is around it in sight.
        if (far) box.scrollTop = Math.max(0, top - (box.clientHeight - ROW) / 2);
        else if (above < 0) box.scrollTop = top;
        else if (below > 0) box.scrollTop += below;
      }
      draw();
    },
    page: () => Math.max(1, Math.floor(box.clientHeight / ROW) - 1),
  };
}
