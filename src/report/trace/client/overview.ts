/**
 * The whole run in one strip, errors over everything else.
 */
import type { Model } from './model.ts';

export interface Overview {
  /** Which steps stand out (the others are faded), and which is marked. */
  update(shown: readonly number[], marked: number): void;
}

export interface OverviewOptions {
  readonly canvas: HTMLCanvasElement;
  readonly cursor: HTMLElement;
  readonly choose: (index: number) => void;
}

export function overview(win: Window, data: Model, options: OverviewOptions): Overview {
  const { canvas, cursor } = options;
  let shown: readonly number[] = [];
  let marked = -1;

  const draw = (): void => {
    const pen = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    if (pen === null || width === 0) return;
    const style = win.getComputedStyle(win.document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const x = (ms: number): number => (data.total === 0 ? 0 : (ms / data.total) * width);
    canvas.width = width * win.devicePixelRatio;
    canvas.height = height * win.devicePixelRatio;
    pen.scale(win.devicePixelRatio, win.devicePixelRatio);
    pen.clearRect(0, 0, width, height);
    const bright = new Set(shown);
    for (const step of data.steps) {
      pen.globalAlpha = bright.has(step.index) ? 1 : 0.15;
      pen.fillStyle = colour(`--c${step.colour}`);
      const gap = step.end - step.start > 0 && x(step.end) - x(step.start) > 3 ? 1 : 0;
      pen.fillRect(x(step.start), 10, Math.max(x(step.end) - x(step.start) - gap, 1), height - 20);
    }
    pen.fillStyle = colour('--error');
    for (const step of data.steps) {
      if (!step.error) continue;
      pen.globalAlpha = bright.has(step.index) ? 1 : 0.3;
      pen.fillRect(Math.min(x(step.end), width - 3) - 1, 0, 3, height);
    }
    const step = data.steps[marked];
    cursor.hidden = step === undefined;
    if (step !== undefined)
      cursor.style['left'] = `${data.total === 0 ? 0 : (100 * (step.start + step.end)) / 2 / data.total}%`;
  };

  canvas.addEventListener('click', (event) => {
    const { left, width } = canvas.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * data.total;
    const hit = shown.find((index) => (data.steps[index]?.end ?? 0) >= at) ?? shown.at(-1);
    if (hit !== undefined) options.choose(hit);
  });
  win.addEventListener('resize', draw);
  win.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

  return {
    update(indices, index) {
      shown = indices;
      marked = index;
      draw();
    },
  };
}
