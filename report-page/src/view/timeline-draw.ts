/** Draws the steps of a period of a run on a canvas. */
import { stepAt } from '../data/run.ts';
import type { Run } from '../data/run.ts';
import { CATEGORIES, type Category } from '../kinds.ts';

interface Drawing {
  readonly run: Run;
  /** The period in milliseconds from the first entry. */
  readonly view: readonly [from: number, to: number];
  /** CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Steps that do not pass the filters are faded. */
  readonly isShown: (index: number) => boolean;
}

/** Height of the marks of problems, which are told by position as well as by colour. */
const ERROR_PX = 8;

/** The colours of kinds, as an element of the theme has them. */
function colours(): (kind: Category) => string {
  const probe = document.body.appendChild(document.createElement('span'));
  const known = new Map(
    CATEGORIES.map(({ id }) => {
      probe.className = `icon k-${id}`;
      return [id, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return (kind) => known.get(kind) ?? '';
}

/** The canvas in the device's own pixels, empty. */
function penOf(
  canvas: HTMLCanvasElement,
  { width, height }: Drawing['size'],
): CanvasRenderingContext2D | null {
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  const pen = canvas.getContext('2d');
  pen?.scale(devicePixelRatio, devicePixelRatio);
  return pen;
}

export function drawSteps(canvas: HTMLCanvasElement, { run, view, size, isShown }: Drawing): void {
  const pen = penOf(canvas, size);
  if (pen === null) {
    return;
  }
  const [from, to] = view;
  const { width, height } = size;
  const x = (ms: number): number =>
    Math.min(Math.max(((ms - from) / (to - from)) * width, 0), width);
  const colour = colours();
  const steps = run.steps.slice(stepAt(run.steps, from), stepAt(run.steps, to) + 1);
  for (const { index, category, start, end } of steps) {
    const wide = x(end) - x(start);
    pen.globalAlpha = isShown(index) ? 1 : 0.15;
    pen.fillStyle = colour(category);
    pen.fillRect(
      Math.min(x(start), width - 2),
      ERROR_PX + 2,
      Math.max(wide - (wide > 3 ? 1 : 0), 2),
      height,
    );
  }
  for (const { index, category, error, start, end } of steps.filter(({ problem }) => problem)) {
    const centre = Math.min(Math.max(x((start + end) / 2), ERROR_PX / 2), width - ERROR_PX / 2);
    pen.globalAlpha = isShown(index) ? 1 : 0.15;
    pen.fillStyle = error ? colour('error') : colour(category);
    pen.beginPath();
    pen.moveTo(centre - ERROR_PX / 2, 0);
    pen.lineTo(centre + ERROR_PX / 2, 0);
    pen.lineTo(centre, ERROR_PX);
    pen.fill();
  }
}
