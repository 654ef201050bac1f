/** Determines which steps are in the list, from the view's state, the search, and the open groups. */
import { readAddress, START, writeAddress } from '../data/address.ts';
import type { ViewState } from '../data/address.ts';
import { groupSteps, visibleItems } from '../data/groups.ts';
import type { Item } from '../data/groups.ts';
import { parseQuery, snippetAt } from '../data/query.ts';
import type { Query } from '../data/query.ts';
import type { Run, Step } from '../data/run.ts';
import { findSpans, search } from '../data/search.ts';
import { searchText } from '../data/texts.ts';
import type { Texts } from '../data/texts.ts';

export interface SelectionOptions {
  /** The prefix of step addresses: the run's own in a report with several runs. */
  readonly prefix: string;
  /** Called when the list has changed. */
  readonly changed: () => void;
  /** Called with null when a search begins, and with the number of steps found during the search. */
  readonly searching: (found: number | null) => void;
}

/** During a search, a list with at least this many steps is not redrawn. */
const PROGRESS_STEPS = 100;

export class Selection {
  state: ViewState;
  query: Query;
  /** Indexes of the steps that pass the filters. */
  passing: readonly number[] = [];
  /** Lines of the list. */
  items: readonly Item[] = [];
  /** Why a search may be incomplete. */
  problem: string | null = null;
  /** Whether the list shows only what a search has found so far. */
  isSearching = false;
  readonly open = new Set<number>();
  readonly #run: Run;
  readonly #texts: Texts;
  readonly #options: SelectionOptions;
  readonly #groups: ReturnType<typeof groupSteps>;
  readonly #headlines: readonly string[];
  #isGrouping = true;
  #found: Uint8Array;
  #search: AbortController | null = null;

  constructor(run: Run, texts: Texts, options: SelectionOptions) {
    this.#run = run;
    this.#texts = texts;
    this.#options = options;
    this.#groups = groupSteps(run.steps);
    this.#headlines = run.steps.map(({ headline }) => headline.toLowerCase());
    this.#found = new Uint8Array(run.steps.length).fill(1);
    this.state = readAddress(location.hash.slice(1 + options.prefix.length));
    this.query = parseQuery(this.state.query, this.state.regex);
  }

  get isFiltered(): boolean {
    const { kind, tool, errors, range } = this.state;
    return this.query.kind !== 'none' || kind !== '' || tool !== '' || errors || range !== null;
  }

  /** Whether a step passes all filters except the time range. */
  #passes(step: Step): boolean {
    const { kind, tool, errors } = this.state;
    return (
      this.#found[step.index] === 1 &&
      (!errors || step.error) &&
      (kind === '' || step.kind === kind) &&
      (tool === '' || step.tool === tool)
    );
  }

  /** By index: which steps the timeline highlights. */
  bright(): Uint8Array {
    return Uint8Array.from(this.#run.steps, (step) => (this.#passes(step) ? 1 : 0));
  }

  /** Recomputes the list. */
  refresh(): void {
    const { range } = this.state;
    const isInRange = (step: Step): boolean => range === null || (step.end >= range[0] && step.start <= range[1]);
    this.passing = this.#run.steps.filter((step) => this.#passes(step) && isInRange(step)).map(({ index }) => index);
    const isFlat = !this.#isGrouping || this.isFiltered;
    this.items = isFlat ? this.passing.map((step) => ({ step, of: null })) : visibleItems(this.#groups, this.open);
    this.#options.changed();
    this.writeAddress();
  }

  change(patch: Partial<ViewState>): void {
    const { query, regex } = this.state;
    this.state = { ...this.state, ...patch };
    if (this.state.query !== query || this.state.regex !== regex) void this.search();
    else this.refresh();
  }

  group(isOn: boolean): void {
    this.#isGrouping = isOn;
    this.refresh();
  }

  toggle(group: number): void {
    if (!this.open.delete(group)) this.open.add(group);
    this.refresh();
  }

  /** Makes a step visible in the list: opens its group, or removes the filters that hide it. */
  reveal(index: number): void {
    this.state = { ...this.state, step: index };
    if (this.items.some((item) => 'step' in item && item.step === index)) return;
    if (!this.passing.includes(index)) {
      this.state = { ...START, step: index };
      this.query = parseQuery('', false);
      this.problem = null;
      this.#search?.abort();
      this.isSearching = false;
      this.#found.fill(1);
    }
    const group = this.#groups.find((item) => typeof item !== 'number' && item.steps.includes(index));
    if (typeof group === 'object') this.open.add(group.first);
    this.refresh();
  }

  async search(): Promise<void> {
    this.#search?.abort();
    const own = new AbortController();
    this.#search = own;
    this.query = parseQuery(this.state.query, this.state.regex);
    this.problem = this.query.kind === 'invalid' ? this.query.message : null;
    this.isSearching = false;
    if (this.query.kind !== 'none') this.#options.searching(null);
    const progress = (found: Uint8Array): void => {
      // The present list is better than an empty one.
      if (!this.isSearching && !found.includes(1)) return;
      const isLong = this.isSearching && this.passing.length >= PROGRESS_STEPS;
      this.isSearching = true;
      this.#found = found;
      if (isLong) this.#options.searching(found.reduce((sum, one) => sum + one, 0));
      else this.refresh();
    };
    try {
      const { found, stopped } = await search(this.#texts, this.query, {
        headlines: this.#headlines,
        signal: own.signal,
        progress,
      });
      if (own.signal.aborted) return;
      this.isSearching = false;
      this.#found = found;
      this.problem ??= stopped;
      this.refresh();
    } catch (error) {
      // A newer search has replaced this one.
      if (!own.signal.aborted) throw error;
    }
  }

  stop(): void {
    this.#search?.abort();
  }

  /** The match of the query in an entry, or null to show the step's own text. */
  async wordsOf(index: number): Promise<string | null> {
    const step = this.#run.steps[index];
    const { query } = this;
    if (step === undefined || query.kind === 'none') return null;
    const text = searchText(await this.#texts.entry(index));
    const [inHeadline = [], inText = []] = await findSpans(query, [step.headline, text]);
    const [first] = inText;
    return inHeadline.length > 0 || first === undefined || query !== this.query ? null : snippetAt(text, first.start);
  }

  /** The complete URL for a state of this view. */
  addressOf(state: ViewState): string {
    return `#${this.#options.prefix}${writeAddress(state).slice(1)}`;
  }

  writeAddress(): void {
    const address = this.addressOf(this.state);
    if (address === (location.hash === '' ? '#' : location.hash)) return;
    try {
      history.replaceState(null, '', address === '#' ? location.href.split('#')[0] : address);
    } catch {
      // Some browsers do not allow this at file: addresses. The report works without it.
    }
  }
}
