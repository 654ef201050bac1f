/** The steps as a tree, of which only the visible rows exist. */
import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { counted } from '../../../src/safe/text.ts';
import { TURN_NAMES } from '../../../src/report/page/data.ts';
import type { Group, Item } from '../data/groups.ts';
import type { Run, Step } from '../data/run.ts';
import { clock, length } from '../data/time.ts';
import { visible } from '../data/visible.ts';
import type { Category } from '../kinds.ts';
import type { Model } from './model.ts';
import { Button, Exit, Icon } from './parts.tsx';

/** Row height in pixels, as in the style sheet: two lines where the page is narrow. */
const ROW = { wide: 32, narrow: 52 } as const;
const NARROW = '(max-width: 760px)';
/** Rows drawn before the height of the list is known. */
const FIRST_ROWS = 40;
/** Pixels of a digit in the columns of numbers, and of a letter in the names of steps. */
const [DIGIT, LETTER] = [9, 8];
/** Pixels of an icon beside a name. */
const ICON = 24;
/** Characters of a name that widen its column. */
const NAME_MOST = 40;

/** The widths of the columns that depend on what the run has, as properties of the style sheet. */
function columnsOf(run: Run): string {
  const name = Math.max(4, ...new Set(run.steps.map((step) => step.name.length)));
  const took = Math.max(length(run.longest).length, length(run.total).length, '59m 59s'.length);
  const widths = {
    n: Math.max(4, String(run.steps.length).length) * DIGIT + 4,
    at: clock(run.total).length * DIGIT + 2,
    name: Math.min(name, NAME_MOST) * LETTER + ICON,
    took: took * DIGIT + 4,
  };
  return Object.entries(widths)
    .map(([column, px]) => `--${column}: ${px}px`)
    .join('; ');
}

interface RowProps {
  readonly model: Model;
  readonly item: Item;
  readonly position: number;
  readonly isMarked: boolean;
  readonly isOpen: boolean;
  /** Number of lines in the list. */
  readonly size: number;
  /** The words searched for, so that a row is drawn anew when they change. */
  readonly words: Model['words'];
  readonly onDrawn: () => void;
}

function Lane({
  category,
  ms,
  run,
}: {
  readonly category: Category;
  readonly ms: number;
  readonly run: Run;
}): JSX.Element {
  return (
    <span class="lane">
      <span
        class={`bar k-${category}`}
        style={{ width: `${Math.min((100 * ms) / Math.max(run.longest, 1), 100)}%` }}
      />
    </span>
  );
}

/** The text of a step: its first words, or what the search found in it. */
function What({
  model,
  step,
  words,
  onDrawn,
}: Pick<RowProps, 'model' | 'words' | 'onDrawn'> & { readonly step: Step }) {
  const [excerpt, setExcerpt] = useState<string | null>(null);
  useEffect(() => {
    setExcerpt(null);
    if (words.length === 0) {
      return;
    }
    onDrawn();
    let isCurrent = true;
    void model.excerpt(step.index).then((found) => {
      if (!isCurrent || found === null) {
        return;
      }
      setExcerpt(found);
      onDrawn();
    });
    return () => {
      isCurrent = false;
    };
  }, [step, words]);
  return <span class="what">{visible(excerpt ?? step.headline)}</span>;
}

const Row = memo(function Row({
  model,
  item,
  position,
  isMarked,
  isOpen,
  size,
  words,
  onDrawn,
}: RowProps) {
  const { run } = model;
  const group: Group | null = 'group' in item ? item.group : null;
  const index = 'group' in item ? item.group.first : item.step;
  const step = run.steps[index];
  if (step === undefined) {
    return null;
  }
  const isInner = 'step' in item && item.of !== null;
  const isError = group === null ? step.error : group.errors > 0;
  const isProblem = group === null ? step.problem : group.errors + group.failed > 0;
  const { at } = group === null ? step : (run.steps[group.steps.at(-1) ?? index] ?? step);
  const ms = group === null ? step.end - step.start : group.ms;
  const arrow = isOpen ? '▾' : '▸';
  const state = `${group === null ? '' : ' group'}${isError ? ' error' : ''}${isProblem ? ' problem' : ''}${isInner ? ' inner' : ''}${isMarked ? ' marked' : ''}`;
  return (
    <div
      class={`row${state}`}
      id={group === null ? `row-${index}` : `group-${index}`}
      role="treeitem"
      aria-level={isInner ? 2 : 1}
      aria-selected={isMarked}
      aria-setsize={size}
      aria-posinset={position + 1}
      {...(group !== null && { 'aria-expanded': isOpen })}
      onClick={() => (group === null ? model.choose(index) : model.toggle(index))}
    >
      <span>{group === null ? step.number : arrow}</span>
      <span class="at">{clock(at)}</span>
      <span class="step">
        <Icon category={step.category} />
        <span class="name">{group?.reason === 'file' ? 'Work on a file' : visible(step.name)}</span>
      </span>
      <span class="words">
        {group !== null && (
          <span class="times">
            {group.reason === 'file' ? counted(group.count, 'step') : `×${group.count}`}
          </span>
        )}
        {group !== null && group.errors > 0 && (
          <span class="exit broken">{counted(group.errors, 'error')}</span>
        )}
        {group !== null && group.failed > 0 && (
          <span class="exit bad">{`${group.failed} failed`}</span>
        )}
        {step.turn !== null && <span class="times turn">{TURN_NAMES[step.turn]}</span>}
        {group === null && step.exit !== 0 && <Exit code={step.exit} />}
        {group === null ? (
          <What model={model} step={step} words={words} onDrawn={onDrawn} />
        ) : (
          <span class="what">{visible(group.label)}</span>
        )}
      </span>
      <span class="took">{length(ms)}</span>
      <Lane category={step.category} ms={ms} run={run} />
    </div>
  );
});

const HEAD = (
  <div class="row head" aria-hidden="true">
    <span>#</span>
    <span class="at">At</span>
    <span class="step">Step</span>
    <span class="what">What</span>
    <span class="took">Took</span>
  </div>
);

interface ListProps {
  readonly model: Model;
  /** Set to the scrolling element and to the number of rows that fit it. */
  readonly handle: { tree: HTMLElement | null; page: number };
  /** Called when rows with matches were drawn. */
  readonly onDrawn: () => void;
}

export function StepList({ model, handle, onDrawn }: ListProps): JSX.Element {
  const { run, items, words } = model;
  const tree = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const narrow = matchMedia(NARROW);
  const [rowHeight, setRowHeight] = useState<number>(narrow.matches ? ROW.narrow : ROW.wide);
  const { marked } = model;
  const markedId = marked < 0 ? undefined : `row-${model.state.step ?? 0}`;

  useEffect(() => {
    const resize = (): void => setRowHeight(narrow.matches ? ROW.narrow : ROW.wide);
    narrow.addEventListener('change', resize);
    return () => narrow.removeEventListener('change', resize);
  }, []);
  useLayoutEffect(() => {
    handle.tree = tree.current;
  });
  // To the neighbouring row as little as possible, after a jump to the middle of the list.
  useEffect(() => {
    const box = virtual.current;
    if (box === null || marked < 0) {
      return;
    }
    const height = tree.current?.clientHeight ?? 0;
    handle.page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const above = marked * rowHeight - box.scrollOffset;
    const below = above + rowHeight - height;
    const isFar = above < -rowHeight || below > rowHeight;
    if (above < 0 || below > 0) {
      box.scrollToIndex(marked, { align: isFar ? 'center' : 'nearest' });
    }
  }, [marked, items]);

  const row = (item: Item, position: number): JSX.Element => (
    <Row
      key={'group' in item ? `g${item.group.first}` : item.step}
      model={model}
      item={item}
      position={position}
      isMarked={position === marked}
      isOpen={'group' in item && model.openGroups.has(item.group.first)}
      size={items.length}
      words={words}
      onDrawn={onDrawn}
    />
  );
  const style = useMemo(() => columnsOf(run), [run]);
  return (
    <div class="steps" style={style}>
      {HEAD}
      <div
        class="tree-list"
        ref={tree}
        role="tree"
        tabIndex={0}
        aria-label="Steps"
        aria-activedescendant={markedId}
      >
        <Virtualizer
          ref={virtual}
          data={items}
          itemSize={rowHeight}
          ssrCount={FIRST_ROWS}
          key={rowHeight}
        >
          {row}
        </Virtualizer>
      </div>
      {items.length === 0 && (
        <p class="none">
          {'No matching steps. '}
          <Button onClick={() => model.reset()}>Show all steps</Button>
        </p>
      )}
    </div>
  );
}
