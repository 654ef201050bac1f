/** The keyboard: what each key does, and the list of them. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Model } from './model.ts';
import { Button } from './parts.tsx';

const HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ['j, ↓', 'Next step'],
  ['k, ↑', 'Previous step'],
  ['Page Up, Page Down', 'A screen up or down'],
  ['Home, End', 'First or last step'],
  ['Enter', 'Show the marked step'],
  ['Esc', 'Back to the overview'],
  ['e, E', 'Next or previous problem'],
  ['→, ←', 'Open or close a group'],
  ['/', 'Search; Enter and Shift+Enter jump between matches'],
  ['+, −, 0', 'Zoom the timeline, when it has the focus'],
];

interface KeyOptions {
  readonly handle: { readonly tree: HTMLElement | null; readonly page: number };
  readonly showHelp: () => void;
}

/** Handles a key that was pressed anywhere on the page. */
export function handleKey(
  event: KeyboardEvent,
  model: Model,
  { handle, showHelp }: KeyOptions,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
    return;
  }
  const target = event.target instanceof Element ? event.target : null;
  const isWithin = (selector: string): boolean => (target?.closest(selector) ?? null) !== null;
  if (isWithin('dialog')) {
    return;
  }
  if (isWithin('input, select, textarea')) {
    if (event.key === 'Escape') {
      handle.tree?.focus();
    } else if (event.key === 'Enter' && isWithin('input[type=search]')) {
      model.move(event.shiftKey ? -1 : 1, true);
    } else {
      return;
    }
    event.preventDefault();
    return;
  }
  // Buttons and collapsible sections handle Enter themselves, a scrolling pane and the divider
  // their arrow keys.
  if (event.key === 'Enter' && isWithin('button, summary, a')) {
    return;
  }
  if (isWithin('.pane, [role=separator]') && /^(Arrow|Page|Home|End)/.test(event.key)) {
    return;
  }
  const keys: Readonly<Record<string, () => void>> = {
    j: () => model.move(1),
    ArrowDown: () => model.move(1),
    k: () => model.move(-1),
    ArrowUp: () => model.move(-1),
    ArrowRight: () => model.setGroup(true),
    ArrowLeft: () => model.setGroup(false),
    PageDown: () => model.move(handle.page),
    PageUp: () => model.move(-handle.page),
    Home: () => model.move(-Infinity),
    End: () => model.move(Infinity),
    Enter: () => model.open(),
    Escape: () => {
      model.close();
      handle.tree?.focus();
    },
    e: () => model.nextProblem(1),
    E: () => model.nextProblem(-1),
    '/': () => document.querySelector<HTMLInputElement>('.explorer input[type=search]')?.select(),
    '?': showHelp,
  };
  const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
  if (action === undefined) {
    return;
  }
  event.preventDefault();
  action();
}

export function KeyHelp({
  isShown,
  close,
}: {
  readonly isShown: boolean;
  readonly close: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key: Escape, pressed at once, would be one of the page's own keys.
  useLayoutEffect(() => {
    if (isShown) {
      dialog.current?.showModal();
    } else {
      dialog.current?.close();
    }
  }, [isShown]);
  return (
    <dialog ref={dialog} onClose={close} aria-label="Keyboard shortcuts">
      <div class="part-head">
        <h2>Keyboard shortcuts</h2>
        <Button onClick={close}>Close</Button>
      </div>
      <table>
        <tbody>
          {HELP.map(([keys, meaning]) => (
            <tr>
              <th scope="row">
                {keys.split(', ').map((key, n) => [n > 0 && ' ', <kbd>{key}</kbd>])}
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </dialog>
  );
}
