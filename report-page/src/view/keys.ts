/** Keyboard shortcuts of a run. */
import type { StepList } from './list.ts';

export interface KeyActions {
  readonly move: (by: number, show?: boolean) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly nextError: (by: 1 | -1) => void;
  /** Opens or closes the marked group. */
  readonly setGroup: (isOpen: boolean) => void;
}

export interface KeyPlaces {
  readonly list: StepList;
  readonly search: HTMLInputElement;
  readonly signal: AbortSignal;
}

export function listenToKeys({ list, search, signal }: KeyPlaces, actions: KeyActions): void {
  const keys: Readonly<Record<string, () => void>> = {
    j: () => actions.move(1),
    ArrowDown: () => actions.move(1),
    k: () => actions.move(-1),
    ArrowUp: () => actions.move(-1),
    ArrowRight: () => actions.setGroup(true),
    ArrowLeft: () => actions.setGroup(false),
    PageDown: () => actions.move(list.page()),
    PageUp: () => actions.move(-list.page()),
    Home: () => actions.move(-Infinity),
    End: () => actions.move(Infinity),
    Enter: actions.open,
    Escape: actions.close,
    e: () => actions.nextError(1),
    E: () => actions.nextError(-1),
    '/': () => search.select(),
  };

  /** In a field, only Escape is handled, and Enter in the search field. */
  const onField = (event: KeyboardEvent, field: Element): void => {
    if (event.key === 'Escape') list.tree.focus();
    else if (field === search && event.key === 'Enter') actions.move(event.shiftKey ? -1 : 1, true);
    else return;
    event.preventDefault();
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    const within = (selector: string): boolean => (target?.closest(selector) ?? null) !== null;
    const field = target?.closest('input, select, textarea') ?? null;
    if (field !== null) {
      onField(event, field);
      return;
    }
    // Buttons and collapsible sections handle Enter themselves, and a scrolling pane its arrow keys.
    if (event.key === 'Enter' && within('button, summary, a')) return;
    if (within('.pane') && /^(Arrow|Page|Home|End)/.test(event.key)) return;
    const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', onKey, { signal });
}
