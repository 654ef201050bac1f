/** Small elements that all views share. */
import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { visible, visiblePieces } from '../data/visible.ts';
import type { Category } from '../kinds.ts';

/** One icon per kind of step, as lines on a 16 × 16 grid. */
const ICONS: Readonly<Record<Category, string>> = {
  plan: 'M8 2.5a4 4 0 0 1 2.2 7.3c-.5.4-.7.8-.7 1.4h-3c0-.6-.2-1-.7-1.4A4 4 0 0 1 8 2.5M6.7 13.5h2.6',
  read: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9M10.3 10.3l3.2 3.2',
  edit: 'M10.8 2.7l2.5 2.5l-7.6 7.6l-3.2.7l.7-3.2zM9.2 4.3l2.5 2.5',
  command: 'M2.5 3.5l4 4l-4 4M8 12h5.5',
  tool: 'M9.6 6.4a3.3 3.3 0 0 1-4.3-4.2l2 2l1.6-.4l.4-1.6l-2-2M9.6 6.4l4 4a1.6 1.6 0 0 1-2.3 2.3l-4-4M7.3 8.7a3.3 3.3 0 0 0-4.2 4.2',
  pull_request:
    'M4 2.7a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 0 1 0-3.2M4 6v4M4 10.1a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 0 1 0-3.2M12 10.1a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 0 1 0-3.2M12 10V6.5c0-1.4-.8-2.2-2.2-2.2H8M9.7 2.5L8 4.3L9.7 6',
  checks: 'M2.5 8.5l3.5 3.5l7.5-8',
  talk: 'M2.5 3h11v7.5H7.5L4.5 13.2v-2.7h-2z',
  state: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11M8 5v3.2l2.2 1.6',
  error: 'M8 2.2l6 11.3H2zM8 6.5v3.2M8 11.4v.6',
};

export function Icon({ category }: { readonly category: Category }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" class={`icon k-${category}`} aria-hidden="true">
      <path d={ICONS[category]} />
    </svg>
  );
}

export function Button(props: ButtonHTMLAttributes): JSX.Element {
  return <button type="button" {...props} />;
}

/** Text of the agent, in which unseen characters are shown as marks. */
export function Text({ children }: { readonly children: string }): JSX.Element {
  const pieces = visiblePieces(children);
  if (pieces.length === 1 && pieces[0]?.isMark === false) {
    return <>{children}</>;
  }
  return (
    <>{pieces.map(({ text, isMark }) => (isMark ? <span class="unseen">{text}</span> : text))}</>
  );
}

/** A line, in which what stands between backticks is code. */
export function CodedLine({ text }: { readonly text: string }): JSX.Element {
  const parts = visible(text).split(/`([^`]+)`/);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>;
}

export function Exit({ code }: { readonly code: number }): JSX.Element {
  return <span class={code === 0 ? 'exit' : 'exit bad'}>{`exit ${code}`}</span>;
}

interface CopyProps {
  /** Completes "Copy …" for screen readers. */
  readonly what: string;
  readonly text: () => string;
  readonly label?: string;
}

export function Copy({ what, text, label = 'Copy' }: CopyProps): JSX.Element {
  const [shown, setShown] = useState(label);
  const timer = useRef(0);
  const showForAMoment = (outcome: string): void => {
    setShown(outcome);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(label), 1500);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      showForAMoment('Copied');
    } catch {
      showForAMoment('Not allowed');
    }
  };
  return (
    <Button class="small" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      {shown}
    </Button>
  );
}

interface FoldProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  readonly isOpen?: boolean;
  /** Called when it is first opened. */
  readonly children: () => ComponentChildren;
}

/** A collapsible section whose content is built when it is first opened. */
export function Fold({ title, children, class: name, isOpen = false }: FoldProps): JSX.Element {
  const [isBuilt, setBuilt] = useState(isOpen);
  return (
    <details
      class={name}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setBuilt(true)}
    >
      <summary>{title}</summary>
      {isBuilt && children()}
    </details>
  );
}

interface ScrollProps {
  readonly class: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A separately scrolling box that can be focused with the keyboard. */
export function Scroll({ class: name, label, children }: ScrollProps): JSX.Element {
  return (
    <div class={name} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Elements that the report was written with, in a place of their own. */
export function Adopted({ element }: { readonly element: Element }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(element), [element]);
  return <div ref={place} />;
}

/** The first items of a long list, and a button for more. */
export function Some<Item>({
  items,
  atOnce,
  what,
  children,
}: {
  readonly items: readonly Item[];
  readonly atOnce: number;
  /** `lines` in "120 more lines". */
  readonly what: string;
  readonly children: (item: Item, index: number) => ComponentChildren;
}): JSX.Element {
  const [shown, setShown] = useState(atOnce);
  const rest = items.length - shown;
  return (
    <>
      {items.slice(0, shown).map(children)}
      {rest > 0 && (
        <Button class="small" onClick={() => setShown(shown + atOnce)}>
          {`${rest} more ${what}`}
        </Button>
      )}
    </>
  );
}

/** Describes an image given as data, which is never loaded. */
export function imageNote(text: string): string | null {
  const match = /^data:(image\/[\w.+-]{1,40})[;,]/i.exec(text.slice(0, 80));
  if (match === null) {
    return null;
  }
  return `${match[1] ?? 'image'}, ${Math.ceil((text.length * 3) / 4096)} KB, not shown`;
}

/** A name of the agent's in a control, which has no elements inside. */
export function shortName(text: string): string {
  return visible(text).slice(0, 60);
}
