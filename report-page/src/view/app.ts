/**
 * One run on the page: timeline, filters, list and pane, which share one selection that the URL reflects. Longer than
 * other modules, because every handler here connects two of these parts.
 */
import { readAddress, START } from '../data/address.ts';
import { readReport } from '../data/compare.ts';
import type { Run, Step } from '../data/run.ts';
import type { Texts } from '../data/texts.ts';
import { counted, grouped } from '../../../src/shared/format.ts';
import { h } from '../render/dom.ts';
import { prepareSearch } from '../data/search.ts';
import { createHighlighter } from '../render/highlight.ts';
import { listenToKeys } from './keys.ts';
import { createList } from './list.ts';
import { comparison, completeCause, timeTable } from './overview.ts';
import { createPane } from './pane.ts';
import { Selection } from './selection.ts';
import { createTimeline } from './timeline.ts';
import { createTools } from './tools.ts';

export interface RunView {
  /** Removes the script's part of the page. */
  readonly close: () => void;
}

export interface RunSource {
  readonly run: Run;
  readonly texts: Texts;
  /** The overview as written into the report. */
  readonly overview: HTMLElement;
  /** The prefix of step addresses: the run's own in a report with several runs. */
  readonly prefix: string;
}

/** Shows a run inside `root`. */
export function showRun(root: HTMLElement, { run, texts, overview, prefix }: RunSource): RunView {
  const ended = new AbortController();
  const highlighter = createHighlighter();
  const selection = new Selection(run, texts, { prefix, changed: refresh, searching });
  const list = createList(run, {
    choose: (index) => choose(index),
    toggle: (group) => {
      selection.toggle(group);
      list.tree.focus();
    },
    isOpen: (group) => selection.open.has(group),
    drawn: () => void highlighter.mark('list', list.tree, selection.query),
  });
  const timeline = createTimeline(run, {
    choose: (index) => choose(index),
    zoom: (range) => selection.change({ range }),
  });
  const pane = createPane(run, texts, {
    overview,
    highlighter,
    move: (by) => move(by, true),
    close,
    addressOf: (step) => `${location.href.split('#')[0] ?? ''}${selection.addressOf({ ...START, step })}`,
  });
  const tools = createTools(run, {
    change: (patch) => selection.change(patch),
    reset: () => selection.change({ ...START, step: selection.state.step }),
    move: (by) => move(by, true),
    group: (isOn) => selection.group(isOn),
    compare: (file) => void compare(file),
  });

  function searching(found: number | null): void {
    tools.tell(found === null ? 'Searching…' : `Searching… ${grouped(found)} found so far`);
  }

  function refresh(): void {
    tools.show(selection.state);
    list.words(selection.query.kind === 'none' ? null : (index) => selection.wordsOf(index));
    list.fill(selection.items);
    update();
  }

  /** Updates what depends only on the selected step. */
  function update(): void {
    const { state, passing, problem, isFiltered, isSearching } = selection;
    const total = run.steps.length;
    timeline.update(selection.bright(), state.step, state.range);
    const place = state.step === null || !isFiltered ? -1 : passing.indexOf(state.step);
    if (isSearching) {
      searching(passing.length);
      return;
    }
    const words =
      passing.length === total
        ? grouped(counted(total, 'step'))
        : `${place < 0 ? '' : `${grouped(place + 1)} / `}${grouped(passing.length)} of ${grouped(total)} steps`;
    tools.tell(problem === null ? words : `${words}. ${problem}`);
  }

  /** Marks a step in the list only. */
  function point(index: number): void {
    selection.reveal(index);
    list.mark(index);
    update();
  }

  /** Marks a step and shows it in the pane, or only marks it while the overview is open. */
  function choose(index: number, isShown = true): void {
    point(index);
    selection.writeAddress();
    if (!isShown && !root.classList.contains('open')) return;
    root.classList.add('open');
    void pane.showStep(index, selection.query);
  }

  function close(): void {
    root.classList.remove('open');
    pane.showOverview();
    list.tree.focus();
  }

  /** Moves by this many lines in the list. A collapsed group counts as one line. The line of an open group is a heading. */
  function move(by: number, isShown = false): void {
    const { items, open, state } = selection;
    const lines = items.flatMap((item) =>
      'step' in item
        ? [{ index: item.step, group: false }]
        : open.has(item.group.first)
          ? []
          : [{ index: item.group.first, group: true }],
    );
    const at = lines.findIndex(({ index }) => index === state.step);
    const line = at < 0 ? lines.at(by < 0 ? -1 : 0) : lines[Math.min(Math.max(at + by, 0), lines.length - 1)];
    if (line === undefined) return;
    if (!line.group) {
      choose(line.index, isShown);
      return;
    }
    selection.state = { ...state, step: line.index };
    list.mark(line.index);
    update();
    selection.writeAddress();
    if (isShown) root.classList.add('open');
    if (root.classList.contains('open')) void pane.showStep(line.index, selection.query);
  }

  function nextError(by: 1 | -1): void {
    if (run.errors.length === 0) return;
    const { step, errors } = selection.state;
    if (!run.errors.some((index) => selection.passing.includes(index))) selection.change({ ...START, step, errors });
    const among = run.errors.filter((index) => selection.passing.includes(index));
    const from = step ?? (by > 0 ? -1 : Infinity);
    const next = by > 0 ? among.find((index) => index > from) : among.findLast((index) => index < from);
    const target = next ?? (by > 0 ? among[0] : among.at(-1)) ?? run.errors[0];
    if (target !== undefined) choose(target);
  }

  /** The file is only read in the browser and not sent anywhere. */
  async function compare(file: File): Promise<void> {
    const area = overview.querySelector('.compared') ?? h('div', { class: 'compared' });
    overview.prepend(area);
    try {
      const other = readReport(await file.text());
      area.replaceChildren(comparison(run, other, () => area.replaceChildren()));
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      area.replaceChildren(h('p', { class: 'note', role: 'alert' }, words));
    }
    close();
  }

  function showAlike(step: Step): void {
    if (step.error) selection.change({ ...START, errors: true });
    else if (step.tool !== '' && step.kind === 'ACTION')
      selection.change({ ...START, tool: step.tool, kind: step.kind });
    else selection.change({ ...START, kind: step.kind });
  }

  const split = h('div', { class: 'split' }, list.element, pane.element);
  const element = h('main', { class: 'explorer' }, timeline.element, tools.element, split);
  if (run.steps.length > 0) overview.append(timeTable(run, showAlike));
  completeCause(overview, run);
  const { signal } = ended;
  overview.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-step]') : null;
      const index = Number(link?.dataset['step']);
      if (link === null || run.steps[index] === undefined) return;
      event.preventDefault();
      choose(index);
    },
    { signal },
  );
  listenToKeys(
    { list, search: tools.search, signal },
    {
      move,
      open: () => (selection.state.step === null ? move(1, true) : choose(selection.state.step)),
      close,
      nextError,
      setGroup: (isOpen) => {
        const { step } = selection.state;
        const item = selection.items.find((one) => 'group' in one && step !== null && one.group.steps.includes(step));
        if (item === undefined || !('group' in item) || selection.open.has(item.group.first) === isOpen) return;
        selection.state = { ...selection.state, step: item.group.first };
        selection.toggle(item.group.first);
        list.mark(item.group.first);
      },
    },
  );
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  document.addEventListener(
    'drop',
    (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void compare(file);
    },
    { signal },
  );
  window.addEventListener(
    'hashchange',
    () => {
      if (!location.hash.startsWith(`#${prefix}`)) return;
      const { step } = readAddress(location.hash.slice(1 + prefix.length));
      if (step !== null && step !== selection.state.step && run.steps[step] !== undefined) choose(step);
    },
    { signal },
  );

  root.append(element);
  pane.showOverview();
  selection.refresh();
  void prepareSearch(texts, signal);
  const linked = selection.state.step;
  const cause = Number(overview.querySelector<HTMLAnchorElement>('.cause a[data-step]')?.dataset['step']);
  const show = (): void => {
    if (linked !== null && run.steps[linked] !== undefined) choose(linked);
    // The list of a failed run starts at the error that caused the failure.
    else if (linked === null && !selection.isFiltered && run.steps[cause] !== undefined) point(cause);
  };
  if (selection.query.kind === 'none') show();
  else void selection.search().then(show);
  return {
    close() {
      ended.abort();
      selection.stop();
      root.classList.remove('open');
      element.remove();
    },
  };
}
