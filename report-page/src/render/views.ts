/** Diffs and terminal output as elements. */
import { button, h, scrollBox } from './dom.ts';
import type { Child } from './dom.ts';
import { pairedLines } from './diff.ts';
import type { DiffLine } from './diff.ts';
import { terminalLines } from './terminal.ts';

/** Lines to show at once. The rest is shown on demand. */
const LINES = 600;
/** Unchanged lines to show around a change. */
const CONTEXT = 4;

/** The chosen diff layout, which applies to the whole report. */
let sideBySide = false;

const SIGNS = { same: ' ', add: '+', remove: '-', heading: ' ' } as const;

/** Appends the first elements, and the rest when a button is clicked. */
function appendSome(parent: HTMLElement, elements: readonly (() => Child)[], from = 0): void {
  parent.append(...elements.slice(from, from + LINES).map((make) => make()));
  const rest = elements.length - from - LINES;
  if (rest <= 0) return;
  const more = button(`${rest} more lines`, { class: 'small' }, () => {
    more.remove();
    appendSome(parent, elements, from + LINES);
  });
  parent.append(more);
}

function words(line: DiffLine | null): readonly Child[] {
  if (line === null) return [];
  return line.parts.map(({ text, marked }) => (marked ? h('mark', {}, text) : text));
}

const cell = (className: string, ...content: readonly Child[]): HTMLElement =>
  h('span', { class: className }, ...content);
const numbered = (value: number | null): HTMLElement => cell('ln', value === null ? '' : String(value));

function unified(line: DiffLine): HTMLElement {
  const sign = h('span', { class: 'sign' }, SIGNS[line.kind]);
  return h(
    'div',
    { class: `dl ${line.kind}` },
    numbered(line.old),
    numbered(line.new),
    cell('code', sign, ...words(line)),
  );
}

function paired([left, right]: readonly [DiffLine | null, DiffLine | null]): HTMLElement {
  if (left?.kind === 'heading') return h('div', { class: 'dl heading' }, cell('code', ...words(left)));
  const side = (line: DiffLine | null, number: number | null): readonly HTMLElement[] => [
    numbered(number),
    cell(`code ${line?.kind ?? 'none'}`, ...words(line)),
  ];
  return h('div', { class: 'dl' }, ...side(left, left?.old ?? null), ...side(right, right?.new ?? null));
}

/** Replaces long runs of unchanged lines with a note. */
function withoutFar(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [at, line] of lines.entries())
    if (line.kind !== 'same') near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  const kept: DiffLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (near[at] === 1 && line !== undefined) kept.push(line);
    if (near[at] === 1) continue;
    let end = at;
    while (end < lines.length && near[end] === 0) end += 1;
    const count = end - at;
    if (count > 3)
      kept.push({
        kind: 'heading',
        old: null,
        new: null,
        parts: [{ text: `… ${count} unchanged lines`, marked: false }],
      });
    else kept.push(...lines.slice(at, end));
    at = end - 1;
  }
  return kept;
}

/** A diff with a switch between unified and side by side. */
export function diffView(lines: readonly DiffLine[], label: string): HTMLElement {
  const shown = lines.some((line) => line.kind === 'add' || line.kind === 'remove') ? withoutFar(lines) : lines;
  const box = scrollBox('diff', label);
  const [added, removed] = (['add', 'remove'] as const).map(
    (kind) => lines.filter((line) => line.kind === kind).length,
  );
  const toggle = button('', { class: 'small' }, () => {
    sideBySide = !sideBySide;
    draw();
  });
  const draw = (): void => {
    toggle.textContent = sideBySide ? 'Unified' : 'Side by side';
    box.className = sideBySide ? 'diff paired' : 'diff';
    const table = h('div', { class: 'lines' });
    const makers = sideBySide
      ? pairedLines(shown).map((row) => () => paired(row))
      : shown.map((line) => () => unified(line));
    appendSome(table, makers);
    box.replaceChildren(table);
  };
  draw();
  const counts = h(
    'span',
    { class: 'counts' },
    cell('added', `+${added ?? 0}`),
    ' ',
    cell('removed', `−${removed ?? 0}`),
  );
  return h('div', { class: 'diff-box' }, h('div', { class: 'diff-head' }, counts, toggle), box);
}

/** Terminal output in its final state. */
export function terminalView(text: string, label: string): HTMLElement {
  const box = scrollBox('terminal', label);
  const lines = terminalLines(text).map((spans) => (): Child => {
    const parts = spans.map(({ text: words, style }) => (style === '' ? words : h('span', { class: style }, words)));
    return h('div', { class: 'tl' }, ...(parts.length === 0 ? ['\n'] : parts));
  });
  appendSome(box, lines);
  return box;
}
