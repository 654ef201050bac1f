/**
 * The pane that shows one step. Everything the agent wrote is set as text, never as markup.
 */
import type { Model } from './model.ts';

export interface Detail {
  show(index: number): void;
}

export function detail(win: Window, data: Model, pane: HTMLElement): Detail {
  /** Children of one JSON value shown at once; the rest on demand. */
  const CHILDREN = 200;
  const doc = win.document;

  const make = <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    className: string,
    text = '',
  ): HTMLElementTagNameMap[Tag] => {
    const element = doc.createElement(tag);
    element.className = className;
    if (text !== '') element.textContent = text;
    return element;
  };

  const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

  /** For pages that may not use the clipboard (some browsers refuse it on file:). */
  const copyBySelection = (text: string): void => {
    const area = make('textarea', 'offscreen');
    area.value = text;
    doc.body.append(area);
    area.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else copies where the clipboard is refused
    doc.execCommand('copy');
    area.remove();
  };

  const copyButton = (what: string, value: unknown): HTMLElement => {
    const button = make('button', 'copy', 'Copy');
    button.setAttribute('type', 'button');
    button.setAttribute('aria-label', `Copy ${what}`);
    button.addEventListener('click', () => {
      const text = plain(value);
      const done = (): void => {
        button.textContent = 'Copied';
        win.setTimeout(() => (button.textContent = 'Copy'), 1500);
      };
      const fallBack = (): void => {
        copyBySelection(text);
        done();
      };
      win.navigator.clipboard.writeText(text).then(done, fallBack);
    });
    return button;
  };

  const scalar = (value: unknown): HTMLElement => {
    if (typeof value === 'string') return make('span', 'string', value === '' ? '""' : value);
    return make('span', 'scalar', String(value));
  };

  /** A value as a tree that folds; branches are built when they are first opened. */
  const tree = (value: unknown, depth: number): HTMLElement => {
    if (typeof value !== 'object' || value === null) return scalar(value);
    const entries = Object.entries(value as Readonly<Record<string, unknown>>);
    const list = Array.isArray(value);
    if (entries.length === 0) return make('span', 'scalar', list ? '[]' : '{}');
    const branch = make('div', 'tree');
    const more = (from: number): void => {
      for (const [key, child] of entries.slice(from, from + CHILDREN)) branch.append(node(key, child, depth));
      const rest = entries.length - from - CHILDREN;
      if (rest <= 0) return;
      const button = make('button', 'more', `${rest} more`);
      button.setAttribute('type', 'button');
      button.addEventListener('click', () => {
        button.remove();
        more(from + CHILDREN);
      });
      branch.append(button);
    };
    more(0);
    return branch;
  };

  const node = (key: string, value: unknown, depth: number): HTMLElement => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
      const line = make('div', 'leaf');
      line.append(make('span', 'key', key), ' ', tree(value, depth));
      return line;
    }
    const size = Object.keys(value).length;
    const fold = make('details', 'branch');
    const summary = make('summary', '');
    summary.append(make('span', 'key', key), make('span', 'size', Array.isArray(value) ? ` [${size}]` : ` {${size}}`));
    fold.append(summary);
    let built = false;
    const build = (): void => {
      if (built || !fold.open) return;
      built = true;
      fold.append(tree(value, depth + 1));
    };
    fold.addEventListener('toggle', build);
    fold.open = depth < 1;
    build();
    return fold;
  };

  const box = (title: string, value: unknown): HTMLElement => {
    const isText = typeof value === 'string';
    const body = isText ? make('pre', 'text', value) : make('div', 'json');
    if (!isText) body.append(tree(value, 0));
    body.setAttribute('tabindex', '0');
    body.setAttribute('role', 'group');
    body.setAttribute('aria-label', title);
    return body;
  };

  const section = (title: string, value: unknown): HTMLElement => {
    const part = make('section', 'part');
    const bar = make('div', 'part-head');
    bar.append(make('h3', '', title), copyButton(title.toLowerCase(), value));
    part.append(bar, box(title, value));
    return part;
  };

  /** Everything as it came, folded: for fields the parts do not show, and for copying. */
  const whole = (entry: unknown): HTMLElement => {
    const fold = make('details', 'whole');
    fold.append(make('summary', '', 'Whole entry'));
    let built = false;
    fold.addEventListener('toggle', () => {
      if (built || !fold.open) return;
      built = true;
      fold.append(section('Entry', entry));
    });
    return fold;
  };

  /** The fields people look for, in the order they happened, then the entry as it came. */
  const parts = (entry: unknown): HTMLElement[] => {
    if (entry === null) return [make('p', 'note', 'Left out of this report for its size: see the logs file.')];
    if (typeof entry !== 'object') return [section('Entry', entry)];
    const { thought, tool_input, tool_output, observation } = entry as Readonly<Record<string, unknown>>;
    const known: readonly (readonly [string, unknown])[] = [
      ['Thought', thought],
      ['Input', tool_input],
      ['Output', tool_output],
      ['Observation', observation],
    ];
    return known
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([title, value]) => section(title, value))
      .concat(whole(entry));
  };

  const show = (index: number): void => {
    const step = data.steps[index];
    if (step === undefined) return;
    const heading = make('h2', '', `Step ${index + 1}`);
    const badges = make('p', 'badges');
    badges.append(make('span', step.error ? 'badge error' : 'badge', step.kind));
    if (step.tool !== '') badges.append(' ', make('span', 'badge tool', step.tool));
    const when =
      step.time === null ? 'time unknown' : new Date(step.time).toISOString().replace('T', ' ').replace('Z', ' UTC');
    const facts = `at ${data.clock(step.end)} · took ${data.length(step.end - step.start)} · ${when}`;
    pane.replaceChildren(heading, badges, make('p', 'facts', facts), ...parts(data.entry(index)));
    pane.scrollTop = 0;
  };

  return { show };
}
