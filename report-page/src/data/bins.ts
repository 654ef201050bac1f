/** The content of the timeline: single steps where there is room, otherwise columns of counts. Pure. */
import { CATEGORIES } from '../kinds.ts';
import type { Category } from '../kinds.ts';
import type { Step } from './run.ts';

export interface Bin {
  /** Steps that ended in this period, by kind in the order of the table. */
  readonly counts: readonly number[];
  readonly errors: number;
  readonly total: number;
}

/** Index of the first step that ends at or after a time. */
export function stepAt(steps: readonly Step[], ms: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.end ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

const PLACES: ReadonlyMap<Category, number> = new Map(CATEGORIES.map(({ id }, place) => [id, place]));

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Counts the steps for which `counts` is true in `columns` periods of equal length. */
export function binsOf(
  steps: readonly Step[],
  { from, to }: Range,
  options: { readonly columns: number; readonly isCounted: (index: number) => boolean },
): readonly Bin[] {
  const { columns, isCounted } = options;
  const bins = Array.from({ length: columns }, () => ({ counts: CATEGORIES.map(() => 0), errors: 0, total: 0 }));
  const width = (to - from) / columns || 1;
  for (let at = stepAt(steps, from); at < steps.length; at += 1) {
    const step = steps[at];
    if (step === undefined || step.end > to) break;
    if (!isCounted(at)) continue;
    const bin = bins[Math.min(columns - 1, Math.floor((step.end - from) / width))];
    const place = PLACES.get(step.category);
    if (bin === undefined || place === undefined) continue;
    bin.counts[place] = (bin.counts[place] ?? 0) + 1;
    bin.total += 1;
    if (step.error) bin.errors += 1;
  }
  return bins;
}
