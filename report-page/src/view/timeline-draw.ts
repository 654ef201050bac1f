/** Draws the steps of a period of a run on a canvas. */
import { binsOf, stepAt } from '../data/run.ts';
import type { Run } from '../data/run.ts';
import { CATEGORIES } from '../kinds.ts';

export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Steps that do not pass the filters are faded. */
  readonly isShown: (index: number) => boolean;
}

interface Surface {
  readonly pen: CanvasRenderingContext2D | null;
  readonly width: number;
  readonly height: number;
}

/** Narrower steps are counted in columns instead of being drawn individually. */
const STEP_MIN = 5;
const COLUMN = 4;

/** The canvas in the device's own pixels, empty. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
): Surface {
  const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  const pen = wide === 0 || high === 0 ? null : canvas.getContext('2d');
  pen?.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  pen?.clearRect(0, 0, width, height);
  return { pen, width, height };
}

function colours(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  const known = new Map(CATEGORIES.map(({ id }) => [id as string, style.getPropertyValue(`--k-${id}`).trim()]));
  return (name) => known.get(name) ?? '';
}

export function drawSteps({ pen, width, height }: Surface, run: Run, stretch: Stretch): void {
  if (pen === null) return;
  const first = stepAt(run.steps, stretch.from);
  const last = stepAt(run.steps, stretch.to);
  if ((last - first) * STEP_MIN > width) drawColumns({ pen, width, height }, run, stretch);
  else drawEach({ pen, width, height }, run, stretch);
}

function drawEach({ pen, width, height }: Surface, run: Run, { from, to, isShown }: Stretch): void {
  if (pen === null) return;
  const colour = colours();
  const x = (ms: number): number => ((ms - from) / (to - from)) * width;
  const errorHeight = Math.min(8, height / 4);
  for (let at = stepAt(run.steps, from); at < run.steps.length; at += 1) {
    const step = run.steps[at];
    if (step === undefined || step.start > to) break;
    const left = Math.max(x(step.start), 0);
    const wide = Math.min(x(step.end), width) - left;
    pen.globalAlpha = isShown(at) ? 1 : 0.15;
    pen.fillStyle = colour(step.category);
    const top = errorHeight + 2;
    pen.fillRect(Math.min(left, width - 2), top, Math.max(wide - (wide > 3 ? 1 : 0), 2), height - top);
    // Errors are marked by position as well as by colour.
    if (step.error) {
      const centre = Math.min(Math.max(left + wide / 2, 4), width - 4);
      pen.beginPath();
      pen.moveTo(centre - 4, 0);
      pen.lineTo(centre + 4, 0);
      pen.lineTo(centre, errorHeight);
      pen.fill();
    }
  }
  pen.globalAlpha = 1;
}

function drawColumns({ pen, width, height }: Surface, run: Run, stretch: Stretch): void {
  if (pen === null) return;
  const colour = colours();
  const columns = Math.max(1, Math.floor(width / COLUMN));
  const all = binsOf(run.steps, stretch, { columns, isCounted: () => true });
  const passing = binsOf(run.steps, stretch, { columns, isCounted: stretch.isShown });
  const most = all.reduce((max, bin) => Math.max(max, bin.total), 1);
  const errorHeight = Math.min(6, height / 4);
  // The square root keeps a single step visible beside a burst of hundreds.
  const tall = (count: number): number =>
    count === 0 ? 0 : Math.max(2, Math.sqrt(count / most) * (height - errorHeight - 1));
  pen.globalAlpha = 0.15;
  pen.fillStyle = colour('tool');
  for (const [at, { total }] of all.entries())
    if (total > 0) pen.fillRect(at * COLUMN, height - tall(total), COLUMN - 1, tall(total));
  pen.globalAlpha = 1;
  // One colour after the other: a canvas reads each colour that it is given anew.
  const bottoms = passing.map(() => height);
  for (const [place, { id }] of CATEGORIES.entries()) {
    pen.fillStyle = colour(id);
    for (const [at, { counts, total }] of passing.entries()) {
      const count = counts[place] ?? 0;
      if (count === 0) continue;
      const share = (tall(total) * count) / total;
      const bottom = bottoms[at] ?? height;
      pen.fillRect(at * COLUMN, bottom - share, COLUMN - 1, share);
      bottoms[at] = bottom - share;
    }
  }
  pen.fillStyle = colour('error');
  for (const [at, { errors }] of passing.entries())
    if (errors > 0) pen.fillRect(at * COLUMN, 0, COLUMN - 1, errorHeight - 1);
}
