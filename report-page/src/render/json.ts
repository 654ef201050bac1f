/** A value as a collapsible tree. Branches are built when they are first opened. */
import { button, fold, h, imageNote } from './dom.ts';

/** Children of one value to show at once. The rest is shown on demand. */
const CHILDREN = 200;
/** UTF-16 units of a string to show at once. */
const STRING_MAX = 20_000;

function text(value: string): HTMLElement {
  const image = imageNote(value);
  if (image !== null) return h('span', { class: 'note' }, image);
  if (value === '') return h('span', { class: 'scalar' }, '""');
  if (value.length <= STRING_MAX) return h('span', { class: 'string' }, value);
  const whole = h('span', { class: 'string' }, value.slice(0, STRING_MAX));
  const more = button(`… ${value.length - STRING_MAX} more characters`, { class: 'small' }, () =>
    whole.replaceChildren(value),
  );
  whole.append(more);
  return whole;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function leaf(value: unknown): HTMLElement {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'object' && value !== null)
    return h('span', { class: 'scalar' }, Array.isArray(value) ? '[]' : '{}');
  return h('span', { class: 'scalar' }, String(value));
}

function node(key: string, value: unknown, depth: number): HTMLElement {
  const name = h('span', { class: 'key' }, key);
  if (typeof value !== 'object' || value === null || isEmpty(value))
    return h('div', { class: 'leaf' }, name, ' ', leaf(value));
  const size = Object.keys(value).length;
  const count = h('span', { class: 'soft' }, Array.isArray(value) ? ` [${size}]` : ` {${size}}`);
  return fold([name, count], { open: depth < 2 && size <= 50 }, () => branch(value, depth + 1));
}

function branch(value: object, depth: number): HTMLElement {
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const element = h('div', { class: 'tree' });
  const show = (from: number): void => {
    element.append(...entries.slice(from, from + CHILDREN).map(([key, child]) => node(key, child, depth)));
    const rest = entries.length - from - CHILDREN;
    if (rest <= 0) return;
    const more = button(`${rest} more`, { class: 'small' }, () => {
      more.remove();
      show(from + CHILDREN);
    });
    element.append(more);
  };
  show(0);
  return element;
}

export function jsonTree(value: unknown): HTMLElement {
  return typeof value === 'object' && value !== null && !isEmpty(value) ? branch(value, 0) : leaf(value);
}
