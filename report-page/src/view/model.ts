/**
 * What the reader sees of a run: filters, search, open groups, the selected step. The components
 * draw it and call its methods. The address of the page follows it.
 */
import { entryMeaning } from '../../../src/message-types.ts';
import { readAddress, START, writeAddress } from '../data/address.ts';
import type { ViewState } from '../data/address.ts';
import { groupSteps, visibleItems } from '../data/groups.ts';
import type { Group, Item } from '../data/groups.ts';
import { pause } from '../data/page.ts';
import { stepNumbered } from '../data/run.ts';
import type { Run, Step } from '../data/run.ts';
import { excerptAt, findWords, parseWords, search } from '../data/search.ts';
import type { Words } from '../data/search.ts';
import { plainText } from '../data/texts.ts';
import type { Texts } from '../data/texts.ts';

interface ModelSource {
  readonly run: Run;
  readonly texts: Texts;
  /** The prefix of addresses: the run's own in a report with several runs. */
  readonly prefix: string;
}

export class Model {
  readonly run: Run;
  readonly texts: Texts;
  readonly prefix: string;
  state: ViewState;
  words: Words;
  /** Indexes of the steps that pass the filters. */
  passing: readonly number[] = [];
  /** By index: which steps the timeline highlights. */
  bright = new Uint8Array();
  /** Lines of the list. */
  items: readonly Item[] = [];
  isSearching = false;
  isGrouping = true;
  /** Whether the selected step is shown instead of the overview. */
  isOpen = false;
  readonly openGroups = new Set<number>();
  readonly #groups: readonly (number | Group)[];
  readonly #headlines: readonly string[];
  readonly #listeners = new Set<() => void>();
  /** Whether the search found a step. */
  #found: (index: number) => boolean = () => true;
  #search: AbortController | null = null;

  constructor({ run, texts, prefix }: ModelSource) {
    this.run = run;
    this.texts = texts;
    this.prefix = prefix;
    this.#groups = groupSteps(run.steps);
    this.#headlines = run.steps.map(({ headline }) => headline.toLowerCase());
    this.state = this.#addressed();
    this.words = parseWords(this.state.query);
    this.#refresh();
  }

  /** Shows what the address names, or else where a failed run went wrong. */
  async start(): Promise<void> {
    const { step } = this.state;
    const { cause } = this.run;
    const wrong = cause === null ? undefined : stepNumbered(this.run, cause);
    if (this.words.length > 0) {
      await this.#find();
    }
    if (step !== null) {
      this.choose(step);
    } else if (!this.isFiltered && wrong !== undefined) {
      this.#reveal(wrong.index);
      this.#changed();
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#search?.abort();
    this.#listeners.clear();
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }

  get isFiltered(): boolean {
    const { kind, tool, errors, range } = this.state;
    return this.words.length > 0 || kind !== '' || tool !== '' || errors || range !== null;
  }

  /** Whether a step passes all filters except the time range. */
  #passes(step: Step): boolean {
    const { kind, tool, errors } = this.state;
    return (
      this.#found(step.index) &&
      (!errors || step.problem) &&
      (kind === '' || step.kind === kind) &&
      (tool === '' || step.tool === tool)
    );
  }

  #refresh(): void {
    const { steps } = this.run;
    const { range } = this.state;
    const isInRange = (step: Step): boolean =>
      range === null || (step.end >= range[0] && step.start <= range[1]);
    this.bright = Uint8Array.from(steps, (step) => (this.#passes(step) ? 1 : 0));
    this.passing = steps
      .filter((step) => this.bright[step.index] === 1 && isInRange(step))
      .map(({ index }) => index);
    if (!this.isGrouping || this.isFiltered) {
      this.items = this.passing.map((step) => ({ step, of: null }));
    } else {
      this.items = visibleItems(this.#groups, this.openGroups);
    }
  }

  #redraw(): void {
    this.#refresh();
    this.#writeAddress();
    this.#changed();
  }

  change(patch: Partial<ViewState>): void {
    const { query } = this.state;
    this.state = { ...this.state, ...patch };
    this.words = parseWords(this.state.query);
    if (this.state.query === query) {
      this.#redraw();
    } else if (this.words.length > 0) {
      void this.#find();
    } else {
      this.#forgetSearch();
      this.#redraw();
    }
  }

  /** Removes all filters. */
  reset(): void {
    this.change({ ...START, step: this.state.step });
  }

  setGrouping(isOn: boolean): void {
    this.isGrouping = isOn;
    this.#redraw();
  }

  toggle(group: number): void {
    if (!this.openGroups.delete(group)) {
      this.openGroups.add(group);
    }
    this.#redraw();
  }

  /** Opens or closes the group of the selected step. */
  setGroup(isOpen: boolean): void {
    const { step } = this.state;
    const item = this.items.find(
      (one) => 'group' in one && step !== null && one.group.steps.includes(step),
    );
    if (
      item === undefined ||
      !('group' in item) ||
      this.openGroups.has(item.group.first) === isOpen
    ) {
      return;
    }
    this.state = { ...this.state, step: item.group.first };
    this.toggle(item.group.first);
  }

  /**
   * Selects a step and makes it visible in the list: opens its group, or removes the filters that
   * hide it.
   */
  #reveal(index: number): void {
    this.state = { ...this.state, step: index };
    if (this.items.some((item) => 'step' in item && item.step === index)) {
      return;
    }
    if (!this.passing.includes(index)) {
      this.state = { ...START, step: index };
      this.#forgetSearch();
    }
    const group = this.#groups.find(
      (item) => typeof item !== 'number' && item.steps.includes(index),
    );
    if (typeof group === 'object') {
      this.openGroups.add(group.first);
    }
    this.#refresh();
  }

  #forgetSearch(): void {
    this.#search?.abort();
    this.words = [];
    this.isSearching = false;
    this.#found = () => true;
  }

  /** Selects a step and shows it. */
  choose(index: number): void {
    this.#reveal(index);
    this.isOpen = true;
    this.#writeAddress();
    this.#changed();
  }

  /** Shows the selected step, or the first one. */
  open(): void {
    if (this.state.step === null) {
      this.move(1, true);
    } else {
      this.choose(this.state.step);
    }
  }

  /** Back to the overview. */
  close(): void {
    this.isOpen = false;
    this.#changed();
  }

  /** The line of the list that is marked, or -1. The line of an open group is a heading. */
  get marked(): number {
    const { step } = this.state;
    return this.items.findIndex((item) => {
      if ('step' in item) {
        return item.step === step;
      }
      return item.group.first === step && !this.openGroups.has(item.group.first);
    });
  }

  /** Moves by this many lines in the list. A collapsed group counts as one line. */
  move(by: number, isShown = false): void {
    const lines = this.items.flatMap((item) => {
      if ('step' in item) {
        return [item.step];
      }
      return this.openGroups.has(item.group.first) ? [] : [item.group.first];
    });
    const at = lines.indexOf(this.state.step ?? -1);
    const next =
      at < 0 ? lines.at(by < 0 ? -1 : 0) : lines[Math.min(Math.max(at + by, 0), lines.length - 1)];
    if (next === undefined) {
      return;
    }
    this.state = { ...this.state, step: next };
    this.isOpen ||= isShown;
    this.#writeAddress();
    this.#changed();
  }

  nextProblem(by: 1 | -1): void {
    const { problems } = this.run;
    const { step } = this.state;
    if (!problems.some((index) => this.passing.includes(index))) {
      this.reset();
    }
    const among = problems.filter((index) => this.passing.includes(index));
    const from = step ?? (by > 0 ? -1 : Infinity);
    const next =
      by > 0 ? among.find((index) => index > from) : among.findLast((index) => index < from);
    const target = next ?? (by > 0 ? among[0] : among.at(-1));
    if (target !== undefined) {
      this.choose(target);
    }
  }

  /** Shows only steps like this one. */
  showAlike(step: Step): void {
    if (step.error) {
      this.change({ ...START, errors: true });
    } else if (step.tool !== '' && entryMeaning(step.kind) === 'tool') {
      this.change({ ...START, tool: step.tool, kind: step.kind });
    } else {
      this.change({ ...START, kind: step.kind });
    }
  }

  async #find(): Promise<void> {
    this.#search?.abort();
    const own = new AbortController();
    this.#search = own;
    const { words } = this;
    this.isSearching = true;
    // What can be told at once. If that is nothing, the present list is better than an empty one.
    const first = this.#headlines.map((headline) => words.every((word) => headline.includes(word)));
    if (first.includes(true)) {
      this.#found = (index) => first[index] === true;
    }
    this.#redraw();
    try {
      const found = await search(this.texts, words, { signal: own.signal, pause });
      this.#found = (index) => found.has(index) || first[index] === true;
      this.isSearching = false;
      this.#redraw();
    } catch (error) {
      // A newer search has replaced this one.
      if (!own.signal.aborted) {
        throw error;
      }
    }
  }

  /** The match of the search in an entry, or null to show the step's own text. */
  async excerpt(index: number): Promise<string | null> {
    const step = this.run.steps[index];
    const { words } = this;
    if (step === undefined || words.length === 0 || findWords(step.headline, words, 1).length > 0) {
      return null;
    }
    const text = plainText((await this.texts.entry(index)).value);
    const [first] = findWords(text, words, 1);
    return first === undefined || words !== this.words ? null : excerptAt(text, first.start);
  }

  /** The address of this page that shows a step. */
  addressOf(step: number): string {
    return `${location.href.split('#')[0] ?? ''}${this.#hash({ ...START, step })}`;
  }

  /** Follows the address after the reader has changed it. */
  follow(): void {
    if (!location.hash.startsWith(`#${this.prefix}`)) {
      return;
    }
    const { step } = this.#addressed();
    if (step !== null && step !== this.state.step) {
      this.choose(step);
    }
  }

  /** What the address names. Steps have their number in the log there. */
  #addressed(): ViewState {
    const state = readAddress(location.hash.slice(1 + this.prefix.length));
    return {
      ...state,
      step: state.step === null ? null : (stepNumbered(this.run, state.step + 1)?.index ?? null),
    };
  }

  #hash(state: ViewState): string {
    const number = state.step === null ? undefined : this.run.steps[state.step]?.number;
    const written = writeAddress({ ...state, step: number === undefined ? null : number - 1 });
    return `#${this.prefix}${written.slice(1)}`;
  }

  #writeAddress(): void {
    const address = this.#hash(this.state);
    if (address === (location.hash === '' ? '#' : location.hash)) {
      return;
    }
    try {
      history.replaceState(null, '', address === '#' ? location.href.split('#')[0] : address);
    } catch {
      // Some browsers do not allow this at file: addresses. The report works without it.
    }
  }
}
