/** One run on the page: timeline, filters, and the list beside the overview or a step. */
import { render } from 'preact';
import type { JSX, TargetedPointerEvent } from 'preact';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';
import { idle, readRun } from '../data/page.ts';
import { prepareSearch } from '../data/search.ts';
import type { Entry } from '../data/texts.ts';
import { highlight } from './highlight.ts';
import { handleKey, KeyHelp } from './keys.tsx';
import { StepList } from './list.tsx';
import { Model } from './model.ts';
import { completeOverview, Overview } from './overview.tsx';
import { Button, Copy } from './parts.tsx';
import { printSteps } from './printed.tsx';
import { StepView } from './step.tsx';
import { Timeline } from './timeline.tsx';
import { Tools } from './tools.tsx';

/** Percent of the width that the list has: at first, and at most on either side. */
const SPLIT = { start: 55, least: 25, most: 75 } as const;

/** The selected step, with its entry as soon as it is read. */
function StepPane({ model }: { readonly model: Model }): JSX.Element | null {
  const { run, texts, state, words } = model;
  const index = state.step ?? 0;
  const [shown, setShown] = useState<{ readonly index: number; readonly entry: Entry } | null>(
    null,
  );
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void texts.entry(index).then((entry) => isCurrent && setShown({ index, entry }));
    return () => {
      isCurrent = false;
    };
  }, [index]);
  useLayoutEffect(() => body.current?.scrollTo(0, 0), [shown]);
  useEffect(() => {
    const box = body.current;
    const first = highlight('pane', box, words)?.getBoundingClientRect();
    if (box === null || first === undefined) {
      return;
    }
    const { top, bottom } = box.getBoundingClientRect();
    if (first.top > bottom - 40) {
      box.scrollTop += first.top - top - 80;
    }
  }, [shown, words]);
  useEffect(() => () => void highlight('pane', document.body, []), []);
  const step = run.steps[index];
  return (
    <>
      <div class="pane-bar">
        <Button class="close" onClick={() => model.close()}>
          Overview
        </Button>
        <span class="space" />
        <Copy what="link to this step" text={() => model.addressOf(index)} label="Copy link" />
        <Button onClick={() => model.move(-1, true)}>Previous</Button>
        <Button onClick={() => model.move(1, true)}>Next</Button>
      </div>
      <div class="pane-body" ref={body} tabIndex={0} role="region" aria-label="Details">
        {step !== undefined && (
          <StepView step={step} entry={shown?.index === index ? shown.entry : undefined} />
        )}
      </div>
    </>
  );
}

/** The line between list and pane, which can be dragged or moved with the arrow keys. */
function Divider({
  value,
  change,
}: {
  readonly value: number;
  readonly change: (value: number) => void;
}): JSX.Element {
  const set = (next: number): void => change(Math.min(Math.max(next, SPLIT.least), SPLIT.most));
  const drag = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined && event.currentTarget.hasPointerCapture(event.pointerId)) {
      set((100 * (event.clientX - box.left)) / box.width);
    }
  };
  return (
    <div
      class="divider"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the list"
      aria-valuenow={Math.round(value)}
      aria-valuemin={SPLIT.least}
      aria-valuemax={SPLIT.most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDblClick={() => change(SPLIT.start)}
      onKeyDown={({ key }) =>
        key === 'ArrowLeft' ? set(value - 2) : key === 'ArrowRight' && set(value + 2)
      }
    />
  );
}

interface RunProps {
  readonly model: Model;
  /** The element of the run in the page. */
  readonly root: HTMLElement;
  readonly written: Element;
}

function RunView({ model, root, written }: RunProps): JSX.Element {
  const [, redraw] = useReducer<number, null>((count) => count + 1, 0);
  const [split, setSplit] = useState<number>(SPLIT.start);
  const [isHelp, setHelp] = useState(false);
  const handle = useRef({ tree: null as HTMLElement | null, page: 1 }).current;
  const timer = useRef(0);
  // Updates of several rows arrive at about the same time.
  const onDrawn = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => highlight('list', handle.tree, model.words), 20);
  }, []);
  useLayoutEffect(() => model.subscribe(() => redraw(null)), []);
  useEffect(onDrawn, [model.items, model.words]);
  // Plain effects run a frame after drawing: a key pressed before that would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void =>
      handleKey(event, model, { handle, showHelp: () => setHelp(true) });
    const onAddress = (): void => model.follow();
    document.addEventListener('keydown', onKey);
    window.addEventListener('hashchange', onAddress);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('hashchange', onAddress);
    };
  }, []);
  useLayoutEffect(() => {
    root.classList.toggle('open', model.isOpen);
  }, [model.isOpen]);
  return (
    <>
      <Timeline model={model} />
      <Tools model={model} showKeys={() => setHelp(true)} />
      <div class="split" style={`--split: ${split}%`}>
        <StepList model={model} handle={handle} onDrawn={onDrawn} />
        <Divider value={split} change={setSplit} />
        <div class="pane">
          {model.isOpen ? (
            <StepPane model={model} />
          ) : (
            <div class="pane-body" tabIndex={0} role="region" aria-label="Overview">
              <Overview model={model} written={written} />
            </div>
          )}
        </div>
      </div>
      <KeyHelp isShown={isHelp} close={() => setHelp(false)} />
    </>
  );
}

/**
 * Shows a run inside its element, which holds its data and its overview as they were written.
 *
 * @param prefix of the run's addresses: its own in a report with several runs
 * @returns removes what was shown
 */
export function showRun(root: HTMLElement, prefix: string): () => void {
  const { run, texts } = readRun(root);
  const written = root.querySelector('.overview');
  if (written === null) {
    throw new Error('The report has no overview');
  }
  const asWritten = written.cloneNode(true);
  completeOverview(written);
  const model = new Model({ run, texts, prefix });
  const place = document.createElement('main');
  place.className = 'explorer';
  root.append(place);
  render(<RunView model={model} root={root} written={written} />, place);
  const paper = document.createElement('section');
  paper.className = 'printed';
  root.append(paper);
  const stopPrinting = printSteps(paper, run);
  const ended = new AbortController();
  void model.start();
  void prepareSearch(texts, { idle, signal: ended.signal });
  return () => {
    ended.abort();
    model.stop();
    stopPrinting();
    render(null, place);
    place.remove();
    paper.remove();
    root.classList.remove('open');
    root.prepend(...root.querySelectorAll('.run-head'), asWritten);
  };
}
