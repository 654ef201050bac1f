/** The whole run over time: its phases and its steps, with zoom. */
import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted } from '../../../src/safe/text.ts';
import { stepAt, stepsIn, sumName, sumsBy } from '../data/run.ts';
import type { Phase, Run, Step } from '../data/run.ts';
import { TURN_NAMES } from '../../../src/report/page/data.ts';
import { clock, length, timeMarks } from '../data/time.ts';
import { visible } from '../data/visible.ts';
import { CATEGORIES } from '../kinds.ts';
import type { Model } from './model.ts';
import { Button, shortName } from './parts.tsx';
import { drawSteps } from './timeline-draw.ts';

type Range = readonly [from: number, to: number];

/** The maximum zoom. */
const NARROWEST_MS = 50;
/** More bands cannot be distinguished. */
const MOST_BANDS = 300;
/** Pixels of a character in the name of a band. */
const CHARACTER = 7;
/** Pixels that the pointer moves before a click becomes a selection. */
const CLICK_PX = 4;
const TIP_CHARACTERS = 140;
/** Kinds of steps that a chosen period names. */
const SUMS_SHOWN = 3;

interface Zoom {
  readonly view: Range;
  readonly to: (start: number, end: number) => void;
  readonly by: (factor: number, at: number) => void;
  readonly pan: (share: number) => void;
}

/** Zooms and pans the period that is shown. */
function zooming(model: Model): Zoom {
  const whole = Math.max(model.run.total, 1);
  const { range } = model.state;
  const view = range ?? ([0, whole] as const);
  const [start, end] = view;
  const to = (from: number, until: number): void => {
    const width = Math.min(Math.max(until - from, NARROWEST_MS), whole);
    const first = Math.min(Math.max(from, 0), whole - width);
    model.change({
      range: width >= whole * 0.999 ? null : [Math.round(first), Math.round(first + width)],
    });
  };
  return {
    view,
    to,
    by: (factor, at) => to(at - (at - start) * factor, at + (end - at) * factor),
    pan: (share) =>
      range !== null && to(start + share * (end - start), end + share * (end - start)),
  };
}

/** The phases of the run, with their names where they fit. */
function Phases({
  run,
  view,
  width,
}: {
  readonly run: Run;
  readonly view: Range;
  readonly width: number;
}): JSX.Element {
  const [from, to] = view;
  const place = (ms: number): number => Math.min(Math.max((ms - from) / (to - from), 0), 1);
  const band = ({ name, kind, start, end }: Phase): JSX.Element => {
    const [left, right] = [place(start), place(end)];
    const hasRoom = (right - left) * width >= name.length * CHARACTER + 8;
    return (
      <span
        class={`phase k-${kind}`}
        style={{ left: `${100 * left}%`, width: `${100 * (right - left)}%` }}
        title={visible(name)}
      >
        {hasRoom && visible(name)}
      </span>
    );
  };
  const shown = run.phases.filter(({ start, end }) => end >= from && start <= to && end > start);
  return (
    <div class="phases" aria-hidden="true">
      {shown.slice(0, MOST_BANDS).map(band)}
    </div>
  );
}

/** Where a further turn of the run begins. */
function Turns({ run, view }: { readonly run: Run; readonly view: Range }): JSX.Element {
  const [from, to] = view;
  const starts = run.steps.filter(
    ({ start, turn }) => turn !== null && start >= from && start <= to,
  );
  return (
    <div class="turn-marks" aria-hidden="true">
      {starts.map(({ index, start, turn }) => (
        <span
          key={index}
          class="turn-mark"
          style={{ left: `${(100 * (start - from)) / (to - from)}%` }}
          title={turn === null ? '' : TURN_NAMES[turn]}
        />
      ))}
    </div>
  );
}

/** What the colours mean, as far as the run has them. */
function Legend({ run }: { readonly run: Run }): JSX.Element {
  const used = useMemo(() => new Set(run.steps.map(({ category }) => category)), [run]);
  return (
    <ul class="legend" aria-label="Colours">
      {CATEGORIES.filter(({ id }) => used.has(id)).map(({ id, label }) => (
        <li key={id}>
          <span class={`bar k-${id}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function Tip({
  step,
  x,
  width,
}: {
  readonly step: Step;
  readonly x: number;
  readonly width: number;
}): JSX.Element {
  return (
    <div
      class="tip"
      aria-hidden="true"
      style={{ left: `${Math.min(Math.max(x - 120, 0), Math.max(width - 300, 0))}px` }}
    >
      <b>{`${clock(step.at)} · ${visible(step.name)}`}</b>
      {` · ${length(step.end - step.start)} · step ${step.number}`}
      <div>{visible(step.headline).slice(0, TIP_CHARACTERS)}</div>
    </div>
  );
}

/** `3:20 to 6:00, 2m 40s, 17 steps: edit_file 1m 10s, run_command 40s`. */
function rangeText(run: Run, range: Range): string {
  const [from, to] = range;
  const steps = stepsIn(run.steps, range);
  const sums = sumsBy(steps, sumName)
    .slice(0, SUMS_SHOWN)
    .map(({ name, ms }) => `${shortName(name)} ${length(ms)}`);
  const period = `${clock(from)} to ${clock(to)}, ${length(to - from)}`;
  return `${period}, ${counted(steps.length, 'step')}: ${sums.join(', ')}`;
}

interface Pointer {
  /** Where a selection began, in pixels from the left of the field, or null. */
  readonly from: number | null;
  readonly x: number;
}

export function Timeline({ model }: { readonly model: Model }): JSX.Element {
  const { run, bright, state, marked } = model;
  const field = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<DOMRectReadOnly | null>(null);
  const [pointer, setPointer] = useState<Pointer | null>(null);
  const zoom = zooming(model);
  const [start, end] = zoom.view;
  const isShown = (index: number): boolean => bright[index] === 1;
  const width = size?.width ?? 0;

  const draw = (): void => {
    if (field.current !== null && size !== null) {
      drawSteps(field.current, { run, view: zoom.view, size, isShown });
    }
  };
  useLayoutEffect(draw, [run, bright, start, end, size]);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => dark.removeEventListener('change', draw);
  });
  useEffect(() => {
    const observer = new ResizeObserver((entries) => setSize(entries.at(-1)?.contentRect ?? null));
    if (field.current !== null) {
      observer.observe(field.current);
    }
    return () => observer.disconnect();
  }, []);

  const timeAt = (x: number): number =>
    start + Math.min(Math.max(x / Math.max(width, 1), 0), 1) * (end - start);
  const place = (ms: number): string => `${(100 * (ms - start)) / (end - start)}%`;
  const stepNear = (x: number): Step | undefined =>
    run.steps
      .slice(stepAt(run.steps, timeAt(x)), stepAt(run.steps, timeAt(x)) + 2000)
      .find(({ index }) => isShown(index));
  const xOf = ({ clientX }: PointerEvent): number =>
    clientX - (field.current?.getBoundingClientRect().left ?? 0);

  const onDown = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) {
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    setPointer({ from: xOf(event), x: xOf(event) });
  };
  const onUp = (event: PointerEvent): void => {
    const from = pointer?.from ?? null;
    const x = xOf(event);
    setPointer(null);
    if (from === null) {
      return;
    }
    const step = stepNear(x);
    if (Math.abs(x - from) > CLICK_PX) {
      zoom.to(timeAt(Math.min(from, x)), timeAt(Math.max(from, x)));
    } else if (step !== undefined) {
      model.choose(step.index);
    }
  };
  // Not passive, because it takes the place of scrolling the page.
  useEffect(() => {
    const box = area.current;
    const onWheel = (event: WheelEvent): void => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && state.range === null) {
        return;
      }
      event.preventDefault();
      const x = event.clientX - (field.current?.getBoundingClientRect().left ?? 0);
      if (isZoom) {
        zoom.by(Math.exp(Math.max(-100, Math.min(event.deltaY, 100)) / 200), timeAt(x));
      } else {
        zoom.pan((event.deltaX + event.deltaY) / Math.max(width, 1));
      }
    };
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => zoom.pan(-0.2),
    ArrowRight: () => zoom.pan(0.2),
    '+': () => zoom.by(0.5, (start + end) / 2),
    '=': () => zoom.by(0.5, (start + end) / 2),
    '-': () => zoom.by(2, (start + end) / 2),
    '0': () => model.change({ range: null }),
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || !Object.hasOwn(keys, event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]?.();
  };

  const step = state.step === null || marked < 0 ? undefined : run.steps[state.step];
  const middle = step === undefined ? -1 : (step.start + step.end) / 2;
  const brushed =
    pointer !== null && pointer.from !== null && Math.abs(pointer.x - pointer.from) > CLICK_PX
      ? pointer
      : null;
  const near = pointer === null || pointer.from !== null ? undefined : stepNear(pointer.x);
  return (
    <section
      class="timeline"
      tabIndex={0}
      role="group"
      aria-label="Timeline. Arrow keys move, plus and minus zoom, 0 shows the whole run."
      onKeyDown={onKey}
    >
      <div class="axis-times" aria-hidden="true">
        {width > 0 &&
          timeMarks(zoom.view, width).map(({ ms, label }) =>
            ms === end ? (
              <span class="last">{label}</span>
            ) : (
              <span style={{ left: place(ms) }}>{label}</span>
            ),
          )}
      </div>
      <Phases run={run} view={zoom.view} width={width} />
      <Turns run={run} view={zoom.view} />
      <div
        class="field-area"
        ref={area}
        onPointerDown={onDown}
        onPointerMove={(event) => setPointer({ from: pointer?.from ?? null, x: xOf(event) })}
        onPointerUp={onUp}
        onPointerCancel={() => setPointer(null)}
        onPointerLeave={() => setPointer(null)}
        onDblClick={() => model.change({ range: null })}
      >
        <canvas aria-hidden="true" ref={field} />
        {brushed !== null && (
          <div
            class="brush"
            style={{
              left: `${Math.min(brushed.from ?? 0, brushed.x)}px`,
              width: `${Math.abs(brushed.x - (brushed.from ?? 0))}px`,
            }}
          />
        )}
        {middle >= start && middle <= end && <div class="cursor" style={{ left: place(middle) }} />}
      </div>
      <div class="under">
        <Legend run={run} />
        <span class="zoomed">
          <span class="soft" role="status">
            {state.range !== null && rangeText(run, state.range)}
          </span>
          {state.range !== null && (
            <Button class="small" onClick={() => model.change({ range: null })}>
              Whole run
            </Button>
          )}
        </span>
      </div>
      {near !== undefined && pointer !== null && <Tip step={near} x={pointer.x} width={width} />}
    </section>
  );
}
